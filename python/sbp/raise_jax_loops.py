"""StableHLO's loops of a constant number of steps as that many copies of their body, and branches as selects.  Needs jaxlib.

A `lax.scan`, a `lax.fori_loop` of constant bounds and the rounds of `jax.random` are a `stablehlo.while` whose condition compares a
counter with a constant, `i < n`, and whose body adds a constant to it. `unroll_loops` replaces such a loop; in each copy the counter is
a constant. Any other loop is left for the check that names it. A `lax.cond` or `lax.switch` is a `stablehlo.case`: `select_branches` computes
all branches and selects the results of one.
"""

from __future__ import annotations

import warnings

from jaxlib.mlir import ir

from sbp.user_lines import ExportError, at_line, user_line
from sbp.walk import walk

# Largest number of ops that one loop may become.
MOST_OPS = 50_000


def owner_of(value: ir.Value) -> ir.Operation | None:
    """The op that computes `value`; None for the argument of a block."""
    return value.owner.operation if isinstance(value.owner, (ir.OpView, ir.Operation)) else None


def constant_of(value: ir.Value) -> int | None:
    """The number that an integer tensor of rank 0 holds, None where it is not a constant."""
    owner = owner_of(value)
    if owner is None or owner.name != "stablehlo.constant" or not isinstance(owner.attributes["value"], ir.DenseIntElementsAttr):
        return None
    return list(ir.DenseIntElementsAttr(owner.attributes["value"]))[0] if ir.RankedTensorType(value.type).rank == 0 else None


class Loop:
    """A `stablehlo.while`; `counter`: the position of its counter, None where it does not count to a constant."""

    def __init__(self, op: ir.Operation) -> None:
        self.op = op
        self.condition, self.body = (region.blocks[0] for region in op.regions)
        self.counter, self.first, self.step, self.count = None, 0, 0, 0
        compare = owner_of(list(self.condition.operations)[-1].operands[0])
        if compare is None or compare.name != "stablehlo.compare" or "LT" not in str(compare.attributes["comparison_direction"]):
            return
        if compare.operands[0] in list(self.condition.arguments):
            index = list(self.condition.arguments).index(compare.operands[0])
            self.find_count(index, self.limit_of(compare.operands[1]))

    def returned(self, index: int) -> ir.Value:
        """The next value of the variable at `index`."""
        return list(self.body.operations)[-1].operands[index]

    def limit_of(self, value: ir.Value) -> int | None:
        """The constant that `value` of the condition is; a value that the loop hands on unchanged counts as its first."""
        arguments = list(self.condition.arguments)
        if value in arguments:
            index = arguments.index(value)
            return constant_of(self.op.operands[index]) if self.returned(index) == self.body.arguments[index] else None
        return constant_of(value)

    def find_count(self, index: int, limit: int | None) -> None:
        """Sets `counter`, `first` and `step` where the variable at `index` grows by a constant above 0 up to `limit`."""
        first, add = constant_of(self.op.operands[index]), owner_of(self.returned(index))
        if (
            limit is None
            or first is None
            or add is None
            or add.name != "stablehlo.add"
            or self.body.arguments[index] not in list(add.operands)
        ):
            return
        steps = [constant_of(operand) for operand in add.operands if operand != self.body.arguments[index]]
        if len(steps) == 1 and steps[0] is not None and steps[0] > 0:
            self.counter, self.first, self.step = index, first, steps[0]
            self.count = max(0, -(-(limit - first) // steps[0]))

    def unroll(self) -> None:
        """Replaces the loop by copies of its body in front of it."""
        values = list(self.op.operands)
        for k in range(self.count):
            with ir.InsertionPoint(self.op), self.op.location:
                element = ir.RankedTensorType(values[self.counter].type).element_type
                number = ir.DenseElementsAttr.get_splat(values[self.counter].type, ir.IntegerAttr.get(element, self.first + k * self.step))
                values[self.counter] = ir.Operation.create(
                    "stablehlo.constant", results=[values[self.counter].type], attributes={"value": number}
                ).results[0]
            values = self.copy_body(values)
        for result, value in zip(self.op.results, values):
            result.replace_all_uses_with(value)
        self.op.erase()

    def copy_body(self, values: list[ir.Value]) -> list[ir.Value]:
        """The values that a copy of the body returns for these arguments."""
        return copy_block(self.body, values, self.op)


def copy_block(block: ir.Block, values: list[ir.Value], before: ir.Operation) -> list[ir.Value]:
    """The values that a copy of `block`, in front of an op, returns for these arguments."""
    copies = dict(zip(block.arguments, values, strict=True))
    operations = [op.operation for op in block.operations]
    for op in operations[:-1]:
        with ir.InsertionPoint(before):
            copy = op.clone().operation
        replace_operands(copy, copies)
        copies.update(zip(op.results, copy.results, strict=True))
    return [copies.get(operand, operand) for operand in operations[-1].operands]


def select_branches(module: ir.Module) -> None:
    """Replaces branches, inner ones first, by the ops of all of them. An index that is none chooses the last one, as StableHLO has it."""
    for op in reversed([op for op in walk(module.body) if op.name == "stablehlo.case"]):
        branches = [copy_block(region.blocks[0], [], op) for region in op.regions]
        index = op.operands[0]
        with ir.InsertionPoint(op), op.location:
            chosen = branches[-1]
            for number in reversed(range(len(branches) - 1)):
                constant = ir.DenseElementsAttr.get_splat(
                    index.type, ir.IntegerAttr.get(ir.RankedTensorType(index.type).element_type, number)
                )
                other = ir.Operation.create("stablehlo.constant", results=[index.type], attributes={"value": constant}).results[0]
                equal = ir.Operation.create(
                    "stablehlo.compare",
                    results=[ir.RankedTensorType.get([], ir.IntegerType.get_signless(1))],
                    operands=[index, other],
                    attributes={"comparison_direction": ir.Attribute.parse("#stablehlo<comparison_direction EQ>")},
                ).results[0]
                chosen = [
                    ir.Operation.create("stablehlo.select", results=[left.type], operands=[equal, left, right]).results[0]
                    for left, right in zip(branches[number], chosen, strict=True)
                ]
        for result, value in zip(op.results, chosen, strict=True):
            result.replace_all_uses_with(value)
        op.erase()


def replace_operands(op: ir.Operation, values: dict[ir.Value, ir.Value]) -> None:
    """Replaces values that `op` and the ops of its regions read."""
    for inner in [op, *(inner for region in op.regions for block in region.blocks for inner in walk(block))]:
        for i, operand in enumerate(inner.operands):
            if operand in values:
                inner.operands[i] = values[operand]


def unroll_loops(module: ir.Module) -> None:
    """Replaces loops of a constant number of steps, inner ones first. Warns at the user's line of each that the user wrote.

    Raises ExportError where the copies of one loop would be more than MOST_OPS ops.
    """
    for op in reversed([op for op in walk(module.body) if op.name == "stablehlo.while"]):
        loop = Loop(op)
        if loop.counter is None:
            continue
        size = loop.count * sum(1 for _ in walk(loop.body))
        if size > MOST_OPS:
            raise ExportError(at_line(op.location, f"a loop of {loop.count} steps would be unrolled to {size} ops, more than {MOST_OPS}"))
        line = user_line(op.location)
        if line:
            warnings.warn(f"{line}: a loop of {loop.count} steps is unrolled", stacklevel=3)
        loop.unroll()
