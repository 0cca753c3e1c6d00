"""Trains the GPT of gpt.py under several pipelines and prints its loss, which does not depend on them:

    train.py FOLDER [--plans one,accumulate,...] [--steps 3]

one: a rank, the uncut step. accumulate: a rank, four micro-batches. parallel: two stages of two replicas, each split over two ranks,
1f1b. interleaved: four ranks with two stages each. zero-bubble: four ranks with a stage each. sbp-opt, sbp-compile and sbp-run on PATH.
Prints a table: plan, schedule, ranks, micro-batches in flight, first and last loss, largest difference from `one`.
"""

import argparse
import json
import os
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
#: What gpt.py and --sbp-add-training are given.
PLANS = {
    "one": (["--stages=1"], ""),
    "accumulate": (["--stages=1"], "micro-batches=4"),
    "parallel": (["--stages=2", "--dp=2", "--tp=2"], "micro-batches=4 schedule=1f1b"),
    "interleaved": (["--stages=8", "--ranks=4"], "micro-batches=8 schedule=interleaved"),
    "zero-bubble": (["--stages=4"], "micro-batches=8 schedule=zero_bubble"),
}


def train(folder, name, steps):
    """Losses of all steps, and the compiler's report."""
    sizes, training = PLANS[name]

    def at(file):
        return os.path.join(folder, file)

    words = [sys.executable, os.path.join(HERE, "gpt.py"), *sizes, f"--data={folder}", f"--steps={steps}"]
    model = subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE).stdout
    step = f"--sbp-add-training=loss=loss data=ids,labels rate=0.01 clip=1 {training}"
    subprocess.run(["sbp-opt", "-", step, "-o", at(f"{name}.mlir")], check=True, text=True, input=model)
    subprocess.run(["sbp-compile", at(f"{name}.mlir"), "-o", at(f"{name}.sbpx"), f"--report={at(name)}.json"], check=True)
    words = ["sbp-run", at(f"{name}.sbpx"), "--entry=train", f"--steps={steps}", f"--weights={at('weights.safetensors')}"]
    words += ["--input", f"ids=@{at('ids.npy')}", "--input", f"labels=@{at('labels.npy')}", f"--output=loss=@{at('loss.npy')}:all"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    with open(f"{at(name)}.json") as file:
        return np.load(at("loss.npy")), json.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--plans", default=",".join(PLANS))
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    reference = None
    for name in options.plans.split(","):
        losses, report = train(options.folder, name, options.steps)
        reference = losses if reference is None else reference
        schedule = report.get("schedule", {"kind": "-", "in_flight": []})
        difference = np.abs(losses - reference).max()
        flight = ",".join(map(str, schedule["in_flight"])) or "-"
        print(
            f"{name:12} {schedule['kind']:12} {report['ranks']} ranks  in flight {flight:11} loss {losses[0]:.4f} to {losses[-1]:.4f}  differs by {difference:.1e}",
            flush=True,
        )
        # Rounding grows with the steps.
        assert difference <= 2e-5 * (1 + options.steps), (name, losses, reference)


if __name__ == "__main__":
    main()
