"""Named elementwise ops, map, reduce, transpose, broadcast, softmax, fill."""

import math

import numpy as np

from sbp_testing.op_table.cases import Case, T, V, draw, empty, filled, ret

erf = np.vectorize(math.erf, otypes=[np.float64])
rounded = lambda v: np.trunc(v + np.copysign(0.5, v))
UNARY = {
    "abs": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "exp": np.exp,
    "log": np.log,
    "negf": np.negative,
    "reciprocal": lambda v: 1 / v,
    "round": rounded,
    "sqrt": np.sqrt,
    "rsqrt": lambda v: 1 / np.sqrt(v),
    "square": np.square,
    "tanh": np.tanh,
    "erf": erf,
    "copy": lambda v: v,
}
POSITIVE = {"log", "sqrt", "rsqrt", "reciprocal"}
BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "max": np.maximum, "min": np.minimum, "powf": np.power}
truncated = lambda a, b: np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))
BINARY_INT = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": truncated,
    "max": np.maximum,
    "min": np.minimum,
    "div_unsigned": lambda a, b: (a & 0xFFFFFFFF) // (b & 0xFFFFFFFF),
}


def emit(name, op, inputs, dtype, value, terms=4, attributes="", exact=False):
    t = T(dtype, np.shape(value))
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    Case(
        name,
        inputs,
        [(dtype, value)],
        empty("o", dtype, np.shape(value))
        + f"  %r = linalg.{op} {attributes} ins({names} : {', '.join(v.type for v in inputs)}) outs(%o : {t}) -> {t}\n"
        + ret(("%r", t)),
        terms,
        exact=exact,
    )


for op, function in UNARY.items():
    for dtype in ("f32", "bf16") if op in ("exp", "erf", "square") else ("f32",):
        x = draw(dtype, 5, 7, **(dict(low=0.1, high=3.0) if op in POSITIVE else {}))
        emit(f"{op} {dtype}", op, [x], dtype, function(x.exact))
        if op != "copy":
            emit(
                f"elementwise {op} {dtype}", "elementwise", [x], dtype, function(x.exact), attributes=f"kind=#linalg.elementwise_kind<{op}>"
            )
for op, function in BINARY.items():
    x, y = (
        draw("f32", 5, 7, **(dict(low=0.1, high=3.0) if op == "powf" else {})),
        draw("f32", 5, 7, **(dict(low=0.5, high=2.0) if op == "div" else {})),
    )
    emit(f"{op} f32", op, [x, y], "f32", function(x.exact, y.exact))
    kind = {"max": "max_signed", "min": "min_signed"}.get(op, op)
    emit(
        f"elementwise {kind} f32",
        "elementwise",
        [x, y],
        "f32",
        function(x.exact, y.exact),
        attributes=f"kind=#linalg.elementwise_kind<{kind}>",
    )
for op, function in BINARY_INT.items():
    x, y = draw("i32", 5, 7, low=-(2**31), high=2**31 - 1), draw("i32", 5, 7, low=1, high=2**31 - 1)
    emit(f"{op} i32", op, [x, y], "i32", function(x.exact, y.exact))
    kind = {"max": "max_signed", "min": "min_signed"}.get(op, op)
    emit(
        f"elementwise {kind} i32",
        "elementwise",
        [x, y],
        "i32",
        function(x.exact, y.exact),
        attributes=f"kind=#linalg.elementwise_kind<{kind}>",
    )
for kind, function in (("max_unsigned", np.maximum), ("min_unsigned", np.minimum)):
    x, y = draw("i32", 5, 7, low=-(2**31), high=2**31 - 1), draw("i32", 5, 7, low=-(2**31), high=2**31 - 1)
    emit(
        f"elementwise {kind}",
        "elementwise",
        [x, y],
        "i32",
        function(x.exact & 0xFFFFFFFF, y.exact & 0xFFFFFFFF),
        attributes=f"kind=#linalg.elementwise_kind<{kind}>",
    )
for op, function in (("add", np.logical_or), ("mul", np.logical_and), ("max", np.logical_and), ("min", np.logical_or)):  # true is -1
    x, y = draw("i1", 5, 7), draw("i1", 5, 7)
    emit(f"{op} i1", op, [x, y], "i1", function(x.data, y.data))
c, x, y = draw("i1", 5, 7), draw("f32", 5, 7), draw("f32", 5, 7)
emit("select", "select", [c, x, y], "f32", np.where(c.data, x.exact, y.exact), exact=True)
emit(
    "elementwise select",
    "elementwise",
    [c, x, y],
    "f32",
    np.where(c.data, x.exact, y.exact),
    attributes="kind=#linalg.elementwise_kind<select>",
    exact=True,
)
x, y = draw("f32", 5, 7), draw("f32", 7)
emit(
    "elementwise add broadcast",
    "elementwise",
    [x, y],
    "f32",
    x.exact + y.exact,
    attributes="kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]",
)
x, y = draw("f32", 7, 5), draw("f32", 5, 7)
emit(
    "elementwise mul transposed",
    "elementwise",
    [x, y],
    "f32",
    x.exact.T * y.exact,
    attributes="kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]",
)


# map, reduce, transpose, broadcast, softmax, fill ...
x, y = draw("f32", 5, 7), draw("f32", 5, 7)
t = x.type
Case(
    "map",
    [x, y],
    [("f32", x.exact * y.exact + 2)],
    empty("o", "f32", (5, 7))
    + f"  %two = arith.constant 2.0 : f32\n  %r = linalg.map ins(%a0, %a1 : {t}, {t}) outs(%o : {t}) (%p: f32, %q: f32, %out: f32) {{\n"
    f"    %m = arith.mulf %p, %q : f32\n    %s = arith.addf %m, %two : f32\n    linalg.yield %s : f32\n  }}\n" + ret(("%r", t)),
    4,
)
REDUCTIONS = {
    "addf": (np.sum, 0),
    "mulf": (np.prod, 1),
    "maximumf": (np.max, -np.inf),
    "minimumf": (np.min, np.inf),
    "maxnumf": (np.max, -np.inf),
    "minnumf": (np.min, np.inf),
}
REDUCTIONS_INT = {
    "addi": (np.sum, 0),
    "muli": (np.prod, 1),
    "maxsi": (np.max, -(2**31)),
    "minsi": (np.min, 2**31 - 1),
    "maxui": (lambda v, axis: np.max(v & 0xFFFFFFFF, axis), 0),
    "minui": (lambda v, axis: np.min(v & 0xFFFFFFFF, axis), -1),
    "andi": (lambda v, axis: np.bitwise_and.reduce(v, axis), -1),
    "ori": (lambda v, axis: np.bitwise_or.reduce(v, axis), 0),
    "xori": (lambda v, axis: np.bitwise_xor.reduce(v, axis), 0),
}
for table, dtype in ((REDUCTIONS, "f32"), (REDUCTIONS_INT, "i32")):
    for op, (function, start) in table.items():
        for dims in ((0,), (1,), (0, 1)):
            x = draw(dtype, 5, 7)
            value = function(x.exact, axis=dims[0]) if len(dims) == 1 else function(np.asarray(function(x.exact, axis=1)), axis=0)
            t = T(dtype, np.shape(value))
            Case(
                f"reduce {op} {dtype} {dims}",
                [x],
                [(dtype, value)],
                filled("o", dtype, np.shape(value), start)
                + f"  %r = linalg.reduce {{ arith.{op} }} ins(%a0 : {x.type}) outs(%o : {t}) dimensions = {list(dims)}\n"
                + ret(("%r", t)),
                40,
            )
for op, function in (("andi", np.logical_and), ("ori", np.logical_or), ("xori", np.logical_xor), ("addi", np.logical_xor)):
    x = draw("i1", 5, 7)
    value = function.reduce(x.data, axis=1)
    Case(
        f"reduce {op} i1",
        [x],
        [("i1", value)],
        filled("o", "i1", (5,), op == "andi")
        + f"  %r = linalg.reduce {{ arith.{op} }} ins(%a0 : {x.type}) outs(%o : tensor<5xi1>) dimensions = [1]\n"
        + ret(("%r", "tensor<5xi1>")),
    )
x, y = draw("f32", 5, 7), draw("i32", 5, 7)
Case(
    "reduce two",
    [x, y],
    [("f32", x.exact.sum(1)), ("i32", y.exact.max(1))],
    filled("o", "f32", (5,))
    + filled("q", "i32", (5,), -(2**31))
    + f"  %r:2 = linalg.reduce ins(%a0, %a1 : {x.type}, {y.type}) outs(%o, %q : tensor<5xf32>, tensor<5xi32>) dimensions = [1]\n"
    "    (%p: f32, %s: i32, %u: f32, %v: i32) {\n    %m = arith.addf %p, %u : f32\n    %n = arith.maxsi %s, %v : i32\n    linalg.yield %m, %n : f32, i32\n  }\n"
    + ret(("%r#0", "tensor<5xf32>"), ("%r#1", "tensor<5xi32>")),
    10,
)
x = draw("f32", 5, 3, 4)
Case(
    "transpose",
    [x],
    [("f32", x.exact.transpose(2, 0, 1))],
    empty("o", "f32", (4, 5, 3))
    + f"  %r = linalg.transpose ins(%a0 : {x.type}) outs(%o : tensor<4x5x3xf32>) permutation = [2, 0, 1]\n"
    + ret(("%r", "tensor<4x5x3xf32>")),
    exact=True,
)
Case(
    "broadcast",
    [x],
    [("f32", np.broadcast_to(x.exact[:, None], (5, 6, 3, 4)))],
    empty("o", "f32", (5, 6, 3, 4))
    + f"  %r = linalg.broadcast ins(%a0 : {x.type}) outs(%o : tensor<5x6x3x4xf32>) dimensions = [1]\n"
    + ret(("%r", "tensor<5x6x3x4xf32>")),
    exact=True,
)
for dim in (0, 1, 2):
    e = np.exp(x.exact - x.exact.max(dim, keepdims=True))
    Case(
        f"softmax {dim}",
        [x],
        [("f32", e / e.sum(dim, keepdims=True))],
        empty("o", "f32", (5, 3, 4))
        + f"  %r = linalg.softmax dimension({dim}) ins(%a0 : {x.type}) outs(%o : {x.type}) -> {x.type}\n"
        + ret(("%r", x.type)),
        12,
    )
masked = V(np.where(np.arange(7)[None] < np.arange(5)[:, None], -np.inf, draw("f32", 5, 7).data).astype(np.float32))
e = np.exp(masked.exact - masked.exact.max(1, keepdims=True))
Case(
    "softmax of a mask",
    [masked],
    [("f32", e / e.sum(1, keepdims=True))],
    empty("o", "f32", (5, 7))
    + f"  %r = linalg.softmax dimension(1) ins(%a0 : {masked.type}) outs(%o : {masked.type}) -> {masked.type}\n"
    + ret(("%r", masked.type)),
    12,
)
for dtype, value in (
    ("f32", 1.5),
    ("f32", -0.0),
    ("f32", np.nan),
    ("bf16", np.inf),
    ("f16", 0.5),
    ("f64", -np.inf),
    ("i64", -5),
    ("i32", 7),
    ("i8", -128),
    ("i1", True),
):
    Case(
        f"fill {dtype} {value}",
        [],
        [(dtype, np.full((5, 7), value))],
        filled("o", dtype, (5, 7), value) + ret(("%o", T(dtype, (5, 7)))),
        exact=True,
    )
for dtype in ("f32", "f64"):
    m, n = np.arange(5)[:, None], np.arange(7)[None]
    wrap32 = lambda v: ((v + 2**31) % 2**32) - 2**31
    seed, low, high = 42, -2.0, 3.0
    rand1 = wrap32((m + seed) * 1103515245 + 12345)
    rand2 = wrap32((n + rand1) * 1103515245 + 12345)
    value = (2147483647 + rand2.astype(np.float64)) * ((high - low) * 2.3283064e-10) + low
    t = T(dtype, (5, 7))
    Case(
        f"fill_rng_2d {dtype}",
        [],
        [(dtype, value)],
        empty("o", dtype, (5, 7))
        + "  %min = arith.constant -2.0 : f64\n  %max = arith.constant 3.0 : f64\n  %seed = arith.constant 42 : i32\n"
        f"  %r = linalg.fill_rng_2d ins(%min, %max, %seed : f64, f64, i32) outs(%o : {t}) -> {t}\n" + ret(("%r", t)),
        4,
    )
