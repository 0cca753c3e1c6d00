#!/usr/bin/env python3
"""Predicted beside measured steps: eight models on 1, 2 and 4 ranks of this machine.

    benchmarks/predictions.py [--build build] [--rates FILE.json] [--rounds 5] [--steps 50] [--traced] [--only REGEX]

Without --rates the machine is calibrated first. Each artifact is run in turn, round after round, and the quickest median counts, so
that what else runs on the machine disturbs all alike. Prints predicted and measured milliseconds, their ratio, and where the
prediction goes.

--traced is for machines that are never quiet: of each task the quickest of all steps counts, and the measured step is what the busiest
rank computes, times the ranks that share a core, and of each communication the rank that waits least. Waiting that other
programs cause is left out; so is waiting that ranks cause each other.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from many_axes import attention, gpt, on
from measuring import PARTS, ROOT, draw, find_rates, make_parser


def resnet(ranks, *sizes):
    """The blocks of the example, 4 and 8 channels, or of other sizes."""
    text = subprocess.run([sys.executable, ROOT / "examples/resnet/generate.py", *sizes], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"sbp\.placement @(\w+) .*", lambda m: f'sbp.placement @{m[1]} ["p" = {ranks}]', text, count=1)
    return re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)


MODELS = {
    "MLP": lambda n: on([n], "examples/mlp/mlp_open.mlir"),
    "GPT 768": lambda n: gpt(1, [n], batch=1, tokens=128),
    "MiniLM": lambda n: on([n], "examples/minilm/minilm.mlir"),
    "ResNet block": lambda n: resnet(n, "--batch=1", "--height=56", "--width=56", "--channels=64", "--blocks=64"),
    "ResNet, 4 channels": resnet,
    "attention": lambda n: attention([n], [None] * 4),
    "PKM": lambda n: on([n], "examples/memory_layers/pkm.mlir"),
    "PEER": lambda n: on([n], "examples/memory_layers/peer.mlir"),
}


def add_up(traces, cores):
    """Seconds of a step, by the quickest of every task."""
    computing, moving = {}, {}
    for event in itertools.chain(*traces):
        if event.get("ph") != "X":
            continue
        if "compute" in event["cat"].split(","):
            of_rank = computing.setdefault(event["pid"], {})
            of_rank[event["name"]] = min(event["dur"], of_rank.get(event["name"], float("inf")))
        else:
            moving[event["name"]] = min(event["dur"], moving.get(event["name"], float("inf")))
    busiest = max((sum(tasks.values()) for tasks in computing.values()), default=0)
    return 1e-6 * (busiest * max(1, len(computing) / cores) + sum(moving.values()))


def main():
    parser = make_parser(__doc__, rounds=5)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--traced", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rates = find_rates(options, folder)
        cores = json.loads(pathlib.Path(rates).read_text())["cores"]
        runs = []
        for model, make in MODELS.items():
            for ranks in (1, 2, 4):
                case = f"{model}, {ranks}"
                if not re.search(options.only, case):
                    continue
                place = folder / re.sub(r"\W+", "_", case)
                place.mkdir()
                (place / "model.mlir").write_text(make(ranks))
                compiled = subprocess.run(
                    [
                        options.build / "bin/sbp-compile",
                        place / "model.mlir",
                        "-o",
                        place / "model.sbpx",
                        f"--rates={rates}",
                        f"--report={place / 'report.json'}",
                    ],
                    capture_output=True,
                    text=True,
                )
                if compiled.returncode:
                    print(f"{case}: {compiled.stderr.strip()[:200]}", flush=True)
                    continue
                step = json.loads((place / "report.json").read_text())["predicted_steps"][0]
                runs.append([case, place, step, draw(options.build, place / "model.sbpx", place), []])
        for _ in range(options.rounds):
            for case, place, _, flags, seconds in runs:
                how = (
                    [f"--steps={options.steps}", f"--trace={place / 'trace.json'}"] if options.traced else [f"--benchmark={options.steps}"]
                )
                out = subprocess.run(
                    [options.build / "bin/sbp-run", place / "model.sbpx", *flags, *how, "--json"], capture_output=True, text=True
                )
                if out.returncode == 0 and options.traced:
                    seconds.append(json.loads((place / "trace.json").read_text())["traceEvents"])
                elif out.returncode == 0:
                    seconds.append(json.loads(out.stdout)["seconds"]["median"])
                elif not seconds:
                    print(f"{case}: {out.stderr.strip()[:200]}", flush=True)
        print(f"{'model, ranks':21} {'predicted':>9} {'measured':>9} {'ratio':>6}   compute  memory  boxing    rest  (ms)")
        for case, _, step, _, seconds in runs:
            if not seconds:
                continue
            parts = [1e3 * step[f"{part}_seconds"] for part in PARTS]
            measured = 1e3 * (add_up(seconds, cores) if options.traced else min(seconds))
            print(
                f"{case:21} {sum(parts):9.3f} {measured:9.3f} {sum(parts) / measured:6.2f}  " + " ".join(f"{part:7.3f}" for part in parts)
            )


if __name__ == "__main__":
    main()
