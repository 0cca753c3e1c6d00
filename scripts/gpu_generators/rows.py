"""Rows that stay in registers: softmax, norms, cross entropy."""

from gpu_case import from_family
from gpu_families import PEERS

PRIORITY, CHIP = 52, "sm_90"
FAMILIES = {"softmax": "x", "layer norm": "x", "rms norm": "x", "cross entropy": "xi"}


def list_cases(is_full):
    for name in ("softmax bf16 with NaN", "softmax f64"):
        yield from_family(name, 2**16)
    for name, sampled in FAMILIES.items():
        yield from_family(name, 2**16)
        if is_full or name == "softmax":
            yield from_family(name, 2**26 if is_full else 2**16, sampled, is_timed=True, peer=PEERS[name], title="timed")
