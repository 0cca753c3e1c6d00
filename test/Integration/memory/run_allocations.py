"""No memory is asked for while steps run:  python3 run_allocations.py SHIM [--weights model.safetensors]

Runs the perceptron, a GPT block and MiniLM on four ranks, and training steps on one placement and over stages, under the shim that
counts malloc and mmap over all threads (runtime/testing/allocations), once for 3 and once for 10 steps, on one worker and on four.
The perceptron and the steps are also fed new inputs. Steps 4 to 10 must add nothing. Prints the counts. sbp-opt, sbp-compile and
sbp-run on PATH; without MiniLM's real weights seeded ones of the same shapes are used.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

from examples.training import train_gpt
from sbp import safetensors
from sbp_testing.paths import EXAMPLES
from sbp_testing.run_minilm import seeded_weights


def mlp(directory, weights):
    subprocess.run([sys.executable, f"{EXAMPLES}/mlp/data.py", directory], check=True)
    return f"{EXAMPLES}/mlp/mlp.mlir", [f"--input=x=@{directory}/x.npy", f"--weights={directory}/mlp.safetensors"]


def mlp_fed(directory, weights):
    model, flags = mlp(directory, weights)
    x = np.load(f"{directory}/x.npy")
    for steps in (3, 10):
        np.save(f"{directory}/x{steps}.npy", np.stack([x] * steps))
    return model, [flags[1], f"--input=x=@{directory}/xSTEPS.npy"]


def gpt(directory, weights):
    with open(f"{directory}/gpt.mlir", "w") as file:
        subprocess.run(
            [
                sys.executable,
                f"{EXAMPLES}/gpt/generate.py",
                "--batch=4",
                "--tokens=16",
                "--width=64",
                "--heads=8",
                "--placement=dp=2,tp=2",
                "--annotate=megatron",
                f"--data={directory}",
            ],
            stdout=file,
            check=True,
        )
    return f"{directory}/gpt.mlir", [f"--input=x=@{directory}/x.npy", f"--weights={directory}/weights.safetensors"]


def minilm(directory, weights):
    if not weights:
        weights = f"{directory}/minilm.safetensors"
        with open(f"{EXAMPLES}/minilm/minilm.mlir") as file:
            safetensors.save(weights, seeded_weights(file.read()))
    return f"{EXAMPLES}/minilm/minilm.mlir", [f"--weights={weights}"] + [
        f"--input={name}=@{EXAMPLES}/minilm/{name}.npy" for name in ("ids", "mask")
    ]


def training(plan):
    """A step of AdamW whose gradient the compiler derives, of the character GPT under a plan of examples/training."""

    def prepare(directory, weights):
        words, _ = train_gpt.build(directory, plan, 10, ["--layers", 2, "--width", 16])
        for name in ("ids", "labels"):
            for steps in (3, 10):
                np.save(f"{directory}/{name}{steps}.npy", np.load(f"{directory}/{name}.npy")[:steps])
        return words[0], [word.replace(".npy", "STEPS.npy") for word in words[1:]]

    prepare.__name__ = f"training ({plan})"
    return prepare


def count(shim, directory, artifact, flags, steps, workers):
    """(mallocs, mmaps) of a whole run."""
    path = os.path.join(directory, "allocations.txt")
    environment = dict(os.environ, LD_PRELOAD=shim, SBP_ALLOCATIONS_FILE=path, SBP_WORKERS=str(workers))
    flags = [flag.replace("STEPS", str(steps)) for flag in flags]
    subprocess.run(["sbp-run", artifact, f"--steps={steps}", *flags], check=True, stdout=subprocess.DEVNULL, env=environment)
    with open(path) as file:
        words = file.read().split()
    return np.array([int(words[1]), int(words[3])])


def main(options):
    clean = True
    for prepare in (mlp, mlp_fed, gpt, minilm, *map(training, ("one", "zero3", "accumulate", "pipeline"))):
        with tempfile.TemporaryDirectory() as directory:
            model, flags = prepare(directory, options.weights)
            artifact = os.path.join(directory, "model.sbpx")
            if model.endswith(".sbpx"):
                artifact = model
            else:
                subprocess.run(["sbp-compile", model, "-o", artifact], check=True)
            for workers in (1, 4):
                three, ten = (count(options.shim, directory, artifact, flags, steps, workers) for steps in (3, 10))
                added = ten - three
                print(
                    f"{prepare.__name__} on {workers} workers: {three[0]} mallocs and {three[1]} mmaps up to step 3, "
                    f"{added[0]} and {added[1]} from there to step 10"
                )
                clean = clean and not added.any()
    return 0 if clean else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shim")
    parser.add_argument("--weights")
    sys.exit(main(parser.parse_args()))
