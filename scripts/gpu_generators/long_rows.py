"""Rows that registers do not hold: softmax, norms and cross entropy of 16k columns and more."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import normalise, softmax, write_type

PRIORITY, CHIP = 54, "sm_90"
# Differences, exponentials and quotients are rounded to the type.
SIZES, ROUNDING = {"f32": 4, "bf16": 2}, {"f32": 2.0**-22, "bf16": 2.0**-6}


def make_softmax(rows, columns, kind="f32", is_timed=True):
    x = write_type((rows, columns), kind)

    def compute(places, x):
        expected = softmax(wide(x[places]))
        return [(expected, (ROUNDING[kind] + 2.0**-19) * expected + 1e-12)]

    return Case(
        f"softmax {rows} x {columns} {kind}",
        {"x": ((rows, columns), kind)},
        [((rows, columns), kind)],
        f"  %e = tensor.empty() : {x}\n  %y0 = linalg.softmax dimension(1) ins(%x : {x}) outs(%e : {x}) -> {x}\n",
        compute,
        is_timed,
        moved=2 * SIZES[kind] * rows * columns,
        peers={"pytorch": lambda torch, x: torch.softmax(x, -1)},
    )


def make_norm(rows, columns, kind="f32", is_timed=True):
    x, g = write_type((rows, columns), kind), write_type((columns,), kind)

    def compute(places, x, g, b):
        scaled = normalise(wide(x[places])) * wide(g)
        expected = scaled + wide(b)
        return [(expected, (ROUNDING[kind] + 2.0**-19) * (np.abs(scaled) + np.abs(wide(b)) + 1))]

    return Case(
        f"layer norm {rows} x {columns} {kind}",
        {"x": ((rows, columns), kind), "g": ((columns,), kind), "b": ((columns,), kind)},
        [((rows, columns), kind)],
        f"  %y0 = nn.layer_norm %x, %g, %b {{epsilon = 1.0e-5 : f64}} : ({x}, {g}, {g}) -> {x}\n",
        compute,
        is_timed,
        moved=SIZES[kind] * (2 * rows + 2) * columns,
        peers={"pytorch": lambda torch, x, g, b: torch.nn.functional.layer_norm(x, g.shape, g, b, 1e-5)},
    )


def make_cross_entropy(rows, columns, is_timed=True):
    x, i, y = write_type((rows, columns), "f32"), write_type((rows,), "i32"), write_type((rows,), "f32")

    def compute(places, x, i):
        values = wide(x[places])
        expected = -np.log(softmax(values)[np.arange(len(values)), i[places]])
        return [(expected, 2.0**-19 * (np.abs(expected) + 1))]

    return Case(
        f"cross entropy {rows} x {columns}",
        {"x": ((rows, columns), "f32"), "i": ((rows,), columns)},
        [((rows,), "f32")],
        f"  %y0 = nn.cross_entropy %x, %i : ({x}, {i}) -> {y}\n",
        compute,
        is_timed,
        moved=4 * rows * columns,
        peers={"pytorch": lambda torch, x, i: torch.nn.functional.cross_entropy(x, i.long(), reduction="none")},
    )


def list_cases(is_full):
    yield make_softmax(3, 17000, is_timed=False)
    yield make_norm(2, 17001, is_timed=False)
    yield make_cross_entropy(3, 20000, is_timed=False)
    if not is_full:
        yield make_softmax(2, 17000, "bf16")
        return
    for columns in (32768, 65536, 131072):
        for kind in ("f32", "bf16"):
            yield make_softmax(2**26 // columns, columns, kind)
    yield make_norm(2**26 // 32768, 32768)
    yield make_norm(2**26 // 131072, 131072, "bf16")
    yield make_cross_entropy(2048, 32768)
    yield make_cross_entropy(512, 131072)
