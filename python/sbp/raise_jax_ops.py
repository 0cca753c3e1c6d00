"""StableHLO's sorts and scatters as ops of our `nn` dialect and of others, before what is left is lowered to linalg.  Needs jaxlib.

`chlo.top_k` becomes `nn.top_k`, a stable `stablehlo.sort` by one operand `nn.sort`; raise_jax_scatters.py has the scatters,
raise_jax_groups.py the products of groups of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxlib.mlir import ir

from sbp.raise_jax_groups import raise_ragged_dot
from sbp.raise_jax_scatters import raise_scatter
from sbp.raise_jax_windows import fill_empty, raise_select_and_scatter
from sbp.user_lines import ExportError, at_line, user_line
from sbp.walk import walk

ADVICE = {
    "stablehlo.while": "only loops of a constant number of steps (lax.scan, lax.fori_loop with constant bounds)",
    "stablehlo.sort": "only a stable sort by one operand, alone or with its positions (jnp.sort, jnp.argsort)",
    "stablehlo.select_and_scatter": "only the gradient of a max or min pool",
    "stablehlo.scatter": "only slices that are added, that replace others or that are reduced by max, min or multiply (with not too many rows), along "
    "one dimension or neighbouring ones: table.at[ids].add(rows), cache.at[:, position].set(rows), also one per position of other dimensions",
}


def integer(value: int) -> ir.IntegerAttr:
    """An i64 attribute."""
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)


def create(
    name: str,
    results: Sequence[ir.Type],
    operands: Sequence[ir.Value],
    attributes: dict[str, ir.Attribute],
    before: ir.Operation,
) -> ir.Operation:
    """An op in front of `before`, with its location."""
    with ir.InsertionPoint(before), before.location:
        return ir.Operation.create(name, results=results, operands=operands, attributes=attributes)


def replace(op: ir.Operation, values: Iterable[ir.Value]) -> None:
    """Replaces the results of `op`, one value each, and erases it."""
    for old, new in zip(op.results, values):
        old.replace_all_uses_with(new)
    op.erase()


def raise_top_k(op: ir.Operation) -> None:
    """Replaces a `chlo.top_k`, which is along the last dimension."""
    source = op.operands[0]
    axis = ir.RankedTensorType(source.type).rank - 1
    attributes = {"axis": integer(axis), "k": integer(ir.IntegerAttr(op.attributes["k"]).value)}
    replace(op, create("nn.top_k", [result.type for result in op.results], [source], attributes, op).results)


def descends(op: ir.Operation) -> bool | None:
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


def position_of(value: ir.Value, axis: int) -> str | None:
    """ "up" for an iota along `axis`, "down" for one reversed along it."""
    owner = value.owner
    if not isinstance(owner, (ir.OpView, ir.Operation)):
        return None
    owner = owner.operation
    if owner.name == "stablehlo.iota":
        return "up" if ir.IntegerAttr(owner.attributes["iota_dimension"]).value == axis else None
    if owner.name == "stablehlo.reverse" and list(ir.DenseI64ArrayAttr(owner.attributes["dimensions"])) == [axis]:
        return {"up": "down", "down": "up"}.get(position_of(owner.operands[0], axis))
    return None


def raise_sort(op: ir.Operation) -> None:
    """Replaces a sort by one operand, alone or with its positions; any other sort stays."""
    axis = ir.IntegerAttr(op.attributes["dimension"]).value
    descending = descends(op)
    payload = position_of(op.operands[1], axis) if len(op.operands) == 2 else None
    stable = ir.BoolAttr(op.attributes["is_stable"]).value if "is_stable" in op.attributes else False
    if descending is None or len(op.operands) > 2 or (len(op.operands) == 2 and (payload is None or not stable)):
        return
    source = op.operands[0]
    shape = ir.RankedTensorType(source.type).shape
    wanted = op.results[1].type if payload else ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(32))
    width = ir.IntegerType(ir.RankedTensorType(wanted).element_type).width
    if width not in (32, 64):
        return
    index = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(width))
    attributes = {"axis": integer(axis)} | ({"descending": ir.UnitAttr.get()} if descending else {})
    values, positions = create("nn.sort", [source.type, index], [source], attributes, op).results
    if payload == "down":  # the position in the reversed order: size - 1 - position
        element = ir.RankedTensorType(index).element_type
        last = ir.DenseElementsAttr.get_splat(index, ir.IntegerAttr.get(element, shape[axis] - 1))
        constant = create("stablehlo.constant", [index], [], {"value": last}, op).results[0]
        positions = create("stablehlo.subtract", [index], [constant, positions], {}, op).results[0]
    if index != wanted:  # unsigned
        positions = create("stablehlo.convert", [wanted], [positions], {}, op).results[0]
    replace(op, [values, positions])


def raise_reduce(op: ir.Operation) -> None:
    """A reduction of no dimension (of the gradient of what was of size 1) is its body, once, on whole tensors; one of no elements its init."""
    if fill_empty(op) or list(ir.DenseI64ArrayAttr(op.attributes["dimensions"])) or len(op.results) != 1:
        return
    body = [inner.operation for inner in op.regions[0].blocks[0].operations]
    if len(body) == 2 and [value.owner for value in body[0].operands] == [op.regions[0].blocks[0]] * 2:
        value, init = op.operands
        whole = init
        if init.type != value.type:
            whole = create(
                "stablehlo.broadcast_in_dim", [value.type], [init], {"broadcast_dimensions": ir.DenseI64ArrayAttr.get([])}, op
            ).results[0]
        replace(op, create(body[0].name, [value.type], [whole, value], {}, op).results)


def raise_slice(op: ir.Operation) -> None:
    """A slice of no elements may begin at the end of a tensor, where no slice of our level 0 does; nothing is read of it."""
    kind = ir.RankedTensorType(op.results[0].type)
    if 0 in kind.shape:
        replace(op, create("tensor.empty", [kind], [], {}, op).results)


def raise_pad(op: ir.Operation) -> None:
    """A padded tensor of no elements is its padding; the pass of jaxlib would place it outside."""
    fill_empty(op)


def raise_barrier(op: ir.Operation) -> None:
    """A barrier, by which jax.checkpoint asks for recomputation, stays one."""
    replace(op, create("nn.barrier", [result.type for result in op.results], list(op.operands), {}, op).results)


RAISED = {
    "stablehlo.slice": raise_slice,
    "stablehlo.pad": raise_pad,
    "stablehlo.select_and_scatter": raise_select_and_scatter,
    "stablehlo.reduce": raise_reduce,
    "chlo.top_k": raise_top_k,
    "chlo.ragged_dot": raise_ragged_dot,
    "stablehlo.sort": raise_sort,
    "stablehlo.scatter": raise_scatter,
    "stablehlo.optimization_barrier": raise_barrier,
}


def raise_ops(module: ir.Module) -> None:
    """Replaces the ops of RAISED in place; those without a form stay, and check_lowered reports them."""
    for op in list(walk(module.body)):
        if op.name in RAISED:
            RAISED[op.name](op)


def function_of(op: ir.Operation) -> ir.Operation:
    """The func.func that an op stands in."""
    while op.name != "func.func":
        op = op.parent.operation
    return op


def located(module: ir.Module, op: ir.Operation) -> ir.Location:
    """The location of `op`; in a function of JAX, whose ops have no line of the user's, that of the first call with one."""
    visited = set()
    while not user_line(op.location):
        name = ir.StringAttr(function_of(op).attributes["sym_name"]).value
        visited.add(name)
        calls = [
            call for call in walk(module.body) if call.name == "func.call" and ir.FlatSymbolRefAttr(call.attributes["callee"]).value == name
        ]
        calls = [call for call in calls if ir.StringAttr(function_of(call).attributes["sym_name"]).value not in visited]
        if not calls:
            break
        op = calls[0]
    return op.location


def check_lowered(module: ir.Module) -> None:
    """Raises ExportError for the first op that no pass lowered, at the user's line."""
    for op in walk(module.body):
        dialect = op.name.split(".")[0]
        if dialect in ("stablehlo", "chlo", "sdy", "mhlo"):
            advice = ADVICE.get(op.name, "write it with other jax.numpy operations")
            raise ExportError(at_line(located(module, op), f"{op.name} has no level-0 form: {advice}"))
