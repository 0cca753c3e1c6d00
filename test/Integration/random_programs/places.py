"""Slices at computed places."""

import numpy as np

from .movement import moved
from .program import Retry
from .value import type_of


def draw_place(p, extent, size, stride):
    """The name of a place in a dimension, and where it is: an input as it is, or a number computed from it that may be outside."""
    last = extent - (size - 1) * stride
    computes = p.rng.random() < 0.5
    at = p.input("i64", (), extent if computes else last)
    p.read(at)
    number, index = p.fresh(), p.fresh()
    p.emit(f"{number} = tensor.extract {at.name}[] : {at.type}")
    place = int(at.val)
    if computes:
        two, three, twice, less = p.constant("i64", "2"), p.constant("i64", "3"), p.fresh(), p.fresh()
        p.emit(f"{twice} = arith.muli {number}, {two} : i64")
        p.emit(f"{less} = arith.subi {twice}, {three} : i64")
        number, place = less, min(max(2 * place - 3, 0), last - 1)
    p.emit(f"{index} = arith.index_cast {number} : i64 to index")
    return index, place


def draw_slice(p, shape):
    """The slice as text with the shape it has and where it lies; some dimensions of one element are dropped."""
    places, sizes, strides, index, kept = [], [], [], [], []
    for extent in shape:
        name, place, size, stride = "0", 0, extent, 1
        if p.rng.random() < 0.6:
            stride = p.rng.choice([1, 1, 1, 2])
            size = p.rng.choice([1, 1, p.rng.randint(1, (extent + stride - 1) // stride)])
            name, place = draw_place(p, extent, size, stride)
        places.append(name), sizes.append(size), strides.append(stride)
        index.append(slice(place, place + (size - 1) * stride + 1, stride))
        kept.append(size != 1 or stride != 1 or p.rng.random() < 0.5)
    text = f"[{', '.join(places)}] {sizes} {strides}"
    return text, tuple(size for size, keeps in zip(sizes, kept) if keeps), tuple(index)


def slice_at(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw_slice(p, x.shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.extract_slice {x.name}{text} {{{p.tag}}} : {x.type} to {type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: v[index].reshape(shape))


def insert_at(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw_slice(p, x.shape)
    s = p.pick([x.dtype], shape=shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.insert_slice {s.name} into {x.name}{text} {{{p.tag}}} : {s.type} into {x.type}")

    def place(into, part):
        into = into.copy()
        into[index] = np.reshape(part, into[index].shape)
        return into

    return p.finish(name, x.dtype, place(x.val, s.val), place(x.err, s.err), place(x.mag, s.mag))


FAMILIES = {"slice_at": slice_at, "insert_at": insert_at}
