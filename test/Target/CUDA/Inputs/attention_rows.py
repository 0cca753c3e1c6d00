"""Attention in parts by one kernel, in the PTX executor, against float64: lengths around its tiles, masks, widths, element types, and
rows that other ops read too. More lengths with SBP_FULL=1.
"""

import itertools
import os

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared

BOUNDS = {"f32": 2e-6, "bf16": 2**-7, "f16": 2**-10}
CASES = [
    # type, batch, heads, queries, keys, width of keys, width of values, causal, mask
    ("f32", 1, 1, 1, 1, 4, 4, False, None),
    ("f32", 2, 3, 10, 10, 16, 16, True, None),
    ("f32", 2, 2, 65, 20, 8, 72, False, (1, 2, 1, 20)),
    ("f32", 2, 2, 60, 129, 8, 60, False, None),
    ("f32", 2, 3, 63, 65, 5, 3, True, (2, 1, 63, 65)),
    ("bf16", 2, 2, 64, 72, 16, 16, True, None),
    ("f16", 2, 2, 7, 300, 8, 8, False, (2, 1, 7, 300)),
]


def tensor(shape, kind):
    return f"tensor<{'x'.join(map(str, shape))}x{kind}>"


def shapes_of(case):
    kind, batch, heads, queries, keys, width, values, _, mask = case
    return [(batch, heads, queries, width), (batch, heads, keys, width), (batch, heads, keys, values), *([mask] if mask else [])]


def write(name, case):
    """A function of query, key, value and the mask that returns the result and the logarithms of the sums."""
    kind, batch, heads, queries, *_, values, causal, mask = case
    types = [tensor(shape, kind) for shape in shapes_of(case)]
    results = tensor((batch, heads, queries, values), kind), tensor((batch, heads, queries), "f32")
    arguments = ", ".join(f"%{letter}: {one}" for letter, one in zip("qkvm", types))
    return (
        f"func.func @{name}({arguments}) -> ({', '.join(results)}) {{\n"
        f"  %y, %l = nn.attention %q, %k, %v {'mask %m ' if mask else ''}{{scale = 0.25 : f64{', causal' if causal else ''}}}"
        f" : ({', '.join(types)}) -> ({', '.join(results)})\n  return %y, %l : {', '.join(results)}\n}}\n"
    )


def make(rng, shape, kind):
    values = rng.standard_normal(shape).astype(np.float32)
    return to_bf16(values) if kind == "bf16" else values.astype(np.float16 if kind == "f16" else np.float32)


def widen(values):
    return (from_bf16(values) if values.dtype == np.uint16 else values).astype(np.float64)


def attention(case, query, key, value, mask=0):
    queries, keys = query.shape[2], key.shape[2]
    scores = 0.25 * query @ key.swapaxes(2, 3) + mask
    if case[7]:
        scores = np.where(np.arange(keys) <= np.arange(queries)[:, None] + keys - queries, scores, -np.inf)
    largest = scores.max(axis=3, keepdims=True)
    powers = np.exp(scores - largest)
    sums = powers.sum(axis=3, keepdims=True)
    return powers @ value / sums, (np.log(sums) + largest)[..., 0]


def main():
    cases = list(CASES)
    if os.environ.get("SBP_FULL") == "1":
        cases += [("f32", 2, 2, q, k, 8, 8, False, None) for q, k in itertools.product((1, 63, 64, 65, 127, 129, 300), repeat=2)]
    text = "".join(write(f"f{i}", case) for i, case in enumerate(cases))
    regions = cuda_kernels.load_regions(*cuda_kernels.compile_by(text, "attention_rows"))
    compared, rng = Compared(), np.random.default_rng(3)
    for i, case in enumerate(cases):
        inputs = [make(rng, shape, case[0]) for shape in shapes_of(case)]
        region = regions[f"f{i}"]
        names = ", ".join(launch["family"] for launch in region.description["launches"])
        found = region(*inputs)
        for what, one, expected in zip(("result", "sums"), found, attention(case, *map(widen, inputs))):
            scale = 1 + np.abs(expected)
            bound = BOUNDS[case[0]] if what == "result" else BOUNDS["f32"]
            text = f"{case[0]} {'x'.join(map(str, case[1:7]))}{' causal' * case[7]}{' mask' * bool(case[8])}, {names}, {what}"
            compared.add(text, widen(one) / scale, expected / scale, bound)
    compared.show("regions agree")


main()
