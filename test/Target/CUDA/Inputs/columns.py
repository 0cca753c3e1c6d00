"""Sums and maxima over rows on the PTX executor against float64 numpy, three seeds each, and what they move, counted by it."""

import os
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[2] / "Host" / "Inputs"))
import cuda_kernels

SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if os.environ.get("SBP_FULL") else 5)
# Rows, columns, combiner.
SHAPES = [
    (16, 64, "addf"),
    (255, 33, "addf"),
    (256, 4, "addf"),
    (1000, 64, "addf"),
    (1000, 1, "addf"),
    (4096, 256, "addf"),
    (8191, 12, "addf"),
    (10000, 40, "maximumf"),
    (300, 130, "addf"),
]


def text(number, rows, columns, combiner):
    x, y = f"tensor<{rows}x{columns}xf32>", f"tensor<{columns}xf32>"
    start = "0xFF800000" if combiner == "maximumf" else "0.0"
    return (
        f"func.func @columns{number}(%x: {x}) -> {y} {{\n  %z = arith.constant {start} : f32\n  %e = tensor.empty() : {y}\n"
        f"  %f = linalg.fill ins(%z : f32) outs(%e : {y}) -> {y}\n"
        f"  %r = linalg.reduce {{ arith.{combiner} }} ins(%x : {x}) outs(%f : {y}) dimensions = [0]\n  return %r : {y} }}\n"
    )


def main():
    regions = cuda_kernels.compile_text("".join(text(i, *shape) for i, shape in enumerate(SHAPES)))
    for i, (rows, columns, combiner) in enumerate(SHAPES):
        region, worst = regions[f"columns{i}"], 0
        for seed in range(SEEDS):
            x = np.random.default_rng(seed).standard_normal((rows, columns)).astype(np.float32)
            before = region.machine.count()["sectors"]
            found = region.run_once(seed, [x], ())[0]
            moved = (region.machine.count()["sectors"] - before) * 32 / (x.nbytes + found.nbytes)
            right = x.astype(np.float64).sum(0) if combiner == "addf" else x.max(0)
            worst = max(worst, float(np.abs(found - right).max()))
            assert worst <= 1e-6 * rows**0.5 * 4, (rows, columns, worst)
        schedules = ", ".join(launch["schedule"] for launch in region.description["launches"])
        print(f"{rows} x {columns} {combiner}: largest difference {worst:.1e}, moved {moved:.3f} of the least ({schedules})")
        if rows * columns >= 2**20:
            assert moved <= 1.05, moved
    print(len(SHAPES), "shapes agree")


main()
