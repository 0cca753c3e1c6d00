"""bag, row_dot and add_outer against numpy, compiled and run on real ranks and interpreted: every size, type and split at random.

Elements are small integers, so every sum is exact and all meshes must agree to the bit. SEEDS models a placement, the first seed is
MEMORY_LAYER_SEED or drawn, and printed. Rows that no slot names are infinite: nothing may read them.
"""

import sys

import numpy as np

from sbp_testing.exact_module import Module, run_seeds, type_of


class Form:
    """One random trilinear form: its tensors by name, in float64 or integers."""

    def __init__(self, draw, rng):
        self.tokens = tuple(draw.choices([1, 2, 3, 5], k=draw.choice([0, 1, 1, 2])))
        self.slots = tuple(draw.choices([1, 2, 4], k=draw.choice([0, 1, 1, 2])))
        self.rows, self.width = draw.choice([1, 3, 7]), draw.choice([1, 3, 16, 37])
        self.cores = draw.choice([(), (), (2,)])
        self.segments = draw.choice([0, 0, 3])
        self.drops = draw.random() < 0.5
        self.float = draw.choice(["f32", "f32", "f64", "f16"])
        self.table_type = draw.choice([self.float, self.float, "i8"])
        self.index = draw.choice(["i32", "i64"])
        integers = lambda *shape: rng.integers(-2, 3, shape).astype(np.float64)
        outside = 2 if self.drops else 0
        at = self.tokens + self.slots
        self.row = rng.integers(-outside // 2, self.rows + outside, at) if self.drops else rng.integers(0, self.rows, at)
        self.segment = rng.integers(0, self.segments, at) if self.segments else None
        self.table = integers(self.rows, *self.cores, self.width)
        self.init = integers(self.rows, *self.cores, self.width)
        self.scores = integers(*at, *self.cores)
        self.z = integers(*self.tokens, *([self.segments] if self.segments else []), *self.cores, self.width)

    def terms(self):
        """(place in rows, place in the outside tensor, row) of every slot that is not skipped."""
        for at in np.ndindex(self.tokens + self.slots):
            row = self.row[at]
            if 0 <= row < self.rows:
                yield at, at[: len(self.tokens)] + ((self.segment[at],) if self.segments else ()), row

    def column(self, at):
        """Scores of a slot against columns."""
        return self.scores[at][..., None] if self.cores else self.scores[at]

    def bag(self):
        y = np.zeros_like(self.z)
        for at, outside, row in self.terms():
            y[outside] += self.column(at) * self.table[row]
        return y

    def row_dot(self):
        g = np.zeros_like(self.scores)
        for at, outside, row in self.terms():
            g[at] = (self.z[outside] * self.table[row]).sum(-1)
        return g

    def add_outer(self):
        table = self.init.copy()
        for at, outside, row in self.terms():
            table[row] += self.column(at) * self.z[outside]
        return table

    def hide_rows(self):
        """Infinite where no slot looks; i8 has none."""
        if self.table_type != "i8":
            unnamed = [row for row in range(self.rows) if row not in {r for _, _, r in self.terms()}]
            self.table[unnamed] = np.inf


class Forms(Module):
    def op(self, form, name, operands, keyword, attributes, dtype, expected):
        values = [self.argument(array, kind) for array, kind in operands]
        types = [kind for _, kind in values]
        text = ", ".join(value for value, _ in values)
        if form.segments:
            value, kind = self.argument(form.segment, form.index)
            text, types = f"{text} {keyword} {value}", types + [kind]
        if form.drops:
            attributes = attributes + ["drop_outside"]
        result = f"r{len(self.results)}"
        kind = type_of(expected, dtype)
        self.body.append(f"  %{result} = memory_layer.{name} {text} {{{', '.join(attributes)}}} : ({', '.join(types)}) -> {kind}")
        self.result(result, kind, expected)

    def add(self, form):
        rows = (form.row, form.index)
        init, scores, z = (form.init, form.float), (form.scores, form.float), (form.z, form.float)
        self.op(form, "add_outer", [init, rows, scores, z], "at", [], form.float, form.add_outer())
        expected = form.bag(), form.row_dot()
        form.hide_rows()
        table = (form.table, form.table_type)
        count = [f"segments = {form.segments} : i64"] if form.segments else []
        self.op(form, "bag", [table, rows, scores], "into", count, form.float, expected[0])
        self.op(form, "row_dot", [table, rows, z], "at", [], form.float, expected[1])


def make(draw, rng, placement):
    module = Forms(draw, placement)
    for _ in range(4):
        module.add(Form(draw, rng))
    return module


def main():
    print(run_seeds("MEMORY_LAYER_SEED", 2, make), "ops agree")


if __name__ == "__main__":
    sys.exit(main())
