"""StableHLO's gradient of a max pool, and scatters by maximum, minimum and product, as elementwise ops and reductions.  Needs jaxlib.

The gradient of a pool, `select_and_scatter`, goes to the first greatest element of each window. Element k of all windows is a strided slice of
the tensor: a chain of comparisons gives the k that wins in each window, and each k adds the cotangents of the windows in which it won, placed
back with the stride. For windows of 2 with stride 1 over [1, 3, 2]: slices [1, 3] and [3, 2], winners [1, 0], so the gradient of [a, b] is
[0, b, 0] + [0, a, 0].

A scatter by another reduction than a sum compares every index with every row of the table.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from sbp.jax_indices import binary, like, select, shape_of, splat

# Largest number of elements that a scatter compares.
MOST_COMPARISONS = 1 << 26
REDUCTIONS = {"stablehlo.maximum": -math.inf, "stablehlo.minimum": math.inf, "stablehlo.multiply": 1}


def array(numbers: Sequence[int]) -> ir.DenseI64ArrayAttr:
    """`numbers` as an attribute."""
    return ir.DenseI64ArrayAttr.get(list(numbers))


def number_like(value: ir.Value, number: float, shape: Sequence[int]) -> ir.Value:
    """A tensor of `shape` with the elements of `value`, all `number`; infinities of integers are their least and greatest."""
    kind = like(value, shape)
    element = kind.element_type
    if isinstance(element, ir.IntegerType):
        if math.isinf(number):
            number = (1 << (element.width - 1)) - 1 if number > 0 else -(1 << (element.width - 1))
        attribute = ir.IntegerAttr.get(element, int(number))
    else:
        attribute = ir.FloatAttr.get(element, number)
    return ir.Operation.create(
        "stablehlo.constant", results=[kind], attributes={"value": ir.DenseElementsAttr.get_splat(kind, attribute)}
    ).results[0]


def compare_pair(x: ir.Value, y: ir.Value, direction: str) -> ir.Value:
    """`x` compared with `y`, element by element."""
    kind = "FLOAT" if not isinstance(ir.RankedTensorType(x.type).element_type, ir.IntegerType) else "SIGNED"
    return ir.Operation.create(
        "stablehlo.compare",
        results=[ir.RankedTensorType.get(shape_of(x), ir.IntegerType.get_signless(1))],
        operands=[x, y],
        attributes={
            "comparison_direction": ir.Attribute.parse(f"#stablehlo<comparison_direction {direction}>"),
            "compare_type": ir.Attribute.parse(f"#stablehlo<comparison_type {kind}>"),
        },
    ).results[0]


def pad(x: ir.Value, value: ir.Value, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> ir.Value:
    """`x` with `value`, a scalar, around and between its elements."""
    shape = [a + n + max(n - 1, 0) * i + b for a, n, b, i in zip(low, shape_of(x), high, interior)]
    return ir.Operation.create(
        "stablehlo.pad",
        results=[like(x, shape)],
        operands=[x, value],
        attributes={"edge_padding_low": array(low), "edge_padding_high": array(high), "interior_padding": array(interior)},
    ).results[0]


def strided(x: ir.Value, start: Sequence[int], shape: Sequence[int], strides: Sequence[int]) -> ir.Value:
    """`shape` elements of `x` from `start`."""
    limit = [a + (n - 1) * s + 1 for a, n, s in zip(start, shape, strides)]
    return ir.Operation.create(
        "stablehlo.slice",
        results=[like(x, shape)],
        operands=[x],
        attributes={"start_indices": array(start), "limit_indices": array(limit), "strides": array(strides)},
    ).results[0]


def body_name(region: ir.Region) -> tuple[str, str]:
    """The first op of a region that has one and returns it, and its direction if it compares its arguments; "" for another region."""
    block = region.blocks[0]
    body = [inner.operation for inner in block.operations]
    if len(body) != 2 or list(body[0].operands) != list(block.arguments) or list(body[1].operands) != list(body[0].results):
        return "", ""
    direction = str(body[0].attributes["comparison_direction"]) if body[0].name == "stablehlo.compare" else ""
    return body[0].name, direction.rpartition(" ")[2].rstrip(">")


def raise_select_and_scatter(op: ir.Operation) -> None:
    """Replaces the gradient of a max or min pool whose windows overlap or are padded; the pass of jaxlib has the others."""
    source, cotangent, _ = op.operands
    rank = len(shape_of(source))
    window = list(ir.DenseI64ArrayAttr(op.attributes["window_dimensions"]))
    strides = list(ir.DenseI64ArrayAttr(op.attributes["window_strides"])) if "window_strides" in op.attributes else [1] * rank
    edges = list(ir.DenseIntElementsAttr(op.attributes["padding"])) if "padding" in op.attributes else [0] * (2 * rank)
    low, high = edges[::2], edges[1::2]
    chosen, direction = body_name(op.regions[0])
    if chosen != "stablehlo.compare" or direction not in ("GE", "LE") or body_name(op.regions[1])[0] != "stablehlo.add":
        return
    if strides == window and not any(edges):
        return
    with ir.InsertionPoint(op), op.location:
        padded = source
        if any(edges):
            padded = pad(source, number_like(source, -math.inf if direction == "GE" else math.inf, []), low, high, [0] * rank)
        total = gather_winners(padded, cotangent, window, strides, direction)
        if any(edges):
            total = strided(total, low, shape_of(source), [1] * rank)
        op.results[0].replace_all_uses_with(total)
    op.erase()


def gather_winners(padded: ir.Value, cotangent: ir.Value, window: list[int], strides: list[int], direction: str) -> ir.Value:
    """The sum of the cotangents of the windows that each element of `padded` wins."""
    shape, extents = shape_of(cotangent), shape_of(padded)
    places = list(itertools.product(*(range(size) for size in window)))
    best = winner = None
    index = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(32))
    number = lambda k: ir.Operation.create(
        "stablehlo.constant",
        results=[index],
        attributes={"value": ir.DenseElementsAttr.get_splat(index, ir.IntegerAttr.get(index.element_type, k))},
    ).results[0]
    for k, place in enumerate(places):
        element = strided(padded, place, shape, strides)
        if best is None:
            best, winner = element, number(0)
            continue
        stays = compare_pair(best, element, direction)
        best, winner = select(stays, best, element), select(stays, winner, number(k))
    zeros, zero, total = number_like(cotangent, 0, shape), number_like(cotangent, 0, []), None
    for k, place in enumerate(places):
        won = select(compare_pair(winner, splat(winner, k), "EQ"), cotangent, zeros)
        high = [extent - at - (size - 1) * step - 1 for extent, at, size, step in zip(extents, place, shape, strides)]
        back = pad(won, zero, place, high, [step - 1 for step in strides])
        total = back if total is None else binary("add", total, back)
    return total


def broadcast(value: ir.Value, shape: Sequence[int], dims: Sequence[int]) -> ir.Value:
    """`value` with its dimensions at `dims` of `shape`."""
    return ir.Operation.create(
        "stablehlo.broadcast_in_dim", results=[like(value, shape)], operands=[value], attributes={"broadcast_dimensions": array(dims)}
    ).results[0]


def reduce_dims(value: ir.Value, name: str, init: float, dims: Sequence[int]) -> ir.Value:
    """`value` without `dims`, reduced by the op `name`."""
    kind = like(value, [])
    made = ir.Operation.create(
        "stablehlo.reduce",
        results=[like(value, [size for dim, size in enumerate(shape_of(value)) if dim not in dims])],
        operands=[value, number_like(value, init, [])],
        attributes={"dimensions": array(dims)},
        regions=1,
    )
    block = made.regions[0].blocks.append(kind, kind, arg_locs=[made.location] * 2)
    with ir.InsertionPoint(block):
        result = ir.Operation.create(name, results=[kind], operands=list(block.arguments)).results[0]
        ir.Operation.create("stablehlo.return", operands=[result])
    return made.results[0]


def reduce_rows(table: ir.Value, ids: ir.Value, updates: ir.Value, axis: int, batch: int, name: str) -> ir.Value | None:
    """`table` with every row j along `axis` reduced by the op `name` with the updates whose index is j. Dimensions stand as in `nn.scatter`:
    the first `batch` are shared, those of `ids` behind them stand in `updates` in place of `axis`. None where that compares too much."""
    rows, free = shape_of(table)[axis], len(shape_of(ids)) - batch
    shape = shape_of(updates)
    wide = shape[:axis] + [rows] + shape[axis:]
    if math.prod(wide) > MOST_COMPARISONS:
        return None
    of_updates = [dim if dim < axis else dim + 1 for dim in range(len(shape))]
    of_ids = list(range(batch)) + list(range(axis + 1, axis + 1 + free))
    counted = like(ids, wide)
    row = ir.Operation.create(
        "stablehlo.iota", results=[counted], attributes={"iota_dimension": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), axis)}
    ).results[0]
    hits = compare_pair(broadcast(ids, wide, of_ids), row, "EQ")
    init = REDUCTIONS[name]
    chosen = select(hits, broadcast(updates, wide, of_updates), number_like(updates, init, wide))
    reduced = reduce_dims(chosen, name, init, range(axis + 1, axis + 1 + free)) if free else chosen
    return binary(name.partition(".")[2], table, reduced)


def fill_empty(op: ir.Operation) -> bool:
    """Replaces a pad or a reduction of a tensor without elements by what it fills in; whether it was one."""
    value, fill = op.operands[:2]
    if 0 not in shape_of(value) or len(op.results) != 1 or shape_of(fill):
        return False
    with ir.InsertionPoint(op), op.location:
        filled = stablehlo.broadcast_in_dim(op.results[0].type, fill, array([])) if shape_of(op.results[0]) else fill
        op.results[0].replace_all_uses_with(filled)
    op.erase()
    return True
