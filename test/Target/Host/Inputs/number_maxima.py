"""Maxima and minima that drop NaN, against numpy's, along rows and columns of many lengths: NaN anywhere, whole rows of it, infinities."""

import sys

import numpy as np

from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

LENGTHS = [1, 3, 16, 17, 63, 64, 67, 200, 1000]
RNG = np.random.default_rng(7)
COMBINERS = {"maxnumf": (np.fmax, -np.inf, "F"), "minnumf": (np.fmin, np.inf, "7")}


def reduction(op, t, n, dim):
    shape, bits = ((7, n), (n, 7))[dim == 0], {"f64": "0x{}FF0000000000000", "f32": "0x{}F800000", "f16": "0x{}C00", "bf16": "0x{}F80"}[t]
    return f"""
func.func @{op}_{t}_{n}_{dim}(%x: tensor<{shape[0]}x{shape[1]}x{t}>) -> tensor<7x{t}> {{
  %z = arith.constant {bits.format(COMBINERS[op][2])} : {t}
  %e = tensor.empty() : tensor<7x{t}>
  %f = linalg.fill ins(%z : {t}) outs(%e : tensor<7x{t}>) -> tensor<7x{t}>
  %r = linalg.reduce {{ arith.{op} }} ins(%x : tensor<{shape[0]}x{shape[1]}x{t}>) outs(%f : tensor<7x{t}>) dimensions = [{dim}]
  return %r : tensor<7x{t}>
}}"""


def draw(n):
    x = RNG.standard_normal((7, n))
    x[RNG.random((7, n)) < 0.2] = np.nan
    x[1], x[2, : n // 2], x[3, n // 2 :] = np.nan, np.nan, np.nan
    x[4, RNG.integers(n)], x[5, RNG.integers(n)] = np.inf, -np.inf
    x[6] = -np.inf
    return x


def main():
    cases = [(op, t, n, dim) for op in COMBINERS for t in ("f64", "f32", "f16", "bf16") for n in LENGTHS for dim in (0, 1)]
    regions = compile_text("\n".join(reduction(*case) for case in cases), *sys.argv[1:])
    compared = Compared()
    for op, t, n, dim in cases:
        x = draw(n) if dim else draw(n).T
        x = to_bf16(x) if t == "bf16" else x.astype(NUMPY_TYPES[t])
        function, neutral, _ = COMBINERS[op]
        found = regions[f"{op}_{t}_{n}_{dim}"](x)
        x, found = (from_bf16(x), from_bf16(found)) if t == "bf16" else (x, found)
        wanted = function.reduce(x, axis=dim, initial=x.dtype.type(neutral))
        compared.add(f"{op} {t}, {n} along {dim}", found, wanted, 0)
    compared.show("results compared")
    print(len(cases), "reductions agree")


main()
