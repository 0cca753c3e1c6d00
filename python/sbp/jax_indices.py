"""Index vectors of StableHLO's scatters: their columns, what is known of them, and several of them as one.  Needs jaxlib.

A scatter chooses a position in several dimensions by a vector along one dimension of its indices. One number for each vector, row-major over
these dimensions, chooses the same position in a table that has them as one; -1 stands for a vector that is outside of the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


def shape_of(value: ir.Value) -> list[int]:
    """The sizes of a tensor."""
    return list(ir.RankedTensorType(value.type).shape)


def like(value: ir.Value, shape: Sequence[int]) -> ir.RankedTensorType:
    """A tensor type of `shape` with the elements of `value`."""
    return ir.RankedTensorType.get(shape, ir.RankedTensorType(value.type).element_type)


def owner_of(value: ir.Value) -> ir.Operation | None:
    """The op that computes `value`; None for the argument of a block."""
    return value.owner.operation if isinstance(value.owner, (ir.OpView, ir.Operation)) else None


def splat(value: ir.Value, number: int) -> ir.Value:
    """A tensor of the type of `value` with `number` in every element."""
    kind = ir.RankedTensorType(value.type)
    attribute = ir.DenseElementsAttr.get_splat(kind, ir.IntegerAttr.get(kind.element_type, number))
    return ir.Operation.create("stablehlo.constant", results=[kind], attributes={"value": attribute}).results[0]


def binary(name: str, x: ir.Value, y: ir.Value) -> ir.Value:
    """`stablehlo.name` of two tensors of one type."""
    return ir.Operation.create(f"stablehlo.{name}", results=[x.type], operands=[x, y]).results[0]


def compare(x: ir.Value, direction: str, number: int) -> ir.Value:
    """`x` compared with a number, element by element; `direction` is GE or LT."""
    result = ir.RankedTensorType.get(shape_of(x), ir.IntegerType.get_signless(1))
    attributes = {
        "comparison_direction": ir.Attribute.parse(f"#stablehlo<comparison_direction {direction}>"),
        "compare_type": ir.Attribute.parse("#stablehlo<comparison_type SIGNED>"),
    }
    return ir.Operation.create("stablehlo.compare", results=[result], operands=[x, splat(x, number)], attributes=attributes).results[0]


def take_column(indices: ir.Value, vector: int, number: int) -> ir.Value:
    """Column `number` of the index vectors along dimension `vector`, without that dimension."""
    shape = shape_of(indices)
    start, limit = [0] * len(shape), list(shape)
    start[vector], limit[vector], shape[vector] = number, number + 1, 1
    array = ir.DenseI64ArrayAttr.get
    part = ir.Operation.create(
        "stablehlo.slice",
        results=[like(indices, shape)],
        operands=[indices],
        attributes={"start_indices": array(start), "limit_indices": array(limit), "strides": array([1] * len(shape))},
    ).results[0]
    del shape[vector]
    return stablehlo.reshape(like(indices, shape), part)


def are_inside(columns: Sequence[ir.Value], sizes: Sequence[int]) -> ir.Value:
    """Whether every number of a vector is a position in the dimension of its size."""
    inside = None
    for column, size in zip(columns, sizes):
        fits = binary("and", compare(column, "GE", 0), compare(column, "LT", size))
        inside = fits if inside is None else binary("and", inside, fits)
    return inside


def select(condition: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
    """`x` where `condition` holds, else `y`; element by element, or as a whole for a condition without dimensions."""
    return ir.Operation.create("stablehlo.select", results=[x.type], operands=[condition, x, y]).results[0]


def merge_columns(columns: Sequence[ir.Value], sizes: Sequence[int]) -> ir.Value:
    """One number for each vector: its position in dimensions of these sizes, -1 where it is outside."""
    merged = None
    for column, size in zip(columns, sizes):
        merged = column if merged is None else binary("add", binary("multiply", merged, splat(merged, size)), column)
    return select(are_inside(columns, sizes), merged, splat(merged, -1))


def known_numbers(value: ir.Value) -> list[int] | None:
    """The elements of a vector that is made of constants, or None."""
    owner = owner_of(value)
    if owner is None:
        return None
    if owner.name == "stablehlo.constant" and isinstance(owner.attributes["value"], ir.DenseIntElementsAttr):
        return list(ir.DenseIntElementsAttr(owner.attributes["value"]))
    if owner.name == "stablehlo.broadcast_in_dim" and not shape_of(owner.operands[0]):
        numbers = known_numbers(owner.operands[0])
        return numbers and numbers * shape_of(value)[0]
    if owner.name == "stablehlo.concatenate":
        parts = [known_numbers(operand) for operand in owner.operands]
        return None if None in parts else sum(parts, [])
    return None
