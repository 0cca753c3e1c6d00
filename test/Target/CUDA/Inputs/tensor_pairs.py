"""Pairs of products on the tensor cores of warps (sm_80) that one elementwise op reads, in the PTX executor, against float64:
silu(x W) * (x V) + r, as in hopper_pairs.py.

Every schedule that takes a pair, chosen by a tuning file, with weights stored along k and across it, under three seeds. One kernel
computes a pair, and stores neither product; a pair whose product another op reads as well is computed by two.
"""

import numpy as np

from hopper_pairs import LABEL, compute, make_inputs, pair
from hopper_products import describe_class, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

SCHEDULES = ("tiles of 128 x 128 x 32, 4 stages, 4 warps", "tiles of 64 x 64 x 32, 4 stages, 4 warps")
SIZES = (7, 8, 33, 63, 64, 65, 129)
cuda_kernels.SEEDS = (1, 2, 3)


def list_cases(number):
    rng = np.random.default_rng(number)
    m, n, k = (int(x) for x in rng.choice(SIZES, 3))
    yield from (("bf16", m, n, k, tb) for tb in (False, True))
    yield "f16", 72, 136, 264, True
    yield "bf16", 128, 64, 128, False


def check_schedule(compared, rng, schedule, cases, count=1):
    text = "".join(pair(f"f{i}", *case) for i, case in enumerate(cases))
    shapes = [describe_class(kind, m, n, k, False, tb, 0, "") for kind, m, n, k, tb in cases]
    code = cuda_kernels.compile_chosen(text, shapes, "tensor_product", schedule + LABEL, chip="sm_80")
    regions = cuda_kernels.load_regions(*code)
    for i, (kind, m, n, k, tb) in enumerate(cases):
        region = regions[f"f{i}"]
        launches = region.description["launches"]
        products = [one for one in launches if one["family"] == "tensor_product"]
        assert len(products) == count and {one["family"] for one in launches} <= {"tensor_product", "pack"}, launches
        assert products[0]["schedule"] == f"tensor_product, {schedule}{LABEL}", products
        inputs = make_inputs(rng, kind, m, n, k, tb)
        found = widen(region(*inputs))
        assert region.machine.count()["bank_conflicts"] == 0, schedule
        expected, size = compute(*inputs, tb)
        limit = size * (2.0**-8 if kind == "bf16" else 2.0**-10)
        compared.measure(f"{kind} {m}x{n}x{k}{' tb' * tb}, {schedule}", (abs(found - expected) / limit).max(), 1.0, size=found.size)


def check_read(compared, rng):
    """A product that is a result as well is stored by a kernel of its own."""
    case = ("bf16", 64, 64, 64, True)
    region = cuda_kernels.compile_text(pair("f", *case, isread=True), "--chip=sm_80")["f"]
    families = [one["family"] for one in region.description["launches"]]
    assert families.count("tensor_product") == 2, families
    inputs = make_inputs(rng, *case)
    expected, size = compute(*inputs, True)
    compared.measure(
        "a product that is read", (abs(widen(region(*inputs)[0]) - expected) / (size * 2.0**-8)).max(), 1.0, size=expected.size
    )


if __name__ == "__main__":
    compared, rng = Compared(), np.random.default_rng(4)
    for number, schedule in enumerate(SCHEDULES):
        check_schedule(compared, rng, schedule, list(list_cases(number)))
    check_schedule(compared, rng, f"{SCHEDULES[1]}, k split 4 ways", [("bf16", 9, 72, 1304, True)], count=2)
    check_read(compared, rng)
    compared.show("regions agree")
