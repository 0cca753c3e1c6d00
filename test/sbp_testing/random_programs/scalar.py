"""Ops on scalars, with what they make of an error: the insides of a linalg body.

A function takes operands (Values of one shape) and gives the elements of the result, the error that theirs become and the
rounding that the op itself adds, in units of the magnitude of its result. It raises Retry where an operand is out of its
domain or not exact enough.
"""

import math

import numpy as np

from .program import Retry
from .value import FLOATS, INTS, Value, kind_of, unsigned, wrap


def require(condition):
    if not np.all(condition):
        raise Retry


def unary(function, slope, accept=lambda low, high: True):
    """`slope(low, high)`: a bound on the derivative between two values; a few units in the last place are the library's."""

    def apply(x):
        low, high = x.val - x.err, x.val + x.err
        require(accept(low, high))
        return function(x.val), x.err * slope(low, high), 4

    return apply


def product(a, b):
    return a.val * b.val, np.abs(a.val) * b.err + a.err * np.abs(b.val) + a.err * b.err, 1


def quotient(a, b):
    low = np.abs(b.val) - b.err
    require(low > 0.1)
    return a.val / b.val, (a.err + np.abs(a.val / b.val) * b.err) / low, 2


def extreme(function):
    return lambda a, b: (function(a.val, b.val), np.maximum(a.err, b.err), 0)


def exactly(function):
    """Of values that are known to the last bit."""

    def apply(*operands):
        require([not x.err.any() for x in operands])
        return function(*(x.val for x in operands)), 0.0, 0

    return apply


one = lambda low, high: 1.0
erf = np.vectorize(math.erf, otypes=[float])
FLOAT_OPS = {
    "arith.negf": (1, lambda x: (-x.val, x.err, 0)),
    "math.absf": (1, lambda x: (np.abs(x.val), x.err, 0)),
    "math.tanh": (1, unary(np.tanh, one)),
    "math.sin": (1, unary(np.sin, one, lambda low, high: np.abs(low) < 50)),
    "math.cos": (1, unary(np.cos, one, lambda low, high: np.abs(low) < 50)),
    "math.atan": (1, unary(np.arctan, one)),
    "math.erf": (1, unary(erf, lambda low, high: 1.13)),
    "math.exp": (1, unary(np.exp, lambda low, high: np.exp(high), lambda low, high: high < 6)),
    "math.sqrt": (1, unary(np.sqrt, lambda low, high: 0.5 / np.sqrt(low), lambda low, high: low > 0.1)),
    "math.rsqrt": (1, unary(lambda x: x**-0.5, lambda low, high: 0.5 * low**-1.5, lambda low, high: low > 0.1)),
    "math.log": (1, unary(np.log, lambda low, high: 1 / low, lambda low, high: low > 0.1)),
    "math.floor": (1, exactly(np.floor)),
    "math.ceil": (1, exactly(np.ceil)),
    "math.trunc": (1, exactly(np.trunc)),
    "math.roundeven": (1, exactly(np.rint)),
    "math.round": (1, exactly(lambda x: np.trunc(x + np.copysign(0.5, x)))),
    "arith.addf": (2, lambda a, b: (a.val + b.val, a.err + b.err, 1)),
    "arith.subf": (2, lambda a, b: (a.val - b.val, a.err + b.err, 1)),
    "arith.mulf": (2, product),
    "arith.divf": (2, quotient),
    "arith.maximumf": (2, extreme(np.maximum)),
    "arith.minimumf": (2, extreme(np.minimum)),
    "arith.maxnumf": (2, extreme(np.fmax)),
    "arith.minnumf": (2, extreme(np.fmin)),
}


INT_OPS = {
    "arith.addi": lambda dtype, a, b: a + b,
    "arith.subi": lambda dtype, a, b: a - b,
    "arith.muli": lambda dtype, a, b: a * b,
    "arith.andi": lambda dtype, a, b: a & b,
    "arith.ori": lambda dtype, a, b: a | b,
    "arith.xori": lambda dtype, a, b: a ^ b,
    "arith.maxsi": lambda dtype, a, b: np.maximum(a, b),
    "arith.minsi": lambda dtype, a, b: np.minimum(a, b),
    "arith.maxui": lambda dtype, a, b: np.where(unsigned(dtype, a) > unsigned(dtype, b), a, b),
    "arith.minui": lambda dtype, a, b: np.where(unsigned(dtype, a) < unsigned(dtype, b), a, b),
}
BY_CONSTANT = {
    "arith.divsi": lambda dtype, a, n: (np.abs(a) // n * np.sign(a)).astype(np.int64),
    "arith.remsi": lambda dtype, a, n: np.fmod(a, n),
    "arith.floordivsi": lambda dtype, a, n: a // n,
    "arith.ceildivsi": lambda dtype, a, n: -(-a // n),
    "arith.divui": lambda dtype, a, n: (unsigned(dtype, a) // np.uint64(n)).astype(np.int64),
    "arith.remui": lambda dtype, a, n: (unsigned(dtype, a) % np.uint64(n)).astype(np.int64),
    "arith.shli": lambda dtype, a, n: a << n,
    "arith.shrsi": lambda dtype, a, n: a >> n,
    "arith.shrui": lambda dtype, a, n: (unsigned(dtype, a) >> np.uint64(n)).astype(np.int64),
}
BOOL_OPS = {"arith.andi": np.bitwise_and, "arith.ori": np.bitwise_or, "arith.xori": np.bitwise_xor}
COMPARE_FLOAT = {"ogt": np.greater, "olt": np.less, "oge": np.greater_equal, "ole": np.less_equal, "oeq": np.equal, "une": np.not_equal}
COMPARE_INT = {
    "sgt": np.greater,
    "slt": np.less,
    "sge": np.greater_equal,
    "sle": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "ugt": np.greater,
    "ult": np.less,
}
CASTS = {
    ("f32", "f64"): "arith.extf",
    ("bf16", "f32"): "arith.extf",
    ("f16", "f32"): "arith.extf",
    ("f64", "f32"): "arith.truncf",
    ("f32", "bf16"): "arith.truncf",
    ("f32", "f16"): "arith.truncf",
    ("i32", "f32"): "arith.sitofp",
    ("i8", "f16"): "arith.sitofp",
    ("i8", "i32"): "arith.extsi",
    ("i64", "i32"): "arith.trunci",
    ("i32", "i8"): "arith.trunci",
    ("i8", "i64"): "arith.extui",
    ("i1", "i32"): "arith.extui",
    ("i1", "f32"): "arith.uitofp",
}


class Body:
    """The lines of a body, grown op by op; `values` are its scalars as tensors over the loops."""

    def __init__(self, p, arguments, shape):
        self.p, self.lines, self.values, self.shape = p, [], list(arguments), shape

    def pick(self, dtypes=None):
        fits = [v for v in self.values if dtypes is None or v.dtype in dtypes]
        if not fits:
            raise Retry
        return self.p.rng.choice(fits)

    def add(self, dtype, text, val, err=0.0, units=0):
        val = np.broadcast_to(val, self.shape)
        if dtype in FLOATS:
            require(np.isfinite(val))
            err = err + (units * FLOATS[dtype] * (np.abs(val) + err) if units else 0.0)
            require(np.abs(val) + err < 1e3)
        name = f"%y{len(self.values)}"
        self.lines.append(f"{name} = {text}")
        self.values.append(Value(name, dtype, val, err if dtype in FLOATS else None))

    def constant(self, dtype, number):
        name = f"%c{len(self.lines)}"
        self.lines.append(f"{name} = arith.constant {f'{number:.6e}' if dtype in FLOATS else number} : {dtype}")
        return Value(name, dtype, np.full(self.shape, number))

    def operand(self, dtype):
        """Of the type, now and then a constant."""
        if dtype != "i1" and self.p.rng.random() < 0.25:
            number = self.p.rng.choice([0, 1, -1, 2, 3] + [0.5, -0.25] * (dtype in FLOATS))
            return self.constant(dtype, number)
        return self.pick([dtype])

    def grow(self):
        """Adds one op."""
        rng = self.p.rng
        kind = rng.choice(["op", "op", "op", "compare", "select", "cast"])
        x = self.pick()
        if kind == "op":
            return self.add_op(x)
        if kind == "compare":
            return self.add_comparison(x)
        if kind == "select":
            condition, other = self.pick(["i1"]), self.operand(x.dtype)
            val, err = (np.where(condition.val, getattr(x, f), getattr(other, f)) for f in ("val", "err"))
            return self.add(x.dtype, f"arith.select {condition.name}, {x.name}, {other.name} : {x.dtype}", val, err)
        casts = [(to, op) for (source, to), op in CASTS.items() if source == x.dtype]
        if not casts:
            raise Retry
        to, op = rng.choice(casts)
        val = -x.val if x.dtype == "i1" else unsigned(x.dtype, x.val).astype(np.int64) if op == "arith.extui" else x.val
        val = wrap(INTS[to], val) if to in INTS else val
        return self.add(to, f"{op} {x.name} : {x.dtype} to {to}", val, x.err, 1 if to in FLOATS and op != "arith.extf" else 0)

    def add_op(self, x):
        rng = self.p.rng
        if kind_of(x.dtype) == "float":
            op = rng.choice(sorted(FLOAT_OPS))
            count, function = FLOAT_OPS[op]
            operands = [x] if count == 1 else [x, self.operand(x.dtype)]
            val, err, units = function(*operands)
            return self.add(x.dtype, f"{op} {', '.join(v.name for v in operands)} : {x.dtype}", val, err, units)
        if kind_of(x.dtype) == "bool":
            op, other = rng.choice(sorted(BOOL_OPS)), self.pick(["i1"])
            return self.add("i1", f"{op} {x.name}, {other.name} : i1", BOOL_OPS[op](x.val, other.val))
        op = rng.choice(sorted(INT_OPS) + sorted(BY_CONSTANT))
        other = self.operand(x.dtype) if op in INT_OPS else self.constant(x.dtype, rng.randint(1, 6))
        with np.errstate(over="ignore"):
            val = (INT_OPS | BY_CONSTANT)[op](x.dtype, x.val, other.val)
        return self.add(x.dtype, f"{op} {x.name}, {other.name} : {x.dtype}", wrap(INTS[x.dtype], val))

    def add_comparison(self, x):
        other = self.operand(x.dtype)
        table, op = (COMPARE_FLOAT, "arith.cmpf") if x.is_float else (COMPARE_INT, "arith.cmpi")
        predicate = self.p.rng.choice(sorted(table))
        if x.is_float:
            require(not x.err.any() and not other.err.any())
        left, right = x.val, other.val
        if x.dtype == "i1":  # true is -1 where signs count
            predicate = self.p.rng.choice(["eq", "ne"])
        if predicate[0] == "u" and x.dtype in INTS:
            left, right = unsigned(x.dtype, left), unsigned(x.dtype, right)
        val = -table[predicate](left, right).astype(np.int64)
        self.add("i1", f"{op} {predicate}, {x.name}, {other.name} : {x.dtype}", val)
