"""Slices chosen by indices, sums into them, and what replaces them."""

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
    shape = x.shape[:axis] + ids.shape + x.shape[axis + 1 :]
    name = p.fresh()
    p.emit(
        f"{name} = nn.gather {x.name}, {ids.name} {{axis = {axis} : i64, {p.tag}}} : ({x.type}, {ids.type}) -> {type_of(x.dtype, shape)}"
    )
    return moved(p, name, x, lambda v: np.take(v, ids.val, axis))


def draw_written(p, op, x):
    """Emits `op`, which writes slices into `x`: (the axis, positions, slices, the result's name)."""
    axis = p.rng.randrange(len(x.shape))
    drops = p.rng.random() < 0.3
    if x.shape[axis] == 0 and not drops:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), p.draw_shape(p.rng.choice([0, 1, 1, 2]), low=0), x.shape[axis] + 2 * drops)
    p.read(ids)
    u = p.pick([x.dtype], shape=x.shape[:axis] + ids.shape + x.shape[axis + 1 :])
    name = p.fresh()
    p.emit(
        f"{name} = nn.{op} {x.name}, {ids.name}, {u.name} {{axis = {axis} : i64, {'drop_outside, ' * drops}{p.tag}}} : "
        f"({x.type}, {ids.type}, {u.type}) -> {x.type}"
    )
    return axis, ids, u, name


def scatter(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis, ids, u, name = draw_written(p, "scatter_add", x)
    rows = ids.val.reshape(-1)
    inside = rows < x.shape[axis]

    def run(table, updates):
        table = table.copy()
        flat = updates.reshape(x.shape[:axis] + (rows.size,) + x.shape[axis + 1 :])
        np.add.at(np.moveaxis(table, axis, 0), rows[inside], np.moveaxis(flat, axis, 0)[inside])
        return table

    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val, u.val)))
    return p.rounded(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag), terms=rows.size + 1)


def replace(table, rows, updates, axis):
    """`table` with slices along `axis` replaced, one after the other; rows outside are left out."""
    table = table.copy()
    flat = updates.reshape(table.shape[:axis] + (rows.size,) + table.shape[axis + 1 :])
    into, slices = np.moveaxis(table, axis, 0), np.moveaxis(flat, axis, 0)
    for number, row in enumerate(rows.reshape(-1)):
        if row < table.shape[axis]:
            into[row] = slices[number]
    return table


def put(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    axis, ids, u, name = draw_written(p, "scatter", x)
    run = lambda table, updates: replace(table, ids.val, updates, axis)
    return p.finish(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag))


def draw_batched(p, shape):
    """An axis with dimensions in front, and the shape of indices that share some of them."""
    axis = p.rng.randrange(1, len(shape))
    batch = p.rng.randint(1, axis)
    return axis, batch, shape[:batch] + p.draw_shape(p.rng.choice([0, 1, 1, 2]))


def each_batch(function, batch, table, ids, *more):
    """`function` on the slices of every position of the batch."""
    return [function(table[at], ids[at], *(value[at] for value in more)) for at in np.ndindex(ids.shape[:batch])]


def batched_gather(p):
    x = p.pick(accept=lambda v: len(v.shape) > 1)
    axis, batch, ids_shape = draw_batched(p, x.shape)
    if x.shape[axis] == 0 or 0 in x.shape[:batch]:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), ids_shape, x.shape[axis])
    p.read(ids)
    shape = x.shape[:axis] + ids.shape[batch:] + x.shape[axis + 1 :]
    name = p.fresh()
    p.emit(
        f"{name} = nn.gather {x.name}, {ids.name} {{axis = {axis} : i64, batch_dims = {batch} : i64, {p.tag}}} : "
        f"({x.type}, {ids.type}) -> {type_of(x.dtype, shape)}"
    )

    def run(v):
        return np.stack(each_batch(lambda data, at: np.take(data, at, axis - batch), batch, v, ids.val)).reshape(shape)

    return moved(p, name, x, run)


def batched_scatter(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 1)
    axis, batch, ids_shape = draw_batched(p, x.shape)
    if x.shape[axis] == 0 or 0 in x.shape[:batch]:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), ids_shape, x.shape[axis] + 2)
    p.read(ids)
    u = p.pick([x.dtype], shape=x.shape[:axis] + ids.shape[batch:] + x.shape[axis + 1 :])
    name = p.fresh()
    p.emit(
        f"{name} = nn.scatter_add {x.name}, {ids.name}, {u.name} {{axis = {axis} : i64, batch_dims = {batch} : i64, drop_outside, "
        f"{p.tag}}} : ({x.type}, {ids.type}, {u.type}) -> {x.type}"
    )
    inner = axis - batch

    def add(table, at, updates):
        table, at = table.copy(), at.reshape(-1)
        inside = at < table.shape[inner]
        flat = updates.reshape(table.shape[:inner] + (at.size,) + table.shape[inner + 1 :])
        np.add.at(np.moveaxis(table, inner, 0), at[inside], np.moveaxis(flat, inner, 0)[inside])
        return table

    def run(table, updates):
        return np.stack(each_batch(add, batch, table, ids.val, updates)).reshape(x.shape)

    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val, u.val)))
    terms = int(np.prod(ids.shape[batch:])) + 1
    return p.rounded(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag), terms=terms)


def batched_put(p):
    x = p.pick(accept=lambda v: len(v.shape) > 1)
    axis, batch, ids_shape = draw_batched(p, x.shape)
    if x.shape[axis] == 0 or 0 in x.shape[:batch]:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), ids_shape, x.shape[axis] + 2)
    p.read(ids)
    u = p.pick([x.dtype], shape=x.shape[:axis] + ids.shape[batch:] + x.shape[axis + 1 :])
    name = p.fresh()
    p.emit(
        f"{name} = nn.scatter {x.name}, {ids.name}, {u.name} {{axis = {axis} : i64, batch_dims = {batch} : i64, drop_outside, "
        f"{p.tag}}} : ({x.type}, {ids.type}, {u.type}) -> {x.type}"
    )

    def run(table, updates):
        slices = each_batch(lambda t, at, values: replace(t, at, values, axis - batch), batch, table, ids.val, updates)
        return np.stack(slices).reshape(x.shape)

    return p.finish(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag))


FAMILIES = {
    "gather": gather,
    "scatter": scatter,
    "batched_gather": batched_gather,
    "batched_scatter": batched_scatter,
    "put": put,
    "batched_put": batched_put,
}
