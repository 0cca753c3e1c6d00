"""Attention: a row that sees no key is 0, and what a mask or its position hides has no effect, finite or not. Against float64 numpy.

unseen_rows.py        every case; SBP_TEST_TARGET=cuda runs those of finite values on the stub driver, for SBP_TEST_CHIP

Rows are hidden by a mask of -inf, or because causal attention has more queries than keys. Hidden keys and values are finite, infinite
or NaN. The log-sum-exp of an unseen row is -inf, and its gradients are 0.
"""

import itertools
import os

import numpy as np

from sbp_testing.bfloats import load_as, save_as
from sbp_testing.compared import Compared
from sbp_testing.harness import Case

HEADS, WIDTH, VALUES, SCALE = 2, 8, 16, 0.25
UNITS = {"f64": 2.0**-52, "f32": 2.0**-23, "bf16": 2.0**-8, "f16": 2.0**-11}
IS_HOST = os.environ.get("SBP_TEST_TARGET", "host") == "host"
CHIP = os.environ.get("SBP_TEST_CHIP")  # bf16 and f16 alone, by tensor cores
COMPARED = Compared()


def attention(q, k, v, mask, seen):
    y, l = np.zeros(q.shape[:3] + v.shape[3:]), np.full(q.shape[:3], -np.inf)
    weights = np.zeros(q.shape[:3] + k.shape[2:3])
    for h, i in itertools.product(range(HEADS), range(q.shape[2])):
        keys = np.nonzero(seen[i] & ~np.isneginf(mask[0, 0, i]))[0]
        if not len(keys):
            continue
        scores = SCALE * k[0, h, keys] @ q[0, h, i] + mask[0, 0, i, keys]
        exponentials = np.exp(scores - scores.max())
        weights[0, h, i, keys] = exponentials / exponentials.sum()
        weighed = np.nonzero(weights[0, h, i])[0]
        y[0, h, i] = weights[0, h, i, weighed] @ v[0, h, weighed]
        l[0, h, i] = scores.max() + np.log(exponentials.sum())
    return y, l, weights


def gradients(q, k, v, y, weights, g):
    """Sums over the pairs that have a weight."""
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for h, i in itertools.product(range(HEADS), range(q.shape[2])):
        keys = np.nonzero(weights[0, h, i])[0]
        slopes = weights[0, h, i, keys] * (v[0, h, keys] @ g[0, h, i] - g[0, h, i] @ y[0, h, i])
        dq[0, h, i] = SCALE * slopes @ k[0, h, keys]
        dk[0, h, keys] += SCALE * slopes[:, None] * q[0, h, i]
        dv[0, h, keys] += weights[0, h, i, keys, None] * g[0, h, i]
    return dq, dk, dv


def write(kind, queries, keys, causal, masked, split):
    def tensor(*shape, of=kind):
        return f"tensor<{'x'.join(map(str, shape))}x{of}>"

    wide = "f64" if kind == "f64" else "f32"
    q, k, v = tensor(1, HEADS, queries, WIDTH), tensor(1, HEADS, keys, WIDTH), tensor(1, HEADS, keys, VALUES)
    y, l, m = tensor(1, HEADS, queries, VALUES), tensor(1, HEADS, queries, of=wide), tensor(1, 1, queries, keys)
    where = ", sbp.distribution = #sbp.distribution<@p, [S(2)]>" if split else ""
    mask, arguments, types = (" mask %m", f', %m: {m} {{sbp.name = "m"}}', f", {m}") if masked else ("", "", "")
    causal = ", causal" if causal else ""
    placement = 'sbp.placement @p ["a" = 2]\n' if split else ""
    return f"""{placement}func.func @main(%q: {q} {{sbp.name = "q"}}, %k: {k} {{sbp.name = "k"{where}}}, %v: {v} {{sbp.name = "v"{where}}}{arguments}, %g: {y} {{sbp.name = "g"}})
    -> ({y} {{sbp.name = "y"}}, {l} {{sbp.name = "l"}}, {q} {{sbp.name = "dq"}}, {k} {{sbp.name = "dk"}}, {v} {{sbp.name = "dv"}}) {{
  %y, %l = nn.attention %q, %k, %v{mask} {{scale = {SCALE} : f64{causal}}} : ({q}, {k}, {v}{types}) -> ({y}, {l})
  %dq, %dk, %dv = nn.gradient %y seed %g wrt (%q, %k, %v) : ({y}, {y}, {q}, {k}, {v}) -> ({q}, {k}, {v})
  return %y, %l, %dq, %dk, %dv : {y}, {l}, {q}, {k}, {v}
}}
"""


def check(kind, queries, keys, causal, masked, hidden, split=False, lowest=-np.inf, most=1):
    """`lowest`: what the mask has for the first `most` keys, which no row sees; their values are `hidden`, and the keys too below -inf."""
    random = np.random.default_rng([queries, keys, causal, masked])
    q, k, v, g = (
        load_as(save_as(random.normal(size=(1, HEADS, n, w)), kind))
        for n, w in ((queries, WIDTH), (keys, WIDTH), (keys, VALUES), (queries, VALUES))
    )
    mask = np.zeros((1, 1, queries, keys))
    if masked:
        mask = np.where(random.random(mask.shape) < 0.3, -np.inf, load_as(save_as(random.normal(size=mask.shape), kind)))
        mask[:, :, 1] = -np.inf  # a row without keys
        if np.isinf(lowest):
            mask[:, :, :, 0] = -np.inf  # a key that no row sees
        else:
            mask[:, :, :, :most], mask[:, :, :, most:] = lowest, np.arange(keys - most)
            mask[:, :, 1] = -np.inf
    position = np.arange(queries)[:, None] + keys - queries
    seen = (np.arange(keys)[None] <= position) | (not causal)
    if hidden is not None:
        # Causal attention shows the last key to the last query alone, whose results and contributions are not finite.
        at = slice(0, most) if masked else slice(keys - 1, keys)
        v[0, :, at, ::2] = hidden
        if np.isinf(lowest):
            k[0, :, at, ::3] = hidden
    y, l, weights = attention(q, k, v, mask, seen)
    expected = {"y": y, "l": l} | dict(zip(("dq", "dk", "dv"), gradients(q, k, v, y, weights, g)))
    inputs = {"q": q, "k": k, "v": v, "g": g} | ({"m": mask} if masked else {})
    case = Case(write(kind, queries, keys, causal, masked, split))
    with np.errstate(invalid="ignore"):
        found = case.execute({name: save_as(value, kind) for name, value in inputs.items()}, list(expected))
    name = f"{kind} {queries} x {keys}{' causal' * causal}{f' masked by {lowest}' * masked}, {'finite' if hidden is None else hidden}"
    for result, right in expected.items():
        bound = UNITS[kind] * (16 if result in "yl" else 64) * np.abs(right[np.isfinite(right)]).max(initial=1.0)
        left = load_as(found[result])
        if hidden is not None and not masked:
            if result in ("dk", "dv"):
                continue
            right, left = right[:, :, :-1], left[:, :, :-1]
        COMPARED.add(f"{name}: {result}", left, right, bound, 2 if split else 1)


def main():
    with np.errstate(invalid="ignore", divide="ignore"):
        for kind in ("bf16", "f16") if CHIP else UNITS:
            for queries, keys in ((5, 4), (140, 133)):
                check(kind, queries, keys, causal=True, masked=False, hidden=None)
                check(kind, queries, keys, causal=False, masked=True, hidden=None)
                check(kind, queries, keys, causal=True, masked=True, hidden=None)
        for queries, causal in () if CHIP else ((6, False), (9, True)):
            check("f32", queries, 8, causal, masked=True, hidden=None, split=True)
        for hidden in (np.inf, -np.inf, np.nan) if IS_HOST else ():
            for kind, queries, causal, masked in (("f32", 8, True, False), ("f32", 6, False, True), ("bf16", 70, True, True)):
                check(kind, queries, 8, causal, masked, hidden, split=True)
            for kind in ("f64", "f32", "bf16"):
                for queries, keys in ((4, 4), (140, 140)):
                    check(kind, queries, keys, causal=True, masked=False, hidden=hidden)
                    check(kind, queries, keys, causal=False, masked=True, hidden=hidden)
            # Numbers of a mask that leave a weight of 0; the host's first blocks of keys have no other.
            for kind, keys, split in (("f64", 4, False), ("f32", 8, True), ("bf16", 1200, False)):
                check(kind, 6, keys, causal=False, masked=True, hidden=hidden, split=split, lowest=-1e30, most=keys - 2)
    COMPARED.show("results are right")


main()
