"""jax.checkpoint keeps its effect in an exported step: a residual network of four layers keeps its inputs alone, with the same bits."""

import json
import os
import re

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

from sbp.export_jax import export_training
from sbp_testing.harness import Case
from sbp_testing.staged_models import train

LAYERS, BATCH, TOKENS, WIDTH = 4, 8, 32, 64


def layer(x, w):
    h = jax.nn.gelu(x @ w["up"])
    return x + (jnp.tanh(h) * jnp.sin(h)) @ w["down"]


def loss(weights, x, y, layer):
    for w in weights:
        x = layer(x, w)
    return ((x - y) ** 2).mean()


def run(layer, weights, data):
    text = export_training(lambda w, x, y: loss(w, x, y, layer), weights, *data.values(), data=list(data), rate=1e-2, optimizer="sgd")
    case = Case(re.sub(r'sbp\.name = "result"', 'sbp.name = "loss"', text))
    names = re.findall(r'sbp\.state = "([^"]*)"', text)[: 2 * LAYERS]
    losses, states = train(case, data, dict(zip(names, jax.tree.leaves(weights))), 3)
    with open(case.report_path) as file:
        report = json.load(file)
    return losses, states, report["saved_bytes"], report["memory"][0]["peak_bytes"]


def main():
    random = np.random.default_rng(0)
    draw = lambda *shape: (random.normal(size=shape) / np.sqrt(shape[0])).astype("f4")
    weights = [{"up": draw(WIDTH, 4 * WIDTH), "down": draw(4 * WIDTH, WIDTH)} for _ in range(LAYERS)]
    data = {"x": draw(BATCH, TOKENS, WIDTH), "y": draw(BATCH, TOKENS, WIDTH)}
    whole = run(layer, weights, data)
    again = run(jax.checkpoint(layer), weights, data)
    print(f"saved {whole[2]} -> {again[2]} bytes, peak {whole[3]} -> {again[3]}")
    # The input of each layer but the first, which is the data, and the output of the last.
    assert again[2] <= LAYERS * BATCH * TOKENS * WIDTH * 4 < whole[2] and again[3] < whole[3]
    assert whole[0].tobytes() == again[0].tobytes() and all(value.tobytes() == again[1][name].tobytes() for name, value in whole[1].items())
    print("the same bits")


if __name__ == "__main__":
    main()
