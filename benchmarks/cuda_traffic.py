"""Memory traffic of kernels for GPUs, counted by the PTX executor: no GPU is needed, and no time is measured.

    cuda_traffic.py [--size N] [--check] [NAME...]      sbp-cuda-region on PATH; N elements (2^22) in the largest tensor

Sectors are 32 bytes. `moved` is sectors over those of all inputs and outputs touched once (rows that a gather takes, not
its table), `wide` sectors of a request of a warp: 16 where every lane moves 16 bytes side by side. --check: ends with 1 where more than
1.02 is moved, or fewer than 12 of a request, of what the table of docs/Rationale/CUDA/Kernels.md has (all but columns).
"""

import argparse
import sys

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.host_kernels import NUMPY_TYPES

SECTOR = 32
MOST_MOVED, LEAST_WIDE = 1.02, 12


def generic(name, maps, kinds, ins, out, body, attributes=""):
    operands = ", ".join(v for v, _ in ins), ", ".join(t for _, t in ins)
    maps = ", ".join(f"affine_map<{m}>" for m in maps)
    return (
        f"  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{', '.join(kinds)}]}}\n"
        f"      ins({operands[0]} : {operands[1]}) outs({out[0]} : {out[1]}) {{\n{body} }} -> {out[1]}\n"
    )


def elementwise(n, element="f32"):
    t = f"tensor<{n // 1024}x1024x{element}>"
    return (
        f"func.func @f(%x: {t}, %y: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.add ins(%x, %y : {t}, {t}) outs(%e : {t}) -> {t}\n  return %r : {t} }}"
    )


def softmax(n, columns=1024, element="f32"):
    t = f"tensor<{n // columns}x{columns}x{element}>"
    return (
        f"func.func @f(%x: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.softmax dimension(1) ins(%x : {t}) outs(%e : {t}) -> {t}\n  return %r : {t} }}"
    )


def norm(n, op, gains):
    t, g = f"tensor<{n // 1024}x1024xf32>", "tensor<1024xf32>"
    names = [f"%g{i}" for i in range(gains)]
    return (
        f"func.func @f(%x: {t}{''.join(f', {v}: {g}' for v in names)}) -> {t} {{\n"
        f"  %r = {op} %x, {', '.join(names)} {{epsilon = 1.0e-5 : f64}} : ({t}{f', {g}' * gains}) -> {t}\n  return %r : {t} }}"
    )


def transpose(n):
    side = int(n**0.5)
    t = f"tensor<{side}x{side}xf32>"
    return (
        f"func.func @f(%x: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.transpose ins(%x : {t}) outs(%e : {t}) permutation = [1, 0]\n  return %r : {t} }}"
    )


def heads(n):
    a, b = f"tensor<{n // 65536}x128x8x64xf32>", f"tensor<{n // 65536}x8x128x64xf32>"
    return (
        f"func.func @f(%x: {a}) -> {b} {{\n  %e = tensor.empty() : {b}\n"
        f"  %r = linalg.transpose ins(%x : {a}) outs(%e : {b}) permutation = [0, 2, 1, 3]\n  return %r : {b} }}"
    )


def embedding(n):
    rows = n // 128
    return (
        f"func.func @f(%x: tensor<512x128xf32>, %i: tensor<{rows}xi32>) -> tensor<{rows}x128xf32> {{\n"
        f"  %r = nn.gather %x, %i {{axis = 0 : i64}} : (tensor<512x128xf32>, tensor<{rows}xi32>) -> tensor<{rows}x128xf32>\n"
        f"  return %r : tensor<{rows}x128xf32> }}"
    )


def cross_entropy(n, classes=1024):
    rows = n // classes
    t, i, r = f"tensor<{rows}x{classes}xf32>", f"tensor<{rows}xi32>", f"tensor<{rows}xf32>"
    return f"func.func @f(%x: {t}, %t: {i}) -> {r} {{\n  %r = nn.cross_entropy %x, %t : ({t}, {i}) -> {r}\n  return %r : {r} }}"


def columns(n):
    t, r = f"tensor<{n // 1024}x1024xf32>", "tensor<1024xf32>"
    return (
        f"func.func @f(%x: {t}) -> {r} {{\n  %z = arith.constant 0.0 : f32\n  %e = tensor.empty() : {r}\n"
        f"  %o = linalg.fill ins(%z : f32) outs(%e : {r}) -> {r}\n"
        f"  %r = linalg.reduce {{ arith.addf }} ins(%x : {t}) outs(%o : {r}) dimensions = [0]\n  return %r : {r} }}"
    )


KERNELS = {
    "elementwise": elementwise,
    "elementwise bf16": lambda n: elementwise(n, "bf16"),
    "softmax": softmax,
    "softmax bf16": lambda n: softmax(n, 1024, "bf16"),
    "softmax 8192": lambda n: softmax(n, 8192),
    "softmax 32768": lambda n: softmax(n, 32768),
    "softmax 65536": lambda n: softmax(n, 65536),
    "layer norm": lambda n: norm(n, "nn.layer_norm", 2),
    "rms norm": lambda n: norm(n, "nn.rms_norm", 1),
    "cross entropy": cross_entropy,
    "cross 32768": lambda n: cross_entropy(n, 32768),
    "transpose": transpose,
    "heads": heads,
    "embedding": embedding,
    "columns": columns,
}


def make(kind, rng):
    if kind["type"] == "i32":
        return rng.integers(0, 512, kind["shape"]).astype(np.int32)
    if kind["type"] == "bf16":
        return np.full(kind["shape"], 0x3F80, np.uint16)
    return rng.random(kind["shape"], np.float32)


def count_bytes(name, description):
    sizes = [
        np.prod(kind["shape"]) * np.dtype(NUMPY_TYPES[kind["type"]]).itemsize for kind in description["inputs"] + description["outputs"]
    ]
    return sum(sizes) + (sizes[-1] - sizes[0] if name == "embedding" else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2**22)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    beyond = []
    print(f"{'':18}{'MB':>7}{'moved':>8}{'wide':>7}  launches")
    for name in options.names or KERNELS:
        region = cuda_kernels.compile_text(KERNELS[name](options.size))["f"]
        before = region.machine.count()
        region.run_once(1, [make(kind, rng) for kind in region.description["inputs"]], ())
        counted = {key: value - before[key] for key, value in region.machine.count().items()}
        touched = count_bytes(name, region.description)
        moved, wide = counted["sectors"] * SECTOR / touched, counted["sectors"] / counted["requests"]
        print(
            f"{name:18}{touched / 1e6:7.1f}{moved:8.3f}{wide:7.2f}"
            f"  {' '.join(launch['family'] for launch in region.description['launches'])}",
            flush=True,
        )
        if name != "columns" and (moved > MOST_MOVED or wide < LEAST_WIDE):
            beyond.append(name)
    if options.check:
        sys.exit(f"moves too much, or too little at a time: {', '.join(beyond)}" if beyond else print("within the bounds"))


if __name__ == "__main__":
    main()
