"""PyTorch's writes at indices (`index_copy`, `index_put`, `scatter`, of buffers too) as `nn.scatter`.  Needs torch and torch-mlir.

torch-mlir has no op that replaces slices in order. So each write is taken out of the graph before it is lowered: `cut_ops` makes its operands
results and its value an argument; in the lowered function `join_ops` puts `nn.scatter` between them. Writes that add stay as they are.
Products of groups of rows (torch_groups.py) and attention (torch_attention.py), which torch-mlir does not lower, take the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch_mlir import ir

from sbp.torch_attention import cut_attention
from sbp.torch_groups import grouped_mm
from sbp.walk import walk

aten = torch.ops.aten
Node = torch.fx.Node
Attribute = int | float | bool | list[int]


@dataclass
class Cut:
    """An op of ours, `name`, of which the operands are nodes of the graph, and the argument that stands for its value. Its attributes are
    numbers, lists of i32, or True for one without a value. `unread` has the shapes of further results, of f32, that nothing reads."""

    name: str
    operands: tuple[Node, ...]
    attributes: dict[str, Attribute]
    value: Node
    unread: tuple[list[int], ...] = ()

    def attribute(self, name: str) -> ir.Attribute:
        """An attribute as MLIR has it, in the current context."""
        value = self.attributes[name]
        if value is True:
            return ir.UnitAttr.get()
        if isinstance(value, list):
            return ir.DenseI32ArrayAttr.get(value)
        return (
            ir.FloatAttr.get(ir.F64Type.get(), value)
            if isinstance(value, float)
            else ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
        )


class Builder:
    """Adds nodes in front of one node, which they replace."""

    def __init__(self, node: Node, cuts: list[Cut]) -> None:
        self.node, self.graph, self.cuts = node, node.graph, cuts

    def call(self, op: Callable[..., Any], *arguments: Any) -> Node:
        """A node that calls `op`, with the value and the user's line that tracing would have given it."""
        with self.graph.inserting_before(self.node):
            made = self.graph.call_function(op, arguments)
        made.meta = {key: value for key, value in self.node.meta.items() if key in ("stack_trace", "nn_module_stack")}
        made.meta["val"] = op(*torch.fx.node.map_arg(arguments, lambda each: each.meta["val"]))
        return made

    def expand(self, x: Node, shape: Sequence[int]) -> Node:
        """`x` broadcast to `shape`."""
        return x if shape_of(x) == list(shape) else self.call(aten.expand.default, x, list(shape))

    def view(self, x: Node, shape: Sequence[int]) -> Node:
        """`x` reshaped to `shape`."""
        return x if shape_of(x) == list(shape) else self.call(aten.reshape.default, x, list(shape))

    def permute(self, x: Node, order: list[int]) -> Node:
        """`x` with its dimensions in `order`."""
        return x if order == list(range(len(order))) else self.call(aten.permute.default, x, order)

    def wrap(self, index: Node, size: int) -> Node:
        """Negative numbers count from the end."""
        return self.call(aten.where.self, self.call(aten.lt.Scalar, index, 0), self.call(aten.add.Scalar, index, size), index)

    def scatter(self, table: Node, indices: Node, updates: Node, axis: int, batch: int = 0) -> Node:
        """`updates` have the dimensions of `indices` in place of dimension `axis` of `table`, behind `batch` ones that all share."""
        attributes = {"axis": axis} | ({"batch_dims": batch} if batch else {})
        return self.cut("nn.scatter", (table, indices, updates), attributes, table.meta["val"])

    def cut(
        self,
        name: str,
        operands: tuple[Node, ...],
        attributes: dict[str, Attribute],
        like: torch.Tensor,
        unread: tuple[list[int], ...] = (),
    ) -> Node:
        """The argument that stands for the value of an op of ours, of the shape and type of `like`; `unread`: see Cut."""
        last = [node for node in self.graph.nodes if node.op == "placeholder"][-1]
        with self.graph.inserting_after(last):
            value = self.graph.placeholder(f"cut_{len(self.cuts)}")
        value.meta["val"] = like.clone()
        self.cuts.append(Cut(name, operands, attributes, value, unread))
        return value


def shape_of(node: Node) -> list[int]:
    """The sizes of the tensor that a node computes."""
    return list(node.meta["val"].shape)


def inverse(order: Sequence[int]) -> list[int]:
    """The permutation that undoes `order`."""
    return [order.index(dim) for dim in range(len(order))]


def index_copy(b: Builder, table: Node, dim: int, index: Node, source: Node) -> Node:
    """table[.., index, ..] = source along `dim`."""
    dim %= len(shape_of(table))
    return b.scatter(table, b.view(index, [index.meta["val"].numel()]), source, dim)


def scatter_elements(b: Builder, table: Node, dim: int, index: Node, source: Node) -> Node | None:
    """table[i, index[i, j]] = source[i, j]: all other dimensions are shared."""
    rank, shape = len(shape_of(table)), shape_of(index)
    if rank == 0 or 0 in shape:
        return table if 0 in shape else None
    dim %= rank
    part = table
    others = [d for d in range(rank) if d != dim]
    for d in others:  # the indices may cover a part of the table
        if shape[d] != shape_of(table)[d]:
            part = b.call(aten.slice.Tensor, part, d, 0, shape[d])
    for d in range(rank):
        if shape[d] != shape_of(source)[d]:
            source = b.call(aten.slice.Tensor, source, d, 0, shape[d])
    order = others + [dim]
    turned = [b.permute(each, order) for each in (part, index, source)]
    written = b.permute(b.scatter(*turned, axis=rank - 1, batch=rank - 1), inverse(order))
    return place_part(b, table, written, others)


def place_part(b: Builder, table: Node, part: Node, dims: list[int]) -> Node:
    """`table` with its first elements along `dims` replaced."""
    dims = [d for d in dims if shape_of(part)[d] != shape_of(table)[d]]
    if not dims:
        return part
    inner = b.call(aten.slice.Tensor, table, dims[0], 0, shape_of(part)[dims[0]])
    return b.call(aten.slice_scatter.default, table, place_part(b, inner, part, dims[1:]), dims[0], 0, shape_of(part)[dims[0]])


def scatter_value(b: Builder, table: Node, dim: int, index: Node, value: float) -> Node | None:
    """table[i, index[i, j]] = value."""
    return scatter_elements(b, table, dim, index, b.call(aten.new_full.default, table, shape_of(index), value))


def is_count(index: Node, size: int, along: int, rank: int) -> bool:
    """Whether `index` is 0, 1, ... up to the size of the dimension that it chooses, along dimension `along` of `rank`."""
    shape = shape_of(index)
    if [1] * (rank - len(shape)) + shape != [size if d == along else 1 for d in range(rank)]:
        return False
    while index.target in (aten.unsqueeze.default, aten.view.default, aten.reshape.default, aten._to_copy.default):
        index = index.args[0]
    arguments = list(index.args)
    if index.target == aten.arange.start_step:
        return arguments[:2] == [0, size] and (arguments[2:] or [1])[0] == 1
    if index.target == aten.arange.start:
        return arguments == [0, size]
    return index.target == aten.arange.default and arguments == [size]


def index_put(b: Builder, table: Node, indices: Sequence[Node | None], values: Node, accumulate: bool = False) -> Node | None:
    """table[i, j] = values; an index that is None stands for all of a dimension."""
    chosen = [dim for dim, index in enumerate(indices) if index is not None]
    if accumulate or not chosen or any(indices[dim].meta["val"].dtype == torch.bool for dim in chosen):
        return None
    shape = list(torch.broadcast_shapes(*(shape_of(indices[dim]) for dim in chosen)))
    rank = len(shape_of(table))
    order = list(range(rank))
    if chosen != list(range(chosen[0], chosen[-1] + 1)):  # the dimensions of the indices come first
        order = chosen + [dim for dim in range(rank) if dim not in chosen]
    turned, axis = b.permute(table, order), order.index(chosen[0])
    sizes = shape_of(turned)
    full = sizes[:axis] + shape + sizes[axis + len(chosen) :]
    values = b.expand(values, full)
    batch = 0
    while axis == 0 and batch < len(chosen) - 1 and is_count(indices[chosen[batch]], sizes[batch], batch, len(shape)):
        batch += 1
    flat, left = None, chosen[batch:]
    for number, dim in enumerate(left):
        size = sizes[axis + batch + number]
        index = b.expand(b.wrap(indices[dim], size), shape)
        flat = index if flat is None else b.call(aten.add.Tensor, b.call(aten.mul.Scalar, flat, size), index)
    at = axis + batch
    merged = sizes[:at] + [int(torch.Size(sizes[at : at + len(left)]).numel())] + sizes[at + len(left) :]
    written = b.scatter(b.view(turned, merged), flat, values, at, batch)
    return b.permute(b.view(written, sizes), inverse(order))


WRITES = {
    aten.index_copy.default: index_copy,
    aten.index_put.default: index_put,
    aten._unsafe_index_put.default: index_put,
    aten.scatter.src: scatter_elements,
    aten.scatter.value: scatter_value,
}
CUT = {**WRITES, aten._grouped_mm.default: grouped_mm, torch.ops.sbp.attention.default: cut_attention}


def keep_writes(table: dict[Any, Any]) -> dict[Any, Any]:
    """Takes what would write the writes as other ops out of a table of decompositions: `index_copy` has no negative indices."""
    return {op: function for op, function in table.items() if op not in WRITES}


def cut_ops(graph: torch.fx.Graph) -> list[Cut]:
    """Takes the ops of CUT out of `graph`: their operands are its last results, their values its last arguments. Returns them in order."""
    cuts = []
    for node in list(graph.nodes):
        handler = CUT.get(node.target) if node.op == "call_function" else None
        value = handler(Builder(node, cuts), *node.args, **node.kwargs) if handler else None
        if value is not None:
            node.replace_all_uses_with(value)
            graph.erase_node(node)
    output = next(node for node in graph.nodes if node.op == "output")
    output.args = (tuple(output.args[0]) + tuple(operand for cut in cuts for operand in cut.operands),)
    # The order of arguments is that of cuts, whatever was inserted where.
    for cut in cuts:
        last = [node for node in graph.nodes if node.op == "placeholder"][-1]
        if cut.value is not last:
            last.append(cut.value)
    return cuts


def sort_operations(block: ir.Block) -> None:
    """Puts producers in front of their readers, everything else as it was."""
    operations = [op.operation for op in block.operations]
    place = {op: number for number, op in enumerate(operations)}
    done, order = set(), []

    def visit(op: ir.Operation) -> None:
        if op in done:
            return
        done.add(op)
        for reader in [op, *(inner.operation for region in op.regions for inner in walk_region(region))]:
            for operand in reader.operands:
                producer = None if isinstance(operand.owner, ir.Block) else operand.owner
                if producer is not None and producer in place:
                    visit(producer)
        order.append(op)

    for op in operations:
        visit(op)
    for op in order[:-1]:
        op.move_before(order[-1])


def walk_region(region: ir.Region) -> Iterator[ir.Operation]:
    """All operations of a region, outermost first."""
    for block in region.blocks:
        yield from walk(block)


def join_ops(module: ir.Module, cuts: list[Cut]) -> None:
    """Puts the ops into the lowered function, and takes their arguments and results from it."""
    if not cuts:
        return
    function = next(op.operation for op in module.body.operations if op.operation.name == "func.func")
    block = function.regions[0].blocks[0]
    end = [op.operation for op in block.operations][-1]
    results, arguments = list(end.operands), list(block.arguments)
    first_argument = len(arguments) - len(cuts)
    kept = taken = len(results) - sum(len(cut.operands) for cut in cuts)
    with module.context, end.location:
        with ir.InsertionPoint(end):
            for cut, argument in zip(cuts, arguments[first_argument:]):
                attributes = {name: cut.attribute(name) for name in cut.attributes}
                # Read anew: an operand may be the value of an op before.
                operands = [end.operands[taken + k] for k in range(len(cut.operands))]
                taken += len(operands)
                unread = [ir.RankedTensorType.get(shape, ir.F32Type.get()) for shape in cut.unread]
                made = ir.Operation.create(cut.name, results=[argument.type, *unread], operands=operands, attributes=attributes)
                argument.replace_all_uses_with(made.results[0])
            ir.Operation.create(end.name, operands=list(end.operands)[:kept])
        end.erase()
        for i in reversed(range(first_argument, len(arguments))):
            block.erase_argument(i)
        kinds = [argument.type for argument in block.arguments]
        last = [op.operation for op in block.operations][-1]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(kinds, [value.type for value in last.operands]))
    sort_operations(block)
