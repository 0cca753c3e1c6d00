"""sbp.accumulate = f32: gradients of bf16 products are summed exactly over rows, readers, micro-batches and ranks.

The gradient of each element of w is 256 + 1 + 1 + 1, one term a row of the data: 259 lies between two numbers of bf16. A step of SGD with
rate 1 and an f32 master subtracts 259 under every plan with accumulate=f32, and 260 without it on one rank. A state of bf16 moves by the sum, rounded once.
"""

import subprocess

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

MODEL = """
{placement}
func.func @loss(%x: tensor<4x2xf32> {{sbp.name = "x"{data}}}, %w: tensor<2x8xf32> {{sbp.name = "w"{whole}}}) -> (tensor<f32> {{sbp.name = "loss"{whole_scalar}}}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x2xf32>, tensor<2x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %l = linalg.reduce {{ arith.addf }} ins(%y : tensor<4x8xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}}
"""
DATA = np.array([[256, 0], [1, 0], [1, 0], [1, 0]], np.float32)


def step(ranks, training):
    """The first row of w after a step from zeros, and the kinds and bytes of what moved."""
    on = "#sbp.distribution<@mesh, [{}]>"
    words = {"placement": "", "data": "", "whole": "", "whole_scalar": ""}
    if ranks > 1:
        words = {"placement": f'sbp.placement @mesh ["dp" = {ranks}]', "data": f", sbp.distribution = {on.format('S(0)')}"}
        words |= dict.fromkeys(("whole", "whole_scalar"), f", sbp.distribution = {on.format('B')}")
    option = f"--sbp-add-training=loss=loss data=x optimizer=sgd rate=1 {training}"
    text = subprocess.run(["sbp-opt", "-", option], input=MODEL.format(**words), check=True, capture_output=True, text=True).stdout
    case = Case(text)
    first, last = case.path("first.safetensors"), case.path("last.safetensors")
    safetensors.save(first, {"w": np.zeros((2, 8), np.float32)})
    run("sbp-run", case.artifact, "--entry=train", f"--weights={first}", f"--save-state={last}", *case.save({"x": DATA}))
    return safetensors.load(last)["w"][0]


def main():
    narrow = step(1, "precision=bf16")
    assert (narrow == -260).all(), narrow
    print("rounded to bf16:", -narrow[0])
    for ranks in (1, 2, 4):
        for more in ("", "micro-batches=2", "zero=1:dp", "zero=2:dp", "zero=3:dp"):
            if "zero" in more and ranks == 1:
                continue
            wide = step(ranks, f"precision=bf16 accumulate=f32 {more}")
            assert (wide == -259).all(), (ranks, more, wide)
            print(f"{ranks} ranks {more or 'alone'}: exact")


main()
