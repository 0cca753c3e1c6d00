"""Products of bf16 and f16 on Hopper's tensor cores, in the PTX executor, against float64.

Two sizes of m and n and one of k in all transpositions; with SBP_FULL=1 m, n and k in 1, 7, 8, 63, 65, 129, 136.
"""

import itertools
import os
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[2] / "Host" / "Inputs"))
import cuda_kernels
from compared import Compared
from host_kernels import from_bf16, to_bf16

SLICE, TILE_M = 64, 128


def maps(count, *dims):
    names = ["b", "m", "n", "k"]
    return [f"affine_map<({', '.join(names[4 - count :])}) -> ({', '.join(d)})>" for d in dims]


def product(name, kind, m, n, k, ta, tb, batch=0, epilogue=""):
    """A function of a, b and what the epilogue reads: a bias of n, gelu's argument, a residual of (m, n); the result is `kind`
    with an epilogue, else f32."""
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
    text = (
        f"  %z = arith.constant 0.0 : f32\n  %e = tensor.empty() : {c}\n"
        f"  %f = linalg.fill ins(%z : f32) outs(%e : {c}) -> {c}\n"
        f"  %r = linalg.generic {{indexing_maps = [{', '.join(maps(loops, *dims))}], iterator_types = [{iterators}]}}\n"
        f"      ins(%a, %b : {a}, {b}) outs(%f : {c}) {{\n  ^bb0(%x: {kind}, %y: {kind}, %s: f32):\n"
        f"    %xw = arith.extf %x : {kind} to f32\n    %yw = arith.extf %y : {kind} to f32\n"
        f"    %p = arith.mulf %xw, %yw : f32\n    %t = arith.addf %s, %p : f32\n    linalg.yield %t : f32 }} -> {c}\n"
    )
    if not epilogue:
        return f"func.func @{name}(%a: {a}, %b: {b}) -> {c} {{\n{text}  return %r : {c} }}\n"
    bias, out = f"tensor<{n}xf32>", c.replace("f32", kind)
    read = maps(loops, dims[2], ["n"], dims[2], dims[2])
    read = [one.replace(", k) ->", ") ->") for one in read]
    parallel = ", ".join(['"parallel"'] * (loops - 1))
    return (
        f"func.func @{name}(%a: {a}, %b: {b}, %bias: {bias}, %res: {out}) -> {out} {{\n{text}  %o = tensor.empty() : {out}\n"
        f"  %u = linalg.generic {{indexing_maps = [{', '.join(read)}], iterator_types = [{parallel}]}}\n"
        f"      ins(%r, %bias, %res : {c}, {bias}, {out}) outs(%o : {out}) {{\n"
        f"  ^bb0(%x: f32, %y: f32, %w: {kind}, %s: {kind}):\n    %xb = arith.addf %x, %y : f32\n"
        f"    %th = math.tanh %xb : f32\n    %ww = arith.extf %w : {kind} to f32\n    %sum = arith.addf %th, %ww : f32\n"
        f"    %q = arith.truncf %sum : f32 to {kind}\n    linalg.yield %q : {kind} }} -> {out}\n  return %u : {out} }}\n"
    )


def make(rng, kind, shape):
    values = rng.standard_normal(shape).astype(np.float32)
    return to_bf16(values) if kind == "bf16" else values.astype(np.float16)


def widen(values):
    return (from_bf16(values) if values.dtype == np.uint16 else values).astype(np.float64)


def count_bytes(launch, m, n, k, batch):
    """What the tiling loads: whole tiles of both factors for each slice of k."""
    tile_n = int(launch["schedule"].split(" x ")[1])
    tiles = -(-m // TILE_M) * -(-n // tile_n) * max(1, batch)
    return tiles * -(-k // SLICE) * (TILE_M + tile_n) * SLICE * 2


def list_cases(sizes):
    for kind, (m, n, k) in itertools.product(("bf16", "f16"), sizes):
        for ta, tb in itertools.product((False, True), repeat=2):
            yield kind, m, n, k, ta, tb, 0, ""
    yield "bf16", 8, 17152, 72, False, False, 0, ""  # tiles of 128 x 256 take fewer waves
    # Strides are multiples of 16 bytes where k is.
    for m, n in ((1, 63), (65, 129), (129, 7)):
        yield "bf16", m, n, 136, False, True, 0, ""
    for kind, m, n, k, ta, tb, batch in (
        ("bf16", 72, 136, 72, False, True, 3),
        ("f16", 136, 264, 136, True, False, 2),
        ("bf16", 1, 520, 192, False, True, 0),
        ("bf16", 264, 8, 8, False, True, 0),
    ):
        yield kind, m, n, k, ta, tb, batch, ""
        yield kind, m, n, k, ta, tb, batch, "bias, tanh, residual"


def check_slice(compared, rng):
    """A factor that begins at no multiple of 16 bytes is copied first."""
    text = product("f", "bf16", 136, 136, 136, False, True)
    begin, view = "%a: tensor<136x136xbf16>", "tensor<18496xbf16>"
    text = text.replace(begin, "%flat: tensor<18500xbf16>").replace(
        "{\n",
        f"{{\n  %slice = tensor.extract_slice %flat[3][18496][1] : tensor<18500xbf16> to {view}\n"
        f"  %a = tensor.expand_shape %slice [[0, 1]] output_shape [136, 136] : {view} into tensor<136x136xbf16>\n",
        1,
    )
    region = cuda_kernels.compile_text(text, "--chip=sm_90a")["f"]
    flat, b = make(rng, "bf16", [18500]), make(rng, "bf16", [136, 136])
    a = widen(flat)[3 : 3 + 18496].reshape(136, 136)
    names = ", ".join(launch["family"] for launch in region.description["launches"])
    scale = abs(a) @ abs(widen(b)).T
    compared.add(f"unaligned slice, {names}", region(flat, b) / scale, a @ widen(b).T / scale, 2.1e-6)


def main():
    isfull = os.environ.get("SBP_FULL") == "1"
    sizes = itertools.product((1, 7, 8, 63, 65, 129, 136), repeat=3) if isfull else [(136, 136, 136)]
    cases = list(list_cases(sizes))
    text = "".join(product(f"f{i}", *case) for i, case in enumerate(cases))
    regions = cuda_kernels.compile_text(text, "--chip=sm_90a")
    compared, rng, kinds = Compared(), np.random.default_rng(5), {}
    for i, (kind, m, n, k, ta, tb, batch, epilogue) in enumerate(cases):
        lead = [batch] if batch else []
        a = make(rng, kind, [*lead, *((k, m) if ta else (m, k))])
        b = make(rng, kind, [*lead, *((n, k) if tb else (k, n))])
        x, y = widen(a), widen(b)
        expected = np.matmul(x.swapaxes(-1, -2) if ta else x, y.swapaxes(-1, -2) if tb else y)
        inputs, bound = [a, b], 1e-9 * k + 2e-6
        scale = np.matmul(abs(x.swapaxes(-1, -2) if ta else x), abs(y.swapaxes(-1, -2) if tb else y))
        if epilogue:
            bias, residual = rng.standard_normal(n).astype(np.float32), make(rng, kind, [*lead, m, n])
            expected = np.tanh(expected + bias) + widen(residual)
            inputs, bound, scale = [*inputs, bias, residual], 2**-8 if kind == "bf16" else 2**-10, 1 + abs(expected)
        region = regions[f"f{i}"]
        before = region.machine.count()["bulk_bytes"]
        found = widen(region(*inputs))
        launches = region.description["launches"]
        name = launches[-1]["family"]
        kinds[name] = kinds.get(name, 0) + 1
        moved = region.machine.count()["bulk_bytes"] - before
        if name == "hopper_product":
            planned = len(cuda_kernels.SEEDS) * count_bytes(launches[-1], m, n, k, batch)
            assert moved == planned, f"{moved} bytes of bulk copies, {planned} are planned"
            assert len(launches) == 1, launches
        tile = launches[-1]["schedule"].partition("tiles of ")[2].partition(",")[0]
        case = f"{kind} {m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f' batch {batch}' if batch else ''}{f', {epilogue}' if epilogue else ''}, {name} {tile}"
        compared.add(case, found / scale, expected / scale, bound)
    check_slice(compared, rng)
    print(", ".join(f"{kinds[name]} by {name}" for name in sorted(kinds)))
    compared.show("regions agree")


if __name__ == "__main__":
    main()
