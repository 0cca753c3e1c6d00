"""Functions in the epilogue of a product on tensor cores: all finite bf16 through a product with the identity, against float64.

Errors are in units of bf16 of the right result. A result below the least normal f32 may be 0.
"""

from math import erf

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16

WIDTH, MOST = 8, 0.51
FUNCTIONS = {
    "exp": ("%r = math.exp %x : f32", np.exp),
    "tanh": ("%r = math.tanh %x : f32", np.tanh),
    "erf": ("%r = math.erf %x : f32", np.vectorize(erf)),
    "quotient": ("%one = arith.constant 1.5 : f32 %r = arith.divf %one, %x : f32", lambda x: 1.5 / x),
}


def write(name, rows, body, kind):
    x, w, y, sums = (
        f"tensor<{rows}x{WIDTH}xbf16>",
        f"tensor<{WIDTH}x{WIDTH}xbf16>",
        f"tensor<{rows}x{WIDTH}x{kind}>",
        f"tensor<{rows}x{WIDTH}xf32>",
    )
    last = f"%n = arith.truncf %r : f32 to {kind} linalg.yield %n : {kind}" if kind != "f32" else "linalg.yield %r : f32"
    same = "affine_map<(m, n) -> (m, n)>"
    return (
        f"func.func @{name}(%a: {x}, %b: {w}) -> {y} {{\n  %z = arith.constant 0.0 : f32\n  %e = tensor.empty() : {sums}\n"
        f"  %f = linalg.fill ins(%z : f32) outs(%e : {sums}) -> {sums}\n"
        f"  %s = linalg.matmul ins(%a, %b : {x}, {w}) outs(%f : {sums}) -> {sums}\n  %o = tensor.empty() : {y}\n"
        f'  %y = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = ["parallel", "parallel"]}} ins(%s : {sums}) outs(%o : {y}) {{\n'
        f"  ^bb0(%x: f32, %old: {kind}): {body} {last} }} -> {y}\n  return %y : {y} }}\n"
    )


def main():
    words = np.arange(2**16, dtype=np.uint16)
    words = words[(words & 0x7F80) != 0x7F80].reshape(-1, WIDTH)
    identity = (0x3F80 * np.eye(WIDTH)).astype(np.uint16)
    texts = [write(name, len(words), body, "bf16") for name, (body, _) in FUNCTIONS.items()]
    ptx, specs = cuda_kernels.compile_by("".join(texts), "hopper_product", "--chip=sm_90a")
    assert "ex2.approx.ftz.f32" in ptx and "div.full.f32" in ptx and "div.rn.f32" not in ptx
    regions = cuda_kernels.load_regions(ptx, specs)
    for name, (_, compute) in FUNCTIONS.items():
        assert [launch["family"] for launch in regions[name].description["launches"]] == ["hopper_product"], name
        found = from_bf16(regions[name](words, identity)).astype(np.float64)
        with np.errstate(all="ignore"):
            right = compute(from_bf16(words).astype(np.float64))
            # A sum with the zeros of others is +0.
            right = np.where(words == 0x8000, compute(np.float64(0)), right)
            unit = np.spacing(np.maximum(np.abs(right), 2.0**-126).astype(np.float32)).astype(np.float64) * 2**16
            # Half a unit above the largest bf16 is infinite.
            isinfinite = np.abs(right) >= 2.0**128 * (1 - 2.0**-9)
            issmall = (np.abs(right) < 2.0**-126) & (found == 0)
            errors = np.where(isinfinite, np.where(np.isinf(found), 0, 9), np.where(issmall, 0, np.abs(found - right) / unit))
        worst = np.unravel_index(np.argmax(errors), errors.shape)
        print(f"{name}: {errors.size} values, largest error {errors[worst]:.4f}")
        assert errors[worst] <= MOST, (from_bf16(words)[worst], found[worst], right[worst])
    ptx, _ = cuda_kernels.compile_by(write("wide", 64, FUNCTIONS["tanh"][0], "f32"), "hopper_product", "--chip=sm_90a")
    assert "div.rn.f32" in ptx and "ex2.approx" not in ptx
    print("results of f32 are exact")


main()
