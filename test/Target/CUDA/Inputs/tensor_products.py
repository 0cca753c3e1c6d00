"""Products of bf16 and f16 on the tensor cores of warps (sm_80), in the PTX executor, against float64.

Every schedule, chosen by a tuning file, in all transpositions, with f32 results and with an epilogue, under three seeds. Sizes are
drawn from 1 to 300, around tiles; with SBP_FULL=1 more of them. Loads must move what the tiling plans.
"""

import itertools
import os
import re

import numpy as np

from hopper_products import check_slice, describe_class, make, product, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

SIZES = (1, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 264, 300)
SCHEDULES = (
    "tiles of 128 x 128 x 32, 4 stages, 4 warps",
    "tiles of 64 x 64 x 32, 4 stages, 4 warps",
    "tiles of 16 x 64 x 32, 5 stages, 4 warps",
)
SPLITS = (
    "tiles of 64 x 64 x 32, 4 stages, 4 warps, k split 4 ways",
    "tiles of 16 x 64 x 32, 5 stages, 4 warps, k split 4 ways",
    "tiles of 16 x 64 x 32, 5 stages, 4 warps, k split 8 ways",
)
EPILOGUE = "bias, tanh, residual"
DRAWN = 24 if os.environ.get("SBP_FULL") == "1" else 3  # sizes of a schedule
cuda_kernels.SEEDS = (1, 2, 3)


def list_cases(schedule):
    """All transpositions of ragged sizes, aligned and not, alone and with an epilogue."""
    rng = np.random.default_rng(SCHEDULES.index(schedule))
    sizes = [tuple(int(x) for x in rng.choice(SIZES, 3)) for _ in range(DRAWN)]
    for (m, n, k), ta, tb in itertools.product([*sizes, (136, 72, 264)], (False, True), (False, True)):
        yield "bf16", m, n, k, ta, tb, 0, EPILOGUE if (m + n + k + ta) % 2 else ""
    yield "f16", 136, 264, 136, True, False, 2, EPILOGUE
    yield "f16", 24, 40, 200, False, True, 3, ""


def draw_case(rng, case):
    """The inputs of a case, what float64 says of its result, the size of the terms, and the bound of the difference to it."""
    kind, m, n, k, ta, tb, batch, epilogue = case
    lead = [batch] if batch else []
    a = make(rng, kind, [*lead, *((k, m) if ta else (m, k))])
    b = make(rng, kind, [*lead, *((n, k) if tb else (k, n))])
    x, y = widen(a), widen(b)
    x, y = x.swapaxes(-1, -2) if ta else x, y.swapaxes(-1, -2) if tb else y
    expected, scale = np.matmul(x, y), np.matmul(abs(x), abs(y))
    if not epilogue:
        return [a, b], expected, scale, 1e-9 * k + 2e-6
    bias, residual = rng.standard_normal(n).astype(np.float32), make(rng, kind, [*lead, m, n])
    expected = np.tanh(expected + bias) + widen(residual)
    return [a, b, bias, residual], expected, 1 + abs(expected), 2**-8 if kind == "bf16" else 2**-10


def count_products(launch, m, n, k, batch, step=16):
    """The instructions of a product, of `step` k each: those of whole tiles."""
    tile_m, tile_n, depth = map(int, re.search(r"tiles of (\d+) x (\d+) x (\d+)", launch["schedule"]).groups())
    tiles = -(-m // tile_m) * -(-n // tile_n) * max(1, batch)
    return tiles * -(-k // depth) * (tile_m // 16) * (tile_n // 8) * (depth // step)


def check_schedule(compared, rng, schedule):
    """Checks all cases of a schedule; returns how many of the products have a copy of a factor before them."""
    cases, packed = list(list_cases(schedule)), 0
    text = "".join(product(f"f{i}", *case) for i, case in enumerate(cases))
    shapes = dict.fromkeys(describe_class(*case) for case in cases)
    choices = [{"shape": shape, "generator": "tensor_product", "schedule": schedule} for shape in shapes]
    regions = cuda_kernels.load_regions(*cuda_kernels.compile_tuned(text, choices, "--chip=sm_80"))
    for i, case in enumerate(cases):
        kind, m, n, k, ta, tb, batch, epilogue = case
        inputs, expected, scale, bound = draw_case(rng, case)
        region = regions[f"f{i}"]
        before = region.machine.count()
        found = widen(region(*inputs))
        products = [one for one in region.description["launches"] if one["family"] == "tensor_product"]
        others = {one["family"] for one in region.description["launches"]} - {"tensor_product"}
        if 1 not in (m, n, k):  # else the class of shapes has another form
            assert len(products) == 1 and others <= {"pack"}, region.description["launches"]
            assert products[0]["schedule"] == f"tensor_product, {schedule}", products
        packed += "pack" in others
        planned = len(cuda_kernels.SEEDS) * sum(count_products(one, m, n, k, batch) for one in products)
        after = region.machine.count()
        assert after["bank_conflicts"] == before["bank_conflicts"], f"bank conflicts in {case}"
        counted = after["warp_products"] - before["warp_products"]
        # Those whose columns no edge of the result leaves are not there.
        assert counted == planned if n >= 64 else counted <= planned, f"{counted} instructions of products, {planned} are planned"
        name = f"{kind} {m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f' batch {batch}' if batch else ''}{f', {epilogue}' if epilogue else ''}"
        compared.add(f"{name}, {schedule}", found / scale, expected / scale, bound)
    return packed


def check_splits(compared, rng):
    """Products whose k blocks share, the last part shorter than the others, and the kernel that adds the parts."""
    cases = [
        ("bf16", 7, 72, 1304, False, True, 0, ""),
        ("bf16", 65, 129, 1336, True, False, 0, EPILOGUE),
        ("f16", 16, 64, 1288, False, True, 2, EPILOGUE),
    ]
    for schedule in SPLITS:
        text = "".join(product(f"f{i}", *case) for i, case in enumerate(cases))
        shapes = [describe_class(*case) for case in cases]
        code = cuda_kernels.compile_chosen(text, shapes, "tensor_product", schedule, chip="sm_80")
        regions = cuda_kernels.load_regions(*code)
        for i, case in enumerate(cases):
            region = regions[f"f{i}"]
            products = [one["schedule"] for one in region.description["launches"] if one["family"] == "tensor_product"]
            assert products == [f"tensor_product, {schedule}"] * 2, region.description["launches"]
            inputs, expected, scale, bound = draw_case(rng, case)
            found = widen(region(*inputs))
            assert region.machine.count()["bank_conflicts"] == 0, schedule
            name = " x ".join(map(str, case[1:4]))
            compared.add(f"{case[0]} {name}{f', {case[-1]}' if case[-1] else ''}, {schedule}", found / scale, expected / scale, bound)


def check_integers(compared, rng):
    """One product of small integers, whose sums are exact, is equal under three seeds."""
    region = cuda_kernels.compile_text(product("f", "bf16", 128, 128, 32, False, True), "--chip=sm_80")["f"]
    assert region.description["launches"][0]["family"] == "tensor_product", region.description
    a, b = ((rng.integers(-8, 9, (128, 32)).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16) for _ in range(2))
    compared.add("128 x 128 x 32 of integers", region(a, b), widen(a) @ widen(b).T, 0)


def check_traffic(rng):
    """The sectors that products of whole tiles access, as a share of those of their tiles and results; and the instructions of a loop
    over whole rounds of the ring that are no products, for each product."""
    for epilogue, ta, tb in itertools.product(("", EPILOGUE), (False, True), (False, True)):
        m, n, k = 256, 256, 512
        case = ("bf16", m, n, k, ta, tb, 0, epilogue)
        choice = {"shape": describe_class(*case), "generator": "tensor_product", "schedule": SCHEDULES[0]}
        ptx, specs = cuda_kernels.compile_tuned(product("f", *case), [choice], "--chip=sm_80")
        region = cuda_kernels.load_regions(ptx, specs)["f"]
        region(*draw_case(rng, case)[0])
        counted = 32 * region.machine.count()["sectors"] / len(cuda_kernels.SEEDS)
        # Both factors of each tile; a result of f32, or one of bf16 and a residual.
        own = (m // 128) * (n // 128) * 256 * 2 * k + 4 * m * n
        body = find_loop(ptx)
        others = (len(body) - body.count("mma")) / body.count("mma")
        name = f"{m}x{n}x{k}{' ta' * ta}{' tb' * tb}{f', {epilogue}' if epilogue else ''}"
        print(f"{name}: {counted / own:.3f} of the traffic of its tiles, {others:.2f} other instructions a product")
        # Results of 2 bytes are half sectors of a warp.
        assert others <= 0.6 and counted <= (1.25 if epilogue else 1.05) * own, (counted, own, others)


def find_loop(ptx):
    """The opcodes of the first loop that has products."""
    lines = ptx.split("\n")
    labels = {found[1]: i for i, line in enumerate(lines) if (found := re.match(r"(\$L\S+):", line))}
    for i, line in enumerate(lines):
        found = re.search(r"\bbra(?:\.uni)?\s+(\$L\w+)", line)
        if found and labels.get(found[1], len(lines)) < i:
            text = " ".join(one.split("//")[0] for one in lines[labels[found[1]] + 1 : i + 1])
            statements = [re.sub(r"^@\S+\s+", "", one.strip()) for one in text.split(";")]
            body = [re.split(r"[.\s]", one)[0] for one in statements if one]
            if "mma" in body:
                return body
    raise AssertionError("no loop has products")


def main():
    compared, rng = Compared(), np.random.default_rng(5)
    check_integers(compared, rng)
    check_traffic(rng)
    for schedule in SCHEDULES:
        print(f"{schedule}: factors copied for {check_schedule(compared, rng, schedule)} products")
    check_splits(compared, rng)
    check_slice(compared, rng, "sm_80")
    compared.show("regions agree")


if __name__ == "__main__":
    main()
