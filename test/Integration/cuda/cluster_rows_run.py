"""Inputs of Inputs/cluster_rows.mlir, and the float64 results of numpy:  cluster_rows_run.py inputs|compare FOLDER"""

import os
import sys

import numpy as np

BOUND = 1e-5


def main(command, folder):
    at = lambda name: os.path.join(folder, f"{name}.npy")
    if command == "inputs":
        random = np.random.default_rng(0)
        for name, shape in (("x", (34, 16400)), ("g", 16400), ("h", 16400)):
            np.save(at(name), random.standard_normal(shape).astype(np.float32))
        return
    x, g, h, y, z = (np.load(at(name)).astype(np.float64) for name in ("x", "g", "h", "y", "z"))
    norm = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * g + h
    shares = np.exp(norm[:2] - norm[:2].max(1, keepdims=True))
    for found, right in ((y, norm), (z, shares / shares.sum(1, keepdims=True))):
        difference = (np.abs(found - right) / (1 + np.abs(right))).max()
        assert difference <= BOUND, (difference, BOUND)
    print(f"{y.size + z.size} elements agree")
    os.remove(at("y"))


main(*sys.argv[1:])
