"""Ops of arith and math on tensors: values at the edges, overflow, NaN, infinities, zeros; constants."""

import math

import numpy as np

from sbp_testing.op_table.cases import CASES, WIDTH, Case, T, V, draw, literal, ret, wrap

erf = np.vectorize(math.erf, otypes=[np.float64])
rounded = lambda v: np.trunc(v + np.copysign(0.5, v))

SHAPE = (5, 7)


def elementwise(op, inputs, dtype, value, terms=2, attributes="", exact=False, signature=None):
    t = T(dtype, SHAPE)
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    Case(
        f"{op} {attributes} {inputs[0].dtype}->{dtype}",
        inputs,
        [(dtype, value)],
        f"  %r = {op} {attributes}{names} : {signature or t}\n" + ret(("%r", t)),
        terms,
        exact=exact,
    )


SPECIAL = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 1e-3, 3e4, -7.25], np.float64)


def special(dtype, shift):
    values = np.resize(np.roll(SPECIAL, shift), SHAPE[0] * SHAPE[1]).reshape(SHAPE)
    return V(values, dtype)


def pairs(dtype):
    """All pairs of special values that fit: rows times columns."""
    a = np.resize(np.repeat(SPECIAL, 5), 35).reshape(SHAPE)
    return V(a, dtype), special(dtype, 3)


def nanmin(propagate, smaller):
    def run(a, b):
        pick = (np.minimum if smaller else np.maximum) if propagate else (np.fmin if smaller else np.fmax)
        return pick(a, b)

    return run


with np.errstate(all="ignore"):
    for dtype in ("f32", "f64", "bf16", "f16"):
        a, b = pairs(dtype)
        for op, function in (
            ("addf", np.add),
            ("subf", np.subtract),
            ("mulf", np.multiply),
            ("divf", np.divide),
            ("maximumf", nanmin(True, False)),
            ("minimumf", nanmin(True, True)),
            ("maxnumf", nanmin(False, False)),
            ("minnumf", nanmin(False, True)),
            ("remf", np.fmod),
        ):
            if dtype in ("f32", "bf16") or op in ("mulf", "maxnumf"):
                elementwise(f"arith.{op}", [a, b], dtype, function(a.exact, b.exact))
        elementwise("arith.negf", [a], dtype, -a.exact, exact=True)
    a, b = pairs("f32")
    ordered = ~(np.isnan(a.exact) | np.isnan(b.exact))
    COMPARE = {"eq": np.equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less, "le": np.less_equal}
    for name, function in COMPARE.items():
        elementwise("arith.cmpf", [a, b], "i1", function(a.exact, b.exact) & ordered, attributes=f"o{name}, ", signature=a.type)
        elementwise("arith.cmpf", [a, b], "i1", function(a.exact, b.exact) | ~ordered, attributes=f"u{name}, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", (a.exact != b.exact) & ordered, attributes="one, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", (a.exact != b.exact), attributes="une, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", ordered, attributes="ord, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", ~ordered, attributes="uno, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", ordered | True, attributes="true, ", signature=a.type)
    elementwise("arith.cmpf", [a, b], "i1", ordered & False, attributes="false, ", signature=a.type)

    U = {"i64": 2**64, "i32": 2**32, "i8": 2**8, "i1": 2}
    for dtype in ("i32", "i8", "i64", "i1"):
        half = U[dtype] // 2
        big = lambda: draw(dtype, *SHAPE, low=-half, high=half - 1)
        a, b = big(), big()
        A, B = a.exact.astype(object), b.exact.astype(object)
        if dtype == "i1":
            A, B = -A, -B  # true is -1 to signed ops
        ua, ub = A % U[dtype], B % U[dtype]
        for op, value in (
            ("addi", A + B),
            ("subi", A - B),
            ("muli", A * B),
            ("andi", A & B),
            ("ori", A | B),
            ("xori", A ^ B),
            ("maxsi", np.maximum(A, B)),
            ("minsi", np.minimum(A, B)),
            ("maxui", np.maximum(ua, ub)),
            ("minui", np.minimum(ua, ub)),
        ):
            elementwise(f"arith.{op}", [a, b], dtype, value)
        for name, function in (
            ("eq", np.equal),
            ("ne", np.not_equal),
            ("slt", np.less),
            ("sle", np.less_equal),
            ("sgt", np.greater),
            ("sge", np.greater_equal),
        ):
            elementwise("arith.cmpi", [a, b], "i1", function(A, B).astype(bool), attributes=f"{name}, ", signature=a.type)
        for name, function in (("ult", np.less), ("ule", np.less_equal), ("ugt", np.greater), ("uge", np.greater_equal)):
            elementwise("arith.cmpi", [a, b], "i1", function(ua, ub).astype(bool), attributes=f"{name}, ", signature=a.type)
        if dtype == "i1":
            continue
        b = draw(dtype, *SHAPE, low=1, high=100)
        b.data[::2] = np.where(b.data[::2] > 50, -b.data[::2], b.data[::2])
        B = b.exact.astype(object)
        ub = B % U[dtype]
        trunc = np.vectorize(lambda p, q: abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1), otypes=[object])
        for op, value in (
            ("divsi", trunc(A, B)),
            ("remsi", A - B * trunc(A, B)),
            ("divui", ua // ub),
            ("remui", ua % ub),
            ("floordivsi", A // B),
            ("ceildivsi", -(-A // B)),
            ("ceildivui", -(-ua // ub)),
        ):
            elementwise(f"arith.{op}", [a, b], dtype, value)
        s = draw(dtype, *SHAPE, low=0, high={"i64": 63, "i32": 31, "i8": 7}[dtype])
        for op, value in (
            ("shli", A << s.exact.astype(object)),
            ("shrsi", A >> s.exact.astype(object)),
            ("shrui", ua >> s.exact.astype(object)),
        ):
            elementwise(f"arith.{op}", [a, s], dtype, value)
        elementwise("math.absi", [a], dtype, np.abs(A))
        bits = {"i64": 64, "i32": 32, "i8": 8}[dtype]
        elementwise("math.ctpop", [a], dtype, np.vectorize(lambda p: bin(p).count("1"), otypes=[object])(ua))
        elementwise("math.ctlz", [a], dtype, np.vectorize(lambda p: bits - int(p).bit_length(), otypes=[object])(ua))
        elementwise(
            "math.cttz", [a], dtype, np.vectorize(lambda p: (int(p) & -int(p)).bit_length() - 1 if p else bits, otypes=[object])(ua)
        )
        p, q = draw(dtype, *SHAPE, low=-5, high=5), draw(dtype, *SHAPE, low=0, high=5)
        elementwise("math.ipowi", [p, q], dtype, p.exact.astype(object) ** q.exact.astype(object))
        t = a.type
        for op, low, high in (("mulsi_extended", A * B, (A * B) // U[dtype]), ("mului_extended", ua * ub, (ua * ub) // U[dtype])):
            Case(
                f"arith.{op} {dtype}",
                [a, b],
                [(dtype, low), (dtype, high)],
                f"  %r:2 = arith.{op} %a0, %a1 : {t}\n" + ret(("%r#0", t), ("%r#1", t)),
            )
        Case(
            f"arith.addui_extended {dtype}",
            [a, b],
            [(dtype, A + B), ("i1", ((ua + ub) >= U[dtype]).astype(bool))],
            f"  %r, %c = arith.addui_extended %a0, %a1 : {t}, {T('i1', SHAPE)}\n" + ret(("%r", t), ("%c", T("i1", SHAPE))),
        )
    c, a, b = draw("i1", *SHAPE), draw("f32", *SHAPE), draw("f32", *SHAPE)
    elementwise("arith.select", [c, a, b], "f32", np.where(c.data, a.exact, b.exact), signature=f"{c.type}, {a.type}", exact=True)
    Case(
        "arith.select scalar",
        [V(np.array(True)), a, b],
        [("f32", a.exact)],
        f"  %c = tensor.extract %a0[] : tensor<i1>\n  %r = arith.select %c, %a1, %a2 : {a.type}\n" + ret(("%r", a.type)),
        exact=True,
    )

    # casts
    def cast(op, x, dtype, value):
        elementwise(f"arith.{op}", [x], dtype, value, signature=f"{x.type} to {T(dtype, SHAPE)}")

    for narrow, wide in (("f32", "f64"), ("bf16", "f32"), ("f16", "f32"), ("f16", "f64"), ("bf16", "f64")):
        cast("extf", special(narrow, 1), wide, special(narrow, 1).exact)
        z = V(np.where(np.isfinite(special(wide, 2).exact), special(wide, 2).exact * 1.2345678, special(wide, 2).exact), wide)
        cast("truncf", z, narrow, V(z.exact, narrow).exact)
    for narrow, wide in (("i32", "i64"), ("i8", "i32"), ("i8", "i64"), ("i1", "i8"), ("i1", "i32"), ("i1", "i64")):
        z = draw(narrow, *SHAPE, low=-100, high=100)
        signed = -z.exact if narrow == "i1" else z.exact
        cast("extsi", z, wide, signed)
        cast("extui", z, wide, signed % U[narrow])
        cast("trunci", draw(wide, *SHAPE, low=-128, high=127), narrow, CASES[-1].outputs[0][1].astype(np.int64) * 0)
        z = CASES[-1].inputs[0]
        CASES[-1].outputs = [(narrow, wrap(narrow, z.exact))]
    for i in ("i1", "i8", "i32", "i64"):
        for f in ("f32", "f64", "f16", "bf16"):
            z = draw(i, *SHAPE, low=-100, high=100)
            signed = -z.exact if i == "i1" else z.exact
            cast("sitofp", z, f, signed)
            cast("uitofp", z, f, np.vectorize(float)(signed.astype(object) % U[i]))
            if f == "f16" and i in ("i32", "i64"):
                CASES.pop()
            if i != "i1":
                z = V(draw(f, *SHAPE).data * 20, f)
                cast("fptosi", z, i, np.trunc(z.exact).astype(np.int64))
                z = V(np.abs(z.data), f)
                cast("fptoui", z, i, np.trunc(z.exact).astype(np.int64))
    z = draw("f32", *SHAPE)
    cast("bitcast", z, "i32", z.data.view(np.int32))
    z = draw("i64", *SHAPE, low=-(2**60), high=2**60)
    cast("bitcast", z, "f64", z.data.view(np.float64))

    # math
    wide_range, unit, positive = dict(low=-4, high=4), dict(low=-0.99, high=0.99), dict(low=0.05, high=9)
    FUNCTIONS = {
        "absf": (np.abs, wide_range),
        "acos": (np.arccos, unit),
        "acosh": (np.arccosh, dict(low=1.01, high=9)),
        "asin": (np.arcsin, unit),
        "asinh": (np.arcsinh, wide_range),
        "atan": (np.arctan, wide_range),
        "atanh": (np.arctanh, unit),
        "cbrt": (np.cbrt, wide_range),
        "ceil": (np.ceil, wide_range),
        "cos": (np.cos, wide_range),
        "cosh": (np.cosh, wide_range),
        "erf": (erf, wide_range),
        "erfc": (np.vectorize(math.erfc, otypes=[np.float64]), wide_range),
        "exp": (np.exp, wide_range),
        "exp2": (np.exp2, wide_range),
        "expm1": (np.expm1, wide_range),
        "floor": (np.floor, wide_range),
        "log": (np.log, positive),
        "log10": (np.log10, positive),
        "log1p": (np.log1p, positive),
        "log2": (np.log2, positive),
        "round": (rounded, wide_range),
        "roundeven": (np.round, wide_range),
        "rsqrt": (lambda v: 1 / np.sqrt(v), positive),
        "sin": (np.sin, wide_range),
        "sinh": (np.sinh, wide_range),
        "sqrt": (np.sqrt, positive),
        "tan": (np.tan, unit),
        "tanh": (np.tanh, wide_range),
        "trunc": (np.trunc, wide_range),
    }
    for op, (function, span) in FUNCTIONS.items():
        for dtype in ("f32", "f64", "f16", "bf16"):
            z = draw(dtype, *SHAPE, **span)
            elementwise(f"math.{op}", [z], dtype, function(z.exact), terms=4)
            z = special(dtype, 4)
            if op in ("erf", "erfc"):
                continue
            elementwise(f"math.{op}", [z], dtype, function(z.exact), terms=4, attributes="")
            CASES[-1].name += " special"
    for dtype in ("f32", "f64", "bf16"):
        a, b, d = draw(dtype, *SHAPE, **positive), draw(dtype, *SHAPE), draw(dtype, *SHAPE)
        elementwise("math.powf", [a, b], dtype, a.exact**b.exact, terms=16)
        elementwise("math.atan2", [a, b], dtype, np.arctan2(a.exact, b.exact), terms=4)
        elementwise("math.copysign", [a, b], dtype, np.copysign(a.exact, b.exact), exact=True)
        elementwise("math.fma", [a, b, d], dtype, a.exact * b.exact + d.exact)
        n = draw("i32", *SHAPE, low=-3, high=3)
        elementwise("math.fpowi", [a, n], dtype, a.exact**n.exact, terms=8, signature=f"{a.type}, {n.type}")
        t = a.type
        Case(
            f"math.sincos {dtype}",
            [b],
            [(dtype, np.sin(b.exact)), (dtype, np.cos(b.exact))],
            f"  %s, %c = math.sincos %a0 : {t}\n" + ret(("%s", t), ("%c", t)),
            4,
        )
        low, high = V(np.full(SHAPE, -0.5), dtype), V(np.full(SHAPE, 0.75), dtype)
        Case(
            f"math.clampf {dtype}",
            [b, low, high],
            [(dtype, np.clip(b.exact, -0.5, 0.75))],
            f"  %r = math.clampf %a0 to [%a1, %a2] : {t}\n" + ret(("%r", t)),
        )
        z = special(dtype, 1)
        for op, value in (
            ("isnan", np.isnan(z.exact)),
            ("isinf", np.isinf(z.exact)),
            ("isfinite", np.isfinite(z.exact)),
            ("isnormal", np.isfinite(z.exact) & (z.exact != 0)),
        ):
            elementwise(f"math.{op}", [z], "i1", value, signature=z.type)

# constants
for dtype in ("f32", "f64", "f16", "bf16", "i64", "i32", "i8", "i1"):
    z = draw(dtype, 3, 7, low=-100, high=100) if dtype in WIDTH else draw(dtype, 3, 7)
    text = "[" + ", ".join("[" + ", ".join(literal(dtype, v) for v in row) + "]" for row in z.data.tolist()) + "]"
    Case(
        f"constant {dtype}",
        [],
        [(dtype, z.exact if dtype != "i1" else z.data)],
        f"  %r = arith.constant dense<{text}> : {z.type}\n" + ret(("%r", z.type)),
        exact=True,
    )
    Case(
        f"constant splat {dtype}",
        [],
        [(dtype, np.full((5, 7), 1) if dtype != "i1" else np.full((5, 7), True))],
        f"  %r = arith.constant dense<{literal(dtype, 1)}> : {T(dtype, (5, 7))}\n" + ret(("%r", T(dtype, (5, 7)))),
        exact=True,
    )
    Case(
        f"constant empty {dtype}",
        [],
        [(dtype, np.zeros((0, 7), np.int64))],
        f"  %r = arith.constant dense<> : {T(dtype, (0, 7))}\n" + ret(("%r", T(dtype, (0, 7)))),
        exact=True,
    )
for dtype in ("f32", "i64", "f16", "i8"):
    z = draw(dtype, 6, 7)
    blob = (4).to_bytes(4, "little").hex() + z.data.tobytes().hex()
    Case(
        f"constant resource {dtype}",
        [],
        [(dtype, z.exact)],
        f"  %r = arith.constant dense_resource<blob_{dtype}> : {z.type}\n" + ret(("%r", z.type)),
        header=f'blob_{dtype}: "0x{blob.upper()}"',
        exact=True,
    )
