"""Texts of the PyTorch exporter that are about names and about what moves:  torch_texts.py

Needs torch and torch-mlir, and sbp-compile and sbp-run on PATH.
"""

import re

import numpy as np
import torch

from sbp import safetensors
from sbp.export_torch import export, to_array
from sbp_testing.harness import Case


class Lift(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.forward = function


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(10, 4)
        self.head = torch.nn.Linear(4, 10, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.embed(ids))


def report_difference(title, found, module, *arguments):
    with torch.no_grad():
        difference = np.abs(found - to_array(module(*arguments))).max()
    print(f"{title}: differs by {difference:.1e}, bound 1e-06")
    assert difference < 1e-6


# A tied weight has the first of its names, which is the one that checkpoints keep.
# CHECK:      tied: embed.weight ids
# CHECK-NEXT: tied: differs by
model, ids = Tied(), torch.tensor([[1, 2]])
text, held = export(model, (ids,))
print("tied:", *re.findall(r'%arg\d+: tensor<[^>]*> \{sbp.name = "([^"]*)"', text))
case = Case(text)
safetensors.save(case.path("tied.safetensors"), {"embed.weight": to_array(model.embed.weight)})
found = case.execute({"ids": ids.numpy()}, ["result"], f"--weights={case.path('tied.safetensors')}")
report_difference("tied", found["result"], model, ids)


# Two buffers in one memory that the graph reads both keep their names.
# CHECK: two names: a b
class Twice(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("a", torch.ones(3))
        self.register_buffer("b", self.a.detach())

    def forward(self, x):
        return x * self.a + self.b


print("two names:", *export(Twice(), (torch.ones(3),))[1])

# One tensor that is given twice is two arguments.
# CHECK: twice: x y
x = torch.ones(3)
print("twice:", *re.findall(r'%arg\d+: tensor<[^>]*> \{sbp.name = "([^"]*)"', export(Lift(lambda x, y: x * 2 + y), (x, x))[0]))

# Group norm stays in f32, and nothing moves where the batch is split.
# CHECK:      group norm: tensors of f32, 0 bytes moved
# CHECK-NEXT: group norm: differs by
model, x = torch.nn.GroupNorm(2, 4), torch.randn(4, 4, 2, 3)
text, held = export(model, (x,), placement='sbp.placement @mesh ["dp" = 4]', rules=[("^(input|result)$", "@mesh, [S(0)]")])
case = Case(text)
safetensors.save(case.path("weights.safetensors"), held)
elements = sorted(set(re.findall(r"tensor<(?:\d+x)*(\w+)>", text)))
print("group norm: tensors of", *elements, end=", ")
print(sum(boxing["total_bytes"] for boxing in case.report["boxings"]), "bytes moved")
found = case.execute({"input": x.numpy()}, ["result"], f"--weights={case.path('weights.safetensors')}")
report_difference("group norm", found["result"], model, x)
