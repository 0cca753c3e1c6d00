"""Elementwise ops that read concats of equal pieces, such as rotary positions, against numpy: values are small integers, so that
results are exact in every type. Prints the seed of random concats (STACKED_SEED), and the traffic of a large rotation."""

import os

import numpy as np

from function_text import Function, tensor
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16
from sbp_testing.compared import Compared

SEED = int(os.environ.get("STACKED_SEED", 1))
RANDOM = 4 * int(os.environ.get("SBP_SEEDS", 10)) // 10 + 8


def halves(f, x, axis):
    sizes = list(x[1])
    sizes[axis] //= 2
    begin = [0] * len(sizes)
    first = f.slice(x, begin, sizes)
    begin[axis] = sizes[axis]
    return first, f.slice(x, begin, sizes)


def rotary(f, batch=2, heads=3, tokens=5, size=64):
    """The form of PyTorch, on heads that are transposed first."""
    x = f.transpose(f.input((batch, tokens, heads, size)), (0, 2, 1, 3))
    cos, sin = f.input((tokens, size)), f.input((tokens, size))
    first, second = halves(f, x, 3)
    return [f.rotate(x, f.concat(3, f.negate(second), first), cos, sin, (2, 3))]


def rotary_of_halves(f):
    """The form of JAX: the halves are computed, then concatenated, and an op follows."""
    x, cos, sin = f.input((7, 48)), f.input((7, 24)), f.input((7, 24))
    first, second = halves(f, x, 1)
    pieces = f.rotate(first, f.negate(second), cos, sin, (0, 1)), f.rotate(second, first, cos, sin, (0, 1))
    return [f.negate(f.concat(1, *pieces))]


def interleaved(f):
    x = f.reshape(f.input((6, 40)), ((0,), (1, 2)), (6, 20, 2))
    even, odd = f.slice(x, (0, 0, 0), (6, 20, 1)), f.slice(x, (0, 0, 1), (6, 20, 1))
    turned = f.reshape(f.concat(2, f.negate(odd), even), ((0,), (1, 2)), (6, 40))
    return [f.negate(turned), f.negate(f.concat(2, odd, even))]


def pieces_of(count):
    def build(f):
        return [f.negate(f.concat(1, *(f.input((5, 12)) for _ in range(count))))]

    return build


def two_concats(f):
    """Two of equal pieces and one of others, read by one op."""
    x, y = f.input((9, 36)), f.input((9, 36))
    first, second = halves(f, x, 1)
    third = f.concat(1, *(f.slice(y, (0, at), (9, 12)) for at in (24, 0, 12)))
    return [f.rotate(f.concat(1, second, first), f.concat(1, *reversed(halves(f, y, 1))), third, x, (0, 1))]


def both_ways(f):
    x = f.input((12, 12))
    turned = f.concat(1, *reversed(halves(f, x, 1)))
    body = f"%r = {f.op('add')} %a0, %a1 : {f.element}"
    return [f.each(body, lambda a, b: a + b, (12, 12), (turned, (0, 1)), (turned, (1, 0)))]


def uneven_slices(f):
    x = f.input((4, 70))
    return [f.negate(f.concat(1, f.slice(x, (0, 3), (4, 32)), f.slice(x, (0, 35), (4, 32))))]


def unit_dims(f):
    x = f.input((4, 64, 1))
    return [f.negate(f.concat(1, *reversed(halves(f, x, 1))))]


def also_returned(f):
    x = f.input((4, 64))
    turned = f.concat(1, *reversed(halves(f, x, 1)))
    return [f.negate(turned), turned]


def numbered(f):
    """The body reads the indices of its loops."""
    turned = f.concat(2, *reversed(halves(f, f.input((4, 3, 20)), 2)))
    integer = "%i = linalg.index 0 : index %j = linalg.index 1 : index %k = linalg.index 2 : index %s = arith.addi %i, %j : index %t = arith.addi %s, %k : index "
    body = (
        integer + f"%u = arith.index_cast %t : index to i32 %v = arith.sitofp %u : i32 to {f.element} %r = arith.addf %a0, %v : {f.element}"
    )
    i, j, k = np.ogrid[:4, :3, :20]
    return [f.each(body, lambda a: a + i + j + k, (4, 3, 20), (turned, (0, 1, 2)))]


def summed(f):
    """A reduction reads the op that reads the concat."""
    x = f.input((6, 32))
    y = f.negate(f.concat(1, *reversed(halves(f, x, 1))))
    empty = f.add(f"tensor.empty() : {tensor((6,), f.element)}", np.zeros(6))
    f.lines.append(f"  %zero = arith.constant 0.0 : {f.element}")
    init = f.add(f"linalg.fill ins(%zero : {f.element}) outs({empty[0]} : {f.type(empty)}) -> {f.type(empty)}", np.zeros(6))
    line = (
        f"linalg.reduce ins({y[0]} : {f.type(y)}) outs({init[0]} : {f.type(init)}) dimensions = [1] "
        f"(%a: {f.element}, %b: {f.element}) {{ %s = arith.addf %a, %b : {f.element} linalg.yield %s : {f.element} }}"
    )
    return [f.add(line, y[2].sum(1))]


# Name, element type, builder, generators of its launches.
CASES = (
    ("halves", "bf16", rotary, ["pointwise"]),
    ("halves", "f32", rotary, ["pointwise"]),
    ("odd halves", "f16", lambda f: rotary(f, size=66), ["pointwise"]),
    ("computed halves", "f32", rotary_of_halves, ["pointwise"]),
    ("interleaved", "f32", interleaved, ["pointwise", "pointwise"]),
    ("three pieces", "i8", pieces_of(3), ["pointwise"]),
    ("four pieces", "f64", pieces_of(4), ["pointwise"]),
    ("five pieces", "f32", pieces_of(5), None),
    ("two concats", "i32", two_concats, None),
    ("both ways", "f32", both_ways, None),
    ("uneven slices", "f32", uneven_slices, None),
    ("unit dims", "f32", unit_dims, ["pointwise"]),
    ("also returned", "f32", also_returned, None),
    ("numbered", "f32", numbered, ["pointwise"]),
    ("summed", "f32", summed, None),
)


def build_random(f):
    """Pieces are inputs, slices or negated slices of one tensor, which may be transposed; the reader may read it as well."""
    rng, count, size = f.rng, int(f.rng.integers(2, 5)), int(f.rng.choice([1, 2, 3, 8, 12, 16, 20]))
    outer = [int(n) for n in rng.integers(1, 6, rng.integers(0, 3))]
    unit = [1] * int(rng.integers(0, 2))
    shape, dim = [*outer, count * size, *unit], len(outer)
    x = f.input(shape)
    if dim == 2 and rng.integers(2):
        x = f.transpose(f.input([shape[1], shape[0], *shape[2:]]), (1, 0, *range(2, len(shape))))
    sizes, pieces = [*outer, size, *unit], []
    for _ in range(count):
        kind, begin = rng.integers(3), [0] * len(shape)
        begin[dim] = int(rng.integers(count) * size if rng.integers(3) else rng.integers(count * size - size + 1))
        piece = f.input(sizes) if kind == 0 else f.slice(x, begin, sizes)
        pieces.append(f.negate(piece) if kind == 2 else piece)
    turned = f.concat(dim, *pieces)
    row = f.input((count * size,))
    result = f.rotate(x, turned, row, row, (dim,))
    return [f.negate(result), result] if rng.integers(2) else [result]


def check(compared, case, region, f):
    found = region(*(f.narrow(values) for _, _, values in f.inputs))
    found = found if len(f.expected) > 1 else [found]
    for number, (one, expected) in enumerate(zip(found, f.expected, strict=True)):
        one = from_bf16(one) if f.element == "bf16" else one
        compared.add(case + (f", result {number}" if number else ""), one.astype(np.float64), expected.astype(np.float64), 0)


def list_families(region):
    return [launch["family"] for launch in region.description["launches"]]


def show_traffic():
    f = Function("f", "bf16", np.random.default_rng(2))
    region = cuda_kernels.compile_text(f.text(*rotary(f, 4, 16, 1024, 64)))["f"]
    inputs = [f.narrow(values) for _, _, values in f.inputs]
    before = region.machine.count()
    region.run_once(1, inputs, ())
    counted = {key: value - before[key] for key, value in region.machine.count().items()}
    # Each element of x and of the result once, and as many of both tables, of which caches keep a head's.
    print(f"moved {counted['sectors'] * 32 / (4 * inputs[0].nbytes):.2f}")


# A row that is inserted at a computed position, as caches are, is no concat.
POSITION = """
func.func @position(%x: tensor<4x2xf32>, %y: tensor<4x1xf32>, %at: tensor<i64>) -> tensor<4x2xf32> {
  %n = tensor.extract %at[] : tensor<i64>
  %i = arith.index_cast %n : i64 to index
  %z = tensor.insert_slice %y into %x[0, %i] [4, 1] [1, 1] : tensor<4x1xf32> into tensor<4x2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.negf ins(%z : tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32> }
"""


def check_position(compared, rng):
    x, y = rng.random((4, 2), np.float32), rng.random((4, 1), np.float32)
    expected = np.concatenate([-x[:, :1], -y], 1)
    compared.add("position", cuda_kernels.compile_text(POSITION)["position"](x, y, np.array(1)), expected, 0)


def main():
    compared = Compared()
    functions = [Function(f"f{i}", element, np.random.default_rng(i)) for i, (_, element, _, _) in enumerate(CASES)]
    regions = cuda_kernels.compile_text("".join(f.text(*build(f)) for f, (_, _, build, _) in zip(functions, CASES)))
    for f, (name, element, _, families) in zip(functions, CASES):
        check(compared, f"{name} of {element}", regions[f.name], f)
        assert families is None or list_families(regions[f.name]) == families, (name, list_families(regions[f.name]))
    rng, text, functions = np.random.default_rng(SEED), "", []
    for i in range(RANDOM):
        functions.append(Function(f"r{i}", str(rng.choice(["f32", "bf16", "f16", "i32", "f64"])), rng))
        text += functions[-1].text(*build_random(functions[-1]))
    regions = cuda_kernels.compile_text(text)
    for f in functions:
        check(compared, f"random {f.name}", regions[f.name], f)
    check_position(compared, rng)
    compared.show("regions agree")
    whole = sum("copy" not in list_families(regions[f.name]) for f in functions)
    print(f"random concats from seed {SEED}: {whole} of {len(functions)} without a copy")
    show_traffic()


if __name__ == "__main__":
    main()
