"""Random programs that write and read a cache: results and states are those of numpy, and a step moves what it must.

    cache_check.py [--programs N] [--first SEED] [--print]

`N` defaults to SBP_SEEDS, or 24. Prints for each kind of program how many there were and the most bytes that one moved, beside its bound.
"""

import argparse
import collections
import os
import sys

import numpy as np

from cache_models import CacheModel
from sbp import safetensors
from sbp_testing.harness import Case


def check(model):
    """The bytes that a step moves."""
    case = Case(model.text, *(["--strict"] if model.is_strict else []))
    state = case.path("state.safetensors")
    found = case.execute(model.inputs, ["y"], f"--steps={model.steps}", f"--save-state={state}")["y"]
    expected, cache = model.compute()
    np.testing.assert_array_equal(found, expected, model.describe())
    np.testing.assert_array_equal(safetensors.load(state)["cache"], cache, model.describe())
    return sum(boxing["total_bytes"] for boxing in case.report["boxings"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=int(os.environ.get("SBP_SEEDS", "24")))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="prints the models alone")
    options = parser.parse_args()
    seen, failures = collections.defaultdict(list), 0
    for seed in range(options.first, options.first + options.programs):
        model = CacheModel(seed)
        if options.print:
            print(f"// {model.describe()}\n{model.text}")
            continue
        try:
            moved = check(model)
            assert moved <= model.count_bytes(), f"{model.describe()}: {moved} bytes, at most {model.count_bytes()}"
            seen[model.writes, model.reads].append((moved, model.count_bytes()))
        except AssertionError as error:
            failures += 1
            print(f"{model.describe()}\n{error}", flush=True)
    for (writes, reads), moved in sorted(seen.items()):
        print(f"{writes} and {reads}: {len(moved)} programs, at most {max(moved)[0]} bytes where {max(moved)[1]} are the bound")
    print(f"{options.programs} programs from {options.first}: {failures} failed")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
