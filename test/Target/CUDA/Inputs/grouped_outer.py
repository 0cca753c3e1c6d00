"""nn.grouped_outer of bf16 and f16 on the tensor cores of warps, in the PTX executor, against float64.

Every schedule, chosen by a tuning file, with groups whose sizes lie around those of slices and tiles, with empty groups, and with bounds of
any value. Rows of no group hold NaN, which must have no effect; results of empty groups must be zeros, whatever the memory held. Three seeds
of inputs. Each schedule has some of the cases by default, with SBP_FULL=1 all of them. With --assemble PTXAS the kernels are assembled for
every chip instead.
"""

import os
import re
import sys

import numpy as np

import assembled
import hopper_grouped
from hopper_products import make, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

FULL = os.environ.get("SBP_FULL") == "1"
SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if FULL else 5)
GENERATOR, SCHEDULES = "tensor_grouped_outer", hopper_grouped.WARP_SCHEDULES
CHIPS = ["sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"]
SIZES = {
    "around the sizes of slices": [0, 1, 31, 32, 33, 65, 0],
    "around the sizes of tiles": [63, 64, 0, 129, 127],
    "one group has all": [0, 200, 0],
    "one group": [130],
    "groups of one row": [1] * 20,
    "many groups": [3, 0, 5, 1] * 9,
}


class Case(hopper_grouped.Case):
    """`inner` and `columns` are those of x and of y."""

    def list_types(self):
        x, y, result = (self.rows, self.inner), (self.rows, self.columns), (self.groups, self.inner, self.columns)
        shapes = [(x, self.kind), (y, self.kind), (self.bounds.shape, self.index), (result, self.kind)]
        return [f"tensor<{'x'.join(map(str, shape))}x{kind}>" for shape, kind in shapes]

    def get_text(self, name):
        x, y, b, g = self.list_types()
        return (
            f"func.func @{name}(%x: {x}, %y: {y}, %b: {b}) -> {g} {{\n"
            f"  %g = nn.grouped_outer %x, %y, %b : ({x}, {y}, {b}) -> {g}\n  return %g : {g} }}\n"
        )

    def get_class(self):
        rounded = [re.sub(r"\d+(?=x)", lambda n: str(1 << (int(n[0]) - 1).bit_length()), each[7:-1]) for each in self.list_types()]
        return f"nn.grouped_outer {' '.join(rounded[:3])} -> {rounded[3]}"

    def make_inputs(self, rng):
        x, y = (make(rng, self.kind, (self.rows, extent)) for extent in (self.inner, self.columns))
        groups = self.list_groups()
        nan = {"bf16": 0x7FC0, "f16": np.float16("nan"), "f32": np.float32("nan")}[self.kind]
        for other in (slice(0, groups[0][0]), slice(groups[-1][1], self.rows)):
            x[other], y[other] = nan, nan
        return [x, y, self.bounds]

    def compute(self, x, y, _):
        x, y = widen(x), widen(y)
        result, magnitude = np.zeros((2, self.groups, self.inner, self.columns))
        for group, (begin, end) in enumerate(self.list_groups()):
            left, right = x[begin:end].T, y[begin:end]
            result[group], magnitude[group] = left @ right, abs(left) @ abs(right)
        rounding = hopper_grouped.ROUNDING[self.kind]
        return result, (1e-9 * self.rows + 2e-6) * magnitude + rounding * abs(result) + 2.0**-25


def list_cases():
    for name, sizes in SIZES.items():
        bounds, rows = np.cumsum(sizes), sum(sizes)
        yield Case(name, bounds, rows, len(sizes), columns=72)
        yield Case(name, bounds, rows, len(sizes), inner=24, columns=264, kind="f16", index="i64")
    yield Case("rows of no group", [70, 71, 200], 333, 2)
    yield Case("bounds that descend, and lie outside", [-5, 90, 20, 150, 2**31 - 1], 170, 5, inner=64)
    yield Case("the first group begins behind the end", [500, 2, 3], 100, 2, columns=8)
    yield Case("no row is in a group", [0, 0, -(2**31)], 70, 3, columns=40)
    yield Case("factors are packed", [65, 100], 130, 2, inner=35, columns=67)
    yield Case("one factor is packed", [65, 100], 130, 2, inner=66, columns=40, kind="f16")
    yield Case("two columns", [65, 100], 130, 2, inner=2, columns=3)
    yield Case("one row", [1], 1, 1, inner=16, columns=16)


def compile_cases(chip, cases, schedule):
    """PTX and manifest of functions f0, f1 and so on, whose last launch is one of this schedule."""
    text = "".join(case.get_text(f"f{i}") for i, case in enumerate(cases))
    ptx, specs = cuda_kernels.compile_chosen(text, [case.get_class() for case in cases], GENERATOR, schedule, chip=chip)
    for spec in specs.values():
        found = [launch["schedule"] for launch in spec["launches"] if launch["family"] != "pack"]
        assert found == [f"{GENERATOR}, {schedule}"], (spec["launches"], schedule)
    return ptx, specs


def assemble(ptxas):
    """Fails where ptxas uses the stack, spills registers or warns."""
    cases = list(list_cases())
    cases = [*cases[:2], *cases[-4:-1]]
    for chip in CHIPS:
        for schedule in SCHEDULES:
            assembled.check(ptxas, compile_cases(chip, cases, schedule)[0], len(cases), chip)
        print(f"{chip}: {len(SCHEDULES)} schedules of {len(cases)} regions pass", flush=True)


def check_loops(compared):
    """A single column, and f32, are loops."""
    for case in (
        Case("loops", [5, 30, 20, 50], 60, 3, inner=24, columns=20, kind="f32"),
        Case("loops", [5, 30, 20], 60, 3, inner=1, columns=20),
    ):
        region, inputs = cuda_kernels.compile_text(case.get_text("f"))["f"], case.make_inputs(np.random.default_rng(3))
        assert "loops" in [launch["family"] for launch in region.description["launches"]], case.name
        expected, bound = case.compute(*inputs)
        compared.add(case.name, widen(region(*inputs)) / bound, expected / bound, 1.0)


def main():
    cases, compared = list(list_cases()), Compared()
    for i, schedule in enumerate(SCHEDULES):
        mine = cases if FULL else cases[i :: len(SCHEDULES)]
        # Code for Hopper has the same kernel, with launches that overlap.
        chip = "sm_90a" if i == 1 else "sm_80"
        regions = cuda_kernels.load_regions(*compile_cases(chip, mine, schedule))
        for seed in range(SEEDS):
            for number, case in enumerate(mine):
                inputs = case.make_inputs(np.random.default_rng([seed, number]))
                expected, bound = case.compute(*inputs)
                found = widen(regions[f"f{number}"](*inputs))
                compared.add(f"{case.name}, {schedule}, {chip}", found / bound, expected / bound, 1.0)
    check_loops(compared)
    compared.show("regions agree")


if __name__ == "__main__":
    assemble(sys.argv[2]) if sys.argv[1:2] == ["--assemble"] else main()
