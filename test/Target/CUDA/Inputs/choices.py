"""top_k, tucker_top_k and product keys on the PTX executor against numpy: generator x schedule x shape class, three seeds each. Elements repeat,
and NaN, infinities, -0.0 and the least integer are among them: places are compared exactly, values to the bit."""

import os

import numpy as np

from sbp_testing import cuda_kernels

SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if os.environ.get("SBP_FULL") else 5)
NUMPY = {"f32": np.float32, "f16": np.float16, "i32": np.int32, "i64": np.int64, "i8": np.int8}
# Shape, axis, k, elements, indices.
CHOICES = [
    ((5, 40), 1, 3, "f32", "i32"),
    ((3, 256), 1, 16, "f32", "i64"),
    ((7, 1), 1, 1, "f32", "i32"),
    ((2, 1000), 1, 1000, "f32", "i32"),
    ((4, 9, 5), 1, 4, "f32", "i32"),
    ((2, 5000), 1, 33, "f32", "i32"),
    ((1, 9000), 1, 64, "f32", "i32"),
    ((1, 40000), 1, 5, "f32", "i32"),
    ((6, 50), 1, 7, "i32", "i32"),
    ((6, 50), 0, 2, "f16", "i32"),
    ((3, 300), 1, 20, "i8", "i64"),
    ((0, 8), 1, 2, "f32", "i32"),
]
# Tokens, heads, rows, columns, cores, a, b, k.
GRIDS = [(5, 1, 8, 8, 1, 1, 1, 6), (3, 2, 20, 31, 2, 2, 2, 16), (2, 1, 64, 64, 2, 2, 2, 64), (1, 1, 100, 100, 1, 2, 3, 10)]
# Tokens, heads, keys of a side, m, k, whether the sides are one tensor, indices. Pairs are those with (i + 1) (j + 1) <= m, or all.
KEYS = [
    (5, 4, 256, 16, 16, True, "i32"),
    (3, 2, 40, 7, 5, True, "i64"),
    (2, 1, 33, 33, 8, False, "i32"),
    (1, 3, 2000, 32, 32, False, "i32"),
    (7, 1, 1, 1, 1, True, "i32"),
    (3, 1, 300, 40, 64, False, "i32"),
]


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def choice_text(number, shape, axis, k, element, index):
    result = tuple(k if dim == axis else n for dim, n in enumerate(shape))
    x, v, i = tensor(shape, element), tensor(result, element), tensor(result, index)
    return (
        f"func.func @choice{number}(%x: {x}) -> ({v}, {i}) {{\n"
        f"  %v, %i = nn.top_k %x {{axis = {axis} : i64, k = {k} : i64}} : ({x}) -> ({v}, {i})\n  return %v, %i : {v}, {i} }}\n"
    )


def grid_text(number, tokens, heads, m, n, cores, a, b, k):
    row, column, core = tensor((tokens, heads, a, m), "f32"), tensor((tokens, heads, b, n), "f32"), tensor((heads, cores, a, b), "f32")
    sums, place, scores = tensor((tokens, heads, k), "f32"), tensor((tokens, heads, k), "i32"), tensor((tokens, heads, k, cores), "f32")
    types = f"{sums}, {place}, {place}, {scores}"
    return (
        f"func.func @grid{number}(%r: {row}, %c: {column}, %g: {core}) -> ({types}) {{\n"
        f"  %s, %p, %q, %w = memory_layer.tucker_top_k %r, %c, %g {{k = {k} : i64}} : ({row}, {column}, {core}) -> ({types})\n"
        f"  return %s, %p, %q, %w : {types} }}\n"
    )


def list_pairs(m, k):
    pairs = [(i, j) for i in range(m) for j in range(m) if (i + 1) * (j + 1) <= m or k > m]
    return np.array(pairs).T


def key_text(number, tokens, heads, keys, m, k, is_one, index):
    first, second = list_pairs(m, k)
    count, side, chosen = len(first), (tokens, heads, keys), (tokens, heads, m)
    half, values, indices = tensor(side, "f32"), tensor(chosen, "f32"), tensor(chosen, index)
    sums, best, places, pairs = (
        tensor((tokens, heads, count), "f32"),
        tensor((tokens, heads, k), "f32"),
        tensor((tokens, heads, k), index),
        f"tensor<{count}xi32>",
    )
    lines = [f"  %p{i} = arith.constant dense<[{', '.join(map(str, each))}]> : {pairs}" for i, each in enumerate((first, second))]
    if is_one:
        whole, v, i = tensor((tokens, 2, heads, keys), "f32"), tensor((tokens, 2, heads, m), "f32"), tensor((tokens, 2, heads, m), index)
        head = f"func.func @key{number}(%x: {whole}) -> ({best}, {places}, {i}) {{"
        lines += [
            f"  %v, %i = nn.top_k %x {{axis = 3 : i64, k = {m} : i64}} : ({whole}) -> ({v}, {i})",
            "  %n0 = arith.constant dense<0> : tensor<i32>\n  %n1 = arith.constant dense<1> : tensor<i32>",
        ]
        lines += [f"  %v{s} = nn.gather %v, %n{s} {{axis = 1 : i64}} : ({v}, tensor<i32>) -> {values}" for s in (0, 1)]
        tail = f"  return %w, %j, %i : {best}, {places}, {i} }}"
    else:
        head = f"func.func @key{number}(%x0: {half}, %x1: {half}) -> ({best}, {places}, {indices}, {indices}) {{"
        lines += [f"  %v{s}, %i{s} = nn.top_k %x{s} {{axis = 2 : i64, k = {m} : i64}} : ({half}) -> ({values}, {indices})" for s in (0, 1)]
        tail = f"  return %w, %j, %i0, %i1 : {best}, {places}, {indices}, {indices} }}"
    lines += [f"  %g{s} = nn.gather %v{s}, %p{s} {{axis = 2 : i64}} : ({values}, {pairs}) -> {sums}" for s in (0, 1)]
    lines += [
        f"  %e = tensor.empty() : {sums}\n  %t = linalg.add ins(%g0, %g1 : {sums}, {sums}) outs(%e : {sums}) -> {sums}",
        f"  %w, %j = nn.top_k %t {{axis = 2 : i64, k = {k} : i64}} : ({sums}) -> ({best}, {places})",
    ]
    return "\n".join([head, *lines, tail, ""])


def order(x):
    """Numbers that numpy sorts as top_k orders: NaN above all, -0 as 0."""
    if x.dtype.kind == "i":
        return x.astype(np.int64)
    bits = (x.astype(np.float32) + np.float32(0)).view(np.uint32).astype(np.int64)
    bits = np.where(bits >> 31, -(bits & 0x7FFFFFFF), bits)
    return np.where(np.isnan(x), np.int64(2) ** 40, bits)


def draw(rng, shape, dtype):
    if dtype().dtype.kind == "i":
        x = rng.integers(-4, 5, shape).astype(dtype)
        special = [np.iinfo(dtype).min, np.iinfo(dtype).max]
    else:
        x = rng.choice(np.linspace(-2, 2, 9), shape).astype(dtype)
        special = [np.nan, np.inf, -np.inf, -0.0, 0.0, -np.nan]
    chosen = rng.random(shape) < 0.1
    x[chosen] = rng.choice(np.array(special, dtype), chosen.sum())
    return x


def check_choice(region, shape, axis, k, element, rng):
    x = draw(rng, shape, NUMPY[element])
    places = np.argsort(-order(x), axis=axis, kind="stable").take(range(k), axis)
    values, indices = region(x)
    assert np.array_equal(indices, places), (indices, places)
    bits = np.take_along_axis(x, places, axis)
    assert values.tobytes() == bits.tobytes(), "values are not the elements that were chosen"


def check_grid(region, tokens, heads, m, n, cores, a, b, k, rng):
    # Small integers: every sum is exact, and many are equal.
    integers = lambda *shape: rng.integers(-2, 3, shape).astype(np.float32)
    row, column, core = integers(tokens, heads, a, m), integers(tokens, heads, b, n), integers(heads, cores, a, b)
    each = np.einsum("thap,hcab,thbq->thcpq", row, core, column)
    grid = each.sum(2).reshape(tokens, heads, m * n)
    places = np.argsort(-grid, axis=-1, kind="stable")[..., :k]
    sums, p, q, scores = region(row, column, core)
    assert np.array_equal(p * n + q, places)
    assert np.array_equal(sums, np.take_along_axis(grid, places, -1))
    right = np.take_along_axis(each.reshape(tokens, heads, cores, m * n), places[:, :, None], -1)
    assert np.array_equal(scores, right.swapaxes(2, 3))


def take_greatest(x, k):
    places = np.argsort(-order(x), axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(x, places, -1), places


def check_keys(region, tokens, heads, keys, m, k, is_one, index, rng):
    x = draw(rng, (tokens, 2, heads, keys), np.float32)
    found = region(x) if is_one else region(np.ascontiguousarray(x[:, 0]), np.ascontiguousarray(x[:, 1]))
    chosen, indices = take_greatest(x, m)
    first, second = list_pairs(m, k)
    with np.errstate(invalid="ignore"):
        best, places = take_greatest(chosen[:, 0][..., first] + chosen[:, 1][..., second], k)
    assert np.array_equal(found[0], best, equal_nan=True) and np.array_equal(found[1], places)
    assert np.array_equal(found[2], indices if is_one else indices[:, 0])
    assert is_one or np.array_equal(found[3], indices[:, 1])


def main():
    text = "".join(choice_text(i, *case) for i, case in enumerate(CHOICES))
    text += "".join(grid_text(i, *case) for i, case in enumerate(GRIDS))
    text += "".join(key_text(i, *case) for i, case in enumerate(KEYS))
    regions = cuda_kernels.compile_text(text)
    checked = 0
    names = {"choice": "top_k", "grid": "tucker_top_k", "key": "product_keys"}
    for kind, cases, check in (("choice", CHOICES, check_choice), ("grid", GRIDS, check_grid), ("key", KEYS, check_keys)):
        for i, case in enumerate(cases):
            region = regions[f"{kind}{i}"]
            families = [launch["family"] for launch in region.description["launches"]]
            # Places that are all equal are no constant of the module, but written first.
            families = [family for family in families if kind != "key" or family != "pointwise"]
            assert 0 in case[0:1] + (case[0] if kind == "choice" else ()) or families == [names[kind]], (case, families)
            for seed in range(SEEDS):
                if kind == "choice":
                    check(region, *case[:4], np.random.default_rng(seed))
                else:
                    check(region, *case, np.random.default_rng(seed))
                checked += 1
            schedules = ", ".join(launch["schedule"] for launch in region.description["launches"])
            print(f"{kind} {case}: exact ({schedules})")
    print(checked, "choices agree")


main()
