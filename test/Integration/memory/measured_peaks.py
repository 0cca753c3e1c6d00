"""The peak memory that the compiler predicts for every rank is what a run allocates there: examples, and models in micro-batches.

    measured_peaks.py [--only REGEX]

Prints a table: model, ranks, predicted and measured bytes. An artifact with several entries is run once per entry, and a rank's measured
peak is the largest of them. A few of the models without --only; --only "" does all of them, which takes minutes.
"""

import argparse
import collections
import functools
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from examples.pipeline import train as pipelines
from examples.training import train_gpt
from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.paths import EXAMPLES
from sbp_testing.staged_models import Gpt, MaskedGpt, Perceptron, Plan, add_step

TYPES = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "bf16": "<V2", "i64": "<i8", "i32": "<i4", "i8": "|i1", "i1": "|b1"}


def read(path):
    with open(os.path.join(EXAMPLES, path)) as file:
        return file.read()


def write(script, *words):
    """The model that a script of the examples prints."""
    command = [sys.executable, os.path.join(EXAMPLES, script), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def add_training(text, options):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return run("sbp-opt", file.name, f"--sbp-add-training={options}").stdout


def write_pipeline(name):
    sizes, training = pipelines.PLANS[name]
    return add_training(write("pipeline/gpt.py", *sizes), f"loss=loss data=ids,labels rate=0.01 clip=1 {training}")


def write_training(name):
    plan, zero, micro_batches = train_gpt.PLANS[name]
    options = f"loss=loss data=ids,labels weight-decay=0.1 clip=1 rate=0.003 micro-batches={micro_batches} {zero}"
    return add_training(write("training/gpt.py", "--plan", plan), options)


def write_classifier(path, zero):
    return add_training(read(path), f"loss=loss data=x,y optimizer=adamw weight-decay=0.01 clip=1 rate=0.02 {zero}")


def write_staged(model, plan):
    return add_step(model(plan, 4), plan)


PAIRS = ((0, 1), (2, 3))
STAGED = {
    "perceptron, accumulation": (Perceptron, Plan(((0,),), (("dp", 1),), 0, 8)),
    "GPT, ZeRO 3": (Gpt, Plan(((0, 1),), (("dp", 2),), 3, 8)),
    "perceptron, 2 stages": (Perceptron, Plan(PAIRS, (("dp", 2),), 1, 8, "1f1b")),
    "GPT, gpipe": (Gpt, Plan(PAIRS, (("tp", 2),), 0, 4, "gpipe")),
    "GPT, 2 x 2 chunks": (Gpt, Plan(((0,), (1,), (0,), (1,)), (("dp", 1),), 0, 8, "interleaved")),
    "GPT, zero bubble": (Gpt, Plan(PAIRS, (("dp", 2),), 2, 8, "zero_bubble")),
    "GPT, uneven shards": (Gpt, Plan(((0, 1, 2), (3, 4, 5)), (("tp", 3),), 0, 4)),
    "perceptron, a stage of one rank": (Perceptron, Plan(((0, 1), (2,), (3, 4)), (("dp", 2),), 1, 4)),
    "masked GPT": (MaskedGpt, Plan(PAIRS, (("dp", 2),), 1, 4)),
}


def list_models():
    """Functions that write the models, by name."""
    bind = functools.partial
    models = {path: bind(read, path) for path in sorted(glob.glob("*/*.mlir", root_dir=EXAMPLES))}
    models |= {
        "gpt/generate.py on [2, 2]": bind(write, "gpt/generate.py", "--placement=dp=2,tp=2", "--annotate=megatron"),
        "gpt/generate.py on [3]": bind(write, "gpt/generate.py", "--placement=tp=3", "--annotate=sequence"),
        "resnet/generate.py on [4]": bind(write, "resnet/generate.py", "--placement=p=4", "--split=channels"),
        "training/classifier.mlir, AdamW": bind(write_classifier, "training/classifier.mlir", ""),
        "training/digits.mlir, ZeRO 3": bind(write_classifier, "training/digits.mlir", "zero=3:dp"),
    }
    models |= {f"training/train_gpt.py {name}": bind(write_training, name) for name in train_gpt.PLANS}
    models |= {f"pipeline/train.py {name}": bind(write_pipeline, name) for name in pipelines.PLANS}
    return models | {name: bind(write_staged, *staged) for name, staged in STAGED.items()}


#: A data flow on several placements, several entries, a memory layer, ZeRO, stages with both axes, a sum that a later sweep reads.
FEW = "ask/stages|regression/|memory_layers/pkm|train_gpt.py zero3|train.py parallel|masked|uneven"


def measure(case):
    """Bytes of each rank: the most that a step of any entry takes."""
    program = json.loads(run("sbp-run", case.artifact, "--inspect", "--json").stdout)
    measured = collections.Counter()
    for entry in program["entries"]:
        values = {}
        for port in entry["inputs"]:
            *shape, kind = port["type"].split("x")
            values[port["name"]] = np.zeros([int(extent) for extent in shape], TYPES[kind])
        safetensors.save(case.path("zeros.safetensors"), values)
        words = [f"--entry={entry['name']}", f"--weights={case.path('zeros.safetensors')}", "--json"]
        for rank in json.loads(run("sbp-run", case.artifact, *words).stdout)["memory"]:
            measured[rank["rank"]] = max(measured[rank["rank"]], rank["peak_bytes"])
    return measured


def check(name, model):
    """Whether predictions of all ranks are what was measured. Prints a line for each different pair of numbers."""
    case = Case(model)
    measured = measure(case)
    rows = collections.defaultdict(list)
    for rank in case.report["memory"]:
        rows[rank["peak_bytes"], measured[rank["rank"]]].append(rank["rank"])
    assert len(measured) == len(case.report["memory"]), measured
    for (predicted, found), ranks in rows.items():
        verdict = "" if predicted == found else "  DIFFERS"
        print(f"{name:36} ranks {','.join(map(str, ranks)):12} predicted {predicted:10} measured {found:10}{verdict}", flush=True)
    return all(predicted == found for predicted, found in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=None if os.environ.get("SBP_FULL") is None else "")
    options = parser.parse_args()
    models = {name: make for name, make in list_models().items() if re.search(FEW if options.only is None else options.only, name)}
    differing = [name for name, make in models.items() if not check(name, make())]
    assert not differing, differing
    print(f"{len(models)} models take what is predicted")


if __name__ == "__main__":
    main()
