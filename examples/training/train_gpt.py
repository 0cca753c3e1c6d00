"""Trains the character GPT of gpt.py under several plans and prints its loss, which does not depend on the plan:

    train_gpt.py FOLDER [--plans one,dp,...] [--steps 100] [--layers L] [--width W] ... (options of gpt.py)

Plans are those of gpt.py, and zero1, zero2, zero3: "dp" with the states of the optimizer, gradients and parameters split. FSDP x TP
is fsdp-tp with stage 3 over "dp". accumulate and pipeline are one and stages with a step that is cut into four micro-batches. A plan
with @cuda behind it runs on GPUs: --plans one,zero3@cuda. sbp-opt, sbp-compile and sbp-run on PATH. Prints a table: plan, ranks, loss
of the first and the last step, largest difference from the first plan, bytes moved a step.
"""

import argparse
import json
import os
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


def build(folder, name, steps, sizes=()):
    """Writes and compiles a plan. Returns the words of sbp-run that train it for so many steps, and the compiler's report."""
    name, _, target = name.partition("@")
    plan, zero, micro_batches = PLANS[name]
    at = lambda file: os.path.join(folder, file)
    with open(at(f"{name}.mlir"), "w") as file:
        run(sys.executable, os.path.join(HERE, "gpt.py"), "--plan", plan, "--data", folder, "--steps", steps, *sizes, stdout=file)
    training = f"--sbp-add-training=loss=loss data=ids,labels weight-decay=0.1 clip=1 rate=0.003 micro-batches={micro_batches} {zero}"
    run("sbp-opt", at(f"{name}.mlir"), training, "-o", at(f"{name}.train.mlir"))
    words = [f"--target={target or 'host'}", f"--report={at(f'{name}.json')}"]
    run("sbp-compile", at(f"{name}.train.mlir"), "-o", at(f"{name}.sbpx"), *words)
    with open(at(f"{name}.json")) as file:
        report = json.load(file)
    data = [f"--input={key}=@{at(f'{key}.npy')}" for key in ("ids", "labels")]
    return [at(f"{name}.sbpx"), "--entry=train", f"--weights={at('weights.safetensors')}", *data], report


def train(folder, name, steps, sizes):
    """Losses of all steps, and the compiler's report."""
    words, report = build(folder, name, steps, sizes)
    losses = os.path.join(folder, "loss.npy")
    run("sbp-run", *words, f"--steps={steps}", "--output", f"loss=@{losses}:all", stdout=subprocess.DEVNULL)
    return np.load(losses), report


def describe(report):
    """The bytes that a step moves, and its launches where it runs on GPUs."""
    moved = sum(entry["total_bytes"] for entry in report["boxings"] if entry["entry"] == "train")
    launches = [entry for entry in report["launches"] if entry["entry"] == "train"]
    count = lambda key: sum(entry[key] for entry in launches)
    return f"{moved} bytes" + (f"  {count('launches_per_step')} launches, {count('serial_launches')} serial" if launches else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--plans", default=",".join(PLANS))
    parser.add_argument("--steps", type=int, default=100)
    options, sizes = parser.parse_known_args()
    os.makedirs(options.folder, exist_ok=True)
    reference = None
    for name in options.plans.split(","):
        losses, report = train(options.folder, name, options.steps, sizes)
        reference = losses if reference is None else reference
        difference = np.abs(losses - reference).max()
        curve = f"loss {losses[0]:.4f} to {losses[-1]:.4f}  differs by {difference:.1e}"
        print(f"{name:14} {report['ranks']} ranks  {curve}  {describe(report)}", flush=True)
        # Rounding grows with the steps.
        assert difference <= 2e-5 * (1 + options.steps) and losses[-1] < losses[0] - 0.3, (name, losses, reference)


if __name__ == "__main__":
    main()
