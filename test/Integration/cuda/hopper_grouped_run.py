"""Inputs of Inputs/hopper_grouped.mlir, and its result in numpy:  hopper_grouped_run.py inputs|compare FOLDER"""

import os
import sys

import numpy as np

SIZES, ROWS, ROUNDING = (70, 0, 129, 1, 64), 300, 2.0**-11  # 36 rows have no expert


def main(command, folder):
    at = lambda name: os.path.join(folder, f"{name}.npy")
    if command == "inputs":
        random = np.random.default_rng(0)
        for name, shape in (("x", (ROWS, 64)), ("w", (5, 64, 136))):
            np.save(at(name), random.standard_normal(shape).astype(np.float16))
        np.save(at("sizes"), np.array(SIZES, np.int32))
        return
    x, w, y = (np.load(at(name)).astype(np.float64) for name in ("x", "w", "y"))
    expected, magnitude, first = *np.zeros((2, *y.shape)), 0
    for expert, size in enumerate(SIZES):
        rows = slice(first, first + size)
        expected[rows], magnitude[rows], first = x[rows] @ w[expert], abs(x[rows]) @ abs(w[expert]), first + size
    # Sums of f32, rounded once: other ranks add zeros.
    difference, bound = np.abs(y - expected), 2e-6 * magnitude + ROUNDING * np.abs(expected) + 2.0**-25
    assert (difference <= bound).all(), (difference / bound).max()
    share = (difference / bound).max()
    print(f"{y.size} elements agree, largest difference {difference.max():.1e}, {share:.2f} of its bound")
    os.remove(at("y"))


main(*sys.argv[1:])
