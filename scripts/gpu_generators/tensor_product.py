"""Products of bf16 and f16 with f32 sums on the tensor cores of warps: the cases of products on Hopper's, but pairs and few rows."""

from .hopper_product import list_edges, list_large, make_gelu

PRIORITY, CHIP = 12, "sm_80"


def list_cases(is_full):
    yield from list_edges(is_full)
    yield from list_large(is_full)
    yield make_gelu(is_full)
