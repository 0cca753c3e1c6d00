"""A region for each family of kernels, for faults.py: its text, and how its inputs are drawn."""

import re

import numpy as np

from sbp_testing.bfloats import to_bf16
from sbp_testing.host_kernels import NUMPY_TYPES

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
# Two products and the largest elements of their rows, which divide them.
CHAIN = """
func.func @chain(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %er = tensor.empty() : tensor<16xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %a = linalg.matmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%a : tensor<16x16xf32>) outs(%fr : tensor<16xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%m : tensor<16xf32>) outs(%e : tensor<16x16xf32>) dimensions = [1]
  %c = arith.divf %a, %b : tensor<16x16xf32>
  %d = linalg.matmul ins(%a, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}
"""
# Sums of rows, which are read as a matrix, its first rows, and every eighth one; a product of them, of which a part is read as a matrix.
VIEWS = """
func.func @views(%x: tensor<64x16xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %e8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%z : f32) outs(%e8 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<64x16xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %g = tensor.expand_shape %a [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %b = linalg.matmul ins(%g, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f8 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %h = tensor.collapse_shape %b [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %i = tensor.extract_slice %h[1] [32] [1] : tensor<64xf32> to tensor<32xf32>
  %j = tensor.expand_shape %i [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
  %k = tensor.extract_slice %g[0, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %d = linalg.matmul ins(%j, %k : tensor<8x4xf32>, tensor<4x8xf32>) outs(%f8 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = tensor.extract_slice %a[1] [8] [8] : tensor<64xf32> to tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%d, %c : tensor<8x8xf32>, tensor<8xf32>) outs(%e8 : tensor<8x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %s = arith.addf %u, %v : f32
    linalg.yield %s : f32 } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
"""
TEXT = (
    CHAIN
    + VIEWS
    + """
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
"""
    + ROWS.format(name="rows", shape="5x70")
    + ROWS.format(name="block_rows", shape="3x2002")
    + ROWS.format(name="long_rows", shape="4x20002")
    + SUM.format(name="columns", shape="37x272", result="272", dims="[0]")
    + SUM.format(name="staged_columns", shape="40x1100", result="1100", dims="[0]")
    + SUM.format(name="reduction", shape="7x3x5", result="3", dims="[0, 2]")
)
# The gains of a norm, which the rows of a block share, in shared memory.
NORM = """
func.func @norm(%x: tensor<{rows}x{columns}xf32>, %g: tensor<{columns}xf32>, %b: tensor<{columns}xf32>) -> tensor<{rows}x{columns}xf32> {{
  %y = nn.layer_norm %x, %g, %b {{epsilon = 1.0e-5 : f64}} : (tensor<{rows}x{columns}xf32>, tensor<{columns}xf32>, tensor<{columns}xf32>) -> tensor<{rows}x{columns}xf32>
  return %y : tensor<{rows}x{columns}xf32>
}}
"""
NARROW = ROWS.format(name="rows", shape="5x136") + ROWS.format(name="block_rows", shape="3x2008") + NORM.format(rows=2200, columns=136)


def write_typed(text, name, dtype):
    """One of the regions, its f32 another type."""
    found = re.search(rf"func\.func @{name}\(.*?\n}}\n", text, re.DOTALL)[0].replace("f32", dtype).replace(f"@{name}(", f"@{name}_{dtype}(")
    if dtype[0] == "i":
        found = found.replace("0.0", "0").replace("addf", "addi")
    return found


# Region: the families of its launches, and its inputs: shapes, or the bound of indices behind one.
REGIONS = {
    "product": ("product", [(70, 40), (40, 70)]),
    "pointwise": ("pointwise", [(9, 12), (9, 12)]),
    "rows": ("rows", [(5, 70)]),
    "block_rows": ("rows", [(3, 2002)]),
    "long_rows": ("long_rows", [(4, 20002)]),
    "transpose": ("transpose", [(70, 45)]),
    "copy": ("copy", [(4, 9), (4, 6, 9)]),
    "columns": ("columns", [(37, 272)]),
    "staged_columns": ("columns", [(40, 1100)]),
    "reduction": ("reduction", [(7, 3, 5)]),
    "chain": ("chain", [(16, 16)]),
    "views": ("chain", [(64, 16)]),
    "loops": ("loops", [(9, 7)]),
    "serial": ("serial", [(20,), ((50,), 20), (50,)]),
}


for of, type_name, text in (
    ("product", "bf16", TEXT),
    ("product", "f64", TEXT),
    ("product", "i8", TEXT),
    ("pointwise", "bf16", TEXT),
    ("pointwise", "i8", TEXT),
    ("transpose", "i8", TEXT),
    ("transpose", "bf16", TEXT),
    ("columns", "f64", TEXT),
    ("columns", "f16", TEXT),
    ("rows", "f16", NARROW),
    ("block_rows", "bf16", NARROW),
    ("norm", "bf16", NARROW),
    ("norm", "f32", NARROW),
):
    TEXT += write_typed(text, of, type_name)
    shapes = {"rows": [(5, 136)], "block_rows": [(3, 2008)], "norm": [(2200, 136), (136,), (136,)]}.get(of) or REGIONS[of][1]
    REGIONS[f"{of}_{type_name}"] = ("rows" if of in ("norm", "block_rows") else of, [(type_name, shape) for shape in shapes])


def draw(rng, what):
    if isinstance(what[0], str):
        dtype, shape = what
        if dtype[0] == "i":
            return rng.integers(-100, 100, shape).astype(NUMPY_TYPES[dtype])
        values = rng.standard_normal(shape)
        return to_bf16(values) if dtype == "bf16" else values.astype(NUMPY_TYPES[dtype])
    if isinstance(what[0], tuple):
        return rng.integers(0, what[1], what[0]).astype(np.int32)
    return rng.standard_normal(what).astype(np.float32)
