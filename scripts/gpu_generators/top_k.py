"""nn.top_k: values and places, exactly."""

import numpy as np

from gpu_case import Case
from gpu_families import choose, write_type

PRIORITY, CHIP = 36, "sm_90"


def make_case(rows, columns, k, is_timed=True):
    x, values, places = write_type((rows, columns), "f32"), write_type((rows, k), "f32"), write_type((rows, k), "i32")

    def compute(chosen, x):
        best, order = choose(x[chosen], k)
        return [(best.astype(np.float64), 0), (order, 0)]

    return Case(
        f"{k} of {columns}, {rows} rows",
        {"x": ((rows, columns), "f32")},
        [((rows, k), "f32"), ((rows, k), "i32")],
        f"  %y0, %y1 = nn.top_k %x {{axis = 1 : i64, k = {k} : i64}} : ({x}) -> ({values}, {places})\n",
        compute,
        is_timed,
        moved=4 * rows * (columns + 2 * k) if rows * columns >= 2**22 else 0,
        peers={"pytorch": lambda torch, x: torch.topk(x, k)},
    )


def list_cases(is_full):
    yield make_case(7, 40, 3, is_timed=False)
    yield make_case(2, 1000, 33, is_timed=False)
    yield make_case(2, 5000, 64, is_timed=False)
    if not is_full:
        yield make_case(4, 256, 16)
        return
    for shape in ((4096, 256, 16), (4096, 1024, 16), (4096, 4096, 64), (1024, 65536, 64)):
        yield make_case(*shape)
