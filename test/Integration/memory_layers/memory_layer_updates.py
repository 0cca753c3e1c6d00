"""memory_layer.update on sharded states, compiled and run for many steps, and interpreted, against numpy.

A row's gradient is summed in the order of its slots on whichever rank holds the row, so table and states must have the same bits on
every mesh: rows split, width split, both. The seed is UPDATE_SEED or drawn, and printed.
"""

import math
import os
import random
import re
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.compared import Compared
from sbp_testing.harness import Case
from sbp_testing.paths import INPUTS

STEPS = 20
MESHES = {
    "lazy_adam": {
        "one": ('["p" = 1]', "B"),
        "rows": ('["p" = 4]', "S(0)"),
        "width": ('["p" = 4]', "S(1)"),
        "both": ('["a" = 2, "b" = 2]', "S(0), S(1)"),
        "three": ('["p" = 3]', "S(0)"),
        "twelve": ('["p" = 12]', "S(0)"),
        "copied": ('["p" = 4]', "B"),
    },
    "row_adagrad": {
        "one": ('["p" = 1]', "B"),
        "rows": ('["p" = 4]', "S(0)"),
        "nested": ('["a" = 2, "b" = 2]', "S(0), S(0)"),
        "copied": ('["p" = 4]', "B"),
    },
}
NUMPY = {"f32": np.float32, "f64": np.float64}


def type_of(array, dtype):
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + dtype + ">"


class Training:
    """Random slots for every step; some name rows outside, which are skipped, and in `piled` all name one row."""

    def __init__(self, rng, draw, rule, piled):
        self.rule, self.dtype = rule, draw.choice(["f32", "f32", "f64"])
        self.rows, self.width = draw.choice([7, 10, 33]), draw.choice([4, 16, 37])
        self.cores, self.segments = draw.choice([(), (2,)]), draw.choice([0, 3])
        tokens, slots = draw.choice([(5,), (2, 3), (8,)]), draw.choice([(4,), (2, 3)])
        at = (STEPS, *tokens, *slots)
        self.row = np.full(at, 2) if piled else rng.integers(-1, max(2, self.rows // 2) + 1, at)
        self.segment = rng.integers(0, self.segments, at) if self.segments else None
        normal = lambda *shape: rng.standard_normal(shape).astype(NUMPY[self.dtype])
        self.scores = normal(*at, *self.cores)
        self.z = normal(STEPS, *tokens, *([self.segments] if self.segments else []), *self.cores, self.width)
        self.table = normal(self.rows, *self.cores, self.width)
        self.token_dims = len(tokens)
        shape = self.table.shape if rule == "lazy_adam" else (self.rows,)
        self.states = [np.zeros(shape, NUMPY[self.dtype]) for _ in range(2 if rule == "lazy_adam" else 1)]

    def gradients(self, step):
        """Of every row that a slot names."""
        found = {}
        for at in np.ndindex(self.row.shape[1:]):
            row = self.row[(step, *at)]
            if not 0 <= row < self.rows:
                continue
            outside = (step, *at[: self.token_dims]) + ((self.segment[(step, *at)],) if self.segments else ())
            score = self.scores[(step, *at)].astype(np.float64)
            found[row] = found.get(row, 0) + (score[..., None] if self.cores else score) * self.z[outside].astype(np.float64)
        return found

    def train(self, steps, rate):
        table, states = self.table.astype(np.float64), [s.astype(np.float64) for s in self.states]
        for step in range(steps):
            for row, g in self.gradients(step).items():
                if self.rule == "lazy_adam":
                    states[0][row] += (g - states[0][row]) * (1 - 0.9)
                    states[1][row] += (g * g - states[1][row]) * (1 - 0.999)
                    corrected = rate * np.sqrt(1 - 0.999 ** (step + 1)) / (1 - 0.9 ** (step + 1))
                    table[row] -= corrected * states[0][row] / (np.sqrt(states[1][row]) + 1e-8)
                else:
                    states[0][row] += (g * g).mean()
                    table[row] -= rate * g / (np.sqrt(states[0][row]) + 1e-8)
        return [table, *states]

    def text(self, placement, components, stored=True):
        names = ["table", "first", "second"][: 1 + len(self.states)]
        arguments, types = [], []
        axes = placement.count("=")
        last = len(self.table.shape) - 1
        for name, value in zip(names, [self.table, *self.states]):
            split = components.replace("S(1)", f"S({last})") if value.ndim > 1 else components
            kind = type_of(value, self.dtype)
            types.append((kind, f"#sbp.distribution<@mesh, [{split}]>"))
            state = f'sbp.state = "{name}", ' if stored else ""
            arguments.append(f'%{name}: {kind} {{{state}sbp.name = "{name}", sbp.distribution = {types[-1][1]}}}')
        inputs = [("row", self.row[0], "i32"), ("scores", self.scores[0], self.dtype), ("z", self.z[0], self.dtype)]
        whole = ", ".join(["B"] * axes)
        fed = [(name, type_of(value, kind)) for name, value, kind in inputs] + [("rate", "tensor<f32>"), ("step", "tensor<i64>")]
        if self.segments:
            fed.append(("segment", type_of(self.segment[0], "i32")))
        arguments += [
            f'%{name}: {kind} {{sbp.name = "{name}", sbp.distribution = #sbp.distribution<@mesh, [{whole}]>}}' for name, kind in fed
        ]
        results = ", ".join(
            f"{kind} {{" + (f'sbp.state = "{name}", ' if stored else "") + f'sbp.name = "new_{name}", sbp.distribution = {where}}}'
            for name, (kind, where) in zip(names, types)
        )
        operands = f"%table, ({', '.join('%' + name for name in names[1:])}), %row, %scores, %z, %rate, %step"
        operands += " at %segment" if self.segments else ""
        kinds = ", ".join([kind for kind, _ in types] + [kind for _, kind in fed])
        given = ", ".join(kind for kind, _ in types)
        returned = ", ".join(f"%u#{i}" for i in range(len(types)))
        return (
            f"sbp.placement @mesh {placement}\nfunc.func @main({', '.join(arguments)}) -> ({results}) {{\n"
            f"  %u:{len(types)} = memory_layer.update {self.rule} {operands} {{drop_outside}} : ({kinds}) -> ({given})\n"
            f"  return {returned} : {given}\n}}\n"
        )

    def inputs(self, steps, rate):
        slices = (lambda value: value[0]) if steps == 1 else (lambda value: value[:steps])
        count = np.arange(1, steps + 1, dtype=np.int64)
        fed = {
            "row": slices(self.row.astype(np.int32)),
            "scores": slices(self.scores),
            "z": slices(self.z),
            "rate": np.float32(rate).reshape(()),
            "step": slices(count) if steps > 1 else count[0].reshape(()),
        }
        if self.segments:
            fed["segment"] = slices(self.segment.astype(np.int32))
        return fed

    def names(self):
        return ["new_table", "new_first", "new_second"][: 1 + len(self.states)]


COMPARED = Compared()


def count_ranks(placement):
    """The ranks of a placement as text, '["p" = 4]'."""
    return math.prod(int(size) for size in re.findall(r"= (\d+)", placement))


def check_close(found, expected, training, what, ranks):
    for name, reference in zip(training.names(), expected):
        value = found[name].astype(np.float64)
        # Sums of both signs may cancel: of the largest.
        limit = 2e-5 * np.max(np.abs(reference)) if training.dtype == "f32" else 1e-12 * np.max(np.abs(reference))
        COMPARED.measure(f"{what}, {name}", np.max(np.abs(value - reference)), limit, ranks, value.size)


def run(training, rate, seed, what):
    weights, first = None, None
    expected = training.train(STEPS, rate)
    untouched = [row for row in range(training.rows) if row not in training.row]
    for mesh, (placement, components) in MESHES[training.rule].items():
        case = Case(training.text(placement, components))
        weights = case.path("weights.safetensors")
        safetensors.save(weights, dict(zip(["table", "first", "second"], [training.table, *training.states])))
        moved = sum(entry["total_bytes"] for entry in case.report["boxings"])
        assert moved == 0, f"{what} on {mesh}: an update of what is stored moves {moved} bytes"
        found = case.execute(training.inputs(STEPS, rate), training.names(), f"--steps={STEPS}", f"--weights={weights}")
        check_close(found, expected, training, f"seed {seed}, {what} on {mesh}", count_ranks(placement))
        if mesh in ("rows", "copied"):
            again = case.execute(training.inputs(STEPS, rate), training.names(), f"--steps={STEPS}", f"--weights={weights}")
            assert all(np.array_equal(again[name].view(np.uint8), found[name].view(np.uint8)) for name in found), (
                f"{what} on {mesh}: two runs differ"
            )
        assert np.array_equal(found["new_table"][untouched], training.table[untouched]), f"{what} on {mesh}: rows without slots changed"
        first = first or found
        for name in training.names():
            assert np.array_equal(found[name].view(np.uint8), first[name].view(np.uint8)), (
                f"seed {seed}, {what} on {mesh}: other bits in {name}"
            )
    case = Case(training.text('["p" = 3]', "S(0)", stored=False))
    given = dict(zip(["table", "first", "second"], [training.table, *training.states]))
    expected = training.train(1, rate)
    for run_as in (case.execute, case.interpret):
        found = run_as({**given, **training.inputs(1, rate)}, training.names())
        check_close(found, expected, training, f"seed {seed}, {what}, one step", 3)


def check_order(rng):
    """Each row gets 2^30, 1 and -2^30 from three of its slots, or 1, 2^30 and -2^30: 0 in this order, 1 if the 1 comes last.

    Nothing changes then. The second order tells a sort that turns equal rows round.
    """
    for placement, components in (('["p" = 1]', "B"), ('["p" = 4]', "S(0)")):
        rows, named, width = 16, rng.permutation(16)[:11], 5
        slots = rng.permutation(np.repeat(named, 3))
        count, scores = {}, []
        for row in slots:
            count[row] = count.get(row, 0) + 1
            scores.append(([2.0**30, 1, -(2.0**30)] if row % 2 else [1, 2.0**30, -(2.0**30)])[count[row] - 1])
        at = f"sbp.distribution = #sbp.distribution<@mesh, [{components}]>"
        table, sums = f"tensor<{rows}x{width}xf32>", f"tensor<{rows}xf32>"
        text = (
            f'sbp.placement @mesh {placement}\nfunc.func @main(%t: {table} {{sbp.name = "t", {at}}}, %a: {sums} {{sbp.name = "a", {at}}}, '
            f'%r: tensor<33xi32> {{sbp.name = "r"}}, %s: tensor<33xf32> {{sbp.name = "s"}}, %z: tensor<{width}xf32> {{sbp.name = "z"}}, %rate: tensor<f32> '
            f'{{sbp.name = "rate"}}, %step: tensor<i64> {{sbp.name = "step"}}) -> ({table} {{sbp.name = "new_t", {at}}}, {sums} {{sbp.name = "new_a", {at}}}) {{\n'
            f"  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step : ({table}, {sums}, tensor<33xi32>, tensor<33xf32>, "
            f"tensor<{width}xf32>, tensor<f32>, tensor<i64>) -> ({table}, {sums})\n  return %u#0, %u#1 : {table}, {sums}\n}}\n"
        )
        inputs = {
            "t": rng.standard_normal((rows, width)).astype(np.float32),
            "a": rng.random(rows).astype(np.float32),
            "r": slots.astype(np.int32),
            "s": np.array(scores, np.float32),
            "z": np.ones(width, np.float32),
            "rate": np.float32(0.5),
            "step": np.int64(1),
        }
        case = Case(text)
        for run_as in (case.execute, case.interpret):
            found = run_as(inputs, ["new_t", "new_a"])
            assert np.array_equal(found["new_t"], inputs["t"]) and np.array_equal(found["new_a"], inputs["a"]), (
                f"slots out of order: {found}"
            )


def check_sparse_adam():
    """Twenty steps as PyTorch's SparseAdam took them (Inputs/sparse_adam)."""
    given = np.load(INPUTS / "sparse_adam" / "steps.npz")
    training = Training(np.random.default_rng(0), random.Random(0), "lazy_adam", False)
    training.dtype, training.segments, training.cores, training.token_dims = "f32", 0, (), 1
    training.row, training.scores, training.z, training.table = (given[name] for name in ("row", "scores", "z", "table"))
    training.rows, training.width = training.table.shape
    training.states = [np.zeros_like(training.table)] * 2
    for mesh in ("one", "rows", "both"):
        case = Case(training.text(*MESHES["lazy_adam"][mesh]))
        weights = case.path("weights.safetensors")
        safetensors.save(weights, dict(zip(["table", "first", "second"], [training.table, *training.states])))
        found = case.execute(
            training.inputs(len(given["row"]), 0.05), training.names(), f"--steps={len(given['row'])}", f"--weights={weights}"
        )
        ranks = count_ranks(MESHES["lazy_adam"][mesh][0])
        check_close(found, [given[name] for name in training.names()], training, f"SparseAdam on {mesh}", ranks)


def main():
    seed = int(os.environ.get("UPDATE_SEED", random.randrange(10**6)))
    print("seed", seed)
    draw, rng = random.Random(seed), np.random.default_rng(seed)
    check_order(rng)
    check_sparse_adam()
    for rule in MESHES:
        for piled in (False, True):
            run(Training(rng, draw, rule, piled), float(np.float32(0.05)), seed, rule + " of one row" * piled)
    COMPARED.show("states compared")
    print("updates agree")


if __name__ == "__main__":
    sys.exit(main())
