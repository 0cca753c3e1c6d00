"""The encoder of examples/minilm in float64."""

import numpy as np

from examples.gpt.gpt_oracle import ERF


def norm(x, weight, bias):
    """Over the last dimension, epsilon 1e-12."""
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-12) * weight + bias


def minilm(ids, mask, weights):
    """ids, mask [batch, tokens] integers, weights by safetensors key -> embeddings [batch, width] of length 1."""
    w = {name: np.asarray(value, np.float64) for name, value in weights.items()}
    batch, tokens = ids.shape

    def linear(y, name):
        return y @ w[name + ".weight"].T + w[name + ".bias"]

    def layer_norm(y, name):
        return norm(y, w[name + ".weight"], w[name + ".bias"])

    def heads(y):
        return y.reshape(batch, tokens, 12, -1).transpose(0, 2, 1, 3)

    x = (
        w["embeddings.word_embeddings.weight"][ids]
        + w["embeddings.token_type_embeddings.weight"][0]
        + w["embeddings.position_embeddings.weight"][:tokens]
    )
    x = layer_norm(x, "embeddings.LayerNorm")
    for layer in range(6):
        prefix = f"encoder.layer.{layer}."
        query, key, value = (heads(linear(x, prefix + "attention.self." + part)) for part in ("query", "key", "value"))
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(query.shape[-1])
        scores = np.where(mask[:, None, None, :] != 0, scores, -1e30)
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (powers / powers.sum(-1, keepdims=True) @ value).transpose(0, 2, 1, 3).reshape(batch, tokens, -1)
        x = layer_norm(x + linear(mixed, prefix + "attention.output.dense"), prefix + "attention.output.LayerNorm")
        y = linear(x, prefix + "intermediate.dense")
        x = layer_norm(x + linear(0.5 * y * (1 + ERF(y / np.sqrt(2))), prefix + "output.dense"), prefix + "output.LayerNorm")
    counted = mask[:, :, None].astype(np.float64)
    pooled = (x * counted).sum(1) / counted.sum(1)
    return pooled / np.linalg.norm(pooled, axis=-1, keepdims=True)
