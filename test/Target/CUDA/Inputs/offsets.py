"""Offsets have 64 bits where a tensor has 2^30 elements or more, in every family, and 32 where none has. Such tensors fit no memory here:
this looks at the kernels before they are lowered."""

import re
import subprocess
import tempfile

FAMILIES = ["pointwise", "rows", "long_rows", "transpose", "copy", "columns", "reduction", "product", "pointwise"]
ARITHMETIC = r"arith\.(?:muli|addi|subi|divui|remui|divsi|remsi|shli) .*: (i32|i64)$"
ADDRESS = r"llvm\.getelementptr .*\(!llvm\.ptr<1>, (i32|i64)\)"


def write(side, rows):
    return f"""
func.func @pointwise(%x: tensor<{side}x{side}xf32>, %y: tensor<{side}x{side}xf32>) -> tensor<{side}x{side}xf32> {{
  %e = tensor.empty() : tensor<{side}x{side}xf32>
  %r = linalg.add ins(%x, %y : tensor<{side}x{side}xf32>, tensor<{side}x{side}xf32>) outs(%e : tensor<{side}x{side}xf32>) -> tensor<{side}x{side}xf32>
  return %r : tensor<{side}x{side}xf32> }}
func.func @rows(%x: tensor<{rows}x1024xf32>) -> tensor<{rows}x1024xf32> {{
  %e = tensor.empty() : tensor<{rows}x1024xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<{rows}x1024xf32>) outs(%e : tensor<{rows}x1024xf32>) -> tensor<{rows}x1024xf32>
  return %r : tensor<{rows}x1024xf32> }}
func.func @long_rows(%x: tensor<{side}x{side}xf32>) -> tensor<{side}x{side}xf32> {{
  %e = tensor.empty() : tensor<{side}x{side}xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<{side}x{side}xf32>) outs(%e : tensor<{side}x{side}xf32>) -> tensor<{side}x{side}xf32>
  return %r : tensor<{side}x{side}xf32> }}
func.func @transpose(%x: tensor<{side}x{side}xf32>) -> tensor<{side}x{side}xf32> {{
  %e = tensor.empty() : tensor<{side}x{side}xf32>
  %r = linalg.transpose ins(%x : tensor<{side}x{side}xf32>) outs(%e : tensor<{side}x{side}xf32>) permutation = [1, 0]
  return %r : tensor<{side}x{side}xf32> }}
func.func @copy(%x: tensor<{side}x{side}xf32>) -> tensor<{side - 1}x{side - 3}xf32> {{
  %r = tensor.extract_slice %x[1, 3] [{side - 1}, {side - 3}] [1, 1] : tensor<{side}x{side}xf32> to tensor<{side - 1}x{side - 3}xf32>
  return %r : tensor<{side - 1}x{side - 3}xf32> }}
func.func @columns(%x: tensor<{rows}x1024xf32>) -> tensor<1024xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %r = linalg.reduce {{ arith.addf }} ins(%x : tensor<{rows}x1024xf32>) outs(%o : tensor<1024xf32>) dimensions = [0]
  return %r : tensor<1024xf32> }}
func.func @reduction(%x: tensor<{rows}x1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {{
  %r = linalg.reduce {{ arith.addf }} ins(%x : tensor<{rows}x1024xf32>) outs(%o : tensor<1024xf32>) dimensions = [0]
  return %r : tensor<1024xf32> }}
func.func @product(%x: tensor<{side}x{side}xf32>, %y: tensor<{side}x64xf32>) -> tensor<{side}x64xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{side}x64xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<{side}x64xf32>) -> tensor<{side}x64xf32>
  %r = linalg.matmul ins(%x, %y : tensor<{side}x{side}xf32>, tensor<{side}x64xf32>) outs(%o : tensor<{side}x64xf32>) -> tensor<{side}x64xf32>
  return %r : tensor<{side}x64xf32> }}
func.func @gather(%x: tensor<50x1024xf32>, %i: tensor<{rows}xi32>) -> tensor<{rows}x1024xf32> {{
  %r = nn.gather %x, %i {{axis = 0 : i64}} : (tensor<50x1024xf32>, tensor<{rows}xi32>) -> tensor<{rows}x1024xf32>
  return %r : tensor<{rows}x1024xf32> }}
"""


def find_widths(side, rows):
    """By function, its family and the types of arithmetic on offsets and of addresses."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(write(side, rows))
        file.flush()
        text = subprocess.run(
            ["sbp-cuda-region", file.name, "--print-launches", "--print-kernels"], check=True, capture_output=True, text=True, timeout=300
        ).stdout
    found, module = [], []
    for line in text.splitlines():
        module = [] if line.startswith("module") else module + [line]
        if launch := re.match(r"(\w+): (\w+) \d+ x \d+$", line):
            types = [set(re.findall(pattern, "\n".join(module), re.M)) for pattern in (ARITHMETIC, ADDRESS)]
            if not found or found[-1][0] != launch[1]:  # the kernels of a function are one module
                found.append((launch[1], launch[2], *types))
    assert [family for _, family, _, _ in found] == FAMILIES, found
    return found


def main():
    # The second kernel of columns adds the sums of blocks, which are few.
    wide = lambda name: {"i64", "i32"} if name == "columns" else {"i64"}
    for name, _, arithmetic, addresses in find_widths(65536, 4194304):  # 2^32 elements
        assert arithmetic == addresses == wide(name), (name, arithmetic, addresses)
    for name, _, arithmetic, addresses in find_widths(32768, 1048576):  # 2^30
        assert arithmetic == addresses == wide(name), (name, arithmetic, addresses)
    for name, _, arithmetic, addresses in find_widths(32000, 1000000):  # less, tiles at the edges too
        assert arithmetic == addresses == {"i32"}, (name, arithmetic, addresses)
    print(len(FAMILIES), "kernels by width")


main()
