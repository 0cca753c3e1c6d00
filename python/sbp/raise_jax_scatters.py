"""StableHLO's scatters, in terms that our pipeline knows, before what is left is lowered to linalg.  Needs jaxlib.

Slices that are added along one dimension (`table.at[ids].add(rows)`, the gradient of an embedding) are `nn.scatter_add`, slices that replace
others (`cache.at[:, position].set(rows)`) `nn.scatter`. Where a row of its own belongs to every position of other dimensions (the gradient of
`take_along_axis`, of `lax.top_k`, of `logits[arange(n), labels]`), these are its batch dimensions. Neighbouring dimensions that are all chosen
by several indices are one. A window at a known place (`x.at[:, 3:5].set(rows)`) and one slice that several numbers choose
(`cache.at[slot, position].set(row)`) are a `stablehlo.dynamic_update_slice`.
"""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from sbp.jax_indices import are_inside, known_numbers, like, merge_columns, owner_of, select, shape_of, take_column
from sbp.raise_jax_windows import REDUCTIONS, array, body_name, reduce_rows


def transpose(value: ir.Value, order: list[int]) -> ir.Value:
    """`value` with its dimensions in this order."""
    if order == list(range(len(order))):
        return value
    extents = shape_of(value)
    return stablehlo.transpose(value, array(order), results=[like(value, [extents[i] for i in order])])


class Scatter:
    """A scatter of whole slices: `indexed` dimensions of the table are chosen by the indices, `batching` ones go with a
    dimension of them ({of the table: of the indices}), all others are written as a whole."""

    def __init__(self, op: ir.Operation) -> None:
        self.op = op
        self.table, self.indices, self.updates = op.operands
        numbers = stablehlo.ScatterDimensionNumbers(op.attributes["scatter_dimension_numbers"])
        self.inserted, self.indexed = list(numbers.inserted_window_dims), list(numbers.scattered_dims_to_operand_dims)
        self.batching = dict(zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims))
        self.vector, self.windows = numbers.index_vector_dim, list(numbers.update_window_dims)

    def take_counted(self) -> None:
        """Dimensions that count positions instead of choosing (`arange(n)`) become batching ones."""
        parts = owner_of(self.indices)
        if len(self.indexed) < 2 or parts is None or parts.name != "stablehlo.concatenate" or len(parts.operands) != len(self.indexed):
            return
        left = []
        for dim, part in zip(self.indexed, parts.operands):
            counted = find_count(part)
            if counted is None or counted in self.batching.values() or shape_of(part)[counted] != shape_of(self.table)[dim]:
                left.append((dim, part))
            else:
                self.batching[dim] = counted
        if len(left) == 1:
            self.inserted, self.indexed, self.indices = [left[0][0]], [left[0][0]], left[0][1]
        else:
            self.batching = {}

    def merge_indexed(self) -> None:
        """Neighbouring dimensions that are all chosen become one, of table and indices."""
        first, count = min(self.indexed), len(self.indexed)
        if count < 2 or self.batching or self.indexed != list(range(first, first + count)) or self.inserted != self.indexed:
            return
        shape = shape_of(self.table)
        sizes, merged = shape[first : first + count], 1
        for size in sizes:
            merged *= size
        self.indices = merge_columns([take_column(self.indices, self.vector, number) for number in range(count)], sizes)
        self.vector = len(shape_of(self.indices))
        self.table = stablehlo.reshape(like(self.table, shape[:first] + [merged] + shape[first + count :]), self.table)
        self.inserted = self.indexed = [first]

    def drop_vector(self) -> ir.Value | None:
        """The indices without the dimension of size 1 that holds one number; None where it holds several."""
        shape = shape_of(self.indices)
        if self.vector == len(shape):
            return self.indices
        if shape[self.vector] != 1 or any(dim > self.vector for dim in self.batching.values()):
            return None
        del shape[self.vector]
        return stablehlo.reshape(like(self.indices, shape), self.indices)

    def writes_whole_slices(self) -> bool:
        """Whether every dimension that is neither indexed nor batching is written as a whole."""
        table, updates = shape_of(self.table), shape_of(self.updates)
        whole = [size for dim, size in enumerate(table) if dim not in self.indexed and dim not in self.batching]
        return self.inserted == self.indexed and [updates[dim] for dim in self.windows] == whole

    def write_rows(self, ids: ir.Value, name: str) -> ir.Value | None:
        """The op `name`, where the dimensions of the indices stand in place of the indexed one, batching dimensions in front."""
        axis, batch = self.indexed[0], sorted(self.batching)
        of_ids = [self.batching[dim] for dim in batch]
        free = [dim for dim in range(len(shape_of(ids))) if dim not in of_ids]
        # The dimensions of the updates that are not windows are those of the indices, in order.
        scattered = [dim for dim in range(len(shape_of(self.updates))) if dim not in self.windows]
        whole = [dim for dim in range(len(shape_of(self.table))) if dim != axis and dim not in self.batching]
        window = dict(zip(whole, self.windows))
        front = [dim for dim in whole if dim < axis]
        behind = [dim for dim in whole if dim > axis]
        order = batch + front + [axis] + behind
        table = transpose(self.table, order)
        updates = transpose(
            self.updates,
            [scattered[dim] for dim in of_ids]
            + [window[dim] for dim in front]
            + [scattered[dim] for dim in free]
            + [window[dim] for dim in behind],
        )
        ids = transpose(ids, of_ids + free)
        if name in REDUCTIONS:
            written = reduce_rows(table, ids, updates, len(batch) + len(front), len(batch), name)
            return written and transpose(written, [order.index(dim) for dim in range(len(order))])
        number = lambda value: ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
        attributes = {"axis": number(len(batch) + len(front)), "drop_outside": ir.UnitAttr.get()}
        if batch:
            attributes["batch_dims"] = number(len(batch))
        written = ir.Operation.create(name, results=[table.type], attributes=attributes, operands=[table, ids, updates]).results[0]
        return transpose(written, [order.index(dim) for dim in range(len(order))])

    def update_slice(self, window: ir.Value, places: Sequence[ir.Value]) -> ir.Value:
        """The table with `window` at `places`, one scalar per dimension."""
        return ir.Operation.create(
            "stablehlo.dynamic_update_slice", results=[self.table.type], operands=[self.table, window, *places]
        ).results[0]

    def write_window(self) -> ir.Value | None:
        """A replaced window at a known place inside of the table; None where it is another."""
        starts, shape, updates = known_numbers(self.indices), shape_of(self.table), shape_of(self.updates)
        if starts is None or self.batching or len(starts) != len(self.indexed) or len(self.windows) != len(updates):
            return None
        sizes, rest = [], list(updates)
        for dim in range(len(shape)):
            sizes.append(1 if dim in self.inserted else rest.pop(0))
        places = [starts[self.indexed.index(dim)] if dim in self.indexed else 0 for dim in range(len(shape))]
        if any(place < 0 or place + size > extent for place, size, extent in zip(places, sizes, shape)):
            return None
        return self.update_slice(stablehlo.reshape(like(self.updates, sizes), self.updates), [scalar(place) for place in places])

    def write_slice(self) -> ir.Value | None:
        """One replaced slice that several numbers choose, where it is inside of the table; None where there are more, or one number chooses.

        Outside, what is there replaces itself: no position is clamped to another.
        """
        if self.batching or shape_of(self.indices) != [len(self.indexed)] or len(self.indexed) < 2 or not self.writes_whole_slices():
            return None
        shape = shape_of(self.table)
        columns = {dim: take_column(self.indices, 0, number) for number, dim in enumerate(self.indexed)}
        places = [columns[dim] if dim in columns else scalar(0, next(iter(columns.values())).type) for dim in range(len(shape))]
        sizes = [1 if dim in columns else size for dim, size in enumerate(shape)]
        window = stablehlo.reshape(like(self.updates, sizes), self.updates)
        old = ir.Operation.create(
            "stablehlo.dynamic_slice", results=[window.type], operands=[self.table, *places], attributes={"slice_sizes": array(sizes)}
        ).results[0]
        inside = are_inside(list(columns.values()), [shape[dim] for dim in columns])
        return self.update_slice(select(inside, window, old), places)


def scalar(number: int, kind: ir.Type | None = None) -> ir.Value:
    """A tensor without dimensions, of i32 if nothing else."""
    kind = ir.RankedTensorType(kind) if kind else ir.RankedTensorType.get([], ir.IntegerType.get_signless(32))
    value = ir.DenseElementsAttr.get_splat(kind, ir.IntegerAttr.get(kind.element_type, number))
    return ir.Operation.create("stablehlo.constant", results=[kind], attributes={"value": value}).results[0]


def is_zero(value: ir.Value) -> bool:
    """Whether `value` is a constant of zeros, perhaps broadcast."""
    owner = owner_of(value)
    if owner is not None and owner.name == "stablehlo.broadcast_in_dim":
        owner = owner_of(owner.operands[0])
    if owner is None or owner.name != "stablehlo.constant" or not isinstance(owner.attributes["value"], ir.DenseIntElementsAttr):
        return False
    return all(number == 0 for number in ir.DenseIntElementsAttr(owner.attributes["value"]))


def is_never_true(condition: ir.Value, count: ir.Value) -> bool:
    """`count < 0`: JAX lets negative numbers count from the end."""
    owner = owner_of(condition)
    return (
        owner is not None
        and owner.name == "stablehlo.compare"
        and owner.operands[0] == count
        and "LT" in str(owner.attributes["comparison_direction"])
        and is_zero(owner.operands[1])
    )


def find_count(value: ir.Value) -> int | None:
    """The dimension along which `value` counts 0, 1, ...; None where it does not."""
    owner = owner_of(value)
    if owner is None:
        return None
    if owner.name == "stablehlo.iota":
        return ir.IntegerAttr(owner.attributes["iota_dimension"]).value
    if owner.name == "stablehlo.select" and is_never_true(owner.operands[0], owner.operands[2]):
        return find_count(owner.operands[2])
    if owner.name == "stablehlo.broadcast_in_dim":
        inner = find_count(owner.operands[0])
        return None if inner is None else list(ir.DenseI64ArrayAttr(owner.attributes["broadcast_dimensions"]))[inner]
    return None


def find_name(op: ir.Operation) -> str | None:
    """The op that writes as the scatter does, of our dialect or one of REDUCTIONS, or None."""
    block = op.regions[0].blocks[0]
    body = [inner.operation for inner in block.operations]
    names = [inner.name for inner in body]
    if len(op.operands) != 3:
        return None
    if names == ["stablehlo.add", "stablehlo.return"]:
        return "nn.scatter_add"
    if body_name(op.regions[0])[0] in REDUCTIONS:
        return names[0]
    replaces = names == ["stablehlo.return"] and body[0].operands[0] == block.arguments[1]
    return "nn.scatter" if replaces else None


def raise_scatter(op: ir.Operation) -> None:
    """Replaces a `stablehlo.scatter`; one that no op of ours can write is left, and check_lowered reports it."""
    name = find_name(op)
    if name is None:
        return
    with ir.InsertionPoint(op), op.location:
        scatter = Scatter(op)
        written = (scatter.write_window() or scatter.write_slice()) if name == "nn.scatter" else None
        if written is None:
            scatter.take_counted()
            scatter.merge_indexed()
            if len(scatter.indexed) != 1 or not scatter.writes_whole_slices():
                return
            ids = scatter.drop_vector()
            if ids is None:
                return
            written = scatter.write_rows(ids, name)
            if written is None:
                return
        if written.type != op.results[0].type:
            written = stablehlo.reshape(op.results[0].type, written)
        op.results[0].replace_all_uses_with(written)
        op.erase()
