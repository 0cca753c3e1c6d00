"""A training step of a decoder block in JAX, weights donated, as level-0 text:  python3 export_train_step.py > train_step.mlir

Loss and gradient come from jax.value_and_grad; embedding and loss are products with one-hot tensors (no scatter). Needs
jax==0.10.2. The donated weights become states.
"""

import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp

from sbp.export_jax import export

WIDTH, HEADS, HIDDEN, TOKENS, BATCH, WORDS = 16, 2, 32, 8, 2, 20
SHAPES = {
    "embedding": (WORDS, WIDTH),
    "qkv": (WIDTH, 3 * WIDTH),
    "output": (WIDTH, WIDTH),
    "up": (WIDTH, HIDDEN),
    "down": (HIDDEN, WIDTH),
    "scale1": (WIDTH,),
    "bias1": (WIDTH,),
    "scale2": (WIDTH,),
    "bias2": (WIDTH,),
}


def norm(x, scale, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + bias


def logits(w, ids):
    x = jax.nn.one_hot(ids, WORDS) @ w["embedding"]
    parts = jnp.split(norm(x, w["scale1"], w["bias1"]) @ w["qkv"], 3, -1)
    query, key, value = (y.reshape(BATCH, TOKENS, HEADS, -1).transpose(0, 2, 1, 3) for y in parts)
    scores = query @ key.transpose(0, 1, 3, 2) / (WIDTH // HEADS) ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((TOKENS, TOKENS), bool)), scores, -1e9)
    mixed = (jax.nn.softmax(scores, -1) @ value).transpose(0, 2, 1, 3).reshape(BATCH, TOKENS, WIDTH)
    x = x + mixed @ w["output"]
    return (x + jax.nn.gelu(norm(x, w["scale2"], w["bias2"]) @ w["up"]) @ w["down"]) @ w["embedding"].T


def loss(w, ids, labels):
    return -(jax.nn.log_softmax(logits(w, ids)) * jax.nn.one_hot(labels, WORDS)).sum(-1).mean()


def train_step(w, ids, labels):
    value, gradient = jax.value_and_grad(loss)(w, ids, labels)
    return value, jax.tree.map(lambda a, b: a - 0.1 * b, w, gradient)


if __name__ == "__main__":
    weights = {name: jax.ShapeDtypeStruct(shape, jnp.float32) for name, shape in SHAPES.items()}
    ids = jax.ShapeDtypeStruct((BATCH, TOKENS), jnp.int32)
    sys.stdout.write(export(train_step, weights, ids, ids, donate_argnums=0))
