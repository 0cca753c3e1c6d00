"""PyTorch's writes at indices (`index_copy`, `index_put`, `scatter`, of buffers too) as `nn.scatter`.  Needs torch and torch-mlir.

torch-mlir has no op that replaces slices in order. So each write is taken out of the graph before it is lowered: `cut_ops` makes its operands
results and its value an argument; in the lowered function `join_ops` puts `nn.scatter` between them. Writes that add stay as they are.
Products of groups of rows (torch_groups.py), attention (torch_attention.py) and random numbers (torch_random.py) and barriers (torch_checkpoint.py),
which torch-mlir does not lower, take the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch_mlir import ir

from sbp import torch_constraints  # noqa: F401 (defines the op)
from sbp.torch_attention import cut_attention, cut_gradient, cut_with_sums
from sbp.torch_checkpoint import cut_barrier
from sbp.torch_groups import grouped_mm, grouped_mm_backward
from sbp.torch_random import cut_random
from sbp.walk import walk

aten = torch.ops.aten
Node = torch.fx.Node
Attribute = int | float | bool | str | list[int]


@dataclass
class Cut:
    """An op of ours, `name`, of which the operands are nodes of the graph, and the arguments that stand for its results. Its attributes are
    numbers, texts, lists of i32, or True for one without a value."""

    name: str
    operands: tuple[Node, ...]
    attributes: dict[str, Attribute]
    results: list[Node]

    def attribute(self, name: str) -> ir.Attribute:
        """An attribute as MLIR has it, in the current context."""
        value = self.attributes[name]
        if value is True:
            return ir.UnitAttr.get()
        if isinstance(value, str):
            return ir.StringAttr.get(value)
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

    def scatter(self, table: Node, indices: Node, updates: Node, axis: int, batch: int = 0, op: str = "nn.scatter") -> Node:
        """`op` is nn.scatter or nn.scatter_add. `updates` have the dimensions of `indices` in place of dimension `axis` of `table`, behind `batch` ones that all share."""
        attributes = {"axis": axis} | ({"batch_dims": batch} if batch else {})
        return self.cut(op, (table, indices, updates), attributes, [table.meta["val"]])[0]

    def cut(self, name: str, operands: tuple[Node, ...], attributes: dict[str, Attribute], results: Sequence[torch.Tensor]) -> list[Node]:
        """The arguments that stand for the results of an op of ours, of the shapes and types of `results`."""
        made = []
        for like in results:
            last = [node for node in self.graph.nodes if node.op == "placeholder"][-1]
            with self.graph.inserting_after(last):
                made.append(self.graph.placeholder(f"cut_{len(self.cuts)}_{len(made)}"))
            made[-1].meta["val"] = like.clone()
        self.cuts.append(Cut(name, operands, attributes, made))
        return made


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


def scatter_elements(b: Builder, table: Node, dim: int, index: Node, source: Node, op: str = "nn.scatter") -> Node | None:
    """table[i, index[i, j]] = source[i, j]: all other dimensions are shared. `op`: nn.scatter_add adds."""
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
    written = b.permute(b.scatter(*turned, axis=rank - 1, batch=rank - 1, op=op), inverse(order))
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
    return None if accumulate else put(b, table, indices, values, "nn.scatter")


def index_add(b: Builder, table: Node, indices: Sequence[Node | None], values: Node, accumulate: bool = False) -> Node | None:
    """As index_put, of values that are added too."""
    return put(b, table, indices, values, "nn.scatter_add" if accumulate else "nn.scatter")


def put(b: Builder, table: Node, indices: Sequence[Node | None], values: Node, op: str) -> Node | None:
    """Writes `values` by `op`; None for masks."""
    chosen = [dim for dim, index in enumerate(indices) if index is not None]
    if not chosen or any(indices[dim].meta["val"].dtype == torch.bool for dim in chosen):
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
    written = b.scatter(b.view(turned, merged), flat, values, at, batch, op)
    return b.permute(b.view(written, sizes), inverse(order))


WRITES = {
    aten.index_copy.default: index_copy,
    aten.index_put.default: index_put,
    aten._unsafe_index_put.default: index_put,
    aten.scatter.src: scatter_elements,
    aten.scatter.value: scatter_value,
}


def scatter_add(b: Builder, table: Node, dim: int, index: Node, source: Node) -> Node | None:
    """table[i, index[i, j]] += source[i, j]."""
    return scatter_elements(b, table, dim, index, source, "nn.scatter_add")


def add_rows(b: Builder, table: Node, dim: int, index: Node, source: Node, *, alpha: float = 1) -> Node | None:
    """table[.., index, ..] += source along `dim`."""
    rank = len(shape_of(table))
    return b.scatter(table, index, source, dim % rank, op="nn.scatter_add") if alpha == 1 and rank else None


def sort_chosen(b: Builder, x: Node, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> None:
    """Elements that need no order are in that of torch-mlir's lowering."""
    b.node.args, b.node.kwargs = (x, k, dim, largest, True), {}


def constrain(b: Builder, value: Node, distribution: str) -> Node:
    """`value` with a distribution, which is written into the text as the compiler reads it (export_torch.write)."""
    return b.cut("sbp.constrain", (value,), {"distribution": distribution}, [b.node.meta["val"]])[0]


def complement(b: Builder, x: Node) -> Node:
    """1 - erf(x), exact where that is small."""
    return b.cut("math.erfc", (x,), {}, [b.node.meta["val"]])[0]


def remainder(b: Builder, x: Node, y: Node | float) -> Node:
    """What is left of x by y, with the sign of x."""
    result = b.node.meta["val"]
    sides = []
    for side in (x, y):
        if not isinstance(side, Node):
            side = b.call(aten.new_full.default, x, list(result.shape), side)
        if side.meta["val"].dtype != result.dtype:
            side = b.call(aten.to.dtype, side, result.dtype)
        sides.append(b.expand(side, list(result.shape)))
    return b.cut("arith.remf" if result.is_floating_point() else "arith.remsi", tuple(sides), {}, [result])[0]


def embedding_gradient(b: Builder, cotangent: Node, indices: Node, rows: int, padding: int, by_frequency: bool) -> Node | None:
    """The gradient of a table: rows of `cotangent` are added where `indices` say, but those of row `padding`."""
    if by_frequency:
        return None
    value = cotangent.meta["val"]
    if 0 <= padding < rows:
        left = b.call(aten.unsqueeze.default, b.call(aten.ne.Scalar, indices, padding), -1)
        cotangent = b.call(aten.where.ScalarOther, left, cotangent, 0.0)
    table = b.call(aten.new_zeros.default, cotangent, [rows, value.shape[-1]])
    return b.scatter(table, indices, cotangent, 0, op="nn.scatter_add")


CUT = {
    **WRITES,
    aten._grouped_mm.default: grouped_mm,
    torch.ops.sbp.attention.default: cut_attention,
    torch.ops.sbp.constrain.default: constrain,
    aten.topk.default: sort_chosen,
    aten.erfc.default: complement,
    aten.fmod.Scalar: remainder,
    aten.fmod.Tensor: remainder,
}
# Ops of packages that need not be there.
CUT_BY_NAME = {
    "transformers.grouped_mm_fallback.default": grouped_mm,
    "transformers.grouped_mm_fallback_backward.default": grouped_mm_backward,
}
# Graphs with gradients also cut ops that add.
CUT_IN_TRAINING = CUT | {
    aten.index_put.default: index_add,
    aten._unsafe_index_put.default: index_add,
    aten.embedding_dense_backward.default: embedding_gradient,
    aten.scatter_add.default: scatter_add,
    aten.index_add.default: add_rows,
    torch.ops.sbp.attention_with_sums.default: cut_with_sums,
    torch.ops.sbp.attention_gradient.default: cut_gradient,
    torch.ops.sbp.random.default: cut_random,
    torch.ops.sbp.barrier.default: cut_barrier,
}


def keep_writes(table: dict[Any, Any], handlers: dict[Any, Any] = WRITES) -> dict[Any, Any]:
    """Takes what would write the writes as other ops out of a table of decompositions: `index_copy` has no negative indices."""
    return {op: function for op, function in table.items() if op not in handlers}


def cut_ops(graph: torch.fx.Graph, handlers: dict[Any, Callable[..., Any]] = CUT) -> list[Cut]:
    """Takes the ops of `handlers` out of `graph`: their operands are its last results, their results its last arguments. Returns them in order."""
    cuts = []
    for node in list(graph.nodes):
        handler = handlers.get(node.target) or CUT_BY_NAME.get(str(node.target)) if node.op == "call_function" else None
        value = handler(Builder(node, cuts), *node.args, **node.kwargs) if handler else None
        if isinstance(value, list):  # of an op of several results, which others take apart
            for reader in list(node.users):
                reader.replace_all_uses_with(value[reader.args[1]])
                graph.erase_node(reader)
            graph.erase_node(node)
        elif value is not None:
            node.replace_all_uses_with(value)
            graph.erase_node(node)
    output = next(node for node in graph.nodes if node.op == "output")
    output.args = (tuple(output.args[0]) + tuple(operand for cut in cuts for operand in cut.operands),)
    # The order of arguments is that of cuts, whatever was inserted where.
    for result in [result for cut in cuts for result in cut.results]:
        last = [node for node in graph.nodes if node.op == "placeholder"][-1]
        if result is not last:
            last.append(result)
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
    first_argument = len(arguments) - sum(len(cut.results) for cut in cuts)
    left = iter(arguments[first_argument:])
    kept = taken = len(results) - sum(len(cut.operands) for cut in cuts)
    with module.context, end.location:
        with ir.InsertionPoint(end):
            for cut in cuts:
                attributes = {name: cut.attribute(name) for name in cut.attributes}
                # Read anew: an operand may be the value of an op before.
                operands = [end.operands[taken + k] for k in range(len(cut.operands))]
                taken += len(operands)
                stand_ins = [next(left) for _ in cut.results]
                made = ir.Operation.create(cut.name, results=[each.type for each in stand_ins], operands=operands, attributes=attributes)
                for stand_in, result in zip(stand_ins, made.results):
                    stand_in.replace_all_uses_with(result)
            ir.Operation.create(end.name, operands=list(end.operands)[:kept])
        end.erase()
        for i in reversed(range(first_argument, len(arguments))):
            block.erase_argument(i)
        kinds = [argument.type for argument in block.arguments]
        last = [op.operation for op in block.operations][-1]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(kinds, [value.type for value in last.operands]))
    sort_operations(block)
