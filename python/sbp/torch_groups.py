"""`torch.nn.functional.grouped_mm` as grouped products of our `nn` dialect.  Needs torch.

`offs` has the ends of groups of rows of the first factor (weights of three dimensions), or of both factors' contracted dimension (two of
two). Rows of no group are 0, where PyTorch leaves them open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder

aten = torch.ops.aten
Node = torch.fx.Node


def transpose_of(node: Node) -> Node | None:
    """The node whose last two dimensions `node` exchanges; None where it does something else."""
    rank = node.meta["val"].ndim
    turned = [*range(rank - 2), rank - 1, rank - 2]
    if node.target == aten.permute.default and [dim % rank for dim in node.args[1]] == turned:
        return node.args[0]
    if node.target == aten.transpose.int and {dim % rank for dim in node.args[1:]} == {rank - 2, rank - 1}:
        return node.args[0]
    return node.args[0] if node.target == aten.t.default else None


def grouped_mm(
    b: Builder, x: Node, y: Node, offs: Node | None = None, bias: Node | None = None, out_dtype: torch.dtype | None = None
) -> Node | None:
    """x[rows of group] @ y[group], or x[:, rows of group] @ y[rows of group] for each group; other forms stay."""
    ranks = x.meta["val"].ndim, y.meta["val"].ndim
    kinds = {x.meta["val"].dtype, y.meta["val"].dtype, b.node.meta["val"].dtype}
    if offs is None or bias is not None or ranks not in ((2, 3), (2, 2)) or len(kinds) != 1:
        return None
    result = b.node.meta["val"]
    if ranks == (2, 2):
        rows = transpose_of(x)
        return b.cut("nn.grouped_outer", (b.permute(x, [1, 0]) if rows is None else rows, y, offs), {}, [result])[0]
    weights = transpose_of(y)
    if weights is None:
        return b.cut("nn.grouped_product", (x, y, offs), {}, [result])[0]
    return b.cut("nn.grouped_product", (x, weights, offs), {"transposed": True}, [result])[0]


def grouped_mm_backward(b: Builder, x: Node, y: Node, offs: Node, gradient: Node) -> list[Node]:
    """The gradients of both factors of rows by the matrix of their group, as an op of transformers has them."""
    by_rows, by_weights = b.node.meta["val"]
    return [
        b.cut("nn.grouped_product", (gradient, y, offs), {"transposed": True}, [by_rows])[0],
        b.cut("nn.grouped_outer", (x, gradient, offs), {}, [by_weights])[0],
    ]
