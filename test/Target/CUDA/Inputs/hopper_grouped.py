"""nn.grouped_product of bf16 and f16 on tensor cores, in the PTX executor, against float64: on those of Hopper, or with "warps" first those
of warps.

Every schedule, chosen by a tuning file, with groups whose sizes lie around those of tiles, and with bounds of any value: rows of no
group must be zeros, whatever the memory held. Each schedule has some of the cases by default; with SBP_FULL=1 all of them, under three
seeds. Bulk copies must move what the tiling plans. With --assemble PTXAS the kernels are assembled instead.
"""

import os
import re
import sys

import numpy as np

import assembled
from hopper_products import BLOCK, SLICE_BYTES, make, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

FULL = os.environ.get("SBP_FULL") == "1"
SCHEDULES = (
    "tiles of 128 x 128 x 64, 6 slots",
    "tiles of 128 x 256 x 64, 4 slots",
    "tiles of 64 x 128 x 64, 8 slots",
    "tiles of 64 x 256 x 64, 5 slots",
)
WARP_SCHEDULES = (
    "tiles of 128 x 128 x 32, 4 stages, 4 warps",
    "tiles of 64 x 64 x 32, 4 stages, 4 warps",
    "tiles of 16 x 64 x 32, 5 stages, 4 warps",
)
# Generators by chip, with their schedules.
GENERATORS = {"sm_90a": ("hopper_grouped", SCHEDULES), "sm_80": ("tensor_grouped", WARP_SCHEDULES)}
ROUNDING = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-23}
# Bounds of groups by the rows that each has; those of some cases are written out.
SIZES = {
    "around the sizes of tiles": [0, 1, 63, 64, 65, 129, 0],
    "one group has all": [0, 200, 0],
    "one group": [130],
    "many groups": [3, 0, 5, 1] * 9,
}


class Case:
    """`bounds` ascend or not; with one more than groups the first begins group 0. `rows` may be more or less than the last of them."""

    def __init__(self, name, bounds, rows, groups, inner=136, columns=136, transposed=False, kind="bf16", index="i32"):
        self.bounds = np.array(bounds, {"i32": np.int32, "i64": np.int64}[index])
        self.rows, self.groups, self.inner, self.columns = rows, groups, inner, columns
        self.transposed, self.kind, self.index = transposed, kind, index
        self.name = f"{kind} {rows} x {columns} x {inner}, {groups} groups{' transposed' * transposed}, {name}"
        self.weights = (groups, columns, inner) if transposed else (groups, inner, columns)

    def list_types(self):
        shapes = [((self.rows, self.inner), self.kind), (self.weights, self.kind), (self.bounds.shape, self.index)]
        return [f"tensor<{'x'.join(map(str, shape))}x{kind}>" for shape, kind in [*shapes, ((self.rows, self.columns), self.kind)]]

    def get_text(self, name):
        x, w, b, y = self.list_types()
        return (
            f"func.func @{name}(%x: {x}, %w: {w}, %b: {b}) -> {y} {{\n  %y = nn.grouped_product %x, %w, %b"
            f"{' {transposed}' * self.transposed} : ({x}, {w}, {b}) -> {y}\n  return %y : {y} }}\n"
        )

    def get_class(self):
        """The class of shapes, as tuning files name it."""
        rounded = [re.sub(r"\d+(?=x)", lambda n: str(1 << (int(n[0]) - 1).bit_length()), each[7:-1]) for each in self.list_types()]
        return f"nn.grouped_product {' '.join(rounded[:3])} -> {rounded[3]}"

    def list_groups(self):
        """The first row of each group and the row behind its last one."""
        bounds = np.maximum.accumulate(np.concatenate([[0], np.clip(self.bounds, 0, self.rows)]))
        bounds = bounds[len(self.bounds) - self.groups :]
        return list(zip(bounds[:-1], bounds[1:]))

    def make_inputs(self, rng):
        return [make(rng, self.kind, (self.rows, self.inner)), make(rng, self.kind, self.weights), self.bounds]

    def compute(self, x, weights, _):
        """The result in float64, and a bound of the error of each element: those of f32 sums, and the last rounding."""
        x, weights = widen(x), widen(weights)
        result, magnitude = np.zeros((2, self.rows, self.columns))
        for group, (begin, end) in enumerate(self.list_groups()):
            factor = weights[group].T if self.transposed else weights[group]
            result[begin:end], magnitude[begin:end] = x[begin:end] @ factor, abs(x[begin:end]) @ abs(factor)
        return result, (1e-9 * self.inner + 2e-6) * magnitude + ROUNDING[self.kind] * abs(result) + 2.0**-25

    def count_bytes(self, launch):
        """What the tiling moves: whole tiles of both factors for each slice of k, and whole blocks of 64 rows of results."""
        tile_m, tile_n, depth = map(int, re.search(r"tiles of (\d+) x (\d+) x (\d+)", launch["schedule"]).groups())
        sizes = [int(end - begin) for begin, end in self.list_groups()]
        tiles, across = sum(-(-size // tile_m) for size in sizes), -(-self.columns // tile_n)
        loads = tiles * across * -(-self.inner // depth) * (tile_m + tile_n) * SLICE_BYTES
        blocks = sum(size // BLOCK for size in sizes) if len(launch["tensor_maps"]) == 3 else 0
        return loads + blocks * across * BLOCK * tile_n * 2


def list_cases():
    for name, sizes in SIZES.items():
        bounds, rows = np.cumsum(sizes), sum(sizes)
        yield Case(name, bounds, rows, len(sizes))
        yield Case(name, bounds, rows, len(sizes), inner=72, columns=264, transposed=True, kind="f16", index="i64")
    yield Case("rows of no group", [70, 71, 200], 333, 2)
    yield Case("bounds that descend, and lie outside", [-5, 90, 20, 150, 2**31 - 1], 170, 5, inner=64)
    yield Case("the first group begins behind the end", [500, 2, 3], 100, 2)
    yield Case("no row is in a group", [0, 0, -(2**31)], 70, 3, columns=33)
    yield Case("factors are packed", [65, 100], 130, 2, inner=35, columns=67)
    yield Case("factors are packed", [65, 100], 130, 2, inner=35, columns=66, transposed=True, index="i64")
    yield Case("more tiles than blocks", np.arange(1, 138), 137, 137, inner=72, columns=128)


def list_loop_cases():
    """Those of f32, which loops compute: rows in front of the first group, and fewer rows than matrices."""
    yield Case("loops", [5, 30, 20, 50], 60, 3, inner=24, columns=20, kind="f32")
    yield Case("loops", [5, 30, 50], 60, 3, inner=24, columns=20, transposed=True, kind="f32")
    yield Case("loops", [1, 1, 2, 4, 4, 4, 7], 5, 7, inner=24, columns=20, transposed=True, kind="f32", index="i64")


def check_loops(compared, rng):
    """A thread has an element of the result."""
    for case in list_loop_cases():
        region, inputs = cuda_kernels.compile_text(case.get_text("f"))["f"], case.make_inputs(rng)
        schedules = [launch["schedule"] for launch in region.description["launches"]]
        assert f"loops, {case.rows * case.columns} threads" in schedules, schedules
        expected, bound = case.compute(*inputs)
        compared.add(case.name, widen(region(*inputs)) / bound, expected / bound, 1.0)


def compile_cases(chip, cases, schedule):
    """PTX and manifest of functions f0, f1 and so on, whose last launch is one of this schedule."""
    text = "".join(case.get_text(f"f{i}") for i, case in enumerate(cases))
    generator, shapes = GENERATORS[chip][0], [case.get_class() for case in cases]
    ptx, specs = cuda_kernels.compile_chosen(text, shapes, generator, schedule, chip=chip)
    for spec in specs.values():
        found = [launch["schedule"] for launch in spec["launches"] if launch["family"] != "pack"]
        assert found == [f"{generator}, {schedule}"], (spec["launches"], schedule)
    return ptx, specs


def assemble(chip, ptxas):
    """Fails where ptxas uses the stack, spills registers or warns of products that it serialises."""
    for schedule in GENERATORS[chip][1]:
        cases = list(list_cases())
        cases = [*cases[:2], *cases[-4:]]
        assembled.check(ptxas, compile_cases(chip, cases, schedule)[0], len(cases), chip)
        print(f"{schedule}: {len(cases)} regions pass")


def main(chip):
    cases, compared, rng = list(list_cases()), Compared(), np.random.default_rng(7)
    cuda_kernels.SEEDS = (1, 2, 3) if FULL else (1, 2)
    schedules = GENERATORS[chip][1]
    for i, schedule in enumerate(schedules):
        mine = cases if FULL else cases[i :: len(schedules)]
        regions = cuda_kernels.load_regions(*compile_cases(chip, mine, schedule))
        for number, case in enumerate(mine):
            region = regions[f"f{number}"]
            before, inputs = region.machine.count()["bulk_bytes"], case.make_inputs(rng)
            found = widen(region(*inputs))
            expected, bound = case.compute(*inputs)
            moved = region.machine.count()["bulk_bytes"] - before
            planned = len(cuda_kernels.SEEDS) * case.count_bytes(region.description["launches"][-1]) if chip == "sm_90a" else 0
            assert moved == planned, f"{case.name}: {moved} bytes of bulk copies, {planned} are planned"
            compared.add(f"{case.name}, {schedule}", found / bound, expected / bound, 1.0)
        if FULL:
            print(f"{schedule}: {len(mine)} cases", file=sys.stderr, flush=True)
    if chip == "sm_90a":
        check_loops(compared, rng)
    compared.show("regions agree")


if __name__ == "__main__":
    by_warps = sys.argv[1:2] == ["warps"]
    arguments, chosen = sys.argv[1 + by_warps :], "sm_80" if by_warps else "sm_90a"
    assemble(chosen, arguments[1]) if arguments[:1] == ["--assemble"] else main(chosen)
