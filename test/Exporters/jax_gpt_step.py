"""The GPT step of benchmarks/training.py, as JAX exports it, keeps no tensor of tokens x tokens:  jax_gpt_step.py   (a Python with jax)

Prints the peak of memory with attention found and as it is written. On PATH: sbp-opt, sbp-compile.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile

import jax
import numpy as np

from benchmarks.training import Model
from sbp.export_jax import export


def import_text(text, options=""):
    words = ["sbp-opt", "-", f"--sbp-import{options}"]
    return subprocess.run(words, input=text, text=True, capture_output=True, check=True).stdout


def find_peak(text):
    """The peak of memory of a rank, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        with open(at("step.mlir"), "w") as file:
            file.write(text)
        subprocess.run(["sbp-compile", at("step.mlir"), "-o", at("step.sbpx"), f"--report={at('report.json')}"], check=True)
        with open(at("report.json")) as file:
            return max(rank["peak_bytes"] for rank in json.load(file)["memory"])


def main():
    model = Model(argparse.Namespace(layers=2))
    weights = model.weights()
    zeros = jax.tree.map(np.zeros_like, weights)
    data = [np.zeros((model.batch, model.tokens), np.int32)] * 2
    text = export(model.step, {"w": weights, "m": zeros, "s": zeros, "step": np.float32(0)}, *data, donate_argnums=0)
    found, spelled = import_text(text), import_text(text, "=attention=off")
    scores = rf"tensor<[0-9x]*{model.tokens}x{model.tokens}xf32>"
    counts = [len(re.findall(scores, level0)) for level0 in (found, spelled)]
    gradients = found.count("nn.attention_gradient")
    peaks = [find_peak(level0) for level0 in (found, spelled)]
    print(
        f"attentions {found.count('nn.attention ')}, gradients {gradients}, types of tokens x tokens {counts[0]}, as it is written {counts[1]}"
    )
    print(f"peak {peaks[0] / 1e6:.1f} MB, as it is written {peaks[1] / 1e6:.1f} MB")
    assert counts[0] == 0 < counts[1] and peaks[0] < 0.95 * peaks[1]


if __name__ == "__main__":
    main()
