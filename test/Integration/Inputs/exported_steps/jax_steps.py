"""Losses of JAX whose training steps are exported, and the numbers of optax's optimizers."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax, nn

from sbp.export_jax import export_gradients
from sbp_testing.exported_steps import STEPS, fill


def norm(x, gain):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * gain


def gpt(params, tokens, targets):
    """A layer of causal attention, gelu, a head that is its embedding."""
    h = params["table"][tokens]
    n = norm(h, params["gain1"])
    q, k, v = (jnp.einsum("btd,dnk->btnk", n, params[name]) for name in ("query", "key", "value"))
    h = h + jnp.einsum("btnk,nkd->btd", nn.dot_product_attention(q, k, v, is_causal=True), params["out"])
    h = h + nn.gelu(norm(h, params["gain2"]) @ params["up"] + params["bias"]) @ params["down"]
    logits = h @ params["table"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, targets).mean()


@jax.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -0.01, 0.01),))


def straight(params, x, labels):
    """Rounding with the gradient of the identity, a rule of its own for a gradient, softplus and log_sigmoid of zeros."""
    h = nn.softplus(clipped(x @ params["first"]) + params["bias"])
    h = h + lax.stop_gradient(jnp.round(4 * h) / 4 - h)
    logits = h @ params["zeros"]
    return -(labels * nn.log_sigmoid(logits) + (1 - labels) * nn.log_sigmoid(-logits)).sum(-1).mean()


def images(params, averages, x, labels):
    """A convolution, batch norm with running averages as states, overlapping pooling."""
    h = lax.conv_general_dilated(x, params["conv"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    mean, var = h.mean((0, 1, 2)), h.var((0, 1, 2))
    next_averages = {"mean": 0.9 * averages["mean"] + 0.1 * mean, "var": 0.9 * averages["var"] + 0.1 * var}
    h = nn.silu((h - mean) * lax.rsqrt(var + 1e-5) * params["gain"])
    h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME").mean((1, 2))
    return optax.softmax_cross_entropy_with_integer_labels(h @ params["head"], labels).mean(), next_averages


def experts(params, x, y):
    """The two best of four experts by top_k, their loads by a segment sum, a recurrent scan with checkpoints behind them."""
    weights, chosen = lax.top_k(nn.softmax(x @ params["router"]), 2)
    h = jnp.einsum("bs,bsh->bh", weights, jnp.einsum("bd,bsdh->bsh", x, params["experts"][chosen])) + params["bias"]
    loads = jax.ops.segment_sum(weights.ravel(), chosen.ravel(), 4) / x.shape[0]

    @jax.checkpoint
    def cell(state, _):
        state = jnp.tanh(state @ params["again"] + h)
        return state, state.mean()

    state, _ = lax.scan(cell, jnp.zeros_like(h), None, length=3)
    return ((state @ params["head"] - y) ** 2).mean() + 0.01 * (loads**2).sum()


BATCH = 8
MICRO = ["4 micro-batches", "ZeRO-2, 4 micro-batches"]
# The loss, shapes of its parameters, of its states, its inputs {name: (shape, type, numbers below)}, a bound, plans that do not suit it.
MODELS = {
    "jax_gpt": (
        gpt,
        {
            "table": (11, 8),
            **dict.fromkeys(("gain1", "gain2"), (8,)),
            **dict.fromkeys(("query", "key", "value"), (8, 2, 4)),
            "out": (2, 4, 8),
            "up": (8, 12),
            "bias": (12,),
            "down": (12, 8),
        },
        {},
        {"tokens": ((BATCH, 5), "i32", 11), "targets": ((BATCH, 5), "i32", 11)},
        1e-5,
        [],
    ),
    "jax_straight": (
        straight,
        {"first": (6, 8), "bias": (8,), "zeros": (8, 3)},
        {},
        {"x": ((BATCH, 6), "f32", None), "labels": ((BATCH, 3), "f32", None)},
        1e-5,
        MICRO[:0],
    ),
    "jax_images": (
        images,
        {"conv": (3, 3, 3, 4), "gain": (4,), "head": (4, 3)},
        {"averages": {"mean": (4,), "var": (4,)}},
        {"x": ((BATCH, 8, 8, 3), "f32", None), "labels": ((BATCH,), "i32", 3)},
        1e-5,
        MICRO,
    ),
    "jax_experts": (
        experts,
        {"router": (6, 4), "experts": (4, 6, 5), "bias": (5,), "again": (5, 5), "head": (5, 2)},
        {},
        {"x": ((BATCH, 6), "f32", None), "y": ((BATCH, 2), "f32", None)},
        1e-5,
        MICRO,
    ),
}


def make(parameters, states, inputs):
    """First weights, states and inputs."""
    params = {name: fill(f"params.{name}", list(shape), "f32") for name, shape in parameters.items()}
    held = [{name: fill(f"{group}.{name}", list(shape), "f32") for name, shape in shapes.items()} for group, shapes in states.items()]
    return params, held, [fill(name, list(shape), kind, below or 2) for name, (shape, kind, below) in inputs.items()]


def export_text(loss, parameters, states, inputs, bound, without):
    params, held, arguments = make(parameters, states, inputs)
    text, data = export_gradients(loss, params, *held, *arguments, data=list(inputs), states=list(states))
    assert data == list(inputs), data
    return text


def make_optimizer(name):
    if name == "sgd":
        return optax.sgd(0.05, momentum=0.9)
    return optax.adamw(0.01, b1=0.9, b2=0.95, eps=1e-6, weight_decay=0.1, mask=lambda params: jax.tree.map(lambda w: w.ndim > 1, params))


def train(loss, parameters, states, inputs, bound, without):
    """The entry of expected.json."""
    expected = {"loss": "result", "data": {name: below for name, (_, _, below) in inputs.items()}, "bound": bound, "without": without}
    for name in ("sgd", "adamw"):
        params, held, arguments = make(parameters, states, inputs)
        optimizer, losses = make_optimizer(name), []
        state = optimizer.init(params)
        for _ in range(STEPS):
            value, gradient = jax.value_and_grad(loss, has_aux=bool(held))(params, *held, *arguments)
            if held:
                value, held = value[0], [value[1]]
            update, state = optimizer.update(gradient, state, params)
            params = optax.apply_updates(params, update)
            losses.append(float(value))
        now = {f"params.{key}": value for key, value in params.items()}
        now |= {f"{group}.{key}": value for group, values in zip(states, held) for key, value in values.items()}
        total = {key: float((np.asarray(value, np.float64) ** 2).sum()) for key, value in now.items()}
        expected[name] = {"losses": losses, "states": total}
    return expected
