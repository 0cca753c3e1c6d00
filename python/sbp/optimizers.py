"""Optimizers for `sbp.compile(train=...)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Optimizer:
    """What all optimizers have.

    `rate`: the learning rate; without it `learning_rate` is an input of each step. `weight_decay`: of all parameters but those of `no_decay`,
    which are ends of paths with * for any text in one part, or "vectors" for all of at most one dimension. `groups`: {"head.*":
    {"rate_scale": 0.1}}, with weight_decay, rate or rate_scale of the parameters that a pattern fits. `clip`: the largest global norm of the
    gradients.
    """

    rate: float | None = None
    weight_decay: float = 0.0
    no_decay: str | Iterable[str] = ()
    groups: Mapping[str, Mapping[str, float]] | None = None
    clip: float | None = None

    def options(self) -> dict[str, Any]:
        """The options of `sbp.training.add_training`."""
        return {"optimizer": type(self).__name__.lower()} | {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015); `weight_decay` is added to the gradient. `state_type`: "parameter" gives the moments the type of their
    parameter; otherwise they are f32 where that is narrower."""

    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-8
    state_type: str | None = None


@dataclass(frozen=True, kw_only=True)
class AdamW(Adam):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2019)."""


@dataclass(frozen=True, kw_only=True)
class SGD(Optimizer):
    """Gradient descent with momentum; `nesterov` looks ahead, as PyTorch's does."""

    momentum: float = 0.0
    nesterov: bool = False
