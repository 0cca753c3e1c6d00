"""Attention of bf16 and f16 on Hopper's tensor cores: masks, lengths, grouped heads, widths, and one query over many keys."""

import numpy as np

from gpu_case import SAMPLED, Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 20, "sm_90a"
ROUNDING = {"f32": 2.0**-24, "bf16": 2.0**-8, "f16": 2.0**-11}


def find_visible(queries, keys, attributes, places):
    """Which keys the queries at `places` see."""
    position, key = (np.arange(queries)[places, None] + keys - queries), np.arange(keys)[None]
    visible = np.ones((position.shape[0], keys), bool)
    if "causal" in attributes:
        visible &= key <= position
    if "window" in attributes:
        back, forward = (int(each) for each in attributes.split("i64: ")[1].rstrip(">").split(","))
        visible &= (key >= position - back) & (key <= position + forward)
    return visible


def make_reference(kind, heads, attributes, scale):
    def compute(places, q, k, v, m=None):
        queries, own = q.shape[2], slice(None)
        if queries == 1:  # places are heads
            own, places = places, slice(None)
        groups = np.arange(heads)[own] // (heads // k.shape[1])
        q, k, v = wide(q[:, own][:, :, places]), wide(k[:, groups]), wide(v[:, groups])
        scores = scale * np.matmul(q, k.swapaxes(2, 3))
        sizes = scale * np.matmul(np.abs(q), np.abs(k).swapaxes(2, 3))
        if m is not None:
            mask = wide(m[:, :, places] if m.shape[2] == queries else m)
            scores, sizes = scores + mask, sizes + np.abs(mask)
        scores = np.where(find_visible(queries, k.shape[2], attributes, places), scores, -np.inf)
        maxima = scores.max(-1, keepdims=True)
        weights = np.exp(scores - np.where(np.isneginf(maxima), 0, maxima))
        sums = weights.sum(-1, keepdims=True)
        # A row that sees no key is 0, and its logarithm -inf.
        weights, logarithm, step = weights / np.where(sums == 0, 1, sums), (maxima + np.log(sums))[..., 0], 2.0**-24
        # A score has width + 3 roundings; a weight follows its error and that of the sum, and is rounded once, as is the result.
        score_error = (q.shape[3] + 3) * step * sizes.max(-1)
        relative = 2 * score_error + 4 * k.shape[2] * step + 8 * step
        bound = (2 * ROUNDING[kind] + relative[..., None]) * np.matmul(weights, np.abs(v))
        if kind == "f16":  # weights below its least normal number
            bound = bound + 2.0**-25 * (np.abs(v).sum(2, keepdims=True) + 1)
        return [(np.matmul(weights, v), bound), (logarithm, score_error + relative + 4 * step * np.abs(np.nan_to_num(logarithm, neginf=0)))]

    return compute


def make_peers(kind, attributes, scale, has_mask):
    """cuDNN and FlashAttention-2 through PyTorch, which take narrow floats, and the choice of PyTorch for f32; none has windows."""
    if "window" in attributes:
        return {}

    def run(torch, q, k, v, m=None):
        torch.nn.functional.scaled_dot_product_attention(
            q, k, v, attn_mask=m, is_causal="causal" in attributes, scale=scale, enable_gqa=q.shape[1] != k.shape[1]
        )

    def make(backend):
        def run_by(torch, **tensors):
            from torch.nn.attention import SDPBackend, sdpa_kernel

            with sdpa_kernel(getattr(SDPBackend, backend)):
                run(torch, **tensors)

        return run_by

    if kind == "f32":
        return {"pytorch": run}
    return {"cudnn": make("CUDNN_ATTENTION"), **({} if has_mask else {"flash2": make("FLASH_ATTENTION")})}


def make_case(batch, heads, groups, queries, keys, width, attributes="", mask=None, kind="bf16", is_timed=True):
    scale = 0.125
    q, k = (batch, heads, queries, width), (batch, groups, keys, width)
    inputs = {"q": (q, kind), "k": (k, kind), "v": (k, kind)} | ({"m": (mask, kind)} if mask else {})
    results = [(q, kind), (q[:3], "f32")]
    types = ", ".join(write_type(shape, each) for shape, each in inputs.values())
    written = ", ".join(write_type(*each) for each in results)
    more = f", {attributes}" if attributes else ""
    body = f"  %y0, %y1 = nn.attention %q, %k, %v {'mask %m ' * bool(mask)}{{scale = {scale} : f64{more}}} : ({types}) -> ({written})\n"
    share = 0.5 if attributes == "causal" and queries == keys else 1.0
    return Case(
        f"{batch} x {heads}/{groups} heads, {queries} x {keys} x {width} {kind}{more}{', mask' * bool(mask)}",
        inputs,
        results,
        body,
        make_reference(kind, heads, attributes, scale),
        is_timed,
        axis=1 if queries == 1 else 2,
        sampled=4 if queries == 1 else SAMPLED,
        moved=2 * 2 * batch * groups * keys * width if queries == 1 else 0,
        operations=int(4 * share * batch * heads * queries * keys * width) if queries > 1 else 0,
        peers=make_peers(kind, attributes, scale, bool(mask)),
    )


def list_checked(is_full):
    for i, length in enumerate((1, 63, 65, 129, 300) if is_full else (1, 63)):
        attributes = ("", "causal", "causal, window = array<i64: 40, 0>")[i % 3]
        yield make_case(1, 2, 2, length, length, 64, attributes, kind="f16" if i % 2 else "bf16", is_timed=False)
    if is_full:
        yield make_case(1, 4, 2, 127, 130, 128, "causal", is_timed=False)
        yield make_case(2, 2, 2, 64, 129, 64, "window = array<i64: 30, 30>", is_timed=False)
    yield make_case(2, 2, 1, 65, 72, 40, "", (2, 1, 65, 72), is_timed=False)
    yield make_case(1, 8, 2, 1, 300, 64, is_timed=False)


def list_cases(is_full):
    yield from list_checked(is_full)
    if not is_full:
        yield make_case(1, 1, 1, 70, 70, 64, "causal")
        return
    for length, heads in ((4096, 16), (8192, 16), (16384, 8)):
        for attributes in ("", "causal"):
            yield make_case(1, heads, heads, length, length, 128, attributes)
    for attributes in ("", "causal"):
        yield make_case(1, 16, 16, 8192, 8192, 64, attributes)
    yield make_case(8, 64, 8, 1, 32768, 128)
    yield make_case(1, 64, 8, 1, 32768, 128)
    yield make_case(8, 16, 16, 512, 512, 64, "causal", kind="f16")
    yield make_case(1, 16, 4, 4096, 4096, 128, "causal")
    yield make_case(1, 16, 16, 8192, 8192, 128, "causal, window = array<i64: 1023, 0>")
    yield make_case(8, 12, 12, 512, 512, 64, "", (8, 1, 1, 512))
