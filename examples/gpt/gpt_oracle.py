"""The GPT blocks of examples/gpt in float64."""

import math

import numpy as np

ERF = np.vectorize(math.erf, otypes=[np.float64])


def layer_norm(x, weight, bias):
    """Over the last dimension, epsilon 1e-5."""
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * weight + bias


def attention(query, key, value, heads):
    """Causal: [batch, tokens, width] three times -> the same shape."""
    batch, tokens, width = query.shape
    query, key, value = (y.reshape(batch, tokens, heads, -1).transpose(0, 2, 1, 3) for y in (query, key, value))
    scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(width // heads)
    scores = np.where(np.tri(tokens, dtype=bool), scores, -np.inf)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = powers / powers.sum(-1, keepdims=True) @ value
    return mixed.transpose(0, 2, 1, 3).reshape(batch, tokens, width)


def gpt(x, weights, heads, layers):
    """x [batch, tokens, width], weights as named by generate.py -> [batch, tokens, width] float64."""
    x = np.asarray(x, np.float64)
    weights = {name: np.asarray(value, np.float64) for name, value in weights.items()}
    for layer in range(layers):
        w = {name.removeprefix(f"h.{layer}."): value for name, value in weights.items() if name.startswith(f"h.{layer}.")}

        def linear(y, name):
            return y @ w[name + ".weight"] + w[name + ".bias"]

        y = layer_norm(x, w["ln1.weight"], w["ln1.bias"])
        parts = [linear(y, "attention." + name) for name in ("query", "key", "value")]
        x = x + linear(attention(*parts, heads), "attention.output")
        y = linear(layer_norm(x, w["ln2.weight"], w["ln2.bias"]), "mlp.up")
        x = x + linear(0.5 * y * (1.0 + ERF(y / math.sqrt(2.0))), "mlp.down")
    return x
