"""Exact products of f32, and of narrow floats and integers, on CUDA cores."""

from gpu_case import from_family
from gpu_families import PEERS

PRIORITY, CHIP = 64, "sm_90"


def list_cases(is_full):
    for name in ("product", "product f64", "product bf16", "product i8"):
        yield from_family(name, 2**16)
    timed = from_family("product", 2**26 if is_full else 2**14, "x", is_timed=True, peer=PEERS["product"], title="timed")
    timed.moved, timed.operations = 0, 2 * timed.outputs[0][0][0] ** 3
    yield timed
