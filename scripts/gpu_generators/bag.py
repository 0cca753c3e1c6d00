"""memory_layer.bag: tokens, widths, types, cores and segments."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 30, "sm_90"
SIZES, ROUNDING = {"f32": 4, "bf16": 2}, {"f32": 2.0**-23, "bf16": 2.0**-8}


def write(op, attributes, operands, types, results):
    return f"  %y0 = memory_layer.{op} {operands}{attributes} : ({', '.join(types)}) -> {results}\n"


def compute_bag(kind, segments, cores):
    def compute(places, t, r, s, g=None):
        rows = wide(t[r[places]])
        scores = wide(s[places])
        terms = rows * scores[..., None]
        if segments:
            chosen = g[places][:, None, :] == np.arange(segments)[None, :, None]
            picked = chosen[..., None, None] if cores else chosen[..., None]
            terms = terms[:, None] * picked
        sums, sizes = terms.sum(2 if segments else 1), np.abs(terms).sum(2 if segments else 1)
        return [(sums, r.shape[1] * 2.0**-23 * sizes + ROUNDING[kind] * np.abs(sums))]

    return compute


def make_case(tokens, rows, width, slots=64, kind="f32", segments=0, cores=0, is_timed=True):
    row = (cores, width) if cores else (width,)
    result = (tokens, *((segments,) if segments else ()), *row)
    inputs = {"t": ((rows, *row), kind), "r": ((tokens, slots), rows), "s": ((tokens, slots, *row[:-1]), kind)}
    if segments:
        inputs["g"] = ((tokens, slots), segments)
    types = [write_type(shape, "i32" if isinstance(each, int) else each) for shape, each in inputs.values()]
    operands = "%t, %r, %s" + " into %g" * bool(segments)
    attributes = f" {{segments = {segments} : i64}}" if segments else ""
    count = tokens * slots
    more = f"{f', {cores} cores' if cores else ''}{f', {segments} segments' if segments else ''}"

    def peer(torch, t, r, s):
        torch.nn.functional.embedding_bag(r, t, mode="sum", per_sample_weights=s)

    return Case(
        f"{tokens} x {slots} of {rows} x {width} {kind}{more}",
        inputs,
        [(result, kind)],
        write("bag", attributes, operands, types, write_type(result, kind)),
        compute_bag(kind, segments, cores),
        is_timed,
        moved=SIZES[kind] * (count * (int(np.prod(row)) + int(np.prod(row[:-1]))) + int(np.prod(result))) + 4 * count
        if tokens > 512
        else 0,
        peers={} if segments or cores else {"embedding_bag": peer},
    )


def list_cases(is_full):
    yield make_case(9, 40, 33, 7, is_timed=False)
    yield make_case(6, 64, 256, 40, "bf16", is_timed=False)
    yield make_case(5, 30, 16, 12, segments=4, cores=2, is_timed=False)
    if not is_full:
        yield make_case(4, 64, 256)
        return
    for kind in ("f32", "bf16"):
        yield make_case(8192, 2**18, 256, kind=kind)
    for tokens in (1, 16, 256):
        yield make_case(tokens, 2**16, 256)
    yield make_case(8192, 2**20, 64)
    yield make_case(1024, 2**14, 4096)
    yield make_case(8192, 2**18, 128, segments=4, cores=2)
