"""nn.cumsum, whole and in pieces."""

import numpy as np

from .program import BOXING_ROUNDINGS
from .value import FLOATS, INTS, type_of, wrap


def cumsum(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    flags = [flag for flag in ("exclusive", "reverse") if p.rng.random() < 0.4]
    attributes = ", ".join([f"axis = {axis} : i64", *flags, p.tag])
    name = p.fresh()
    terms = x.shape[axis] + 1
    if p.rng.random() < 0.6:
        p.emit(f"{name} = nn.cumsum {x.name} {{{attributes}}} : ({x.type}) -> {x.type}")
    else:  # in pieces, each from the sum of those before
        blocks, total, start = f"blocks = {p.rng.choice([2, 3, 4, 6])} : i64", p.fresh(), p.fresh()
        sums = type_of({"f16": "f32", "bf16": "f32"}.get(x.dtype, x.dtype), x.shape[:axis] + (int(blocks[9]),) + x.shape[axis + 1 :])
        before = ", ".join([f"axis = {axis} : i64, exclusive", *(flag for flag in flags if flag == "reverse"), p.tag])
        p.emit(f"{total} = nn.block_sum {x.name} {{axis = {axis} : i64, {blocks}, {p.tag}}} : ({x.type}) -> {sums}")
        p.emit(f"{start} = nn.cumsum {total} {{{before}}} : ({sums}) -> {sums}")
        terms += int(blocks[9]) + 2 * BOXING_ROUNDINGS  # of the sums of the pieces, and of their boxings
        p.emit(f"{name} = nn.cumsum {x.name} start {start} {{{blocks}, {attributes}}} : ({x.type}, {sums}) -> {x.type}")

    def run(v):
        v = np.moveaxis(np.flip(v, axis) if "reverse" in flags else v, axis, 0)
        sums = np.cumsum(v, 0, dtype=v.dtype)
        if "exclusive" in flags and len(sums):
            sums = np.concatenate([np.zeros_like(sums[:1]), sums[:-1]])
        sums = np.moveaxis(sums, 0, axis)
        return np.flip(sums, axis) if "reverse" in flags else sums

    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val)))
    return p.rounded(name, x.dtype, run(x.val), run(x.err), run(x.mag), terms=terms)


FAMILIES = {"cumsum": cumsum}
