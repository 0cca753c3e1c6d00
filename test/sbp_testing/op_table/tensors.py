"""Ops of tensor."""

import numpy as np

from sbp_testing.op_table.cases import Case, T, V, draw, filled, ret, typed

x, y = draw("f32", 5, 7), draw("f32", 3, 7)
Case("empty unread", [], [("f32", np.zeros((5, 7)))], filled("o", "f32", (5, 7)) + ret(("%o", T("f32", (5, 7)))))
Case(
    "concat 0",
    [x, y],
    [("f32", np.concatenate([x.exact, y.exact]))],
    f"  %r = tensor.concat dim(0) %a0, %a1 : ({x.type}, {y.type}) -> tensor<8x7xf32>\n" + ret(("%r", "tensor<8x7xf32>")),
    exact=True,
)
Case(
    "concat with itself and nothing",
    [x, V(np.zeros((5, 0), np.float32))],
    [("f32", np.concatenate([x.exact, x.exact], 1))],
    f"  %r = tensor.concat dim(1) %a0, %a1, %a0 : ({x.type}, tensor<5x0xf32>, {x.type}) -> tensor<5x14xf32>\n"
    + ret(("%r", "tensor<5x14xf32>")),
    exact=True,
)


def pad(name, x, low, high, value, nofold=""):
    shape = [s + a + b for s, a, b in zip(x.shape, low, high)]
    args = ", ".join(f"%i{d}: index" for d in range(len(shape)))
    t = T(x.dtype, shape)
    kept = x.exact[tuple(slice(max(-a, 0), s - max(-b, 0)) for a, b, s in zip(low, high, x.shape))]
    expected = np.full(shape, value, x.exact.dtype)
    expected[tuple(slice(max(a, 0), max(a, 0) + s) for a, s in zip(low, kept.shape))] = kept
    Case(
        name,
        [x],
        [(x.dtype, expected)],
        f"  %v = arith.constant {typed(x.dtype, value)}\n"
        f"  %r = tensor.pad %a0 {nofold}low{list(low)} high{list(high)} {{\n  ^bb0({args}):\n    tensor.yield %v : {x.dtype}\n  }} : {x.type} to {t}\n"
        + ret(("%r", t)),
        exact=True,
    )


pad("pad zero", x, (0, 1), (0, 2), 0)
pad("pad both", x, (2, 1), (1, 2), 1.5)
pad("pad nan", x, (1, 0), (1, 0), np.nan)
pad("pad nothing nofold", x, (0, 0), (0, 0), 0, "nofold ")
pad("pad cut below", x, (-1, 2), (0, 0), 3)
pad("pad cut on both sides", x, (-2, -1), (1, -3), 3)
pad("pad i8", draw("i8", 5, 7), (1, 1), (3, 0), -7)
pad("pad i1", draw("i1", 5, 7), (1, 1), (3, 0), True)
pad("pad empty", V(np.zeros((0, 3), np.float32)), (2, 0), (3, 1), 4)
expected = np.fromfunction(lambda i, j: i * 9 + j, (6, 9))
expected[:5, 1:8] = x.exact
Case(
    "pad by position",
    [x],
    [("f32", expected)],
    """  %nine = arith.constant 9 : index
  %r = tensor.pad %a0 low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    %m = arith.muli %i, %nine : index
    %s = arith.addi %m, %j : index
    %n = arith.index_cast %s : index to i32
    %f = arith.sitofp %n : i32 to f32
    tensor.yield %f : f32
  } : tensor<5x7xf32> to tensor<6x9xf32>
"""
    + ret(("%r", "tensor<6x9xf32>")),
    exact=True,
)


def slices(name, text, x, expected, inputs=None):
    t = T(x.dtype, expected.shape)
    Case(name, inputs or [x], [(x.dtype, expected)], f"  %r = {text} to {t}\n" + ret(("%r", t)), exact=True)


v = draw("f32", 8, 6, 10)
slices("extract_slice rows", "tensor.extract_slice %a0[2, 0, 0] [5, 6, 10] [1, 1, 1] : tensor<8x6x10xf32>", v, v.exact[2:7])
slices(
    "extract_slice strided", "tensor.extract_slice %a0[1, 1, 0] [3, 2, 4] [2, 3, 3] : tensor<8x6x10xf32>", v, v.exact[1:7:2, 1:6:3, 0:12:3]
)
slices("extract_slice reduced", "tensor.extract_slice %a0[0, 3, 2] [8, 1, 6] [1, 1, 1] : tensor<8x6x10xf32>", v, v.exact[:, 3, 2:8])
# Strides [60, 20, 10] of which a dim of one element goes: 20 stands in none of the tensor's.
slices(
    "extract_slice reduced in steps", "tensor.extract_slice %a0[0, 1, 2] [8, 2, 1] [1, 2, 1] : tensor<8x6x10xf32>", v, v.exact[:, 1:4:2, 2]
)
slices("extract_slice element", "tensor.extract_slice %a0[7, 3, 2] [1, 1, 1] [1, 1, 1] : tensor<8x6x10xf32>", v, v.exact[7, 3, 2])
slices("extract_slice nothing", "tensor.extract_slice %a0[7, 3, 2] [0, 1, 1] [1, 1, 1] : tensor<8x6x10xf32>", v, v.exact[7:7, 3:4, 2:3])
slices("extract_slice unit kept", "tensor.extract_slice %a0[0, 5, 0] [8, 1, 10] [1, 1, 1] : tensor<8x6x10xf32>", v, v.exact[:, 5:6])


def insert(name, shape, text, place, dtype="f32"):
    s, d = draw(dtype, *shape), draw(dtype, 8, 6)
    expected = d.exact.copy()
    place(expected, s.exact)
    Case(
        name,
        [s, d],
        [(dtype, expected)],
        f"  %r = tensor.insert_slice %a0 into %a1{text} : {s.type} into {d.type}\n" + ret(("%r", d.type)),
        exact=True,
    )


def at(*key):
    return lambda into, part: into.__setitem__(key, part)


insert("insert_slice rows", (3, 6), "[2, 0] [3, 6] [1, 1]", at(slice(2, 5)))
insert("insert_slice strided", (3, 2), "[1, 1] [3, 2] [2, 3]", at(slice(1, 7, 2), slice(1, 6, 3)))
insert("insert_slice reduced", (8,), "[0, 4] [8, 1] [1, 1]", at(slice(None), 4))
insert("insert_slice scalar", (), "[3, 4] [1, 1] [1, 1]", at(3, 4), "i32")
insert("insert_slice reduced in steps", (4,), "[1, 2] [4, 1] [2, 1]", at(slice(1, 9, 2), 2))
insert("insert_slice nothing", (0, 6), "[3, 0] [0, 6] [1, 1]", at(slice(3, 3)))
u = draw("f32", 6, 10)
for name, text, shape in (
    ("collapse", "tensor.collapse_shape %a0 [[0, 1]] : tensor<6x10xf32> into tensor<60xf32>", (60,)),
    (
        "expand",
        "tensor.expand_shape %a0 [[0, 1, 2], [3, 4]] output_shape [2, 1, 3, 5, 2] : tensor<6x10xf32> into tensor<2x1x3x5x2xf32>",
        (2, 1, 3, 5, 2),
    ),
    (
        "expand units",
        "tensor.expand_shape %a0 [[0, 1], [2, 3]] output_shape [1, 6, 10, 1] : tensor<6x10xf32> into tensor<1x6x10x1xf32>",
        (1, 6, 10, 1),
    ),
):
    Case(name, [u], [("f32", u.exact.reshape(shape))], f"  %r = {text}\n" + ret(("%r", T("f32", shape))), exact=True)
one = draw("f32", 1, 1)
Case(
    "collapse to 0-d",
    [one],
    [("f32", one.exact.reshape(()))],
    "  %r = tensor.collapse_shape %a0 [] : tensor<1x1xf32> into tensor<f32>\n" + ret(("%r", "tensor<f32>")),
    exact=True,
)
zero_d = V(np.float32(2.5))
Case(
    "expand 0-d",
    [zero_d],
    [("f32", np.full((1, 1), 2.5))],
    "  %r = tensor.expand_shape %a0 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>\n" + ret(("%r", "tensor<1x1xf32>")),
    exact=True,
)
Case(
    "reshape",
    [u],
    [("f32", u.exact.reshape(4, 15))],
    "  %s = arith.constant dense<[4, 15]> : tensor<2xi64>\n  %r = tensor.reshape %a0(%s) : (tensor<6x10xf32>, tensor<2xi64>) -> tensor<4x15xf32>\n"
    + ret(("%r", "tensor<4x15xf32>")),
    exact=True,
)
Case(
    "cast",
    [u],
    [("f32", u.exact)],
    "  %r = tensor.cast %a0 : tensor<6x10xf32> to tensor<6x10xf32>\n" + ret(("%r", "tensor<6x10xf32>")),
    exact=True,
)
Case(
    "bitcast",
    [u],
    [("i32", u.data.view(np.int32))],
    "  %r = tensor.bitcast %a0 : tensor<6x10xf32> to tensor<6x10xi32>\n" + ret(("%r", "tensor<6x10xi32>")),
)
Case(
    "dim",
    [u],
    [("i64", np.array([10, 2]))],
    """  %c1 = arith.constant 1 : index
  %d = tensor.dim %a0, %c1 : tensor<6x10xf32>
  %k = tensor.rank %a0 : tensor<6x10xf32>
  %m = arith.index_cast %d : index to i64
  %n = arith.index_cast %k : index to i64
  %r = tensor.from_elements %m, %n : tensor<2xi64>
"""
    + ret(("%r", "tensor<2xi64>")),
)
Case(
    "extract",
    [u],
    [("f32", np.full((5,), u.exact[2, 3]))],
    """  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.extract %a0[%c2, %c3] : tensor<6x10xf32>
  %r = tensor.splat %d : tensor<5xf32>
"""
    + ret(("%r", "tensor<5xf32>")),
    exact=True,
)
Case(
    "insert",
    [u],
    [("f32", np.where(np.arange(60).reshape(6, 10) == 23, 4.0, u.exact))],
    """  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 4.0 : f32
  %r = tensor.insert %v into %a0[%c2, %c3] : tensor<6x10xf32>
"""
    + ret(("%r", "tensor<6x10xf32>")),
    exact=True,
)
Case(
    "from_elements",
    [zero_d],
    [("f32", np.array([[2.5, 1], [1, 3.5]]))],
    """  %v = tensor.extract %a0[] : tensor<f32>
  %one = arith.constant 1.0 : f32
  %s = arith.addf %v, %one : f32
  %r = tensor.from_elements %v, %one, %one, %s : tensor<2x2xf32>
"""
    + ret(("%r", "tensor<2x2xf32>")),
    exact=True,
)
Case(
    "splat",
    [],
    [("f16", np.full((5, 7), 1.5))],
    "  %v = arith.constant 1.5 : f16\n  %r = tensor.splat %v : tensor<5x7xf16>\n" + ret(("%r", "tensor<5x7xf16>")),
    exact=True,
)
Case(
    "generate",
    [],
    [("i32", np.fromfunction(lambda i, j: i * 7 - j, (5, 7)))],
    """  %seven = arith.constant 7 : index
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %m = arith.muli %i, %seven : index
    %s = arith.subi %m, %j : index
    %n = arith.index_cast %s : index to i32
    tensor.yield %n : i32
  } : tensor<5x7xi32>
"""
    + ret(("%r", "tensor<5x7xi32>")),
)
Case(
    "extract_slice at a value",
    [v, V(np.array(3, np.int64))],
    [("f32", v.exact[:, 3:5])],
    """  %n = tensor.extract %a1[] : tensor<i64>
  %i = arith.index_cast %n : i64 to index
  %r = tensor.extract_slice %a0[0, %i, 0] [8, 2, 10] [1, 1, 1] : tensor<8x6x10xf32> to tensor<8x2x10xf32>
"""
    + ret(("%r", "tensor<8x2x10xf32>")),
    exact=True,
)
s, d = draw("f32", 8, 2), draw("f32", 8, 6)
expected = d.exact.copy()
expected[:, 2:4] = s.exact
Case(
    "insert_slice at a value",
    [s, d, V(np.array(2, np.int32))],
    [("f32", expected)],
    """  %n = tensor.extract %a2[] : tensor<i32>
  %i = arith.index_cast %n : i32 to index
  %r = tensor.insert_slice %a0 into %a1[0, %i] [8, 2] [1, 1] : tensor<8x2xf32> into tensor<8x6xf32>
"""
    + ret(("%r", "tensor<8x6xf32>")),
    exact=True,
)
Case(
    "index constant",
    [u],
    [("f32", u.exact[[3, 1, 5, 0]]), ("i64", np.array([3, 1, 5, 0]))],
    """  %i = arith.constant dense<[3, 1, 5, 0]> : tensor<4xindex>
  %j = arith.index_cast %i : tensor<4xindex> to tensor<4xi64>
  %r = nn.gather %a0, %j {axis = 0 : i64} : (tensor<6x10xf32>, tensor<4xi64>) -> tensor<4x10xf32>
"""
    + ret(("%r", "tensor<4x10xf32>"), ("%j", "tensor<4xi64>")),
    exact=True,
)
