"""memory_layer.tucker_top_k against numpy, compiled and run on real ranks and interpreted: every size, type and split at random.

Elements are small integers: sums are exact, ties are many, and every result must agree to the bit. The first seed is
TUCKER_SEED or drawn, and printed.
"""

import sys

import numpy as np

from sbp_testing.exact_module import Module, run_seeds, type_of
from sbp_testing.harness import Case


class Grid:
    """One random call: its operands in float64, and what numpy makes of them."""

    def __init__(self, draw, rng):
        self.tokens = tuple(draw.choices([1, 2, 3, 5], k=draw.choice([0, 1, 1, 2])))
        of_core = self.tokens[len(self.tokens) - draw.randint(0, len(self.tokens)) :]
        cores, a, b = draw.choice([1, 2, 3]), draw.choice([1, 2, 3]), draw.choice([1, 2])
        self.m, self.n = draw.choice([1, 3, 8, 17]), draw.choice([1, 4, 16, 19])
        self.k = min(self.m * self.n, draw.choice([1, 5, 16, 40, 200]))
        self.float, self.index = draw.choice(["f32", "f32", "f64", "f16"]), draw.choice(["i32", "i64"])
        integers = lambda *shape: rng.integers(-2, 3, shape).astype(np.float64)
        self.row, self.column = integers(*self.tokens, a, self.m), integers(*self.tokens, b, self.n)
        self.core = integers(*of_core, cores, a, b)
        if draw.random() < 0.2 and self.row.size:
            self.row.flat[draw.randrange(self.row.size)] = draw.choice([np.nan, np.inf, -np.inf])

    def choose(self):
        def multiply(core):  # over b, then over a: an infinite element meets no other zero than the op's
            products = (core[..., None] * self.column[..., None, :, :]).sum(-2)
            return (self.row[..., None] * products[..., None, :]).sum(-3)

        with np.errstate(invalid="ignore"):
            whole = multiply(self.core.sum(-3))
            each = np.stack([multiply(self.core[..., c, :, :]) for c in range(self.core.shape[-3])], -3)
        whole, each = whole.reshape(*self.tokens, -1), each.reshape(*each.shape[:-2], -1)
        # Greatest first, NaN above all; equal ones stay in the order of pairs.
        places = np.argsort(-np.where(np.isnan(whole), np.inf, whole), axis=-1, kind="stable")
        above = np.take_along_axis(np.isnan(whole), places, -1)
        places = np.take_along_axis(places, np.argsort(~above, axis=-1, kind="stable"), -1)[..., : self.k]
        scores = np.take_along_axis(each, np.broadcast_to(places[..., None, :], (*each.shape[:-1], self.k)), -1)
        return [np.take_along_axis(whole, places, -1), places // self.n, places % self.n, np.swapaxes(scores, -1, -2)]


class Grids(Module):
    def add(self, grid):
        operands = [self.argument(array, grid.float) for array in (grid.row, grid.column, grid.core)]
        found = grid.choose()
        kinds = [type_of(array, dtype) for array, dtype in zip(found, [grid.float, grid.index, grid.index, grid.float])]
        names = [f"r{len(self.results) + i}" for i in range(4)]
        self.body.append(
            f"  {', '.join('%' + name for name in names)} = memory_layer.tucker_top_k {', '.join(v for v, _ in operands)} "
            f"{{k = {grid.k} : i64}} : ({', '.join(t for _, t in operands)}) -> ({', '.join(kinds)})"
        )
        for name, kind, array in zip(names, kinds, found):
            self.result(name, kind, array)


def make(draw, rng, placement):
    module = Grids(draw, placement)
    for _ in range(4):
        module.add(Grid(draw, rng))
    return module


def check_memory():
    """Of 64 tokens' grids of 128 x 128 sums, 4 MB, none lies in memory."""
    factor, sums, places = "tensor<64x2x128xf32>", "tensor<64x64xf32>", "tensor<64x64xi32>"
    report = Case(
        f"func.func @main(%a: {factor}, %b: {factor}, %c: tensor<1x2x2xf32>) -> {sums} {{\n"
        f"  %s, %p, %q, %g = memory_layer.tucker_top_k %a, %b, %c {{k = 64 : i64}} : ({factor}, {factor}, tensor<1x2x2xf32>) -> "
        f"({sums}, {places}, {places}, tensor<64x64x1xf32>)\n  return %s : {sums}\n}}\n"
    ).report
    assert report["memory"][0]["peak_bytes"] < 2**19, report["memory"]


def main():
    check_memory()
    print(run_seeds("TUCKER_SEED", 1, make) // 4, "grids agree")


if __name__ == "__main__":
    sys.exit(main())
