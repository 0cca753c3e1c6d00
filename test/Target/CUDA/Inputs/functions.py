"""Functions of one and two numbers on the PTX executor: within 4 ulp of numpy in f64, of numpy's f64 in f32, over the range."""

import math
import warnings

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

warnings.filterwarnings("ignore")
RNG = np.random.default_rng(5)
COUNT = 1024
TYPES = {"f64": np.float64, "f32": np.float32}
UNARY = {
    "math.acos": np.arccos,
    "math.acosh": np.arccosh,
    "math.asin": np.arcsin,
    "math.asinh": np.arcsinh,
    "math.atan": np.arctan,
    "math.atanh": np.arctanh,
    "math.cbrt": np.cbrt,
    "math.cos": np.cos,
    "math.cosh": np.cosh,
    "math.erf": np.vectorize(math.erf),
    "math.erfc": np.vectorize(math.erfc),
    "math.exp": np.exp,
    "math.exp2": np.exp2,
    "math.expm1": np.expm1,
    "math.log": np.log,
    "math.log10": np.log10,
    "math.log1p": np.log1p,
    "math.log2": np.log2,
    "math.sin": np.sin,
    "math.sinh": np.sinh,
    "math.tan": np.tan,
    "math.tanh": np.tanh,
}
BINARY = {"math.atan2": np.arctan2, "math.powf": np.power, "arith.remf": np.fmod}
# In f32 these are the host's polynomials, which keep to its tests.
SHARED = {"math.erf", "math.exp", "math.expm1", "math.log", "math.log1p", "math.tanh"}


def write(op, dtype, count):
    names = ["x", "y"][:count]
    tensor, maps = f"tensor<{COUNT}x{dtype}>", ", ".join(["affine_map<(d) -> (d)>"] * (count + 1))
    return f"""func.func @{op.replace(".", "_")}_{dtype}({", ".join(f"%{n}: {tensor}" for n in names)}) -> {tensor} {{
  %e = tensor.empty() : {tensor}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}
      ins({", ".join("%" + n for n in names)} : {", ".join([tensor] * count)}) outs(%e : {tensor}) {{
  ^bb0({", ".join(f"%a{n}: {dtype}" for n in names)}, %o: {dtype}):
    %v = {op} {", ".join("%a" + n for n in names)} : {dtype}
    linalg.yield %v : {dtype} }} -> {tensor}
  return %r : {tensor} }}
"""


def make(type_):
    tiny, big = float(np.finfo(type_).tiny), float(np.finfo(type_).max)
    wide = np.log(big) - 1
    ends = [0.0, -0.0, np.inf, -np.inf, np.nan, tiny, tiny / 1024, -tiny / 1024, big, -big, 1e22, np.pi, np.pi / 2, 710.2, 1000]
    signs = np.where(RNG.random(200) < 0.5, 1, -1)
    parts = [
        RNG.standard_normal(300),
        RNG.standard_normal(200) * 30,
        RNG.uniform(-1, 1, 200),
        RNG.uniform(-750, 720, 60),
        np.exp(RNG.uniform(-wide, wide, 200)) * signs,
        1 + RNG.standard_normal(10) * 1e-6,
        np.arange(-16, 17) / 2,
        ends,
    ]
    return np.resize(np.concatenate(parts), COUNT).astype(type_)


COMPARED = Compared()  # differences in units of the last place


def check(name, found, wanted, type_):
    with np.errstate(all="ignore"):
        nearest = wanted.astype(type_)
    special = ~np.isfinite(nearest) | (nearest == 0)
    a, b = found[special], nearest[special]
    right = (np.isnan(a) & np.isnan(b)) | ((a == b) & (np.signbit(a) == np.signbit(b)))
    assert right.all(), (name, a[~right], b[~right])
    ulps = np.abs(found[~special].astype(np.float64) - wanted[~special]) / np.spacing(np.abs(nearest[~special]))
    COMPARED.measure(name, ulps.max(), 4, size=found.size)


def main():
    cases = [
        (op, dtype, function, count)
        for count, table in ((1, UNARY), (2, BINARY))
        for op, function in table.items()
        for dtype in TYPES
        if dtype == "f64" or op not in SHARED
    ]
    regions = cuda_kernels.compile_text("".join(write(op, dtype, count) for op, dtype, _, count in cases))
    for op, dtype, function, count in cases:
        values = [make(TYPES[dtype]) for _ in range(count)]
        if count == 2:
            values[1] = RNG.permutation(values[1])
            ends = np.array([0.0, -0.0, 1, -1, 0.5, -2, 3, 1.5, 1e30, np.inf, -np.inf, np.nan])
            values[0][:144], values[1][:144] = np.repeat(ends, 12), np.tile(ends, 12)
            values[1][144:400] = RNG.integers(-8, 9, 256)
        name = f"{op.replace('.', '_')}_{dtype}"
        check(name, regions[name](*values), function(*[value.astype(np.float64) for value in values]), TYPES[dtype])
    COMPARED.show("functions compared, in units of the last place")
    print(len(cases), "functions agree")


main()
