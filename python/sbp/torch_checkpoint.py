"""`torch.utils.checkpoint` keeps its effect in an exported step, by `nn.barrier`.  Needs torch.

    with kept_checkpoints():
        module(...)

While a step is traced, backward runs a checkpointed part again. What that part is given passes barriers first, so that its ops are not merged
with those of forward, whose values would be kept. Both variants (`use_reentrant`) become the one that `torch.autograd.grad` accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
import torch.utils.checkpoint as torch_module
from torch.utils import _pytree as pytree

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder


@torch.library.custom_op("sbp::barrier", mutates_args=())
def barrier(x: torch.Tensor) -> torch.Tensor:
    """The values of `x`; what reads them is not merged with what reads `x`."""
    return x.clone()


@barrier.register_fake
def describe(x: torch.Tensor) -> torch.Tensor:
    """The shape and type of the result."""
    return torch.empty_like(x)


barrier.register_autograd(lambda _, cotangent: cotangent)


def cut_barrier(b: Builder, x: torch.fx.Node) -> torch.fx.Node:
    """The argument that stands for the result."""
    return b.cut("nn.barrier", (x,), {}, [b.node.meta["val"]])[0]


class Repeated:
    """A checkpointed function. It is called in forward first; each later call makes its values again."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.runs = function, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns."""
        self.runs += 1
        if self.runs > 1:
            args, kwargs = pytree.tree_map_only(torch.Tensor, torch.ops.sbp.barrier, (args, kwargs))
        return self.function(*args, **kwargs)


@contextmanager
def kept_checkpoints() -> Iterator[None]:
    """While this is entered, checkpointed parts have barriers where they run again."""
    before = torch_module._checkpoint_impl

    def checkpoint(function: Callable[..., Any], args: Any, kwargs: Any, *, use_reentrant: bool | None = None, **options: Any) -> Any:
        return before(Repeated(function), args, kwargs, use_reentrant=False, **options)

    torch_module._checkpoint_impl = checkpoint
    try:
        yield
    finally:
        torch_module._checkpoint_impl = before
