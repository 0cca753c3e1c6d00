"""Functions of PyTorch that its own code computes in ways that have no level-0 form, of other functions of PyTorch.  Needs torch.

Their gradients are those of the functions that they are made of. Each takes the arguments of the function that it replaces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional


def reduce_losses(losses: torch.Tensor, reduction: str) -> torch.Tensor:
    """As the losses of torch.nn.functional do."""
    return {"none": lambda: losses, "mean": losses.mean, "sum": losses.sum}[reduction]()


def bincount(input: torch.Tensor, weights: torch.Tensor | None = None, minlength: int = 0) -> torch.Tensor:
    """Counts of 0 to `minlength` - 1, which sets the size of the result; larger numbers are in none."""
    if minlength <= 0:
        raise ValueError("bincount needs minlength=, which sets the size of its result")
    values = torch.ones_like(input, dtype=torch.int64) if weights is None else weights
    return values.new_zeros(minlength + 1).index_add(0, input.clamp(max=minlength).to(torch.int64), values)[:minlength]


def histc(input: torch.Tensor, bins: int = 100, min: float = 0, max: float = 0) -> torch.Tensor:
    """Counts of the numbers between `min` and `max` in `bins` equal pieces."""
    if min >= max:
        raise ValueError("histc needs min= and max=, the first below the second")
    inside = (input >= min) & (input <= max)
    piece = ((input - min) / (max - min) * bins).to(torch.int64).clamp(0, bins - 1)
    piece = torch.where(inside, piece, bins).flatten()
    return input.new_zeros(bins + 1).index_add(0, piece, torch.ones_like(input).flatten())[:bins]


def hypot(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Without overflow of the squares, by the quotient of the smaller and the larger side."""
    larger, smaller = torch.maximum(input.abs(), other.abs()), torch.minimum(input.abs(), other.abs())
    quotient = smaller / torch.where(larger == 0, 1.0, larger)
    return torch.where(torch.isinf(larger), larger, larger * torch.sqrt(1 + quotient * quotient))


def copysign(input: torch.Tensor, other: torch.Tensor | float) -> torch.Tensor:
    """The absolute value with the sign of `other`, that of a zero too: 1 / -0 is negative."""
    other = torch.as_tensor(other, dtype=input.dtype)
    is_negative = (other < 0) | ((other == 0) & (1 / other < 0))
    return torch.where(is_negative, -input.abs(), input.abs())


def gaussian_nll_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    var: torch.Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> torch.Tensor:
    """Without the test that no variance is negative."""
    var = torch.full_like(input, var) if isinstance(var, float) else var
    if var.shape != input.shape and input.shape[:-1] == var.shape:
        var = var.unsqueeze(-1)
    with torch.no_grad():
        raised = (var.clamp(min=eps) - var).detach()
    var = var + raised
    losses = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    return reduce_losses(losses + 0.5 * math.log(2 * math.pi) if full else losses, reduction)


def multi_margin_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: torch.Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """`input` [batch, classes] or [classes]."""
    rows, target = (input, target) if input.ndim == 2 else (input[None], target.reshape(1))
    is_target = torch.arange(rows.shape[1]) == target[:, None]
    own = torch.where(is_target, rows, 0.0).sum(1, keepdim=True)
    losses = functional.relu(margin - own + rows) ** p
    if weight is not None:
        losses = losses * weight[target][:, None]
    losses = torch.where(is_target, 0.0, losses).sum(1) / rows.shape[1]
    return reduce_losses(losses if input.ndim == 2 else losses[0], reduction)


def multilabel_margin_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """`target` has the labels of each row, then -1."""
    rows, labels = (input, target) if input.ndim == 2 else (input[None], target[None])
    counts = (labels < 0).to(torch.int64).cumsum(1) == 0
    hits = (labels[..., None] == torch.arange(rows.shape[1])) & counts[..., None]  # [batch, label, class]
    own = torch.where(hits, rows[:, None], 0.0).sum(-1)
    losses = functional.relu(1 - own[..., None] + rows[:, None])
    others = counts[..., None] & ~hits.any(1)[:, None]
    losses = torch.where(others, losses, 0.0).sum((1, 2)) / rows.shape[1]
    return reduce_losses(losses if input.ndim == 2 else losses[0], reduction)


def rrelu(
    input: torch.Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False
) -> torch.Tensor:
    """In eval mode; in training mode it draws."""
    if training:
        raise ValueError("rrelu in training mode draws random numbers, which is not supported; call eval() on its module")
    return functional.leaky_relu(input, (lower + upper) / 2)


def weight_norm(v: torch.Tensor, g: torch.Tensor, dim: int = 0) -> torch.Tensor:
    """`v` of the norm `g` along all dimensions but `dim`; -1: along all."""
    dims = [each for each in range(v.ndim) if dim == -1 or each != dim % v.ndim]
    return v * (g / torch.linalg.vector_norm(v, dim=dims, keepdim=True))


def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> torch.Tensor:
    """Norms of the differences of all pairs of rows."""
    return torch.linalg.vector_norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, dim=-1)


def resize(x: torch.Tensor, dim: int, size: int, align_corners: bool, scale: float | None) -> torch.Tensor:
    """`x` with `size` elements along `dim`, between neighbours by their distance."""
    count = x.shape[dim]
    at = torch.arange(size, dtype=x.dtype if x.dtype == torch.float64 else torch.float32)
    if align_corners:
        place = at * ((count - 1) / (size - 1)) if size > 1 else at * 0
    else:
        place = ((at + 0.5) * (1.0 / scale if scale else count / size) - 0.5).clamp(min=0)
    low = place.to(torch.int64).clamp(max=count - 1)
    high = (low + 1).clamp(max=count - 1)
    far = (place - low).clamp(0, 1).to(x.dtype).reshape(-1, *[1] * (x.ndim - dim - 1))
    return x.index_select(dim, low) * (1 - far) + x.index_select(dim, high) * far


def interpolate(
    input: torch.Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> torch.Tensor:
    """Linear modes one dimension after the other; others are PyTorch's."""
    if mode not in ("linear", "bilinear", "trilinear") or antialias:
        return functional.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
    count = input.ndim - 2
    scales = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * count
    sizes = list(size) if isinstance(size, (tuple, list)) else [size] * count
    for at in range(count):
        length = sizes[at] if sizes[at] is not None else math.floor(input.shape[2 + at] * scales[at])
        scale = None if recompute_scale_factor or sizes[at] is not None else float(scales[at])
        input = resize(input, 2 + at, length, bool(align_corners), scale)
    return input


def adaptive_avg_pool(whole: Callable[..., Any], count: int) -> Callable[..., Any]:
    """`whole`, a pooling over the last `count` dimensions; to one element it is a mean, which PyTorch lays out by strides."""

    def pool(input: torch.Tensor, output_size: Any) -> torch.Tensor:
        sizes = list(output_size) if isinstance(output_size, (tuple, list)) else [output_size] * count
        return input.mean(list(range(-count, 0)), keepdim=True) if set(sizes) == {1} else whole(input, output_size)

    return pool


def pad(input: torch.Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> torch.Tensor:
    """Circular padding without writes into an empty tensor; other modes are PyTorch's."""
    if mode != "circular":
        return functional.pad(input, pad, mode, value)
    for at in range(len(pad) // 2):
        dim, (front, back) = input.ndim - 1 - at, pad[2 * at : 2 * at + 2]
        size = input.shape[dim]
        input = torch.cat([input.narrow(dim, size - front, front), input, input.narrow(dim, 0, back)], dim)
    return input


# Functions without a level-0 form as PyTorch computes them.
FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {
    torch.bincount: bincount,
    torch.Tensor.bincount: bincount,
    torch.histc: histc,
    torch.Tensor.histc: histc,
    torch.hypot: hypot,
    torch.Tensor.hypot: hypot,
    torch.copysign: copysign,
    torch.Tensor.copysign: copysign,
    functional.gaussian_nll_loss: gaussian_nll_loss,
    functional.rrelu: rrelu,
    functional.pad: pad,
}
# Functions whose gradient has no level-0 form.
DIFFERENTIABLE = {
    functional.multi_margin_loss: multi_margin_loss,
    functional.multilabel_margin_loss: multilabel_margin_loss,
    torch._weight_norm: weight_norm,
    torch.cdist: cdist,
    functional.interpolate: interpolate,
    functional.adaptive_avg_pool1d: adaptive_avg_pool(functional.adaptive_avg_pool1d, 1),
    functional.adaptive_avg_pool2d: adaptive_avg_pool(functional.adaptive_avg_pool2d, 2),
    functional.adaptive_avg_pool3d: adaptive_avg_pool(functional.adaptive_avg_pool3d, 3),
}
