"""Chains of steps on few elements on the PTX executor against numpy, to the bit: terms are added in the order of the loops. Three seeds each.

With --assemble PTXAS the kernels are assembled for every chip instead.
"""

import os
import sys

import numpy as np

import assembled
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

SEEDS = min(int(os.environ.get("SBP_SEEDS", 3)), 100 if os.environ.get("SBP_FULL") else 5)
CHIPS = ["sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"]
NUMPY = {"f32": np.float32, "f64": np.float64}
# Rows, columns, rounds, type.
POWERS = [(2, 2, 9, "f32"), (7, 5, 2, "f32"), (16, 12, 3, "f32"), (13, 16, 2, "f64"), (3, 16, 2, "f32")]
# Size, rounds, type: eight warps, and four of which the last one has less.
SQUARES = [(16, 3, "f32"), (11, 4, "f64")]


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Writer:
    """The text of a region, op by op; values are (name, shape, type)."""

    def __init__(self, name, arguments):
        self.name, self.lines, self.count = name, [], 0
        self.arguments = [(f"%x{i}", shape, element) for i, (shape, element) in enumerate(arguments)]

    def generic(self, loops, inputs, result, body, start=None):
        """`loops`: reduced ones in capitals; `inputs`: [(value, map)]; `result`: (map, shape, type); `body`: of %a0, %a1, ... and %o."""
        n = self.count
        self.count += 1
        place, shape, element = result
        kind, names = tensor(shape, element), ", ".join(loops).lower()
        maps = ", ".join(f"affine_map<({names}) -> ({each})>" for each in [*(each for _, each in inputs), place])
        iterators = ", ".join('"parallel"' if loop.islower() else '"reduction"' for loop in loops)
        self.lines.append(f"  %e{n} = tensor.empty() : {kind}")
        init = f"%e{n}"
        if start is not None:
            self.lines.append(f"  %s{n} = arith.constant {start} : {element}")
            self.lines.append(f"  %f{n} = linalg.fill ins(%s{n} : {element}) outs(%e{n} : {kind}) -> {kind}")
            init = f"%f{n}"
        values = ", ".join(value[0] for value, _ in inputs)
        types = ", ".join(tensor(*value[1:]) for value, _ in inputs)
        heads = ", ".join([*(f"%a{i}: {value[2]}" for i, (value, _) in enumerate(inputs)), f"%o: {element}"])
        self.lines.append(
            f"  %r{n} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} ins({values} : {types}) "
            f"outs({init} : {kind}) {{\n  ^bb0({heads}):\n    {body}\n    linalg.yield %y : {element} }} -> {kind}"
        )
        return f"%r{n}", shape, element

    def reshape(self, value, shape, groups):
        """A view of all elements; `groups` are the dims of the longer shape that make up each dim of the other."""
        n, (name, before, element) = self.count, value
        self.count += 1
        kinds = f"{tensor(before, element)} into {tensor(shape, element)}"
        op = f"expand_shape {name} {groups} output_shape {list(shape)}" if len(shape) > len(before) else f"collapse_shape {name} {groups}"
        self.lines.append(f"  %r{n} = tensor.{op} : {kinds}")
        return f"%r{n}", shape, element

    def slice(self, value, offsets, sizes, steps, shape):
        """A view of some elements, without the dims of one element that `shape` lacks."""
        n, (name, before, element) = self.count, value
        self.count += 1
        self.lines.append(
            f"  %r{n} = tensor.extract_slice {name}{offsets} {sizes} {steps} : {tensor(before, element)} to {tensor(shape, element)}"
        )
        return f"%r{n}", shape, element

    def product(self, a, v, turned=False):
        """The product of a matrix, or of its transpose, and a vector."""
        element, rows = a[2], a[1][1 if turned else 0]
        body = f"%m = arith.mulf %a0, %a1 : {element} %y = arith.addf %o, %m : {element}".replace(" %y", "\n    %y")
        return self.generic("iK", [(a, "k, i" if turned else "i, k"), (v, "k")], ("i", (rows,), element), body, "0.0")

    def finish(self, results, attributes=()):
        arguments = ", ".join(f"{name}: {tensor(shape, element)}" for name, shape, element in self.arguments)
        kinds = [tensor(*result[1:]) for result in results]
        marked = ", ".join(f"{kind} {mark}" if mark else kind for kind, mark in zip(kinds, attributes or [""] * len(kinds), strict=True))
        body = "\n".join(self.lines)
        names = ", ".join(result[0] for result in results)
        return f"func.func @{self.name}({arguments}) -> ({marked}) {{\n{body}\n  return {names} : {', '.join(kinds)} }}\n"


def write_power(name, rows, columns, rounds, element):
    """A power iteration for the first right singular vector, scaled by a sum; the left vector of the last round is a result too."""
    w = Writer(name, [((rows, columns), element), ((columns,), element)])
    a, v = w.arguments
    for _ in range(rounds):
        u = w.product(a, v)
        t = w.product(a, u, turned=True)
        square = f"%m = arith.mulf %a0, %a0 : {element}\n    %y = arith.addf %o, %m : {element}"
        s = w.generic("K", [(t, "k")], ("", (), element), square, "1.0")
        v = w.generic("i", [(t, "i"), (s, "")], ("i", (columns,), element), f"%y = arith.divf %a0, %a1 : {element}")
    return w.finish([v, u])


def add_terms(terms, start):
    """Sums over the last axis, term by term."""
    total = np.full(terms.shape[:-1], start, terms.dtype)
    for k in range(terms.shape[-1]):
        total = total + terms[..., k]
    return total


def compute_power(rounds, a, v):
    for _ in range(rounds):
        u = add_terms(a * v, 0)
        t = add_terms(a.T * u, 0)
        v = t / add_terms(t * t, 1)
    return v, u


def write_squares(name, size, rounds, element):
    """Powers of a matrix, each row of which is divided by its largest element."""
    w = Writer(name, [((size, size), element)])
    (b,) = w.arguments
    product = f"%m = arith.mulf %a0, %a1 : {element}\n    %y = arith.addf %o, %m : {element}"
    for _ in range(rounds):
        c = w.generic("ijK", [(b, "i, k"), (b, "k, j")], ("i, j", (size, size), element), product, "0.0")
        top = w.generic("iK", [(c, "i, k")], ("i", (size,), element), f"%y = arith.maximumf %o, %a0 : {element}", "1.0e-3")
        b = w.generic("ij", [(c, "i, j"), (top, "i")], ("i, j", (size, size), element), f"%y = arith.divf %a0, %a1 : {element}")
    return w.finish([b])


def compute_squares(rounds, b):
    for _ in range(rounds):
        c = add_terms(np.stack([b[:, k : k + 1] * b[k] for k in range(len(b))], -1), 0)
        b = c / np.maximum(c.max(1), b.dtype.type(1e-3))[:, None]
    return b


def write_types():
    """Comparisons, integers, an element of a table at a place that is an input, and a broadcast."""
    w = Writer("types", [((6,), "f32"), ((16,), "i32"), ((9,), "f32")])
    x, places, table = w.arguments
    gather = f"%i = arith.index_cast %a0 : i32 to index\n    %y = tensor.extract {table[0]}[%i] : tensor<9xf32>"
    y = w.generic("i", [(places, "i")], ("i", (16,), "f32"), gather)
    less = w.generic("ij", [(x, "i"), (y, "j")], ("i, j", (6, 16), "i1"), "%y = arith.cmpf olt, %a0, %a1 : f32")
    counted = "%c = arith.extui %a0 : i1 to i32\n    %y = arith.addi %o, %c : i32"
    count = w.generic("iK", [(less, "i, k")], ("i", (6,), "i32"), counted, "0")
    product = "%w = arith.sitofp %a0 : i32 to f64\n    %m = arith.mulf %w, %a1 : f64\n    %y = arith.addf %o, %m : f64"
    wide = w.generic("i", [(count, "i")], ("i", (6,), "f64"), "%y = arith.sitofp %a0 : i32 to f64")
    total = w.generic("K", [(count, "k"), (wide, "k")], ("", (), "f64"), product, "0.0")
    outer = w.generic("ij", [(wide, "i"), (total, "")], ("i, j", (6, 6), "f64"), "%y = arith.subf %a0, %a1 : f64")
    return w.finish([outer, less])


def compute_types(x, places, table):
    less = x[:, None] < table[places]
    counts = less.sum(1).astype(np.float64)
    return np.broadcast_to((counts - (counts * counts).sum())[:, None], (6, 6)), less


def write_update():
    """The last step writes over an input that an earlier one read; the step before it, over one that none read."""
    w = Writer("update", [((8, 8), "f32"), ((8,), "f32"), ((8,), "f32")])
    a, v, z = w.arguments
    u = w.product(a, v)
    t = w.product(a, u)
    s = w.product(a, t)
    half = w.generic("i", [(s, "i"), (z, "i")], ("i", (8,), "f32"), "%y = arith.subf %a0, %a1 : f32")
    last = w.generic("i", [(half, "i"), (v, "i")], ("i", (8,), "f32"), "%y = arith.addf %a0, %a1 : f32")
    return w.finish([last, half], ["{sbp.in_place = 1 : i64}", "{sbp.in_place = 2 : i64}"])


def compute_update(a, v, z):
    u = v
    for _ in range(3):
        u = add_terms(a * u, 0)
    return u - z + v, u - z


def write_scalar():
    """A fill that begins the fifth sum is made of an element of the second step, which a later launch reads."""
    w = Writer("scalar", [((8, 8), "f32"), ((8,), "f32")])
    a, v = w.arguments
    steps = [w.product(a, v)]
    for _ in range(4):
        steps.append(w.product(a, steps[-1]))
    w.lines.append(f"  %c0 = arith.constant 0 : index\n  %n = tensor.extract {steps[1][0]}[%c0] : tensor<8xf32>")
    w.lines.append("  %ne = tensor.empty() : tensor<8xf32>\n  %nf = linalg.fill ins(%n : f32) outs(%ne : tensor<8xf32>) -> tensor<8xf32>")
    last = w.generic("i", [(steps[-1], "i"), (("%nf", (8,), "f32"), "i")], ("i", (8,), "f32"), "%y = arith.addf %a0, %a1 : f32")
    for _ in range(3):
        last = w.product(a, last)
    return w.finish([last])


def compute_scalar(a, v):
    steps = [v]
    for _ in range(5):
        steps.append(add_terms(a * steps[-1], 0))
    last = steps[-1] + steps[2][0]
    for _ in range(3):
        last = add_terms(a * last, 0)
    return last


def add_outer(w, x, y):
    """The sums of pairs of elements, each with the first one of its row of the result."""
    shape, element = (x[1][0], y[1][0]), x[2]
    return w.generic("ij", [(x, "i"), (y, "j")], ("i, j", shape, element), f"%y = arith.addf %a0, %a1 : {element}")


def write_views():
    """Steps read results of others in other shapes, and rows, columns, every second element and slices of slices of them. A view of a
    result is an output, and so is the result of the last step."""
    w = Writer("views", [((6, 8), "f32"), ((8,), "f32")])
    a, v = w.arguments
    u = w.product(a, v)
    folded = w.reshape(u, (3, 2), "[[0, 1]]")
    sums = w.generic("iK", [(folded, "i, k")], ("i", (3,), "f32"), "%y = arith.addf %o, %a0 : f32", "0.5")
    column = w.slice(folded, [0, 1], [3, 1], [1, 1], (3,))
    table = add_outer(w, sums, column)
    flat = w.reshape(table, (9,), "[[0, 1]]")
    second = w.slice(flat, [1], [4], [2], (4,))
    square = w.reshape(second, (2, 2), "[[0, 1]]")
    low = w.slice(table, [1, 0], [2, 3], [1, 1], (2, 3))
    corner = w.slice(low, [0, 1], [2, 2], [1, 1], (2, 2))
    mixed = w.generic(
        "ijK",
        [(square, "i, k"), (corner, "k, j")],
        ("i, j", (2, 2), "f32"),
        "%m = arith.mulf %a0, %a1 : f32\n    %y = arith.addf %o, %m : f32",
        "0.0",
    )
    row = w.slice(mixed, [1, 0], [1, 2], [1, 1], (2,))
    last = w.product(square, row)
    return w.finish([last, w.reshape(mixed, (4,), "[[0, 1]]")])


def compute_views(a, v):
    folded = add_terms(a * v, 0).reshape(3, 2)
    sums = add_terms(folded, 0.5)
    table = sums[:, None] + folded[:, 1]
    square, corner = table.ravel()[1:9:2].reshape(2, 2), table[1:][:, 1:]
    mixed = add_terms(square[:, None, :] * corner.T, 0)
    return add_terms(square * mixed[1], 0), mixed.ravel()


def write_viewed():
    """Columns of a result, which no other buffer holds, are copied after the chain; the chain ends at a gather from a view."""
    w = Writer("viewed", [((6, 6), "f32"), ((6,), "f32"), ((6,), "i32")])
    a, v, places = w.arguments
    for _ in range(4):
        v = w.product(a, v)
    table = add_outer(w, v, v)
    folded = w.reshape(v, (2, 3), "[[0, 1]]")
    gather = (
        "%i = arith.index_cast %a0 : i32 to index\n    %c = arith.constant 1 : index\n"
        f"    %y = tensor.extract {folded[0]}[%c, %i] : {tensor(folded[1], folded[2])}"
    )
    chosen = w.generic("i", [(places, "i")], ("i", (6,), "f32"), gather)
    total = w.product(a, chosen)
    return w.finish([total, w.slice(table, [0, 4], [6, 2], [1, 1], (6, 2))])


def compute_viewed(a, v, places):
    for _ in range(4):
        v = add_terms(a * v, 0)
    return add_terms(a * v.reshape(2, 3)[1, places], 0), (v[:, None] + v)[:, 4:]


def write_few():
    """Three steps are no chain."""
    w = Writer("few", [((8, 8), "f32"), ((8,), "f32")])
    a, v = w.arguments
    for _ in range(3):
        v = w.product(a, v)
    return w.finish([v])


def write_all():
    powers = [write_power(f"power{i}", *case) for i, case in enumerate(POWERS)]
    squares = [write_squares(f"squares{i}", *case) for i, case in enumerate(SQUARES)]
    return "".join([*powers, *squares, write_types(), write_update(), write_scalar(), write_views(), write_viewed(), write_few()])


def list_cases(rng):
    """Name, inputs and the results of numpy."""
    for i, (rows, columns, rounds, element) in enumerate(POWERS):
        kind = NUMPY[element]
        inputs = rng.standard_normal((rows, columns)).astype(kind), rng.standard_normal(columns).astype(kind)
        yield f"power{i}", inputs, compute_power(rounds, *inputs)
    for i, (size, rounds, element) in enumerate(SQUARES):
        inputs = (rng.uniform(0, 1, (size, size)).astype(NUMPY[element]),)
        yield f"squares{i}", inputs, (compute_squares(rounds, *inputs),)
    x, table = rng.standard_normal(6).astype(np.float32), rng.standard_normal(9).astype(np.float32)
    inputs = x, rng.integers(0, 9, 16).astype(np.int32), table
    yield "types", inputs, compute_types(*inputs)
    a, v, z = (rng.standard_normal(shape).astype(np.float32) for shape in ((8, 8), 8, 8))
    yield "update", (a, v, z), compute_update(a, v, z)
    yield "scalar", (a, v), (compute_scalar(a, v),)
    a, v = (rng.standard_normal(shape).astype(np.float32) for shape in ((6, 8), 8))
    yield "views", (a, v), compute_views(a, v)
    inputs = a[:, :6].copy(), v[:6].copy(), rng.integers(0, 3, 6).astype(np.int32)
    yield "viewed", inputs, compute_viewed(*inputs)


# Launches by generator; all others are one chain.
LAUNCHES = {
    "update": ["chain", "pointwise"],
    "scalar": ["chain", "chain"],
    "viewed": ["chain", "pointwise", "reduction", "copy"],
    "few": ["product"] * 3,
}


def main(*arguments):
    text = write_all()
    if arguments[:1] == ("--assemble",):
        for chip in CHIPS:
            ptx, _ = cuda_kernels.compile_ptx(text, f"--chip={chip}")
            print(f"{chip}: {len(assembled.check(arguments[1], ptx, 10, chip))} kernels pass", flush=True)
        return
    ptx, specs = cuda_kernels.compile_ptx(text, "--chip=sm_90a")
    for name, spec in specs.items():
        families = [launch["family"] for launch in spec["launches"]]
        assert families == LAUNCHES.get(name, ["chain"]), (name, families)
    cuda_kernels.SEEDS = (1, 2, 3)
    regions, compared = cuda_kernels.load_regions(ptx, specs), Compared()
    for seed in range(SEEDS):
        for name, inputs, expected in list_cases(np.random.default_rng(seed)):
            found = regions[name](*(each.copy() for each in inputs))
            for one, right in zip(found if len(expected) > 1 else [found], expected, strict=True):
                compared.add(name, one, right, 0)
    compared.show("results compared")
    print(len(regions), "regions agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
