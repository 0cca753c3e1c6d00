"""Traces name the layer and the phases of each task:  trace_names.py

A model of two blocks, whose weights are named by their paths, is trained on two ranks, whole and in micro-batches; another calls a function
once per layer. Prints a table: model, categories, layers, number of events in a step. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import collections
import json
import os
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

BLOCK = """
  %p{i} = linalg.matmul ins(%h{i}, %up{i} : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t{i} = math.tanh %p{i} : tensor<8x8xf32>
  %h{j} = linalg.matmul ins(%t{i}, %down{i} : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>"""
HEAD = (
    'sbp.placement @m ["dp" = 2]\nfunc.func @main(%h0: tensor<8x8xf32> {{sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [S(0)]>}}'
)
WEIGHT = ', %{part}{i}: tensor<8x8xf32> {{sbp.name = "blocks.{i}.{part}.weight", sbp.distribution = #sbp.distribution<@m, [{d}]>}}'
ZEROS = """
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>"""
SUM = """
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %q = arith.mulf %h2, %h2 : tensor<8x8xf32>
  %loss = linalg.reduce { arith.addf } ins(%q : tensor<8x8xf32>) outs(%f0 : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
"""
CALLED = """sbp.placement @m ["tp" = 2]
func.func private @layer(%h: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%h, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = math.tanh %p : tensor<8x8xf32>
  %whole = sbp.constrain %t to #sbp.distribution<@m, [B]> : tensor<8x8xf32>
  return %whole : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x8xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [B]>},
                %v: tensor<8x8xf32> {sbp.name = "first", sbp.distribution = #sbp.distribution<@m, [S(1)]>},
                %w: tensor<8x8xf32> {sbp.name = "second", sbp.distribution = #sbp.distribution<@m, [S(1)]>}) -> (tensor<8x8xf32> {sbp.name = "y"}) {
  %h = call @layer(%x, %v) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = call @layer(%h, %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
"""


def write_model(distribution):
    weights = "".join(WEIGHT.format(i=i, part=part, d=distribution) for i in range(2) for part in ("up", "down"))
    blocks = "".join(BLOCK.format(i=i, j=i + 1) for i in range(2))
    return HEAD.format() + weights + ') -> (tensor<f32> {sbp.name = "loss"}) {' + ZEROS + blocks + SUM


def trace(case, *words):
    """The events of a run of one step."""
    run("sbp-run", case.artifact, *words, f"--trace={case.path('trace.json')}")
    with open(case.path("trace.json")) as file:
        return [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]


def show(title, events):
    """Prints the table, and returns the layers by categories."""
    counts = collections.Counter((event["cat"], event["args"].get("layer", "")) for event in events)
    for (categories, layer), count in sorted(counts.items()):
        print(f"{title:20} {categories:32} {layer:24} {count}")
    assert all(event["args"].get("layer", "") in event["name"] for event in events)
    layers = collections.defaultdict(set)
    for categories, layer in counts:
        layers[categories].add(layer)
    return layers


def train(title, distribution, options):
    with open(os.path.join(SCRATCH, "model.mlir"), "w") as file:
        file.write(write_model(distribution))
    words = f"--sbp-add-training=loss=loss data=x rate=0.1 {options}"
    case = Case(run("sbp-opt", os.path.join(SCRATCH, "model.mlir"), words).stdout)
    random = np.random.default_rng(0)
    names = [f"blocks.{i}.{part}.weight" for i in range(2) for part in ("up", "down")]
    safetensors.save(case.path("weights"), {name: random.standard_normal((8, 8), np.float32) for name in names})
    words = [*case.save({"x": random.standard_normal((8, 8), np.float32)}), f"--weights={case.path('weights')}"]
    layers = show(title, trace(case, "--entry=train", *words))
    main = show(f"{title}, loss", trace(case, "--entry=main", *words))
    # An entry that is no training step has no phases.
    assert set(main) <= {"compute", "communicate", "copy"}, main
    return layers


def main():
    # Stage 3 gathers each weight where it is read: its communications are of its layer, and so are the reduced gradients.
    layers = train("ZeRO-3", "B", "zero=3:dp")
    blocks = {"blocks.0", "blocks.1"}
    for categories in ("communicate,forward", "communicate,backward", "compute,forward"):
        assert {layer[: len("blocks.0")] for layer in layers[categories]} == blocks, layers
    assert layers["compute,optimizer step"] == {"blocks.0, blocks.1"}, layers
    layers = train("micro-batches", "B", "micro-batches=2")
    assert layers["compute,optimizer step"] == {"", "blocks.0, blocks.1"}, layers
    assert any("backward" in categories for categories in layers), layers

    case = Case(CALLED)
    inputs = {name: np.ones((8, 8), np.float32) for name in ("x", "first", "second")}
    layers = show("called layers", trace(case, *case.save(inputs)))
    assert layers["compute"] == {"layer 0", "layer 1"}, layers
    print("layers and phases are named")


if __name__ == "__main__":
    SCRATCH = sys.argv[1]
    main()
