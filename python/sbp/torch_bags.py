"""`torch.nn.functional.embedding_bag` as rows that are looked up and summed, while a module is traced.  Needs torch.

    with SumsOfRows():
        torch.export.export(...)

Bags of one size (two-dimensional input) become a lookup and a contraction, which `sbp-raise-row-sums` makes a `memory_layer.bag` where
no slot is masked (`padding_idx`). Bags that `offsets` cut are added into their sums one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional
from torch.overrides import TorchFunctionMode


def mean_of(sums: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Means of `sums` [bags, width] by `counts` [bags]; 0 for an empty bag."""
    return sums / counts.clamp(min=1).to(sums.dtype)[:, None]


def sum_bags(rows: torch.Tensor, weights: torch.Tensor | None, keep: torch.Tensor | None, mode: str) -> torch.Tensor:
    """`rows` [bags, slots, width]; `keep`: the slots that count, or None where all do."""
    bags, slots, width = rows.shape
    if slots == 0:
        return rows.new_zeros(bags, width)
    if weights is not None:  # mode "sum"; one contraction
        return torch.bmm(weights[:, None], rows if keep is None else torch.where(keep[..., None], rows, 0.0))[:, 0]
    if keep is None:
        return {"sum": lambda: rows.sum(1), "mean": lambda: rows.sum(1) / slots, "max": lambda: rows.amax(1)}[mode]()
    if mode == "max":
        greatest = torch.where(keep[..., None], rows, -torch.inf).amax(1)
        return torch.where(keep.any(1)[:, None], greatest, 0.0)
    sums = torch.where(keep[..., None], rows, 0.0).sum(1)
    return sums if mode == "sum" else mean_of(sums, keep.sum(1))


def add_bags(
    rows: torch.Tensor, weights: torch.Tensor | None, keep: torch.Tensor | None, mode: str, offsets: torch.Tensor, has_last: bool
) -> torch.Tensor:
    """`rows` [slots, width]; a bag begins at each of `offsets` (`has_last`: the last of them is the end)."""
    if mode == "max":
        raise ValueError("embedding_bag with offsets and mode 'max' has no level-0 form: give the bags as a two-dimensional input")
    begins = torch.arange(rows.shape[0])[:, None] >= offsets
    bag = begins.sum(1) - 1
    if weights is not None:
        rows = rows * weights[:, None]
    if keep is not None:
        rows = torch.where(keep[:, None], rows, 0.0)
    add = lambda values: values.new_zeros(offsets.shape[0], *values.shape[1:]).index_add(0, bag, values)
    sums = add(rows)
    if mode == "mean":
        sums = mean_of(sums, add(torch.ones(rows.shape[0]) if keep is None else keep.float()))
    return sums[:-1] if has_last else sums


def embedding_bag(
    input: torch.Tensor,
    weight: torch.Tensor,
    offsets: torch.Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: torch.Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> torch.Tensor:
    """As PyTorch's, of ops that level 0 has; `sparse` is about gradients that PyTorch stores."""
    for name, value in (("max_norm", max_norm), ("scale_grad_by_freq", scale_grad_by_freq or None)):
        if value is not None:
            raise ValueError(f"embedding_bag with {name} has no level-0 form: scale the rows outside of it")
    if padding_idx is not None:
        padding_idx %= weight.shape[0]
    keep = None if padding_idx is None else input != padding_idx
    rows = functional.embedding(input, weight)
    if input.ndim == 2:
        return sum_bags(rows, per_sample_weights, keep, mode)
    return add_bags(rows, per_sample_weights, keep, mode, offsets, include_last_offset)


class SumsOfRows(TorchFunctionMode):
    """Replaces calls of `embedding_bag` while it is entered."""

    def __torch_function__(
        self, function: Callable[..., Any], types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        return (embedding_bag if function is functional.embedding_bag else function)(*args, **(kwargs or {}))
