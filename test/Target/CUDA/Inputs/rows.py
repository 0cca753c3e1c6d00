"""Rows of 1 to 70000 columns, alone and with what is the same in every row, against float64 numpy; lookups, slices and biases
of large tensors; and what all of it moves, counted by the executor."""

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

# Rows, columns, family.
SOFTMAXES = [
    (5, 1, None),
    (70, 3, "rows"),
    (33, 48, "rows"),
    (9, 250, "rows"),
    (4, 1024, "rows"),
    (3, 5000, "rows"),
    (2, 16384, "rows"),
    (2, 16386, "long_rows"),
    (2, 40000, "long_rows"),
    (2, 65536, "long_rows"),
    (1, 70000, "long_rows"),
]


def softmax(name, rows, columns, element="f32"):
    t = f"tensor<{rows}x{columns}x{element}>"
    return (
        f"func.func @{name}(%x: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.softmax dimension(1) ins(%x : {t}) outs(%e : {t}) -> {t}\n  return %r : {t} }}\n"
    )


def norm(name, rows, columns, element="f32"):
    t, g = f"tensor<{rows}x{columns}x{element}>", f"tensor<{columns}x{element}>"
    return (
        f"func.func @{name}(%x: {t}, %g: {g}, %h: {g}) -> {t} {{\n"
        f"  %r = nn.layer_norm %x, %g, %h {{epsilon = 1.0e-5 : f64}} : ({t}, {g}, {g}) -> {t}\n  return %r : {t} }}\n"
    )


def cross_entropy(name, rows, columns):
    t, i, r = f"tensor<{rows}x{columns}xf32>", f"tensor<{rows}xi32>", f"tensor<{rows}xf32>"
    return f"func.func @{name}(%x: {t}, %t: {i}) -> {r} {{\n  %r = nn.cross_entropy %x, %t : ({t}, {i}) -> {r}\n  return %r : {r} }}\n"


OTHERS = """
func.func @lookup(%x: tensor<50x128xf32>, %i: tensor<8192xi32>) -> tensor<8192x128xf32> {
  %r = nn.gather %x, %i {axis = 0 : i64} : (tensor<50x128xf32>, tensor<8192xi32>) -> tensor<8192x128xf32>
  return %r : tensor<8192x128xf32> }
func.func @bias(%x: tensor<2048x512xbf16>, %b: tensor<512xf32>, %s: tensor<2048xf32>) -> tensor<2048x512xf32> {
  %e = tensor.empty() : tensor<2048x512xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b, %s : tensor<2048x512xbf16>, tensor<512xf32>, tensor<2048xf32>) outs(%e : tensor<2048x512xf32>) {
  ^bb0(%a: bf16, %c: f32, %d: f32, %old: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %d : f32
    %q = arith.addf %p, %c : f32
    linalg.yield %q : f32 } -> tensor<2048x512xf32>
  return %r : tensor<2048x512xf32> }
func.func @slices(%x: tensor<8x6x32xf32>, %y: tensor<8x9x32xf32>) -> (tensor<8x4x32xf32>, tensor<8x9x32xf32>) {
  %s = tensor.extract_slice %x[0, 1, 0] [8, 4, 32] [1, 1, 1] : tensor<8x6x32xf32> to tensor<8x4x32xf32>
  %i = tensor.insert_slice %x into %y[0, 3, 0] [8, 6, 32] [1, 1, 1] : tensor<8x6x32xf32> into tensor<8x9x32xf32>
  return %s, %i : tensor<8x4x32xf32>, tensor<8x9x32xf32> }
"""


def count(region, *inputs):
    """Results, sectors over those of all inputs and outputs, sectors a request."""
    before = region.machine.count()
    results = region.run_once(1, inputs, ())
    counted = {key: value - before[key] for key, value in region.machine.count().items()}
    touched = sum(value.nbytes for value in [*inputs, *results])
    return results, counted["sectors"] * 32 / touched, counted["sectors"] / counted["requests"]


def expected_softmax(x):
    e = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def expected_norm(x, g, h):
    x = x.astype(np.float64)
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * g + h


def expected_loss(x, t):
    x = x.astype(np.float64)
    return np.log(np.exp(x).sum(1)) - x[np.arange(len(t)), t]


COMPARED = Compared()


def close(case, found, right, bound=2e-6):
    """Compares relatively to 1 + |right|."""
    COMPARED.measure(case, np.max(np.abs(found - right) / (1 + np.abs(right))), bound, size=found.size)


def widen(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def main():
    rng = np.random.default_rng(3)
    text = "".join(softmax(f"s{i}", rows, columns) for i, (rows, columns, _) in enumerate(SOFTMAXES))
    text += softmax("narrow", 3, 20000, "bf16") + norm("n0", 4096, 64) + norm("n1", 4099, 60) + norm("n2", 3, 20000)
    text += norm("n3", 1030, 1024) + cross_entropy("c0", 64, 1024) + cross_entropy("c1", 3, 30000) + OTHERS
    regions = cuda_kernels.compile_text(text)

    def check(name, right, *inputs, family=None, moved=None, bound=2e-6):
        results, sectors, wide = count(regions[name], *inputs)
        close(name, results[0], right, bound)
        families = [launch["family"] for launch in regions[name].description["launches"]]
        assert family is None or families == [family], (name, families)
        assert moved is None or (sectors <= moved and wide >= 12), (name, sectors, wide)

    for i, (rows, columns, family) in enumerate(SOFTMAXES):
        x = rng.standard_normal((rows, columns)).astype(np.float32)
        check(f"s{i}", expected_softmax(x), x, family=family, moved=1.02 if columns % 1024 == 0 else None)
    x = rng.integers(0x3F00, 0x4080, (3, 20000)).astype(np.uint16)
    found = regions["narrow"].run_once(1, [x], ())[0]
    close("narrow", widen(found), expected_softmax(widen(x)), 2**-8)
    for name, rows, columns, moved in (("n0", 4096, 64, 1.1), ("n1", 4099, 60, None), ("n2", 3, 20000, None), ("n3", 1030, 1024, None)):
        x, g, h = (rng.standard_normal(s).astype(np.float32) for s in ((rows, columns), columns, columns))
        check(name, expected_norm(x, g, h), x, g, h, moved=moved, bound=1e-5)
    for name, rows, columns, family in (("c0", 64, 1024, "rows"), ("c1", 3, 30000, "long_rows")):
        x, t = rng.standard_normal((rows, columns)).astype(np.float32), rng.integers(0, columns, rows).astype(np.int32)
        check(name, expected_loss(x, t), x, t, family=family, moved=1.02)

    x, i = rng.random((50, 128), np.float32), rng.integers(0, 50, 8192).astype(np.int32)
    found, sectors, wide = count(regions["lookup"], x, i)
    COMPARED.add("lookup", found[0], x[i], 0)
    assert sectors < 2.02 and wide >= 12, (sectors, wide)
    x = rng.integers(0x3F00, 0x4080, (2048, 512)).astype(np.uint16)
    b, s = rng.random(512, np.float32), rng.random(2048, np.float32)
    found, sectors, _ = count(regions["bias"], x, b, s)
    COMPARED.add("bias", found[0], widen(x) * s[:, None] + b, 0)
    assert sectors < 1.2, sectors
    x, y = rng.random((8, 6, 32), np.float32), rng.random((8, 9, 32), np.float32)
    (part, whole), _, wide = count(regions["slices"], x, y)
    y[:, 3:] = x
    COMPARED.add("slices, the part", part, x[:, 1:5], 0)
    COMPARED.add("slices, the whole", whole, y, 0)
    assert wide >= 12, wide
    COMPARED.show("regions compared")
    print(len(regions), "regions agree")


main()
