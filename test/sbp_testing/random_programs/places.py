"""Slices at computed places."""

from .movement import cut, insert


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


FAMILIES = {"slice_at": lambda p: cut(p, draw_slice), "insert_at": lambda p: insert(p, draw_slice)}
