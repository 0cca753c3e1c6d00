"""torch.utils.checkpoint keeps its effect in an exported step: a residual network of four layers keeps their inputs alone, with the same bits.

torch_checkpoint.py   (a Python with torch; sbp-opt, sbp-compile and sbp-run on PATH)
"""

import json
import warnings

import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

from sbp import safetensors
from sbp.export_torch import export_training, to_array
from sbp_testing.harness import Case, run

LAYERS, BATCH, TOKENS, WIDTH = 4, 8, 32, 64


class Layer(nn.Module):
    """x + down(f(up(x))), with functions whose gradients read several values."""

    def __init__(self, drops):
        super().__init__()
        self.up, self.down, self.drop = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH), nn.Dropout(0.1 if drops else 0.0)

    def forward(self, x, scale=1.0):
        h = functional.gelu(self.up(x))
        return x + scale * self.drop(self.down(torch.tanh(h) * torch.sin(h)))


class Network(nn.Module):
    """The layers one after another; `way` is how one is called."""

    def __init__(self, way, drops=False):
        super().__init__()
        torch.manual_seed(0)
        self.layers, self.way = nn.ModuleList(Layer(drops) for _ in range(LAYERS)), way

    def forward(self, x, y):
        if self.way is checkpoint_sequential:
            x = checkpoint_sequential(self.layers, LAYERS, x, use_reentrant=False)
        else:
            for layer in self.layers:
                x = self.way(layer, x)
        return functional.mse_loss(x, y)


def train(module, data, steps=3):
    """Last states, last loss, bytes kept and peak bytes."""
    text, values = export_training(module, tuple(data.values()), optimizer="sgd", rate=10.0, random_seed=3)
    case = Case(text)
    safetensors.save(case.path("first"), values)
    run("sbp-run", case.artifact, "--entry=train", *case.save({name: to_array(value) for name, value in data.items()}), f"--steps={steps}",
        f"--weights={case.path('first')}", f"--save-state={case.path('last')}")  # fmt: skip
    with open(case.report_path) as file:
        report = json.load(file)
    return safetensors.load(case.path("last")), report["saved_bytes"], report["memory"][0]["peak_bytes"]


def main():
    torch.manual_seed(1)
    data = {"x": torch.randn(BATCH, TOKENS, WIDTH), "y": torch.randn(BATCH, TOKENS, WIDTH)}
    ways = {
        "use_reentrant=False": lambda layer, x: checkpoint(layer, x, use_reentrant=False),
        "a keyword": lambda layer, x: checkpoint(layer, x, scale=1.0, use_reentrant=False),
        "use_reentrant=True": lambda layer, x: checkpoint(layer, x, use_reentrant=True),
        "checkpoint_sequential": checkpoint_sequential,
    }
    for drops in (False, True):
        whole = train(Network(lambda layer, x: layer(x), drops), data)
        for name, way in ways.items():
            again = train(Network(way, drops), data)
            title = f"{name}{', dropout' if drops else ''}"
            print(f"{title}: kept {whole[1]} -> {again[1]} bytes, peak {whole[2]} -> {again[2]}", flush=True)
            # The input of each layer but the first, which is the data, and the output of the last. A sequence does not run its last part again.
            least = LAYERS * BATCH * TOKENS * WIDTH * 4
            assert again[1] <= (2 * least if way is checkpoint_sequential else least) < whole[1] and again[2] < whole[2]
            assert all(value.tobytes() == again[0][state].tobytes() for state, value in whole[0].items()), title
    print("the same bits")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
