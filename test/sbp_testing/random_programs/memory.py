"""Sums of a few rows of a table and their derivatives, and the best pairs of a grid: memory_layer."""

import numpy as np

from .program import Retry
from .value import FLOATS, type_of


class Slots:
    """Tokens and slots that name rows, and perhaps segments; some are outside and skipped."""

    def __init__(self, p, table):
        self.tokens, self.slots = p.draw_shape(p.rng.choice([0, 1, 2])), p.draw_shape(p.rng.choice([1, 1, 2]))
        self.drops, self.segments = p.rng.random() < 0.4, p.rng.choice([0, 0, 2, 3])
        self.count, self.columns = table.shape[0], table.shape[1:]
        if self.count == 0 and not self.drops:
            raise Retry
        kind = p.rng.choice(["i64", "i32"])
        self.rows = p.read(p.input(kind, self.at, self.count + 2 * self.drops))
        self.segment = p.read(p.input(kind, self.at, self.segments)) if self.segments else None

    @property
    def at(self):
        return self.tokens + self.slots

    @property
    def scores(self):
        return self.at + self.columns[:-1]

    @property
    def outside(self):
        return self.tokens + ((self.segments,) if self.segments else ()) + self.columns

    def each(self):
        """(place in scores, place outside, row) of every slot that is not skipped."""
        for at in np.ndindex(self.at):
            row = self.rows.val[at]
            if row < self.count:
                yield at, at[: len(self.tokens)] + ((self.segment.val[at],) if self.segments else ()), row

    def spread(self, score):
        return score[..., None] if len(self.columns) == 2 else score

    def emit(self, p, op, operands, keyword, kind, more=""):
        name = p.fresh()
        values = [*operands, *([self.segment] if self.segments else [])]
        text = ", ".join(v.name for v in operands) + (f" {keyword} {self.segment.name}" if self.segments else "")
        p.emit(
            f"{name} = memory_layer.{op} {text} {{{'drop_outside, ' * self.drops}{more}{p.tag}}} : ({', '.join(v.type for v in values)}) -> {kind}"
        )
        return name


def bilinear(function, x, y):
    """Value, error and magnitude of what is linear in x and in y."""
    size = lambda v: np.abs(v.val)
    err = function(size(x), y.err) + function(x.err, size(y)) + function(x.err, y.err)
    return function(x.val, y.val), err, function(x.mag, y.mag)


def bag(p):
    table = p.pick([*FLOATS], rank=p.rng.choice([2, 2, 3]))
    slots = Slots(p, table)
    scores = p.pick([*FLOATS], shape=slots.scores)

    def sums(values, weights):
        y = np.zeros(slots.outside)
        for at, outside, row in slots.each():
            y[outside] += slots.spread(weights[at]) * values[row]
        return y

    count = f"segments = {slots.segments} : i64, " if slots.segments else ""
    name = slots.emit(p, "bag", [table, slots.rows, scores], "into", type_of(scores.dtype, slots.outside), count)
    return p.rounded(name, scores.dtype, *bilinear(sums, table, scores), terms=int(np.prod(slots.slots)) + 1)


def row_dot(p):
    table = p.pick([*FLOATS], rank=p.rng.choice([2, 2, 3]))
    slots = Slots(p, table)
    z = p.pick([*FLOATS], shape=slots.outside)

    def products(values, outer):
        g = np.zeros(slots.scores)
        for at, outside, row in slots.each():
            g[at] = (outer[outside] * values[row]).sum(-1)
        return g

    name = slots.emit(p, "row_dot", [table, slots.rows, z], "at", type_of(z.dtype, slots.scores))
    return p.rounded(name, z.dtype, *bilinear(products, table, z), terms=slots.columns[-1] + 1)


def add_outer(p):
    init = p.pick([*FLOATS], rank=p.rng.choice([2, 2, 3]))
    slots = Slots(p, init)
    scores, z = p.pick([*FLOATS], shape=slots.scores), p.pick([*FLOATS], shape=slots.outside)

    def sums(weights, outer):
        table = np.zeros(init.shape)
        for at, outside, row in slots.each():
            table[row] += slots.spread(weights[at]) * outer[outside]
        return table

    name = slots.emit(p, "add_outer", [init, slots.rows, scores, z], "at", init.type)
    val, err, mag = bilinear(sums, scores, z)
    return p.rounded(name, init.dtype, init.val + val, init.err + err, init.mag + mag, terms=int(np.prod(slots.at)) + 1)


def counted(p, dtype, shape):
    """Small whole numbers, whose products and sums are exact in every type."""
    whole = p.read(p.input("i8", shape, 4))
    name = p.generic([whole], dtype, shape, [f"%r = arith.sitofp %x0 : i8 to {dtype}"])
    return p.finish(name, dtype, whole.val)


def tucker_top_k(p):
    tokens, dtype, index = p.draw_shape(p.rng.choice([0, 1, 2])), p.rng.choice(sorted(FLOATS)), p.rng.choice(["i64", "i32"])
    of_core = tokens[len(tokens) - p.rng.randint(0, len(tokens)) :]
    (m, n), (a, b), cores = [p.rng.randint(1, 6) for _ in range(2)], [p.rng.randint(1, 2) for _ in range(2)], p.rng.randint(1, 2)
    k = p.rng.randint(1, min(8, m * n))
    row, column, core = (counted(p, dtype, shape) for shape in (tokens + (a, m), tokens + (b, n), of_core + (cores, a, b)))
    each = np.einsum("...am,...cab,...bn->...cmn", row.val, core.val, column.val)
    each = each.reshape(*tokens, cores, m * n)
    order = np.argsort(-each.sum(-2), axis=-1, kind="stable")[..., :k]
    kinds = [
        type_of(dtype, tokens + (k,)),
        type_of(index, tokens + (k,)),
        type_of(index, tokens + (k,)),
        type_of(dtype, tokens + (k, cores)),
    ]
    names = [p.fresh() for _ in kinds]
    p.emit(
        f"{', '.join(names)} = memory_layer.tucker_top_k {row.name}, {column.name}, {core.name} {{k = {k} : i64, {p.tag}}} : "
        f"({row.type}, {column.type}, {core.type}) -> ({', '.join(kinds)})"
    )
    p.finish(names[0], dtype, np.take_along_axis(each.sum(-2), order, -1))
    p.finish(names[1], index, order // n)
    p.finish(names[2], index, order % n)
    scores = np.take_along_axis(each, np.broadcast_to(order[..., None, :], tokens + (cores, k)), -1)
    return p.finish(names[3], dtype, np.swapaxes(scores, -1, -2))


def learn(rule, states, g, off, rate):
    """(value, error) of the states behind one step, and of what is taken from the table: g is off by `off`, states are at least 1."""
    far = 2 * np.abs(g) * off + off * off  # of the square
    if rule == "row_adagrad":
        mean = lambda x: np.broadcast_to(x.reshape(len(x), -1).mean(1)[(..., *[None] * (x.ndim - 1))], x.shape)
        sums = states[0] + mean(g * g)
        return [(sums, mean(far))], (rate * g / (np.sqrt(sums) + 1e-8), abs(rate) * (off + np.abs(g) * mean(far)))
    mean, square = states[0] + (g - states[0]) * (1 - 0.9), states[1] + (g * g - states[1]) * (1 - 0.999)
    return [(mean, 0.1 * off), (square, 0.001 * far)], (
        rate * mean / (np.sqrt(square) + 1e-8),
        abs(rate) * 1.01 * (0.1 * off + np.abs(mean) * 0.001 * far),
    )


def positive(p, dtype, shape):
    """Whole numbers from 1 on."""
    whole, one = counted(p, dtype, shape), p.constant(dtype, "1.0")
    return p.read(p.finish(p.generic([p.read(whole)], dtype, shape, [f"%r = arith.addf %x0, {one} : {dtype}"]), dtype, whole.val + 1))


def update(p):
    """Of a table that is no state."""
    table, rule = p.pick([*FLOATS], rank=p.rng.choice([2, 2, 3])), p.rng.choice(["lazy_adam", "row_adagrad"])
    slots, dtype, rows = Slots(p, table), table.dtype, table.shape[:1]
    scores, z = p.pick([*FLOATS], shape=slots.scores), p.pick([*FLOATS], shape=slots.outside)
    if not table.val.size or any(v.state for v in p.inputs) or any((v.mag + v.err).max(initial=0) > 30 for v in (scores, z)):
        raise Retry
    rate, step = p.read(p.input("f32", ())), p.read(p.input("i64", (), 5))
    states = [positive(p, dtype, table.shape if rule == "lazy_adam" else rows) for _ in range(2 if rule == "lazy_adam" else 1)]

    def sums(weights, outer):
        g = np.zeros(table.shape)
        for at, outside, row in slots.each():
            g[row] += slots.spread(weights[at]) * outer[outside]
        return g

    g, off, size = bilinear(sums, scores, z)
    off = off + (int(np.prod(slots.at)) + 1) * (2.0**-52 if dtype == "f64" else 2.0**-23) * size
    named = sums(np.ones(slots.scores), np.ones(slots.outside)) > 0
    t = max(int(step.val), 1)
    factor = float(rate.val) * (np.sqrt(1 - 0.999**t) / (1 - 0.9**t) if rule == "lazy_adam" else 1)
    spread = [
        v.val if v.shape == table.shape else np.broadcast_to(v.val[(..., *[None] * len(table.shape[1:]))], table.shape) for v in states
    ]
    learned, (change, error) = learn(rule, spread, g, off, factor)
    names = [p.fresh() for _ in range(1 + len(states))]
    operands = [table, *states, slots.rows, scores, z, rate, step, *([slots.segment] if slots.segments else [])]
    p.emit(
        f"{', '.join(names)} = memory_layer.update {rule} {table.name}, ({', '.join(v.name for v in states)}), {slots.rows.name}, {scores.name}, {z.name}, "
        f"{rate.name}, {step.name}{f' at {slots.segment.name}' if slots.segments else ''} {{{'drop_outside, ' * slots.drops}{p.tag}}} : "
        f"({', '.join(v.type for v in operands)}) -> ({', '.join(v.type for v in [table, *states])})"
    )
    for name, state, old, (val, err) in zip(names[1:], states, spread, learned):
        part = lambda x: np.asarray(x)[tuple(slice(None) if d < len(state.shape) else 0 for d in range(x.ndim))]
        p.rounded(
            name,
            dtype,
            part(np.where(named, val, old)),
            part(np.where(named, err, 0)),
            part(old + np.where(named, np.abs(g) + g * g + (g * g).max(), 0)),
            terms=table.val[0].size + 4,
        )
    moved = abs(factor) * (np.abs(g) + off + np.max(spread, 0))
    return p.rounded(
        names[0],
        dtype,
        np.where(named, table.val - change, table.val),
        table.err + np.where(named, error, 0),
        table.mag + np.where(named, moved, 0),
        terms=table.val[0].size + 8,
    )


FAMILIES = {"bag": bag, "row_dot": row_dot, "add_outer": add_outer, "tucker_top_k": tucker_top_k, "update": update}
