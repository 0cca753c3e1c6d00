"""Attention with windows, positions split: equal to numpy in float64, on the host the bits of one rank, and nothing moves but the halos.

attention_windows.py [MESH]...        e.g. 4 2x2; all without one
"""

import itertools
import os
import sys

import numpy as np

from sbp_testing.harness import Case, close
from sbp_testing.paths import INPUTS

MODEL = INPUTS / "window_attention.mlir"
MESHES = ([2], [4], [2, 2])
# Queries and keys: what nothing divides, more keys, more queries (the first see none).
IS_HOST = os.environ.get("SBP_TEST_TARGET", "host") == "host"
LENGTHS = ((300, 300), (290, 331), (331, 290)) if IS_HOST else ((300, 300),)
HEADS, WIDTH, VALUES = 4, 8, 12


class Window:
    def __init__(self, size, is_causal):
        self.back, self.forward = (size - 1, 0) if is_causal else (size, size)
        self.is_causal = is_causal

    def seen(self, queries, keys):
        position = np.arange(queries)[:, None] + keys - queries
        key = np.arange(keys)[None]
        return (position - self.back <= key) & (key <= position + self.forward)

    def attribute(self):
        return f"{'causal, ' * self.is_causal}window = array<i64: {self.back}, {self.forward}>"

    def __str__(self):
        return f"{self.back} back, {self.forward} forward"


def attention(q, k, v, mask, seen, scale):
    """Keys that are not seen are not read: a value there need not be finite."""
    y, l = np.zeros(q.shape[:3] + v.shape[3:]), np.full(q.shape[:3], -np.inf)
    shared = q.shape[1] // k.shape[1]
    for b, h in itertools.product(range(q.shape[0]), range(q.shape[1])):
        for i in range(q.shape[2]):
            keys = np.nonzero(seen[i])[0]
            if not len(keys):
                continue
            scores = scale * k[b, h // shared, keys] @ q[b, h, i] + (0 if mask is None else mask[0, 0, i if mask.shape[2] > 1 else 0, keys])
            weights = np.exp(scores - scores.max())
            y[b, h, i] = weights / weights.sum() @ v[b, h // shared, keys]
            l[b, h, i] = scores.max() + np.log(weights.sum())
    return y, l


def pieces(extent, mesh):
    """Balanced pieces, cut by one axis after the other."""
    ranges = [(0, extent)]
    for parts in mesh:
        ranges = [
            (begin + sum(sizes[:i]), begin + sum(sizes[: i + 1]))
            for begin, end in ranges
            for sizes in [[(end - begin) // parts + (i < (end - begin) % parts) for i in range(parts)]]
            for i in range(parts)
        ]
    return ranges


def halo_keys(window, queries, keys, mesh):
    """Keys that ranks read and do not hold, together."""
    seen, count = window.seen(queries, keys), 0
    for (first, end), (begin, stop) in zip(pieces(queries, mesh), pieces(keys, mesh)):
        read = np.nonzero(seen[first:end].any(0))[0] if end > first else np.array([], int)
        count += ((read < begin) | (read >= stop)).sum()
    return int(count)


def text(shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + "f32>"


class Plan:
    def __init__(self, rng, number, size, is_causal, lengths, groups, kind):
        self.window, (self.queries, self.keys) = Window(size, is_causal), lengths
        self.number, self.groups, self.kind = number, groups, kind
        self.inputs = {
            "q": rng.standard_normal((1, HEADS, self.queries, WIDTH)),
            "k": rng.standard_normal((1, groups, self.keys, WIDTH)),
            "v": rng.standard_normal((1, groups, self.keys, VALUES)),
        }
        if kind in ("mask of keys", "mask"):
            rows = self.queries if kind == "mask" else 1
            self.inputs["m"] = rng.standard_normal((1, 1, rows, self.keys))
        self.inputs = {name: value.astype(np.float32) for name, value in self.inputs.items()}
        if kind == "infinities":
            self.inputs["v"][0, 0, 3, 0], self.inputs["v"][0, -1, -1, 1] = np.inf, np.nan
        wide = {name: value.astype(np.float64) for name, value in self.inputs.items()}
        self.expected = attention(wide["q"], wide["k"], wide["v"], wide.get("m"), self.window.seen(self.queries, self.keys), 0.25)

    def lines(self, axes):
        n = self.number

        def typed(name, shape):
            component = "B" if name == "m" else "S(2)"
            return f'{text(shape)} {{sbp.name = "{name}{n}", sbp.distribution = #sbp.distribution<@p, [{", ".join([component] * axes)}]>}}'

        arguments = [f"%{name}{n}: {typed(name, value.shape)}" for name, value in self.inputs.items()]
        y, l = (value.shape for value in self.expected)
        mask = f" mask %m{n}" if "m" in self.inputs else ""
        body = (
            f"  %y{n}, %l{n} = nn.attention %q{n}, %k{n}, %v{n}{mask} {{scale = 0.25 : f64, {self.window.attribute()}}} : "
            f"({', '.join(text(value.shape) for value in self.inputs.values())}) -> ({text(y)}, {text(l)})\n"
        )
        return arguments, body, [(f"%y{n}", typed("y", y), text(y)), (f"%l{n}", typed("l", l), text(l))]

    def halo_bytes(self, mesh):
        return halo_keys(self.window, self.queries, self.keys, mesh) * self.groups * (WIDTH + VALUES) * 4


def run(plans, mesh):
    arguments, bodies, results = [], [], []
    for plan in plans:
        more, body, left = plan.lines(len(mesh))
        arguments += more
        bodies.append(body)
        results += left
    axes = ", ".join(f'"a{i}" = {n}' for i, n in enumerate(mesh))
    case = Case(
        f"sbp.placement @p [{axes}]\nfunc.func @main({', '.join(arguments)}) -> ({', '.join(r[1] for r in results)}) {{\n"
        + "".join(bodies)
        + f"  return {', '.join(r[0] for r in results)} : {', '.join(r[2] for r in results)}\n}}\n"
    )
    inputs = {f"{name}{plan.number}": value for plan in plans for name, value in plan.inputs.items()}
    return case, case.execute(inputs, [f"{name}{plan.number}" for plan in plans for name in "yl"])


def agrees(found, wanted, keys, what):
    assert np.array_equal(np.isfinite(found), np.isfinite(wanted)), f"{what}: other elements are finite"
    assert np.array_equal(np.isnan(found), np.isnan(wanted)), f"{what}: other elements are NaN"
    finite = np.isfinite(wanted)
    close(np.where(finite, found, 0), np.where(finite, wanted, 0), keys, what=what)


def check(plans, mesh, alone):
    case, outputs = run(plans, mesh)
    for plan in plans:
        what = f"{plan.window}, {plan.queries} queries, {plan.keys} keys, {plan.groups} groups, {plan.kind} on {mesh}"
        moved = {
            name: sum(boxing["total_bytes"] for boxing in case.report["boxings"] if boxing["value"] == f"{name}{plan.number}")
            for name in "qkvyl"
        }
        wanted = plan.halo_bytes(mesh)
        assert sum(moved.values()) == moved["k"] + moved["v"] == wanted, f"{what}: moves {moved}, the halos have {wanted} bytes"
        for name, expected in zip("yl", plan.expected):
            found, of_one = outputs[f"{name}{plan.number}"], alone[f"{name}{plan.number}"]
            agrees(found, expected, plan.keys, f"{name} of {what}")
            agrees(of_one, expected, plan.keys, f"{name} of {what}, on one rank")
            assert not IS_HOST or np.array_equal(found, of_one, equal_nan=True), f"{name} of {what}: the values are not those of one rank"
    print(f"{mesh}: {len(plans)} windows are right, {sum(plan.halo_bytes(mesh) for plan in plans)} bytes of halos move")


def check_model():
    """The window comes from a mask of positions."""
    case = Case(MODEL.read_text(), name="window_attention.mlir")
    moved = sum(boxing["total_bytes"] for boxing in case.report["boxings"])
    halo = 3 * 127 * 2 * 2 * 64 * 4
    assert moved <= halo, f"{moved} bytes move, the halos have {halo}"
    rng = np.random.default_rng(7)
    inputs = {name: rng.standard_normal((1, heads, 4096, 64)).astype(np.float32) for name, heads in (("q", 8), ("k", 2), ("v", 2))}
    found = case.execute(inputs, ["y"])["y"]
    wanted, _ = attention(*(value.astype(np.float64) for value in inputs.values()), None, Window(128, True).seen(4096, 4096), 0.125)
    close(found, wanted, 128, what="y of window_attention.mlir")
    print(f"window_attention.mlir: right, {moved} of {halo} bytes of halos move")


def main(meshes):
    rng = np.random.default_rng(3)
    kinds = itertools.cycle(("plain", "infinities", "mask of keys", "mask"))
    cases = [(size, is_causal, lengths) for size in (1, 7, 128) for is_causal in (True, False) for lengths in LENGTHS]
    plans = [Plan(rng, number, *each, (1, 2, 4)[number % 3], next(kinds)) for number, each in enumerate(cases)]
    _, alone = run(plans, [1])
    for mesh in meshes:
        check(plans, mesh, alone)
    if IS_HOST:
        check_model()


if __name__ == "__main__":
    main([[int(n) for n in word.split("x")] for word in sys.argv[1:]] or MESHES)
