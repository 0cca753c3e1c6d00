"""Losses and functions of JAX whose gradients or results were wrong."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax, nn

from sbp.export_jax import export, export_gradients

POINTS = np.array([0, 1, -1, 90, -90, 0.5, 3, -3], "f4")
EDGES = {
    "silu": nn.silu,
    "softplus": nn.softplus,
    "elu": nn.elu,
    "celu": nn.celu,
    "log_sigmoid": nn.log_sigmoid,
    "logaddexp": lambda w: jnp.logaddexp(w, 0.0),
    "gelu_exact": lambda w: nn.gelu(w, approximate=False),
    "bce": lambda w: optax.sigmoid_binary_cross_entropy(w, jnp.array([0.0, 1.0] * 4)),
}


def head(params, x, y):
    """Rounding with stop_gradient, and heads of zeros under softplus and log_sigmoid."""
    h = y * params["rounded"]
    rounded = ((h + lax.stop_gradient(jnp.round(h) - h)) ** 2).sum()
    logits, labels = x @ params["head"], jnp.array([1.0, 0.0, 1.0])
    entropy = -(labels * nn.log_sigmoid(logits) + (1 - labels) * nn.log_sigmoid(-logits)).sum()
    return rounded + entropy + nn.softplus(x @ params["softplus"]).sum()


def edges(params, one):
    return sum(function(params[name]).sum() for name, function in EDGES.items()) * one


def pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def values(image, table, index, rows):
    return {
        "at_max": jnp.asarray(table).at[index].max(rows),
        "segment_max": jax.ops.segment_max(rows, index, num_segments=8),
        "pool_gradient": jax.grad(lambda x: (pool(x) ** 2).sum())(image),
    }


TRAINED = {
    "jax_head": (
        head,
        {"rounded": np.array([0.25, 2.0, -1.5], "f4"), "head": np.zeros(2, "f4"), "softplus": np.zeros(2, "f4")},
        {"x": np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]], "f4"), "y": np.array([3.0, 0.3, 1.0], "f4")},
        ["optimizer=sgd rate=1"],
    ),
    "jax_edges": (edges, dict.fromkeys(EDGES, POINTS), {"one": np.float32(1)}, []),
}
NAMES = [*TRAINED, "jax_values"]


def make(name):
    """The text, and the row of rows.json."""
    if name == "jax_values":
        random = np.random.default_rng(0)
        inputs = {
            "image": random.standard_normal((2, 8, 8, 3)).astype("f4"),
            "table": random.standard_normal((8, 4)).astype("f4"),
            "index": np.array([1, 3, 3], "i4"),
            "rows": random.standard_normal((3, 4)).astype("f4"),
        }
        right = {f"result.{key}": value for key, value in values(*inputs.values()).items()}
        return export(values, *inputs.values()), {"inputs": listed(inputs), "right": listed(right)}
    loss, params, inputs, steps = TRAINED[name]
    text, _ = export_gradients(loss, params, *inputs.values(), data=list(inputs))
    slopes = jax.grad(loss)(params, *inputs.values())
    row = {"inputs": listed(inputs), "weights": listed({f"params.{key}": value for key, value in params.items()}), "training": steps}
    row |= {"steps": 1, "bound": 1e-5}
    if steps:
        row["losses"] = [float(loss(params, *inputs.values()))]
        row["right"] = listed({f"params.{key}": params[key] - np.asarray(value) for key, value in slopes.items()})
    else:
        row["right"] = listed({f"gradient.params.{key}": value for key, value in slopes.items()})
    return text, row


def listed(arrays):
    """{name: [type, nested list]}."""
    return {name: [np.asarray(value).dtype.str[1:], np.asarray(value).tolist()] for name, value in arrays.items()}
