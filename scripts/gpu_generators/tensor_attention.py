"""Attention of bf16 and f16 on the tensor cores of warps: the cases of attention on Hopper's."""

from .hopper_attention import list_cases  # noqa: F401

PRIORITY, CHIP = 21, "sm_80"
