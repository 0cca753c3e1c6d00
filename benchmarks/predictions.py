#!/usr/bin/env python3
"""Predicted beside measured steps: seven models on 1, 2 and 4 ranks of this machine.

    benchmarks/predictions.py [--build build] [--rates FILE.json] [--rounds 5] [--steps 50] [--traced] [--only REGEX]

Without --rates the machine is calibrated first. Each artifact is run in turn, round after round, and the quickest median counts, so
that what else runs on the machine disturbs all alike. Prints predicted and measured milliseconds, their ratio, and where the
prediction goes.

--traced is for machines that are never quiet: of each task the quickest of all steps counts, and the measured step is what the busiest
rank computes, times the ranks that share a core, and of each communication the rank that waits least. Waiting that other
programs cause is left out; so is waiting that ranks cause each other.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from many_axes import attention, gpt, on

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"f32": np.float32, "f64": np.float64, "i64": np.int64, "i32": np.int32, "i1": np.bool_}


def resnet(ranks):
    text = subprocess.run([sys.executable, ROOT / "examples/resnet/generate.py"], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"sbp\.placement @(\w+) .*", lambda m: f'sbp.placement @{m[1]} ["p" = {ranks}]', text, count=1)
    return re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)


MODELS = {
    "MLP": lambda n: on([n], "examples/mlp/mlp_open.mlir"),
    "GPT 768": lambda n: gpt(1, [n], batch=1, tokens=128),
    "MiniLM": lambda n: on([n], "examples/minilm/minilm.mlir"),
    "ResNet block": resnet,
    "attention": lambda n: attention([n], [None] * 4),
    "PKM": lambda n: on([n], "examples/memory_layers/pkm.mlir"),
    "PEER": lambda n: on([n], "examples/memory_layers/peer.mlir"),
}


def draw(build, artifact, folder):
    """Flags that feed every input: small numbers, indices below every bound."""
    listed = subprocess.run([build / "bin/sbp-run", artifact, "--inspect"], check=True, capture_output=True, text=True).stdout
    random, flags = np.random.default_rng(1), []
    for words in (line.split() for line in listed.splitlines() if line.startswith("  input ")):
        name, (*shape, kind) = words[1].rstrip(":"), words[2].split("x")
        shape = [int(size) for size in shape]
        value = (0.1 * random.standard_normal(shape)).astype(TYPES[kind]) if kind in ("f32", "f64") else np.ones(shape, TYPES[kind])
        np.save(folder / f"{name}.npy", value)
        flags += ["--input", f"{name}=@{folder / name}.npy"]
    return flags


def add_up(traces, cores):
    """Seconds of a step, by the quickest of every task."""
    computing, moving = {}, {}
    for event in itertools.chain(*traces):
        if event.get("ph") != "X":
            continue
        if event["cat"] == "compute":
            of_rank = computing.setdefault(event["pid"], {})
            of_rank[event["name"]] = min(event["dur"], of_rank.get(event["name"], float("inf")))
        else:
            moving[event["name"]] = min(event["dur"], moving.get(event["name"], float("inf")))
    busiest = max((sum(tasks.values()) for tasks in computing.values()), default=0)
    return 1e-6 * (busiest * max(1, len(computing) / cores) + sum(moving.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rates", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--traced", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rates = options.rates or folder / "rates.json"
        if not options.rates:
            subprocess.run([options.build / "bin/sbp-run", "--calibrate", "-o", rates], check=True, stdout=subprocess.DEVNULL)
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
                compiled = subprocess.run([options.build / "bin/sbp-compile", place / "model.mlir", "-o", place / "model.sbpx", f"--rates={rates}",
                                           f"--report={place / 'report.json'}"], capture_output=True, text=True)
                if compiled.returncode:
                    print(f"{case}: {compiled.stderr.strip()[:200]}", flush=True)
                    continue
                step = json.loads((place / "report.json").read_text())["predicted_steps"][0]
                runs.append([case, place, step, draw(options.build, place / "model.sbpx", place), []])
        for _ in range(options.rounds):
            for case, place, _, flags, seconds in runs:
                how = [f"--steps={options.steps}", f"--trace={place / 'trace.json'}"] if options.traced else [f"--benchmark={options.steps}"]
                out = subprocess.run([options.build / "bin/sbp-run", place / "model.sbpx", *flags, *how, "--json"], capture_output=True, text=True)
                if out.returncode == 0 and options.traced:
                    seconds.append(json.loads((place / "trace.json").read_text())["traceEvents"])
                elif out.returncode == 0:
                    seconds.append(json.loads(out.stdout)["seconds"]["median"])
                elif not seconds:
                    print(f"{case}: {out.stderr.strip()[:200]}", flush=True)
        print(f"{'model, ranks':18} {'predicted':>9} {'measured':>9} {'ratio':>6}   compute  memory  boxing    rest  (ms)")
        for case, _, step, _, seconds in runs:
            if not seconds:
                continue
            parts = [1e3 * step[f"{part}_seconds"] for part in ("compute", "memory", "boxing", "rest")]
            measured = 1e3 * (add_up(seconds, cores) if options.traced else min(seconds))
            print(f"{case:18} {sum(parts):9.3f} {measured:9.3f} {sum(parts) / measured:6.2f}  " + " ".join(f"{part:7.3f}" for part in parts))


if __name__ == "__main__":
    main()
