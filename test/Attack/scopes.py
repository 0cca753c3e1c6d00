"""Functions of a module's tree: names, uses, arguments, and what their type says."""

import copy
import re

import mlir_text


def at(place):
    block, position, _ = place
    return block.ops[position]


def count_dims(kind):
    shape = re.match(r"tensor<((?:\d+x)*)", kind)
    return shape[1].count("x") if shape else 0


def replace_uses(ops, old, new):
    for op in ops:
        for inner in op.walk():
            inner.operands = [new if operand == old else operand for operand in inner.operands]


def rename(op, prefix):
    """A copy whose own names (results, and all that its regions define) start with a prefix of their own."""
    twin, names = copy.deepcopy(op), {}
    for inner in twin.walk():
        defined = [*inner.results, *(name for block in inner.blocks for name, _ in block.arguments)]
        names.update({name: f"%{prefix}_{name[1:]}" for name in defined})
    for inner in twin.walk():
        inner.results = [names[r] for r in inner.results]
        inner.operands = [names.get(o, o) for o in inner.operands]
        for block in inner.blocks:
            block.arguments = [[names[name], kind] for name, kind in block.arguments]
    return twin


class Function:
    """One entry of a module, which loses its other entries."""

    def __init__(self, module, op):
        self.module, self.op, self.count = module, op, 0
        self.body = op.regions[0][0]

    def fresh(self):
        self.count += 1
        return f"m{self.count}"

    def add_argument(self, kind):
        name = f"%{self.fresh()}"
        self.body.arguments.append([name, kind])
        return name

    def settle(self):
        """The function's type and the attributes of arguments and results follow from its body."""
        if not self.body.ops:
            return
        end = self.body.ops[-1]
        counts = {"arg_attrs": len(self.body.arguments), "res_attrs": len(end.operands)}
        arguments = ", ".join(kind for _, kind in self.body.arguments)
        self.op.set("function_type", f"({arguments}) -> ({', '.join(end.operand_types)})")
        for name, count in counts.items():
            if self.op.get(name):
                attributes = mlir_text.split_top(self.op.get(name)[1:-1])
                self.op.set(name, f"[{', '.join((attributes + ['{}'] * count)[:count])}]")
                if not count:
                    self.op.properties = [p for p in self.op.properties if p[0] != name]
        self.body.label = "^bb0" if self.body.arguments else ""


def pick_function(draw, module):
    """One of the entries with a body, or None."""
    if not module.regions or not module.regions[0]:
        return None
    top = module.regions[0][0].ops
    functions = [op for op in top if op.name == "func.func" and op.get("sym_visibility") != '"private"' and op.blocks and op.blocks[0].ops]
    if not functions:
        return None
    chosen = draw.choice(functions)
    module.regions[0][0].ops = [op for op in top if op is chosen or op.name != "func.func" or op.get("sym_visibility") == '"private"']
    return Function(module, chosen)


def print_module(module):
    return mlir_text.print_op(module) + "\n"
