"""Sums and maxima over rows on the PTX executor against float64 numpy, three seeds each, and what they move, counted by it.

Least traffic is all inputs and the results once. Of tensors of 2^20 elements and more at most 1.05 of it is moved, however long rows are.
With --assemble PTXAS the kernels are assembled instead.
"""

import math
import os
import sys

import numpy as np

import assembled
from sbp_testing import cuda_kernels
from sbp_testing.host_kernels import NUMPY_TYPES

SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if os.environ.get("SBP_FULL") else 5)
MOST_MOVED = 1.05
CHIPS = ["sm_80", "sm_90a"]
# Rows, columns, combiner, type of inputs; sums are f32.
SHAPES = [
    (16, 64, "addf", "f32"),
    (255, 33, "addf", "f32"),
    (256, 4, "addf", "f32"),
    (1000, 64, "addf", "f32"),
    (1000, 1, "addf", "f32"),
    (1000, 2, "addf", "f32"),
    (4096, 256, "addf", "f32"),
    (4096, 257, "addf", "f32"),
    (8191, 12, "addf", "f32"),
    (10000, 40, "maximumf", "f32"),
    (300, 130, "addf", "f32"),
    (270, 4100, "addf", "f32"),
    (400, 4097, "maximumf", "f32"),
    (4096, 256, "addf", "bf16"),
    (16, 1537, "addf", "bf16"),
    (100003, 11, "addf", "bf16"),
    (4096, 257, "addf", "bf16"),
    (2048, 1025, "addf", "bf16"),
    (700, 4100, "addf", "f16"),
    (513, 8191, "addf", "bf16"),
    (20001, 67, "addf", "i8"),
]
# Loops and extents, reduced ones in capitals, and inputs: type, map, shape. A term is the sum of all inputs.
SUMS = [
    ("rows and their factors", [("I", 3001), ("j", 351)], [("f32", "i, j", (3001, 351)), ("f32", "i", (3001,))]),
    ("two types", [("I", 2600), ("j", 405)], [("bf16", "i, j", (2600, 405)), ("f32", "i, j", (2600, 405))]),
    ("factors of columns", [("I", 500), ("j", 333)], [("f32", "i, j", (500, 333)), ("f32", "j", (333,))]),
    ("two reduced loops", [("B", 9), ("I", 301), ("j", 391)], [("f16", "b, i, j", (9, 301, 391)), ("f32", "b, i", (9, 301))]),
    ("reduced loops apart", [("B", 9), ("g", 3), ("I", 101), ("j", 391)], [("f32", "b, g, i, j", (9, 3, 101, 391))]),
    ("an outer loop", [("g", 5), ("I", 301), ("j", 701)], [("f32", "g, i, j", (5, 301, 701)), ("bf16", "i, g", (301, 5))]),
    ("a slice", [("I", 2049), ("j", 517)], [("f32", "i, j + 3", (2049, 1031))]),
    ("a narrow slice", [("I", 2049), ("j", 5)], [("bf16", "i, j + 3", (2049, 1031))]),
    ("every second row", [("I", 1000), ("j", 21)], [("f32", "i * 2 + 1, j", (2000, 21)), ("f32", "i", (1000,))]),
    ("rows with a window", [("I", 40), ("K", 7), ("j", 43)], [("f32", "i + k, j", (46, 43)), ("f32", "i, k", (40, 7))]),
]


def write_sum(number, loops, inputs, combiner):
    names = ", ".join(name.lower() for name, _ in loops)
    kept = [(name, extent) for name, extent in loops if name.islower()]
    result = "tensor<" + "".join(f"{extent}x" for _, extent in kept) + "f32>"
    types = [f"tensor<{'x'.join(map(str, shape))}x{kind}>" for kind, _, shape in inputs]
    maps = [f"affine_map<({names}) -> ({place})>" for _, place, _ in inputs] + [
        f"affine_map<({names}) -> ({', '.join(n for n, _ in kept)})>"
    ]
    iterators = ", ".join('"parallel"' if name.islower() else '"reduction"' for name, _ in loops)
    body, term = "", None
    for i, (kind, _, _) in enumerate(inputs):
        value = f"%a{i}"
        if kind != "f32":
            body += f"    %w{i} = arith.{'sitofp' if kind[0] == 'i' else 'extf'} %a{i} : {kind} to f32\n"
            value = f"%w{i}"
        if term:
            body += f"    %p{i} = arith.addf {term}, {value} : f32\n"
            value = f"%p{i}"
        term = value
    start = "0xFF800000" if combiner == "maximumf" else "0.0"
    return (
        f"func.func @columns{number}({', '.join(f'%x{i}: {t}' for i, t in enumerate(types))}) -> {result} {{\n"
        f"  %z = arith.constant {start} : f32\n  %e = tensor.empty() : {result}\n  %f = linalg.fill ins(%z : f32) outs(%e : {result}) -> {result}\n"
        f"  %r = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}}\n"
        f"      ins({', '.join(f'%x{i}' for i in range(len(types)))} : {', '.join(types)}) outs(%f : {result}) {{\n"
        f"  ^bb0({', '.join(f'%a{i}: {kind}' for i, (kind, _, _) in enumerate(inputs))}, %o: f32):\n{body}"
        f"    %n = arith.{combiner} %o, {term} : f32\n    linalg.yield %n : f32 }} -> {result}\n  return %r : {result} }}\n"
    )


def draw(rng, kind, shape):
    """Elements as the executor takes them, and their values; bf16 is a word of 16 bits."""
    if kind == "bf16":
        bits = (rng.standard_normal(shape).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        return bits, (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    values = rng.integers(-128, 128, shape).astype(np.int8) if kind == "i8" else rng.standard_normal(shape).astype(NUMPY_TYPES[kind])
    return values, values.astype(np.float64)


def compute(loops, inputs, values, combiner):
    """The result in float64, and the sum of the terms' absolute values."""
    extents = {name.lower(): extent for name, extent in loops}
    indices = dict(zip(extents, np.ix_(*map(np.arange, extents.values())), strict=True))
    terms = np.zeros(list(extents.values()))
    for (_, place, _), value in zip(inputs, values, strict=True):
        terms = terms + value[tuple(eval(part, {}, indices) for part in place.split(","))]
    axes = tuple(i for i, (name, _) in enumerate(loops) if name.isupper())
    return (terms.sum(axes) if combiner == "addf" else terms.max(axes)), np.abs(terms).sum(axes)


def check(name, region, loops, inputs, combiner):
    worst, moved = 0, 0
    elements = math.prod(extent for _, extent in loops)
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        given, values = zip(*(draw(rng, kind, shape) for kind, _, shape in inputs), strict=True)
        before = region.machine.count()["sectors"]
        found = region.run_once(seed, list(given), ())[0]
        sectors = region.machine.count()["sectors"] - before
        # Only the elements that are read count for a slice.
        least = sum(min(value.size, elements) * value.itemsize for value in given) + found.nbytes
        moved = max(moved, sectors * 32 / least)
        right, sizes = compute(loops, inputs, values, combiner)
        worst = max(worst, float(np.max(np.abs(found - right) / (sizes + 1e-30))))
        assert worst <= 2.0**-21, (name, seed, worst)
    schedules = ", ".join(launch["schedule"] for launch in region.description["launches"])
    print(f"{name}: largest difference {worst:.1e}, moved {moved:.3f} of the least ({schedules})")
    assert moved <= MOST_MOVED or elements < 2**20, moved


def main():
    cases = [(f"{r} x {c} {combiner} {kind}", [("I", r), ("j", c)], [(kind, "i, j", (r, c))], combiner) for r, c, combiner, kind in SHAPES]
    cases += [(name, loops, inputs, "addf") for name, loops, inputs in SUMS]
    text = "".join(write_sum(i, *case[1:]) for i, case in enumerate(cases))
    if sys.argv[1:2] == ["--assemble"]:
        for chip in CHIPS:
            ptx, _ = cuda_kernels.compile_ptx(text, f"--chip={chip}")
            registers = [kernel.registers for kernel in assembled.check(sys.argv[2], ptx, len(cases), chip).values()]
            print(f"{chip}: {len(registers)} kernels pass, {min(registers)} to {max(registers)} registers")
        return
    regions = cuda_kernels.compile_text(text)
    for i, case in enumerate(cases):
        check(case[0], regions[f"columns{i}"], *case[1:])
    print(len(cases), "cases agree")


main()
