"""StableHLO's scatters that add, in terms that our pipeline knows, before what is left is lowered to linalg.  Needs jaxlib.

Slices that are added along one dimension (`table.at[ids].add(rows)`, the gradient of an embedding) are `nn.scatter_add`. Where a
row of its own belongs to every position of other dimensions (the gradient of `take_along_axis`, of `lax.top_k`, of
`logits[arange(n), labels]`), these are its batch dimensions.
"""
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


def shape_of(value):
    return list(ir.RankedTensorType(value.type).shape)


def like(value, shape):
    return ir.RankedTensorType.get(shape, ir.RankedTensorType(value.type).element_type)


def array(numbers):
    return ir.DenseI64ArrayAttr.get(list(numbers))


def transpose(value, order):
    """`value` with its dimensions in this order."""
    if order == list(range(len(order))):
        return value
    extents = shape_of(value)
    return stablehlo.transpose(value, array(order), results=[like(value, [extents[i] for i in order])])


class Scatter:
    """A scatter that adds whole slices: `indexed` dimensions of the table are chosen by the indices, `batching` ones go with a
    dimension of them ({of the table: of the indices}), all others are written as a whole."""

    def __init__(self, op):
        self.op = op
        self.table, self.indices, self.updates = op.operands
        numbers = stablehlo.ScatterDimensionNumbers(op.attributes["scatter_dimension_numbers"])
        self.inserted, self.indexed = list(numbers.inserted_window_dims), list(numbers.scattered_dims_to_operand_dims)
        self.batching = dict(zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims))
        self.vector, self.windows = numbers.index_vector_dim, list(numbers.update_window_dims)

    def take_counted(self):
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

    def drop_vector(self):
        """The indices without the dimension of size 1 that holds one number; None where it holds several."""
        shape = shape_of(self.indices)
        if self.vector == len(shape):
            return self.indices
        if shape[self.vector] != 1 or any(dim > self.vector for dim in self.batching.values()):
            return None
        del shape[self.vector]
        return stablehlo.reshape(like(self.indices, shape), self.indices)

    def writes_whole_slices(self):
        table, updates = shape_of(self.table), shape_of(self.updates)
        whole = [size for dim, size in enumerate(table) if dim not in self.indexed and dim not in self.batching]
        return self.inserted == self.indexed and [updates[dim] for dim in self.windows] == whole

    def add_rows(self, ids):
        """nn.scatter_add, where the dimensions of the indices stand in place of the indexed one, batching dimensions in front."""
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
        updates = transpose(self.updates, [scattered[dim] for dim in of_ids] + [window[dim] for dim in front] +
                            [scattered[dim] for dim in free] + [window[dim] for dim in behind])
        number = lambda value: ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
        attributes = {"axis": number(len(batch) + len(front)), "drop_outside": ir.UnitAttr.get()}
        if batch:
            attributes["batch_dims"] = number(len(batch))
        added = ir.Operation.create("nn.scatter_add", results=[table.type], attributes=attributes,
                                    operands=[table, transpose(ids, of_ids + free), updates]).results[0]
        return transpose(added, [order.index(dim) for dim in range(len(order))])


def owner_of(value):
    return value.owner.operation if isinstance(value.owner, (ir.OpView, ir.Operation)) else None


def is_zero(value):
    owner = owner_of(value)
    if owner is not None and owner.name == "stablehlo.broadcast_in_dim":
        owner = owner_of(owner.operands[0])
    if owner is None or owner.name != "stablehlo.constant" or not isinstance(owner.attributes["value"], ir.DenseIntElementsAttr):
        return False
    return all(number == 0 for number in ir.DenseIntElementsAttr(owner.attributes["value"]))


def is_never_true(condition, count):
    """`count < 0`: JAX lets negative numbers count from the end."""
    owner = owner_of(condition)
    return (owner is not None and owner.name == "stablehlo.compare" and owner.operands[0] == count and
            "LT" in str(owner.attributes["comparison_direction"]) and is_zero(owner.operands[1]))


def find_count(value):
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


def raise_scatter(op):
    body = [inner.operation for inner in op.regions[0].blocks[0].operations] if len(op.operands) == 3 else []
    if [inner.name for inner in body] != ["stablehlo.add", "stablehlo.return"]:
        return
    with ir.InsertionPoint(op), op.location:
        scatter = Scatter(op)
        scatter.take_counted()
        if len(scatter.indexed) != 1 or not scatter.writes_whole_slices():
            return
        ids = scatter.drop_vector()
        if ids is None:
            return
        op.results[0].replace_all_uses_with(scatter.add_rows(ids))
        op.erase()
