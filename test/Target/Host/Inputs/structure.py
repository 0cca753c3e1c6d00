"""Movement, reductions, constants, parameters and in-place outputs against numpy, in every element type."""

import sys

import numpy as np

from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

TYPES = ["f64", "f32", "f16", "bf16", "i64", "i32", "i8", "i1"]
COMPARED = Compared()
RNG = np.random.default_rng(2)
ID2 = "affine_map<(d0, d1) -> (d0, d1)>"
T2 = "affine_map<(d0, d1) -> (d1, d0)>"
ROW = "affine_map<(d0, d1) -> (d0)>"
PAR2 = 'iterator_types = ["parallel", "parallel"]'


def data(type_, *shape):
    if type_ == "i1":
        return RNG.integers(0, 2, shape).astype(bool)
    if type_.startswith("i"):
        return RNG.integers(-100, 100, shape).astype(NUMPY_TYPES[type_])
    values = RNG.standard_normal(shape)
    return to_bf16(values) if type_ == "bf16" else values.astype(NUMPY_TYPES[type_])


def movements(t):
    zero = "0.0" if "f" in t else "0"
    return f"""
func.func @argument_{t}(%x: tensor<3x4x{t}>) -> (tensor<3x4x{t}>, tensor<3x4x{t}>) {{
  return %x, %x : tensor<3x4x{t}>, tensor<3x4x{t}>
}}
func.func @scalar_{t}(%x: tensor<{t}>) -> tensor<{t}> {{
  return %x : tensor<{t}>
}}
func.func @transpose_{t}(%x: tensor<37x70x{t}>) -> tensor<70x37x{t}> {{
  %e = tensor.empty() : tensor<70x37x{t}>
  %r = linalg.transpose ins(%x : tensor<37x70x{t}>) outs(%e : tensor<70x37x{t}>) permutation = [1, 0]
  return %r : tensor<70x37x{t}>
}}
func.func @pad_{t}(%x: tensor<3x4x{t}>) -> tensor<6x5x{t}> {{
  %z = arith.constant {zero} : {t}
  %r = tensor.pad %x low[2, 0] high[1, 1] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %z : {t}
  }} : tensor<3x4x{t}> to tensor<6x5x{t}>
  return %r : tensor<6x5x{t}>
}}
func.func @concat_{t}(%x: tensor<3x4x{t}>, %y: tensor<3x2x{t}>, %n: tensor<3x0x{t}>) -> tensor<3x6x{t}> {{
  %r = tensor.concat dim(1) %x, %n, %y : (tensor<3x4x{t}>, tensor<3x0x{t}>, tensor<3x2x{t}>) -> tensor<3x6x{t}>
  return %r : tensor<3x6x{t}>
}}
func.func @slice_{t}(%x: tensor<6x5x{t}>, %y: tensor<4x4x{t}>) -> (tensor<2x3x{t}>, tensor<4x4x{t}>) {{
  %s = tensor.extract_slice %x[1, 2] [2, 3] [2, 1] : tensor<6x5x{t}> to tensor<2x3x{t}>
  %i = tensor.insert_slice %s into %y[1, 1] [2, 3] [1, 1] : tensor<2x3x{t}> into tensor<4x4x{t}>
  return %s, %i : tensor<2x3x{t}>, tensor<4x4x{t}>
}}
func.func @reshape_{t}(%x: tensor<6x4x{t}>) -> (tensor<2x3x4x{t}>, tensor<24x{t}>) {{
  %a = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4x{t}> into tensor<2x3x4x{t}>
  %b = tensor.collapse_shape %x [[0, 1]] : tensor<6x4x{t}> into tensor<24x{t}>
  return %a, %b : tensor<2x3x4x{t}>, tensor<24x{t}>
}}
func.func @empty_{t}(%x: tensor<0x4x{t}>) -> (tensor<0x4x{t}>, tensor<4x0x{t}>) {{
  %e = tensor.empty() : tensor<4x0x{t}>
  %r = linalg.transpose ins(%x : tensor<0x4x{t}>) outs(%e : tensor<4x0x{t}>) permutation = [1, 0]
  return %x, %r : tensor<0x4x{t}>, tensor<4x0x{t}>
}}
func.func @splat_{t}() -> (tensor<2x2x{t}>, tensor<3x{t}>) {{
  %z = arith.constant {zero} : {t}
  %s = tensor.splat %z : tensor<2x2x{t}>
  %c = arith.constant dense<{zero}> : tensor<3x{t}>
  return %s, %c : tensor<2x2x{t}>, tensor<3x{t}>
}}
func.func @gather_{t}(%x: tensor<7x4x{t}>, %i: tensor<2x3xi64>) -> tensor<2x3x4x{t}> {{
  %r = nn.gather %x, %i {{axis = 0 : i64}} : (tensor<7x4x{t}>, tensor<2x3xi64>) -> tensor<2x3x4x{t}>
  return %r : tensor<2x3x4x{t}>
}}
func.func @select_{t}(%m: tensor<3x4xi1>, %x: tensor<3x4x{t}>, %y: tensor<3x4x{t}>) -> tensor<3x4x{t}> {{
  %r = arith.select %m, %x, %y : tensor<3x4xi1>, tensor<3x4x{t}>
  return %r : tensor<3x4x{t}>
}}"""


def check_movements(regions, t):
    case = []

    def run(name, *inputs):
        case[:] = [f"{name} {t}"]
        return regions[f"{name}_{t}"](*inputs)

    def same(found, wanted):
        COMPARED.add(case[0], found, wanted, 0)

    x, y, n = data(t, 3, 4), data(t, 3, 2), data(t, 3, 0)
    for found in run("argument", x):
        same(found, x)
    same(run("scalar", x[0, 0]), x[0, 0])
    big = data(t, 37, 70)
    same(run("transpose", big), big.T)
    same(run("pad", x), np.pad(x, [(2, 1), (0, 1)]))
    same(run("concat", x, y, n), np.concatenate([x, n, y], axis=1))
    a, b = data(t, 6, 5), data(t, 4, 4)
    s, i = run("slice", a, b)
    same(s, a[1:5:2, 2:5])
    b[1:3, 1:4] = s
    same(i, b)
    r = data(t, 6, 4)
    p, q = run("reshape", r)
    same(p, r.reshape(2, 3, 4))
    same(q, r.reshape(24))
    run("empty", data(t, 0, 4))
    for found in run("splat"):
        same(found, np.zeros(found.shape, found.dtype))
    table, ids = data(t, 7, 4), RNG.integers(0, 7, (2, 3))
    same(run("gather", table, ids), table[ids])
    m, z = data("i1", 3, 4), data(t, 3, 4)
    same(run("select", m, x, z), np.where(m, x, z))


def reduction(t, op, neutral):
    return f"""
func.func @{op.split(".")[1]}_{t}(%x: tensor<5x67x{t}>) -> tensor<5x{t}> {{
  %z = arith.constant {neutral} : {t}
  %e = tensor.empty() : tensor<5x{t}>
  %f = linalg.fill ins(%z : {t}) outs(%e : tensor<5x{t}>) -> tensor<5x{t}>
  %r = linalg.generic {{indexing_maps = [{ID2}, {ROW}], iterator_types = ["parallel", "reduction"]}}
    ins(%x : tensor<5x67x{t}>) outs(%f : tensor<5x{t}>) {{
  ^bb0(%a: {t}, %o: {t}):
    %v = {op} %o, %a : {t}
    linalg.yield %v : {t}
  }} -> tensor<5x{t}>
  return %r : tensor<5x{t}>
}}"""


INTEGER = {
    "arith.addi": (np.add, "0"),
    "arith.muli": (np.multiply, "1"),
    "arith.maxsi": (np.maximum, "-128"),
    "arith.minsi": (np.minimum, "127"),
    "arith.andi": (np.bitwise_and, "-1"),
    "arith.ori": (np.bitwise_or, "0"),
    "arith.xori": (np.bitwise_xor, "0"),
}
LOGICAL = {"arith.andi": (np.logical_and, "1"), "arith.ori": (np.logical_or, "0")}
FLOAT = {
    "arith.addf": (np.add, "0.0"),
    "arith.mulf": (np.multiply, "1.0"),
    "arith.maximumf": (np.maximum, "0xINF"),
    "arith.minimumf": (np.minimum, "1.0e4"),
    "arith.maxnumf": (np.fmax, "-1.0e4"),
    "arith.minnumf": (np.fmin, "1.0e4"),
}


def reductions(t):
    table = LOGICAL if t == "i1" else INTEGER if t.startswith("i") else FLOAT
    return [(op, function, neutral.replace("0xINF", "-1.0e4")) for op, (function, neutral) in table.items()]


def check_reductions(regions, t):
    for op, function, _ in reductions(t):
        x = data(t, 5, 67)
        if t.startswith("i"):
            found = regions[f"{op.split('.')[1]}_{t}"](x)
            COMPARED.add(f"{op} {t}", found, function.reduce(x, axis=1, dtype=x.dtype), 0)
            continue
        wide = (from_bf16(x) if t == "bf16" else x).astype(np.float64)
        if op in ("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"):
            wide[2, 3] = np.nan
            wide[4, :] = np.nan
            x = to_bf16(wide) if t == "bf16" else wide.astype(x.dtype)
        found = regions[f"{op.split('.')[1]}_{t}"](x)
        found = (from_bf16(found) if t == "bf16" else found).astype(np.float64)
        wanted = function.reduce(wide, axis=1)
        if op in ("arith.maxnumf", "arith.minnumf"):
            wanted[4] = -1e4 if op == "arith.maxnumf" else 1e4
            found[4] = np.round(found[4], -2)
        epsilon = {"f64": 1e-14, "f32": 1e-5, "f16": 1e-3, "bf16": 1e-2}[t] * (30 if op == "arith.mulf" else 1)
        COMPARED.add(f"{op} {t}", found, wanted, epsilon, relative=epsilon)


OTHERS = f"""
func.func @large_constant(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {{
  %c = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf32>
  %r = arith.addf %x, %c : tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}}
func.func @constant_result() -> (tensor<3xi32>, tensor<2xi1>) {{
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %d = arith.constant dense<[true, false]> : tensor<2xi1>
  return %c, %d : tensor<3xi32>, tensor<2xi1>
}}
func.func @index_parameter(%offset: index, %x: tensor<3x4xf32>, %scale: i64) -> tensor<3x4xi64> {{
  %e = tensor.empty() : tensor<3x4xi64>
  %r = linalg.generic {{indexing_maps = [{ID2}], {PAR2}}} outs(%e : tensor<3x4xi64>) {{
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %g = arith.addi %i, %offset : index
    %s = arith.addi %g, %j : index
    %v = arith.index_cast %s : index to i64
    %w = arith.muli %v, %scale : i64
    linalg.yield %w : i64
  }} -> tensor<3x4xi64>
  return %r : tensor<3x4xi64>
}}
func.func @slice_at_parameter(%offset: index, %x: tensor<8x4xf32>, %w: tensor<4x3xf32>) -> (tensor<2x4xf32>, tensor<2x3xf32>) {{
  %s = tensor.extract_slice %x[%offset, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = linalg.matmul ins(%s, %w : tensor<2x4xf32>, tensor<4x3xf32>) outs(%f : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %s, %r : tensor<2x4xf32>, tensor<2x3xf32>
}}
func.func @in_place(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32> {{sbp.in_place = 1 : i64}}) {{
  %r = arith.addf %x, %y : tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}}
func.func @in_place_read_later(%x: tensor<4x4xf32>) -> (tensor<4x4xf32> {{sbp.in_place = 0 : i64}}, tensor<4x4xf32>) {{
  %e = tensor.empty() : tensor<4x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %r = arith.addf %x, %x : tensor<4x4xf32>
  return %t, %r : tensor<4x4xf32>, tensor<4x4xf32>
}}
func.func @in_place_update(%w: tensor<4x3xf32>, %a: tensor<2x4xf32>, %g: tensor<2x3xf32>) -> (tensor<4x3xf32> {{sbp.in_place = 0 : i64}}, tensor<2x3xf32>) {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %y = linalg.matmul ins(%a, %w : tensor<2x4xf32>, tensor<4x3xf32>) outs(%f : tensor<2x3xf32>) -> tensor<2x3xf32>
  %n = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}}
    ins(%a, %g : tensor<2x4xf32>, tensor<2x3xf32>) outs(%w : tensor<4x3xf32>) {{
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  }} -> tensor<4x3xf32>
  return %n, %y : tensor<4x3xf32>, tensor<2x3xf32>
}}
func.func @softmax(%x: tensor<5x70xf32>) -> tensor<5x70xf32> {{
  %e = tensor.empty() : tensor<5x70xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<5x70xf32>) outs(%e : tensor<5x70xf32>) -> tensor<5x70xf32>
  return %r : tensor<5x70xf32>
}}
func.func @matmul_i8(%a: tensor<5x6xi8>, %b: tensor<6x7xi8>) -> tensor<5x7xi32> {{
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x7xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5x7xi32>) -> tensor<5x7xi32>
  %r = linalg.matmul ins(%a, %b : tensor<5x6xi8>, tensor<6x7xi8>) outs(%f : tensor<5x7xi32>) -> tensor<5x7xi32>
  return %r : tensor<5x7xi32>
}}
func.func @convolution(%x: tensor<2x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<2x6x6x4xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x6x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  return %r : tensor<2x6x6x4xf32>
}}
func.func @outer_product_summed(%a: tensor<5x6xf32>, %b: tensor<7x6xf32>) -> tensor<5x7xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7x6xf32>
  %o = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}}
    ins(%a, %b : tensor<5x6xf32>, tensor<7x6xf32>) outs(%e : tensor<5x7x6xf32>) {{
  ^bb0(%p: f32, %q: f32, %c: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  }} -> tensor<5x7x6xf32>
  %g = tensor.empty() : tensor<5x7xf32>
  %f = linalg.fill ins(%z : f32) outs(%g : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.reduce ins(%o : tensor<5x7x6xf32>) outs(%f : tensor<5x7xf32>) dimensions = [2]
    (%in: f32, %acc: f32) {{
      %s = arith.addf %in, %acc : f32
      linalg.yield %s : f32
    }}
  return %r : tensor<5x7xf32>
}}
"""


def check_others(regions):
    def close(case, found, wanted):
        COMPARED.add(case, found, wanted, 1e-5, relative=1e-5)

    x = data("f32", 4, 5)
    close("large_constant", regions["large_constant"](x), x + np.arange(20).reshape(4, 5))
    c, d = regions["constant_result"]()
    assert c.tolist() == [1, 2, 3] and d.tolist() == [True, False]
    i, j = np.indices((3, 4))
    assert (regions["index_parameter"](data("f32", 3, 4), parameters=(100, 3)) == 3 * (i + j + 100)).all()
    x, w = data("f32", 8, 4), data("f32", 4, 3)
    s, r = regions["slice_at_parameter"](x, w, parameters=(5,))
    close("slice_at_parameter", s, x[5:7])
    close("slice_at_parameter", r, x[5:7] @ w)
    x, y = data("f32", 3, 4), data("f32", 3, 4)
    close("in_place", regions["in_place"](x, y), x + y)
    x = data("f32", 4, 4)
    t, r = regions["in_place_read_later"](x)
    close("in_place_read_later", t, x.T)
    close("in_place_read_later", r, x + x)
    w, a, g = data("f32", 4, 3), data("f32", 2, 4), data("f32", 2, 3)
    n, y = regions["in_place_update"](w, a, g)
    close("in_place_update", n, w + a.T @ g)
    close("in_place_update", y, a @ w)
    x = data("f32", 5, 70) * 10
    x[1, 3:] = -np.inf
    x[2, :] = -1e30
    x[3, :] = -np.inf
    found = regions["softmax"](x)
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(axis=1, keepdims=True), dtype=np.float64)
        wanted = e / e.sum(axis=1, keepdims=True)
    assert np.allclose(found, wanted, rtol=1e-5, atol=1e-7, equal_nan=True), found
    a, b = data("i8", 5, 6), data("i8", 6, 7)
    assert (regions["matmul_i8"](a, b) == a.astype(np.int32) @ b.astype(np.int32)).all()
    x, w = data("f32", 2, 8, 8, 3), data("f32", 3, 3, 3, 4)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
    close("convolution", regions["convolution"](x, w), np.einsum("nijcuv,uvcf->nijf", windows, w))
    a, b = data("f32", 5, 6), data("f32", 7, 6)
    close("outer_product_summed", regions["outer_product_summed"](a, b), a @ b.T)


def main():
    text = [movements(t) for t in TYPES] + [OTHERS]
    text += [reduction(t, op, neutral) for t in TYPES for op, _, neutral in reductions(t)]
    regions = compile_text("\n".join(text), *sys.argv[1:])
    for t in TYPES:
        check_movements(regions, t)
        check_reductions(regions, t)
    check_others(regions)
    COMPARED.show("results compared")
    print(len(regions), "regions agree")


main()
