"""The committed layers of examples/memory_layers, as they are, run on their four ranks: some tokens against numpy in float64.

A token's y depends on no other token, nor does its part of d_x: both are compared for the first tokens, d_x with differences of numpy's
y. Small drawn layers have all gradients (memory_layers.py). The numbers are drawn from one seed: no two sums are nearly equal where one of
them is chosen.
"""

import os
import sys

import numpy as np

from examples.memory_layers import write
from memory_layers import FORWARD, draw
from sbp_testing.compared import Compared
from sbp_testing.harness import Case

NAMES = {"pkm": "PKM", "peer": "PEER", "memory_plus": "Memory+", "ultramem": "UltraMem", "ultramem_v2": "UltraMemV2"}
COMPARED = Compared()
SHOWN, SEED, STEP = 12, 5, 1e-6


def check(path, name, layer):
    rng = np.random.default_rng(SEED)
    a = draw(name, layer, rng, write.TOKENS)
    with open(os.path.join(write.HERE, path + ".mlir")) as file:
        case = Case(file.read())
    given = {key: value if key == "permutation" else value.astype(np.float32) for key, value in a.items()}
    found = case.execute(given, ["y", "d_x"])
    part = a | {"x": a["x"][:SHOWN], "dy": a["dy"][:SHOWN]}
    y = FORWARD[name](part, layer)["y"]
    off = np.abs(found["y"][:SHOWN] - y).max()
    COMPARED.measure(f"{path}, y", off, 1e-4 * np.abs(y).max(), ranks=4, size=y.size)
    direction = rng.standard_normal(part["x"].shape)
    loss = lambda x: (FORWARD[name](part | {"x": x}, layer)["y"] * part["dy"]).sum()
    slope = (loss(part["x"] + STEP * direction) - loss(part["x"] - STEP * direction)) / (2 * STEP)
    terms = found["d_x"][:SHOWN].astype(np.float64) * direction
    COMPARED.measure(f"{path}, slope of d_x", abs(terms.sum() - slope), 1e-4 * np.abs(terms).sum(), ranks=4)


def main():
    for path, layer in write.LAYERS.items():
        check(path, NAMES[path], layer)
    COMPARED.show("values compared")
    print(len(write.LAYERS), "examples agree")


if __name__ == "__main__":
    sys.exit(main())
