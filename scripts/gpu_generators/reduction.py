"""Any other generic: one thread an element of the result."""

from gpu_case import from_family

PRIORITY, CHIP = 70, "sm_90"


def list_cases(is_full):
    yield from_family("reduction", 2**16)
    yield from_family("reduction", 2**24 if is_full else 2**14, is_timed=True, title="timed")
