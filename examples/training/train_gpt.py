"""Trains the character GPT of gpt.py under several plans and prints its loss, which does not depend on the plan:

    train_gpt.py FOLDER [--plans one,dp,...] [--steps 100]

Plans are those of gpt.py, and zero1, zero2, zero3: "dp" with the states of the optimizer, gradients and parameters split. FSDP x TP
is fsdp-tp with stage 3 over "dp". accumulate and pipeline are one and stages with a step that is cut
into four micro-batches. sbp-opt, sbp-compile and sbp-run on PATH. Prints a table: plan, ranks, loss of the first and the
last step, largest difference from one rank, bytes moved a step.
"""

import argparse
import json
import os
import re
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
#: The plan of gpt.py, what --sbp-add-training adds, and the number of micro-batches.
PLANS = {
    "one": ("one", "", 1),
    "dp": ("dp", "", 1),
    "zero1": ("dp", "zero=1:dp", 1),
    "zero2": ("dp", "zero=2:dp", 1),
    "zero3": ("dp", "zero=3:dp", 1),
    "tp": ("tp", "", 1),
    "sequence": ("sequence", "", 1),
    "fsdp-tp": ("fsdp-tp", "zero=3:dp", 1),
    "stages": ("stages", "", 1),
    "accumulate": ("one", "", 4),
    "pipeline": ("stages", "", 4),
    "pipeline-zero2": ("stages", "zero=2:dp", 4),
}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, text=True, **options)


def cut(path, count):
    """Cuts the step of a model with a training step into micro-batches, along the first dimension of its data."""
    with open(path) as file:
        text = file.read()
    text = re.sub(r'sbp.name = "(ids|labels)"', r"\g<0>, sbp.microbatch = 0 : i64", text)
    text = re.sub(r"(@train\(.*\)) \{$", rf"\1 attributes {{sbp.microbatches = {count} : i64}} {{", text, flags=re.M)
    with open(path, "w") as file:
        file.write(text)


def train(folder, name, steps):
    """Losses of all steps, the number of ranks, and bytes moved a step."""
    plan, zero, micro_batches = PLANS[name]
    at = lambda file: os.path.join(folder, file)
    with open(at(f"{name}.mlir"), "w") as file:
        run(sys.executable, os.path.join(HERE, "gpt.py"), "--plan", plan, "--data", folder, "--steps", steps, stdout=file)
    run(
        "sbp-opt",
        at(f"{name}.mlir"),
        f"--sbp-add-training=loss=loss data=ids,labels weight-decay=0.1 clip=1 rate=0.003 {zero}",
        "-o",
        at(f"{name}.train.mlir"),
    )
    if micro_batches > 1:
        cut(at(f"{name}.train.mlir"), micro_batches)
    run("sbp-compile", at(f"{name}.train.mlir"), "-o", at(f"{name}.sbpx"), f"--report={at(f'{name}.json')}")
    run(
        "sbp-run",
        at(f"{name}.sbpx"),
        "--entry=train",
        f"--steps={steps}",
        f"--weights={at('weights.safetensors')}",
        "--input",
        f"ids=@{at('ids.npy')}",
        "--input",
        f"labels=@{at('labels.npy')}",
        "--output",
        f"loss=@{at('loss.npy')}:all",
        stdout=subprocess.DEVNULL,
    )
    with open(at(f"{name}.json")) as file:
        report = json.load(file)
    moved = sum(entry["total_bytes"] for entry in report["boxings"] if entry["entry"] == "train")
    return np.load(at("loss.npy")), report["ranks"], moved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--plans", default=",".join(PLANS))
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    reference = None
    for name in options.plans.split(","):
        losses, ranks, moved = train(options.folder, name, options.steps)
        reference = losses if reference is None else reference
        difference = np.abs(losses - reference).max()
        print(f"{name:14} {ranks} ranks  loss {losses[0]:.4f} to {losses[-1]:.4f}  differs by {difference:.1e}  {moved} bytes", flush=True)
        # Rounding grows with the steps.
        assert difference <= 2e-5 * (1 + options.steps) and losses[-1] < losses[0] - 0.3, (name, losses, reference)


main()
