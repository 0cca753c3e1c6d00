"""Attention whose heads, queries or keys are split, with as many heads of key and value as of queries (MHA), fewer (GQA) or one
(MQA), on several meshes: equal to numpy in float64, and the queries stay where they are.

    attention_plans.py            prints a line a mesh
"""

import itertools
import os

import numpy as np

from sbp_testing.harness import Case, close
from sbp_testing.paths import ROOT

# Under sanitizers the choice on three axes takes minutes.
MESHES = ([4], [2, 2], [3]) if os.environ.get("SBP_SANITIZED") else ([4], [2, 2], [3], [2, 2, 2])
GROUPS = {"MHA": 8, "GQA": 2, "MQA": 1}
RATES = ROOT / "test/Tools/Inputs/rates-classes.json"
BATCH, HEADS, QUERIES, KEYS, WIDTH, VALUES = 1, 8, 24, 40, 16, 12


def attention(q, k, v, mask, causal):
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = 0.25 * q @ k.transpose(0, 1, 3, 2)
    if mask is not None:
        scores = scores + mask
    if causal:
        s, t = scores.shape[2:]
        scores = np.where(np.arange(t)[None] <= np.arange(s)[:, None] + t - s, scores, -np.inf)
    highest = scores.max(-1, keepdims=True)
    weights = np.exp(scores - highest)
    sums = weights.sum(-1, keepdims=True)
    return weights / sums @ v, (highest + np.log(sums))[..., 0]


def text(shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + "f32>"


class Plan:
    """One call of attention and how its operands and its result are distributed."""

    def __init__(self, rng, groups, what, masked, causal):
        self.what, self.causal = what, causal
        self.inputs = {
            "q": rng.standard_normal((BATCH, HEADS, QUERIES, WIDTH)),
            "k": rng.standard_normal((BATCH, groups, KEYS, WIDTH)),
            "v": rng.standard_normal((BATCH, groups, KEYS, VALUES)),
        }
        if masked:
            # The last keys are padding.
            self.inputs["m"] = np.where(np.arange(KEYS) < KEYS - 5, 0.0, -np.inf) * np.ones((BATCH, 1, 1, 1))
        self.inputs = {name: value.astype(np.float32) for name, value in self.inputs.items()}
        self.expected = attention(*(self.inputs[n].astype(np.float64) for n in "qkv"), self.inputs.get("m"), causal)

    def component(self, name):
        of_queries = name in ("q", "y", "l")
        if self.what == "heads":
            return "S(1)"
        if self.what == "queries":
            return "S(2)"
        # The keys of grouped heads are split, the queries whole.
        return "B" if of_queries else "S(2)"

    def lines(self, number, axes):
        def argument(name, shape):
            component = "B" if name == "m" else self.component(name)
            return f'{text(shape)} {{sbp.name = "{name}{number}", sbp.distribution = #sbp.distribution<@p, [{", ".join([component] * axes)}]>}}'

        arguments = [f"%{n}{number}: {argument(n, x.shape)}" for n, x in self.inputs.items()]
        y, l = (x.shape for x in self.expected)
        mask = f" mask %m{number}" if "m" in self.inputs else ""
        flags = ", causal" if self.causal else ""
        body = (
            f"  %y{number}, %l{number} = nn.attention %q{number}, %k{number}, %v{number}{mask} {{scale = 0.25 : f64{flags}}} : "
            f"({', '.join(text(x.shape) for x in self.inputs.values())}) -> ({text(y)}, {text(l)})\n"
        )
        results = [(f"%y{number}", argument("y", y), text(y)), (f"%l{number}", argument("l", l), text(l))]
        return arguments, body, results


def check(mesh, seed):
    rng = np.random.default_rng(seed)
    plans = [
        Plan(rng, GROUPS[kind], what, masked, causal)
        for number, (kind, what) in enumerate(itertools.product(GROUPS, ("heads", "queries", "keys")))
        for masked, causal in [((number + seed) % 2 == 0, False), (number % 3 == 0, True)]
    ]
    arguments, bodies, results = [], [], []
    for number, plan in enumerate(plans):
        more, body, left = plan.lines(number, len(mesh))
        arguments += more
        bodies.append(body)
        results += left
    axes = ", ".join(f'"a{i}" = {n}' for i, n in enumerate(mesh))
    case = Case(
        f"sbp.placement @p [{axes}]\nfunc.func @main({', '.join(arguments)}) -> ({', '.join(r[1] for r in results)}) {{\n"
        + "".join(bodies)
        + f"  return {', '.join(r[0] for r in results)} : {', '.join(r[2] for r in results)}\n}}\n"
    )
    for boxing in case.report["boxings"]:
        if boxing["value"].startswith("q"):
            assert boxing["total_bytes"] == 0, f"on {mesh} a query moves: {boxing}"
    inputs = {f"{name}{number}": value for number, plan in enumerate(plans) for name, value in plan.inputs.items()}
    outputs = case.execute(inputs, [f"{name}{number}" for number in range(len(plans)) for name in "yl"])
    again = case.execute(inputs, list(outputs))
    for number, plan in enumerate(plans):
        for name, wanted in zip("yl", plan.expected):
            found = outputs[f"{name}{number}"]
            close(found, wanted, KEYS, what=f"{name}{number} ({plan.what}) on {mesh}")
            assert np.array_equal(found, again[f"{name}{number}"]), f"two runs differ on {mesh}"
    print(f"{mesh}: {len(plans)} plans are right, no query moves")


def check_memory():
    """Scores are never held: nothing lies beside the operands and the results."""
    shape, sums = text((1, 2, 2048, 16)), text((1, 2, 2048))
    case = Case(
        f'func.func @main(%q: {shape} {{sbp.name = "q"}}, %k: {shape} {{sbp.name = "k"}}, %v: {shape} {{sbp.name = "v"}})\n'
        f'    -> ({shape} {{sbp.name = "y"}}) {{\n  %y, %l = nn.attention %q, %k, %v {{scale = 0.25 : f64, causal}} : '
        f"({shape}, {shape}, {shape}) -> ({shape}, {sums})\n  return %y : {shape}\n}}\n"
    )
    peak, known = case.report["memory"][0]["peak_bytes"], 4 * (2 * 2048 * 16 * 4 + 2 * 2048)
    assert peak <= known + 4096, f"{peak - known} bytes beside operands and results"
    print("nothing lies beside operands and results")


# Mesh, heads of q and of k, queries, keys, masked: lengths that nothing divides, more ranks than heads.
SLICED = (
    ([2], 1, 1, 1027, 1027, False),
    ([3], 2, 1, 1540, 1601, True),
    ([4], 2, 2, 2050, 2050, False),
    ([4], 6, 3, 2049, 2055, True),
    ([2, 2], 3, 1, 2051, 2060, True),
    ([2, 3], 1, 1, 3080, 3080, False),
)


def check_slices(mesh, heads, groups, queries, keys, masked):
    """Causal queries on more ranks than heads are cut before they are split; the work of the ranks is alike then."""
    rng = np.random.default_rng(queries)
    shapes = {"q": (1, heads, queries, WIDTH), "k": (1, groups, keys, WIDTH), "v": (1, groups, keys, VALUES)}
    if masked:
        shapes["m"] = (1, 1, queries, keys)
    inputs = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    wanted = attention(*(inputs[n].astype(np.float64) for n in "qkv"), inputs.get("m"), True)
    whole = f"sbp.distribution = #sbp.distribution<@p, [{', '.join('B' for _ in mesh)}]>"
    arguments = ", ".join(f'%{n}: {text(s)} {{sbp.name = "{n}", {whole}}}' for n, s in shapes.items())
    y, l = (text(x.shape) for x in wanted)
    axes = ", ".join(f'"a{i}" = {n}' for i, n in enumerate(mesh))
    case = Case(
        f'sbp.placement @p [{axes}]\nfunc.func @main({arguments}) -> ({y} {{sbp.name = "y", {whole}}}, {l} {{sbp.name = "l", {whole}}}) {{\n'
        f"  %y, %l = nn.attention %q, %k, %v{' mask %m' if masked else ''} {{scale = 0.25 : f64, causal}} : "
        f"({', '.join(map(text, shapes.values()))}) -> ({y}, {l})\n  return %y, %l : {y}, {l}\n}}\n",
        f"--rates={RATES}",
    )
    cut = [b for b in case.report["boxings"] if b["value"].startswith("main/tensor.extract_slice")]
    assert len(cut) >= 4 and not any(b["total_bytes"] for b in cut), f"no slices on {mesh}: {case.report['boxings']}"
    outputs = case.execute(inputs, ["y", "l"])
    for name, values in zip("yl", wanted):
        close(outputs[name], values, keys, what=f"{name} in slices on {mesh}")
    print(f"{mesh}: slices are right, cutting moves nothing")


if __name__ == "__main__":
    check_memory()
    for sliced in SLICED:
        check_slices(*sliced)
    for seed, mesh in enumerate(MESHES):
        check(mesh, seed)
