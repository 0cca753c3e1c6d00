"""Runs boxings on real ranks: random pairs of distributions, many in one module, against numpy.

The pairs are those of test/unit/Calculus/ExhaustiveTest.cpp: {S0, S1, S2, B, P(combiner)} per axis on [4], [2, 2], [2, 3],
[2, 2, 2]. Every rank's piece of the source goes in (partial values are drawn at random), every rank's piece of the
destination comes out and is compared. SBP_FULL=1 runs 3,000 pairs; BOXING_PAIRS and BOXING_SEED override.
"""

import itertools
import os
import sys
import tempfile

import numpy as np

from sbp_testing.harness import run

HIERARCHIES = {"a": (4,), "b": (2, 2), "c": (2, 3), "d": (2, 2, 2)}
SHAPES = [(7, 5, 3), (4, 8, 4), (5, 0, 3), (1, 13, 2), (12, 6, 9), (2, 3, 11)]
# Combiner: element type of the model, numpy type, how two terms combine.
COMBINERS = {
    "sum": ("i32", np.int32, np.add),
    "prod": ("i64", np.int64, np.multiply),
    "max": ("f32", np.float32, np.maximum),
    "min": ("i32", np.int32, np.minimum),
    "maxnum": ("f32", np.float32, np.fmax),
    "minnum": ("f64", np.float64, np.fmin),
    "umax": ("i32", np.int32, lambda a, b: np.maximum(a.view(np.uint32), b.view(np.uint32)).view(np.int32)),
    "umin": ("i64", np.int64, lambda a, b: np.minimum(a.view(np.uint64), b.view(np.uint64)).view(np.int64)),
    "and": ("i1", np.bool_, np.logical_and),
    "or": ("i1", np.bool_, np.logical_or),
}
PAIRS_PER_MODULE = 100


def cut(begin, end, parts, index):
    """Part `index` of a balanced cut: the first (size mod parts) parts get one more."""
    base, extra = divmod(end - begin, parts)
    start = begin + index * base + min(index, extra)
    return start, start + base + (index < extra)


def box(axes, components, shape, coordinates):
    ranges = [(0, size) for size in shape]
    for size, component, coordinate in zip(axes, components, coordinates):
        if component[0] == "S":
            ranges[component[1]] = cut(*ranges[component[1]], size, coordinate)
    return tuple(slice(*r) for r in ranges)


def text(components):
    return "[" + ", ".join(f"S({c[1]})" if c[0] == "S" else c[0] if c[0] == "B" else f"P({c[1]})" for c in components) + "]"


class Pair:
    def __init__(self, number, random):
        self.name = f"v{number}"
        self.placement = random.choice(list(HIERARCHIES))
        self.axes = HIERARCHIES[self.placement]
        self.shape = SHAPES[random.integers(len(SHAPES))]
        self.combiner = random.choice(list(COMBINERS))
        self.type, self.dtype, self.combine = COMBINERS[self.combiner]
        # Terms of one combiner become terms of another, every now and then.
        others = [name for name, entry in COMBINERS.items() if entry[0] == self.type]
        self.after = random.choice(others) if random.random() < 0.3 else self.combiner
        self.source, self.target = self.components(random, self.combiner), self.components(random, self.after)
        self.coordinates = list(itertools.product(*map(range, self.axes)))

    def components(self, random, combiner):
        choices = [("S", 0), ("S", 1), ("S", 2), ("B",), ("P", combiner)]
        return [choices[random.integers(len(choices))] for _ in self.axes]

    def __str__(self):
        return f"{self.type} {self.shape} on {self.axes}: {text(self.source)} to {text(self.target)}"

    def declare(self, components):
        dims = "x".join(map(str, self.shape))
        return (
            f"tensor<{dims}x{self.type}>",
            f'{{sbp.name = "{self.name}", sbp.distribution = #sbp.distribution<@{self.placement}, {text(components)}>}}',
        )

    def draw(self, random):
        """A random state of the source: {rank: piece}; keeps the value it stands for."""
        terms = {}
        for coordinates in self.coordinates:
            key = tuple(x for x, c in zip(coordinates, self.source) if c[0] == "P")
            if key not in terms:
                drawn = random.integers(-50, 50, self.shape)
                terms[key] = (drawn > 0) if self.dtype == np.bool_ else drawn.astype(self.dtype)
                if np.issubdtype(self.dtype, np.floating):
                    terms[key][random.random(self.shape) < 0.1] = np.nan
        self.value = None
        for term in terms.values():
            self.value = term if self.value is None else self.combine(self.value, term)
        self.pieces = {}
        for rank, coordinates in enumerate(self.coordinates):
            key = tuple(x for x, c in zip(coordinates, self.source) if c[0] == "P")
            self.pieces[rank] = terms[key][box(self.axes, self.source, self.shape, coordinates)]

    def check(self, read):
        """Whether the ranks hold a state of the target that stands for the value; `read`: rank -> piece."""
        terms = {}
        for rank, coordinates in enumerate(self.coordinates):
            room = box(self.axes, self.target, self.shape, coordinates)
            piece = read(rank)
            assert piece.dtype == self.dtype and piece.shape == self.value[room].shape, f"{self}: rank {rank} is {piece.shape}"
            key = tuple(x for x, c in zip(coordinates, self.target) if c[0] == "P")
            held, whole = terms.setdefault(key, (np.zeros(self.shape, bool), np.zeros(self.shape, self.dtype)))
            both = held[room]
            assert np.array_equal(whole[room][both], piece[both], equal_nan=self.dtype in (np.float32, np.float64)), (
                f"{self}: copies differ on rank {rank}"
            )
            whole[room] = piece
            held[room] = True
        value = None
        for _, whole in terms.values():
            value = whole if value is None else COMBINERS[self.after][2](value, whole)
        assert np.array_equal(value, self.value, equal_nan=self.dtype in (np.float32, np.float64)), f"{self}: another value"


def model(pairs):
    lines = [
        f"sbp.placement @{name} [" + ", ".join(f'"x{i}" = {n}' for i, n in enumerate(axes)) + "]" for name, axes in HIERARCHIES.items()
    ]
    arguments, results, values = [], [], []
    for pair in pairs:
        type, attributes = pair.declare(pair.source)
        arguments.append(f"    %{pair.name}: {type} {attributes}")
        results.append("    " + " ".join(pair.declare(pair.target)))
        values.append((f"%{pair.name}", type))
    return "\n".join(
        lines
        + [
            "func.func @main(",
            ",\n".join(arguments) + ")",
            "    -> (" + ",\n".join(results).strip() + ") {",
            "  return " + ", ".join(v for v, _ in values) + " : " + ", ".join(t for _, t in values),
            "}",
            "",
        ]
    )


def run_batch(pairs, random):
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
        os.makedirs(source)
        path = os.path.join(folder, "model.mlir")
        with open(path, "w") as file:
            file.write(model(pairs))
        for pair in pairs:
            pair.draw(random)
            for rank, piece in pair.pieces.items():
                np.save(os.path.join(source, f"{pair.name}.rank{rank}.npy"), piece)
        artifact = os.path.join(folder, "model.sbpx")
        run("sbp-compile", path, "-o", artifact, "--strict")
        run("sbp-run", artifact, f"--input-shards={source}", f"--output-shards={target}")
        for pair in pairs:
            pair.check(lambda rank: np.load(os.path.join(target, f"{pair.name}.rank{rank}.npy")))


def main():
    full = os.environ.get("SBP_FULL") == "1"
    count = int(os.environ.get("BOXING_PAIRS", 3000 if full else 100))
    seed = int(os.environ.get("BOXING_SEED", 20261121))
    print(f"seed {seed}")
    random = np.random.default_rng(seed)
    pairs = [Pair(number, random) for number in range(count)]
    for begin in range(0, count, PAIRS_PER_MODULE):
        run_batch(pairs[begin : begin + PAIRS_PER_MODULE], random)
        if full:
            print(f"{min(begin + PAIRS_PER_MODULE, count)} pairs right", file=sys.stderr, flush=True)
    print(f"{count} boxings on real ranks, all right")


if __name__ == "__main__":
    main()
