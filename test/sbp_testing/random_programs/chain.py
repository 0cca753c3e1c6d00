"""Long chains of ops of which each one reads what the last ones gave: every value is read up to four times."""

import numpy as np

from .value import FLOATS, INTS, TINY, Value, wrap

READS = 4  # of one value, at most
NEAR = 5  # how many of the last values an op may read
LARGE = 8  # of a float: what would be larger is a mean instead
UNSURE = 1e-3  # an error bound above it too: products of products would double it each time
INT_OPS = {"addi": np.add, "subi": np.subtract, "muli": np.multiply, "xori": np.bitwise_xor, "maxsi": np.maximum, "minsi": np.minimum}


def chain(p):
    """Two to 200 ops; the last value is one of the program, and sometimes one of the middle."""
    first = p.pick(["f64", "f32", "i64", "i32", "i8"], rank=p.rng.randint(0, 2), accept=is_small)
    second = p.pick([first.dtype], shape=first.shape, accept=is_small)
    near, reads = [first, second], {}
    length = p.rng.choice([p.rng.randint(2, 12), p.rng.randint(12, 60), p.rng.randint(60, 200)])
    kept = p.rng.randrange(2 * length)
    for i in range(length):
        free = [v for v in near if reads.get(v.name, 0) < READS]
        operands = [free[-1], *(p.rng.choice(free) for _ in range(2))]
        p.rng.shuffle(operands)
        value, used = step_int(p, operands) if first.dtype in INTS else step_float(p, operands)
        for v in used:
            reads[v.name] = reads.get(v.name, 0) + 1
        near = [*near[1 - NEAR :], value]
        if i in (kept, length - 1):
            p.finish(value.name, value.dtype, value.val, value.err, value.mag)


def is_small(value):
    return value.dtype in INTS or not ((value.mag > LARGE) | (value.err > UNSURE)).any()


def step_int(p, operands):
    a, b = operands[:2]
    op = p.rng.choice(sorted(INT_OPS))
    name = p.generic([a, b], a.dtype, a.shape, [f"%r = arith.{op} %x0, %x1 : {a.dtype}"])
    return Value(name, a.dtype, wrap(INTS[a.dtype], INT_OPS[op](a.val, b.val))), [a, b]


def step_float(p, operands):
    a, b, c = operands
    t = a.dtype
    product = (a.mag + a.err) * (b.mag + b.err)
    moved = a.err * b.mag + a.mag * b.err + a.err * b.err
    op = p.rng.choice(["addf", "subf", "mulf", "maximumf", "negf", "fma", "mean"])
    sizes = {"addf": a.mag + b.mag, "subf": a.mag + b.mag, "mulf": product, "fma": product + c.mag}
    if op in sizes and ((sizes[op] > LARGE) | (moved + a.err + b.err + c.err > UNSURE)).any():
        op = "mean"
    if op == "mean":
        body = [f"%h = arith.constant 0.5 : {t}", f"%s = arith.addf %x0, %x1 : {t}", f"%r = arith.mulf %s, %h : {t}"]
        return rounded(p, [a, b], body, (a.val + b.val) / 2, (a.err + b.err) / 2, (a.mag + b.mag) / 2), [a, b]
    if op == "fma":
        body = [f"%m = arith.mulf %x0, %x1 : {t}", f"%r = arith.addf %m, %x2 : {t}"]
        return rounded(p, [a, b, c], body, a.val * b.val + c.val, moved + c.err, product + c.mag), [a, b, c]
    if op == "negf":
        return rounded(p, [a], [f"%r = arith.negf %x0 : {t}"], -a.val, a.err, a.mag), [a]
    body = [f"%r = arith.{op} %x0, %x1 : {t}"]
    if op == "mulf":
        return rounded(p, [a, b], body, a.val * b.val, moved, product), [a, b]
    if op == "maximumf":
        return rounded(p, [a, b], body, np.maximum(a.val, b.val), np.maximum(a.err, b.err), np.maximum(a.mag, b.mag)), [a, b]
    val = a.val + b.val if op == "addf" else a.val - b.val
    return rounded(p, [a, b], body, val, a.err + b.err, a.mag + b.mag), [a, b]


def rounded(p, operands, body, val, err, mag):
    """A value between two ops of the chain: one rounding more, or two for two ops."""
    t, shape = operands[0].dtype, operands[0].shape
    name = p.generic(operands, t, shape, body)
    return Value(name, t, val, err + 2 * (FLOATS[t] * mag + TINY[t]), mag)


FAMILIES = {"chain": chain}
