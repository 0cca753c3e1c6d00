"""The gradient of attention of bf16 and f16 on Hopper's tensor cores.

Outputs and logarithms of sums are drawn as the other inputs are: the definition of the op holds for any.
"""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type
from gpu_generators.hopper_attention import ROUNDING, find_visible

PRIORITY, CHIP = 22, "sm_90a"
SCALE = 0.125


def turn(values):
    return values.swapaxes(-1, -2)


def make_reference(kind, groups, attributes):
    def compute(places, q, k, v, y, l, g):
        q, k, v, y, l, g = map(wide, (q, k, v, y, l, g))
        batch, heads, queries, _ = q.shape
        shared = heads // groups

        def join(values):
            return values.reshape(batch, groups, shared, *values.shape[2:]).sum(2)

        k, v = (np.repeat(each, shared, 1) for each in (k, v))
        scores = SCALE * np.matmul(q, turn(k)) - l[..., None]
        p = np.where(find_visible(queries, k.shape[2], attributes, slice(None)), np.exp(scores), 0)
        ds = p * (np.matmul(g, turn(v)) - (g * y).sum(-1, keepdims=True))
        # Differences of dS are bounded by its terms, which may cancel; it and the weights are rounded once.
        size = p * (np.matmul(np.abs(g), turn(np.abs(v))) + np.abs(g * y).sum(-1, keepdims=True))
        error = 4 * ROUNDING[kind] + 1e-4
        pairs = [
            (SCALE * np.matmul(ds, k), SCALE * np.matmul(size, np.abs(k))),
            (join(SCALE * np.matmul(turn(ds), q)), join(SCALE * np.matmul(turn(size), np.abs(q)))),
            (join(np.matmul(turn(p), g)), join(np.matmul(turn(p), np.abs(g)))),
        ]
        return [(expected, error * magnitude + 1e-6) for expected, magnitude in pairs]

    return compute


def make_peer(attributes):
    def run(torch, q, k, v, y, l, g):
        with torch.enable_grad():
            q, k, v = (each.detach().requires_grad_() for each in (q, k, v))
            o = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal="causal" in attributes, scale=SCALE)
            torch.autograd.grad(o, (q, k, v), g)

    return run


def make_case(batch, heads, groups, queries, keys, width, attributes="", kind="bf16", is_timed=True):
    q, k = (batch, heads, queries, width), (batch, groups, keys, width)
    inputs = {"q": (q, kind), "k": (k, kind), "v": (k, kind), "y": (q, kind), "l": (q[:3], "f32"), "g": (q, kind)}
    results = [(q, kind), (k, kind), (k, kind)]
    types = ", ".join(write_type(shape, each) for shape, each in inputs.values())
    written = ", ".join(write_type(*each) for each in results)
    more = f", {attributes}" if attributes else ""
    return Case(
        f"{batch} x {heads}/{groups} heads, {queries} x {keys} x {width} {kind}{more}",
        inputs,
        results,
        f"  %y0, %y1, %y2 = nn.attention_gradient %q, %k, %v of %y, %l cotangent %g {{scale = {SCALE} : f64{more}}} : ({types}) -> ({written})\n",
        make_reference(kind, groups, attributes),
        is_timed,
        axis=1,
        operations=int(10 * (0.5 if attributes else 1) * batch * heads * queries * keys * width),
        # Forward and backward, since PyTorch's backward alone is no public function.
        peers={"pytorch_with_forward": make_peer(attributes)},
    )


def list_cases(is_full):
    yield make_case(1, 2, 2, 65, 65, 64, "causal", is_timed=False)
    yield make_case(1, 2, 1, 63, 130, 64, kind="f16", is_timed=False)
    if not is_full:
        yield make_case(1, 1, 1, 64, 64, 64)
        return
    for width in (64, 128):
        for attributes in ("", "causal"):
            yield make_case(1, 4, 4, 2048, 2048, width, attributes)
