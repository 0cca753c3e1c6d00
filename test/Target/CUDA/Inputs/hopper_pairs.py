"""Pairs of products of bf16 and f16 that one elementwise op reads, in the PTX executor, against float64: silu(x W) * (x V) + r.

Every schedule that takes a pair, chosen by a tuning file, with weights stored along k and across it. Sizes are drawn from 1, 7, 8,
63, 65, 129; with SBP_FULL=1 all of them are tried, under three seeds. One kernel computes a pair, and stores neither product; a pair
whose product another op reads as well is computed by two. Bulk copies must move what the tiling plans.
"""

import itertools

import numpy as np

from hopper_products import FULL, SIZES, count_bytes, describe_class, make, maps, widen
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import to_bf16
from sbp_testing.compared import Compared

SCHEDULES = (
    "tiles of 64 x 128 x 64, 8 slots",
    "tiles of 128 x 128 x 64, 6 slots",
    "tiles of 128 x 256 x 64, 4 slots",
    "tiles of 128 x 8 x 64, 6 slots, transposed",
    "tiles of 128 x 16 x 64, 6 slots, transposed",
    "tiles of 128 x 32 x 64, 5 slots, transposed",
    "tiles of 128 x 64 x 64, 4 slots, transposed",
)
LABEL = ", pair of products"
cuda_kernels.SEEDS = (1, 2, 3) if FULL else (1, 2)


def pair(name, kind, m, n, k, tb, batch=0, isread=False):
    """A function of x, both weights and a residual of (m, n). Where `isread`, the first product is a result as well."""
    loops = 4 if batch else 3
    lead = ["b"] if batch else []
    dims = [[*lead, "m", "k"], ["n", "k"] if tb else ["k", "n"], [*lead, "m", "n"]]
    size = {"b": batch, "m": m, "n": n, "k": k}
    x, w, wide = (f"tensor<{'x'.join(str(size[d]) for d in one)}x{t}>" for one, t in zip(dims, (kind, kind, "f32"), strict=True))
    out = wide.replace("f32", kind)
    parallel = ", ".join(['"parallel"'] * (loops - 1))
    text = "  %z = arith.constant 0.0 : f32\n"
    for i, weight in enumerate(("%w", "%v")):
        text += (
            f"  %e{i} = tensor.empty() : {wide}\n  %f{i} = linalg.fill ins(%z : f32) outs(%e{i} : {wide}) -> {wide}\n"
            f"  %p{i} = linalg.generic {{indexing_maps = [{', '.join(maps(loops, *dims))}], iterator_types = [{parallel}, "
            f'"reduction"]}}\n      ins(%x, {weight} : {x}, {w}) outs(%f{i} : {wide}) {{\n  ^bb0(%a: {kind}, %b: {kind}, %s: f32):\n'
            f"    %aw = arith.extf %a : {kind} to f32\n    %bw = arith.extf %b : {kind} to f32\n"
            f"    %p = arith.mulf %aw, %bw : f32\n    %t = arith.addf %s, %p : f32\n    linalg.yield %t : f32 }} -> {wide}\n"
        )
    read = [one.replace(", k) ->", ") ->") for one in maps(loops, *[dims[2]] * 4)]
    results, types = (f"%u, %p0 : {out}, {wide}", f"({out}, {wide})") if isread else (f"%u : {out}", out)
    return (
        f"func.func @{name}(%x: {x}, %w: {w}, %v: {w}, %r: {out}) -> {types} {{\n{text}  %o = tensor.empty() : {out}\n"
        f"  %u = linalg.generic {{indexing_maps = [{', '.join(read)}], iterator_types = [{parallel}]}}\n"
        f"      ins(%p0, %p1, %r : {wide}, {wide}, {out}) outs(%o : {out}) {{\n  ^bb0(%g: f32, %h: f32, %c: {kind}, %s: {kind}):\n"
        f"    %one = arith.constant 1.0 : f32\n    %n = arith.negf %g : f32\n    %e = math.exp %n : f32\n"
        f"    %d = arith.addf %one, %e : f32\n    %silu = arith.divf %g, %d : f32\n    %q = arith.mulf %silu, %h : f32\n"
        f"    %cw = arith.extf %c : {kind} to f32\n    %sum = arith.addf %q, %cw : f32\n"
        f"    %y = arith.truncf %sum : f32 to {kind}\n    linalg.yield %y : {kind} }} -> {out}\n  return {results} }}\n"
    )


def compute(x, w, v, r, tb):
    """The result in float64, and the largest difference of each element: a rounding of the result, and of what it is a product of."""
    x, w, v, r = (widen(one) for one in (x, w, v, r))
    w, v = (w.T, v.T) if tb else (w, v)
    gate, value = np.matmul(x, w), np.matmul(x, v)
    silu = gate / (1 + np.exp(-gate))
    return silu * value + r, 1 + abs(silu * value) + abs(r) + abs(gate) + abs(value)


def make_inputs(rng, kind, m, n, k, tb, batch=0):
    lead, weight = [batch] if batch else [], (n, k) if tb else (k, n)
    parts = [make(rng, kind, [*lead, m, k])]
    for _ in range(2):  # results of the size of 1
        values = widen(make(rng, kind, weight)) / np.sqrt(k)
        parts.append(values.astype(np.float16) if kind == "f16" else to_bf16(values.astype(np.float32)))
    return [*parts, make(rng, kind, [*lead, m, n])]


def list_cases(schedule):
    rng = np.random.default_rng(SCHEDULES.index(schedule))
    sizes = list(itertools.product(SIZES, repeat=3)) if FULL else [tuple(int(x) for x in rng.choice(SIZES[1:], 3)) for _ in range(2)]
    most = int(schedule.split(" x ")[1])
    for (m, n, k), tb in itertools.product(sizes, (False, True)):
        for rows in sorted({most, most // 2 + 1}) if "transposed" in schedule else [m]:
            yield "bf16", rows, n, k, tb
    yield "f16", min(most, 72), 264, 200, True
    if "transposed" not in schedule:
        yield "bf16", 72, 136, 136, False, 2


def check_schedule(compared, rng, schedule):
    cases = list(list_cases(schedule))
    text = "".join(pair(f"f{i}", *case) for i, case in enumerate(cases))
    label = schedule + LABEL
    shapes = [describe_class(kind, m, n, k, False, tb, *(batch or [0]), "") for kind, m, n, k, tb, *batch in cases]
    regions = cuda_kernels.load_regions(*cuda_kernels.compile_chosen(text, shapes, "hopper_product", label))
    for i, (kind, m, n, k, tb, *batch) in enumerate(cases):
        region = regions[f"f{i}"]
        launches = region.description["launches"]
        products = [one for one in launches if one["family"] == "hopper_product"]
        if 1 not in (m, n, k):  # else the class of shapes has another form, and without k there is no product
            assert len(products) == 1 and {one["family"] for one in launches} <= {"hopper_product", "pack"}, launches
            schedules = [label] if not batch else [one + LABEL for one in SCHEDULES]  # a batch is not in the class of its weights
            assert products[0]["schedule"].removeprefix("hopper_product, ") in schedules, products
        inputs = make_inputs(rng, kind, m, n, k, tb, *batch)
        before = region.machine.count()["bulk_bytes"]
        found = widen(region(*inputs))
        moved = region.machine.count()["bulk_bytes"] - before
        # The weights are the same in all of the batch, whose rows are those of one product.
        rows = m * batch[0] if batch else m
        planned = len(cuda_kernels.SEEDS) * sum(count_bytes(one, rows, n, k, 0) for one in products)
        assert moved == planned, f"{moved} bytes of bulk copies, {planned} are planned"
        expected, scale = compute(*inputs, tb)
        case = f"{kind} {m}x{n}x{k}{' tb' * tb}{f' batch {batch[0]}' if batch else ''}, {schedule}"
        compared.add(case, found / scale, expected / scale, 2**-8 if kind == "bf16" else 2**-11)


def check_shared_result(compared, rng):
    """A product that is a result as well is stored, by a kernel of its own."""
    region = cuda_kernels.compile_text(pair("f", "bf16", 136, 136, 136, True, isread=True), "--chip=sm_90a")["f"]
    names = [launch["family"] for launch in region.description["launches"]]
    assert names == ["hopper_product"] * 2, names
    inputs = make_inputs(rng, "bf16", 136, 136, 136, True)
    expected, scale = compute(*inputs, True)
    found, product = region(*inputs)
    compared.add("a product that is a result", widen(found) / scale, expected / scale, 2**-8)
    compared.add("that product", product, widen(inputs[0]) @ widen(inputs[1]).T, 3e-6)


def main():
    compared, rng = Compared(), np.random.default_rng(5)
    for schedule in SCHEDULES:
        check_schedule(compared, rng, schedule)
    check_shared_result(compared, rng)
    compared.show("pairs agree")


if __name__ == "__main__":
    main()
