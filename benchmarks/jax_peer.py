"""The JAX side of compare.py: answers `COUNT` lines on stdin with the seconds of COUNT steps, one JSON list a line.

    python3 jax_peer.py gpt DIRECTORY --heads 12 --dp 2 --tp 4      inputs and weights as generate.py --data writes them
    python3 jax_peer.py minilm DIRECTORY --weights FILE             ids.npy and mask.npy in DIRECTORY

Writes the first result to DIRECTORY/peer.npy. Environment (set by compare.py): XLA_FLAGS, JAX_PLATFORMS=cpu.
"""

import argparse
import json
import os
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from sbp import safetensors


def layer_norm(x, weight, bias, epsilon):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + epsilon) * weight + bias


def attention(query, key, value, heads, hidden):
    """[b, t, c] three times; `hidden` is added to the scores [b, h, t, t]."""
    batch, tokens, width = query.shape
    query, key, value = (y.reshape(batch, tokens, heads, -1) for y in (query, key, value))
    scores = jnp.einsum("bihd,bjhd->bhij", query, key) * (width // heads) ** -0.5 + hidden
    return jnp.einsum("bhij,bjhd->bihd", jax.nn.softmax(scores, -1), value).reshape(batch, tokens, width)


def gpt(x, weights, heads):
    """One block of examples/gpt."""
    w = {name.removeprefix("h.0."): value for name, value in weights.items()}
    tokens = x.shape[1]
    hidden = jnp.where(jnp.tril(jnp.ones((tokens, tokens), bool)), 0.0, -jnp.inf)

    def linear(y, name):
        return y @ w[name + ".weight"] + w[name + ".bias"]

    y = layer_norm(x, w["ln1.weight"], w["ln1.bias"], 1e-5)
    parts = [linear(y, "attention." + name) for name in ("query", "key", "value")]
    x = x + linear(attention(*parts, heads, hidden), "attention.output")
    y = layer_norm(x, w["ln2.weight"], w["ln2.bias"], 1e-5)
    return x + linear(jax.nn.gelu(linear(y, "mlp.up"), approximate=False), "mlp.down")


def minilm(ids, mask, weights):
    """The encoder of examples/minilm."""

    def linear(y, name):
        return y @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(y, name):
        return layer_norm(y, weights[name + ".weight"], weights[name + ".bias"], 1e-12)

    prefix = "embeddings."
    x = (
        weights[prefix + "word_embeddings.weight"][ids]
        + weights[prefix + "token_type_embeddings.weight"][0]
        + weights[prefix + "position_embeddings.weight"][: ids.shape[1]]
    )
    x = norm(x, prefix + "LayerNorm")
    hidden = jnp.where(mask[:, None, None, :] != 0, 0.0, -1e30)
    for layer in range(6):
        prefix = f"encoder.layer.{layer}."
        parts = [linear(x, prefix + "attention.self." + name) for name in ("query", "key", "value")]
        x = norm(x + linear(attention(*parts, 12, hidden), prefix + "attention.output.dense"), prefix + "attention.output.LayerNorm")
        y = jax.nn.gelu(linear(x, prefix + "intermediate.dense"), approximate=False)
        x = norm(x + linear(y, prefix + "output.dense"), prefix + "output.LayerNorm")
    counted = mask[:, :, None].astype(x.dtype)
    pooled = (x * counted).sum(1) / counted.sum(1)
    return pooled / jnp.sqrt((pooled * pooled).sum(1, keepdims=True))


def megatron(name):
    """The sharding of examples/gpt/generate.py's table, as a PartitionSpec."""
    if name.startswith("h.0.ln") or name.endswith(("output.bias", "down.bias")):
        return PartitionSpec()
    if name.endswith(("output.weight", "down.weight")):
        return PartitionSpec("tp", None)
    return PartitionSpec(None, "tp") if name.endswith("weight") else PartitionSpec("tp")


def prepare(options):
    """A function of no arguments that runs one step."""
    load = lambda name: np.load(os.path.join(options.directory, name))
    if options.model == "minilm":
        weights = {name: jnp.asarray(value) for name, value in safetensors.load(options.weights).items()}
        arguments = jnp.asarray(load("ids.npy")), jnp.asarray(load("mask.npy")), weights
        step = jax.jit(minilm)
        return lambda: step(*arguments)
    mesh = jax.make_mesh((options.dp, options.tp), ("dp", "tp"), axis_types=(AxisType.Auto,) * 2)
    place = lambda value, spec: jax.device_put(value, NamedSharding(mesh, spec))
    weights = safetensors.load(os.path.join(options.directory, "weights.safetensors"))
    weights = {name: place(value, megatron(name)) for name, value in weights.items()}
    x = place(load("x.npy"), PartitionSpec("dp"))
    step = jax.jit(gpt, static_argnums=2, out_shardings=NamedSharding(mesh, PartitionSpec("dp")))
    return lambda: step(x, weights, options.heads)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=["gpt", "minilm"])
    parser.add_argument("directory")
    parser.add_argument("--weights")
    for name, value in (("heads", 12), ("dp", 2), ("tp", 4)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    options = parser.parse_args(arguments)
    clock = time.process_time if options.clock == "cpu" else time.perf_counter
    step = prepare(options)
    np.save(os.path.join(options.directory, "peer.npy"), np.asarray(step()))
    print("ready", flush=True)
    for line in sys.stdin:
        seconds = []
        for _ in range(int(line)):
            begin = clock()
            step().block_until_ready()
            seconds.append(clock() - begin)
        print(json.dumps(seconds), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
