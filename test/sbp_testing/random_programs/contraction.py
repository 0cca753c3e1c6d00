"""Matrix products, named and as a generic."""

import numpy as np

from .program import SIZES
from .value import FLOATS, INTS, type_of, wrap


def einsum(text, a, b, is_float):
    return np.einsum(text, a, b) if is_float else np.einsum(text, a, b, dtype=np.int64)


def product_error(multiply, a, b):
    """The error of a bilinear function of two inexact values."""
    return multiply(a.mag, b.err) + multiply(a.err, b.mag) + multiply(a.err, b.err)


def contraction(p):
    source = p.rng.choice([*FLOATS, *INTS])
    result = {"bf16": p.rng.choice(["bf16", "f32"]), "i8": p.rng.choice(["i8", "i32"])}.get(source, source)
    text, op = p.rng.choice(
        [("ij,jk->ik", "matmul"), ("bij,bjk->bik", "batch_matmul"), ("ij,j->i", "matvec"), ("j,ji->i", "vecmat"), ("abj,jc->abc", None)]
    )
    left, right, out = text.replace("->", ",").split(",")
    a = p.pick([source], rank=len(left))
    sizes = dict(zip(left, a.shape))
    sizes.update({x: p.rng.choice(SIZES) for x in right if x not in sizes})
    b = p.pick([source], shape=[sizes[x] for x in right])
    shape = tuple(sizes[x] for x in out)
    init = p.zeros(result, shape) if p.rng.random() < 0.6 else p.pick([result], shape=shape)
    if op:
        name = p.fresh()
        kind = type_of(result, shape)
        p.emit(f"{name} = linalg.{op} {{{p.tag}}} ins({a.name}, {b.name} : {a.type}, {b.type}) outs({init.name} : {kind}) -> {kind}")
    else:
        order = sorted(sizes)
        maps = [len(order), *([order.index(x) for x in side] for side in (left, right, out))]
        suffix = "f" if source in FLOATS else "i"
        widen = [f"%w{i} = arith.ext{'f' if suffix == 'f' else 'si'} %x{i} : {source} to {result}" for i in (0, 1)]
        factors = ("%w0", "%w1") if source != result else ("%x0", "%x1")
        body = (widen if source != result else []) + [
            f"%m = arith.mul{suffix} {factors[0]}, {factors[1]} : {result}",
            f"%r = arith.add{suffix} %o, %m : {result}",
        ]
        name = p.generic([a, b], result, shape, body, maps, ["parallel" if x in out else "reduction" for x in order], init)
    if source in INTS:
        return p.finish(name, result, wrap(INTS[result], init.val + einsum(text, a.val, b.val, False)))
    val = init.val + einsum(text, a.val, b.val, True)
    err = init.err + product_error(lambda left, right: einsum(text, left, right, True), a, b)
    mag = init.mag + einsum(text, a.mag + a.err, b.mag + b.err, True)
    return p.rounded(name, result, val, err, mag, terms=sizes["j"] + 2)


FAMILIES = {"contraction": contraction}
