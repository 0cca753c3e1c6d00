"""Inputs of Inputs/hopper_attention.mlir, and its result in numpy:  hopper_attention_run.py inputs|compare FOLDER"""

import os
import sys

import numpy as np

LENGTH, ROUNDING = 325, 2.0**-11


def main(command, folder):
    at = lambda name: os.path.join(folder, f"{name}.npy")
    if command == "inputs":
        random = np.random.default_rng(0)
        for name, heads in (("q", 4), ("k", 2), ("v", 2)):
            np.save(at(name), random.standard_normal((1, heads, LENGTH, 64)).astype(np.float16))
        return
    q, k, v, y = (np.load(at(name)).astype(np.float64) for name in ("q", "k", "v", "y"))
    k, v = np.repeat(k, 2, 1), np.repeat(v, 2, 1)
    scores = np.where(np.tri(LENGTH, dtype=bool), 0.125 * q @ k.swapaxes(2, 3), -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    # Weights and results are rounded once; sums of f32 and the least normal number of f16 take as much again at most.
    difference, bound = np.abs(y - weights @ v), 4 * ROUNDING * (weights @ np.abs(v))
    assert (difference <= bound).all(), (difference / bound).max()
    print(f"{y.size} elements agree, largest difference {difference.max():.1e}, {(difference / bound).max():.2f} of its bound")
    os.remove(at("y"))


main(*sys.argv[1:])
