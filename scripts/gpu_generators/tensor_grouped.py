"""Grouped products of bf16 and f16 on the tensor cores of warps: the cases of those on Hopper's."""

from .hopper_grouped import list_cases  # noqa: F401

PRIORITY, CHIP = 17, "sm_80"
