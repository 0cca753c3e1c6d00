"""Functions of PyTorch that drop elements in training mode, by random numbers of ours (torch_random.py).  Needs torch.

y = drop(numbers, "dropout", x, 0.1)
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.nn import functional

from sbp.torch_random import BERNOULLI, RandomNumbers

# The value of dropped elements in alpha dropout: the limit of selu at minus infinity.
SELU_LIMIT = -1.7580993408473766


def draw_mask(numbers: RandomNumbers, shape: Sequence[int], p: float) -> torch.Tensor:
    """True where an element is kept."""
    return numbers.draw(BERNOULLI, shape, torch.bool, 1.0 - p)


def drop_elements(numbers: RandomNumbers, x: torch.Tensor, p: float, shape: Sequence[int] | None = None) -> torch.Tensor:
    """Zeros where the mask of `shape` is false; what is left is scaled so that its mean stays."""
    if p == 1:
        return x * 0.0
    return x * draw_mask(numbers, x.shape if shape is None else shape, p).to(x.dtype) * (1.0 / (1.0 - p))


def drop_alpha(numbers: RandomNumbers, x: torch.Tensor, p: float, shape: Sequence[int] | None = None) -> torch.Tensor:
    """The limit of selu where the mask is false, and all scaled and shifted so that mean and variance stay (Klambauer et al. 2017)."""
    if p == 1:
        return x * 0.0
    kept = draw_mask(numbers, x.shape if shape is None else shape, p)
    scale = 1.0 / math.sqrt((SELU_LIMIT**2 * p + 1.0) * (1.0 - p))
    return torch.where(kept, x, SELU_LIMIT) * scale - scale * SELU_LIMIT * p


def channels(x: torch.Tensor) -> list[int]:
    """The shape of one element for each channel of each sample."""
    return [*x.shape[:2], *[1] * (x.ndim - 2)]


def drop_channels(numbers: RandomNumbers, x: torch.Tensor, p: float, rank: int = 0) -> torch.Tensor:
    """Whole channels are dropped; `x` of `rank` dimensions is one sample."""
    if x.ndim == rank:
        return drop_channels(numbers, x.unsqueeze(0), p).squeeze(0)
    return drop_elements(numbers, x, p, channels(x))


# {name: what the function does with RandomNumbers, a tensor and a probability}
FORMS: dict[str, Callable[[RandomNumbers, torch.Tensor, float], torch.Tensor]] = {
    "dropout": drop_elements,
    "dropout1d": lambda numbers, x, p: drop_channels(numbers, x, p, rank=2),
    "dropout2d": drop_channels,
    "dropout3d": lambda numbers, x, p: drop_channels(numbers, x, p, rank=4),
    "alpha_dropout": drop_alpha,
    "feature_alpha_dropout": lambda numbers, x, p: drop_alpha(numbers, x, p, channels(x)),
    "feature_dropout": drop_channels,  # of torch, not of torch.nn.functional
}
# Those of torch.nn.functional, and those of torch that they call, whose switch is called `train`.
FUNCTIONAL = {name: getattr(functional, name) for name in FORMS if hasattr(functional, name)}
TORCH = {getattr(torch, name): name for name in FORMS if hasattr(torch, name)}
NAMES = {function: name for name, function in FUNCTIONAL.items()} | TORCH
SIGNATURES = {
    **{function: inspect.signature(function) for function in FUNCTIONAL.values()},
    **dict.fromkeys(TORCH, inspect.signature(lambda input, p, train: None)),
}


def take_arguments(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[torch.Tensor, float, bool, bool]:
    """Input, probability, whether it draws, and whether it writes its input, of a call of a function of NAMES."""
    bound = SIGNATURES[function].bind(*args, **kwargs)
    bound.apply_defaults()
    values = bound.arguments
    training = values["training"] if "training" in values else values["train"]
    return values["input"], values["p"], bool(training), bool(values.get("inplace", False))


def drop(numbers: RandomNumbers, name: str, x: torch.Tensor, p: float, inplace: bool = False) -> torch.Tensor:
    """What the function `name` of FORMS does in training mode."""
    result = FORMS[name](numbers, x, p)
    return x.copy_(result) if inplace else result


@contextmanager
def patched(call: Callable[..., Any]) -> Iterator[None]:
    """Functions of torch.nn.functional that draw run `call(function, args, kwargs)`: a mode does not see what these functions call."""

    def make(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: call(function, args, kwargs)

    try:
        for name, function in FUNCTIONAL.items():
            setattr(functional, name, make(function))
        yield
    finally:
        for name, function in FUNCTIONAL.items():
            setattr(functional, name, function)
