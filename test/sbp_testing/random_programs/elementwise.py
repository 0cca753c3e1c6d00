"""One element of each operand a result."""

import numpy as np

from .program import Retry
from .value import FLOATS, INTS, kind_of, unsigned, wrap

UFUNCS = {
    "addf": np.add,
    "mulf": np.multiply,
    "maximumf": np.maximum,
    "minimumf": np.minimum,
    "maxnumf": np.fmax,
    "minnumf": np.fmin,
    "addi": np.add,
    "muli": np.multiply,
    "maxsi": np.maximum,
    "minsi": np.minimum,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "subf": np.subtract,
    "subi": np.subtract,
}


def elementwise(p):
    a = p.pick()
    kind = kind_of(a.dtype)
    op = p.rng.choice(
        {
            "float": ["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "negf", "tanh", "exp", "absf", "square", "select"],
            "int": ["addi", "subi", "muli", "maxsi", "minsi", "maxui", "minui", "select"],
            "bool": ["andi", "ori", "not"],
        }[kind]
    )
    if op in ("negf", "tanh", "exp", "absf", "square", "not"):
        return unary(p, a, op)
    b = p.pick([a.dtype], shape=a.shape)
    if op == "select":
        c = p.pick(["i1"], shape=a.shape)
        name = p.generic([c, a, b], a.dtype, a.shape, [f"%r = arith.select %x0, %x1, %x2 : {a.dtype}"])
        return p.finish(name, a.dtype, np.where(c.val, a.val, b.val), np.where(c.val, a.err, b.err), np.where(c.val, a.mag, b.mag))
    name = p.generic([a, b], a.dtype, a.shape, [f"%r = arith.{op} %x0, %x1 : {a.dtype}"])
    if kind != "float":
        return p.finish(name, a.dtype, binary_int(op, a, b))
    val = UFUNCS[op](a.val, b.val)
    if op in ("addf", "subf"):
        return p.rounded(name, a.dtype, val, a.err + b.err, a.mag + b.mag)
    if op == "mulf":
        mag = (a.mag + a.err) * (b.mag + b.err)
        return p.rounded(name, a.dtype, val, a.err * b.mag + a.mag * b.err + a.err * b.err, mag)
    err = np.maximum(a.err, b.err)
    return p.finish(name, a.dtype, val, err, np.abs(val) + err)


def binary_int(op, a, b):
    if op in ("maxui", "minui"):
        larger = unsigned(a.dtype, a.val) > unsigned(a.dtype, b.val)
        return np.where(larger == (op == "maxui"), a.val, b.val)
    val = UFUNCS[op](a.val, b.val)
    return wrap(INTS[a.dtype], val) if a.dtype in INTS else val


def unary(p, a, op):
    body = {
        "negf": [f"%r = arith.negf %x0 : {a.dtype}"],
        "absf": [f"%r = math.absf %x0 : {a.dtype}"],
        "square": [f"%r = arith.mulf %x0, %x0 : {a.dtype}"],
        "not": ["%t = arith.constant true", "%r = arith.xori %x0, %t : i1"],
    }.get(op, [f"%r = math.{op} %x0 : {a.dtype}"])
    if op == "exp" and a.val.size and (a.mag + a.err).max() > 6:
        raise Retry
    name = p.generic([a], a.dtype, a.shape, body)
    if op == "not":
        return p.finish(name, "i1", ~a.val)
    if op == "negf":
        return p.finish(name, a.dtype, -a.val, a.err, a.mag)
    if op == "absf":
        return p.finish(name, a.dtype, np.abs(a.val), a.err, np.abs(a.val) + a.err)
    if op == "square":
        return p.rounded(name, a.dtype, a.val**2, 2 * a.err * a.mag + a.err**2, (np.abs(a.val) + a.err) ** 2)
    if op == "tanh":
        return p.rounded(name, a.dtype, np.tanh(a.val), a.err, np.ones(a.shape))
    val = np.exp(a.val)
    return p.rounded(name, a.dtype, val, val * np.expm1(a.err), val * np.exp(a.err))


CASTS = [
    ("f32", "f64", "extf"),
    ("bf16", "f32", "extf"),
    ("f16", "f32", "extf"),
    ("f64", "f32", "truncf"),
    ("f32", "bf16", "truncf"),
    ("f32", "f16", "truncf"),
    ("i32", "f32", "sitofp"),
    ("i8", "f16", "sitofp"),
    ("i64", "f64", "sitofp"),
    ("i8", "i32", "extsi"),
    ("i8", "i64", "extui"),
    ("i64", "i32", "trunci"),
    ("i32", "i8", "trunci"),
    ("i1", "i32", "extui"),
    ("i1", "f32", "uitofp"),
]


def cast(p):
    x = p.pick([source for source, _, _ in CASTS])
    _, target, op = p.rng.choice([c for c in CASTS if c[0] == x.dtype])
    name = p.generic([x], target, x.shape, [f"%r = arith.{op} %x0 : {x.dtype} to {target}"])
    if target in INTS:
        val = x.val
        if op == "extui":
            val = unsigned(x.dtype, x.val).astype(np.int64) if x.dtype in INTS else -x.val
        return p.finish(name, target, wrap(INTS[target], val))
    val = -x.val if op == "uitofp" else x.val
    mag = np.abs(val).astype(np.float64) if not x.is_float else x.mag
    return p.rounded(name, target, val.astype(np.float64), x.err, mag)


def index(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    grid = np.broadcast_to(np.arange(x.shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(x.shape))]), x.shape)
    if len(x.shape) > 1 and p.rng.random() < 0.5:  # a causal mask
        other = (axis + 1) % len(x.shape)
        columns = np.broadcast_to(np.arange(x.shape[other]).reshape([-1 if d == other else 1 for d in range(len(x.shape))]), x.shape)
        zero = "0.0" if x.is_float else "0"
        name = p.generic(
            [x],
            x.dtype,
            x.shape,
            [
                f"%i = linalg.index {axis} : index",
                f"%j = linalg.index {other} : index",
                f"%z = arith.constant {zero} : {x.dtype}",
                "%c = arith.cmpi sge, %i, %j : index",
                f"%r = arith.select %c, %x0, %z : {x.dtype}",
            ],
        )
        keep = grid >= columns
        return p.finish(name, x.dtype, np.where(keep, x.val, 0), np.where(keep, x.err, 0), np.where(keep, x.mag, 0))
    if x.is_float:
        name = p.generic(
            [x],
            x.dtype,
            x.shape,
            [
                f"%i = linalg.index {axis} : index",
                "%n = arith.index_cast %i : index to i32",
                f"%f = arith.sitofp %n : i32 to {x.dtype}",
                f"%r = arith.addf %x0, %f : {x.dtype}",
            ],
        )
        return p.rounded(name, x.dtype, x.val + grid, x.err, x.mag + grid)
    name = p.generic(
        [x],
        x.dtype,
        x.shape,
        [f"%i = linalg.index {axis} : index", f"%n = arith.index_cast %i : index to {x.dtype}", f"%r = arith.addi %x0, %n : {x.dtype}"],
    )
    return p.finish(name, x.dtype, wrap(INTS[x.dtype], x.val + grid))


FAMILIES = {"elementwise": elementwise, "cast": cast, "index": index}
