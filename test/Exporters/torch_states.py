"""Modules whose forward writes buffers and arguments, exported, compiled and run for three steps: PyTorch's numbers, names and order.

torch_states.py      (a Python with torch and torch-mlir; sbp-compile and sbp-run on PATH)
"""

import re

import numpy as np
import torch

from sbp import safetensors
from sbp.export_torch import export, to_array
from sbp_testing.harness import Case, run

STEPS = 3
PORT = re.compile(r'\{(?:sbp\.init = dense<[^>]*> : tensor<[^>]*>, )?sbp\.(name|state) = "([^"]*)"')


class Average(torch.nn.Module):
    """The buffer's next value comes out of PyTorch's graph in front of the user's result."""

    def __init__(self):
        super().__init__()
        self.register_buffer("average", torch.zeros(2, 4))

    def forward(self, x):
        self.average.mul_(0.9).add_(x, alpha=0.1)
        return (x - self.average).tanh()


class Several(torch.nn.Module):
    """Written: two buffers (one of which is never read, one not persistent), a parameter and a counter; one is returned too."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4))
        self.register_buffer("untouched", torch.full((4,), 2.0))
        self.register_buffer("last", torch.zeros(2, 4))
        self.register_buffer("sum", torch.zeros(2, 4), persistent=False)
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, x, y):
        self.last.copy_(x)
        self.sum += y * self.untouched
        self.steps += 1
        with torch.no_grad():
            self.weight.mul_(0.5)
        return {"scaled": x * self.weight, "nothing": None, "sum": self.sum, "mean": self.sum / self.steps}


class Scale(torch.nn.Module):
    """Writes its argument."""

    def forward(self, x):
        x.mul_(2)
        return x + 1


class Nested(torch.nn.Module):
    """Writes an argument inside of a dictionary, and a buffer."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(2, 4))

    def forward(self, inputs):
        inputs["b"].add_(inputs["a"])
        self.count += 1
        return inputs["b"] * self.count, inputs["a"] - 1


def leaves(value):
    return [each for each in torch.utils._pytree.tree_leaves(value) if each is not None]


def check(name, module, arguments, results=None):
    """Prints the ports; fails where a result of a step or a state after the last step differs from PyTorch's."""
    text, held = export(module, arguments, results)
    header, outputs = re.search(r"func\.func @main\((.*?)\) -> (.*?) \{\n", text, re.DOTALL).groups()
    inputs, outputs = PORT.findall(header), PORT.findall(outputs)
    print(name, "in:", *["=".join(port) for port in inputs], "out:", *["=".join(port) for port in outputs])
    names = [port for kind, port in outputs if kind == "name"]
    states = [port for kind, port in outputs if kind == "state"]
    feeds = [port for kind, port in inputs if kind == "name" and port not in held]
    torch.manual_seed(0)
    fed = [torch.utils._pytree.tree_map(torch.randn_like, arguments) for _ in range(STEPS)]
    assert len(feeds) == len(leaves(arguments))
    values = {port: np.stack([to_array(leaves(step)[i]) for step in fed]) for i, port in enumerate(feeds)}
    expected = {port: [] for port in names}
    for step in fed:
        returned = leaves(module(*step))
        # Arguments that are written are the last results, by name.
        written = dict(zip(feeds, leaves(step)))
        for i, port in enumerate(names):
            expected[port].append(to_array(returned[i] if i < len(returned) else written[port]).copy())
    case = Case(text)
    safetensors.save(case.path("weights.safetensors"), held)
    words = [f"--weights={case.path('weights.safetensors')}", f"--steps={STEPS}", f"--save-state={case.path('state.safetensors')}"]
    words += [f"--output={port}=@{case.path(port)}.npy:all" for port in names]
    run("sbp-run", case.artifact, *case.save(values), *words)
    worst = max(np.abs(np.load(case.path(port) + ".npy") - np.stack(expected[port])).max() for port in names)
    saved = safetensors.load(case.path("state.safetensors")) if states else {}
    now = dict(module.named_buffers()) | dict(module.named_parameters())
    differences = [np.abs(saved[port] - to_array(now[port])).max() for port in states]
    print(f"  {STEPS} steps: results differ by {worst:.1e}, states by {max(differences, default=0.0):.1e}; bound 1e-06")
    assert max([worst, *differences]) < 1e-6


if __name__ == "__main__":
    x = torch.ones(2, 4)
    check("average", Average(), (x,), ["y", "average"])
    check("average", Average(), (x,), ["y"])
    check("several", Several(), (x, x), ["scaled", "total", "mean"])
    check("scale", Scale(), (x.clone(),))
    check("nested", Nested(), ({"a": x.clone(), "b": x.clone()},))
