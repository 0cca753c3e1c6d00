#!/usr/bin/env python3
"""Whether predictions put plans in the order in which they are measured: models whose values are constrained at random.

    benchmarks/plan_order.py [--build build] [--rates FILE.json] [--plans 20] [--rounds 5] [--only REGEX] [--seed 0] [--show]

Without --rates the machine is calibrated first. The plans of one model run in turn, round after round, and the quickest median of each
counts. Of two plans of a model that differ by more than 1.5 times as measured the prediction should say which is the quicker. Prints per
model the plans and the pairs told right, and the share of all; exit code 1 below 95 %.
"""

import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from many_axes import attention, gpt, on
from measuring import PARTS, draw, find_rates, make_parser
from predictions import resnet
from sbp_testing import constrained_plans

MODELS = {
    "MLP [2]": lambda: on([2], "examples/mlp/mlp_open.mlir"),
    "MLP [2, 2]": lambda: on([2, 2], "examples/mlp/mlp_open.mlir"),
    "GPT 768 [2]": lambda: on_text(gpt(1, [2], batch=1, tokens=128)),
    "GPT 768 [4]": lambda: on_text(gpt(1, [4], batch=1, tokens=128)),
    "GPT 768 [2, 2]": lambda: on_text(gpt(1, [2, 2], batch=1, tokens=128)),
    "ResNet block [2]": lambda: resnet(2),
    "ResNet block [4]": lambda: resnet(4),
    "attention [2, 2]": lambda: attention([2, 2], [None] * 4),
    "PKM [2]": lambda: on([2], "examples/memory_layers/pkm.mlir"),
    "PEER [2]": lambda: on([2], "examples/memory_layers/peer.mlir"),
    **{f"small {name}": make for name, make in constrained_plans.MODELS.items() if "regression" not in name},
}


def on_text(text):
    """Nothing annotated."""
    return re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)


def compile_plans(build, folder, model, make, rates, count, seed):
    """What the random constraints allow: a folder and the predicted seconds of each."""
    text, plans = constrained_plans.normalise(make()), []
    for plan in range(count):
        place = folder / f"{re.sub(r'[^A-Za-z0-9]+', '_', model)}_{plan}"
        place.mkdir()
        (place / "model.mlir").write_text(constrained_plans.constrain(text, random.Random(1009 * seed + plan)))
        compiled = subprocess.run(
            [
                build / "bin/sbp-compile",
                place / "model.mlir",
                "-o",
                place / "model.sbpx",
                f"--rates={rates}",
                f"--report={place / 'report.json'}",
            ],
            capture_output=True,
            text=True,
        )
        if compiled.returncode == 0:
            step = json.loads((place / "report.json").read_text())["predicted_steps"][0]
            plans.append([place, sum(step[f"{part}_seconds"] for part in PARTS), []])
    return plans


def measure(build, plans, rounds):
    flags = draw(build, plans[0][0] / "model.sbpx", plans[0][0])
    for _ in range(rounds):
        for place, _, seconds in plans:
            out = subprocess.run(
                [build / "bin/sbp-run", place / "model.sbpx", *flags, "--benchmark=5", "--json"], capture_output=True, text=True
            )
            if out.returncode:
                sys.exit(f"{place.name}: {out.stderr.strip()[:300]}")
            seconds.append(json.loads(out.stdout)["seconds"]["median"])


def main():
    parser = make_parser(__doc__, rounds=5)
    parser.add_argument("--plans", type=int, default=20, help="of each model")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="pairs that are told wrong")
    options = parser.parse_args()
    os.environ["PATH"] = f"{options.build.resolve() / 'bin'}:{os.environ['PATH']}"
    right = total = count = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rates = find_rates(options, folder)
        for model, make in MODELS.items():
            if not re.search(options.only, model):
                continue
            plans = compile_plans(options.build, folder, model, make, rates, options.plans, options.seed)
            if not plans:
                continue
            measure(options.build, plans, options.rounds)
            told = pairs = 0
            for (a, expected_a, seconds_a), (b, expected_b, seconds_b) in itertools.combinations(plans, 2):
                ratio = min(seconds_a) / min(seconds_b)
                if 1 / 1.5 <= ratio <= 1.5:
                    continue
                pairs += 1
                is_right = (expected_a > expected_b) == (ratio > 1)
                told += is_right
                if options.show and not is_right:
                    print(
                        f"  {a.name}: {1e3 * expected_a:.4f} ms, measured {1e3 * min(seconds_a):.4f}; {b.name}: {1e3 * expected_b:.4f} ms, "
                        f"measured {1e3 * min(seconds_b):.4f}",
                        flush=True,
                    )
            count, right, total = count + len(plans), right + told, total + pairs
            print(f"{model:18} {len(plans):3} plans, {told} of {pairs} pairs told right", flush=True)
    if total == 0:
        sys.exit(f"{count} plans, no two of a model differ by more than 1.5 times: nothing to tell")
    share = right / total
    print(f"{count} plans, {right} of {total} pairs that differ by more than 1.5 times told right: {100 * share:.1f} %")
    sys.exit(share < 0.95)


if __name__ == "__main__":
    main()
