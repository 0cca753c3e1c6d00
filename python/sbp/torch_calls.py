"""Calls of PyTorch's functions that are made in another way, or refused, while a module is traced.  Needs torch.

    with CallsForTraining():
        module(...)

In training attention becomes one op with a gradient of its own, and dropout that draws is an error by name.
"""

from __future__ import annotations

import inspect
import math
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional

from sbp import torch_attention
from sbp.torch_bags import SumsOfRows
from sbp.torch_checks import CONTROL_FLOW_MESSAGE
from sbp.torch_decompositions import attention_in_parts
from sbp.torch_functions import DIFFERENTIABLE, FUNCTIONS
from sbp.user_lines import ExportError, pick_line

# Functions that draw random numbers in training mode: the names of their probability and of their switch.
DROPOUTS = {
    **dict.fromkeys(
        (
            functional.dropout,
            functional.dropout1d,
            functional.dropout2d,
            functional.dropout3d,
            functional.alpha_dropout,
            functional.feature_alpha_dropout,
        ),
        inspect.signature(functional.dropout),
    ),
    **dict.fromkeys((torch.dropout, torch.alpha_dropout, torch.feature_dropout), inspect.signature(lambda input, p, train: None)),
}


def refuse_here(message: str) -> ExportError:
    """An error at the user's line that is running."""
    line = pick_line([(frame.filename, frame.lineno or 0) for frame in traceback.extract_stack()][::-1])
    return ExportError(f"{line}: {message}" if line else message)


def refuse_cond(*arguments: Any, **keywords: Any) -> Any:
    """In place of torch.cond."""
    raise refuse_here(CONTROL_FLOW_MESSAGE.format("cond"))


def check_dropout(name: str, p: float, training: bool) -> None:
    """Refuses dropout that draws."""
    if training and p > 0:
        raise refuse_here(f"{name} with p = {p} in training mode is not supported; set p = 0, or call eval() on its module")


def attend(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """`scaled_dot_product_attention`: one op where `nn.attention` takes the tensors, perhaps with dimensions of 1, its parts otherwise."""
    check_dropout("scaled_dot_product_attention", dropout_p, True)
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    missing = 4 - query.ndim
    whole = [each.reshape(*each.shape[:-2], *[1] * missing, *each.shape[-2:]) for each in (query, key, value)]
    if not torch_attention.is_taken(*whole):
        return attention_in_parts(query, key, value, attn_mask, is_causal, scale, enable_gqa)
    if attn_mask is not None and missing > 0:
        attn_mask = attn_mask.reshape(*attn_mask.shape[:-2], *[1] * missing, *attn_mask.shape[-2:])
    result = torch_attention.decompose(*whole, attn_mask, is_causal, scale, torch_attention.attend_with_gradient)
    return result.reshape(*query.shape[:-1], value.shape[-1])


class Calls(SumsOfRows):
    """Replaces the calls of FUNCTIONS; a ValueError by which one refuses its arguments becomes an ExportError at the user's line."""

    replaced = FUNCTIONS

    def __torch_function__(
        self, function: Callable[..., Any], types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        if function not in self.replaced:
            return super().__torch_function__(function, types, args, kwargs)
        try:
            return self.replaced[function](*args, **(kwargs or {}))
        except ValueError as error:
            raise error if isinstance(error, ExportError) else refuse_here(str(error)) from error


def embedding(input: torch.Tensor, weight: torch.Tensor, *args: Any, sparse: bool = False, **kwargs: Any) -> torch.Tensor:
    """Rows of a table; `sparse` is about gradients that PyTorch stores."""
    return functional.embedding(input, weight, *args[:4], **kwargs)


class CallsForTraining(Calls):
    """Replaces those of DIFFERENTIABLE and attention too, and refuses dropout that draws."""

    replaced = FUNCTIONS | DIFFERENTIABLE | {functional.scaled_dot_product_attention: attend, functional.embedding: embedding}

    def __enter__(self) -> CallsForTraining:
        # A mode does not see what functions of torch.nn.functional, such as multi_head_attention_forward, call.
        self.attention, self.cond = functional.scaled_dot_product_attention, torch.cond
        functional.scaled_dot_product_attention, torch.cond = attend, refuse_cond
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        functional.scaled_dot_product_attention, torch.cond = self.attention, self.cond
        super().__exit__(*error)

    def __torch_function__(
        self, function: Callable[..., Any], types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        if function in DROPOUTS:
            given = DROPOUTS[function].bind_partial(*args, **(kwargs or {}))
            given.apply_defaults()
            values = given.arguments
            check_dropout(function.__name__, values["p"], values["training"] if "training" in values else values["train"])
        return super().__torch_function__(function, types, args, kwargs)
