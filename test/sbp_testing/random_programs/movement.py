"""Elements that are only rearranged."""

import numpy as np

from .program import SIZES, Retry
from .value import type_of


def moved(p, name, x, function):
    """A result whose elements are those of `x`, rearranged."""
    return p.finish(name, x.dtype, function(x.val), function(x.err), function(x.mag))


def broadcast(p):
    x = p.pick(accept=lambda v: len(v.shape) < 3)
    axis, size = p.rng.randint(0, len(x.shape)), p.rng.choice(SIZES)
    shape = x.shape[:axis] + (size,) + x.shape[axis:]
    empty, name, kind = p.empty(x.dtype, shape), p.fresh(), type_of(x.dtype, shape)
    p.emit(f"{name} = linalg.broadcast ins({x.name} : {x.type}) outs({empty} : {kind}) dimensions = [{axis}] {{{p.tag}}}")
    return moved(p, name, x, lambda v: np.broadcast_to(np.expand_dims(v, axis), shape))


def transpose(p):
    x = p.pick(accept=lambda v: len(v.shape) > 1)
    order = list(range(len(x.shape)))
    p.rng.shuffle(order)
    shape = tuple(x.shape[d] for d in order)
    empty, name, kind = p.empty(x.dtype, shape), p.fresh(), type_of(x.dtype, shape)
    p.emit(f"{name} = linalg.transpose ins({x.name} : {x.type}) outs({empty} : {kind}) permutation = {order} {{{p.tag}}}")
    return moved(p, name, x, lambda v: v.transpose(order))


def reshape(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    name = p.fresh()
    if len(x.shape) > 1 and p.rng.random() < 0.5:
        at = p.rng.randrange(len(x.shape) - 1)
        shape = x.shape[:at] + (x.shape[at] * x.shape[at + 1],) + x.shape[at + 2 :]
        groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d] for d in range(at + 2, len(x.shape))]
        p.emit(f"{name} = tensor.collapse_shape {x.name} {groups} {{{p.tag}}} : {x.type} into {type_of(x.dtype, shape)}")
    else:
        at = p.rng.randrange(len(x.shape))
        factor = p.rng.choice([f for f in range(1, max(x.shape[at], 1) + 1) if x.shape[at] % f == 0])
        shape = x.shape[:at] + (factor, x.shape[at] // factor) + x.shape[at + 1 :]
        groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d + 1] for d in range(at + 1, len(x.shape))]
        p.emit(
            f"{name} = tensor.expand_shape {x.name} {groups} output_shape {list(shape)} {{{p.tag}}} : {x.type} into "
            f"{type_of(x.dtype, shape)}"
        )
    return moved(p, name, x, lambda v: v.reshape(shape))


def draw_slice(p, shape, strided=True):
    offsets, sizes, strides = [], [], []
    for extent in shape:
        if extent == 0 or p.rng.random() < 0.5:
            offset, size, stride = 0, extent, 1
        else:
            offset, stride = p.rng.randrange(extent), p.rng.choice([1, 1, 2]) if strided else 1
            size = p.rng.randint(1, (extent - offset + stride - 1) // stride)
        offsets.append(offset), sizes.append(size), strides.append(stride)
    index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in zip(offsets, sizes, strides))
    return f"{offsets} {sizes} {strides}", tuple(sizes), index


def cut(p, draw=draw_slice):
    """A slice; `draw` gives its text, its shape and where it lies."""
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw(p, x.shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.extract_slice {x.name}{text} {{{p.tag}}} : {x.type} to {type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: v[index].reshape(shape))


def insert(p, draw=draw_slice):
    """A slice that is replaced; `draw` as that of `cut`."""
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw(p, x.shape)
    s = p.pick([x.dtype], shape=shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.insert_slice {s.name} into {x.name}{text} {{{p.tag}}} : {s.type} into {x.type}")

    def place(into, part):
        into = into.copy()
        into[index] = np.reshape(part, into[index].shape)
        return into

    return p.finish(name, x.dtype, place(x.val, s.val), place(x.err, s.err), place(x.mag, s.mag))


def concat(p):
    a = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(a.shape))
    b = p.pick([a.dtype], shape=a.shape[:axis] + (p.rng.choice(SIZES),) + a.shape[axis + 1 :])
    parts = [a, b]
    p.rng.shuffle(parts)
    join = lambda pieces: np.concatenate(pieces, axis)
    val = join([v.val for v in parts])
    name = p.fresh()
    p.emit(
        f"{name} = tensor.concat dim({axis}) {parts[0].name}, {parts[1].name} {{{p.tag}}} : "
        f"({parts[0].type}, {parts[1].type}) -> {type_of(a.dtype, val.shape)}"
    )
    return p.finish(name, a.dtype, val, join([v.err for v in parts]), join([v.mag for v in parts]))


def pad(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    low = [p.rng.choice([0, 0, 1, 2]) for _ in x.shape]
    high = [p.rng.choice([0, 0, 1, 3]) for _ in x.shape]
    number = p.rng.choice([0, 0, 1]) if x.dtype != "i1" else 0
    return p.padded(x, low, high, number)


FAMILIES = {
    "broadcast": broadcast,
    "transpose": transpose,
    "reshape": reshape,
    "slice": cut,
    "insert": insert,
    "concat": concat,
    "pad": pad,
}
