"""Products of f32 on the tensor cores of warps (sm_80) under --float32=tf32 and 3xtf32, in the PTX executor, against float64.

Every schedule, chosen by a tuning file, in all transpositions, alone and with an epilogue, under three seeds; with SBP_FULL=1 more sizes.
Errors are bounded as on Hopper (hopper_float32.py).
"""

import itertools
import os

import numpy as np

from hopper_float32 import EPILOGUE, SPLIT, find_bound
from hopper_products import describe_class, make, product, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared
from tensor_products import count_products

SIZES = (1, 7, 8, 15, 16, 17, 33, 63, 64, 65, 127, 129, 200)
SCHEDULES = {
    "tf32": (
        "tiles of 128 x 128 x 16, 4 stages, 4 warps",
        "tiles of 64 x 64 x 16, 4 stages, 4 warps",
        "tiles of 16 x 64 x 16, 5 stages, 4 warps",
    ),
    "3xtf32": (
        "tiles of 128 x 64 x 16, 3 stages, 4 warps",
        "tiles of 64 x 64 x 16, 4 stages, 4 warps",
        "tiles of 16 x 64 x 16, 5 stages, 4 warps",
    ),
}
DRAWN = 12 if os.environ.get("SBP_FULL") == "1" else 1  # sizes of a schedule
cuda_kernels.SEEDS = (1, 2, 3)


def list_cases(number):
    rng = np.random.default_rng(number)
    for _ in range(DRAWN):
        m, n, k = (int(x) for x in rng.choice(SIZES, 3))
        for ta, tb in itertools.product((False, True), repeat=2):
            yield m, n, k, ta, tb, 0, EPILOGUE if (m + n + k + ta) % 2 else ""
    yield 136, 72, 264, False, True, 0, ""
    yield 136, 72, 136, True, False, 2, EPILOGUE


def compile_cases(mode, schedule, cases):
    """PTX and manifest of functions f0, f1 and so on, all of one schedule."""
    text = "".join(product(f"f{i}", "f32", *case) for i, case in enumerate(cases))
    shapes = [describe_class("f32", *case) for case in cases]
    return cuda_kernels.compile_chosen(text, shapes, "tensor_product", f"{schedule}, {mode}", f"--float32={mode}", chip="sm_80")


def check(compared, rng, mode, schedule, case, region):
    m, n, k, ta, tb, batch, epilogue = case
    lead = [batch] if batch else []
    a, b = make(rng, "f32", [*lead, *((k, m) if ta else (m, k))]), make(rng, "f32", [*lead, *((n, k) if tb else (k, n))])
    x, y = widen(a.swapaxes(-1, -2) if ta else a), widen(b.swapaxes(-1, -2) if tb else b)
    expected, scale, inputs = np.matmul(x, y), np.matmul(abs(x), abs(y)), [a, b]
    launches = region.description["launches"]
    packed = sum(one["family"] == "pack" for one in launches)
    products = [one for one in launches if one["family"] == "tensor_product"]
    if 1 not in (m, n, k):  # else the class of shapes has another form
        assert len(products) == 1 and len(launches) == 1 + packed, launches
        assert products[0]["schedule"] == f"tensor_product, {schedule}, {mode}", products
    bound = find_bound(mode, k, packed) * scale
    if epilogue:
        bias, residual = make(rng, "f32", [n]), make(rng, "f32", [*lead, m, n])
        expected = np.tanh(expected + bias) + residual
        inputs, bound = [*inputs, bias, residual], bound + 1e-6
    before = region.machine.count()
    found = region(*inputs)
    after = region.machine.count()
    planned = len(cuda_kernels.SEEDS) * sum(count_products(one, m, n, k, batch, step=8) for one in products)
    assert after["warp_products"] - before["warp_products"] == planned * (3 if mode == "3xtf32" else 1), case
    assert after["bank_conflicts"] == before["bank_conflicts"], f"bank conflicts in {case}"
    name = (
        f"{m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f' batch {batch}' if batch else ''}{f', {epilogue}' if epilogue else ''}, {schedule}, {mode}"
    )
    compared.measure(name, (abs(found - expected) / bound).max(), 1.0, size=found.size)


def check_long_sums(compared, rng):
    """The error of a split product does not grow with K, though the tensor core's own sums are cut."""
    schedule = SCHEDULES["3xtf32"][2]
    for k in (336, 1008, 4096):
        region = cuda_kernels.load_regions(*compile_cases("3xtf32", schedule, [(8, 64, k, False, True, 0, "")]))["f0"]
        a, b = abs(make(rng, "f32", [8, k])), abs(make(rng, "f32", [64, k]))
        expected = widen(a) @ widen(b).T
        compared.add(f"K {k}, positive terms, 3xtf32", region(a, b) / expected, expected / expected, SPLIT)


def main():
    compared, rng = Compared(), np.random.default_rng(5)
    for mode, schedules in SCHEDULES.items():
        for number, schedule in enumerate(schedules):
            cases = list(list_cases(number))
            regions = cuda_kernels.load_regions(*compile_cases(mode, schedule, cases))
            for i, case in enumerate(cases):
                check(compared, rng, mode, schedule, case, regions[f"f{i}"])
    check_long_sums(compared, rng)
    compared.show("regions agree")


if __name__ == "__main__":
    main()
