"""The examples on all their ranks give what float64 numpy gives:  python3 run_examples.py interpreted|compiled|cuda [--streams=N] NAME...

Names: mlp, regression, and GPT blocks as PLACEMENT:ANNOTATIONS ("dp=2,tp=2:megatron"; ":none" is one rank). Interpreted at
level 1 (sbp-opt, sbp-interpret) or compiled (sbp-compile, sbp-run), all found on PATH; compiled for GPUs, those of the driver
that the environment names.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

import regression_oracle
from sbp import safetensors
from sbp_testing.harness import list_target_flags
from sbp_testing.paths import ROOT

EXAMPLES = os.path.join(ROOT, "examples")

DISTRIBUTE = "builtin.module(sbp-import,sbp-place-operations,sbp-select-distributions)"


class Interpreted:
    """Level 1 in the interpreter."""

    def prepare(self, source, directory):
        target = os.path.join(directory, "distributed.mlir")
        subprocess.run(["sbp-opt", f"--pass-pipeline={DISTRIBUTE}", source, "-o", target], check=True)
        return target

    def run(self, model, *flags):
        subprocess.run(["sbp-interpret", model, *flags], check=True)


class Compiled:
    """The whole way."""

    def __init__(self, target, streams):
        self.flags = [*list_target_flags(target), f"--streams={streams}"]

    def prepare(self, source, directory):
        target = os.path.join(directory, "model.sbpx")
        subprocess.run(["sbp-compile", source, "-o", target, *self.flags], check=True)
        return target

    def run(self, model, *flags):
        subprocess.run(["sbp-run", model, *flags], check=True)


def check_mlp(way, directory):
    subprocess.run([sys.executable, os.path.join(EXAMPLES, "mlp", "data.py"), directory], check=True)
    model = way.prepare(os.path.join(EXAMPLES, "mlp", "mlp.mlir"), directory)
    way.run(model, f"--input=x=@{directory}/x.npy", f"--weights={directory}/mlp.safetensors", f"--output=y=@{directory}/out.npy")
    np.testing.assert_allclose(np.load(directory + "/out.npy"), np.load(directory + "/y.npy"), rtol=1e-4, atol=1e-5)


def check_gpt(way, directory, placement, annotations):
    source = os.path.join(directory, "gpt.mlir")
    with open(source, "w") as file:
        subprocess.run(
            [
                sys.executable,
                os.path.join(EXAMPLES, "gpt", "generate.py"),
                "--batch=5",
                "--tokens=10",
                "--width=32",
                "--heads=8",
                f"--placement={placement}",
                f"--annotate={annotations}",
                f"--data={directory}",
            ],
            stdout=file,
            check=True,
        )
    way.run(
        way.prepare(source, directory),
        f"--input=x=@{directory}/x.npy",
        f"--weights={directory}/weights.safetensors",
        f"--output=y=@{directory}/out.npy",
    )
    np.testing.assert_allclose(np.load(directory + "/out.npy"), np.load(directory + "/y.npy"), rtol=1e-4, atol=1e-5)


def check_regression(way, directory):
    """100 steps of training, then the prediction of the trained weights."""
    source = os.path.join(EXAMPLES, "regression")
    model = way.prepare(os.path.join(source, "regression.mlir"), directory)
    data = [f"--input={name}=@{source}/{name}.npy" for name in "xy"]
    state = directory + "/state.safetensors"
    way.run(model, "--entry=train", *data, "--steps=100", f"--output=loss=@{directory}/loss.npy", f"--save-state={state}")
    way.run(model, "--entry=eval", *data, f"--weights={state}", f"--output=prediction=@{directory}/prediction.npy")
    x, y = (np.load(f"{source}/{name}.npy").astype(np.float64) for name in "xy")
    loss, weight, bias = regression_oracle.train(x, y, 100)
    trained = safetensors.load(state)
    np.testing.assert_allclose(np.load(directory + "/loss.npy"), loss, rtol=1e-5)
    np.testing.assert_allclose(trained["weight"], weight, atol=1e-5)
    np.testing.assert_allclose(trained["bias"], bias, atol=1e-5)
    np.testing.assert_allclose(np.load(directory + "/prediction.npy"), regression_oracle.evaluate(x, y, weight, bias)[0], atol=1e-4)


def main(options):
    way = {
        "interpreted": Interpreted,
        "compiled": lambda: Compiled("host", options.streams),
        "cuda": lambda: Compiled("cuda", options.streams),
    }[options.way]()
    for name in options.names:
        with tempfile.TemporaryDirectory() as directory:
            if ":" in name:
                check_gpt(way, directory, *name.split(":"))
            else:
                {"mlp": check_mlp, "regression": check_regression}[name](way, directory)
        print(name, "agrees")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=["interpreted", "compiled", "cuda"])
    parser.add_argument("--streams", default="1", help="queues of a rank, of what is compiled")
    parser.add_argument("names", nargs="+")
    main(parser.parse_args())
