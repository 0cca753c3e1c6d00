"""Random level-0 programs together with what numpy says about them.

A `Program` grows op by op; every op comes from a family (FAMILIES). Each value carries, besides its elements in float64 or
int64, `err` (a bound on the rounding error of any evaluation order) and `mag` (a bound on the sum of |terms| that were
added up to it: partial sums may cancel). Integers are exact.
"""

import importlib

from .module import Module
from .program import FAMILIES, Program
from .value import FLOATS

#: Modules that have families, in the order in which programs draw them.
GROUPS = [
    "chain",
    "contraction",
    "convolution",
    "elementwise",
    "forms",
    "generic",
    "indexing",
    "memory",
    "movement",
    "normalisation",
    "order",
    "places",
    "random_numbers",
    "reduction",
    "scan",
    "state",
]
for group in GROUPS:
    FAMILIES.update(importlib.import_module(f".{group}", __name__).FAMILIES)
