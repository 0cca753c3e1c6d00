"""Gradients of PyTorch's ops as other ops, where torch-mlir lowers none or lowers them badly.  Needs torch.

Each function takes the arguments of the ATen op that it decomposes; shapes are those of PyTorch's documentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional

aten = torch.ops.aten
Ints = Sequence[int]


def addmm(x: torch.Tensor, first: torch.Tensor, second: torch.Tensor, *, beta: float = 1, alpha: float = 1) -> torch.Tensor:
    """beta x + alpha first second, without products by 1."""
    product = torch.mm(first, second)
    return (x if beta == 1 else x * beta) + (product if alpha == 1 else product * alpha)


def var_mean(
    x: torch.Tensor, dim: Ints | None = None, *, correction: float | None = None, keepdim: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """Variance and mean. Stays in f32; the stock lowering of a variance goes through f64."""
    dims = [each % x.ndim for each in dim] if dim else list(range(x.ndim))
    count = 1
    for each in dims:
        count *= x.shape[each]
    wide = x.float() if x.dtype in (torch.bfloat16, torch.float16) else x
    mean = wide.mean(dims, keepdim=True)
    squares = ((wide - mean) ** 2).sum(dims, keepdim=True)
    left = max(count - (1 if correction is None else correction), 0)
    results = (squares / left).to(x.dtype), mean.to(x.dtype)
    return results if keepdim else tuple(each.squeeze(dims) for each in results)


def var(x: torch.Tensor, dim: Ints | None = None, *, correction: float | None = None, keepdim: bool = False) -> torch.Tensor:
    """The first result of `var_mean`."""
    return var_mean(x, dim, correction=correction, keepdim=keepdim)[0]


def nll_loss_backward(
    gradient: torch.Tensor,
    x: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None,
    reduction: int,
    ignore_index: int,
    total_weight: torch.Tensor,
) -> torch.Tensor:
    """`x` [batch, classes, ...]. A comparison with the classes, which splits in every dimension, in place of a scatter."""
    axis = 0 if x.ndim == 1 else 1
    classes = torch.arange(x.shape[axis]).reshape(-1, *[1] * (x.ndim - axis - 1))
    target = target.unsqueeze(axis)
    if reduction == 1:  # mean
        gradient = gradient / total_weight
    gradient = -(gradient.unsqueeze(axis) if reduction == 0 and x.ndim > 1 else gradient)
    if weight is not None:
        gradient = gradient * weight.reshape(-1, *[1] * (x.ndim - axis - 1))
    return torch.where((classes == target) & (target != ignore_index), gradient.to(x.dtype), 0.0)


def shrink_backward(gradient: torch.Tensor, x: torch.Tensor, bound: float) -> torch.Tensor:
    """0 where `x` was set to 0."""
    return torch.where(x.abs() <= bound, 0.0, gradient)


def spread(gradient: torch.Tensor, dim: int, size: int, kernel: int, stride: int, padding: int) -> torch.Tensor:
    """The adjoint of sums over windows along `dim` of a tensor of `size` elements there."""
    count = gradient.shape[dim]
    if stride == kernel:
        full = gradient.repeat_interleave(kernel, dim)
    else:
        wide = pad_dim(dilate(gradient, dim, stride), dim, kernel - 1, kernel - 1)
        full = sum(wide.narrow(dim, k, (count - 1) * stride + kernel) for k in range(kernel))
    missing = padding + size - full.shape[dim]
    return (pad_dim(full, dim, 0, missing) if missing > 0 else full).narrow(dim, padding, size)


def pad_dim(x: torch.Tensor, dim: int, front: int, back: int) -> torch.Tensor:
    """`x` with zeros at both ends of `dim`."""
    return functional.pad(x, (0, 0) * (x.ndim - dim - 1) + (front, back)) if front or back else x


def avg_pool_backward(
    gradient: torch.Tensor,
    x: torch.Tensor,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: int | None = None,
) -> torch.Tensor:
    """Of average pooling over the last dimensions, as many as `kernel` has."""
    first = x.ndim - len(kernel)
    stride = list(stride) or list(kernel)
    padding = list(padding) * (len(kernel) if len(padding) == 1 else 1)
    for at, (size, width, step, pad) in enumerate(zip(x.shape[first:], kernel, stride, padding)):
        if divisor is None:
            begin = torch.arange(gradient.shape[first + at]) * step - pad
            inside = (begin + width).clamp(max=size + (pad if count_include_pad else 0)) - (
                begin if count_include_pad else begin.clamp(min=0)
            )
            regular = not ceil_mode and (count_include_pad or pad == 0)
            counts = width if regular else inside.to(x.dtype).reshape(-1, *[1] * (len(kernel) - at - 1))
            gradient = gradient / counts
    if divisor is not None:
        gradient = gradient / divisor
    for at, (size, width, step, pad) in enumerate(zip(x.shape[first:], kernel, stride, padding)):
        gradient = spread(gradient, first + at, size, width, step, pad)
    return gradient


def adaptive_avg_pool_backward(gradient: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Of adaptive pooling over the last two or three dimensions. Where sizes do not divide, a product with the table of means."""
    count = 2 if x.ndim <= 4 else 3
    for dim in range(x.ndim - count, x.ndim):
        size, pieces = x.shape[dim], gradient.shape[dim]
        if size % pieces == 0:
            gradient = spread(gradient / (size // pieces), dim, size, size // pieces, size // pieces, 0)
            continue
        piece = torch.arange(pieces)[:, None]
        begin, end = piece * size // pieces, ((piece + 1) * size + pieces - 1) // pieces
        at = torch.arange(size)
        means = torch.where((at >= begin) & (at < end), 1.0 / (end - begin).to(x.dtype), 0.0)
        gradient = (gradient.movedim(dim, -1) @ means).movedim(-1, dim)
    return gradient


def put_back(gradient: torch.Tensor, x: torch.Tensor, indices: torch.Tensor, count: int) -> torch.Tensor:
    """Adds `gradient` at `indices` into the last `count` dimensions of a tensor like `x`, taken as one."""
    flat = torch.zeros_like(x).flatten(x.ndim - count)
    return flat.scatter_add(-1, indices.flatten(x.ndim - count), gradient.flatten(x.ndim - count)).reshape(x.shape)


def max_pool2d_backward(gradient: torch.Tensor, x: torch.Tensor, *window: Any) -> torch.Tensor:
    """The last of `window` has the positions of the maxima."""
    return put_back(gradient, x, window[-1], 2)


def max_pool3d_backward(gradient: torch.Tensor, x: torch.Tensor, *window: Any) -> torch.Tensor:
    """As max_pool2d_backward."""
    return put_back(gradient, x, window[-1], 3)


def replication_pad_backward(gradient: torch.Tensor, x: torch.Tensor, padding: Ints) -> torch.Tensor:
    """Each element has the sum of its copies."""
    for at in range(len(padding) // 2):
        dim = x.ndim - 1 - at
        source = (torch.arange(gradient.shape[dim]) - padding[2 * at]).clamp(0, x.shape[dim] - 1)
        shape = [*gradient.shape[:dim], x.shape[dim], *gradient.shape[dim + 1 :]]
        gradient = gradient.new_zeros(shape).index_add(dim, source, gradient)
    return gradient


def dilate(x: torch.Tensor, dim: int, step: int) -> torch.Tensor:
    """`x` with `step` - 1 zeros between its elements along `dim`."""
    if step == 1:
        return x
    apart = functional.pad(x.unsqueeze(dim + 1), (0, 0) * (x.ndim - dim - 1) + (0, step - 1)).flatten(dim, dim + 1)
    return apart.narrow(dim, 0, (x.shape[dim] - 1) * step + 1)


def grouped_by_x(
    gradient: torch.Tensor, x: torch.Tensor, weight: torch.Tensor, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> torch.Tensor:
    """The gradient of the input of a convolution of groups: a convolution of step 1 of the dilated gradient with the reversed weights."""
    for at, (step, pad, spread_by) in enumerate(zip(stride, padding, dilation)):
        dim = 2 + at
        reach = spread_by * (weight.shape[dim] - 1)
        gradient = dilate(gradient, dim, step)
        front, size = reach - pad, x.shape[dim]
        back = size + reach - front - gradient.shape[dim]
        gradient = pad_dim(gradient, dim, max(front, 0), max(back, 0)).narrow(dim, max(-front, 0), size + reach)
    turned = weight.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1).flip(list(range(2, weight.ndim)))
    none = [0] * len(stride)
    return aten.convolution(gradient, turned, None, [1] * len(stride), none, dilation, False, none, groups)


def weight_gradient(
    gradient: torch.Tensor, x: torch.Tensor, weight: torch.Tensor, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> torch.Tensor:
    """The gradient of the weights: a convolution of the input with the gradient, batch and channels exchanged."""
    by_group = lambda value: value.unflatten(1, (groups, -1)) if groups > 1 else value.unsqueeze(1)
    padding = list(padding)
    for at, (step, spread_by) in enumerate(zip(stride, dilation)):
        dim = 2 + at
        # Elements that the last window does not reach are left out, so that the result has the size of the weights.
        back = (weight.shape[dim] - 1) * spread_by + (gradient.shape[dim] - 1) * step + 1 - x.shape[dim] - padding[at]
        if back != padding[at]:
            x = pad_dim(x, dim, padding[at], max(back, 0)).narrow(dim, 0, x.shape[dim] + padding[at] + back)
            padding[at] = 0
    source = by_group(x).permute(2, 1, 0, *range(3, x.ndim + 1)).flatten(1, 2)
    kernel = by_group(gradient).permute(1, 2, 0, *range(3, x.ndim + 1)).flatten(0, 1)
    return aten.convolution(source, kernel, None, dilation, padding, stride, False, [0] * len(stride), groups).transpose(0, 1)


def convolution_backward(
    gradient: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    bias_sizes: Ints | None,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: int,
    mask: Sequence[bool],
) -> Any:
    """The weights' gradient sums over batch and positions at once; torch-mlir's is one product for each sample, and a sum of these. The input's
    of a convolution without groups and of step 1 is torch-mlir's."""
    by_x = by_weight = None
    none = [0] * len(stride)
    if mask[0] and transposed:
        by_x = aten.convolution(gradient, weight, None, stride, padding, dilation, False, none, groups)
    elif mask[0] and groups > 1 and any(step > 1 for step in stride):
        by_x = grouped_by_x(gradient, x, weight, stride, padding, dilation, groups)
    elif mask[0] and not any(mask[1:]):
        return NotImplemented
    elif mask[0]:
        by_x = aten.convolution_backward(gradient, x, weight, None, stride, padding, dilation, False, none, groups, [True, False, False])[0]
    if mask[1]:
        ends = (x, gradient) if transposed else (gradient, x)
        by_weight = weight_gradient(*ends, weight, stride, padding, dilation, groups)
    by_bias = gradient.sum([dim for dim in range(gradient.ndim) if dim != 1]) if mask[2] else None
    return by_x, by_weight, by_bias


def diagonal_scatter(x: torch.Tensor, source: torch.Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> torch.Tensor:
    """`x` with `source` on a diagonal."""
    turned = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = turned.shape[-2:]
    on = torch.arange(columns) - torch.arange(rows)[:, None] == offset
    # Element k of the diagonal is in row k, or in column k where the diagonal begins in a later row.
    by_row = offset >= 0
    source = functional.pad(source, (0, (rows if by_row else columns) - source.shape[-1])).unsqueeze(-1 if by_row else -2)
    return torch.where(on, source, turned).movedim((-2, -1), (dim1, dim2))


BACKWARD = {
    aten.addmm.default: addmm,
    aten.var_mean.correction: var_mean,
    aten.var.correction: var,
    aten.nll_loss_backward.default: nll_loss_backward,
    aten.nll_loss2d_backward.default: nll_loss_backward,
    aten.hardshrink_backward.default: shrink_backward,
    aten.softshrink_backward.default: shrink_backward,
    aten.avg_pool2d_backward.default: avg_pool_backward,
    aten.avg_pool3d_backward.default: avg_pool_backward,
    aten._adaptive_avg_pool2d_backward.default: adaptive_avg_pool_backward,
    aten._adaptive_avg_pool3d_backward.default: adaptive_avg_pool_backward,
    aten.max_pool2d_with_indices_backward.default: max_pool2d_backward,
    aten.max_pool3d_with_indices_backward.default: max_pool3d_backward,
    aten.adaptive_max_pool2d_backward.default: max_pool2d_backward,
    aten.adaptive_max_pool3d_backward.default: max_pool3d_backward,
    aten.replication_pad1d_backward.default: replication_pad_backward,
    aten.replication_pad2d_backward.default: replication_pad_backward,
    aten.replication_pad3d_backward.default: replication_pad_backward,
    aten.convolution_backward.default: convolution_backward,
    aten.diagonal_scatter.default: diagonal_scatter,
}
