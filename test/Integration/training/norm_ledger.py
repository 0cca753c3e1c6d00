"""How often a training step reduces numbers for the norm that gradients are clipped by, and that the norm is right.

The GPT of examples/training, with clipping to a norm that the gradients exceed and gradient descent with momentum, so that a norm that is wrong
by a factor changes every weight by it. Three steps equal those of one rank, which interprets the same text. Of all communications of
the step those of one number are counted beyond those of the same step without clipping. Prints a table: plan, micro-batches,
reductions for the norm, largest difference of losses and of weights.
"""

import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.paths import ROOT

STEPS = 3
SIZES = ["--layers=4", "--width=32", "--heads=4", "--batch=8", "--tokens=8", "--vocabulary=32"]
#: Name, plan of gpt.py, options of the step, most communications of one number for the norm.
PLANS = [
    ("data parallel", "dp", "", 0),
    ("ZeRO-1", "dp", "zero=1:dp", 1),
    ("ZeRO-2", "dp", "zero=2:dp", 1),
    ("ZeRO-2", "dp", "zero=2:dp micro-batches=2", 1),
    ("ZeRO-3", "dp", "zero=3:dp", 1),
    ("tensor parallel", "tp", "", 1),
    ("FSDP x TP", "fsdp-tp", "zero=3:dp", 2),
    # One sum for each of two placements, one number from the first to the last, the factor back.
    ("stages", "stages", "", 2),
    ("stages, ZeRO-2", "stages", "zero=2:dp micro-batches=2", 4),
]


def write(plan, options, clip, folder):
    """The text of the step; inputs and weights into `folder`."""
    data = [f"--data={folder}", f"--steps={STEPS}"]
    words = [sys.executable, os.path.join(ROOT, "examples/training/gpt.py"), f"--plan={plan}", *SIZES, *data]
    with open(os.path.join(folder, "forward.mlir"), "w") as file:
        subprocess.run(words, stdout=file, check=True)
    settings = f"loss=loss data=ids,labels optimizer=sgd momentum=0.5 rate=1 {f'clip={clip}' if clip else ''} {options}"
    return run("sbp-opt", os.path.join(folder, "forward.mlir"), f"--sbp-add-training={settings}").stdout


def count(case):
    """Executions a step of communications of one number."""
    entries = [entry for entry in case.report["boxings"] if entry["entry"] == "train" and entry["total_bytes"] > 0]
    ranks = case.report["ranks"]
    return sum(entry["executions_per_step"] * len(entry["steps"]) for entry in entries if entry["total_bytes"] <= 8 * ranks)


def train(case, folder):
    """Losses and weights after the last step."""
    inputs = [f"--input={name}=@{os.path.join(folder, name)}.npy" for name in ("ids", "labels")]
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        f"--steps={STEPS}",
        f"--weights={os.path.join(folder, 'weights.safetensors')}",
        *inputs,
        f"--output=loss=@{case.path('loss.npy')}:all",
        f"--save-state={case.path('last.safetensors')}",
    )
    return np.load(case.path("loss.npy")), safetensors.load(case.path("last.safetensors"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        whole = re.sub(r", sbp.distribution = #sbp.distribution<[^>]*>", "", write("one", "", 0.1, folder))
        losses, weights = train(Case(whole), folder)
        free, _ = train(Case(write("one", "", 0, folder)), folder)
        assert abs(free[-1] - losses[-1]) > 0.01, "the norm bounds nothing"
        for name, plan, options, most in PLANS:
            case = Case(write(plan, options, 0.1, folder))
            reductions = count(case) - count(Case(write(plan, options, 0, folder)))
            found, last = train(case, folder)
            by_loss = np.abs(found / losses - 1).max()
            by_weight = max(np.abs(last[key] - value).max() for key, value in weights.items())
            micro_batches = int((re.search(r"micro-batches=(\d+)", options) or [0, 1])[1])
            print(
                f"{name:16} {micro_batches} micro-batches: {reductions} communications of one number for the norm; "
                f"losses differ by {by_loss:.1e}, weights by {by_weight:.1e}"
            )
            assert by_loss < 1e-5 and by_weight < 1e-5, (name, found, losses)
            assert reductions <= most, (name, reductions, most)


main()
