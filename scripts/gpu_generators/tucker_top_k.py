"""memory_layer.tucker_top_k: the greatest of a grid of products that is not stored."""

import numpy as np

from gpu_case import Case
from gpu_families import write_type

PRIORITY, CHIP = 40, "sm_90"


def make_case(tokens, columns, cores, rank, k, is_timed=True):
    """Small integers: sums are exact, and many are equal."""
    row, core = (tokens, 1, rank, columns), (1, cores, rank, rank)
    sums, shares = (tokens, 1, k), (tokens, 1, k, cores)
    inputs = {"r": (row, 5), "c": (row, 5), "g": (core, 5)}
    outputs = [(sums, "f32"), (sums, "i32"), (sums, "i32"), (shares, "f32")]
    types = ", ".join(write_type(*each) for each in outputs)
    body = "".join(convert(name, shape) for name, (shape, _) in inputs.items())
    floats = ", ".join(write_type(shape, "f32") for shape, _ in inputs.values())
    body += f"  %y0, %y1, %y2, %y3 = memory_layer.tucker_top_k %rf, %cf, %gf {{k = {k} : i64}} : ({floats}) -> ({types})\n"

    def compute(places, r, c, g):
        r, c, g = r[places] - 2.0, c[places] - 2.0, g - 2.0
        each = np.einsum("thap,hcab,thbq->thcpq", r, g, c)
        grid = each.sum(2).reshape(*r.shape[:2], -1)
        order = np.argsort(-grid, axis=-1, kind="stable")[..., :k]
        chosen = np.take_along_axis(each.reshape(*r.shape[:2], cores, -1), order[:, :, None], -1)
        return [(np.take_along_axis(grid, order, -1), 0), (order // columns, 0), (order % columns, 0), (chosen.swapaxes(2, 3), 0)]

    def peer(torch, r, c, g):
        grid = torch.einsum("thap,hab,thbq->thpq", r.float(), g.float().sum(1), c.float())
        torch.topk(grid.flatten(2), k)

    title = f"{k} of {columns} x {columns}, {tokens} tokens, {cores} cores of rank {rank}"
    return Case(title, inputs, outputs, body, compute, is_timed, peers={"pytorch": peer})


def convert(name, shape):
    """%name, of indices, as floats around 0."""
    i, f = write_type(shape, "i32"), write_type(shape, "f32")
    dims = ", ".join(f"d{n}" for n in range(len(shape)))
    maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * 2)
    parallel = ", ".join(['"parallel"'] * len(shape))
    return (
        f"  %{name}e = tensor.empty() : {f}\n"
        f"  %{name}f = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{parallel}]}} ins(%{name} : {i}) outs(%{name}e : {f}) {{\n"
        "  ^bb0(%i: i32, %o: f32):\n    %two = arith.constant 2.0 : f32\n    %w = arith.sitofp %i : i32 to f32\n"
        f"    %s = arith.subf %w, %two : f32\n    linalg.yield %s : f32\n  }} -> {f}\n"
    )


def list_cases(is_full):
    yield make_case(5, 16, 2, 2, 12, is_timed=False)
    if not is_full:
        yield make_case(2, 32, 2, 2, 16)
        return
    for tokens in (512, 8192):
        yield make_case(tokens, 64, 2, 2, 64)
