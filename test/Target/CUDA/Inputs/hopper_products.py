"""Products of bf16 and f16 on Hopper's tensor cores, in the PTX executor, against float64.

Every schedule, chosen by a tuning file, in all transpositions, with f32 results and with an epilogue. Sizes are drawn from 1, 7,
8, 63, 65, 129; with SBP_FULL=1 all of them are tried, under three seeds. Schedules that split k have a longer one. Bulk copies must
move what the tiling plans.
"""

import itertools
import os
import re
import sys

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared

BLOCK = 64  # rows and columns of results that one copy stores
SLICE_BYTES = 128  # of the k of a row or column that a slot holds
GROUP = 48  # cases that are compiled together
SIZES = (1, 7, 8, 63, 65, 129)
SCHEDULES = (
    "tiles of 128 x 128 x 64, 6 slots",
    "tiles of 128 x 192 x 64, 4 slots, ping-pong, clusters of 2",
    "tiles of 128 x 256 x 64, 4 slots",
    "tiles of 64 x 8 x 64, 10 slots, transposed",
    "tiles of 64 x 16 x 64, 10 slots, transposed",
    "tiles of 64 x 32 x 64, 8 slots, transposed",
    "tiles of 64 x 64 x 64, 6 slots, transposed",
    "tiles of 64 x 128 x 64, 8 slots",
    "tiles of 128 x 64 x 64, 8 slots",
    "tiles of 64 x 128 x 64, 6 slots, k split 2 ways",
    "tiles of 64 x 128 x 64, 6 slots, k split 4 ways",
    "tiles of 128 x 16 x 64, 10 slots, transposed, k split 2 ways",
    "tiles of 128 x 32 x 64, 8 slots, transposed, k split 2 ways",
    "tiles of 128 x 64 x 64, 8 slots, transposed, k split 2 ways",
)
FULL = os.environ.get("SBP_FULL") == "1"
cuda_kernels.SEEDS = (1, 2, 3) if FULL else (1, 2)


def maps(count, *dims):
    names = ["b", "m", "n", "k"]
    return [f"affine_map<({', '.join(names[4 - count :])}) -> ({', '.join(d)})>" for d in dims]


def widened(register, kind):
    """The line that widens a register to f32, none for one of f32, and the register that holds the result."""
    return ("", register) if kind == "f32" else (f"    {register}w = arith.extf {register} : {kind} to f32\n", f"{register}w")


def product(name, kind, m, n, k, ta, tb, batch=0, epilogue="", result=""):
    """A function of a, b and what the epilogue reads: a bias of n, gelu's argument, a residual of (m, n); the result is `kind`, or
    `result`, with an epilogue, else f32."""
    loops = 4 if batch else 3
    lead, first = (["b"], [batch]) if batch else ([], [])
    dims = (
        [*lead, *(["k", "m"] if ta else ["m", "k"])],
        [*lead, *(["n", "k"] if tb else ["k", "n"])],
        [*lead, "m", "n"],
    )
    size = {"b": batch, "m": m, "n": n, "k": k}
    shape = [[size[d] for d in one] for one in dims]
    a, b, c = (f"tensor<{'x'.join(map(str, s))}x{t}>" for s, t in zip(shape, (kind, kind, "f32")))
    iterators = ", ".join(f'"{t}"' for t in [*["parallel"] * (loops - 1), "reduction"])
    (widen_x, x), (widen_y, y) = widened("%x", kind), widened("%y", kind)
    text = (
        f"  %z = arith.constant 0.0 : f32\n  %e = tensor.empty() : {c}\n"
        f"  %f = linalg.fill ins(%z : f32) outs(%e : {c}) -> {c}\n"
        f"  %r = linalg.generic {{indexing_maps = [{', '.join(maps(loops, *dims))}], iterator_types = [{iterators}]}}\n"
        f"      ins(%a, %b : {a}, {b}) outs(%f : {c}) {{\n  ^bb0(%x: {kind}, %y: {kind}, %s: f32):\n"
        f"{widen_x}{widen_y}    %p = arith.mulf {x}, {y} : f32\n    %t = arith.addf %s, %p : f32\n    linalg.yield %t : f32 }} -> {c}\n"
    )
    if not epilogue:
        return f"func.func @{name}(%a: {a}, %b: {b}) -> {c} {{\n{text}  return %r : {c} }}\n"
    result = result or kind
    bias, out = f"tensor<{n}xf32>", c.replace("f32", result)
    widen_w, w = widened("%w", result)
    narrow, last = ("", "%sum") if result == "f32" else (f"    %q = arith.truncf %sum : f32 to {result}\n", "%q")
    read = maps(loops, dims[2], ["n"], dims[2], dims[2])
    read = [one.replace(", k) ->", ") ->") for one in read]
    parallel = ", ".join(['"parallel"'] * (loops - 1))
    return (
        f"func.func @{name}(%a: {a}, %b: {b}, %bias: {bias}, %res: {out}) -> {out} {{\n{text}  %o = tensor.empty() : {out}\n"
        f"  %u = linalg.generic {{indexing_maps = [{', '.join(read)}], iterator_types = [{parallel}]}}\n"
        f"      ins(%r, %bias, %res : {c}, {bias}, {out}) outs(%o : {out}) {{\n"
        f"  ^bb0(%x: f32, %y: f32, %w: {result}, %s: {result}):\n    %xb = arith.addf %x, %y : f32\n"
        f"    %th = math.tanh %xb : f32\n{widen_w}    %sum = arith.addf %th, {w} : f32\n"
        f"{narrow}    linalg.yield {last} : {result} }} -> {out}\n  return %u : {out} }}\n"
    )


def make(rng, kind, shape):
    values = rng.standard_normal(shape).astype(np.float32)
    if kind == "f32":
        return values
    return to_bf16(values) if kind == "bf16" else values.astype(np.float16)


def widen(values):
    return (from_bf16(values) if values.dtype == np.uint16 else values).astype(np.float64)


def count_bytes(launch, m, n, k, batch):
    """What the tiling moves: for each slice of k whole tiles of both factors, those of B once a cluster; and whole blocks of results
    that pass through shared memory. A half of each tile belongs to one of a pair of products."""
    tile_m, tile_n, depth = map(int, re.search(r"tiles of (\d+) x (\d+) x (\d+)", launch["schedule"]).groups())
    if "transposed" in launch["schedule"]:
        m, n = n, m
    ispair = "pair" in launch["schedule"]
    width = tile_n // 2 if ispair and "transposed" not in launch["schedule"] else tile_n
    if ispair:
        m, n = (2 * m, n) if "transposed" in launch["schedule"] else (m, 2 * n)
    cluster = int((re.search(r"clusters of (\d+)", launch["schedule"]) or [0, 1])[1])
    blocks = -(-m // tile_m)
    rows = -(-blocks // cluster) * cluster
    tiles = rows * -(-n // tile_n) * max(1, batch)
    parts = 2 if "3xtf32" in launch["schedule"] else 1
    loads = tiles * -(-k // depth) * (tile_m + tile_n // cluster) * SLICE_BYTES * parts
    isstaged = len(launch["tensor_maps"]) == 2 * parts + 1 + ispair
    return loads + isstaged * tiles * tile_m * -(-width // BLOCK) * BLOCK * 2


def describe_class(kind, m, n, k, ta, tb, batch, epilogue):
    """The class of shapes of a product, as tuning files name it: of its loops of more than one iteration."""
    extents = {"b": batch or 1, "m": m, "n": n, "k": k}
    loops = [name for name in "bmnk" if extents[name] > 1]
    sizes = " ".join(f"{'r' if name == 'k' else 'p'}{1 << (extents[name] - 1).bit_length()}" for name in loops)

    def place(kind, names):
        return f"{kind}({','.join(str(loops.index(name)) for name in names if name in loops)})"

    a, b = place(kind, "bkm" if ta else "bmk"), place(kind, "bnk" if tb else "bkn")
    return f"generic {sizes}: {a} {b} {place('f32', 'bmn')}"


def lengthen(k, schedule):
    """A k of five slices or more where a schedule splits it."""
    return k + 256 if "split" in schedule else k


def list_few_rows(schedule, sizes):
    """The cases of a schedule for few rows: the most that it takes and half as many + 1; they are stored along k, or tiles have 64."""
    most, issplit = int(schedule.split(" x ")[1]), "split" in schedule
    for (_, n, k), tb in itertools.product(sizes, (False, True)):
        for m in sorted({most, most // 2 + 1}):
            k = lengthen(k, schedule) if m >= 32 or not issplit else 8192
            yield "bf16", m, n, k, most == 64 and tb, tb, 0, "bias, tanh, residual" if (n + k + tb) % 2 else ""
    yield "f16", most, 136, 8200 if issplit and most < 32 else 264, False, True, 2, "bias, tanh, residual"
    if most == 8:  # more tiles than blocks, and slices than slots
        yield "bf16", 1, 17000, 72, False, True, 0, ""
        yield "bf16", 1, 72, 1024, False, False, 0, ""


def list_cases(schedule):
    """All transpositions of ragged sizes, aligned and not, alone and with an epilogue."""
    if FULL:
        sizes = list(itertools.product(SIZES, repeat=3))
    else:
        rng = np.random.default_rng(SCHEDULES.index(schedule))
        sizes = [tuple(int(x) for x in rng.choice(SIZES, 3)) for _ in range(1 if "split" in schedule else 2)]
    if "transposed" in schedule:
        yield from list_few_rows(schedule, sizes)
        return
    for (m, n, k), ta, tb in itertools.product(sizes, (False, True), (False, True)):
        yield "bf16", m, n, lengthen(k, schedule), ta, tb, 0, "bias, tanh, residual" if (m + n + k + ta) % 2 else ""
    yield "f16", 136, 264, lengthen(136, schedule), True, False, 2, "bias, tanh, residual"
    yield "bf16", 72, 136, lengthen(200, schedule), False, True, 3, ""
    # More tiles than blocks: consumers take turns, and some have one tile more.
    if "ping-pong" in schedule:
        yield "bf16", 8, 13440, 64, False, True, 0, ""
        yield "bf16", 8, 13440, 72, False, False, 0, "bias, tanh, residual"
    elif schedule.startswith("tiles of 128 x 128"):
        yield "bf16", 8, 17000, 64, False, False, 0, ""


def check_slice(compared, rng, chip="sm_90a"):
    """A factor that begins at no multiple of 16 bytes is copied first."""
    text = product("f", "bf16", 136, 136, 136, False, True)
    begin, view = "%a: tensor<136x136xbf16>", "tensor<18496xbf16>"
    text = text.replace(begin, "%flat: tensor<18500xbf16>").replace(
        "{\n",
        f"{{\n  %slice = tensor.extract_slice %flat[3][18496][1] : tensor<18500xbf16> to {view}\n"
        f"  %a = tensor.expand_shape %slice [[0, 1]] output_shape [136, 136] : {view} into tensor<136x136xbf16>\n",
        1,
    )
    region = cuda_kernels.compile_text(text, f"--chip={chip}")["f"]
    flat, b = make(rng, "bf16", [18500]), make(rng, "bf16", [136, 136])
    a = widen(flat)[3 : 3 + 18496].reshape(136, 136)
    names = ", ".join(launch["family"] for launch in region.description["launches"])
    scale = abs(a) @ abs(widen(b)).T
    compared.add(f"unaligned slice, {names}", region(flat, b) / scale, a @ widen(b).T / scale, 2.1e-6)


def check_schedule(compared, rng, schedule):
    """Checks all cases of a schedule, so many at a time; returns how many of the products have a copy of a factor in front of them."""
    cases, packed = list(list_cases(schedule)), 0
    for first in range(0, len(cases), GROUP):
        packed += check_cases(compared, rng, schedule, cases[first : first + GROUP])
        if FULL:
            print(f"{schedule}: {min(first + GROUP, len(cases))} of {len(cases)} cases", file=sys.stderr, flush=True)
    return packed


def check_cases(compared, rng, schedule, cases):
    """Compiles the cases together and checks each; returns how many of the products have a copy of a factor in front of them."""
    text = "".join(product(f"f{i}", *case) for i, case in enumerate(cases))
    shapes = [describe_class(*case) for case in cases]
    regions = cuda_kernels.load_regions(*cuda_kernels.compile_chosen(text, shapes, "hopper_product", schedule))
    packed = 0
    for i, (kind, m, n, k, ta, tb, batch, epilogue) in enumerate(cases):
        lead = [batch] if batch else []
        a = make(rng, kind, [*lead, *((k, m) if ta else (m, k))])
        b = make(rng, kind, [*lead, *((n, k) if tb else (k, n))])
        x, y = widen(a), widen(b)
        x, y = x.swapaxes(-1, -2) if ta else x, y.swapaxes(-1, -2) if tb else y
        expected, scale = np.matmul(x, y), np.matmul(abs(x), abs(y))
        inputs, bound = [a, b], 1e-9 * k + 2e-6
        if epilogue:
            bias, residual = rng.standard_normal(n).astype(np.float32), make(rng, kind, [*lead, m, n])
            expected = np.tanh(expected + bias) + widen(residual)
            inputs, bound, scale = [*inputs, bias, residual], 2**-8 if kind == "bf16" else 2**-10, 1 + abs(expected)
        region = regions[f"f{i}"]
        before = region.machine.count()["bulk_bytes"]
        found = widen(region(*inputs))
        launches = region.description["launches"]
        others = {one["family"] for one in launches} - {"hopper_product"}
        products = [one for one in launches if one["family"] == "hopper_product"]
        if 1 not in (m, n, k):  # else the class of shapes has another form, and without k there is no product
            assert len(products) == 1 and others <= {"pack"}, launches
            assert products[0]["schedule"] == f"hopper_product, {schedule}", products
        packed += "pack" in others
        moved = region.machine.count()["bulk_bytes"] - before
        planned = 0
        for one in products:
            planned += len(cuda_kernels.SEEDS) * count_bytes(one, m, n, k, batch)
        assert moved == planned, f"{moved} bytes of bulk copies, {planned} are planned"
        case = f"{kind} {m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f' batch {batch}' if batch else ''}{f', {epilogue}' if epilogue else ''}, {schedule}"
        compared.add(case, found / scale, expected / scale, bound)
    return packed


def main():
    compared, rng = Compared(), np.random.default_rng(5)
    for schedule in SCHEDULES:
        print(f"{schedule}: factors copied for {check_schedule(compared, rng, schedule)} products")
    check_slice(compared, rng)
    compared.show("regions agree")


if __name__ == "__main__":
    main()
