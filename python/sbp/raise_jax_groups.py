"""`jax.lax.ragged_dot` and its gradients as grouped products of our `nn` dialect.  Needs jax==0.10.2.

JAX lowers them to `chlo.ragged_dot` for some platforms alone; `LOWERING` has it do so for all. Otherwise it multiplies every row by the
matrices of all groups, as the pass of chlo does with those that have no form of ours.
"""

from __future__ import annotations

from typing import Any

from jax._src import config
from jax._src.interpreters import mlir as jax_mlir
from jax._src.lax import lax as jax_lax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import chlo, stablehlo

from sbp.jax_indices import like, shape_of


def lower_ragged_dot(context: Any, *operands: Any, **parameters: Any) -> Any:
    """JAX's own lowering to `chlo.ragged_dot`, whatever the user's configuration."""
    with config.jax_ragged_dot_use_ragged_dot_instruction(True):
        return jax_lax._ragged_dot_general_lower(context, *operands, **parameters)


LOWERING = jax_mlir.LoweringParameters(override_lowering_rules=((jax_lax.ragged_dot_general_p, lower_ragged_dot),))
# Contracted dimensions of both factors, and those of the groups of the second one: the op, and whether its weights are transposed.
FORMS = {
    ((1,), (1,), (0,)): ("nn.grouped_product", False),
    ((1,), (2,), (0,)): ("nn.grouped_product", True),
    ((0,), (0,), ()): ("nn.grouped_outer", False),
}


def convert(value: ir.Value, element: ir.Type) -> ir.Value:
    """`value` with elements of type `element`."""
    if ir.RankedTensorType(value.type).element_type == element:
        return value
    return stablehlo.convert(ir.RankedTensorType.get(shape_of(value), element), value)


def widest(*values: ir.Value) -> ir.Type:
    """The element type of most bits, in which factors are exact."""
    return max((ir.RankedTensorType(value.type).element_type for value in values), key=lambda each: each.width)


def raise_ragged_dot(op: ir.Operation) -> None:
    """Replaces a product of rows, sorted by group, with the matrix of their group, or the sum of outer products of a group's rows. A
    batch of them, rows along another dimension, and products of integers stay."""
    numbers = chlo.RaggedDotDimensionNumbers(op.attributes["ragged_dot_dimension_numbers"])
    form = tuple(
        tuple(each) for each in (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, numbers.rhs_group_dimensions)
    )
    rows, factor, sizes = op.operands
    if form not in FORMS or list(numbers.lhs_ragged_dimensions) != [0] or len(shape_of(rows)) != 2 or len(shape_of(sizes)) != 1:
        return
    name, transposed = FORMS[form]
    result = op.results[0]
    element = widest(result, rows, factor)
    if not isinstance(element, ir.FloatType):
        return
    with ir.InsertionPoint(op), op.location:
        axis = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
        if ir.RankedTensorType(sizes.type).element_type.width < 32:
            sizes = convert(sizes, ir.IntegerType.get_signless(32))
        ends = ir.Operation.create("nn.cumsum", results=[like(sizes, shape_of(sizes))], operands=[sizes], attributes={"axis": axis})
        new = ir.Operation.create(
            name,
            results=[ir.RankedTensorType.get(shape_of(result), element)],
            operands=[convert(rows, element), convert(factor, element), ends.results[0]],
            attributes={"transposed": ir.UnitAttr.get()} if transposed else {},
        )
        result.replace_all_uses_with(convert(new.results[0], ir.RankedTensorType(result.type).element_type))
    op.erase()
