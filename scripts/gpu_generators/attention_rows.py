"""Attention in parts by one kernel: scores in shared memory, on any chip."""

from gpu_generators import hopper_attention

PRIORITY, CHIP = 56, "sm_90"


def list_cases(is_full):
    make = hopper_attention.make_case
    yield make(2, 3, 3, 10, 300, 16, "", (2, 1, 1, 300), "f32", is_timed=False)
    yield make(2, 2, 2, 64, 72, 16, "causal", kind="f32", is_timed=False)
    yield make(*(64, 12, 12, 128, 128, 32) if is_full else (2, 2, 2, 64, 72, 16), kind="f32")
    if is_full:
        yield make(8, 12, 12, 512, 512, 64, kind="f32")
