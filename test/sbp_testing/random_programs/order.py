"""Which element is greater: nn.argmax, nn.top_k, nn.sort."""

import numpy as np

from .movement import moved
from .program import Retry
from .value import type_of


def exact(v):
    """Known to the last bit: which of two elements is greater hangs on nothing."""
    return len(v.shape) > 0 and not v.err.any()


def argmax(p):
    x = p.pick(accept=exact)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    val = np.argmax(-x.val if x.dtype == "i1" else x.val, axis)
    dtype, name = p.rng.choice(["i64", "i32"]), p.fresh()
    p.emit(f"{name} = nn.argmax {x.name} {{axis = {axis} : i64, {p.tag}}} : ({x.type}) -> {type_of(dtype, val.shape)}")
    return p.finish(name, dtype, val)


def ranks(x):
    """Integers in the order of the elements; of i1, true (-1) is above false."""
    return -x.val if x.dtype == "i1" else np.unique(x.val, return_inverse=True)[1].reshape(x.shape)


def top_k(p):
    """Now and then in blocks, whose candidates then come together: the same on any number of ranks."""
    x = p.pick(accept=exact)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    k, index = p.rng.randint(1, min(4, x.shape[axis])), p.rng.choice(["i64", "i32"])
    order = np.argsort(-ranks(x), axis, kind="stable").take(range(k), axis)

    def emit(operands, kinds, extent, more=""):
        shape = x.shape[:axis] + (extent,) + x.shape[axis + 1 :]
        names, types = (p.fresh(), p.fresh()), (type_of(x.dtype, shape), type_of(index, shape))
        p.emit(
            f"{', '.join(names)} = nn.top_k {' at '.join(operands)} {{axis = {axis} : i64, k = {k} : i64, {more}{p.tag}}} : "
            f"({', '.join(kinds)}) -> ({', '.join(types)})"
        )
        return names, types

    source = ((x.name,), (x.type,))
    if p.rng.random() < 0.6:
        blocks = p.rng.choice([2, 2, 3, 4, 6])
        source = emit(*source, blocks * k, f"blocks = {blocks} : i64, ")
    names, _ = emit(*source, k)
    p.finish(names[1], index, order)
    take = lambda v: np.take_along_axis(np.broadcast_to(v, x.shape), order, axis)
    return moved(p, names[0], x, take)


def sort(p):
    x = p.pick(accept=exact)
    axis, index = p.rng.randrange(len(x.shape)), p.rng.choice(["i64", "i32"])
    descending = p.rng.random() < 0.5
    order = np.argsort(-ranks(x) if descending else ranks(x), axis, kind="stable")
    names, kind = (p.fresh(), p.fresh()), type_of(index, x.shape)
    flags = ", ".join([f"axis = {axis} : i64", *["descending"] * descending, p.tag])
    p.emit(f"{', '.join(names)} = nn.sort {x.name} {{{flags}}} : ({x.type}) -> ({x.type}, {kind})")
    p.finish(names[1], index, order)
    return moved(p, names[0], x, lambda v: np.take_along_axis(np.broadcast_to(v, x.shape), order, axis))


FAMILIES = {"argmax": argmax, "top_k": top_k, "sort": sort}
