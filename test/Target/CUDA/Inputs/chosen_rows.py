"""bag, row_dot, add_outer and update on the PTX executor against float64 numpy: generator x schedule x shape class, three seeds each.

Rows repeat, some are outside where slots may be dropped; rows that no slot names hold NaN, which nothing may read, and keep their
bits; -0 and empty tensors are among the inputs. Prints the table of cases, and what the executor counted of the large ones.
"""

import os

import numpy as np

from sbp_testing import cuda_kernels

SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if os.environ.get("SBP_FULL") else 5)
# Tokens, slots, rows, cores, width, segments, elements, indices, whether slots are dropped.
SHAPES = {
    "plain": ((5,), (16,), 40, 0, 64, 0, "f32", "i32", False),
    "ragged slots": ((3,), (37,), 50, 0, 64, 0, "f32", "i32", False),
    "one slot": ((9,), (1,), 4, 0, 12, 0, "f32", "i64", False),
    "width 1": ((7,), (5,), 6, 0, 1, 0, "f32", "i32", False),
    "width 37": ((2, 3), (2, 3), 20, 0, 37, 0, "f32", "i32", False),
    "wide": ((2,), (9,), 12, 0, 1032, 0, "f32", "i32", False),
    "very wide": ((1,), (3,), 4, 0, 8200, 0, "f32", "i32", False),
    "f64": ((3,), (8,), 10, 0, 20, 0, "f64", "i64", False),
    "f16": ((4,), (33,), 12, 0, 48, 0, "f16", "i32", False),
    "dropped": ((4,), (24,), 30, 0, 32, 0, "f32", "i32", True),
    "cores": ((4,), (20,), 30, 2, 24, 0, "f32", "i32", False),
    "segments": ((3,), (40,), 30, 0, 16, 4, "f32", "i32", False),
    "all": ((2, 2), (3, 11), 25, 2, 20, 3, "f32", "i64", True),
    "one row": ((40,), (8,), 1, 0, 16, 0, "f32", "i32", False),
    "many rows": ((64,), (40,), 70000, 0, 4, 0, "f32", "i32", False),
    "no tokens": ((0,), (8,), 10, 0, 16, 0, "f32", "i32", False),
}
NUMPY = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "i64": np.int64}
BOUNDS = {"f32": 4e-6, "f64": 1e-13, "f16": 2e-3}
RULES = {"lazy_adam": 2, "row_adagrad": 1}


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Case:
    """One shape: types, and what each op is by definition."""

    def __init__(self, shape):
        (self.tokens, self.slots, self.rows, cores, width, self.segments, self.element, self.index, self.drops) = shape
        self.columns = ((cores,) if cores else ()) + (width,)
        self.cores = cores
        self.at = self.tokens + self.slots
        self.outside = self.tokens + ((self.segments,) if self.segments else ()) + self.columns
        self.score_shape = self.at + ((cores,) if cores else ())
        self.dtype = NUMPY[self.element]

    def text(self, name):
        table, position = tensor((self.rows,) + self.columns, self.element), tensor(self.at, self.index)
        scores, outside = tensor(self.score_shape, self.element), tensor(self.outside, self.element)
        drop = "drop_outside" if self.drops else ""
        segments = f"segments = {self.segments} : i64" if self.segments else ""
        extra, extra_type = (", %s: " + position, ", " + position) if self.segments else ("", "")
        into, at = (" into %s", " at %s") if self.segments else ("", "")
        attributes = lambda *parts: "{" + ", ".join(part for part in parts if part) + "}"
        lines = [
            f"func.func @bag_{name}(%t: {table}, %r: {position}, %w: {scores}{extra}) -> {outside} {{",
            f"  %y = memory_layer.bag %t, %r, %w{into} {attributes(segments, drop)} : ({table}, {position}, {scores}{extra_type}) -> {outside}",
            f"  return %y : {outside} }}",
            f"func.func @row_dot_{name}(%t: {table}, %r: {position}, %z: {outside}{extra}) -> {scores} {{",
            f"  %y = memory_layer.row_dot %t, %r, %z{at} {attributes(drop)} : ({table}, {position}, {outside}{extra_type}) -> {scores}",
            f"  return %y : {scores} }}",
            f"func.func @add_outer_{name}(%t: {table}, %r: {position}, %w: {scores}, %z: {outside}{extra}) -> {table} {{",
            f"  %y = memory_layer.add_outer %t, %r, %w, %z{at} {attributes(drop)} : ({table}, {position}, {scores}, {outside}{extra_type}) -> {table}",
            f"  return %y : {table} }}",
        ]
        for rule, count in RULES.items():
            state = table if count == 2 else tensor((self.rows,), self.element)
            states, types = [f"%s{i}" for i in range(count)], [state] * count
            results = ", ".join([table] + types)
            arguments = ", ".join(f"{s}: {t}" for s, t in zip(states, types))
            rate = tensor((), self.element)
            lines += [
                f"func.func @{rule}_{name}(%t: {table}, {arguments}, %r: {position}, %w: {scores}, %z: {outside}, %rate: {rate}, "
                f"%step: tensor<i64>{extra}) -> ({results}) {{",
                f"  %y:{1 + count} = memory_layer.update {rule} %t, ({', '.join(states)}), %r, %w, %z, %rate, %step{at} "
                f"{attributes('epsilon = 1.0e-3 : f64', drop)} : ({table}, {', '.join(types)}, {position}, {scores}, {outside}, {rate}, "
                f"tensor<i64>{extra_type}) -> ({results})",
                f"  return {', '.join(f'%y#{i}' for i in range(1 + count))} : {results} }}",
            ]
        return "\n".join(lines) + "\n"

    def draw(self, rng):
        numbers = lambda shape: np.where(rng.random(shape) < 0.05, -0.0, rng.standard_normal(shape)).astype(self.dtype)
        low, high = (-2, self.rows + 2) if self.drops else (0, self.rows)
        self.row = rng.integers(low, high, self.at).astype(NUMPY[self.index])
        if self.row.size > 4:
            self.row.flat[1::3] = self.row.flat[0]
        self.segment = rng.integers(0, self.segments, self.at).astype(NUMPY[self.index]) if self.segments else None
        self.table, self.scores, self.z = numbers((self.rows,) + self.columns), numbers(self.score_shape), numbers(self.outside)
        named = np.zeros(self.rows, bool)
        named[self.row[(self.row >= 0) & (self.row < self.rows)]] = True
        self.unnamed = ~named
        self.table[self.unnamed] = np.nan
        self.states = [np.abs(numbers((self.rows,) + self.columns)), np.abs(numbers((self.rows,) + self.columns))]
        self.sums = np.abs(numbers((self.rows,)))

    def terms(self):
        for at in np.ndindex(self.at):
            row = int(self.row[at])
            if 0 <= row < self.rows:
                yield at, at[: len(self.tokens)] + ((int(self.segment[at]),) if self.segments else ()), row

    def score(self, at):
        value = self.scores[at].astype(np.float64)
        return value[..., None] if self.cores else value

    # Each with `of` = np.abs is the sum of the absolute terms, which bounds of errors are relative to (Higham, section 3.1).
    def bag(self, of=np.positive):
        y = np.zeros(self.outside)
        for at, outside, row in self.terms():
            y[outside] += of(self.score(at) * self.table[row].astype(np.float64))
        return y

    def row_dot(self, of=np.positive):
        y = np.zeros(self.score_shape)
        for at, outside, row in self.terms():
            y[at] = of(self.z[outside].astype(np.float64) * self.table[row]).sum(-1)
        return y

    def gradient(self, of=np.positive):
        g = np.zeros((self.rows,) + self.columns)
        for at, outside, row in self.terms():
            g[row] += of(self.score(at) * self.z[outside].astype(np.float64))
        return g


def compare(found, right, bound, terms=None):
    """The largest error relative to 1 + `terms`, the sums of the absolute terms of `right`, or to 1 + |right| without them."""
    with np.errstate(invalid="ignore"):
        error = np.abs(found.astype(np.float64) - right) / (1 + (np.abs(right) if terms is None else terms))
    assert np.array_equal(np.isnan(found), np.isnan(right))
    worst = float(np.nanmax(error, initial=0))
    assert worst <= bound, (worst, bound)
    return worst


def check_update(case, regions, name, rule, rng, bound):
    rate, step = 0.01, int(rng.integers(1, 50))
    g, named = case.gradient(), ~case.unnamed
    states = case.states if rule == "lazy_adam" else [case.sums]
    extra = [case.segment] if case.segments else []
    inputs = [case.table, *states, case.row, case.scores, case.z, np.array(rate, case.dtype), np.array(step), *extra]
    found = regions[f"{rule}_{name}"](*inputs)
    right = [value.astype(np.float64) for value in [case.table, *states]]
    if rule == "lazy_adam":
        m = right[1] + 0.1 * (g - right[1])
        v = right[2] + 0.001 * (g * g - right[2])
        scale = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        new = [right[0] - scale * m / (np.sqrt(v) + 1e-3), m, v]
    else:
        a = right[1] + (g * g).reshape(case.rows, -1).mean(1)
        factor = (rate / (np.sqrt(a) + 1e-3)).reshape((-1,) + (1,) * len(case.columns))
        new = [right[0] - factor * g, a]
    worst = 0
    for value, _old, wanted, given in zip(found, right, new, [case.table, *states]):
        assert value[case.unnamed].tobytes() == given[case.unnamed].tobytes(), "a row that no slot names has changed"
        worst = max(worst, compare(value[named], wanted[named], bound))
    return worst


def check(case, regions, name, rng):
    case.draw(rng)
    bound = BOUNDS[case.element]
    extra = [case.segment] if case.segments else []
    yield "bag", compare(regions[f"bag_{name}"](case.table, case.row, case.scores, *extra), case.bag(), bound / 4, case.bag(np.abs))
    yield (
        "row_dot",
        compare(regions[f"row_dot_{name}"](case.table, case.row, case.z, *extra), case.row_dot(), bound / 4, case.row_dot(np.abs)),
    )
    found = regions[f"add_outer_{name}"](case.table, case.row, case.scores, case.z, *extra)
    assert found[case.unnamed].tobytes() == case.table[case.unnamed].tobytes(), "a row that no slot names has changed"
    named = ~case.unnamed
    yield (
        "add_outer",
        compare(
            found[named],
            (case.table + case.gradient())[named],
            bound / 4,
            (np.abs(case.table.astype(np.float64)) + case.gradient(np.abs))[named],
        ),
    )
    for rule in RULES:
        yield rule, check_update(case, regions, name, rule, rng, 10 * bound)


def count_sectors():
    """Sectors of a large bag over the least, and of an update over those of the rows it names."""
    case = Case(((64,), (64,), 4096, 0, 256, 0, "f32", "i32", False))
    # States are updated where they stand: nothing is copied.
    table = tensor((4096, 256), "f32")
    results = ", ".join(f"{table} {{sbp.in_place = {i} : i64}}" for i in range(3))
    text = case.text("large").replace(f"tensor<i64>) -> ({table}, {table}, {table}) {{", f"tensor<i64>) -> ({results}) {{")
    regions = cuda_kernels.compile_text(text)
    rng = np.random.default_rng(1)
    case.draw(rng)

    def count(name, *inputs):
        before = regions[name].machine.count()
        regions[name].run_once(1, inputs, ())
        return 32 * (regions[name].machine.count()["sectors"] - before["sectors"])

    rows = case.row.size * 1024
    bag = count("bag_large", case.table, case.row, case.scores) / (rows + case.row.nbytes + case.scores.nbytes + case.z.nbytes)
    touched = len(np.unique(case.row)) * 1024
    update = count("lazy_adam_large", case.table, *case.states, case.row, case.scores, case.z, np.array(0.1, np.float32), np.array(3))
    update /= 6 * touched + case.row.size * 1024
    print(f"sectors: bag {bag:.3f} of the least, update {update:.3f} of rows and terms")
    # The update also sorts the slots, and each unit reads the rows of its neighbours in the sorted order.
    assert bag <= 1.05 and update <= 1.15, (bag, update)


def main():
    cases = {name.replace(" ", "_"): Case(shape) for name, shape in SHAPES.items()}
    regions = cuda_kernels.compile_text("".join(case.text(name) for name, case in cases.items()))
    checked = 0
    for name, case in cases.items():
        worst = {}
        for seed in range(SEEDS):
            for op, error in check(case, regions, name, np.random.default_rng(seed)):
                worst[op] = max(worst.get(op, 0), error)
                checked += 1
        # Rows of a mean that do not fit the registers of a warp are left to loops.
        ops = ["bag", "row_dot", "add_outer", "lazy_adam"] + ["row_adagrad"] * (name != "very_wide")
        families = {launch["family"] for op in ops for launch in regions[f"{op}_{name}"].description["launches"]}
        assert not families & {"serial", "loops"} or 0 in case.at, (name, families)
        print(f"{name:14}", " ".join(f"{op} {error:.1e}" for op, error in worst.items()), f"bound {BOUNDS[case.element]:.0e}")
    count_sectors()
    print(checked, "comparisons hold")


main()
