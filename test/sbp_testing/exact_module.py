"""Modules of random calls whose results are exact: each argument and result split at random, compiled, interpreted, compared to the bit."""

import math
import os
import random
import re

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.harness import Case

COMPARED = Compared()

PLACEMENTS = {"one": '["p" = 1]', "four": '["p" = 4]', "three": '["p" = 3]', "grid": '["a" = 2, "b" = 2]', "twelve": '["p" = 12]'}
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i8": np.int8, "i32": np.int32, "i64": np.int64}


def type_of(array, dtype):
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + dtype + ">"


class Module:
    def __init__(self, draw, placement):
        self.draw, self.axes = draw, placement.count("=")
        self.arguments, self.body, self.results, self.inputs, self.expected = [], [], [], {}, {}

    def annotation(self, rank):
        if self.draw.random() < 0.4:
            return ""
        components = ", ".join(self.draw.choice(["B", *[f"S({d})" for d in range(rank)]]) for _ in range(self.axes))
        return f", sbp.distribution = #sbp.distribution<@mesh, [{components}]>"

    def argument(self, array, dtype):
        name = f"a{len(self.arguments)}"
        self.arguments.append(f'%{name}: {type_of(array, dtype)} {{sbp.name = "{name}"{self.annotation(array.ndim)}}}')
        self.inputs[name] = array.astype(NUMPY[dtype])
        return f"%{name}", type_of(array, dtype)

    def result(self, name, kind, expected):
        self.results.append((name, kind, self.annotation(expected.ndim)))
        self.expected[name] = expected

    def text(self, placement):
        results = ", ".join(f'{kind} {{sbp.name = "{name}"{annotation}}}' for name, kind, annotation in self.results)
        returned = ", ".join(f"%{name}" for name, _, _ in self.results) + " : " + ", ".join(kind for _, kind, _ in self.results)
        return (
            f"sbp.placement @mesh {placement}\nfunc.func @main({', '.join(self.arguments)}) -> ({results}) {{\n"
            + "\n".join(self.body)
            + f"\n  return {returned}\n}}\n"
        )

    def check(self, found, what, ranks):
        for name, expected in self.expected.items():
            COMPARED.add(f"{what}, {name}", found[name], expected, 0, ranks)


def run_seeds(variable, least, make):
    """make(draw, rng, placement) for some seeds on each placement, the first drawn or in `variable`; the number of results."""
    seeds = int(os.environ.get("SBP_SEEDS", 40)) // 40 + least
    first = int(os.environ.get(variable, random.randrange(10**6)))
    print("first seed", first)
    ran = 0
    for number, (name, placement) in enumerate(PLACEMENTS.items()):
        for seed in range(first + number * seeds, first + (number + 1) * seeds):
            module = make(random.Random(seed), np.random.default_rng(seed), placement)
            case, ranks = Case(module.text(placement)), math.prod(map(int, re.findall(r"= (\d+)", placement)))
            module.check(case.execute(module.inputs, list(module.expected)), f"seed {seed} compiled for {name}", ranks)
            module.check(case.interpret(module.inputs, list(module.expected)), f"seed {seed} interpreted", 1)
            ran += len(module.expected)
    COMPARED.show("results compared")
    return ran
