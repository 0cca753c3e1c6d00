"""StableHLO's scatters that add, in terms that our pipeline knows, before what is left is lowered to linalg.  Needs jaxlib.

Slices that are added along one dimension (`table.at[ids].add(rows)`, the gradient of an embedding) are `nn.scatter_add`. Where a
row of its own belongs to every position of other dimensions (the gradient of `take_along_axis`, of `lax.top_k`, of
`logits[arange(n), labels]`), each element asks which updates it gets: a comparison, which splits in every dimension.
"""
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


def shape_of(value):
    return list(ir.RankedTensorType(value.type).shape)


def like(value, shape):
    return ir.RankedTensorType.get(shape, ir.RankedTensorType(value.type).element_type)


def array(numbers):
    return ir.DenseI64ArrayAttr.get(list(numbers))


def spread(value, dims, shape):
    """`value` in a tensor of `shape`, its dimension i along `dims[i]`."""
    order = sorted(range(len(dims)), key=lambda i: dims[i])
    if order != list(range(len(dims))):
        extents = shape_of(value)
        value = stablehlo.transpose(value, array(order), results=[like(value, [extents[i] for i in order])])
    return stablehlo.broadcast_in_dim(like(value, shape), value, array(sorted(dims)))


def splat(value, shape, number):
    element = ir.RankedTensorType(value.type).element_type
    attribute = ir.FloatAttr.get(element, number) if not isinstance(element, ir.IntegerType) else ir.IntegerAttr.get(element, number)
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(like(value, shape), attribute))


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
        """nn.scatter_add, where the dimensions of the indices stand in place of the indexed one."""
        axis, count = self.indexed[0], len(shape_of(ids))
        rank = len(shape_of(self.updates))
        if self.windows != [dim for dim in range(rank) if not axis <= dim < axis + count]:
            return None
        number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), axis)
        return ir.Operation.create("nn.scatter_add", results=[self.table.type], operands=[self.table, ids, self.updates],
                                   attributes={"axis": number, "drop_outside": ir.UnitAttr.get()}).results[0]

    def compare(self, ids):
        """Each element of the table gets the updates whose index is its own."""
        rank, axis = len(shape_of(self.table)), self.indexed[0]
        of_table = {index_dim: dim for dim, index_dim in self.batching.items()}
        free = [dim for dim in range(len(shape_of(ids))) if dim not in of_table]
        space = shape_of(self.table) + [shape_of(ids)[dim] for dim in free]
        places = [of_table[dim] if dim in of_table else rank + free.index(dim) for dim in range(len(shape_of(ids)))]
        whole = iter(dim for dim in range(rank) if dim != axis and dim not in self.batching)
        chosen = iter(places)
        own = [next(whole) if dim in self.windows else next(chosen) for dim in range(len(shape_of(self.updates)))]
        position = stablehlo.iota(like(ids, space), ir.IntegerAttr.get(ir.IntegerType.get_signless(64), axis))
        equal = stablehlo.ComparisonDirectionAttr.get("EQ")
        terms = stablehlo.select(stablehlo.compare(spread(ids, places, space), position, equal),
                                 spread(self.updates, own, space), splat(self.updates, space, 0))
        if free:
            terms = self.sum(terms, range(rank, len(space)))
        return stablehlo.add(self.table, terms)

    def sum(self, terms, dims):
        reduce = stablehlo.ReduceOp([self.table.type], [terms], [splat(terms, [], 0)], array(dims))
        scalar = like(terms, [])
        block = reduce.body.blocks.append(scalar, scalar)
        with ir.InsertionPoint(block):
            stablehlo.return_([stablehlo.add(*block.arguments)])
        return reduce.results[0]


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
        result = scatter.compare(ids) if scatter.batching else scatter.add_rows(ids)
    if result is not None:
        op.results[0].replace_all_uses_with(result)
        op.erase()
