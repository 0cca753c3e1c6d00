"""memory_layer.row_dot: the products of chosen rows with the outer value."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type
from gpu_generators.bag import ROUNDING, SIZES, write

PRIORITY, CHIP = 32, "sm_90"


def make_case(tokens, rows, width, slots=64, kind="f32", is_timed=True):
    inputs = {"t": ((rows, width), kind), "r": ((tokens, slots), rows), "z": ((tokens, width), kind)}
    types = [write_type(shape, "i32" if isinstance(each, int) else each) for shape, each in inputs.values()]

    def compute(places, t, r, z):
        terms = wide(t[r[places]]) * wide(z[places])[:, None]
        sums = terms.sum(-1)
        return [(sums, width * 2.0**-23 * np.abs(terms).sum(-1) + ROUNDING[kind] * np.abs(sums))]

    def peer(torch, t, r, z):
        torch.einsum("tw,tjw->tj", z, torch.nn.functional.embedding(r, t))

    return Case(
        f"{tokens} x {slots} of {rows} x {width} {kind}",
        inputs,
        [((tokens, slots), kind)],
        write("row_dot", "", "%t, %r, %z", types, write_type((tokens, slots), kind)),
        compute,
        is_timed,
        moved=SIZES[kind] * (tokens * slots * (width + 1) + tokens * width) + 4 * tokens * slots if tokens > 512 else 0,
        peers={"pytorch": peer},
    )


def list_cases(is_full):
    yield make_case(9, 40, 33, 7, is_timed=False)
    yield make_case(6, 64, 256, 40, "bf16", is_timed=False)
    if not is_full:
        yield make_case(4, 64, 256)
        return
    yield make_case(8192, 2**18, 256)
    yield make_case(8192, 2**18, 256, kind="bf16")
    yield make_case(256, 2**16, 256)
