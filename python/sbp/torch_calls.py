"""Calls of PyTorch's functions that are made in another way, or refused, while a module is traced.  Needs torch.

    with CallsForTraining():
        module(...)

In training attention becomes one op with a gradient of its own, and random numbers are drawn from a seed, without which they are an error by
name.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import torch
from torch.nn import functional

from sbp import torch_attention, torch_dropout, torch_random
from sbp.torch_bags import SumsOfRows
from sbp.torch_checks import CONTROL_FLOW_MESSAGE
from sbp.torch_decompositions import attention_in_parts
from sbp.torch_functions import DIFFERENTIABLE, FUNCTIONS
from sbp.torch_random import RandomNumbers
from sbp.user_lines import ExportError, pick_line


def refuse_here(message: str) -> ExportError:
    """An error at the user's line that is running."""
    line = pick_line([(frame.filename, frame.lineno or 0) for frame in traceback.extract_stack()][::-1])
    return ExportError(f"{line}: {message}" if line else message)


def refuse_cond(*arguments: Any, **keywords: Any) -> Any:
    """In place of torch.cond."""
    raise refuse_here(CONTROL_FLOW_MESSAGE.format("cond"))


def check_dropout(name: str, p: float, numbers: RandomNumbers | None) -> RandomNumbers:
    """What draws, if `p` is a probability and there is a seed."""
    if not 0 <= p <= 1:
        raise refuse_here(f"{name} with p = {p}: a probability is between 0 and 1")
    if numbers is None:
        advice = "pass random_seed=, set p = 0, or call eval() on its module"
        raise refuse_here(f"{name} with p = {p} in training mode is not supported without a seed; {advice}")
    return numbers


def attend(
    numbers: RandomNumbers | None,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """`scaled_dot_product_attention`: one op where `nn.attention` takes the tensors, perhaps with dimensions of 1, its parts otherwise and
    where weights are dropped."""
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    if dropout_p:
        checked = check_dropout("scaled_dot_product_attention", dropout_p, numbers)
        drop = partial(torch_dropout.drop, checked, "dropout", p=dropout_p)
        return attention_in_parts(query, key, value, attn_mask, is_causal, scale, enable_gqa, drop)
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
    """Replaces those of DIFFERENTIABLE and attention too. Functions that draw random numbers draw those of `numbers`; without it they are refused."""

    def __init__(self, numbers: RandomNumbers | None = None) -> None:
        super().__init__()
        self.numbers = numbers
        self.attend = partial(attend, numbers)
        self.replaced = FUNCTIONS | DIFFERENTIABLE | {functional.scaled_dot_product_attention: self.attend, functional.embedding: embedding}
        if numbers is not None:
            self.replaced |= {function: partial(drawn, numbers) for function, drawn in torch_random.FUNCTIONS.items()}

    def __enter__(self) -> CallsForTraining:
        # A mode does not see what functions of torch.nn.functional, such as multi_head_attention_forward, call.
        self.attention, self.cond = functional.scaled_dot_product_attention, torch.cond
        functional.scaled_dot_product_attention, torch.cond = self.attend, refuse_cond
        self.patches = ExitStack()
        self.patches.enter_context(torch_dropout.patched(self.drop))
        if self.numbers is not None:
            self.patches.enter_context(self.numbers.drawing())
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        functional.scaled_dot_product_attention, torch.cond = self.attention, self.cond
        self.patches.close()
        super().__exit__(*error)

    def drop(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        """A function that drops elements in training mode."""
        x, p, draws, inplace = torch_dropout.take_arguments(function, args, kwargs)
        if not draws or p == 0:
            return x
        numbers = check_dropout(function.__name__, p, self.numbers)
        return torch_dropout.drop(numbers, torch_dropout.NAMES[function], x, p, inplace)

    def __torch_function__(
        self, function: Callable[..., Any], types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        if function in torch_dropout.NAMES:
            return self.drop(function, args, kwargs or {})
        return super().__torch_function__(function, types, args, kwargs)
