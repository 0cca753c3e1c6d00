"""Spellings of attention in JAX and flax, with JAX's gradient, become nn.attention and nn.attention_gradient, and compute what JAX does:

    jax_attention.py [NAME]...   (a Python with jax)

All in f64, on one rank and on four. flax is left out where it is not installed. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import importlib.util
import itertools
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
from jax import lax

from attention_cases import SIZES, Attentions, Order, draw
from sbp.export_jax import export

HEADS_FIRST = Order("bhid", "bhjd", "bhje", "bhie")
TOKENS_FIRST = Order("bihd", "bjhd", "bjhe", "bihe")
# Orders by name, each with the order of its scores.
ORDERS = {
    "heads first": (HEADS_FIRST, "bhij"),
    "tokens first": (TOKENS_FIRST, "bhij"),
    "keys transposed": (Order("bhid", "bhdj", "bhje", "bhie"), "bhij"),
    "time first": (Order("ibhd", "jbhd", "jbhe", "ibhe"), "bhij"),
    "scores of tokens": (TOKENS_FIRST, "bihj"),
    "keys by queries": (HEADS_FIRST, "bhji"),
    "one head": (Order("bid", "bjd", "bje", "bie"), "bij"),
    "grouped": (Order("bgrid", "bgjd", "bgje", "bgrie"), "bgrij"),
    "grouped, tokens first": (Order("bigrd", "bjgd", "bjge", "bigre"), "bgrij"),
}
MASKS = ["none", "causal", "low", "added", "window", "flags", "hidden", "bias"]
SCALES = ["after", "before", "divided", "none"]
RANDOM = draw(1)
FLAGS = RANDOM.random((SIZES["b"], SIZES["j"])) < 0.7
FLAGS[:, 0] = True
HIDDEN = FLAGS & np.array([[False], [True]])  # all keys of one sequence
BIAS = RANDOM.standard_normal((SIZES["h"], SIZES["i"], SIZES["j"]))


def spell_out(x, axis):
    powers = jnp.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def stop(x, axis):
    powers = jnp.exp(x - lax.stop_gradient(x.max(axis, keepdims=True)))
    return powers * (1 / powers.sum(axis, keepdims=True))


SOFTMAX = {
    "softmax": jax.nn.softmax,
    "spelled out": spell_out,
    "inverse": stop,
    "logarithm": lambda x, axis: jnp.exp(jax.nn.log_softmax(x, axis)),
    "logsumexp": lambda x, axis: jnp.exp(x - jax.nn.logsumexp(x, axis, keepdims=True)),
    "plain": lambda x, axis: jnp.exp(x) / jnp.exp(x).sum(axis, keepdims=True),
}


def spread(value, of, letters):
    """`value`, with the dimensions `of`, as one that can be added to a tensor of `letters`."""
    order = [of.index(letter) for letter in letters if letter in of]
    return jnp.asarray(value).transpose(order).reshape([SIZES[letter] if letter in of else 1 for letter in letters])


def mask(scores, letters, kind):
    i, j = spread(np.arange(SIZES["i"]), "i", letters), spread(np.arange(SIZES["j"]), "j", letters)
    if kind == "causal":
        return jnp.where(j <= i, scores, -jnp.inf)
    if kind == "low":
        return jnp.where(j <= i, scores, -1e9)
    if kind == "added":
        return scores + jnp.where(j <= i, 0.0, -jnp.inf)
    if kind == "window":
        return jnp.where((j <= i) & (j + 2 >= i), scores, jnp.finfo(scores.dtype).min)
    if kind == "flags":
        return jnp.where(spread(FLAGS, "bj", letters), scores, -1e30)
    if kind == "hidden":
        return jnp.where(spread(HIDDEN, "bj", letters), scores, -1e9)
    return scores + spread(BIAS, "hij", letters) if kind == "bias" else scores


def spell(order, letters, softmax="softmax", masked="none", scale="after"):
    def attend(query, key, value):
        query = query * 0.5 if scale == "before" else query
        scores = jnp.einsum(f"{order.query},{order.key}->{letters}", query, key)
        scores = scores * 0.5 if scale == "after" else scores / 2.0 if scale == "divided" else scores
        weights = SOFTMAX[softmax](mask(scores, letters, masked), letters.index("j"))
        return jnp.einsum(f"{letters},{order.value}->{order.result}", weights, value)

    return order, attend


def list_spellings():
    """Every order without a mask and with every mask in turn, every softmax with every scale."""
    for (name, (order, letters)), kind in itertools.product(ORDERS.items(), MASKS):
        if (kind != "bias" or "h" in letters) and (kind in ("none", "low") or name in ("tokens first", "grouped")):
            yield f"{name}, {kind}", spell(order, letters, masked=kind)
    for softmax, scale in itertools.product(SOFTMAX, SCALES):
        if (softmax, scale) != ("softmax", "after"):
            yield f"{softmax}, {scale}", spell(HEADS_FIRST, "bhij", softmax, "low", scale)
    yield "matmul", (HEADS_FIRST, lambda q, k, v: jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / 2.0, -1) @ v)
    checkpointed = spell(TOKENS_FIRST, "bhij", masked="low")[1]
    yield "checkpoint", (TOKENS_FIRST, jax.checkpoint(checkpointed))
    repeated = lambda x: jnp.repeat(x, 2, 1)
    yield (
        "repeated heads",
        (
            Order("bhid", "bgjd", "bgje", "bhie"),
            lambda q, k, v: jax.nn.softmax(q @ repeated(k).transpose(0, 1, 3, 2) / 2.0, -1) @ repeated(v),
        ),
    )
    grouped = Order("bihd", "bjgd", "bjge", "bihe")
    for name, order in (("", TOKENS_FIRST), (" of groups", grouped)):
        for options in ({}, {"is_causal": True}, {"mask": HIDDEN[:, None, None]}, {"local_window_size": (2, 1)}, {"scale": 0.3}):
            yield (
                f"jax.nn{name} {', '.join(options)}",
                (order, lambda q, k, v, options=options: jax.nn.dot_product_attention(q, k, v, **options)),
            )
    if importlib.util.find_spec("flax"):
        from flax import linen

        causal = np.tril(np.ones((SIZES["i"], SIZES["j"]), bool))
        for name, options in (("", {}), (" mask", {"mask": causal}), (" bias", {"bias": BIAS})):
            yield (
                f"flax{name}",
                (TOKENS_FIRST, lambda q, k, v, options=options: linen.dot_product_attention(q, k, v, **options)),
            )


def main():
    random, attentions = draw(), Attentions()
    for name, (order, function) in list_spellings():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue

        def differentiate(q, k, v, g, function=function):
            result, pull = jax.vjp(function, q, k, v)
            return result, *pull(g)

        given = order.draw(random)
        text = export(differentiate, *given)
        expected = dict(zip([f"result.{i}" for i in range(4)], jax.jit(differentiate)(*given), strict=True))
        # jax.nn.dot_product_attention computes the scores of f64 in f32.
        bound = 1e-6 if name.startswith("jax.nn") else 1e-12
        # A checkpointed part is computed again for its gradient.
        raised = (2 if name == "checkpoint" else 1, 1, 0)
        letters, inputs = (dict(zip("qkvg", values, strict=True)) for values in (order.letters, given))
        attentions.check(name, text, letters, {}, inputs, expected, bound, raised)
    attentions.finish("JAX")


if __name__ == "__main__":
    main()
