"""Mutations of a module's tree (mlir_text). Most mutants verify, so that they reach what lies behind the parser."""

import copy
import re

import mutate
import scopes
import tokens
from mlir_text import Op, split_top

ENDS = ("func.return", "linalg.yield", "tensor.yield", "nn.yield", "sbp.yield", "scf.yield")
DISTRIBUTION = re.compile(r"#sbp\.distribution<@(\w+), \[([^\]]*)\](, order = \[[^\]]*\])?>")


class Donors:
    """What the models of the corpus give to others: runs of ops, properties by op, ops by functional type."""

    def __init__(self, modules):
        self.blocks, self.properties, self.by_type = [], {}, {}
        for module in modules:
            for op in module.walk():
                if op.name == "func.func":
                    self.blocks += [block for block in op.blocks if len(block.ops) > 1]
                elif "." in op.name and op.name not in ENDS:
                    self.by_type.setdefault(get_signature(op), []).append(op)
                    for name, text in op.properties:
                        self.properties.setdefault((op.name, name), set()).add(text)
        self.properties = {key: sorted(texts) for key, texts in self.properties.items()}


def get_signature(op):
    return tuple(op.operand_types), tuple(op.result_types), len(op.regions)


def pick_place(draw, function):
    """(block, position, values in scope): an op of the function, mostly one of the outermost."""
    block, scope = function.body, [tuple(a) for a in function.body.arguments]
    while True:
        if not block.ops:
            return None
        at = draw.randrange(len(block.ops))
        scope = scope + [(r, t) for op in block.ops[:at] for r, t in zip(op.results, op.result_types)]
        inner = [b for b in block.ops[at].blocks if b.ops]
        if not inner or draw.random() < 0.5:
            return block, at, scope
        block = draw.choice(inner)
        scope = scope + [tuple(a) for a in block.arguments]


def choose_value(draw, scope, kind, but=None):
    same = [value for value, type in scope if type == kind and value != but]
    return draw.choice(same) if same else None


def swap_operand(draw, function, donors):
    block, at, scope = pick_place(draw, function)
    op = block.ops[at]
    if op.operands:
        i = draw.randrange(len(op.operands))
        other = choose_value(draw, scope, op.operand_types[i], op.operands[i])
        if other:
            op.operands[i] = other


def exchange_operands(draw, function, donors):
    op = scopes.at(pick_place(draw, function))
    if len(op.operands) > 1:
        i, j = draw.sample(range(len(op.operands)), 2)
        op.operands[i], op.operands[j] = op.operands[j], op.operands[i]
        if draw.random() < 0.3:
            op.operand_types[i], op.operand_types[j] = op.operand_types[j], op.operand_types[i]


def drop_op(draw, function, donors):
    block, at, scope = pick_place(draw, function)
    op = block.ops[at]
    if op.name in ENDS:
        return
    for result, kind in zip(op.results, op.result_types):
        other = choose_value(draw, scope, kind)
        if other is None:
            return
        scopes.replace_uses(block.ops[at + 1 :], result, other)
    del block.ops[at]


def double_op(draw, function, donors):
    block, at, _ = pick_place(draw, function)
    if block.ops[at].name in ENDS:
        return
    twin = scopes.rename(block.ops[at], function.fresh())
    block.ops.insert(at + 1, twin)
    for old, new in zip(block.ops[at].results, twin.results):
        scopes.replace_uses(draw.sample(block.ops[at + 2 :], (len(block.ops) - at - 2) // 2), old, new)


def other_op(draw, function, donors):
    """Another op of the same functional type, with its properties and regions."""
    block, at, _ = pick_place(draw, function)
    op = block.ops[at]
    same = [o for o in donors.by_type.get(get_signature(op), []) if o.name != op.name]
    if same:
        donor = scopes.rename(draw.choice(same), function.fresh())
        donor.results, donor.operands = op.results, op.operands
        block.ops[at] = donor


def change_property(draw, function, donors):
    op = scopes.at(pick_place(draw, function))
    if not op.properties:
        return
    name, text = draw.choice(op.properties)
    way = draw.random()
    if way < 0.08:
        op.properties = [p for p in op.properties if p[0] != name]
    elif way < 0.3:
        op.set(name, draw.choice(donors.properties.get((op.name, name), [text])))
    elif "affine_map" in text and way < 0.8:
        op.set(name, change_maps(draw, text))
    elif "iterator_type<" in text:
        op.set(name, change_one(draw, r"(parallel|reduction)\b(?!>, \[)", text, lambda t: "reduction" if t == "parallel" else "parallel"))
    elif re.search(r"\d", text):
        op.set(name, change_one(draw, r"(?<![\w.])-?\d+(?![\w.])", text, lambda t: str(mutate.other_number(draw, int(t)))))
    else:
        op.set(
            name, change_one(draw, r"\b(true|false|unit|[a-z]+)\b", text, lambda t: draw.choice(["true", "false", "unit", "sum", "max"]))
        )


def change_one(draw, pattern, text, change):
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = draw.choice(found)
    return text[: match.start()] + change(match[0]) + text[match.end() :]


def change_maps(draw, text):
    maps = re.findall(r"affine_map<\([^>]*-> \([^)]*\)>", text)
    if not maps:
        return text
    chosen, way = draw.choice(maps), draw.random()
    if way < 0.2:
        return text.replace(chosen, draw.choice(maps), 1)
    dims, results = re.fullmatch(r"affine_map<(\(.*\)) -> \((.*)\)>", chosen).groups()
    results = split_top(results)
    if way < 0.5:
        draw.shuffle(results)
    elif way < 0.8 and results:
        results[draw.randrange(len(results))] = draw.choice(split_top(dims[1:-1].split(")")[0]) + ["0", "d0 + d1", "d0 * 2", "1"])
    elif results:
        results.pop(draw.randrange(len(results))) if draw.random() < 0.5 else results.append(draw.choice(results))
    return text.replace(chosen, f"affine_map<{dims} -> ({', '.join(results)})>", 1)


def return_other(draw, function, donors):
    """Any value becomes one more result, or stands for one."""
    if not function.body.ops:
        return
    scope = [(r, t) for op in function.body.ops[:-1] for r, t in zip(op.results, op.result_types)] + function.body.arguments
    end = function.body.ops[-1]
    tensors = [(v, t) for v, t in scope if t.startswith("tensor")]
    if not tensors or end.name != "func.return":
        return
    value, kind = draw.choice(tensors)
    if draw.random() < 0.6 or not end.operands:
        end.operands.append(value)
        end.operand_types.append(kind)
    else:
        i = draw.randrange(len(end.operands))
        end.operands[i], end.operand_types[i] = value, kind


def draw_distribution(draw, module, rank):
    placements = [op for op in module.walk() if op.name == "sbp.placement"]
    if not placements:
        return None
    placement = draw.choice(placements)
    components = ["B", "B", "P", f"P({draw.choice(['max', 'min', 'prod', 'maxnum', 'umax', 'and', 'sum'])})"]
    components += [f"S({draw.randrange(rank)})"] * 4 if rank else []
    axes = split_top(placement.get("axis_names")[1:-1])
    text = ", ".join(draw.choice(components) for _ in axes)
    if draw.random() < 0.6:
        text = re.sub(r"P(\(\w+\))?", "B", text)
    order = f", order = {draw.sample(range(len(axes)), len(axes))}" if draw.random() < 0.15 else ""
    return f"#sbp.distribution<@{placement.get('sym_name')[1:-1]}, [{text}]{order}>"


def constrain(draw, function, donors):
    """A value as its users see it gets a distribution."""
    if not function.body.ops:
        return
    block, at = function.body, draw.randrange(len(function.body.ops))
    scope = [(r, t) for op in block.ops[:at] for r, t in zip(op.results, op.result_types)] + block.arguments
    tensors = [(v, t) for v, t in scope if t.startswith("tensor")]
    if not tensors:
        return
    value, kind = draw.choice(tensors)
    distribution = draw_distribution(draw, function.module, scopes.count_dims(kind))
    if distribution:
        new = f"%{function.fresh()}"
        scopes.replace_uses(block.ops[at:], value, new)
        block.ops.insert(at, Op([new], "sbp.constrain", [value], [["distribution", distribution]], [], "", [kind], [kind]))


def change_distribution(draw, function, donors):
    """One distribution somewhere, mostly to one that its tensor allows."""

    def change(text):
        match = DISTRIBUTION.fullmatch(text)
        components = split_top(match[2])
        i = draw.randrange(len(components) or 1)
        components[i : i + 1] = draw.choice([["B"], ["S(0)"], ["S(1)"], ["P"], ["P(max)"], ["S(2)"], [], ["B", "B"]])
        return f"#sbp.distribution<@{match[1]}, [{', '.join(components)}]{match[3] or ''}>"

    holders = [(op, name) for op in function.module.walk() for name, text in op.properties if "#sbp.distribution" in text]
    if holders:
        op, name = draw.choice(holders)
        op.set(name, change_one(draw, DISTRIBUTION.pattern, op.get(name), change))


def change_placement(draw, function, donors):
    """Other sizes and ranks; the distributions of the placement keep their number of axes."""
    placements = [op for op in function.module.walk() if op.name == "sbp.placement"]
    if not placements:
        return
    placement = draw.choice(placements)
    axes = split_top(placement.get("axis_names")[1:-1])
    sizes = [draw.choice([1, 1, 2, 2, 3, 4]) for _ in axes]
    count = 1
    for size in sizes:
        count *= size
    ranks = draw.sample(range(max(count, draw.choice([count, 8, 12]))), count)
    if draw.random() < 0.1:
        ranks = draw.choice([ranks[:-1], ranks + ranks[-1:], [-1] + ranks[1:], [10**6] + ranks[1:]])
    placement.set("axis_sizes", f"array<i64: {', '.join(map(str, sizes))}>")
    placement.set("ranks", f"array<i64: {', '.join(map(str, ranks))}>")


def splice(draw, function, donors):
    """One to four ops that follow each other in another model; what they need comes from here or is a new argument."""
    source = draw.choice(donors.blocks)
    begin = draw.randrange(len(source.ops) - 1)
    run = [op for op in source.ops[begin : begin + draw.randint(1, 4)] if op.name not in ENDS and op.name != "func.call"]
    body, position = function.body, draw.randrange(len(function.body.ops))
    scope = [(r, t) for op in body.ops[:position] for r, t in zip(op.results, op.result_types)] + [tuple(a) for a in body.arguments]
    names, added = {}, []
    for op in run:
        twin = scopes.rename(op, function.fresh())
        for i, kind in enumerate(op.operand_types):
            if op.operands[i] not in names:
                here = choose_value(draw, scope, kind) if draw.random() < 0.8 else None
                names[op.operands[i]] = here or function.add_argument(kind)
            twin.operands[i] = names[op.operands[i]]
        names.update(zip(op.results, twin.results))
        added.append(twin)
    body.ops[position:position] = added
    position += len(added)
    for result, kind in [pair for op in added for pair in zip(op.results, op.result_types)]:
        used = [v for o in body.ops[position:] for v, t in zip(o.operands, o.operand_types) if t == kind]
        if used:
            scopes.replace_uses(body.ops[position:], draw.choice(used), result)
    return_other(draw, function, donors)


WAYS = [
    (swap_operand, 4),
    (exchange_operands, 1),
    (drop_op, 2),
    (double_op, 1),
    (other_op, 3),
    (change_property, 4),
    (return_other, 2),
    (constrain, 3),
    (change_distribution, 3),
    (change_placement, 2),
    (splice, 4),
]


def change(draw, module, donors):
    """The text of a copy with one entry and one to four changes."""
    function = scopes.pick_function(draw, copy.deepcopy(module))
    if function is None:
        return scopes.print_module(module)
    for _ in range(draw.choice([1, 1, 2, 2, 3, 4])):
        if not function.body.ops:
            break
        draw.choices([way for way, _ in WAYS], [weight for _, weight in WAYS])[0](draw, function, donors)
    function.settle()
    text = scopes.print_module(function.module)
    if draw.random() < 0.2:
        text = "".join(tokens.rename_everywhere(draw, tokens.TOKEN.findall(text)))
    return text
