"""Transposes of every width, ragged and whole, alone and within a body, against numpy; and the traffic of a large one."""

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES

# Shape, permutation, element type.
CASES = [
    ((64, 96), (1, 0), "f32"),
    ((33, 70), (1, 0), "f32"),
    ((17, 130), (1, 0), "bf16"),
    ((3, 40, 24), (0, 2, 1), "f64"),
    ((20, 3, 36), (2, 1, 0), "i8"),
    ((2, 48, 5, 18), (3, 0, 2, 1), "i1"),
    ((512, 512), (1, 0), "f32"),
]


def transpose(number, shape, order, element):
    a, b = (f"tensor<{'x'.join(map(str, s))}x{element}>" for s in (shape, [shape[d] for d in order]))
    return f"""
func.func @t{number}(%x: {a}) -> {b} {{
  %e = tensor.empty() : {b}
  %r = linalg.transpose ins(%x : {a}) outs(%e : {b}) permutation = {list(order)}
  return %r : {b} }}
"""


# Two inputs across the result, one along it, one of another width, and a row and a column of numbers.
MIXED = """
func.func @mixed(%x: tensor<40x50xf32>, %y: tensor<40x50xf16>, %z: tensor<50x40xf32>, %r: tensor<40xf32>, %c: tensor<50xf32>) -> tensor<50x40xf32> {
  %e = tensor.empty() : tensor<50x40xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z, %r, %c : tensor<40x50xf32>, tensor<40x50xf16>, tensor<50x40xf32>, tensor<40xf32>, tensor<50xf32>)
      outs(%e : tensor<50x40xf32>) {
  ^bb0(%a: f32, %b: f16, %d: f32, %f: f32, %g: f32, %old: f32):
    %w = arith.extf %b : f16 to f32
    %p = arith.mulf %a, %w : f32
    %q = arith.addf %p, %d : f32
    %s = arith.mulf %f, %g : f32
    %t = arith.addf %q, %s : f32
    linalg.yield %t : f32 } -> tensor<50x40xf32>
  return %o : tensor<50x40xf32> }

func.func @heads(%x: tensor<2x20x4x16xf32>) -> tensor<2x4x16x20xf32> {
  %e = tensor.empty() : tensor<2x4x16x20xf32>
  %r = linalg.transpose ins(%x : tensor<2x20x4x16xf32>) outs(%e : tensor<2x4x16x20xf32>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x4x16x20xf32> }
"""


def main():
    rng, compared = np.random.default_rng(1), Compared()
    regions = cuda_kernels.compile_text("".join(transpose(i, *case) for i, case in enumerate(CASES)) + MIXED)
    for i, (shape, order, element) in enumerate(CASES):
        x = rng.integers(0, 2 if element == "i1" else 100, shape).astype(NUMPY_TYPES[element])
        compared.add(f"{shape} by {order} of {element}", regions[f"t{i}"](x), np.transpose(x, order), 0)
        assert [launch["family"] for launch in regions[f"t{i}"].description["launches"]] == ["transpose"], CASES[i]
    x, y, z = rng.integers(-9, 9, (40, 50)), rng.integers(-9, 9, (40, 50)), rng.integers(-9, 9, (50, 40))
    r, c = rng.integers(-9, 9, 40), rng.integers(-9, 9, 50)
    found = regions["mixed"](x.astype(np.float32), y.astype(np.float16), *(v.astype(np.float32) for v in (z, r, c)))
    compared.add("mixed", found, (x * y).T + z + np.outer(c, r), 0)
    x = rng.random((2, 20, 4, 16), np.float32)
    compared.add("heads", regions["heads"](x), x.transpose(0, 2, 3, 1), 0)
    compared.show("regions compared")
    print(len(regions), "regions agree")
    machine, x = regions["t6"].machine, rng.random((512, 512), np.float32)
    before = machine.count()
    regions["t6"].run_once(1, [x], ())
    counted = {key: value - before[key] for key, value in machine.count().items()}
    print(f"moved {counted['sectors'] * 32 / (2 * x.nbytes):.2f}, {counted['sectors'] / counted['requests']:.2f} sectors a request")


main()
