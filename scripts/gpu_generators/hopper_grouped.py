"""nn.grouped_product of bf16 and f16 on Hopper's tensor cores: sizes of groups around those of tiles, few and many rows of a group.

Bounds are no input of a case, whose integers are drawn: they are sums of sizes that the model holds.
"""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 15, "sm_90a"
ROUNDING = {"bf16": 2.0**-8, "f16": 2.0**-11}


def find_groups(bounds, rows):
    """The first row of each group and the row behind its last one."""
    ends = np.maximum.accumulate(np.clip(bounds, 0, rows))
    return list(zip([0, *ends[:-1]], ends))


def make_reference(kind, bounds, k, transposed):
    def compute(places, x, w):
        x, w = wide(x), wide(w[:, places].swapaxes(1, 2) if transposed else w[:, :, places])
        sums, magnitude = np.zeros((2, x.shape[0], w.shape[2]))
        for group, (begin, end) in enumerate(find_groups(bounds, x.shape[0])):
            part, factor = x[begin:end], w[group]
            sums[begin:end], magnitude[begin:end] = part @ factor, np.abs(part) @ np.abs(factor)
        return [(sums, (1e-9 * k + 2e-6) * magnitude + ROUNDING[kind] * np.abs(sums) + 2.0**-25)]

    return compute


def make_peer(bounds, transposed):
    ends = []  # copied to the device once

    def run(torch, x, w):
        if not ends:
            ends.append(torch.tensor(bounds, dtype=torch.int32, device=x.device))
        torch._grouped_mm(x, w.mT if transposed else w, offs=ends[0])

    return run


def make_case(name, sizes, k, n, transposed=False, kind="bf16", is_timed=True, others=0):
    """Groups of these sizes, and `others` rows behind them."""
    bounds, rows, groups = np.cumsum(sizes), sum(sizes) + others, len(sizes)
    w = (groups, n, k) if transposed else (groups, k, n)
    inputs = {"x": ((rows, k), kind), "w": (w, kind)}
    types = ", ".join([*(write_type(*each) for each in inputs.values()), write_type([groups], "i32")])
    listed = ", ".join(map(str, bounds))
    return Case(
        f"{rows} x {n} x {k} {'NT' if transposed else 'NN'} {kind}, {groups} groups, {name}",
        inputs,
        [((rows, n), kind)],
        f"  %b = arith.constant dense<[{listed}]> : tensor<{groups}xi32>\n"
        f"  %y0 = nn.grouped_product %x, %w, %b{' {transposed}' * transposed} : ({types}) -> {write_type((rows, n), kind)}\n",
        make_reference(kind, bounds, k, transposed),
        is_timed,
        axis=1,
        operations=2 * int(bounds[-1]) * n * k,
        peers={} if others or kind == "f16" else {"grouped_mm": make_peer(bounds, transposed)},
    )


def list_cases(is_full):
    edges = [0, 1, 63, 64, 65, 129, 0]
    yield make_case("sizes around tiles", edges, 136, 136, is_timed=False)
    yield make_case("rows of no group", edges, 72, 264, True, "f16", is_timed=False, others=70)
    yield make_case("packed", [65, 35], 35, 67, is_timed=False)
    if not is_full:
        yield make_case("equal", [64] * 2, 64, 128)
        return
    yield make_case("all in one group", [0, 500, 0, 0], 264, 520, is_timed=False)
    drawn = np.random.default_rng(5).multinomial(16384, np.full(64, 1 / 64)).tolist()
    yield make_case("drawn", drawn, 4096, 1536)
    yield make_case("drawn", drawn, 1536, 4096, True)
    yield make_case("equal", [1024] * 8, 4096, 14336, True)
    yield make_case("equal", [4] * 64, 2048, 1408)
