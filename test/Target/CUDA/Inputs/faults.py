"""Faults planted in the PTX of good kernels: every one is reported or changes a result, under every seed.

A fault is a line changed: a barrier dropped, a shuffle from the own lane, a load or store moved by one access, a barrier's
block cut short, an operation changed. What a fault leaves right by accident is named below, with the reason.
"""
import re
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[2] / "Host" / "Inputs"))
import cuda_kernels

SEEDS = (1, 2, 3)
MODELS = """
func.func @product(%a: tensor<70x40xf32>, %b: tensor<40x70xf32>) -> tensor<70x70xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x70xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<70x70xf32>) -> tensor<70x70xf32>
  %r = linalg.matmul ins(%a, %b : tensor<70x40xf32>, tensor<40x70xf32>) outs(%f : tensor<70x70xf32>) -> tensor<70x70xf32>
  return %r : tensor<70x70xf32>
}
func.func @rows(%x: tensor<3x2002xf32>) -> tensor<3x2002xf32> {
  %e = tensor.empty() : tensor<3x2002xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x2002xf32>) outs(%e : tensor<3x2002xf32>) -> tensor<3x2002xf32>
  return %r : tensor<3x2002xf32>
}
func.func @pointwise(%x: tensor<9x12xf32>, %y: tensor<9x12xf32>) -> tensor<9x12xf32> {
  %r = arith.addf %x, %y : tensor<9x12xf32>
  return %r : tensor<9x12xf32>
}
func.func @reduction(%x: tensor<7x33xf32>) -> tensor<33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce ins(%x : tensor<7x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
    (%in: f32, %acc: f32) {
      %s = arith.addf %in, %acc : f32
      linalg.yield %s : f32
    }
  return %r : tensor<33xf32>
}
"""
INPUTS = {"product": [(70, 40), (40, 70)], "rows": [(3, 2002)], "pointwise": [(9, 12), (9, 12)], "reduction": [(7, 33)]}
FAULTS = [
    ("barrier dropped", r"\tbar\.sync \t0;", ""),
    ("shuffle from the own lane", r"(shfl\.sync\.bfly\.b32 .*), \d+, 31, -1;", r"\1, 0, 31, -1;"),
    ("store beside its place", r"(st\.global\S* \t\[%rd\d+)(\+\d+)?\]", r"\1+16384]"),
    ("load beside its place", r"(ld\.global\S* \t.*\[%rd\d+)(\+\d+)?\]", r"\1+16384]"),
    ("sum turned round", r"\tadd\.rn\.f32|\tadd\.f32", "\tsub.f32"),
    ("fused sum without its product", r"fma\.rn\.f32 \t(%r\d+), (%r\d+), (%r\d+), (%r\d+);", r"sub.rn.f32 \t\1, \2, \4;"),
]
# The first barrier of a row's first sum keeps readers of an earlier sum from its slots: there is none. The first addend of
# a column is the init's zero, the last of a row too.
HARMLESS = {("rows", "barrier dropped", 0), ("rows", "sum turned round", 40), ("reduction", "sum turned round", 0)}


def run(ptx, spec, inputs, seed):
    machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
    return cuda_kernels.Region(machine, spec).run_once(seed, inputs, ())


def is_caught(ptx, spec, inputs, right, seed):
    try:
        results = run(ptx, spec, inputs, seed)
    except AssertionError:
        return True
    return any(a.tobytes() != b.tobytes() for a, b in zip(results, right))


def get_kernel(ptx, symbol):
    """Where the kernels of a region stand in the text."""
    begin = ptx.index(f".entry {symbol}")
    end = ptx.find(".entry", begin + 1)
    return begin, len(ptx) if end < 0 else end


def main():
    rng = np.random.default_rng(5)
    ptx, specs = cuda_kernels.compile_ptx(MODELS)
    caught = 0
    for name, shapes in INPUTS.items():
        inputs = [rng.standard_normal(shape).astype(np.float32) for shape in shapes]
        right = run(ptx, specs[name], inputs, 1)
        begin, end = get_kernel(ptx, specs[name]["symbol"])
        text = ptx[begin:end]
        for what, pattern, replacement in FAULTS:
            places = list(re.finditer(pattern, text))
            for number in sorted({0, len(places) // 2, len(places) - 1} & set(range(len(places)))):
                if (name, what, number) in HARMLESS:
                    continue
                place = places[number]
                wrong = ptx[:begin] + text[:place.start()] + place.expand(replacement) + text[place.end():] + ptx[end:]
                for seed in SEEDS:
                    assert is_caught(wrong, specs[name], inputs, right, seed), (name, what, number, seed, place.group(0))
                caught += 1
    assert caught >= 20, caught
    print(caught, "faults caught by every seed")


main()
