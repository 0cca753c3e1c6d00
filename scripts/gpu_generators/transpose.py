"""Elementwise ops some of whose inputs lie across the result."""

from gpu_case import from_family
from gpu_families import PEERS

PRIORITY, CHIP = 60, "sm_90"


def list_cases(is_full):
    for name in ("transpose", "transpose bf16", "transpose f64"):
        yield from_family(name, 2**16)
    yield from_family("transpose", 2**26 if is_full else 2**14, is_timed=True, peer=PEERS["transpose"], title="timed")
