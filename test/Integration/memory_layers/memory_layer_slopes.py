"""Gradients of every op that has one against differences of the op itself, in float64: each is written with the other ops.

One module gives the op's value and what its adjoints are; the value is then looked at with each operand moved a little. Ops are linear in
each operand, tucker_top_k's scores where its choice stays. Splits are drawn. SLOPES_SEED, printed, draws every number.
"""

import os
import random
import sys

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.exact_module import PLACEMENTS, Module, type_of
from sbp_testing.harness import Case

COMPARED = Compared()

TOKENS, HEADS, SLOTS, ROWS, WIDTH, BLOCKS, STEP = 3, 2, 4, 9, 5, 3, 1e-3
AT = (TOKENS, HEADS, SLOTS)


class Ops(Module):
    """Emits ops; `values`: {name: (text, type)}."""

    def emit(self, name, operands, results, keyword=None, segment=None, attributes=""):
        text = ", ".join(value for value, _ in operands)
        kinds = [kind for _, kind in operands]
        if segment:
            text, kinds = f"{text} {keyword} {segment[0]}", kinds + [segment[1]]
        first = f"v{len(self.body)}"
        self.body.append(
            f"  %{first}:{len(results)} = memory_layer.{name} {text} {attributes} : ({', '.join(kinds)}) -> ({', '.join(results)})"
        )
        return [(f"%{first}#{i}", kind) for i, kind in enumerate(results)]

    def give(self, name, value, like):
        alias = f"r_{name}"
        self.body.append(f"  %{alias} = tensor.cast {value[0]} : {value[1]} to {value[1]}")
        self.result(alias, value[1], like)


class Form:
    """bag, row_dot and add_outer of one shape, and their adjoints."""

    def __init__(self, rng, cores, segments):
        self.cores, self.segments = cores, segments
        outside = (TOKENS, *([BLOCKS] if segments else []), *cores, WIDTH)
        normal = rng.standard_normal
        self.arrays = {"table": normal((ROWS, *cores, WIDTH)), "scores": normal((*AT, *cores)), "z": normal(outside)}
        self.row = rng.integers(0, ROWS, AT)
        self.segment = rng.integers(0, BLOCKS, AT) if segments else None
        self.shapes = {name: array.shape for name, array in self.arrays.items()}

    def build(self, op, cotangent, module):
        """What the op gives, and the gradient of <value, cotangent> to each operand that is a float."""
        v = {name: module.argument(array, "f64") for name, array in self.arrays.items()}
        rows = module.argument(self.row, "i32")
        segment = module.argument(self.segment, "i32") if self.segments else None
        dy = module.argument(cotangent, "f64")
        kind = {name: type_of(array, "f64") for name, array in self.arrays.items()}
        count = f"{{segments = {BLOCKS} : i64}}" if self.segments else ""
        bag = lambda table, scores: module.emit("bag", [table, rows, scores], [kind["z"]], "into", segment, count)[0]
        row_dot = lambda table, z: module.emit("row_dot", [table, rows, z], [kind["scores"]], "at", segment)[0]
        outer = lambda scores, z: module.emit("add_outer", [zeros, rows, scores, z], [kind["table"]], "at", segment)[0]
        zeros = module.argument(np.zeros(self.shapes["table"]), "f64")
        if op == "bag":
            return bag(v["table"], v["scores"]), {"scores": row_dot(v["table"], dy), "table": outer(v["scores"], dy)}
        if op == "row_dot":
            return row_dot(v["table"], v["z"]), {"z": bag(v["table"], dy), "table": outer(dy, v["z"])}
        added = module.emit("add_outer", [v["table"], rows, v["scores"], v["z"]], [kind["table"]], "at", segment)[0]
        return added, {"scores": row_dot(dy, v["z"]), "z": bag(dy, v["scores"]), "table": dy}


def check_form(op, form, draw, rng, placement, what):
    shape = form.shapes[{"bag": "z", "row_dot": "scores", "add_outer": "table"}[op]]
    cotangent = rng.standard_normal(shape)
    module = Ops(draw, placement)
    value, gradients = form.build(op, cotangent, module)
    module.give("value", value, cotangent)
    for name, gradient in gradients.items():
        module.give(name, gradient, form.arrays[name])
    case = Case(module.text(placement))
    names = ["r_value"] + ["r_" + name for name in gradients]
    first = case.execute(module.inputs, names)
    for number, name in enumerate(form.arrays):
        if name not in gradients:
            continue
        direction = rng.standard_normal(form.shapes[name])
        ends = [
            case.execute(module.inputs | {f"a{number}": form.arrays[name] + sign * STEP * direction}, ["r_value"])["r_value"]
            for sign in (1, -1)
        ]
        slope = ((ends[0] - ends[1]) * cotangent).sum() / (2 * STEP)
        found = (first["r_" + name] * direction).sum()
        COMPARED.measure(f"{what}, gradient to {name}", abs(found - slope), 1e-9 * (1 + abs(slope)))


def check_tucker(draw, rng, placement, what):
    """The cores' scores move with row, column and core as the trilinear form of the winners says."""
    rank, m, k, cores = 2, 5, 4, 2
    arrays = {
        "row": rng.standard_normal((TOKENS, rank, m)),
        "column": rng.standard_normal((TOKENS, rank, m)),
        "core": rng.standard_normal((cores, rank, rank)),
    }
    module = Ops(draw, placement)
    operands = [module.argument(array, "f64") for array in arrays.values()]
    kinds = [f"tensor<{TOKENS}x{k}xf64>", f"tensor<{TOKENS}x{k}xi32>", f"tensor<{TOKENS}x{k}xi32>", f"tensor<{TOKENS}x{k}x{cores}xf64>"]
    results = module.emit("tucker_top_k", operands, kinds, attributes=f"{{k = {k} : i64}}")
    for name, value in zip(["s", "p", "q", "g"], results):
        module.give(name, value, np.zeros([int(n) for n in value[1][7:].split("x")[:-1]]))
    case = Case(module.text(placement))
    first = case.execute(module.inputs, ["r_p", "r_q", "r_g"])
    token, p, q = np.arange(TOKENS)[:, None], first["r_p"], first["r_q"]
    weights = rng.standard_normal(first["r_g"].shape)
    left, right = arrays["row"][token, :, p], arrays["column"][token, :, q]  # [tokens, k, rank]
    slopes = {
        "row": np.zeros_like(arrays["row"]),
        "column": np.zeros_like(arrays["column"]),
        "core": np.einsum("tkc,tka,tkb->cab", weights, left, right),
    }
    for t, j in np.ndindex(TOKENS, k):
        slopes["row"][t, :, p[t, j]] += np.einsum("c,cab,b->a", weights[t, j], arrays["core"], right[t, j])
        slopes["column"][t, :, q[t, j]] += np.einsum("c,cab,a->b", weights[t, j], arrays["core"], left[t, j])
    for number, name in enumerate(arrays):
        direction, step = rng.standard_normal(arrays[name].shape), 1e-7
        ends = [
            case.execute(module.inputs | {f"a{number}": arrays[name] + sign * step * direction}, ["r_p", "r_q", "r_g"]) for sign in (1, -1)
        ]
        if any(not np.array_equal(end[at], first[at]) for end in ends for at in ("r_p", "r_q")):
            continue  # another choice: no slope there
        slope = ((ends[0]["r_g"] - ends[1]["r_g"]) * weights).sum() / (2 * step)
        found = (slopes[name] * direction).sum()
        COMPARED.measure(f"{what}, tucker_top_k, {name}", abs(found - slope), 1e-5 * (1 + abs(slope)))


def main():
    seed = int(os.environ.get("SLOPES_SEED", random.randrange(10**6)))
    print("seed", seed)
    draw, rng = random.Random(seed), np.random.default_rng(seed)
    for op in ("bag", "row_dot", "add_outer"):
        for cores, segments in (((), False), ((2,), True)):
            name, placement = draw.choice(list(PLACEMENTS.items()))
            check_form(op, Form(rng, cores, segments), draw, rng, placement, f"seed {seed}, {op} on {name}")
    name, placement = draw.choice(list(PLACEMENTS.items()))
    check_tucker(draw, rng, placement, f"seed {seed} on {name}")
    COMPARED.show("slopes agree with central differences")


if __name__ == "__main__":
    sys.exit(main())
