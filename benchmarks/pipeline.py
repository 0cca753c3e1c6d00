"""Times a GPT step in micro-batches on the host:  python3 benchmarks/pipeline.py [--pairs 15] [--steps 3] [--width 256] ...

accumulation: a step of 8 micro-batches with SGD on one rank and core, over 8 times the forward and backward of one micro-batch alone,
whose gradients are results. Bound 1.15, aim 1.08.
stages: one rank on one core over two equal stages on two cores, both with 8 micro-batches, 1f1b. Bound 1.3, aim 1.5; 1.78 is the most
that the schedule allows. Needs a machine with two idle cores. Programs of a pair are timed in turns; medians are printed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import numpy as np

from sbp import safetensors

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

MODEL = os.path.join(ROOT, "examples", "pipeline", "gpt.py")
COUNT = 8


def write_model(options, folder, stages, batch):
    """The loss on `stages` stages, as text; its data and weights in `folder`."""
    words = [sys.executable, MODEL, f"--stages={stages}", f"--batch={batch}", f"--data={folder}", "--steps=1"]
    words += [f"--{name}={getattr(options, name)}" for name in ("layers", "width", "heads", "tokens", "vocabulary")]
    return subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE).stdout


def return_gradients(text):
    """The entry with the gradients of all weights as further results."""
    weights = [(name, kind) for name, kind in re.findall(r"%([\w.]+): (tensor<[\dx]*f32>) \{", text)]
    types = ", ".join(kind for _, kind in weights)
    names = ", ".join(f"%{name}" for name, _ in weights)
    results = "".join(f', {kind} {{sbp.name = "{name}.gradient"}}' for name, kind in weights)
    text = re.sub(r"(-> \(tensor<f32> \{[^}]*\})\)", lambda match: match[1] + results + ")", text)
    loss = re.search(r"return (%\w+) : tensor<f32>", text)[1]
    gradient = f"  %g:{len(weights)} = nn.gradient {loss} wrt ({names}) : (tensor<f32>, {types}) -> ({types})\n"
    values = ", ".join(f"%g#{i}" for i in range(len(weights)))
    return text.replace(f"  return {loss} : tensor<f32>", f"{gradient}  return {loss}, {values} : tensor<f32>, {types}")


class Program:
    """An artifact on some cores, timed by sbp-run --benchmark."""

    def __init__(self, options, folder, text, entry, cores):
        at = lambda file: os.path.join(folder, file)
        with open(at("model.mlir"), "w") as file:
            file.write(text)
        subprocess.run(["sbp-compile", at("model.mlir"), "-o", at("model.sbpx")], check=True)
        self.words = ["taskset", "-c", cores, "sbp-run", at("model.sbpx"), f"--entry={entry}", f"--benchmark={options.steps}", "--json"]
        data = {name: np.load(at(f"{name}.npy"))[0] for name in ("ids", "labels")}
        if entry == "train":
            self.words.append(f"--weights={at('weights.safetensors')}")
        else:
            data |= safetensors.load(at("weights.safetensors"))
        for name, value in data.items():
            np.save(at(f"{name}.npy"), value)
            self.words.append(f"--input={name}=@{at(name)}.npy")

    def seconds(self):
        return json.loads(subprocess.run(self.words, check=True, capture_output=True, text=True).stdout)["seconds"]["median"]


def make(options, folder, name, stages, training, batch, cores):
    folder = os.path.join(folder, name)
    os.makedirs(folder)
    text = write_model(options, folder, stages, batch)
    if not training:
        return Program(options, folder, return_gradients(text), "main", cores)
    step = f"--sbp-add-training=loss=loss data=ids,labels optimizer=sgd rate=0.01 {training}"
    text = subprocess.run(["sbp-opt", "-", step], check=True, text=True, input=text, stdout=subprocess.PIPE).stdout
    return Program(options, folder, text, "train", cores)


def compare(name, first, second, factor, pairs):
    """Prints the median of the ratios of first to `factor` times second."""
    rounds = [(first.seconds(), factor * second.seconds()) for _ in range(pairs)]
    ratio = statistics.median(a / b for a, b in rounds)
    a, b = (statistics.median(each) for each in zip(*rounds))
    print(f"{name:14} {1000 * a:8.1f} ms over {1000 * b:8.1f} ms: {ratio:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = {"pairs": 15, "steps": 3, "layers": 4, "width": 256, "heads": 4, "tokens": 128, "vocabulary": 128, "batch": 8}
    for name, value in sizes.items():
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    os.environ["PATH"] = os.path.join(options.build, "bin") + os.pathsep + os.environ["PATH"]
    cut = f"micro-batches={COUNT}"
    with tempfile.TemporaryDirectory() as folder:
        accumulated = make(options, folder, "accumulated", 1, cut, options.batch, "0")
        alone = make(options, folder, "alone", 1, "", options.batch // COUNT, "0")
        compare("accumulation", accumulated, alone, COUNT, options.pairs)
        staged = make(options, folder, "staged", 2, f"{cut} schedule=1f1b", options.batch, "0,1")
        compare("stages", accumulated, staged, 1, options.pairs)


if __name__ == "__main__":
    main()
