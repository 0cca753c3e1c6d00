"""Decompositions of PyTorch's ops for the exporter, where those of torch or of torch-mlir suit a compiler badly.  Needs torch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from sbp import torch_attention


def layer_norm(
    x: torch.Tensor, shape: Sequence[int], weight: torch.Tensor | None, bias: torch.Tensor | None, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Stays in f32; the stock decomposition computes the variance in f64."""
    dims = list(range(x.ndim - len(shape), x.ndim))
    mean = x.mean(dims, keepdims=True)
    centred = x - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    normal = centred * scale
    if weight is not None:
        normal = normal * weight
    return normal if bias is None else normal + bias, mean, scale


def group_norm(
    x: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    batch: int,
    channels: int,
    size: int,
    groups: int,
    epsilon: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """`x` [batch, channels, ...]. Stays in f32; the stock decomposition goes through f64 and reads the groups by tables of positions."""
    rest = x.shape[2:]
    grouped = x.reshape(batch, groups, channels // groups, *rest)
    dims = list(range(2, grouped.ndim))
    mean = grouped.mean(dims, keepdim=True)
    centred = grouped - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    normal = (centred * scale).reshape(x.shape)
    if weight is not None:
        normal = normal * weight.reshape(-1, *[1] * len(rest))
    if bias is not None:
        normal = normal + bias.reshape(-1, *[1] * len(rest))
    return normal, mean.reshape(batch, groups), scale.reshape(batch, groups)


def roll(x: torch.Tensor, shifts: Sequence[int], dims: Sequence[int] = ()) -> torch.Tensor:
    """`x` of any shape. The stock lowering takes neither shifts beyond the size nor a shift of all elements (no `dims`)."""
    if not dims:
        return roll(x.reshape(-1), shifts, [0]).reshape(x.shape)
    for shift, dim in zip(shifts, dims):
        size = x.shape[dim]
        front = shift % size if size else 0
        if front:
            x = torch.cat([x.narrow(dim, size - front, front), x.narrow(dim, 0, size - front)], dim)
    return x.clone()


def attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """One op for narrow types, parts otherwise. The stock decomposition tests in f64 for rows that see no key; here too they are 0."""
    assert dropout_p == 0.0, "dropout inside of a model has no level-0 form; export in eval mode"
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    if torch_attention.is_narrow(query, key, value):
        return torch_attention.decompose(query, key, value, attn_mask, is_causal, scale)
    return attention_in_parts(query, key, value, attn_mask, is_causal, scale, enable_gqa)


def attention_in_parts(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None,
    is_causal: bool,
    scale: float,
    enable_gqa: bool,
    drop: Callable[[torch.Tensor], torch.Tensor] = lambda weights: weights,
) -> torch.Tensor:
    """Products and a softmax, whose weights `drop` changes. Rows that see no key of a boolean mask are 0."""
    if enable_gqa:
        key, value = (each.repeat_interleave(query.shape[-3] // each.shape[-3], -3) for each in (key, value))
    scores = (query @ key.transpose(-2, -1)) * scale
    seen = None
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    elif attn_mask is not None and attn_mask.dtype == torch.bool:
        seen = attn_mask.any(-1, keepdim=True)
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, -1e30) if attn_mask.dtype == torch.bool else scores + attn_mask
    result = drop(torch.softmax(scores, -1)) @ value
    return result if seen is None else torch.where(seen, result, 0.0)


def reflection_pad(x: torch.Tensor, padding: Sequence[int]) -> torch.Tensor:
    """Mirror images without the edge itself. The stock lowering writes parts of an empty tensor."""
    for at in range(len(padding) // 2):
        dim, (front, back) = x.ndim - 1 - at, padding[2 * at : 2 * at + 2]
        size = x.shape[dim]
        x = torch.cat([x.narrow(dim, 1, front).flip(dim), x, x.narrow(dim, size - 1 - back, back).flip(dim)], dim)
    return x


def replication_pad(x: torch.Tensor, padding: Sequence[int]) -> torch.Tensor:
    """Copies of the edges. The stock lowering writes parts of an empty tensor."""
    for at in range(len(padding) // 2):
        dim, (front, back) = x.ndim - 1 - at, padding[2 * at : 2 * at + 2]
        edge = lambda place, count: x.narrow(dim, place, 1).expand(*x.shape[:dim], count, *x.shape[dim + 1 :])
        x = torch.cat([edge(0, front), x, edge(x.shape[dim] - 1, back)], dim)
    return x


def stable_sort(x: torch.Tensor, *, stable: bool | None, dim: int = -1, descending: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """`nn.sort`, which plain sorts become, keeps the order of equal elements; torch-mlir lowers only those."""
    return torch.ops.aten.sort.default(x, dim, descending)


def stack(tensors: Sequence[torch.Tensor], dim: int = 0) -> torch.Tensor:
    """Along a dimension of its own. The stock decomposition merges it with the next one, whose splits that hides."""
    return torch.cat([each.unsqueeze(dim) for each in tensors], dim)


def zeros_like(x: torch.Tensor, **options: Any) -> torch.Tensor:
    """In place of an empty tensor, some elements of which may be read: what a model writes into one need not cover it as far as we see."""
    options.pop("memory_format", None)
    return torch.zeros_like(x, **options)


def zeros(shape: Sequence[int], **options: Any) -> torch.Tensor:
    """As zeros_like, of a shape."""
    options.pop("memory_format", None)
    return torch.zeros(shape, **options)


def gelu(x: torch.Tensor, *, approximate: str = "none") -> torch.Tensor:
    """The form of tanh, of narrow types in f32; the stock lowering has a constant of four digits. The exact form stays."""
    if approximate != "tanh":
        return NotImplemented
    wide = x.float() if x.dtype in (torch.bfloat16, torch.float16) else x
    inner = math.sqrt(2 / math.pi) * (wide + 0.044715 * wide * wide * wide)
    return (0.5 * wide * (1 + torch.tanh(inner))).to(x.dtype)


def cumprod(x: torch.Tensor, dim: int, *, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Running products in as many steps as the size has binary digits (Hillis and Steele, "Data parallel algorithms", 1986)."""
    x = x if dtype is None else x.to(dtype)
    if x.ndim == 0:
        return x.clone()
    dim %= x.ndim
    size, step = x.shape[dim], 1
    while step < size:
        ones = torch.ones_like(x.narrow(dim, 0, step))
        x = x * torch.cat([ones, x.narrow(dim, 0, size - step)], dim)
        step *= 2
    return x.clone() if size <= 1 else x


def median(x: torch.Tensor, dim: int, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """The lower of the middle values and its position; NaN where a value is."""
    values, positions = kthvalue(x, (x.shape[dim] + 1) // 2, dim, keepdim)
    if x.is_floating_point():
        values = torch.where(torch.isnan(x).any(dim, keepdim=keepdim), torch.nan, values)
    return values, positions


def kthvalue(x: torch.Tensor, k: int, dim: int = -1, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """The k-th smallest value, from 1, and its position."""
    results = (each.narrow(dim, k - 1, 1) for each in torch.ops.aten.sort.default(x, dim, False))
    return tuple(each if keepdim else each.squeeze(dim) for each in results)


def median_of_all(x: torch.Tensor) -> torch.Tensor:
    """That of all elements."""
    return median(x.reshape(-1), 0)[0]


def scatter_reduce(
    x: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, reduce: str, *, include_self: bool = True
) -> torch.Tensor:
    """Reductions by comparing all positions with all indices; a sum is left to scatter_add."""
    if reduce == "sum" and include_self:
        return x.scatter_add(dim, index, source)
    dim %= x.ndim
    if index.numel() * x.shape[dim] > MOST_COMPARISONS:
        raise ValueError(
            f"scatter_reduce by '{reduce}' compares {index.numel()} indices with {x.shape[dim]} positions, more than "
            f"{MOST_COMPARISONS} in all; use scatter_add, or sort by index first"
        )
    for d in range(x.ndim):
        source = source.narrow(d, 0, index.shape[d])
        if d != dim and index.shape[d] != x.shape[d]:
            raise ValueError(f"scatter_reduce by '{reduce}' of a part of dimension {d} is not supported; give indices for all of it")
    hits = index.unsqueeze(dim) == torch.arange(x.shape[dim]).reshape(-1, *[1] * (x.ndim - dim))
    values, lowest, greatest = source.unsqueeze(dim), lowest_of(x.dtype), greatest_of(x.dtype)
    counts = hits.sum(dim + 1)
    result = {
        "amax": lambda: torch.where(hits, values, lowest).amax(dim + 1),
        "amin": lambda: torch.where(hits, values, greatest).amin(dim + 1),
        "prod": lambda: torch.where(hits, values, 1).prod(dim + 1),
        "sum": lambda: torch.where(hits, values, 0).sum(dim + 1),
        "mean": lambda: torch.where(hits, values, 0).sum(dim + 1),
    }[reduce]()
    both = {"amax": torch.maximum, "amin": torch.minimum, "prod": torch.mul, "sum": torch.add, "mean": torch.add}[reduce]
    if include_self:
        result = both(result, x)
    if reduce == "mean":
        total = (counts + 1 if include_self else counts).clamp(min=1)
        result = result / total if x.is_floating_point() else torch.div(result, total, rounding_mode="floor")
    return torch.where(counts > 0, result, x)


MOST_COMPARISONS = 1 << 26


def lowest_of(kind: torch.dtype) -> float | int:
    """What every number of a type is at least."""
    return -torch.inf if kind.is_floating_point else torch.iinfo(kind).min


def greatest_of(kind: torch.dtype) -> float | int:
    """What every number of a type is at most."""
    return torch.inf if kind.is_floating_point else torch.iinfo(kind).max


DECOMPOSITIONS = {
    torch.ops.aten.native_layer_norm.default: layer_norm,
    torch.ops.aten.native_group_norm.default: group_norm,
    torch.ops.aten.scaled_dot_product_attention.default: attention,
    torch.ops.aten.roll.default: roll,
    torch.ops.aten.reflection_pad1d.default: reflection_pad,
    torch.ops.aten.reflection_pad2d.default: reflection_pad,
    torch.ops.aten.reflection_pad3d.default: reflection_pad,
    torch.ops.aten.replication_pad1d.default: replication_pad,
    torch.ops.aten.replication_pad2d.default: replication_pad,
    torch.ops.aten.replication_pad3d.default: replication_pad,
    torch.ops.aten.sort.stable: stable_sort,
    torch.ops.aten.stack.default: stack,
    torch.ops.aten.empty_like.default: zeros_like,
    torch.ops.aten.empty.memory_format: zeros,
    torch.ops.aten.gelu.default: gelu,
    torch.ops.aten.cumprod.default: cumprod,
    torch.ops.aten.median.dim: median,
    torch.ops.aten.median.default: median_of_all,
    torch.ops.aten.kthvalue.default: kthvalue,
    torch.ops.aten.scatter_reduce.two: scatter_reduce,
}
