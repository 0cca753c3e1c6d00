"""Products of f32 on Hopper's tensor cores under --float32=tf32 and 3xtf32, in the PTX executor, against float64.

Every schedule, chosen by a tuning file, in all transpositions, alone and with an epilogue. Sizes are drawn from 1, 7, 8, 63, 65, 129;
with SBP_FULL=1 all of them are tried, under three seeds. Bulk copies must move what the tiling plans. Errors are relative to the sums
of |a| |b|: TF32 drops less than 2^-10 of a factor that is read as it is and rounds one that is copied by at most 2^-11; the split
product has the error of a product of f32, for any K.
"""

import itertools
import sys

import numpy as np

from hopper_products import FULL, GROUP, SIZES, count_bytes, describe_class, make, product, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

SCHEDULES = {
    "tf32": (
        "tiles of 128 x 128 x 32, 6 slots, tf32",
        "tiles of 128 x 192 x 32, 4 slots, ping-pong, clusters of 2, tf32",
        "tiles of 128 x 256 x 32, 4 slots, tf32",
        "tiles of 64 x 8 x 32, 10 slots, transposed, tf32",
        "tiles of 64 x 16 x 32, 10 slots, transposed, tf32",
        "tiles of 64 x 32 x 32, 8 slots, transposed, tf32",
        "tiles of 64 x 64 x 32, 6 slots, transposed, tf32",
    ),
    "3xtf32": (
        "tiles of 128 x 128 x 32, 3 slots, 3xtf32",
        "tiles of 64 x 8 x 32, 5 slots, transposed, 3xtf32",
        "tiles of 64 x 16 x 32, 5 slots, transposed, 3xtf32",
        "tiles of 64 x 32 x 32, 4 slots, transposed, 3xtf32",
        "tiles of 64 x 64 x 32, 3 slots, transposed, 3xtf32",
    ),
}
# Relative errors: for each k, of a sum that is cut toward zero at each step of 8 k; of sums that are rounded in f32.
CUT, SPLIT = 1.5e-8, 1.5e-6
EPILOGUE = "bias, tanh, residual"


def list_cases(mode, schedule):
    """Cases: the arguments of product() behind its name and type."""
    if FULL:
        sizes = list(itertools.product(SIZES, repeat=3))
    else:
        rng = np.random.default_rng(SCHEDULES[mode].index(schedule) + len(mode))
        sizes = [tuple(int(x) for x in rng.choice(SIZES, 3))]
    if "transposed" in schedule:
        most = int(schedule.split(" x ")[1])
        for (_, n, k), m in itertools.product(sizes, sorted({most, most // 2 + 1})):
            for ta, tb in itertools.product((False, True), repeat=2):
                if FULL or ta == (m == most):
                    yield m, n, k, ta, tb, 0, EPILOGUE if (n + k + tb) % 2 else "", ""
        yield most, 136, 264, False, True, 2, EPILOGUE, ""
        return
    for (m, n, k), ta, tb in itertools.product(sizes, (False, True), (False, True)):
        yield m, n, k, ta, tb, 0, EPILOGUE if (m + n + k + ta) % 2 else "", ""
    yield 136, 264, 136, True, False, 2, EPILOGUE, ""
    yield 136, 264, 136, False, True, 0, EPILOGUE, "bf16"  # results through shared memory
    # More tiles than blocks: consumers take turns, and some have one tile more.
    if "ping-pong" in schedule:
        yield 8, 13440, 40, False, True, 0, "", ""
    elif "3xtf32" in schedule:
        yield 8, 17000, 8, False, True, 0, "", ""


def compile_cases(mode, schedule, cases):
    """PTX and manifest of functions f0, f1 and so on, all of one schedule."""
    text = "".join(product(f"f{i}", "f32", *case) for i, case in enumerate(cases))
    shapes = [describe_class("f32", *case[:7]) for case in cases]
    return cuda_kernels.compile_chosen(text, shapes, "hopper_product", schedule, f"--float32={mode}")


def find_bound(mode, k, packed):
    """The error relative to the sums of |a| |b|, of a product with so many copied factors."""
    if mode == "3xtf32":
        return SPLIT
    return 2.0**-11 * packed + 2.0**-10 * (2 - packed) + CUT * k


def check_cases(compared, rng, mode, schedule, cases):
    """Compiles the cases together and checks each; returns the number of copied factors."""
    regions, copied = cuda_kernels.load_regions(*compile_cases(mode, schedule, cases)), 0
    for i, (m, n, k, ta, tb, batch, epilogue, result) in enumerate(cases):
        lead = [batch] if batch else []
        a = make(rng, "f32", [*lead, *((k, m) if ta else (m, k))])
        b = make(rng, "f32", [*lead, *((n, k) if tb else (k, n))])
        x, y = widen(a.swapaxes(-1, -2) if ta else a), widen(b.swapaxes(-1, -2) if tb else b)
        expected, scale, inputs = np.matmul(x, y), np.matmul(abs(x), abs(y)), [a, b]
        region = regions[f"f{i}"]
        launches = region.description["launches"]
        packed = sum(one["family"] == "pack" for one in launches)
        products = [one for one in launches if one["family"] == "hopper_product"]
        if 1 not in (m, n, k):  # else the class of shapes has another form, and without k there is no product
            assert len(products) == 1 and len(launches) == 1 + packed, launches
            assert products[0]["schedule"] == f"hopper_product, {schedule}", products
        copied += packed
        bound = find_bound(mode, k, packed) * scale
        if epilogue:
            bias, residual = make(rng, "f32", [n]), make(rng, result or "f32", [*lead, m, n])
            expected = np.tanh(expected + bias) + widen(residual)
            inputs = [*inputs, bias, residual]
            bound = bound + 1e-6 + (2.0**-8 * (1 + abs(expected)) if result else 0)
        before = region.machine.count()["bulk_bytes"]
        found = widen(region(*inputs))
        moved = region.machine.count()["bulk_bytes"] - before
        planned = len(cuda_kernels.SEEDS) * sum(count_bytes(one, m, n, k, batch) for one in products)
        assert moved == planned, f"{moved} bytes of bulk copies, {planned} are planned"
        case = f"{m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f' batch {batch}' if batch else ''}{f', {epilogue}' if epilogue else ''}"
        case += f"{f', {result}' if result else ''}, {schedule}"
        compared.measure(case, (abs(found - expected) / bound).max(), 1.0, size=found.size)
    return copied


def check_long_sums(compared, rng):
    """The error of a split product does not grow with K, though the tensor core's own sums would be 7e-9 K short."""
    for k in (336, 512, 1008, 4096):
        case = (8, 64, k, False, True, 0, "", "")
        code = compile_cases("3xtf32", "tiles of 64 x 8 x 32, 5 slots, transposed, 3xtf32", [case])
        region = cuda_kernels.load_regions(*code)["f0"]
        for signs in ("positive", "any"):
            a, b = make(rng, "f32", [8, k]), make(rng, "f32", [64, k])
            a, b = (abs(a), abs(b)) if signs == "positive" else (a, b)
            expected, scale = widen(a) @ widen(b).T, abs(widen(a)) @ abs(widen(b)).T
            compared.add(f"K {k}, {signs} terms, 3xtf32", region(a, b) / scale, expected / scale, SPLIT)


def check_special_values(compared, rng):
    """Infinities and NaN propagate under TF32, read as they are and from copies; a split infinity is NaN."""
    for mode, infinite in (("tf32", np.inf), ("3xtf32", np.nan)):
        code = compile_cases(mode, SCHEDULES[mode][0], [(65, 72, 40, False, False, 0, "", "")])
        region = cuda_kernels.load_regions(*code)["f0"]
        a, b = abs(make(rng, "f32", (65, 40))), abs(make(rng, "f32", (40, 72)))
        a[0, 3], a[1, 0], b[7, 2], b[39, 5] = np.inf, np.nan, np.inf, np.nan
        expected = widen(a) @ widen(b)
        special = np.where(np.isinf(expected), infinite, np.where(np.isnan(expected), np.nan, 0))
        found = widen(region(a, b))
        compared.add(f"infinities and NaN, {mode}", np.where(np.isfinite(found), 0, found), special, 0.0)


def main():
    compared, rng = Compared(), np.random.default_rng(5)
    for mode, schedules in SCHEDULES.items():
        for schedule in schedules:
            cases, copied = list(list_cases(mode, schedule)), 0
            for first in range(0, len(cases), GROUP):
                copied += check_cases(compared, rng, mode, schedule, cases[first : first + GROUP])
                if FULL:
                    print(f"{schedule}: {min(first + GROUP, len(cases))} of {len(cases)} cases", file=sys.stderr, flush=True)
            print(f"{schedule}: {copied} factors copied")
    check_long_sums(compared, rng)
    check_special_values(compared, rng)
    compared.show("regions agree")


if __name__ == "__main__":
    main()
