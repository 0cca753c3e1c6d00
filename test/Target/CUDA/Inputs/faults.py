"""Faults planted in the PTX of good kernels of every family: each is reported or changes a result, under every seed.

A fault is a line changed: a guard that lets one more in or is not looked at, a barrier dropped, a shuffle from the own lane, an access
moved, a stride doubled, an operand or an operation changed, one round less. Barriers and operands that are left right by accident are
named below, with the reason; of guards, strides and counts some are implied by others, which no seed may see and another not. Waits
between streams are left out one by one in test/Integration/cuda/drop_waits.py.
"""

import collections
import re

import numpy as np

import transfers
from fault_models import REGIONS, TEXT, draw
from sbp_testing import cuda_kernels
from sbp_testing.kernel_counts import note

SEEDS = (1, 2, 3)
REGISTER, TURNED = r"%(?:r|rd)\d+", {"gt": "ge", "ge": "gt", "lt": "le", "le": "lt"}
FAULTS = [
    ("guard", "one more or less", r"setp\.(gt|ge|lt|le)\.([us]\d\d) ", lambda m: f"setp.{TURNED[m[1]]}.{m[2]} "),
    ("guard", "not looked at", r"(setp\.(?:gt|ge)\.u\d\d \t%p\d+, %rd?\d+), (\d+);", r"\1, 1000000000;"),
    ("barrier", "dropped", r"\tbar\.sync \t0;", ""),
    ("operand", "shuffle from the own lane", r"(shfl\.sync\.bfly\.b32 .*), \d+, 31, -1;", r"\1, 0, 31, -1;"),
    ("operand", "store beside its place", r"(st\.global\S* \t\[%rd\d+)(\+\d+)?\]", r"\1+65536]"),
    ("operand", "load beside its place", r"(ld\.global\S* \t.*\[%rd\d+)(\+\d+)?\]", r"\1+65536]"),
    ("operand", "sum turned round", r"\tadd\.(?:rn\.)?f(32|64) (?!.*, 0[fd]0+;)", r"\tsub.f\1 "),
    ("operand", "sum of 16 bits turned round", r"\tadd\.s16 ", "\tsub.s16 "),
    (
        "operand",
        "fused sum without its product",
        r"fma\.rn\.f(32|64) \t(%rd?\d+), (%rd?\d+), (%rd?\d+), (%rd?\d+);",
        r"sub.rn.f\1 \t\2, \3, \5;",
    ),
    ("stride", "doubled", rf"(mul\.wide\.[us]32 \t{REGISTER}, {REGISTER}), (\d+);", lambda m: f"{m[1]}, {2 * int(m[2])};"),
    ("stride", "of addresses doubled", rf"(mad\.lo\.[us]64 \t{REGISTER}, {REGISTER}), (\d+), ", lambda m: f"{m[1]}, {2 * int(m[2])}, "),
    (
        "count",
        "one round less",
        r"(setp\.(?:gt|ge|lt|le)\.[us]\d\d \t%p\d+, %rd?\d+), (\d+);",
        lambda m: f"{m[1]}, {max(0, int(m[2]) - 1)};",
    ),
]
# The first barrier of a row's first sum keeps readers of an earlier sum from its slots: there is none. (Of sums, those with the init's zero
# are left out.)
HARMLESS = {("block_rows", "dropped", 0), ("block_rows_bf16", "dropped", 0), ("long_rows", "dropped", 0)}
IMPLIED = {"guard", "stride", "count"}
# Copies by width, and sums and maxima that widen on the way.
TRANSFERS = [
    ("sbp_transfer_copy_2", "", "bf16"),
    ("sbp_transfer_sum_bf16", "sum", "bf16"),
    ("sbp_transfer_sum_f64", "sum", "f64"),
    ("sbp_transfer_max_f16", "max", "f16"),
    ("sbp_transfer_sum_i8", "sum", "i8"),
]
LEAST = 4  # of a family
ENTRY = ".visible .entry "


def run(ptx, spec, inputs, seed):
    machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
    return cuda_kernels.Region(machine, spec).run_once(seed, inputs, ())


def is_caught(ptx, spec, inputs, right, seed):
    try:
        results = run(ptx, spec, inputs, seed)
    except AssertionError:
        return True
    return any(a.tobytes() != b.tobytes() for a, b in zip(results, right))


def select_kernels(ptx, names):
    """The text without other kernels, which each planted fault would have parsed again."""
    head, *kernels = ptx.split(ENTRY)
    return head + "".join(ENTRY + kernel for kernel in kernels if kernel[: kernel.index("(")] in names)


def list_kernels(ptx, spec, family):
    """Where the kernels of a region's launches of a family stand in the text."""
    for launch in spec["launches"]:
        if launch["family"] == family:
            begin = ptx.index(f".entry {launch['kernel']}(")
            end = ptx.find(".entry", begin + 1)
            yield begin, len(ptx) if end < 0 else end


def plant(ptx, begin, end):
    """Every fault at the first, the middle and the last of its places: what, number, text."""
    text = ptx[begin:end]
    for kind, what, pattern, replacement in FAULTS:
        places = list(re.finditer(pattern, text))
        for number in sorted({0, len(places) // 2, len(places) - 1} & set(range(len(places)))):
            place = places[number]
            new = replacement(place) if callable(replacement) else place.expand(replacement)
            yield kind, what, number, ptx[:begin] + text[: place.start()] + new + text[place.end() :] + ptx[end:]


def plant_transfers(caught, missed):
    """In functions that combine what ranks on one GPU hold: each is checked as transfers.py checks the good ones. Returns how many are implied."""
    every, _ = cuda_kernels.compile_ptx("func.func @main() { return }", "--transfers")
    implied = 0
    for symbol, combiner, dtype in TRANSFERS:
        ptx = select_kernels(every, {symbol})
        begin = ptx.index(f".entry {symbol}(")
        end = ptx.find(".entry", begin + 1)
        for kind, what, number, wrong in plant(ptx, begin, len(ptx) if end < 0 else end):
            seen = [is_transfer_caught(wrong, symbol, combiner, dtype, seed) for seed in SEEDS]
            if all(seen):
                caught["transfers", kind] += 1
            elif kind in IMPLIED and not any(seen):
                implied += 1
            else:
                missed.append((symbol, what, number, seen))
    return implied


def is_transfer_caught(ptx, symbol, combiner, dtype, seed):
    try:
        transfers.check(cuda_kernels.Machine(cuda_kernels.find_library(), ptx), symbol, combiner, dtype, seed)
    except AssertionError:
        return True
    return False


def main():
    every, specs = cuda_kernels.compile_ptx(TEXT)
    caught, missed, implied = collections.Counter(), [], 0
    for name, (family, shapes) in REGIONS.items():
        rng = np.random.default_rng([8, *name.encode()])  # what one region has does not change the inputs of others
        inputs = [draw(rng, shape) for shape in shapes]
        ptx = select_kernels(every, {launch["kernel"] for launch in specs[name]["launches"]})
        right = run(ptx, specs[name], inputs, 1)
        kernels = list(list_kernels(ptx, specs[name], family))
        assert kernels, (name, [launch["family"] for launch in specs[name]["launches"]])
        for kind, what, number, wrong in plant(ptx, *kernels[0]):
            if (name, what, number) in HARMLESS:
                continue
            seen = [is_caught(wrong, specs[name], inputs, right, seed) for seed in SEEDS]
            if all(seen):
                caught[family, kind] += 1
            elif kind in IMPLIED and not any(seen):
                implied += 1
            else:
                missed.append((name, what, number, seen))
    implied += plant_transfers(caught, missed)
    families, kinds = (sorted({key[i] for key in caught}) for i in range(2))
    for family in families:
        print(f"{family}:", ", ".join(f"{kind} {caught[family, kind]}" for kind in kinds if caught[family, kind]))
    assert not missed, "\n".join(map(str, missed))
    for family in {"transfers", *(family for family, _ in REGIONS.values())}:
        assert sum(number for (of, _), number in caught.items() if of == family) >= LEAST, family
    note("caught", caught.total())
    print(
        caught.total(),
        "faults of",
        len(families),
        "families caught by every seed;",
        implied,
        "guards, strides and counts that others imply",
    )


main()
