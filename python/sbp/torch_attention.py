"""PyTorch's `scaled_dot_product_attention` of bf16 and f16 as `nn.attention`.  Needs torch.

Its parts would be rounded to the narrow type one by one and could not become one kernel. Attention of f32 and f64 stays in parts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder

Node = torch.fx.Node
# The numbers that are added to the scores of keys that a boolean mask hides.
HIDDEN = {torch.bfloat16: -1e30, torch.float16: torch.finfo(torch.float16).min}


def is_narrow(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> bool:
    """Whether `nn.attention` takes these: bf16 or f16 of batch x heads x positions x width, of one batch; groups divide heads."""
    ranks = {each.ndim for each in (query, key, value)}
    return (
        query.dtype in (torch.bfloat16, torch.float16)
        and ranks == {4}
        and query.shape[0] == key.shape[0] == value.shape[0]
        and key.shape[1] == value.shape[1]
        and key.shape[1] > 0
        and query.shape[1] % key.shape[1] == 0
    )


@torch.library.custom_op("sbp::attention", mutates_args=())
def attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> torch.Tensor:
    """softmax(scale query key^T + mask) value, in f32 and rounded once. `mask` has the type of the query and four dimensions."""
    shared = query.shape[1] // key.shape[1]
    wide, *others = (each.float() for each in (query, key, value))
    key, value = (each.repeat_interleave(shared, 1) for each in others)
    scores = scale * (wide @ key.transpose(-2, -1))
    if mask is not None:
        scores = scores + mask.float()
    if is_causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    return (torch.softmax(scores, -1) @ value).to(query.dtype)


@attention.register_fake
def describe(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> torch.Tensor:
    """The shape and type of the result."""
    return query.new_empty((*query.shape[:-1], value.shape[-1]))


def decompose(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, attn_mask: torch.Tensor | None, is_causal: bool, scale: float
) -> torch.Tensor:
    """`scaled_dot_product_attention` of tensors that `is_narrow` accepts. Rows that see no key are 0."""
    seen = None
    if is_causal and query.shape[-2] != key.shape[-2]:  # PyTorch aligns the first positions
        attn_mask = torch.ones((query.shape[-2], key.shape[-2]), dtype=torch.bool).tril()
        is_causal = False
    elif attn_mask is not None and attn_mask.dtype == torch.bool:
        seen = attn_mask.any(-1, keepdim=True)
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = torch.where(attn_mask, 0.0, HIDDEN[query.dtype])
    if attn_mask is not None:
        attn_mask = attn_mask.to(query.dtype).reshape((1,) * (4 - attn_mask.ndim) + tuple(attn_mask.shape))
    result = torch.ops.sbp.attention(query, key, value, attn_mask, is_causal, scale)
    return result if seen is None else torch.where(seen, result, 0.0)


def cut_attention(b: Builder, query: Node, key: Node, value: Node, mask: Node | None, is_causal: bool, scale: float) -> Node:
    """The argument that stands for the result."""
    operands = (query, key, value) if mask is None else (query, key, value, mask)
    # The sizes of the segments of operands; those behind the mask say where a piece begins.
    attributes = {"scale": float(scale), "operandSegmentSizes": [1, 1, 1, len(operands) - 3, 0, 0, 0]}
    if is_causal:
        attributes["causal"] = True
    result = b.node.meta["val"]
    return b.cut("nn.attention", operands, attributes, result, unread=(list(result.shape[:-1]),))
