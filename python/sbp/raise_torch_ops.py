"""What torch-mlir leaves in its own `tm_tensor` dialect as ops of our `nn` dialect.  Needs torch-mlir.

`sort` becomes `nn.sort`, `topk` `nn.top_k`, `cumsum` becomes `nn.cumsum`, `scatter_add`, `index_add` and `index_put(accumulate=True)` become
`nn.scatter_add` on the table as one row. What is left is an error that names it.
"""

from __future__ import annotations

from collections.abc import Sequence

from torch_mlir import ir

from sbp.user_lines import ExportError, at_line
from sbp.walk import walk

ADVICE = {
    "tm_tensor.scan": "only running sums (cumsum)",
    "tm_tensor.sort": "only values with their positions (torch.sort, torch.topk, torch.argsort)",
    "tm_tensor.scatter": "only updates that are added (scatter_add, index_add, index_put with accumulate=True) or replace (index_copy, index_put, scatter)",
}


def number(value: int, width: int = 64) -> ir.IntegerAttr:
    """An integer attribute of `width` bits."""
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(width), value)


def tensor(shape: Sequence[int], like: ir.Type) -> ir.RankedTensorType:
    """A tensor type of `shape`; its elements are `like`, or those of `like` where that is a tensor type."""
    element = ir.RankedTensorType(like).element_type if isinstance(like, ir.RankedTensorType) else like
    return ir.RankedTensorType.get(shape, element)


def create(
    name: str,
    results: Sequence[ir.Type],
    operands: Sequence[ir.Value],
    attributes: dict[str, ir.Attribute] | None = None,
    regions: int = 0,
) -> ir.Operation:
    """An op at the current insertion point and location."""
    return ir.Operation.create(name, results=results, operands=operands, attributes=attributes or {}, regions=regions)


def body_of(op: ir.Operation) -> list[ir.Operation]:
    """The ops of the only block of `op`, terminator included."""
    return [inner.operation for inner in op.regions[0].blocks[0].operations]


def is_sum(op: ir.Operation) -> bool:
    """Whether the body of `op` adds its two arguments."""
    body = body_of(op)
    return (
        len(body) == 2 and body[0].name in ("arith.addf", "arith.addi") and set(body[0].operands) == set(op.regions[0].blocks[0].arguments)
    )


def raise_scan(op: ir.Operation) -> list[ir.Value] | None:
    """inputs: x; inits: running values, total."""
    if not is_sum(op) or list(op.results[1].uses):
        return None
    attributes = {"axis": number(ir.IntegerAttr(op.attributes["dimension"]).value)}
    if not ir.BoolAttr(op.attributes["inclusive"]).value:
        attributes["exclusive"] = ir.UnitAttr.get()
    running = create("nn.cumsum", [op.results[0].type], [op.operands[0]], attributes).results[0]
    return [running, op.operands[2]]


def counts_along(value: ir.Value, axis: int) -> bool:
    """Whether `value` is the positions along `axis`, as torch-mlir writes them: an index, perhaps spread over other dimensions."""
    owner = None if isinstance(value.owner, ir.Block) else value.owner.operation
    if owner is None or owner.name != "linalg.generic":
        return False
    maps = [ir.AffineMapAttr(attribute).value for attribute in ir.ArrayAttr(owner.attributes["indexing_maps"])]
    body = body_of(owner)
    if len(body) == 3 and body[0].name == "linalg.index" and body[1].name == "arith.index_cast":
        return ir.IntegerAttr(body[0].attributes["dim"]).value == axis
    # A copy of a vector that counts.
    vector = ir.AffineMap.get(maps[-1].n_dims, 0, [ir.AffineDimExpr.get(axis)])
    return len(body) == 1 and len(maps) == 2 and maps[0] == vector and counts_along(owner.operands[0], 0)


def leading(op: ir.Operation, axis: int) -> int:
    """k, where all that is read of a sort is the first k elements along `axis`; 0 otherwise."""
    found = set()
    for result in op.results:
        shape = list(ir.RankedTensorType(result.type).shape)
        for use in result.uses:
            reader = use.owner.operation if isinstance(use.owner, ir.OpView) else use.owner
            if reader.name != "tensor.extract_slice" or len(reader.operands) != 1:
                return 0
            numbers = {key: list(ir.DenseI64ArrayAttr(reader.attributes["static_" + key])) for key in ("offsets", "sizes", "strides")}
            size = numbers["sizes"][axis]
            if (
                any(numbers["offsets"])
                or any(step != 1 for step in numbers["strides"])
                or numbers["sizes"] != shape[:axis] + [size] + shape[axis + 1 :]
                or list(ir.RankedTensorType(reader.results[0].type).shape) != numbers["sizes"]
            ):
                return 0
            found.add(size)
    return found.pop() if len(found) == 1 else 0


def raise_top_k(op: ir.Operation, axis: int, k: int) -> None:
    """Replaces a descending sort, of which only the first `k` elements along `axis` are read, by `nn.top_k`."""
    shape = list(ir.RankedTensorType(op.results[0].type).shape)
    shape[axis] = k
    results = create(
        "nn.top_k", [tensor(shape, result.type) for result in op.results], [op.operands[0]], {"axis": number(axis), "k": number(k)}
    ).results
    for old, new in zip(op.results, results):
        for use in list(old.uses):
            reader = use.owner.operation if isinstance(use.owner, ir.OpView) else use.owner
            reader.results[0].replace_all_uses_with(new)
            reader.erase()


def raise_sort(op: ir.Operation) -> list[ir.Value] | None:
    """inits: values, and their positions, which torch-mlir counts itself."""
    body, arguments = body_of(op), list(op.regions[0].blocks[0].arguments)
    axis = ir.IntegerAttr(op.attributes["dimension"]).value
    if (
        len(op.operands) != 2
        or len(body) != 2
        or body[0].name not in ("arith.cmpf", "arith.cmpi")
        or list(body[0].operands) != arguments[:2]
    ):
        return None
    predicate = ir.IntegerAttr(body[0].attributes["predicate"]).value
    descends = {"arith.cmpf": {2: True, 3: True, 4: False, 5: False}, "arith.cmpi": {2: False, 3: False, 4: True, 5: True}}
    if predicate not in descends[body[0].name] or not counts_along(op.operands[1], axis):
        return None
    descending = descends[body[0].name][predicate]
    k = leading(op, axis) if descending else 0
    if k:
        raise_top_k(op, axis, k)
        return []
    attributes = {"axis": number(axis)} | ({"descending": ir.UnitAttr.get()} if descending else {})
    return list(create("nn.sort", [result.type for result in op.results], [op.operands[0]], attributes).results)


def column(indices: ir.Value, at: int) -> ir.Value:
    """[n, m] -> [n]."""
    rows = ir.RankedTensorType(indices.type).shape[0]
    part = create(
        "tensor.extract_slice",
        [tensor([rows, 1], indices.type)],
        [indices],
        {
            "static_offsets": ir.DenseI64ArrayAttr.get([0, at]),
            "static_sizes": ir.DenseI64ArrayAttr.get([rows, 1]),
            "static_strides": ir.DenseI64ArrayAttr.get([1, 1]),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0, 0]),
        },
    ).results[0]
    return reshape(part, [rows], [[0, 1]])


def reshape(value: ir.Value, shape: list[int], groups: list[list[int]]) -> ir.Value:
    """Merges dimensions, or takes them apart: `groups` of those of the side that has more."""
    source = list(ir.RankedTensorType(value.type).shape)
    attributes = {"reassociation": ir.ArrayAttr.get([ir.ArrayAttr.get([number(dim) for dim in group]) for group in groups])}
    name = "tensor.collapse_shape"
    if len(shape) > len(source):
        name, attributes["static_output_shape"] = "tensor.expand_shape", ir.DenseI64ArrayAttr.get(shape)
    return value if shape == source else create(name, [tensor(shape, value.type)], [value], attributes).results[0]


def splat(value: int, like: ir.Value) -> ir.Value:
    """A constant of the type of `like` with `value` in every element."""
    kind = tensor(ir.RankedTensorType(like.type).shape, like.type)
    attribute = ir.DenseElementsAttr.get_splat(kind, ir.IntegerAttr.get(kind.element_type, value))
    return create("arith.constant", [kind], [], {"value": attribute}).results[0]


def raise_scatter(op: ir.Operation) -> list[ir.Value] | None:
    """inputs: updates [n, window], indices [n, m] of the leading dimensions; init: the table."""
    updates, indices, table = op.operands
    shape, count = list(ir.RankedTensorType(table.type).shape), ir.RankedTensorType(indices.type).shape[1]
    dims = list(ir.DenseI64ArrayAttr(op.attributes["dimension_map"]))
    found = list(ir.RankedTensorType(updates.type).shape)
    if not is_sum(op) or dims != list(range(count)):
        return None
    rows = found[0]
    whole = [size for size in found[1:] if size != 1] == [size for size in shape[count:] if size != 1]
    if not whole:
        return None
    merged, window = 1, shape[count:]
    for size in shape[:count]:
        merged *= size
    positions = None  # row-major over the dimensions that are chosen
    for at, size in enumerate(shape[:count]):
        part = column(indices, at)
        if positions is not None:
            scaled = create("arith.muli", [part.type], [positions, splat(size, part)]).results[0]
            part = create("arith.addi", [part.type], [scaled, part]).results[0]
        positions = part
    front = [list(range(count))] + [[dim] for dim in range(count, len(shape))]
    flat = reshape(table, [merged] + window, front)
    if found != [rows] + window:
        flat_updates = create(
            "tensor.collapse_shape",
            [tensor([rows] + window, updates.type)],
            [updates],
            {"reassociation": collapse_units(found, [rows] + window)},
        ).results[0]
    else:
        flat_updates = updates
    result = create("nn.scatter_add", [flat.type], [flat, positions, flat_updates], {"axis": number(0)}).results[0]
    return [reshape(result, shape, front)]


def collapse_units(source: list[int], target: list[int]) -> ir.ArrayAttr:
    """The groups that drop dimensions of size 1 behind the first."""
    extra = len(source) - len(target)
    groups = [list(range(extra + 1))] + [[dim] for dim in range(extra + 1, len(source))]
    return ir.ArrayAttr.get([ir.ArrayAttr.get([number(dim) for dim in group]) for group in groups])


RAISED = {"tm_tensor.scan": raise_scan, "tm_tensor.sort": raise_sort, "tm_tensor.scatter": raise_scatter}


def raise_ops(module: ir.Module) -> None:
    """Replaces the ops of `tm_tensor` in place. Raises ExportError at the line of one that has no form."""
    for op in list(walk(module.body)):
        if op.name not in RAISED:
            continue
        with op.context, ir.InsertionPoint(op), op.location:
            values = RAISED[op.name](op)
        if values is None:
            raise ExportError(at_line(op.location, f"{op.name} has no level-0 form: {ADVICE[op.name]}"))
        for old, new in zip(op.results, values):
            old.replace_all_uses_with(new)
        op.erase()
    for op in walk(module.body):
        if op.name.startswith("tm_tensor."):
            raise ExportError(at_line(op.location, f"{op.name} has no level-0 form"))
