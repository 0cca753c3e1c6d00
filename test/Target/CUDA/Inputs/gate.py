"""Assembles the kernels of the models named with ptxas and looks at what it says of each.

gate.py PTXAS MODEL.mlir...
gate.py PTXAS --rows       kernels of long rows, in whose registers most has to fit
gate.py PTXAS --ops        a case of each op of the op table, of every fourth op unless SBP_FULL=1
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import assembled
from model_text import find_regions
from sbp_testing.kernel_counts import note

# A product of f64 whose k is one step: ptxas reads all of both tiles before it multiplies, and spills 56 bytes for this shape.
SPILLS = "linalg.conv_1d_nwc_wcf"
ROWS = [("f32", 1024), ("f32", 16384), ("f32", 65536), ("bf16", 65536), ("f64", 1024), ("f64", 8192), ("f64", 20480), ("f64", 65536)]


def write_rows():
    text = []
    for element, columns in ROWS:
        x, g, s = f"tensor<64x{columns}x{element}>", f"tensor<{columns}x{element}>", "f64" if element == "f64" else "f32"
        name = f"{element}_{columns}"
        text.append(f"""
func.func @softmax_{name}(%x: {x}) -> {x} {{
  %e = tensor.empty() : {x}
  %r = linalg.softmax dimension(1) ins(%x : {x}) outs(%e : {x}) -> {x}
  return %r : {x} }}
func.func @residual_{name}(%x: {x}, %z: {x}, %g: {g}, %h: {g}) -> ({x}, {x}) {{
  %s = arith.addf %x, %z : {x}
  %r = nn.layer_norm %s, %g, %h {{epsilon = 1.0e-5 : f64}} : ({x}, {g}, {g}) -> {x}
  return %r, %s : {x}, {x} }}
func.func @rms_{name}(%x: {x}, %g: {g}) -> {x} {{
  %r = nn.rms_norm %x, %g {{epsilon = 1.0e-5 : f64}} : ({x}, {g}) -> {x}
  return %r : {x} }}
func.func @entropy_{name}(%x: {x}, %t: tensor<64xi32>) -> tensor<64x{s}> {{
  %r = nn.cross_entropy %x, %t : ({x}, tensor<64xi32>) -> tensor<64x{s}>
  return %r : tensor<64x{s}> }}
""")
    return "".join(text)


def write_ops(folder):
    """Modules of one rank, 40 cases each."""
    from sbp_testing.op_table.families import CASES, build_module, find_op

    cases = list({find_op(case): case for case in CASES if find_op(case) not in (None, SPILLS)}.values())[
        :: 1 if os.environ.get("SBP_FULL") else 4
    ]
    for begin in range(0, len(cases), 40):
        path = folder / f"ops{begin}.mlir"
        path.write_text(build_module(cases[begin : begin + 40], "one", 0))
        yield path


def assemble(ptxas, model, folder):
    if model == "--ops":
        return sum(assemble(ptxas, path, folder) for path in write_ops(folder))
    source, ptx = folder / "regions.mlir", folder / "kernels.ptx"
    source.write_text(write_rows() if model == "--rows" else find_regions(model))
    subprocess.run(["sbp-cuda-region", source, "-o", ptx], check=True, capture_output=True, timeout=300)
    return len(assembled.check(ptxas, ptx.read_text(), 1))


def main():
    ptxas, *models = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        passed = sum(assemble(ptxas, model, Path(folder)) for model in models)
        note("gated", passed)
        print(passed, "kernels pass")


main()
