"""Products of i8 with sums of i32 on the tensor cores of warps (sm_80), in the PTX executor, equal to numpy.

Every schedule, chosen by a tuning file, in all transpositions, ragged and aligned, with an initial value of 3, under three seeds. Sums
of the greatest products wrap as i32 does. A product that extends a factor without its sign is no such kernel.
"""

import itertools

import numpy as np

from products import product
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

SCHEDULES = tuple(
    f"tiles of {tile} x 64, {stages} stages, 4 warps, i8" for tile, stages in (("128 x 128", 4), ("64 x 64", 4), ("16 x 64", 5))
)
SIZES = ((72, 136, 64), (129, 65, 200), (17, 33, 35))
cuda_kernels.SEEDS = (1, 2, 3)


def compile_cases(cases, schedule):
    """PTX and manifest of functions f0, f1 and so on, all of one schedule."""
    text = "".join(product(f"f{i}", "i8", "i8", "i32", *case) for i, case in enumerate(cases))
    _, specs = cuda_kernels.compile_ptx(text, "--chip=sm_80")
    shapes = [choice["shape"] for spec in specs.values() for choice in spec["choices"]]
    return cuda_kernels.compile_chosen(text, shapes, "tensor_product", schedule, chip="sm_80")


def check_schedule(compared, rng, schedule):
    cases = [(*sizes, ta, tb) for sizes in SIZES for ta, tb in itertools.product((False, True), repeat=2)]
    regions = cuda_kernels.load_regions(*compile_cases(cases, schedule))
    for i, (m, n, k, ta, tb) in enumerate(cases):
        region = regions[f"f{i}"]
        launches = region.description["launches"]
        products = [one["schedule"] for one in launches if one["family"] == "tensor_product"]
        assert products == [f"tensor_product, {schedule}"] and {one["family"] for one in launches} <= {"tensor_product", "pack"}, launches
        a = rng.integers(-128, 128, (k, m) if ta else (m, k)).astype(np.int8)
        b = rng.integers(-128, 128, (n, k) if tb else (k, n)).astype(np.int8)
        expected = (a.T if ta else a).astype(np.int32) @ (b.T if tb else b).astype(np.int32) + 3
        compared.add(f"{m}x{n}x{k}{' ta' * ta}{' tb' * tb}, {schedule}", region(a, b), expected, 0)
        assert region.machine.count()["bank_conflicts"] == 0, schedule


def check_others():
    """Factors that are extended by zeros stay on CUDA cores."""
    text = product("f", "i8", "i8", "i32", 72, 136, 64, False, True).replace("arith.extsi %x", "arith.extui %x")
    _, specs = cuda_kernels.compile_ptx(text, "--chip=sm_80")
    families = {one["family"] for one in specs["f"]["launches"]}
    assert "tensor_product" not in families, families


if __name__ == "__main__":
    compared, rng = Compared(), np.random.default_rng(6)
    for schedule in SCHEDULES:
        check_schedule(compared, rng, schedule)
    check_others()
    compared.show("regions agree")
