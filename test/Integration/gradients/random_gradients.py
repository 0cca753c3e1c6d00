"""Random differentiable programs against central differences:  random_gradients.py [--seeds N] [--first SEED] [--compile]

Each program applies ops drawn at random to f64 values that earlier ones computed, some of them several times, and is checked as
gradient_check.py checks its programs: on one rank against differences, and on [2, 2] with random distributions of the inputs and random
signatures of all ops. `N` defaults to SBP_SEEDS, or 100; the seeds are printed. A failure prints the program.
"""

import argparse
import os
import random
import re
import sys

import numpy as np

from gradient_cases import Program, fill, generic, tensor
from gradient_check import check

UNARY = ["math.tanh", "math.sin", "math.exp", "math.absf", "math.erf", "arith.negf", "math.cos", "math.atan"]
BINARY = ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf", "arith.minimumf", "math.atan2"]


class Writer:
    """The lines of a program under construction. `values` are names and shapes, all of moderate size."""

    def __init__(self, seed):
        self.rng, self.source = random.Random(seed), np.random.default_rng(seed)
        self.inputs, self.others, self.lines, self.values = {}, {}, [], []
        for _ in range(self.rng.randint(1, 3)):
            self.input(self.draw_shape())
        for _ in range(self.rng.randint(2, 7)):
            self.rng.choice(FAMILIES)(self)

    def draw_shape(self, rank=None):
        rank = self.rng.randint(1, 3) if rank is None else rank
        return tuple(self.rng.choice([1, 2, 3, 4, 5]) for _ in range(rank))

    def fresh(self):
        return f"%v{len(self.lines)}"

    def input(self, shape):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = self.source.standard_normal(shape)
        self.values.append((f"%{name}", shape))
        return f"%{name}", shape

    def index(self, shape, below):
        name = f"i{len(self.others)}"
        self.others[name] = self.source.integers(0, below, shape)
        return f"%{name}"

    def pick(self, accept=lambda shape: True, shape=None):
        """A value that fits, or a new input."""
        fitting = [v for v in self.values if accept(v[1]) and shape in (None, v[1])]
        if fitting and self.rng.random() < 0.85:
            chosen = self.rng.choice(fitting)
        else:
            drawn = shape
            while drawn is None or not accept(drawn):
                drawn = self.draw_shape()
            chosen = self.input(drawn)
        return chosen

    def emit(self, text, shape, bounds=True):
        """A line that makes a value; what may have grown is brought back by a tangent."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        if bounds:
            kept = self.fresh()
            self.lines.append(f"  {kept} = math.tanh {name} : {tensor(shape)}")
            name = kept
        self.values.append((name, shape))

    def zeros(self, shape, value="0.0"):
        name = f"z{len(self.lines)}"
        self.lines.append(fill(name, shape, value))
        return f"%{name}"

    def finish(self):
        """The program of what was made: results are what nothing reads, inputs what something does."""
        body = "\n".join(self.lines)
        count = lambda name: len(re.findall(rf"{name}\b", body))
        results = [value for value in self.values if value[0].startswith("%v") and count(value[0]) == 1] or self.values[-1:]
        inputs = {name: value for name, value in self.inputs.items() if count(f"%{name}") or f"%{name}" == results[0][0]}
        return Program(inputs, body, results, self.others)


def unary(p):
    x, shape = p.pick()
    p.emit(f"{p.rng.choice(UNARY)} {x} : {tensor(shape)}", shape)


def binary(p):
    x, shape = p.pick()
    y, _ = p.pick(shape=shape)
    p.emit(f"{p.rng.choice(BINARY)} {x}, {y} : {tensor(shape)}", shape)


def chosen(p):
    x, shape = p.pick()
    y, _ = p.pick(shape=shape)
    condition = p.fresh()
    p.lines.append(f"  {condition} = arith.cmpf olt, {x}, {y} : {tensor(shape)}")
    product = p.fresh()
    p.lines.append(f"  {product} = arith.mulf {x}, {y} : {tensor(shape)}")
    p.emit(f"arith.select {condition}, {product}, {y} : {tensor(shape, 'i1')}, {tensor(shape)}", shape)


def contraction(p):
    x, shape = p.pick(lambda shape: len(shape) == 2)
    fitting = [other for _, other in p.values if len(other) == 2 and other[0] == shape[1]]
    y, right = p.pick(shape=p.rng.choice(fitting) if fitting else (shape[1], p.rng.randint(1, 4)))
    result = (shape[0], right[1])
    init = p.zeros(result)
    text = generic(
        "%y",
        ["(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)"],
        ["parallel", "parallel", "reduction"],
        [(x, shape), (y, right)],
        (init, result),
        ["%p = arith.mulf %a0, %a1 : f64", "%s = arith.addf %o, %p : f64", "linalg.yield %s : f64"],
    )
    p.emit(text.split(" = ", 1)[1], result)


def reduction(p):
    x, shape = p.pick(bool)
    dim = p.rng.randrange(len(shape))
    op, start = p.rng.choice([("addf", "0.0"), ("mulf", "1.0"), ("maximumf", "0xFFF0000000000000"), ("minimumf", "0x7FF0000000000000")])
    result = shape[:dim] + shape[dim + 1 :]
    init = p.zeros(result, start)
    p.emit(f"linalg.reduce {{ arith.{op} }} ins({x} : {tensor(shape)}) outs({init} : {tensor(result)}) dimensions = [{dim}]", result)


def windows(p):
    """A convolution or a pooling along the first dimension, with steps and gaps."""
    x, shape = p.pick(lambda shape: shape and shape[0] >= 3)
    kernel, step = p.rng.randint(1, 2), p.rng.randint(1, 2)
    gap = p.rng.randint(1, 2) if (kernel - 1) * 2 < shape[0] else 1
    count = (shape[0] - (kernel - 1) * gap - 1) // step + 1
    rest = [f"d{i}" for i in range(1, len(shape))]
    loops = ", ".join(["i", *rest, "k"])
    at, out = ", ".join([f"i * {step} + k * {gap}", *rest]), ", ".join(["i", *rest])
    result = (count, *shape[1:])
    w, _ = p.input((kernel,))
    op, start = p.rng.choice([("addf", "0.0"), ("maximumf", "0xFFF0000000000000")])
    init = p.zeros(result, start)
    text = generic(
        "%y",
        [f"({loops}) -> ({at})", f"({loops}) -> (k)", f"({loops}) -> ({out})"],
        ["parallel"] * len(shape) + ["reduction"],
        [(x, shape), (w, (kernel,))],
        (init, result),
        ["%p = arith.mulf %a0, %a1 : f64", "%q = math.sin %p : f64", f"%s = arith.{op} %o, %q : f64", "linalg.yield %s : f64"],
    )
    p.emit(text.split(" = ", 1)[1], result)


def movement(p):
    x, shape = p.pick(bool)
    dim, kind = p.rng.randrange(len(shape)), p.rng.choice(["transpose", "broadcast", "slice", "pad", "concat", "collapse"])
    if kind == "transpose":
        order = p.rng.sample(range(len(shape)), len(shape))
        result = tuple(shape[d] for d in order)
        p.emit(
            f"linalg.transpose ins({x} : {tensor(shape)}) outs({p.zeros(result)} : {tensor(result)}) permutation = {order}", result, False
        )
    elif kind == "broadcast" and len(shape) < 3:
        result = shape[:dim] + (3,) + shape[dim:]
        p.emit(
            f"linalg.broadcast ins({x} : {tensor(shape)}) outs({p.zeros(result)} : {tensor(result)}) dimensions = [{dim}]", result, False
        )
    elif kind == "slice":
        sizes = [p.rng.randint(1, size) for size in shape]
        offsets = [p.rng.randint(0, size - part) for size, part in zip(shape, sizes)]
        result = tuple(sizes)
        p.emit(f"tensor.extract_slice {x}{offsets} {sizes} {[1] * len(shape)} : {tensor(shape)} to {tensor(result)}", result, False)
    elif kind == "pad":
        low, high = [p.rng.randint(0, 2) for _ in shape], [p.rng.randint(0, 2) for _ in shape]
        result = tuple(size + a + b for size, a, b in zip(shape, low, high))
        zero = p.fresh()
        p.lines.append(f"  {zero} = arith.constant 0.5 : f64")
        p.emit(
            f"tensor.pad {x} low{low} high{high} {{\n  ^bb0({', '.join(f'%d{d}: index' for d in range(len(shape)))}):\n    tensor.yield {zero} : f64\n"
            f"  }} : {tensor(shape)} to {tensor(result)}",
            result,
            False,
        )
    elif kind == "concat":
        y, _ = p.pick(shape=shape)
        result = shape[:dim] + (2 * shape[dim],) + shape[dim + 1 :]
        p.emit(f"tensor.concat dim({dim}) {x}, {y} : ({tensor(shape)}, {tensor(shape)}) -> {tensor(result)}", result, False)
    elif len(shape) > 1:
        result = (shape[0] * shape[1], *shape[2:])
        groups = [[0, 1], *([d] for d in range(2, len(shape)))]
        p.emit(f"tensor.collapse_shape {x} {groups} : {tensor(shape)} into {tensor(result)}", result, False)


def by_index(p):
    x, shape = p.pick(bool)
    axis, count = p.rng.randrange(len(shape)), p.rng.randint(1, 4)
    at = p.index((count,), shape[axis])
    moved = shape[:axis] + (count,) + shape[axis + 1 :]
    kind = p.rng.choice(["gather", "scatter_add", "scatter"])
    if kind == "gather":
        p.emit(f"nn.gather {x}, {at} {{axis = {axis} : i64}} : ({tensor(shape)}, tensor<{count}xi64>) -> {tensor(moved)}", moved, False)
        return
    u, _ = p.pick(shape=moved)
    p.emit(
        f"nn.{kind} {x}, {at}, {u} {{axis = {axis} : i64}} : ({tensor(shape)}, tensor<{count}xi64>, {tensor(moved)}) -> {tensor(shape)}",
        shape,
    )


def order(p):
    x, shape = p.pick(bool)
    axis, kind = p.rng.randrange(len(shape)), p.rng.choice(["sort", "top_k", "cumsum"])
    if kind == "cumsum":
        p.emit(f"nn.cumsum {x} {{axis = {axis} : i64}} : ({tensor(shape)}) -> {tensor(shape)}", shape)
        return
    k = p.rng.randint(1, shape[axis]) if kind == "top_k" else shape[axis]
    result = shape[:axis] + (k,) + shape[axis + 1 :]
    count = f", k = {k} : i64" if kind == "top_k" else ""
    name = p.fresh()
    p.lines.append(
        f"  {name}, {name}_at = nn.{kind} {x} {{axis = {axis} : i64{count}}} : ({tensor(shape)}) -> ({tensor(result)}, {tensor(result, 'i64')})"
    )
    p.values.append((name, result))


def row(p):
    """Softmax, norms and a loss along the last dimension."""
    x, shape = p.pick(lambda shape: shape and shape[-1] > 1)
    kind, t = p.rng.choice(["softmax", "layer_norm", "rms_norm", "cross_entropy"]), tensor(shape)
    if kind == "softmax":
        p.emit(f"linalg.softmax dimension({len(shape) - 1}) ins({x} : {t}) outs({p.zeros(shape)} : {t}) -> {t}", shape, False)
        return
    if kind == "cross_entropy":
        at = p.index(shape[:-1], shape[-1])
        p.emit(f"nn.cross_entropy {x}, {at} : ({t}, {tensor(shape[:-1], 'i64')}) -> {tensor(shape[:-1])}", shape[:-1])
        return
    w, weight = p.pick(shape=shape[-1:])
    if kind == "rms_norm":
        p.emit(f"nn.rms_norm {x}, {w} {{epsilon = 0.1 : f64}} : ({t}, {tensor(weight)}) -> {t}", shape)
        return
    b, _ = p.pick(shape=shape[-1:])
    p.emit(f"nn.layer_norm {x}, {w}, {b} {{epsilon = 0.1 : f64}} : ({t}, {tensor(weight)}, {tensor(weight)}) -> {t}", shape)


def attention(p):
    batch, groups, share, s, t, d, w = (p.rng.randint(1, 2) for _ in range(7))
    s, t = sorted((s + 1, t + 1))
    q, k, v = (batch, groups * share, s, d), (batch, groups, t, d), (batch, groups, t, w)
    names = [p.pick(shape=shape)[0] for shape in (q, k, v)]
    result, flags = (*q[:3], w), p.rng.choice(["", ", causal", ", window = array<i64: 1, 1>"])
    name = p.fresh()
    p.lines.append(
        f"  {name}, {name}_sums = nn.attention {', '.join(names)} {{scale = 0.7 : f64{flags}}} : "
        f"({', '.join(map(tensor, (q, k, v)))}) -> ({tensor(result)}, {tensor(q[:3])})"
    )
    p.values += [(name, result)] + [(f"{name}_sums", q[:3])] * (p.rng.random() < 0.3)


FAMILIES = [unary, binary, chosen, contraction, contraction, reduction, windows, movement, movement, by_index, order, row, attention]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=int(os.environ.get("SBP_SEEDS", "100")))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--compile", action="store_true")
    options = parser.parse_args()
    if os.environ.get("SBP_SANITIZED"):  # sanitizers look at the code, which a few programs run
        options.seeds = min(options.seeds, 10)
    for first in range(options.first, options.first + options.seeds, options.batch):
        seeds = range(first, min(first + options.batch, options.first + options.seeds))
        names = [f"seed {seed}" for seed in seeds]
        check(names, [Writer(seed).finish() for seed in seeds], np.random.default_rng(first), random.Random(first), options.compile)
    print(f"{options.seeds} programs, seeds {options.first} to {options.first + options.seeds - 1}")


if __name__ == "__main__":
    sys.exit(main())
