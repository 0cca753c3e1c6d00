"""Spellings of attention in PyTorch, with PyTorch's gradient, become nn.attention and nn.attention_gradient, and compute what PyTorch does:

    torch_attention.py [NAME]...   (a Python with torch and torch-mlir)

All in f64, on one rank and on four. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import itertools
import math
import sys
import warnings

import torch
from torch import nn
from torch.nn import functional

from attention_cases import SIZES, Attentions, Order, draw
from sbp.export_torch import export_gradients, to_array

torch.set_default_dtype(torch.float64)
HEADS_FIRST = Order("bhid", "bhjd", "bhje", "bhie")
TOKENS_FIRST = Order("bihd", "bjhd", "bjhe", "bihe")
REPEATED = Order("bhid", "bgjd", "bgje", "bhie")
# Orders by name, each with the order of its scores.
ORDERS = {
    "heads first": (HEADS_FIRST, "bhij"),
    "tokens first": (TOKENS_FIRST, "bhij"),
    "keys transposed": (Order("bhid", "bhdj", "bhje", "bhie"), "bhij"),
    "time first": (Order("ibhd", "jbhd", "jbhe", "ibhe"), "bhij"),
    "scores of tokens": (TOKENS_FIRST, "bihj"),
    "one head": (Order("bid", "bjd", "bje", "bie"), "bij"),
}
MASKS = ["none", "causal", "low", "added", "flags", "hidden", "bias"]
RANDOM = draw(1)
FLAGS = torch.tensor(RANDOM.random((SIZES["b"], SIZES["j"])) < 0.7)
FLAGS[:, 0] = True
HIDDEN = FLAGS & torch.tensor([[False], [True]])  # all keys of one sequence
BIAS = torch.tensor(RANDOM.standard_normal((SIZES["h"], SIZES["i"], SIZES["j"])))
SEEN = torch.ones(SIZES["i"], SIZES["j"], dtype=torch.bool).tril()
SOFTMAX = {
    "softmax": functional.softmax,
    "in f32": lambda x, dim: functional.softmax(x, dim, dtype=torch.float32).to(x.dtype),
    "logarithm": lambda x, dim: functional.log_softmax(x, dim).exp(),
    "logsumexp": lambda x, dim: (x - x.logsumexp(dim, keepdim=True)).exp(),
    "spelled out": lambda x, dim: (
        (x - x.amax(dim, keepdim=True).detach()).exp() / (x - x.amax(dim, keepdim=True).detach()).exp().sum(dim, keepdim=True)
    ),
}


def spread(value, of, letters):
    """`value`, with the dimensions `of`, as one that can be added to a tensor of `letters`."""
    order = [of.index(letter) for letter in letters if letter in of]
    return value.permute(order).reshape([SIZES[letter] if letter in of else 1 for letter in letters])


def mask(scores, letters, kind):
    if kind == "causal":
        return scores.masked_fill(~spread(SEEN, "ij", letters), -math.inf)
    if kind == "low":
        return torch.where(spread(SEEN, "ij", letters), scores, torch.finfo(scores.dtype).min)
    if kind == "added":
        return scores + torch.full((SIZES["i"], SIZES["j"]), -math.inf).triu(1).reshape(spread(SEEN, "ij", letters).shape)
    if kind == "flags":
        return scores.masked_fill(~spread(FLAGS, "bj", letters), -1e30)
    if kind == "hidden":
        return scores.masked_fill(~spread(HIDDEN, "bj", letters), torch.finfo(torch.float32).min)
    return scores + spread(BIAS, "hij", letters) if kind == "bias" else scores


def spell(order, letters, softmax="softmax", masked="none", scale="after"):
    def attend(query, key, value):
        query = query * 0.5 if scale == "before" else query
        scores = torch.einsum(f"{order.query},{order.key}->{letters}", query, key)
        scores = scores * 0.5 if scale == "after" else scores / 2.0 if scale == "divided" else scores
        weights = SOFTMAX[softmax](mask(scores, letters, masked), letters.index("j"))
        return torch.einsum(f"{letters},{order.value}->{order.result}", weights, value)

    return order, attend


def eager(query, key, value, masked="added"):
    """As transformers computes it where no kernel is asked for."""
    groups = query.shape[1] // key.shape[1]
    repeat = lambda x: x[:, :, None].expand(*x.shape[:2], groups, *x.shape[2:]).reshape(x.shape[0], -1, *x.shape[2:])
    scores = mask(torch.matmul(query, repeat(key).transpose(2, 3)) * 0.5, "bhij", masked)
    weights = functional.softmax(scores, dim=-1, dtype=torch.float32).to(query.dtype)
    return torch.matmul(functional.dropout(weights, p=0.1, training=False), repeat(value))


def list_spellings():
    """Every order without a mask and with one, every mask with two orders, every softmax with every scale."""
    for (name, (order, letters)), kind in itertools.product(ORDERS.items(), MASKS):
        if (kind != "bias" or "h" in letters) and (kind in ("none", "low") or name in ("heads first", "tokens first")):
            yield f"{name}, {kind}", spell(order, letters, masked=kind)
    for softmax, scale in itertools.product(SOFTMAX, ("after", "before", "divided")):
        if (softmax, scale) != ("softmax", "after"):
            yield f"{softmax}, {scale}", spell(HEADS_FIRST, "bhij", softmax, "low", scale)
    yield "matmul", (HEADS_FIRST, lambda q, k, v: (q @ k.transpose(-1, -2) / 2).softmax(-1) @ v)
    for name, order in (("", HEADS_FIRST), (" of groups", REPEATED)):
        for kind in ("none", "added", "flags", "hidden"):
            yield f"eager{name}, {kind}", (order, lambda q, k, v, kind=kind: eager(q, k, v, kind))
        for options in ({}, {"is_causal": True}, {"attn_mask": FLAGS[:, None, None]}):
            options |= {"enable_gqa": True} if name else {}
            yield (
                f"functional{name} {', '.join(options)}",
                (order, lambda q, k, v, options=options: functional.scaled_dot_product_attention(q, k, v, **options)),
            )


class Case(nn.Module):
    """The sum of the elements of an attention, weighted by the cotangent."""

    def __init__(self, function, *inputs):
        super().__init__()
        self.function = function
        self.inputs = nn.ParameterList(nn.Parameter(each) for each in inputs)

    def forward(self, cotangent):
        return (self.function(*self.inputs) * cotangent).sum()


def main():
    warnings.simplefilter("ignore")
    random, attentions = draw(), Attentions()
    for name, (order, function) in list_spellings():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        *given, cotangent = map(torch.tensor, order.draw(random))
        module = Case(function, *given)
        text, weights, _ = export_gradients(module, (cotangent,))
        loss = module(cotangent)
        loss.backward()
        expected = {"loss": loss.detach().numpy()} | {f"gradient.inputs.{i}": to_array(each.grad) for i, each in enumerate(module.inputs)}
        letters = dict(zip(["inputs.0", "inputs.1", "inputs.2", "cotangent"], order.letters, strict=True))
        bound = 1e-6 if "in f32" in name or "eager" in name else 1e-12
        attentions.check(name, text, letters, weights, {"cotangent": to_array(cotangent)}, expected, bound)
    attentions.finish("PyTorch")


if __name__ == "__main__":
    main()
