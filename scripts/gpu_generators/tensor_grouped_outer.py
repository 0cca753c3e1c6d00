"""nn.grouped_outer of bf16 and f16 on the tensor cores of warps: sizes of groups around those of slices, few and many rows of a group.

Bounds are no input of a case, as in hopper_grouped.
"""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

from .hopper_grouped import ROUNDING, find_groups

PRIORITY, CHIP = 18, "sm_90a"


def make_reference(kind, bounds, k):
    def compute(places, x, y):
        x, y = wide(x), wide(y[:, places])
        sums, magnitude = np.zeros((2, len(bounds), k, y.shape[1]))
        for group, (begin, end) in enumerate(find_groups(bounds, x.shape[0])):
            left, right = x[begin:end].T, y[begin:end]
            sums[group], magnitude[group] = left @ right, np.abs(left) @ np.abs(right)
        return [(sums, (1e-9 * x.shape[0] + 2e-6) * magnitude + ROUNDING[kind] * np.abs(sums) + 2.0**-25)]

    return compute


def make_peer(bounds):
    ends = []  # copied to the device once

    def run(torch, x, y):
        if not ends:
            ends.append(torch.tensor(bounds, dtype=torch.int32, device=x.device))
        torch._grouped_mm(x.mT, y, offs=ends[0])

    return run


def make_case(name, sizes, k, n, kind="bf16", is_timed=True, others=0):
    """Groups of these sizes, and `others` rows behind them."""
    bounds, rows, groups = np.cumsum(sizes), sum(sizes) + others, len(sizes)
    inputs = {"x": ((rows, k), kind), "y": ((rows, n), kind)}
    result = (groups, k, n)
    types = ", ".join([*(write_type(*each) for each in inputs.values()), write_type([groups], "i32")])
    listed = ", ".join(map(str, bounds))
    return Case(
        f"{groups} x {k} x {n} {kind}, {rows} rows, {name}",
        inputs,
        [(result, kind)],
        f"  %b = arith.constant dense<[{listed}]> : tensor<{groups}xi32>\n"
        f"  %y0 = nn.grouped_outer %x, %y, %b : ({types}) -> {write_type(result, kind)}\n",
        make_reference(kind, bounds, k),
        is_timed,
        axis=2,
        operations=2 * int(bounds[-1]) * n * k,
        peers={} if others or kind == "f16" else {"grouped_mm": make_peer(bounds)},
    )


def list_cases(is_full):
    edges = [0, 1, 31, 32, 33, 129, 0]
    yield make_case("sizes around slices", edges, 136, 136, is_timed=False)
    yield make_case("rows of no group", edges, 72, 264, "f16", is_timed=False, others=70)
    yield make_case("packed", [65, 35], 35, 67, is_timed=False)
    if not is_full:
        yield make_case("equal", [64] * 2, 64, 128)
        return
    yield make_case("all in one group", [0, 500, 0, 0], 264, 520, is_timed=False)
    drawn = np.random.default_rng(5).multinomial(16384, np.full(64, 1 / 64)).tolist()
    yield make_case("drawn", drawn, 4096, 1536)
    yield make_case("equal", [1024] * 8, 4096, 14336)
    yield make_case("equal", [4] * 64, 2048, 1408)
