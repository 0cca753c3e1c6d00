"""A training step of a GPT as level-0 text:  python3 train_step.py LAYERS AXIS=SIZE,... [derived]

JAX differentiates the step, its optimizer is SGD, and the weights are donated. With `derived` the loss alone is exported, and entry
@train holds its gradient by nn.gradient and AdamW. 8 x 1024 tokens, width 768, 12 heads, 32000 words; nothing is annotated. Needs jax==0.10.2. Two layers are about 1,000 ops.
"""

import os
import re
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp

from sbp.export_jax import export, export_training

WIDTH, HEADS, HIDDEN, TOKENS, BATCH, WORDS = 768, 12, 3072, 1024, 8, 32000
SHAPES = {
    "query": (WIDTH, WIDTH),
    "key": (WIDTH, WIDTH),
    "value": (WIDTH, WIDTH),
    "output": (WIDTH, WIDTH),
    "up": (WIDTH, HIDDEN),
    "down": (HIDDEN, WIDTH),
    "scale1": (WIDTH,),
    "bias1": (WIDTH,),
    "scale2": (WIDTH,),
    "bias2": (WIDTH,),
    "up_bias": (HIDDEN,),
    "down_bias": (WIDTH,),
}


def norm(x, scale, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + bias


def layer(x, w):
    normed = norm(x, w["scale1"], w["bias1"])
    query, key, value = ((normed @ w[name]).reshape(BATCH, TOKENS, HEADS, -1).transpose(0, 2, 1, 3) for name in ("query", "key", "value"))
    scores = query @ key.transpose(0, 1, 3, 2) / (WIDTH // HEADS) ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((TOKENS, TOKENS), bool)), scores, -1e9)
    mixed = (jax.nn.softmax(scores, -1) @ value).transpose(0, 2, 1, 3).reshape(BATCH, TOKENS, WIDTH)
    x = x + mixed @ w["output"]
    return x + jax.nn.gelu(norm(x, w["scale2"], w["bias2"]) @ w["up"] + w["up_bias"]) @ w["down"] + w["down_bias"]


def loss(w, ids, labels):
    x = jax.nn.one_hot(ids, WORDS) @ w["embedding"]
    for i in range(len(w) - 1):
        x = layer(x, w[f"layer{i}"])
    return -(jax.nn.log_softmax(x @ w["embedding"].T) * jax.nn.one_hot(labels, WORDS)).sum(-1).mean()


def train_step(w, ids, labels):
    value, gradient = jax.value_and_grad(loss)(w, ids, labels)
    return value, jax.tree.map(lambda a, b: a - 0.1 * b, w, gradient)


def main(layers, placement, kind="jax"):
    shape = lambda sizes: jax.ShapeDtypeStruct(sizes, jnp.float32)
    weights = {
        "embedding": shape((WORDS, WIDTH)),
        **{f"layer{i}": {name: shape(sizes) for name, sizes in SHAPES.items()} for i in range(int(layers))},
    }
    ids = jax.ShapeDtypeStruct((BATCH, TOKENS), jnp.int32)
    axes = ", ".join('"{}" = {}'.format(*axis.split("=")) for axis in placement.split(","))
    if kind == "derived":
        text = export_training(loss, weights, ids, ids, data=["ids", "labels"], gradient="derived", weight_decay=0.1)
    else:
        text = export(train_step, weights, ids, ids, donate_argnums=0)
    sys.stdout.write(re.sub(r"module @\w+ \{", f"module @train_step {{\n  sbp.placement @mesh [{axes}]", text, count=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
