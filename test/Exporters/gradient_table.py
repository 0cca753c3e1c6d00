"""Runs the exported loss and gradients of many small functions, and prints a table of their differences from a framework's.

A case is a part of one loss, so that one text has many of them: its gradients are those of its own parameters. Cases that are refused are
exported alone. On PATH: sbp-compile, sbp-run.
"""

import os
import re
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import run

# Relative to the largest element of a gradient, or of 1: the types are f64, and sums of a few hundred terms.
EXACT = 1e-12


def evaluate(text, weights, inputs):
    """{name: array} of all results of `main`."""
    text = re.sub(r'sbp\.gradient_of = "[^"]*", ', "", text)
    names = re.findall(r'sbp\.(?:name|state) = "([^"]*)"', text.partition("@main(")[2].partition(") -> (")[2].partition(") {\n")[0])
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        with open(at("model.mlir"), "w") as file:
            file.write(text)
        safetensors.save(at("weights.safetensors"), weights)
        words = []
        for number, (name, value) in enumerate(inputs.items()):
            np.save(at(f"in{number}.npy"), value)
            words.append(f"--input={name}=@{at(f'in{number}.npy')}")
        words += [f"--output={name}=@{at(f'out{number}.npy')}" for number, name in enumerate(names)]
        run("sbp-compile", at("model.mlir"), "-o", at("model.sbpx"))
        run("sbp-run", at("model.sbpx"), f"--weights={at('weights.safetensors')}", *words)
        return {name: np.load(at(f"out{number}.npy")) for number, name in enumerate(names)}


def difference(found, expected):
    """The largest difference relative to the largest element; 0 where both have the same NaNs and infinities and nothing else."""
    found, expected = np.asarray(found, np.float64), np.asarray(expected, np.float64)
    if found.shape != expected.shape or not np.array_equal(np.isfinite(found), np.isfinite(expected)):
        return np.inf
    finite = np.isfinite(expected)
    if not np.array_equal(found[~finite], expected[~finite], equal_nan=True):
        return np.inf
    scale = max(1.0, np.abs(expected[finite]).max(initial=0.0))
    return np.abs(found[finite] - expected[finite]).max(initial=0.0) / scale


class Table:
    """Rows of cases, printed as they come; `finish` fails if one is beyond its bound."""

    def __init__(self):
        self.rows = self.refused = 0
        self.bad = []

    def add(self, case, values, bound=EXACT):
        """`values`: [(what, found, expected)]."""
        worst = max((difference(found, expected), what) for what, found, expected in values)
        self.rows += 1
        print(f"{case:28} {len(values):2} values, largest difference {worst[0]:.1e} ({worst[1]}), bound {bound:.0e}", flush=True)
        if not worst[0] <= bound:
            self.bad.append(case)

    def refuse(self, case, error):
        self.rows += 1
        self.refused += 1
        print(f"{case:28} refused: {str(error).splitlines()[0]}", flush=True)

    def finish(self, framework):
        print(f"{self.rows} cases, {self.refused} refused by name; gradients of the others are {framework}'s")
        assert not self.bad, self.bad
