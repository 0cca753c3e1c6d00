"""States: what a step leaves for the next one. Every value is known as it is in the last of `p.steps` steps.

A state is updated from values that are the same in every step, so that it is known after any number of them.
"""

import numpy as np

from .program import BOXING_ROUNDINGS, Retry
from .value import FLOATS, INTS, TINY, wrap


def advance(op, step, val, err, mag):
    """The next value of a state, its error and magnitude."""
    if op == "replace":
        return step.val, step.err, step.mag
    if op == "max":
        err = np.maximum(err, step.err)
        val = np.maximum(val, step.val)
        return val, err, np.abs(val) + err
    if not step.is_float:
        return wrap(INTS[step.dtype], val + step.val), err, mag
    mag = mag + step.mag
    rounding = (1 + BOXING_ROUNDINGS) * (FLOATS[step.dtype] * mag + TINY[step.dtype])
    return val + step.val, err + step.err + rounding, mag


def state(p):
    """Something is added to a state, or the larger of both kept, or it takes its place."""
    if p.steps is None:
        raise Retry
    step = p.pick([*FLOATS, *INTS], accept=lambda v: not v.varies)
    before = p.read(p.input(step.dtype, step.shape, fed=False))
    before.state, before.first = before.name[1:], before.val
    op = p.rng.choice(["add", "max", "replace"])
    now = before.val, before.err, before.mag
    for _ in range(p.steps - 1):
        now = advance(op, step, *now)
    before.val, before.err, before.mag = now
    before.varies = True
    after = step
    if op != "replace":
        body = {"add": "addf", "max": "maximumf"} if step.is_float else {"add": "addi", "max": "maxsi"}
        p.varies = True  # so that no other state is updated from it
        name = p.generic([before, step], step.dtype, step.shape, [f"%r = arith.{body[op]} %x0, %x1 : {step.dtype}"])
        after = p.finish(name, step.dtype, *advance(op, step, *now))
    p.updates.append((before, after))


FAMILIES = {"state": state}
