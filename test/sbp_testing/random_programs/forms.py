"""The same few functions in every form a user may write them: arith and math on tensors, named linalg ops, linalg.map; and
constants and layouts that come about at level 0: dense values, tensor.splat, dims merged or split at once, slices that drop dims.
"""

import numpy as np

from .movement import draw_slice, moved
from .program import Retry
from .value import FLOATS, INTS, type_of, wrap

NAMED = {
    "float": {"add": "addf", "sub": "subf", "mul": "mulf", "max": "maximumf", "min": "minimumf"},
    "int": {"add": "addi", "sub": "subi", "mul": "muli", "max": "maxsi", "min": "minsi"},
}
FUNCTIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum}


def pointwise(p):
    """An op of two tensors of one shape."""
    a = p.pick([*FLOATS, *INTS])
    b = p.pick([a.dtype], shape=a.shape)
    kind = "float" if a.is_float else "int"
    op, form, name = p.rng.choice(sorted(NAMED[kind])), p.rng.choice(["tensor", "named", "map", "elementwise"]), p.fresh()
    scalar = f"arith.{NAMED[kind][op]}"
    if form == "tensor":
        p.emit(f"{name} = {scalar} {a.name}, {b.name} {{{p.tag}}} : {a.type}")
    else:
        ins, init = f"ins({a.name}, {b.name} : {a.type}, {b.type})", p.empty(a.dtype, a.shape)
        outs = f"outs({init} : {a.type})"
        if form == "named":
            p.emit(f"{name} = linalg.{op} {{{p.tag}}} {ins} {outs} -> {a.type}")
        elif form == "map":
            p.emit(f"{name} = linalg.map {{ {scalar} }} {ins} {outs} {{{p.tag}}}")
        else:
            word = {"max": "max_signed", "min": "min_signed"}.get(op, op)
            p.emit(f"{name} = linalg.elementwise kind=#linalg.elementwise_kind<{word}> {{{p.tag}}} {ins} {outs} -> {a.type}")
    val = FUNCTIONS[op](a.val, b.val)
    if not a.is_float:
        return p.finish(name, a.dtype, wrap(INTS[a.dtype], val))
    if op in ("max", "min"):
        err = np.maximum(a.err, b.err)
        return p.finish(name, a.dtype, val, err, np.abs(val) + err)
    if op == "mul":
        return p.rounded(name, a.dtype, val, a.err * b.mag + a.mag * b.err + a.err * b.err, (a.mag + a.err) * (b.mag + b.err))
    return p.rounded(name, a.dtype, val, a.err + b.err, a.mag + b.mag)


def constant(p):
    """Elements in the text, equal or not, and more than fit into a kernel."""
    dtype, shape = p.rng.choice([*FLOATS, *INTS, "i1"]), p.draw_shape(low=0)
    elements = [
        p.rng.randint(0, 1) if dtype == "i1" else p.rng.randint(-6, 6) / (4 if dtype in FLOATS else 1) for _ in range(int(np.prod(shape)))
    ]
    if p.rng.random() < 0.3:
        elements = elements[:1] * len(elements)
    val = np.array(elements).reshape(shape) if elements else np.zeros(shape)
    words = (lambda v: str(bool(v)).lower()) if dtype == "i1" else (lambda v: f"{v:.2f}") if dtype in FLOATS else (lambda v: str(int(v)))

    def write(v):
        return words(v) if v.ndim == 0 else "[" + ", ".join(write(x) for x in v) + "]"

    name, kind = p.fresh(), type_of(dtype, shape)
    if not elements:
        p.emit(f"{name} = arith.constant dense<> : {kind}")
    elif len(set(elements)) == 1 and p.rng.random() < 0.5:
        scalar = p.constant(dtype, words(elements[0]))
        p.emit(f"{name} = tensor.splat {scalar} {{{p.tag}}} : {kind}")
    else:
        p.emit(f"{name} = arith.constant dense<{write(val)}> : {kind}")
    return p.finish(name, dtype, -val.astype(np.int64) if dtype == "i1" else val)


def relayout(p):
    """All dims in one, or one in three, or a slice that drops dims of one element."""
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if p.rng.random() < 0.5:
        name, count = p.fresh(), x.val.size
        if len(x.shape) > 1:
            shape = (count,)
            p.emit(
                f"{name} = tensor.collapse_shape {x.name} [{list(range(len(x.shape)))}] {{{p.tag}}} : {x.type} into {type_of(x.dtype, shape)}"
            )
        else:
            divide = lambda n: p.rng.choice([f for f in range(1, max(n, 1) + 1) if n % f == 0])
            low = divide(count)
            middle = divide(count // low)
            shape = (low, middle, count // low // middle)
            p.emit(
                f"{name} = tensor.expand_shape {x.name} [[0, 1, 2]] output_shape {list(shape)} {{{p.tag}}} : {x.type} into "
                f"{type_of(x.dtype, shape)}"
            )
        return moved(p, name, x, lambda v: v.reshape(shape))
    if 0 in x.shape:
        raise Retry
    text, sizes, index = draw_slice(p, x.shape)
    keep = [d for d, size in enumerate(sizes) if size != 1 or p.rng.random() < 0.4]
    shape, name = tuple(sizes[d] for d in keep), p.fresh()
    if p.rng.random() < 0.6:
        p.emit(f"{name} = tensor.extract_slice {x.name}{text} {{{p.tag}}} : {x.type} to {type_of(x.dtype, shape)}")
        return moved(p, name, x, lambda v: v[index].reshape(shape))
    part = p.pick([x.dtype], shape=shape)
    p.emit(f"{name} = tensor.insert_slice {part.name} into {x.name}{text} {{{p.tag}}} : {part.type} into {x.type}")

    def place(into, piece):
        into = into.copy()
        into[index] = piece.reshape(sizes)
        return into

    return p.finish(name, x.dtype, place(x.val, part.val), place(x.err, part.err), place(x.mag, part.mag))


FAMILIES = {"pointwise": pointwise, "constant": constant, "relayout": relayout}
