"""Products in the form in which PyTorch's exporter writes bf16 and f16 linear layers with a bias: both factors are widened, then
multiplied in f32, the bias is added, and the sum is rounded. Values are small integers, so that results are exact."""

import numpy as np

from function_text import Function, tensor
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16
from sbp_testing.compared import Compared


def convert(f, x, shape, op, source, target):
    """x, a tensor of `source`, in elements of `target`, by an op of arith."""
    f.count += 1
    n, a, b = f.count, tensor(shape, source), tensor(shape, target)
    every = f"affine_map<({', '.join(f'd{i}' for i in range(len(shape)))}) -> ({', '.join(f'd{i}' for i in range(len(shape)))})>"
    kinds = ", ".join(['"parallel"'] * len(shape))
    f.lines.append(
        f"  %e{n} = tensor.empty() : {b}\n  %c{n} = linalg.generic {{indexing_maps = [{every}, {every}], iterator_types = [{kinds}]}} "
        f"ins({x} : {a}) outs(%e{n} : {b}) {{ ^bb0(%a: {source}, %o: {target}): %r = arith.{op} %a : {source} to {target} "
        f"linalg.yield %r : {target} }} -> {b}"
    )
    return f"%c{n}"


def linear(f, x, outputs):
    """round(x W^T + bias), with W transposed and both factors widened first."""
    rows, inner = x[1]
    turned, bias = f.transpose(f.input((outputs, inner)), (1, 0)), f.input((outputs,))
    left = convert(f, x[0], x[1], "extf", f.element, "f32")
    right = convert(f, turned[0], turned[1], "extf", f.element, "f32")
    added = convert(f, bias[0], bias[1], "extf", f.element, "f32")
    f.count += 1
    n, result = f.count, tensor((rows, outputs), "f32")
    f.lines.append(
        f"  %z{n} = arith.constant 0.0 : f32\n  %e{n} = tensor.empty() : {result}\n"
        f"  %f{n} = linalg.fill ins(%z{n} : f32) outs(%e{n} : {result}) -> {result}\n"
        f"  %p{n} = linalg.matmul ins({left}, {right} : {tensor(x[1], 'f32')}, {tensor(turned[1], 'f32')}) outs(%f{n} : {result}) -> {result}\n"
        f"  %s{n} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], "
        f'iterator_types = ["parallel", "parallel"]}} ins(%p{n}, {added} : {result}, {tensor(bias[1], "f32")}) outs(%e{n} : {result}) {{ '
        f"^bb0(%a: f32, %b: f32, %o: f32): %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }} -> {result}"
    )
    name = convert(f, f"%s{n}", (rows, outputs), "truncf", "f32", f.element)
    return name, (rows, outputs), x[2] @ turned[2] + bias[2]


def three(f):
    x = f.input((40, 64))
    return [linear(f, x, outputs) for outputs in (128, 64, 64)]


def sliced(f):
    y = linear(f, f.input((40, 64)), 192)
    return [f.slice(y, (0, begin), (40, size)) for begin, size in ((0, 128), (128, 64))]


CASES = (("linear", lambda f: [linear(f, f.input((33, 72)), 136)]), ("three", three), ("sliced", sliced))


def main():
    compared, launches = Compared(), []
    for chip, element in (("sm_90a", "bf16"), ("sm_90a", "f16"), ("sm_80", "bf16")):
        cases = CASES if (chip, element) == ("sm_90a", "bf16") else CASES[:1] if element == "f16" else CASES
        functions = [Function(f"f{i}", element, np.random.default_rng(i), (-1, 2)) for i in range(len(cases))]
        regions = cuda_kernels.compile_text("".join(f.text(*build(f)) for f, (_, build) in zip(functions, cases)), f"--chip={chip}")
        for f, (name, _) in zip(functions, cases):
            found = regions[f.name](*(f.narrow(values) for _, _, values in f.inputs))
            for number, (one, expected) in enumerate(zip(found if len(f.expected) > 1 else [found], f.expected, strict=True)):
                one = from_bf16(one) if element == "bf16" else one
                compared.add(f"{name} of {element}, {chip}, result {number}", one.astype(np.float64), expected.astype(np.float64), 0)
            families = " ".join(launch["family"] for launch in regions[f.name].description["launches"])
            launches.append(f"{name} of {element}, {chip}: {families}")
    compared.show("regions agree")
    print("\n".join(launches))


if __name__ == "__main__":
    main()
