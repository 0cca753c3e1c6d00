"""Loops over tensors: parallel where iterations do not meet, else one thread."""

from gpu_case import from_family

PRIORITY, CHIP = 72, "sm_90"


def list_cases(is_full):
    for name in ("loops", "serial"):
        yield from_family(name, 2**16)
