"""linalg.reduce with every combiner."""

import numpy as np

from .elementwise import UFUNCS
from .value import INTS, kind_of, unsigned, wrap

REDUCTIONS = {
    "float": ["addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"],
    "int": ["addi", "muli", "maxsi", "minsi", "maxui", "minui"],
    "bool": ["andi", "ori"],
}


def fold(op, dtype, init, x, axis):
    """Integer or bool reduction, wrapped after each step."""
    result = init.copy()
    for part in np.moveaxis(x, axis, 0):
        if op in ("maxui", "minui"):
            larger = unsigned(dtype, result) > unsigned(dtype, part)
            result = np.where(larger == (op == "maxui"), result, part)
        else:
            result = UFUNCS[op](result, part)
            result = wrap(INTS[dtype], result) if dtype in INTS else result
    return result


def reduction(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    op = p.rng.choice(REDUCTIONS[kind_of(x.dtype)])
    shape = x.shape[:axis] + x.shape[axis + 1 :]
    init = p.zeros(x.dtype, shape) if op in ("addf", "addi") and p.rng.random() < 0.5 else p.pick([x.dtype], shape=shape)
    name = p.fresh()
    p.emit(
        f"{name} = linalg.reduce {{ arith.{op} }} ins({x.name} : {x.type}) outs({init.name} : {init.type}) "
        f"dimensions = [{axis}] {{{p.tag}}}"
    )
    if not x.is_float:
        return p.finish(name, x.dtype, fold(op, x.dtype, init.val, x.val, axis))
    val = UFUNCS[op](
        init.val,
        UFUNCS[op].reduce(x.val, axis, initial={"addf": 0.0, "mulf": 1.0}.get(op)) if op in ("addf", "mulf") or x.shape[axis] else init.val,
    )
    if op == "addf":
        return p.rounded(name, x.dtype, val, init.err + x.err.sum(axis), init.mag + x.mag.sum(axis), x.shape[axis])
    if op == "mulf":
        high = (init.mag + init.err) * (x.mag + x.err).prod(axis)
        low = init.mag * x.mag.prod(axis)
        return p.rounded(name, x.dtype, val, high - low, high, x.shape[axis])
    err = np.maximum(init.err, x.err.max(axis, initial=0.0))
    return p.finish(name, x.dtype, val, err, np.abs(val) + err)


FAMILIES = {"reduction": reduction}
