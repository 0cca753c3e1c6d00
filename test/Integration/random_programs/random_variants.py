"""What says the same gives the same bits: random programs that only move and map elements, compiled as they are and with other
ranks, other names of axes, axes of size 1 and orders without effect.

    random_variants.py [--modules N] [--first SEED] [--keep DIR]

`N` defaults to a hundredth of SBP_SEEDS, at least 2. Prints the seed that differs, and how.
"""

import argparse
import os
import random
import re
import sys
import tempfile

import numpy as np

from sbp_testing import random_check
from sbp_testing.random_programs import Module, Program, elementwise, forms, movement, order

FAMILIES_OF = sorted(set({**movement.FAMILIES, **elementwise.FAMILIES, **forms.FAMILIES, **order.FAMILIES, "gather": 0, "body": 0}))
DISTRIBUTION = re.compile(r"#sbp\.distribution<@(p\d), \[([^\]]*)\](, order = \[([^\]]*)\])?>")
PLACEMENT = re.compile(r"sbp\.placement @p(\d) \[([^\]]*)\]( ranks \[[^\]]*\])?")


def other_ranks(draw, text):
    def change(match):
        count = int(np.prod([int(n) for n in re.findall(r"= (\d+)", match[2])]))
        return f"sbp.placement @p{match[1]} [{match[2]}] ranks {draw.sample(range(draw.choice([count, 9])), count)}"

    return PLACEMENT.sub(change, text)


def other_names(draw, text):
    return PLACEMENT.sub(lambda match: match[0].replace('"a', '"' + draw.choice(["x", "z", "long_name"])), text)


def more_axes(draw, text):
    text = PLACEMENT.sub(lambda match: f'sbp.placement @p{match[1]} [{match[2]}, "one" = 1]{match[3] or ""}', text)

    def change(match):
        axes = match[2].count(",") + 1
        steps = f", order = [{match[4]}, {axes}]" if match[3] else ""
        return f"#sbp.distribution<@{match[1]}, [{match[2]}, B]{steps}>"

    return DISTRIBUTION.sub(change, text)


def more_orders(draw, text):
    def change(match):
        components = match[2].split(", ")
        split = [c for c in components if c[0] == "S"]
        if match[3] or len(set(split)) < len(split):
            return match[0]
        axes = list(range(len(components)))
        draw.shuffle(axes)
        return f"#sbp.distribution<@{match[1]}, [{match[2]}], order = {axes}>"

    return DISTRIBUTION.sub(change, text)


VARIANTS = {"other ranks": other_ranks, "other names": other_names, "an axis of size 1": more_axes, "orders without effect": more_orders}


def execute(folder, module, text):
    """{port: bytes}, signs of zeros left out; or what went wrong."""
    model, artifact = os.path.join(folder, "model.mlir"), os.path.join(folder, "model.sbpx")
    with open(model, "w") as file:
        file.write(text)
    paths = {r.port: os.path.join(folder, r.port + ".out.npy") for r in module.results["main"]}
    error = random_check.run("sbp-compile", model, "-o", artifact) or random_check.run(
        "sbp-run", artifact, *random_check.write_inputs(folder, module, "main"), *(f"--output={n}=@{p}" for n, p in paths.items())
    )
    if error:
        return error
    values = {r.port: random_check.from_file(r.value.dtype, np.load(paths[r.port])) + 0 for r in module.results["main"]}
    return {port: value.tobytes() for port, value in values.items()}


def check(folder, seed):
    """What differs, or None."""
    draw = random.Random(seed)
    placements = random_check.draw_placements(draw)
    programs = [Program(seed * 10 + i, f"s{i}", placements=placements, families=FAMILIES_OF) for i in range(4)]
    module = Module({"main": programs}, placements, draw)
    expected = execute(folder, module, module.text)
    if isinstance(expected, str):
        return expected
    for name, change in VARIANTS.items():
        found = execute(folder, module, change(draw, module.text))
        if isinstance(found, str):
            return f"{name}: {found}"
        different = [port for port in expected if found[port] != expected[port]]
        if different:
            return f"{name}: {', '.join(different)} differ"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", type=int, default=max(2, int(os.environ.get("SBP_SEEDS", "40")) // 100))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", help="leaves the files of the last variant in this folder")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for seed in range(options.first, options.first + options.modules):
            error = check(folder, seed)
            if error:
                failures += 1
                print(f"seed {seed}: {error}", flush=True)
                if options.keep:
                    break
    print(f"{options.modules} modules from {options.first}: {failures} differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
