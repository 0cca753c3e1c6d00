"""Sums over the outer dimension."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 50, "sm_90"
SIZES, ROUNDING = {"f32": 4, "bf16": 2}, {"f32": 2.0**-24, "bf16": 2.0**-8}


def make_case(rows, columns, kind="f32", is_timed=True):
    """Sums are f32; those of bf16 are rounded once."""
    x, sums, y = write_type((rows, columns), kind), write_type((columns,), "f32"), write_type((columns,), kind)
    maps = "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>"
    widen = "" if kind == "f32" else f"    %w = arith.extf %i : {kind} to f32\n"
    body = (
        f"  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {sums}\n"
        f"  %f = linalg.fill ins(%zero : f32) outs(%e : {sums}) -> {sums}\n"
        f'  %s = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["reduction", "parallel"]}} ins(%x : {x}) outs(%f : {sums}) {{\n'
        f"  ^bb0(%i: {kind}, %o: f32):\n{widen}    %a = arith.addf %o, {'%w' if widen else '%i'} : f32\n    linalg.yield %a : f32\n  }} -> {sums}\n"
        + (f"  %y0 = arith.truncf %s : {sums} to {y}\n" if widen else "").replace("%y0", "%y0")
    )
    if not widen:
        body = body.replace("%s = linalg", "%y0 = linalg")

    def compute(places, x):
        values = wide(x[:, places])
        sums, sizes = values.sum(0), np.abs(values).sum(0)
        return [(sums, 256 * 2.0**-24 * sizes + ROUNDING[kind] * np.abs(sums))]

    return Case(
        f"{rows} x {columns} {kind}",
        {"x": ((rows, columns), kind)},
        [((columns,), kind)],
        body,
        compute,
        is_timed,
        moved=SIZES[kind] * columns * (rows + 1),
        peers={"pytorch": lambda torch, x: x.sum(0)},
    )


def list_cases(is_full):
    yield make_case(129, 40, is_timed=False)
    yield make_case(1000, 7, is_timed=False)
    yield make_case(300, 264, "bf16", is_timed=False)
    yield make_case(300, 1033, "bf16", is_timed=False)
    if not is_full:
        yield make_case(256, 64)
        yield make_case(256, 67)
        return
    yield make_case(65536, 1024)
    yield make_case(65536, 1024, "bf16")
    yield make_case(4096, 768)
    yield make_case(8192, 4096)
    yield make_case(8192, 4097)
    yield make_case(8192, 4097, "bf16")
    yield make_case(2**20, 12)
