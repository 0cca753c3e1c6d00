"""Distributions of values inside of a module of PyTorch, as an op that stays in its graph.  Needs torch.

`with_sequence` has the words "sequence" of a plan constrain what modules return: rows of a batch, then positions, then features.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from sbp.constraints import name_distribution
from sbp.plans import Mesh


@torch.library.custom_op("sbp::constrain", mutates_args=())
def constrain_value(value: torch.Tensor, distribution: str) -> torch.Tensor:
    """`value`, which has this distribution in the compiled program, "@mesh, [S(0), B]"."""
    return value.clone()


@constrain_value.register_fake
def describe(value: torch.Tensor, distribution: str) -> torch.Tensor:
    """The shape and type of the result."""
    return value.new_empty(value.shape)


def keep_distribution(ctx: Any, inputs: tuple, output: torch.Tensor) -> None:
    """What the gradient needs."""
    ctx.distribution = inputs[1]


def differentiate(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
    """The gradient is distributed as the value."""
    return torch.ops.sbp.constrain(gradient, ctx.distribution), None


constrain_value.register_autograd(differentiate, setup_context=keep_distribution)


def constrain(value: torch.Tensor, distribution: str) -> torch.Tensor:
    """`value` with this distribution."""
    return torch.ops.sbp.constrain(value, distribution)


def split_positions(value: Any, mesh: Mesh, axis: str, batch: str | None) -> Any:
    """What a module returned, a tensor [.., positions, features] or a tuple that begins with one, with its positions split over `axis`."""
    if isinstance(value, tuple) and value:
        return (split_positions(value[0], mesh, axis, batch), *value[1:])
    if not isinstance(value, torch.Tensor) or value.ndim < 2:
        return value
    axes: list[str | None] = [None] * value.ndim
    axes[-2] = axis
    if value.ndim > 2 and batch != axis:
        axes[0] = batch
    return constrain(value, name_distribution(mesh, axes, value.ndim, "'sequence'"))


def enter_stage(value: Any, mesh: Mesh, batch: str | None) -> Any:
    """A value on the ranks of `mesh`, rows of a batch split; anything but a tensor of floats with dimensions as it is."""
    if not isinstance(value, torch.Tensor) or not value.is_floating_point() or not value.ndim:
        return value
    return constrain(value, name_distribution(mesh, [batch], value.ndim, "a stage"))


@contextmanager
def with_stages(firsts: Mapping[int, torch.nn.Module], mesh: Mesh, batch: str | None) -> Iterator[None]:
    """While this is entered, the first argument of the first module of each stage is moved to its ranks."""
    handles = []
    for number, module in firsts.items():
        placed = Mesh(mesh.axes, f"stage{number}")

        def move(
            module: torch.nn.Module, arguments: tuple, keywords: dict[str, Any], placed: Mesh = placed
        ) -> tuple[tuple, dict[str, Any]]:
            if arguments:
                return (enter_stage(arguments[0], placed, batch), *arguments[1:]), keywords
            name = next(iter(keywords))
            return arguments, keywords | {name: enter_stage(keywords[name], placed, batch)}

        handles.append(module.register_forward_pre_hook(move, with_kwargs=True))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


@contextmanager
def with_sequence(modules: Sequence[torch.nn.Module], mesh: Mesh, axis: str, batch: str | None) -> Iterator[None]:
    """While this is entered, positions of what these modules return are split over `axis`."""
    handles = [each.register_forward_hook(lambda module, arguments, value: split_positions(value, mesh, axis, batch)) for each in modules]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
