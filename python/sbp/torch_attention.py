"""PyTorch's `scaled_dot_product_attention` as `nn.attention`, and its gradient as `nn.attention_gradient`.  Needs torch.

Of bf16 and f16 its parts would be rounded to the narrow type one by one and could not become one kernel. Outside of training attention of
f32 and f64 stays in parts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder

Node = torch.fx.Node
# The numbers that are added to the scores of keys that a boolean mask hides.
HIDDEN = {torch.bfloat16: -1e30, torch.float16: torch.finfo(torch.float16).min, torch.float32: -1e30, torch.float64: -1e30}


def is_taken(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> bool:
    """Whether `nn.attention` takes these: floats of batch x heads x positions x width, of one batch; groups divide heads."""
    ranks = {each.ndim for each in (query, key, value)}
    return (
        {query.dtype, key.dtype, value.dtype} <= {query.dtype}
        and query.dtype in HIDDEN
        and ranks == {4}
        and query.shape[0] == key.shape[0] == value.shape[0]
        and key.shape[1] == value.shape[1]
        and key.shape[1] > 0
        and query.shape[1] % key.shape[1] == 0
    )


def is_narrow(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> bool:
    """Whether `nn.attention` takes these, and its parts would round."""
    return query.dtype in (torch.bfloat16, torch.float16) and is_taken(query, key, value)


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


def attend(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> torch.Tensor:
    """One op without a gradient."""
    return torch.ops.sbp.attention(query, key, value, mask, is_causal, scale)


@torch.library.custom_op("sbp::attention_with_sums", mutates_args=())
def attention_with_sums(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """`sbp::attention`, and the logarithm of the sum of exponentials of each row, in f32 (f64 for f64). Only ever traced."""
    raise NotImplementedError("sbp::attention_with_sums is for tracing")


@attention_with_sums.register_fake
def describe_with_sums(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """The shapes and types of the results."""
    wide = torch.float64 if query.dtype == torch.float64 else torch.float32
    return describe(query, key, value, mask, is_causal, scale), query.new_empty(query.shape[:-1], dtype=wide)


@torch.library.custom_op("sbp::attention_gradient", mutates_args=())
def attention_gradient(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    result: torch.Tensor,
    sums: torch.Tensor,
    cotangent: torch.Tensor,
    is_causal: bool,
    scale: float,
) -> list[torch.Tensor]:
    """The gradients of query, key, value and, where there is one, mask. Only ever traced."""
    raise NotImplementedError("sbp::attention_gradient is for tracing")


@attention_gradient.register_fake
def describe_gradient(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    result: torch.Tensor,
    sums: torch.Tensor,
    cotangent: torch.Tensor,
    is_causal: bool,
    scale: float,
) -> list[torch.Tensor]:
    """The shapes and types of the results."""
    return [each.new_empty(each.shape) for each in (query, key, value, mask) if each is not None]


def keep_for_gradient(ctx: Any, inputs: tuple[Any, ...], output: tuple[torch.Tensor, torch.Tensor]) -> None:
    """What the gradient reads."""
    query, key, value, mask, ctx.is_causal, ctx.scale = inputs
    ctx.save_for_backward(query, key, value, mask, *output)
    ctx.mark_non_differentiable(output[1])
    ctx.set_materialize_grads(True)


def differentiate(context: Any, cotangent: torch.Tensor, _: torch.Tensor | None) -> tuple[torch.Tensor | None, ...]:
    """The gradients of the inputs of `sbp::attention_with_sums`."""
    query, key, value, mask, result, sums = context.saved_tensors
    gradients = torch.ops.sbp.attention_gradient(query, key, value, mask, result, sums, cotangent, context.is_causal, context.scale)
    return *gradients[:3], gradients[3] if context.needs_input_grad[3] else None, None, None


attention_with_sums.register_autograd(differentiate, setup_context=keep_for_gradient)


def attend_with_gradient(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None, is_causal: bool, scale: float
) -> torch.Tensor:
    """One op that is differentiated as one."""
    return torch.ops.sbp.attention_with_sums(query, key, value, mask, is_causal, scale)[0]


def decompose(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None,
    is_causal: bool,
    scale: float,
    whole: Callable[..., torch.Tensor] = attend,
) -> torch.Tensor:
    """`scaled_dot_product_attention` of tensors that `is_taken` accepts, by `whole`. Rows that see no key are 0."""
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
    result = whole(query, key, value, attn_mask, is_causal, scale)
    return result if seen is None else torch.where(seen, result, 0.0)


def cut_attention(b: Builder, query: Node, key: Node, value: Node, mask: Node | None, is_causal: bool, scale: float) -> Node:
    """The argument that stands for the result."""
    result = b.node.meta["val"]
    return b.cut("nn.attention", *describe_cut(query, key, value, mask, is_causal, scale), [result, sums_of(result)])[0]


def cut_with_sums(b: Builder, query: Node, key: Node, value: Node, mask: Node | None, is_causal: bool, scale: float) -> list[Node]:
    """The arguments that stand for the result and the logarithms of its sums."""
    return b.cut("nn.attention", *describe_cut(query, key, value, mask, is_causal, scale), b.node.meta["val"])


def cut_gradient(
    b: Builder,
    query: Node,
    key: Node,
    value: Node,
    mask: Node | None,
    result: Node,
    sums: Node,
    cotangent: Node,
    is_causal: bool,
    scale: float,
) -> list[Node]:
    """The arguments that stand for the gradients."""
    operands, attributes = describe_cut(query, key, value, mask, is_causal, scale)
    attributes["operandSegmentSizes"] = [1, 1, 1, len(operands) - 3, 1, 1, 1, 0, 0, 0]
    return b.cut("nn.attention_gradient", (*operands, result, sums, cotangent), attributes, b.node.meta["val"])


def sums_of(result: torch.Tensor) -> torch.Tensor:
    """A tensor like the logarithms of the sums of `result`."""
    return result.new_empty(result.shape[:-1], dtype=torch.float64 if result.dtype == torch.float64 else torch.float32)


def describe_cut(
    query: Node, key: Node, value: Node, mask: Node | None, is_causal: bool, scale: float
) -> tuple[tuple[Node, ...], dict[str, Any]]:
    """Operands and attributes of an `nn.attention`."""
    operands = (query, key, value) if mask is None else (query, key, value, mask)
    # The sizes of the segments of operands; those behind the mask say where a piece begins.
    attributes = {"scale": float(scale), "operandSegmentSizes": [1, 1, 1, len(operands) - 3, 0, 0, 0]}
    if is_causal:
        attributes["causal"] = True
    return operands, attributes
