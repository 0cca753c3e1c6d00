"""StableHLO's sorts and scatters as ops of our `nn` dialect, before what is left is lowered to linalg.  Needs jaxlib.

`chlo.top_k` becomes `nn.top_k`, a stable `stablehlo.sort` by one operand `nn.sort`, a `stablehlo.scatter` that adds slices along
one dimension (`table.at[ids].add(rows)`, the gradient of an embedding) `nn.scatter_add`.
"""
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

ADVICE = {
    "stablehlo.while": "loops are not part of the input language: jax.lax.scan(..., unroll=True), or a Python loop",
    "stablehlo.sort": "only a stable sort by one operand, alone or with its positions (jnp.sort, jnp.argsort)",
    "stablehlo.scatter": "only slices that are added along one dimension: table.at[ids].add(rows)",
}


def walk(block):
    for op in list(block.operations):
        yield op.operation
        for region in op.operation.regions:
            for inner in region.blocks:
                yield from walk(inner)


def integer(value):
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)


def create(name, results, operands, attributes, before):
    with ir.InsertionPoint(before), before.location:
        return ir.Operation.create(name, results=results, operands=operands, attributes=attributes)


def replace(op, values):
    for old, new in zip(op.results, values):
        old.replace_all_uses_with(new)
    op.erase()


def raise_top_k(op):
    source = op.operands[0]
    axis = ir.RankedTensorType(source.type).rank - 1
    attributes = {"axis": integer(axis), "k": integer(ir.IntegerAttr(op.attributes["k"]).value)}
    replace(op, create("nn.top_k", [result.type for result in op.results], [source], attributes, op).results)


def descends(op):
    """Whether the comparator of a sort by its first operand asks for GT; None for any other comparator."""
    block = op.regions[0].blocks[0]
    operations = [inner.operation for inner in block.operations]
    if any(inner.name not in ("stablehlo.compare", "stablehlo.select", "stablehlo.constant", "stablehlo.return") for inner in operations):
        return None
    keys, depends = set(block.arguments[:2]), lambda value: value in list(block.arguments)
    used = {operand for inner in operations for operand in inner.operands if depends(operand)}
    last = operations[-1].operands[0].owner
    if not used <= keys or last.name != "stablehlo.compare":
        return None
    unsigned = "UNSIGNED" in str(last.attributes["compare_type"]) if "compare_type" in last.attributes else False
    direction = str(last.attributes["comparison_direction"])
    return None if unsigned else True if "GT" in direction else False if "LT" in direction else None


def position_of(value, axis):
    """"up" for an iota along `axis`, "down" for one reversed along it."""
    owner = value.owner
    if not isinstance(owner, (ir.OpView, ir.Operation)):
        return None
    owner = owner.operation
    if owner.name == "stablehlo.iota":
        return "up" if ir.IntegerAttr(owner.attributes["iota_dimension"]).value == axis else None
    if owner.name == "stablehlo.reverse" and list(ir.DenseI64ArrayAttr(owner.attributes["dimensions"])) == [axis]:
        return {"up": "down", "down": "up"}.get(position_of(owner.operands[0], axis))
    return None


def raise_sort(op):
    axis = ir.IntegerAttr(op.attributes["dimension"]).value
    descending = descends(op)
    payload = position_of(op.operands[1], axis) if len(op.operands) == 2 else None
    stable = ir.BoolAttr(op.attributes["is_stable"]).value if "is_stable" in op.attributes else False
    if descending is None or len(op.operands) > 2 or (len(op.operands) == 2 and (payload is None or not stable)):
        return
    source = op.operands[0]
    shape = ir.RankedTensorType(source.type).shape
    index = op.results[1].type if payload else ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(32))
    if ir.RankedTensorType(index).element_type not in [ir.IntegerType.get_signless(width) for width in (32, 64)]:
        return
    attributes = {"axis": integer(axis)} | ({"descending": ir.UnitAttr.get()} if descending else {})
    values, positions = create("nn.sort", [source.type, index], [source], attributes, op).results
    if payload == "down":  # the position in the reversed order: size - 1 - position
        element = ir.RankedTensorType(index).element_type
        last = ir.DenseElementsAttr.get_splat(index, ir.IntegerAttr.get(element, shape[axis] - 1))
        constant = create("stablehlo.constant", [index], [], {"value": last}, op).results[0]
        positions = create("stablehlo.subtract", [index], [constant, positions], {}, op).results[0]
    replace(op, [values, positions])


def raise_scatter(op):
    body = [inner.operation for inner in op.regions[0].blocks[0].operations] if len(op.operands) == 3 else []
    if [inner.name for inner in body] != ["stablehlo.add", "stablehlo.return"]:
        return
    init, indices, updates = op.operands
    numbers = stablehlo.ScatterDimensionNumbers(op.attributes["scatter_dimension_numbers"])
    kind = ir.RankedTensorType(indices.type)
    axes, chosen = list(numbers.inserted_window_dims), list(numbers.scattered_dims_to_operand_dims)
    if len(axes) != 1 or axes != chosen or list(numbers.input_batching_dims):
        return
    if numbers.index_vector_dim == kind.rank:  # a dimension of size 1 that is not written
        shape = list(kind.shape)
    elif numbers.index_vector_dim == kind.rank - 1 and kind.shape[-1] == 1:
        shape = list(kind.shape)[:-1]
    else:
        return
    axis, rank = axes[0], ir.RankedTensorType(updates.type).rank
    window = [dim for dim in range(rank) if not axis <= dim < axis + len(shape)]
    table = list(ir.RankedTensorType(init.type).shape)
    if list(numbers.update_window_dims) != window or list(ir.RankedTensorType(updates.type).shape) != table[:axis] + shape + table[axis + 1:]:
        return
    ids = indices
    if shape != list(kind.shape):
        ids = create("stablehlo.reshape", [ir.RankedTensorType.get(shape, kind.element_type)], [indices], {}, op).results[0]
    attributes = {"axis": integer(axis), "drop_outside": ir.UnitAttr.get()}
    replace(op, create("nn.scatter_add", [op.results[0].type], [init, ids, updates], attributes, op).results)


RAISED = {"chlo.top_k": raise_top_k, "stablehlo.sort": raise_sort, "stablehlo.scatter": raise_scatter}


def raise_ops(module):
    for op in list(walk(module.body)):
        if op.name in RAISED:
            RAISED[op.name](op)


def check_lowered(module):
    """What no pass lowered is an error that names it."""
    for op in walk(module.body):
        dialect = op.name.split(".")[0]
        if dialect in ("stablehlo", "chlo", "sdy", "mhlo"):
            raise ValueError(f"{op.name} at {op.location} has no level-0 form: {ADVICE.get(op.name, 'write it with other jax.numpy operations')}")
