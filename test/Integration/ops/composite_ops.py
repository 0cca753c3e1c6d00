"""Attention, norms, cross entropy and grouped products, compiled for several meshes with arguments split along random dimensions, against
numpy in float64: every float type, empty pieces, masks, rows that see nothing, any bounds of groups, NaN and infinities.

    composite_ops.py [SEED]...        SBP_SEEDS: half as many seeds instead
"""

import math
import os
import random
import re
import sys
import warnings

import numpy as np

from sbp_testing.bfloats import round_floats, round_to_bits, to_floats
from sbp_testing.compared import Compared
from sbp_testing.harness import Case

COMPARED = Compared()

MESHES = (([2], None), ([3], [2, 0, 1]), ([4], [4, 2, 0, 1]), ([2, 2], [3, 1, 2, 0]), ([2, 2, 2], [7, 0, 5, 2, 1, 6, 3, 4]))
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32}


def round_to(dtype, value):
    return round_floats(value) if dtype == "bf16" else value.astype(NUMPY[dtype])


def to_file(dtype, value):
    return round_to_bits(value) if dtype == "bf16" else value


def from_file(dtype, value):
    return to_floats(value) if dtype == "bf16" else value.astype(np.float64)


def text(dtype, value):
    return "tensor<" + "".join(f"{n}x" for n in value.shape) + dtype + ">"


class Call:
    """`operands`: (type, array); `results`: (type, value in float64, bound on the error before the result is rounded)."""

    def __init__(self, form, operands, results):
        self.form, self.operands, self.results = form, operands, results


class Draw:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def size(self, sizes):
        return 0 if self.rng.random() < 0.04 else int(self.rng.choice(sizes))

    def flip(self, share=0.5):
        return bool(self.rng.random() < share)

    def type(self):
        return str(self.rng.choice(list(EPSILON)))

    def floats(self, dtype, *shape, special=False):
        value = self.rng.standard_normal(shape)
        if special and value.size:
            value.reshape(-1)[self.rng.integers(value.size)] = self.rng.choice([np.inf, -np.inf, np.nan])
        return round_to(dtype, value)


def compute_type(dtype):
    return "f64" if dtype == "f64" else "f32"


def finite(x):
    return np.max(np.where(np.isfinite(x) & (np.abs(x) < 1e4), np.abs(x), 0), initial=1.0)


def attention(dtype, q, k, v, mask, causal, window=None):
    operands = [(dtype, x) for x in (q, k, v, mask) if x is not None]
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    shared, queries, keys = q.shape[1] // k.shape[1], q.shape[2], k.shape[2]
    k, v = np.repeat(k, shared, 1), np.repeat(v, shared, 1)
    scores = 0.5 * q @ k.transpose(0, 1, 3, 2) + (0 if mask is None else mask.astype(np.float64))
    if causal:
        scores = np.where(np.arange(keys)[None] <= np.arange(queries)[:, None] + keys - queries, scores, -np.inf)
    if window:
        distance = np.arange(keys)[None] - np.arange(queries)[:, None] - keys + queries
        scores = np.where((-window[0] <= distance) & (distance <= window[1]), scores, -np.inf)
    highest = scores.max(-1, initial=-np.inf, keepdims=True)
    # A row that sees no key is 0, and its log-sum-exp -inf.
    weights = np.exp(scores - np.where(np.isneginf(highest), 0, highest))
    sums = weights.sum(-1, keepdims=True)
    # A key of weight 0, hidden by -inf or by a large negative number, adds nothing, finite or not.
    products = np.where((weights == 0)[..., None], 0, (weights / np.where(sums == 0, 1, sums))[..., None] * v[:, :, None])
    y = products.sum(3)
    error = 8 * EPSILON[compute_type(dtype)] * (finite(scores) + q.shape[3] + keys + 8)
    form = (
        f"nn.attention {{}}, {{}}, {{}} {'mask {} ' if mask is not None else ''}{{{{scale = 0.5 : f64{', causal' * causal}"
        f"{f', window = array<i64: {window[0]}, {window[1]}>' if window else ''}}}}}"
    )
    return Call(form, operands, [(dtype, y, error * finite(v)), (compute_type(dtype), (highest + np.log(sums))[..., 0], 2 * error)])


def draw_attention(draw):
    dtype, groups = draw.type(), draw.size([1, 1, 2, 3]) or 1
    batch, heads, queries, keys = (
        draw.size([1, 2, 3]),
        groups * int(draw.rng.choice([1, 2, 3])),
        draw.size([1, 3, 7]),
        draw.size([1, 2, 5, 8]),
    )
    width, values = draw.size([1, 4, 5]), draw.size([1, 4])
    mask = None
    if draw.flip():
        shape = [n if draw.flip(0.6) else 1 for n in (batch, heads, queries, keys)]
        hidden = draw.rng.choice([-np.inf, -1e4 if dtype == "f16" else -1e30])
        mask = np.where(draw.rng.random(shape) < 0.4, hidden, draw.rng.standard_normal(shape))
        mask = round_to(dtype, np.where(draw.rng.random(shape[:3] + [1]) < 0.2, -np.inf, mask))
    causal, window = draw.flip(), None
    if draw.flip():
        window = (int(draw.rng.integers(0, 5)), 0) if causal else (int(draw.rng.integers(-1, 5)), int(draw.rng.integers(1, 4)))
    return attention(
        dtype,
        draw.floats(dtype, batch, heads, queries, width),
        draw.floats(dtype, batch, groups, keys, width),
        draw.floats(dtype, batch, groups, keys, values, special=draw.flip(0.1)),
        mask,
        causal,
        window,
    )


def draw_norm(draw):
    dtype, rank = draw.type(), int(draw.rng.integers(1, 4))
    shape = [draw.size([1, 2, 4, 7, 13]) for _ in range(rank)]
    count = int(draw.rng.integers(1, rank + 1))
    x, w, b = draw.floats(dtype, *shape, special=draw.flip(0.1)), draw.floats(dtype, *shape[-count:]), draw.floats(dtype, *shape[-count:])
    dims, wide, root = tuple(range(rank - count, rank)), x.astype(np.float64), draw.flip()
    centred = wide if root else wide - wide.mean(dims, keepdims=True)
    y = centred / np.sqrt((centred**2).mean(dims, keepdims=True) + 1e-5) * w + (0 if root else b.astype(np.float64))
    error = 8 * EPSILON[compute_type(dtype)] * (np.prod(shape[-count:]) + 4) * 2 * (finite(w) + finite(b))
    name = "nn.rms_norm {}, {}" if root else "nn.layer_norm {}, {}, {}"
    return Call(name + " {{epsilon = 1.0e-5 : f64}}", [(dtype, each) for each in (x, w, b)[: 2 if root else 3]], [(dtype, y, error)])


def draw_cross_entropy(draw):
    dtype, index = draw.type(), str(draw.rng.choice(["i64", "i32"]))
    shape = [draw.size([1, 2, 4, 7, 13]) for _ in range(int(draw.rng.integers(1, 4)))]
    x, classes = draw.floats(dtype, *shape, special=draw.flip(0.2)), shape[-1]
    # Some targets are no class.
    targets = draw.rng.integers(-1, classes + 1, shape[:-1])
    wide = np.concatenate([x.astype(np.float64), np.zeros(shape[:-1] + [1])], -1)
    highest = np.fmax.reduce(wide[..., :-1], -1, initial=-np.inf)
    picked = np.take_along_axis(wide, np.where(targets < 0, classes, targets)[..., None], -1)[..., 0]
    sums = highest + np.log(np.exp(wide[..., :-1] - highest[..., None]).sum(-1))
    result = compute_type(dtype)
    bound = 8 * EPSILON[result] * (classes + 4 + finite(x))
    results = [(result, sums - picked, bound), (result, sums, bound)]
    return Call("nn.cross_entropy {}, {}", [(dtype, x), (index, targets.astype(NUMPY[index]))], results[: 1 + draw.flip(0.5)])


def draw_grouped(draw):
    """A grouped product, or the sum of outer products of each group; bounds ascend, or are any numbers."""
    dtype, index, leads, transposed = draw.type(), str(draw.rng.choice(["i64", "i32"])), draw.flip(), draw.flip()
    rows, groups = draw.size([1, 5, 9, 17]), draw.size([1, 2, 3, 7])
    inner, columns = draw.size([1, 3, 8]), draw.size([1, 4, 9])
    bounds = draw.rng.integers(-2, rows + 3, groups + leads)
    bounds = (np.sort(bounds) if draw.flip() else bounds).astype(NUMPY[index])
    ends = np.maximum.accumulate(np.concatenate([[0], np.clip(bounds, 0, rows)]))[leads:]
    x, weights = draw.floats(dtype, rows, inner), draw.floats(dtype, groups, inner, columns)
    y, outer = draw.floats(dtype, rows, columns), draw.flip(0.4)
    found, magnitude = np.zeros((2, groups, inner, columns) if outer else (2, rows, columns))
    for group, (begin, end) in enumerate(zip(ends[:-1], ends[1:])):
        part, whole = x[begin:end].astype(np.float64), (weights[group], y[begin:end])[outer].astype(np.float64)
        for values, a, b in ((found, part, whole), (magnitude, abs(part), abs(whole))):
            if outer:
                values[group] = a.T @ b
            else:
                values[begin:end] = a @ b
    # Partial sums of up to 8 ranks are rounded to the type of the result.
    bound = (EPSILON[compute_type(dtype)] * ((rows if outer else inner) + 2) + 8 * EPSILON[dtype]) * magnitude
    if outer:
        return Call("nn.grouped_outer {}, {}, {}", [(dtype, x), (dtype, y), (index, bounds)], [(dtype, found, bound)])
    weights = np.ascontiguousarray(weights.transpose(0, 2, 1)) if transposed else weights
    form = f"nn.grouped_product {{}}, {{}}, {{}}{' {{transposed}}' * transposed}"
    return Call(form, [(dtype, x), (dtype, weights), (index, bounds)], [(dtype, found, bound)])


def distribution(draw, axes, order, rank, dtype):
    choices = ["B"] + [f"S({d})" for d in range(rank)] * 2 + ["P"] * (dtype in EPSILON)
    return f"#sbp.distribution<@p, [{', '.join(draw.choice(choices) for _ in range(axes))}], order = {order}>"


def check(what, calls, mesh, ranks, draw):
    """`draw`: how most arguments are distributed."""
    arguments, results, values, lines, inputs = [], [], [], [], {}
    order = draw.sample(range(len(mesh)), len(mesh))
    for c, call in enumerate(calls):
        for i, (dtype, value) in enumerate(call.operands):
            inputs[f"a{c}.{i}"] = to_file(dtype, value)
            is_open = draw.random() < 0.2 or not np.isfinite(value).all()
            where = "" if is_open else f", sbp.distribution = {distribution(draw, len(mesh), order, value.ndim, dtype)}"
            arguments.append(f'%a{c}_{i}: {text(dtype, value)} {{sbp.name = "a{c}.{i}"{where}}}')
        names = [f"%r{c}_{i}" for i in range(len(call.results))]
        kinds = [text(dtype, value) for dtype, value, _ in call.results]
        form = call.form.format(*(f"%a{c}_{i}" for i in range(len(call.operands))))
        lines.append(f"  {', '.join(names)} = {form} : ({', '.join(text(*o) for o in call.operands)}) -> ({', '.join(kinds)})")
        results += [f'{kind} {{sbp.name = "r{c}.{i}"}}' for i, kind in enumerate(kinds)]
        values += zip(names, kinds)
    axes = ", ".join(f'"x{i}" = {n}' for i, n in enumerate(mesh))
    case = Case(
        f"sbp.placement @p [{axes}]{f' ranks {ranks}' if ranks else ''}\n"
        f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(v for v, _ in values)} : {', '.join(k for _, k in values)}\n}}\n"
    )
    found = case.execute(inputs, [f"r{c}.{i}" for c, call in enumerate(calls) for i in range(len(call.results))])
    for c, call in enumerate(calls):
        for i, (dtype, wanted, error) in enumerate(call.results):
            value = from_file(dtype, found[f"r{c}.{i}"])
            size = np.where(np.isfinite(wanted), np.abs(wanted), 0)
            allowed = error + EPSILON[dtype] * size + (2.0**-24 if dtype == "f16" else 2.0**-126)
            agrees = (np.isnan(wanted) & np.isnan(value)) | (value == wanted) | (np.abs(value - wanted) <= allowed)
            assert agrees.all(), (what, mesh, call.form, call.operands, i, wanted, value)
            finite_ones = np.isfinite(wanted) & np.isfinite(value)
            worst = np.where(finite_ones, np.abs(np.where(finite_ones, value - wanted, 0)) / allowed, 0).max(initial=0)
            op = re.search(r"[a-z_]+\.[a-z_]+", call.form)[0]
            COMPARED.measure(f"{what}, {op} {dtype}, result {i}", worst, 1, math.prod(mesh), wanted.size)


def main(seeds):
    warnings.filterwarnings("ignore")
    # -inf less -inf is known at compile time: not a value to leave out.
    ones = np.ones((1, 1, 2, 2), np.float32)
    check("one key", [attention("f32", ones, ones[:, :, :1], ones[:, :, :1], None, True)], [1], None, random.Random(0))
    for seed in seeds:
        draw = Draw(seed)
        mesh, ranks = MESHES[seed % len(MESHES)]
        calls = [make(draw) for make in (draw_attention, draw_norm, draw_cross_entropy, draw_grouped) for _ in range(4 - len(mesh))]
        check(f"seed {seed}", calls, mesh, ranks, random.Random(seed))
    COMPARED.show("results compared, differences as shares of their bounds")
    print(f"agree with numpy: seeds {', '.join(map(str, seeds))}")


if __name__ == "__main__":
    count = int(os.environ.get("SBP_SEEDS", 0))
    main([int(seed) for seed in sys.argv[1:]] if not count else list(range((count + 1) // 2)))
