"""Times training steps of PyTorch modules with PyTorch's own gradient against the gradient that the compiler derives:

    python3 torch_training.py [--pairs 15] [--steps 5]        (a Python with torch and torch-mlir; sbp-* of --build)

MiniLM's shapes (6 layers, width 384, 12 heads, 8 x 32 tokens) and two basic blocks of a ResNet (64 channels, 8 x 28 x 28, batch norm by its
running statistics), AdamW, f32, one core. The programs run in turns. Prints medians of --pairs rounds of --steps steps, and peaks.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile

import numpy as np
import torch

from sbp import safetensors
from sbp.export_torch import export_training

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Encoder(torch.nn.Module):
    """A sentence encoder of MiniLM's shapes: the loss is the mean square of its normalised sentences."""

    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(30522, 384)
        self.positions = torch.nn.Embedding(512, 384)
        layer = torch.nn.TransformerEncoderLayer(384, 12, 1536, 0.0, "gelu", batch_first=True)
        self.layers = torch.nn.ModuleList([torch.nn.TransformerEncoder(layer, 1, enable_nested_tensor=False) for _ in range(6)])

    def forward(self, ids, target):
        x = self.words(ids) + self.positions.weight[: ids.shape[1]]
        for layer in self.layers:
            x = layer(x)
        sentence = torch.nn.functional.normalize(x.mean(1), dim=1)
        return ((sentence - target) ** 2).sum(1).mean()


class Block(torch.nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.convolutions = torch.nn.ModuleList([torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2)])
        self.norms = torch.nn.ModuleList([torch.nn.BatchNorm2d(channels) for _ in range(2)])

    def forward(self, x):
        y = torch.relu(self.norms[0](self.convolutions[0](x)))
        return torch.relu(x + self.norms[1](self.convolutions[1](y)))


class Residual(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.Sequential(Block(64), Block(64))

    def forward(self, x, target):
        return ((self.blocks(x).mean((2, 3)) - target) ** 2).mean()


def draw(*shape):
    return torch.randn(*shape)


MODELS = {
    "MiniLM": (Encoder, lambda: (torch.randint(0, 30522, (8, 32)), torch.nn.functional.normalize(draw(8, 384), dim=1))),
    "ResNet blocks": (Residual, lambda: (draw(8, 64, 28, 28), draw(8, 64))),
}


class Program:
    """The artifact of a step, timed by sbp-run --benchmark; `peak` in bytes is what the report predicts."""

    def __init__(self, folder, text, weights, inputs):
        at = lambda name: os.path.join(folder, name)
        with open(at("model.mlir"), "w") as file:
            file.write(text)
        subprocess.run(["sbp-compile", at("model.mlir"), "-o", at("model.sbpx"), f"--report={at('report.json')}"], check=True)
        with open(at("report.json")) as file:
            self.peak = max(rank["peak_bytes"] for rank in json.load(file)["memory"])
        safetensors.save(at("weights.safetensors"), weights)
        self.words = [at("model.sbpx"), "--entry=train", f"--weights={at('weights.safetensors')}"]
        for name, value in inputs.items():
            np.save(at(f"{name}.npy"), value.numpy())
            self.words.append(f"--input={name}=@{at(f'{name}.npy')}")

    def time(self, steps):
        words = ["taskset", "-c", "0", "sbp-run", *self.words, f"--benchmark={steps}", "--json"]
        return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["seconds"]["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("pairs", 15), ("steps", 5)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    os.environ["PATH"] = os.path.join(options.build, "bin") + os.pathsep + os.environ["PATH"]
    for name, (make, draw_inputs) in MODELS.items():
        torch.manual_seed(0)
        module, inputs = make().eval(), draw_inputs()
        names = module.forward.__code__.co_varnames[1 : 1 + len(inputs)]
        with tempfile.TemporaryDirectory() as folder:
            programs = {}
            for gradient in ("derived", "framework"):
                place = os.path.join(folder, gradient)
                os.mkdir(place)
                text, weights = export_training(module, inputs, gradient=gradient, rate=1e-3)
                programs[gradient] = Program(place, text, weights, dict(zip(names, inputs)))
            rounds = [{gradient: program.time(options.steps) for gradient, program in programs.items()} for _ in range(options.pairs)]
        derived, framework = (statistics.median(each[gradient] for each in rounds) for gradient in programs)
        ratio = statistics.median(each["framework"] / each["derived"] for each in rounds)
        peaks = programs["framework"].peak / programs["derived"].peak
        print(f"{name}: derived {1e3 * derived:.1f} ms, PyTorch's {1e3 * framework:.1f} ms, ratio {ratio:.3f}, of the peaks {peaks:.3f}")


if __name__ == "__main__":
    main()
