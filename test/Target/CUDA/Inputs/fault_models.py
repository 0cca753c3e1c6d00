"""A region for each family of kernels, for faults.py: its text, and how its inputs are drawn."""
import numpy as np

ROWS = """
func.func @{name}(%x: tensor<{shape}xf32>) -> tensor<{shape}xf32> {{
  %e = tensor.empty() : tensor<{shape}xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<{shape}xf32>) outs(%e : tensor<{shape}xf32>) -> tensor<{shape}xf32>
  return %r : tensor<{shape}xf32>
}}
"""
SUM = """
func.func @{name}(%x: tensor<{shape}xf32>) -> tensor<{result}xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{result}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<{result}xf32>) -> tensor<{result}xf32>
  %r = linalg.reduce {{ arith.addf }} ins(%x : tensor<{shape}xf32>) outs(%f : tensor<{result}xf32>) dimensions = {dims}
  return %r : tensor<{result}xf32>
}}
"""
TEXT = """
func.func @product(%a: tensor<70x40xf32>, %b: tensor<40x70xf32>) -> tensor<70x70xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x70xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<70x70xf32>) -> tensor<70x70xf32>
  %r = linalg.matmul ins(%a, %b : tensor<70x40xf32>, tensor<40x70xf32>) outs(%f : tensor<70x70xf32>) -> tensor<70x70xf32>
  return %r : tensor<70x70xf32>
}
func.func @pointwise(%x: tensor<9x12xf32>, %y: tensor<9x12xf32>) -> tensor<9x12xf32> {
  %r = arith.addf %x, %y : tensor<9x12xf32>
  return %r : tensor<9x12xf32>
}
func.func @transpose(%x: tensor<70x45xf32>) -> tensor<45x70xf32> {
  %e = tensor.empty() : tensor<45x70xf32>
  %r = linalg.transpose ins(%x : tensor<70x45xf32>) outs(%e : tensor<45x70xf32>) permutation = [1, 0]
  return %r : tensor<45x70xf32>
}
func.func @copy(%y: tensor<4x9xf32>, %x: tensor<4x6x9xf32>) -> tensor<4x6x9xf32> {
  %r = tensor.insert_slice %y into %x[0, 2, 0] [4, 1, 9] [1, 1, 1] : tensor<4x9xf32> into tensor<4x6x9xf32>
  return %r : tensor<4x6x9xf32>
}
func.func @loops(%x: tensor<9x7xf32>) -> (tensor<9x7xf32>, tensor<9x7xi32>) {
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<9x7xf32>) -> (tensor<9x7xf32>, tensor<9x7xi32>)
  return %v, %i : tensor<9x7xf32>, tensor<9x7xi32>
}
func.func @serial(%init: tensor<20xf32>, %rows: tensor<50xi32>, %terms: tensor<50xf32>) -> tensor<20xf32> {
  %y = nn.scatter_add %init, %rows, %terms {axis = 0 : i64} : (tensor<20xf32>, tensor<50xi32>, tensor<50xf32>) -> tensor<20xf32>
  return %y : tensor<20xf32>
}
""" + ROWS.format(name="rows", shape="5x70") + ROWS.format(name="block_rows", shape="3x2002") + ROWS.format(
    name="long_rows", shape="2x20002") + SUM.format(name="columns", shape="37x66", result="66", dims="[0]") + SUM.format(
        name="reduction", shape="7x3x5", result="3", dims="[0, 2]")
# Region: the families of its launches, and its inputs: shapes, or the bound of indices behind one.
REGIONS = {
    "product": ("product", [(70, 40), (40, 70)]),
    "pointwise": ("pointwise", [(9, 12), (9, 12)]),
    "rows": ("rows", [(5, 70)]),
    "block_rows": ("rows", [(3, 2002)]),
    "long_rows": ("long_rows", [(2, 20002)]),
    "transpose": ("transpose", [(70, 45)]),
    "copy": ("copy", [(4, 9), (4, 6, 9)]),
    "columns": ("columns", [(37, 66)]),
    "reduction": ("reduction", [(7, 3, 5)]),
    "loops": ("loops", [(9, 7)]),
    "serial": ("serial", [(20,), ((50,), 20), (50,)]),
}


def draw(rng, what):
    if isinstance(what[0], tuple):
        return rng.integers(0, what[1], what[0]).astype(np.int32)
    return rng.standard_normal(what).astype(np.float32)
