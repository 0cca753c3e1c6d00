"""Exact products of f32, and of narrow floats and integers, on CUDA cores."""

import numpy as np

from gpu_case import Case, from_family
from gpu_families import PEERS, write_type

PRIORITY, CHIP = 64, "sm_90"


def make_small(m, n, k):
    """A product with fewer tiles than multiprocessors."""

    def compute(places, x, z):
        x, z = x[places].astype(np.float64), z.astype(np.float64)
        return [(x @ z, 2.0**-23 * k * (np.abs(x) @ np.abs(z)))]

    result = write_type((m, n), "f32")
    body = (
        f"  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {result}\n"
        f"  %f = linalg.fill ins(%zero : f32) outs(%e : {result}) -> {result}\n"
        f"  %y0 = linalg.matmul ins(%x, %z : {write_type((m, k), 'f32')}, {write_type((k, n), 'f32')}) outs(%f : {result}) -> {result}\n"
    )
    return Case(
        f"{m} x {n} x {k} f32",
        {"x": ((m, k), "f32"), "z": ((k, n), "f32")},
        [((m, n), "f32")],
        body,
        compute,
        is_timed=True,
        operations=2 * m * n * k,
        peers={"pytorch": lambda torch, x, z: torch.matmul(x, z)},
    )


def list_cases(is_full):
    for name in ("product", "product f64", "product bf16", "product i8"):
        yield from_family(name, 2**16)
    timed = from_family("product", 2**26 if is_full else 2**14, "x", is_timed=True, peer=PEERS["product"], title="timed")
    timed.moved, timed.operations = 0, 2 * timed.outputs[0][0][0] ** 3
    yield timed
    for shape in ((256, 384, 384), (256, 1536, 384), (256, 384, 1536), (256, 512, 256)) if is_full else ():
        yield make_small(*shape)
