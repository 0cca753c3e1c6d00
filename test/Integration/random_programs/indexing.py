"""Slices chosen by indices, and sums into them."""
import numpy as np

from .movement import moved
from .program import Retry
from .value import FLOATS, INTS, type_of, wrap


def gather(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), p.draw_shape(p.rng.choice([1, 1, 2])), x.shape[axis])
    p.read(ids)
    shape = x.shape[:axis] + ids.shape + x.shape[axis + 1:]
    name = p.fresh()
    p.emit(f"{name} = nn.gather {x.name}, {ids.name} {{axis = {axis} : i64, {p.tag}}} : ({x.type}, {ids.type}) -> "
           f"{type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: np.take(v, ids.val, axis))


def scatter(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    drops = p.rng.random() < 0.3
    if x.shape[axis] == 0 and not drops:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), p.draw_shape(p.rng.choice([0, 1, 1, 2]), low=0), x.shape[axis] + 2 * drops)
    p.read(ids)
    u = p.pick([x.dtype], shape=x.shape[:axis] + ids.shape + x.shape[axis + 1:])
    name = p.fresh()
    p.emit(f"{name} = nn.scatter_add {x.name}, {ids.name}, {u.name} {{axis = {axis} : i64, {'drop_outside, ' * drops}{p.tag}}} : "
           f"({x.type}, {ids.type}, {u.type}) -> {x.type}")
    rows = ids.val.reshape(-1)
    inside = rows < x.shape[axis]

    def run(table, updates):
        table = table.copy()
        flat = updates.reshape(x.shape[:axis] + (rows.size,) + x.shape[axis + 1:])
        np.add.at(np.moveaxis(table, axis, 0), rows[inside], np.moveaxis(flat, axis, 0)[inside])
        return table
    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val, u.val)))
    return p.rounded(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag), terms=rows.size + 1)


FAMILIES = {"gather": gather, "scatter": scatter}
