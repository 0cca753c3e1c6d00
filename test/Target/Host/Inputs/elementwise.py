"""Elementwise functions of every float type against numpy and the C library, special values included."""

import math
import sys

import numpy as np

from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

UNARY = [
    "absf",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "log",
    "log10",
    "log1p",
    "log2",
    "round",
    "roundeven",
    "rsqrt",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
]
# host.md 3.3: approximations; everything else is the C library's.
ULP = {"exp": 2, "log": 2, "tanh": 6, "erf": 6, "log1p": 4, "expm1": 4, "rsqrt": 2}
BINARY = {
    "arith.addf": np.add,
    "arith.subf": np.subtract,
    "arith.mulf": np.multiply,
    "arith.divf": np.divide,
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax,
    "arith.minnumf": np.fmin,
    "arith.remf": np.fmod,
    "math.powf": np.power,
    "math.atan2": np.arctan2,
    "math.copysign": np.copysign,
}
NUMPY = {
    "absf": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "roundeven": np.rint,
    "erf": np.vectorize(math.erf, otypes=[float]),
    "erfc": np.vectorize(math.erfc, otypes=[float]),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
}


def values(count, seed):
    rng = np.random.default_rng(seed)
    special = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, np.inf, -np.inf, np.nan, 88.0, -88.0, 1e-3]
    return np.concatenate([special, rng.uniform(-20, 20, count - len(special) - 20), rng.uniform(-1, 1, 20)])


def generic(name, op, operands, type_, count):
    ins = ", ".join(f"%x{i}" for i in range(operands))
    types = ", ".join([f"tensor<{count}x{type_}>"] * operands)
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (operands + 1))
    arguments = ", ".join(f"%x{i}: tensor<{count}x{type_}>" for i in range(operands))
    block = ", ".join(f"%a{i}: {type_}" for i in range(operands))
    return f"""
func.func @{name}({arguments}) -> tensor<{count}x{type_}> {{
  %e = tensor.empty() : tensor<{count}x{type_}>
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins({ins} : {types}) outs(%e : tensor<{count}x{type_}>) {{
  ^bb0({block}, %o: {type_}):
    %v = {op} {", ".join(f"%a{i}" for i in range(operands))} : {type_}
    linalg.yield %v : {type_}
  }} -> tensor<{count}x{type_}>
  return %r : tensor<{count}x{type_}>
}}"""


def encode(value, type_):
    return to_bf16(value) if type_ == "bf16" else value.astype(NUMPY_TYPES[type_])


def decode(value, type_):
    return (from_bf16(value) if type_ == "bf16" else value).astype(np.float64)


COMPARED = Compared()


def check(name, type_, found, exact, ulp):
    epsilon = {"f64": 2.3e-16, "f32": 1.2e-7, "f16": 9.8e-4, "bf16": 7.9e-3}[type_]
    smallest = {"f64": 0, "f32": 1.2e-38, "f16": 6e-8, "bf16": 1.2e-38}[type_]
    exact = decode(encode(exact, type_), type_)
    assert (np.isnan(found) == np.isnan(exact)).all(), (name, type_, "NaN")
    assert (np.isinf(found) == np.isinf(exact)).all(), (name, type_, "infinity", found[np.isinf(found) != np.isinf(exact)])
    finite = np.isfinite(exact)
    error = np.abs(found - exact)[finite]
    bound = (ulp * epsilon * np.abs(exact) + smallest)[finite]
    worst = np.argmax(error - bound)
    assert (error <= bound).all(), (name, type_, found[finite][worst], exact[finite][worst])
    share = np.divide(error, bound, out=np.zeros_like(error, dtype=np.float64), where=bound > 0)
    COMPARED.measure(name, share.max(initial=0), 1, size=found.size)


def main():
    count = 211
    text, cases = [], []
    for type_ in ["f64", "f32", "f16", "bf16"]:
        for op in UNARY:
            cases.append((f"{op}_{type_}", type_, NUMPY.get(op, getattr(np, op, None)), 1, ULP.get(op, 2) if type_ == "f32" else 2))
            text.append(generic(cases[-1][0], "math." + op, 1, type_, count))
        for op, function in BINARY.items():
            cases.append((f"{op.split('.')[1]}_{type_}", type_, function, 2, 2))
            text.append(generic(cases[-1][0], op, 2, type_, count))
    regions = compile_text("\n".join(text), *sys.argv[1:])
    np.seterr(all="ignore")
    for name, type_, function, operands, ulp in cases:
        inputs = [encode(values(count, seed), type_) for seed in range(operands)]
        if operands == 2:
            inputs[1] = np.roll(inputs[1], 5)
        found = decode(regions[name](*inputs), type_)
        check(name, type_, found, function(*[decode(x, type_) for x in inputs]), ulp)
    COMPARED.show("functions compared, differences as shares of their bounds")
    print(len(cases), "functions agree")


main()
