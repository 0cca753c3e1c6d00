"""Inputs of Inputs/hopper_product.mlir, and what numpy says of its result:  hopper_run.py inputs|compare FOLDER"""

import os
import sys

import numpy as np


def main(command, folder):
    at = lambda name: os.path.join(folder, f"{name}.npy")
    if command == "inputs":
        random = np.random.default_rng(0)
        for name, shape in (("a", (136, 192)), ("b", (192, 520))):
            np.save(at(name), random.standard_normal(shape).astype(np.float16))
        return
    a, b, y = (np.load(at(name)).astype(np.float64) for name in ("a", "b", "y"))
    difference, bound = np.abs(y - a @ b).max(), 1e-6 * np.abs(a).max() * np.abs(b).max() * a.shape[1]
    assert difference <= bound, (difference, bound)
    print(f"{y.size} elements agree, largest difference {difference:.1e} (bound {bound:.1e})")
    os.remove(at("y"))


main(*sys.argv[1:])
