"""The gradient of attention of bf16 and f16 on the tensor cores of warps: the cases of that on Hopper's."""

from .hopper_attention_gradient import list_cases  # noqa: F401

PRIORITY, CHIP = 23, "sm_80"
