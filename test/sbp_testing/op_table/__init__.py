"""The op table: every op of linalg, tensor, arith and math as users may write it, with what numpy gives."""

import importlib

FILES = ("contractions", "convolutions", "structured", "tensors", "scalars", "generics")


def load_cases(files=FILES):
    """The cases that these modules of the package list, and those that were loaded before."""
    for name in files:
        importlib.import_module(f"{__name__}.{name}")
    from .cases import CASES

    return CASES
