"""Products of narrow floats and of integers, read as they are, and sums down the columns, against numpy; the kernels they take."""

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES

# Types of both sides and of the result, m, n, k, and whether either side is stored transposed.
PRODUCTS = [
    (a, b, c, *sizes, x, y)
    for a, b, c in (
        ("f32", "f32", "f32"),
        ("bf16", "bf16", "f32"),
        ("f16", "f32", "f32"),
        ("f64", "f64", "f64"),
        ("i8", "i8", "i32"),
        ("i32", "i32", "i32"),
        ("i64", "i64", "i64"),
    )
    for sizes, x, y in (((72, 132, 20), False, False), ((72, 68, 36), True, True), ((67, 35, 19), False, True))
]
# Shape, dims that are reduced, type, combiner.
COLUMNS = [
    ((300, 96), (0,), "f32", "arith.addf"),
    ((1000, 33), (0,), "f64", "arith.addf"),
    ((5, 200, 40), (1,), "f32", "arith.maximumf"),
    ((40, 6, 50, 24), (0, 2), "f32", "arith.addf"),
    ((130, 48), (0,), "i32", "arith.minsi"),
    ((257, 64), (0,), "i8", "arith.addi"),
    ((100, 8), (0,), "bf16", "arith.addf"),
]


def product(name, a, b, c, m, n, k, ta, tb):
    ts = [f"tensor<{x}x{y}x{t}>" for x, y, t in ((k, m, a) if ta else (m, k, a), (n, k, b) if tb else (k, n, b), (m, n, c))]
    maps = ", ".join(f"affine_map<(m, n, k) -> ({d})>" for d in ("k, m" if ta else "m, k", "n, k" if tb else "k, n", "m, n"))
    isfloat = c.startswith("f")
    cast = "".join(
        f"    %{v}w = {'arith.extf' if isfloat else 'arith.extsi'} %{v} : {t} to {c}\n" for v, t in (("x", a), ("y", b)) if t != c
    )
    x, y = ("%xw" if a != c else "%x"), ("%yw" if b != c else "%y")
    f = "f" if isfloat else "i"
    return (
        f"func.func @{name}(%a: {ts[0]}, %b: {ts[1]}) -> {ts[2]} {{\n  %z = arith.constant {'0.0' if isfloat else '3'} : {c}\n"
        f"  %e = tensor.empty() : {ts[2]}\n  %f = linalg.fill ins(%z : {c}) outs(%e : {ts[2]}) -> {ts[2]}\n"
        f'  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}}\n'
        f"      ins(%a, %b : {ts[0]}, {ts[1]}) outs(%f : {ts[2]}) {{\n  ^bb0(%x: {a}, %y: {b}, %s: {c}):\n{cast}"
        f"    %p = arith.mul{f} {x}, {y} : {c}\n    %t = arith.add{f} %s, %p : {c}\n"
        f"    linalg.yield %t : {c} }} -> {ts[2]}\n  return %r : {ts[2]} }}\n"
    )


def column(name, shape, dims, kind, combiner):
    t = f"tensor<{'x'.join(map(str, shape))}x{kind}>"
    r = f"tensor<{'x'.join(str(s) for d, s in enumerate(shape) if d not in dims)}x{kind}>"
    start = {"arith.addf": "0.0", "arith.addi": "0", "arith.maximumf": "-1.0e30", "arith.minsi": "1000"}[combiner]
    return (
        f"func.func @{name}(%x: {t}) -> {r} {{\n  %z = arith.constant {start} : {kind}\n  %e = tensor.empty() : {r}\n"
        f"  %f = linalg.fill ins(%z : {kind}) outs(%e : {r}) -> {r}\n"
        f"  %r = linalg.reduce {{ {combiner} }} ins(%x : {t}) outs(%f : {r}) dimensions = {list(dims)}\n  return %r : {r} }}\n"
    )


# What is done on a product's result is done by its kernel: a bias, a residual that lies across, a narrow result; the second of two.
LAST = """
func.func @last(%a: tensor<70x36xbf16>, %b: tensor<36x44xbf16>, %bias: tensor<44xf32>, %r: tensor<44x70xf32>) -> tensor<70x44xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<70x44xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<70x44xbf16>) -> tensor<70x44xbf16>
  %p = linalg.matmul ins(%a, %b : tensor<70x36xbf16>, tensor<36x44xbf16>) outs(%f : tensor<70x44xbf16>) -> tensor<70x44xbf16>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias, %r : tensor<70x44xbf16>, tensor<44xf32>, tensor<44x70xf32>) outs(%e : tensor<70x44xbf16>) {
  ^bb0(%x: bf16, %y: f32, %w: f32, %old: bf16):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %n = arith.sitofp %c : i32 to f32
    %u = arith.extf %x : bf16 to f32
    %s = arith.addf %u, %y : f32
    %t = arith.addf %s, %w : f32
    %v = arith.addf %t, %n : f32
    %q = arith.truncf %v : f32 to bf16
    linalg.yield %q : bf16 } -> tensor<70x44xbf16>
  return %o : tensor<70x44xbf16> }
func.func @two(%a: tensor<40x36xf32>, %b: tensor<36x44xf32>) -> tensor<44x40xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x44xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40x44xf32>) -> tensor<40x44xf32>
  %p = linalg.matmul ins(%a, %b : tensor<40x36xf32>, tensor<36x44xf32>) outs(%f : tensor<40x44xf32>) -> tensor<40x44xf32>
  %s = arith.addf %a, %a : tensor<40x36xf32>
  %m = arith.mulf %s, %a : tensor<40x36xf32>
  %q = linalg.matmul ins(%m, %b : tensor<40x36xf32>, tensor<36x44xf32>) outs(%f : tensor<40x44xf32>) -> tensor<40x44xf32>
  %g = tensor.empty() : tensor<44x40xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %q : tensor<40x44xf32>, tensor<40x44xf32>) outs(%g : tensor<44x40xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %t = arith.subf %x, %y : f32
    linalg.yield %t : f32 } -> tensor<44x40xf32>
  return %o : tensor<44x40xf32> }
"""


def check_last(rng, regions):
    a, b = data(rng, "bf16", (70, 36)), data(rng, "bf16", (36, 44))
    bias, r = rng.standard_normal(44).astype(np.float32), rng.standard_normal((44, 70)).astype(np.float32)
    expected = number(a, "bf16") @ number(b, "bf16") + bias + r.T + np.arange(70)[:, None]
    found = number(regions["last"](a, b, bias, r), "bf16")
    assert np.allclose(found, expected, rtol=2**-7, atol=0.1)
    assert [launch["family"] for launch in regions["last"].description["launches"]] == ["product"]
    a, b = rng.standard_normal((40, 36)).astype(np.float32), rng.standard_normal((36, 44)).astype(np.float32)
    assert np.allclose(regions["two"](a, b), (a @ b - (2 * a * a) @ b).T, rtol=0, atol=1e-4)
    families = [launch["family"] for launch in regions["two"].description["launches"]]
    assert sorted(families) == ["pointwise", "product", "product"], families


def data(rng, kind, shape):
    if kind.startswith("i"):
        return rng.integers(-9, 9, shape).astype(NUMPY_TYPES[kind])
    values = rng.standard_normal(shape)
    return to_bf16(values) if kind == "bf16" else values.astype(NUMPY_TYPES[kind])


def number(values, kind):
    return np.asarray(from_bf16(values) if kind == "bf16" else values, np.int64 if kind.startswith("i") else np.float64)


def main():
    rng = np.random.default_rng(7)
    text = "".join(product(f"p{i}", *case) for i, case in enumerate(PRODUCTS))
    regions = cuda_kernels.compile_text(text + "".join(column(f"c{i}", *case) for i, case in enumerate(COLUMNS)) + LAST)
    check_last(rng, regions)
    compared = Compared()
    for i, (a, b, c, m, n, k, ta, tb) in enumerate(PRODUCTS):
        x, y = data(rng, a, (k, m) if ta else (m, k)), data(rng, b, (n, k) if tb else (k, n))
        left, right = number(x, a), number(y, b)
        expected = (left.T if ta else left) @ (right.T if tb else right) + (3 if c.startswith("i") else 0)
        found = regions[f"p{i}"](x, y)
        if c.startswith("i"):
            expected = expected.astype(NUMPY_TYPES[c])
        compared.add(f"product {a} x {b} -> {c}, {m}x{n}x{k}", found, expected, {"f32": 1e-5, "f64": 1e-13}.get(c, 0))
        assert [launch["family"] for launch in regions[f"p{i}"].description["launches"]] == ["product"], PRODUCTS[i]
    for i, (shape, dims, kind, combiner) in enumerate(COLUMNS):
        x = data(rng, kind, shape)
        fold = {"arith.maximumf": np.max, "arith.minsi": np.min}.get(combiner, np.sum)
        expected = fold(number(x, kind), axis=dims)
        found = regions[f"c{i}"](x)
        if kind.startswith("i"):
            expected = expected.astype(NUMPY_TYPES[kind])
        compared.add(
            f"{combiner} over {dims} of {kind} {shape}",
            number(found, kind),
            expected,
            {"bf16": 0.2, "f32": 1e-4, "f64": 1e-12}.get(kind, 0),
        )
        families = [launch["family"] for launch in regions[f"c{i}"].description["launches"]]
        assert families[0] == "columns", (COLUMNS[i], families)
    compared.show("regions agree")


if __name__ == "__main__":
    main()
