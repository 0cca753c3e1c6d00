"""Runs exported attention with its gradient on one rank and on four, split in one of three ways in turn, against a framework in f64.

Importing has to make `nn.attention` and `nn.attention_gradient` of each text, with nothing of the scores left.
"""

import dataclasses
import itertools
import re
import subprocess

import numpy as np

from gradient_table import EXACT, Table, evaluate

SIZES = {"b": 2, "h": 4, "g": 2, "r": 2, "i": 6, "j": 6, "d": 4, "e": 4}
# Dimensions that the axes of a mesh of 2 x 2 ranks split: batch, heads (or groups of them), queries and keys.
SPLITS = ["bh", "bi", "hi"]


@dataclasses.dataclass(frozen=True)
class Order:
    """The dimensions of query, key, value and result; a letter each: batch, heads, groups, repeated heads, queries, keys, widths."""

    query: str
    key: str
    value: str
    result: str

    @property
    def letters(self):
        return [self.query, self.key, self.value, self.result]

    def draw(self, random):
        """Query, key, value and the cotangent of the result."""
        return [random.standard_normal([SIZES[letter] for letter in letters]) for letters in self.letters]


def count(text):
    """The numbers of attentions, of their gradients and of exponentials after import."""
    level0 = subprocess.run(["sbp-opt", "-", "--sbp-import"], input=text, text=True, capture_output=True, check=True).stdout
    return tuple(level0.count(word) for word in ("nn.attention ", "nn.attention_gradient", "math.exp"))


def split(text, letters, axes):
    """`text` on four ranks; `letters`: the dimensions of each tensor to split, by its name."""

    def distribute(match):
        of = letters[match[2]].replace("g", "h").replace("j", "i")
        parts = ", ".join(f"S({of.index(axis)})" if axis in of else "B" for axis in axes)
        return f"{match[0]}, sbp.distribution = #sbp.distribution<@mesh, [{parts}]>"

    pattern = rf'sbp\.(name|state) = "({"|".join(map(re.escape, letters))})"'
    placement = 'sbp.placement @mesh ["x" = 2, "y" = 2]'
    return re.sub(r"(?m)^(module.*\{)$", rf"\1\n  {placement}", re.sub(pattern, distribute, text), count=1)


class Attentions:
    """Checks cases one after the other; `finish` fails where one differs or is not raised."""

    def __init__(self):
        self.table, self.missed = Table(), []
        self.splits = itertools.cycle(SPLITS)

    def check(self, name, text, letters, weights, inputs, expected, bound=EXACT, raised=(1, 1, 0)):
        """`expected`: arrays by the name of a result. Splits a tensor of each name of `letters`."""
        found = count(text)
        if found != raised:
            self.missed.append(name)
            print(f"{name}: attentions, gradients and exponentials are {found}, expected {raised}", flush=True)
        rows = []
        for axes in ["", next(self.splits)]:
            results = evaluate(split(text, letters, axes) if axes else text, weights, inputs)
            rows += [(f"{of} on {axes or 'one'}", results[of], value) for of, value in expected.items()]
        self.table.add(name, rows, bound)

    def finish(self, framework):
        assert not self.missed, self.missed
        self.table.finish(framework)


def draw(seed=0):
    return np.random.default_rng(seed)
