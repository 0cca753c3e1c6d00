"""What networks normalise with: linalg.softmax, nn.layer_norm, nn.rms_norm, nn.cross_entropy, nn.attention.

The bounds follow an error of the input through the formula; an input for which the formula is too sensitive is not taken.
"""

import numpy as np

from .program import BOXING_ROUNDINGS, SIZES, Retry
from .value import FLOATS, type_of


def pick_smooth(p, **wanted):
    """A float value of moderate size, so that exponentials stay bounded."""
    return p.pick([*FLOATS], accept=lambda v: not v.val.size or (v.mag + v.err).max() < 8, **wanted)


def scores_softmax(scores, err, axis):
    """Softmax of scores known up to `err`, its error, and the logarithm of the sums, which is off by the largest error."""
    if scores.shape[axis] == 0:
        raise Retry
    top = scores.max(axis, keepdims=True)
    if not np.isfinite(top).all():
        raise Retry
    power = np.exp(scores - top)
    total = power.sum(axis, keepdims=True)
    worst = err.max(axis, keepdims=True, initial=0.0)
    if worst.size and worst.max() > 1:
        raise Retry
    weights = power / total
    return weights, weights * np.expm1(2 * worst), np.log(total) + top, worst


def softmax(p):
    x = pick_smooth(p, rank=p.rng.randint(1, 3))
    axis = p.rng.randrange(len(x.shape))
    eps = FLOATS[x.dtype]
    roundings = eps * (BOXING_ROUNDINGS + 2) * 8  # of exponents up to 8
    weights, err, _, _ = scores_softmax(x.val, x.err + roundings, axis)
    empty, name = p.empty(x.dtype, x.shape), p.fresh()
    p.emit(f"{name} = linalg.softmax {{{p.tag}}} dimension({axis}) ins({x.name} : {x.type}) outs({empty} : {x.type}) -> {x.type}")
    return p.rounded(name, x.dtype, weights, err, weights + err, x.shape[axis] + 3)


def norm(p):
    x = pick_smooth(p, rank=p.rng.randint(1, 3))
    dims = p.rng.randint(1, len(x.shape))
    axes, normal = tuple(range(len(x.shape) - dims, len(x.shape))), x.shape[len(x.shape) - dims :]
    count = int(np.prod(normal))
    if count == 0:
        raise Retry
    layer = p.rng.random() < 0.5
    weight = p.pick([x.dtype], shape=normal)
    bias = p.pick([x.dtype], shape=normal) if layer else None
    epsilon, name = p.rng.choice([0.25, 0.5]), p.fresh()
    ins = [x, weight] + [bias] * layer
    p.emit(
        f"{name} = nn.{'layer' if layer else 'rms'}_norm {', '.join(v.name for v in ins)} {{epsilon = {epsilon} : f64, {p.tag}}} : "
        f"({', '.join(v.type for v in ins)}) -> {x.type}"
    )
    mean = lambda v: v.mean(axes, keepdims=True)
    eps = FLOATS["f32" if x.dtype in ("f16", "bf16") else x.dtype] * (count + 2 * BOXING_ROUNDINGS + 8)
    rounding = FLOATS[x.dtype] * BOXING_ROUNDINGS * x.mag  # of the input on its way
    centre = mean(x.val) if layer else 0.0
    off = x.err + rounding + (mean(x.err + rounding) + eps * mean(x.mag) if layer else 0.0)  # of x - mean
    delta = x.val - centre
    power = mean(delta**2) + epsilon
    power_off = mean(2 * np.abs(delta) * off + off**2) + eps * power
    if power.size and (power_off / power).max() > 0.5:
        raise Retry
    root = 1 / np.sqrt(power)
    root_off = root * power_off / power  # |d(power^-1/2)| with power off by less than a half
    unit = delta * root
    unit_off = np.abs(delta) * root_off + off * (root + root_off) + eps * np.abs(unit)
    val = unit * weight.val + (bias.val if layer else 0.0)
    err = (
        unit_off * weight.mag
        + (np.abs(unit) + unit_off) * (weight.err + FLOATS[x.dtype] * BOXING_ROUNDINGS * weight.mag)
        + (bias.err if layer else 0.0)
    )
    mag = (np.abs(unit) + unit_off) * (weight.mag + weight.err) + (bias.mag + bias.err if layer else 0.0)
    return p.rounded(name, x.dtype, val, err, np.broadcast_to(mag, val.shape), 4)


def cross_entropy(p):
    x = pick_smooth(p, rank=p.rng.randint(1, 3))
    classes = x.shape[-1]
    if classes == 0:
        raise Retry
    targets = p.read(p.input(p.rng.choice(["i64", "i32"]), x.shape[:-1], classes + (p.rng.random() < 0.2)))
    dtype = {"f16": "f32", "bf16": "f32"}.get(x.dtype, x.dtype)
    eps = FLOATS[x.dtype] * BOXING_ROUNDINGS * 8 + FLOATS[dtype] * (classes + 2 * BOXING_ROUNDINGS)
    _, _, total, worst = scores_softmax(x.val, x.err + eps, -1)
    inside = targets.val < classes
    at = np.where(inside, targets.val, 0)[..., None]
    take = lambda v: np.where(inside, np.take_along_axis(np.broadcast_to(v, x.shape), at, -1)[..., 0], 0.0)
    val, name, kind = total[..., 0] - take(x.val), p.fresh(), type_of(dtype, x.shape[:-1])
    call = f"nn.cross_entropy {x.name}, {targets.name} {{{p.tag}}} : ({x.type}, {targets.type}) -> "
    if p.rng.random() < 0.3:  # the logarithm of the sums instead
        p.emit(f"{p.fresh()}, {name} = {call}({kind}, {kind})")
        return p.rounded(name, dtype, total[..., 0], worst[..., 0] + 2 * eps, np.abs(total[..., 0]) + 1, 4)
    p.emit(f"{name} = {call}{kind}")
    return p.rounded(name, dtype, val, worst[..., 0] + take(x.err) + 2 * eps, np.abs(total[..., 0]) + take(x.mag) + 1, 4)


def attention(p):
    dtype, draw = p.rng.choice(sorted(FLOATS)), lambda: p.rng.choice(SIZES[:7])
    batch, groups, share, queries, keys, width, out = (
        p.rng.randint(1, 3),
        p.rng.randint(1, 3),
        p.rng.randint(1, 3),
        draw(),
        draw(),
        p.rng.randint(1, 5),
        p.rng.randint(1, 5),
    )
    heads = groups * share
    causal = p.rng.random() < 0.4
    if causal and keys < queries:  # rows that see nothing are NaN
        queries, keys = keys, queries
    small = lambda shape: p.pick([dtype], shape=shape, accept=lambda v: (v.mag + v.err).max(initial=0) < 3)
    q, k, v = small((batch, heads, queries, width)), small((batch, groups, keys, width)), small((batch, groups, keys, out))
    mask = None
    if p.rng.random() < 0.4:
        mask = small(tuple(n if p.rng.random() < 0.6 else 1 for n in (batch, heads, queries, keys)))
    wide = {"f16": "f32", "bf16": "f32"}.get(dtype, dtype)
    shape, names = (batch, heads, queries), (p.fresh(), p.fresh())
    kinds = (type_of(dtype, (*shape, out)), type_of(wide, shape))
    ins = [q, k, v] + [mask] * (mask is not None)
    operands = f"{q.name}, {k.name}, {v.name}" + (f" mask {mask.name}" if mask else "")
    scale = p.rng.choice([0.5, 0.25])
    p.emit(
        f"{', '.join(names)} = nn.attention {operands} {{scale = {scale} : f64, {'causal, ' * causal}{p.tag}}} : "
        f"({', '.join(x.type for x in ins)}) -> ({', '.join(kinds)})"
    )
    # Roundings of the operands on their way, and of everything computed in between.
    off = lambda x: x.err + FLOATS[dtype] * BOXING_ROUNDINGS * x.mag
    eps = FLOATS[wide] * (width + keys + 2 * BOXING_ROUNDINGS + 8)
    shared = lambda x: np.repeat(x, share, 1)
    dot = lambda a, b: np.einsum("bhsd,bhtd->bhst", a, shared(b))
    scores, mag = scale * dot(q.val, k.val), scale * dot(q.mag + q.err, k.mag + k.err)
    err = scale * (dot(q.mag, off(k)) + dot(off(q), k.mag) + dot(off(q), off(k)))
    if mask:
        scores, mag, err = scores + mask.val, mag + mask.mag, err + off(mask)
    err = err + eps * (mag + 1)
    if causal:
        seen = np.arange(keys) <= np.arange(queries)[:, None] + keys - queries
        top = np.where(seen, scores, -np.inf).max(-1, keepdims=True)
        scores = np.where(seen, scores, np.minimum(top - 1e4, -1e4))  # exp gives 0
    weights, weights_off, total, worst = scores_softmax(scores, err, -1)
    mix = lambda a, b: np.einsum("bhst,bhtw->bhsw", a, shared(b))
    weights_off = weights_off + eps * weights
    p.rounded(names[1], wide, total[..., 0], worst[..., 0] + eps * np.abs(total[..., 0]), np.abs(total[..., 0]) + worst[..., 0] + 1, keys)
    err = mix(weights_off, v.mag) + mix(weights + weights_off, off(v))
    return p.rounded(names[0], dtype, mix(weights, v.val), err, mix(weights + weights_off, v.mag + v.err), 4)


FAMILIES = {"softmax": softmax, "norm": norm, "cross_entropy": cross_entropy, "attention": attention}
