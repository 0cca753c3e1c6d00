"""Gradients of attention that are spelled out are found and compute what numpy does in f64, on one rank and split; near misses stay.

gradients.py [NAMES]
"""

import itertools
import subprocess
import sys

import numpy as np

from sbp_testing.harness import Case
from sbp_testing.spelled_attention import Spelling
from sbp_testing.spelled_gradient import CHANGES, Gradient, draw, write

ORDERS = {
    "heads first": ("bhid", "bhjd", "bhje", "bhij", "bhie"),
    "tokens first": ("bihd", "bjhd", "bjhe", "bhij", "bihe"),
    "keys transposed": ("bhid", "bhdj", "bhje", "bhij", "bhie"),
    "keys by queries": ("bhid", "bhjd", "bhje", "bhji", "bhie"),
    "one head": ("bid", "bjd", "bje", "bij", "bie"),
    "one sequence": ("id", "jd", "je", "ij", "ie"),
    "grouped": ("bhrid", "bhjd", "bhje", "bhrij", "bhrie"),
    "grouped, tokens first": ("bihrd", "bjhd", "bjhe", "bhrij", "bihre"),
}
MASKS = ["none", "causal", "low", "window", "bias", "flags", "both"]
GRADIENTS = ["torch", "jax", "short", "logarithm", "maximum"]
SPLITS = ["bh", "bi", "hi"]


def spell(order, **choices):
    query, key, value, scores, result = ORDERS[order]
    return Spelling(query=query, key=key, value=value, scores=scores, result=result, **choices)


def list_gradients():
    """Every order with every gradient, every mask with two gradients, every scale and softmax with one that fits."""
    for order, gradient in itertools.product(ORDERS, GRADIENTS):
        yield f"{order}, {gradient}", Gradient(spell(order), gradient)
    for mask, gradient, hides in itertools.product(MASKS[1:], ("torch", "jax"), (True, False)):
        if hides or mask != "flags":
            yield f"{mask}, {gradient}{'' if hides else ', not hidden'}", Gradient(spell("tokens first", mask=mask), gradient, hides)
    for order, gradient in itertools.product(("heads first", "grouped, tokens first", "one head"), GRADIENTS):
        yield f"{order}, {gradient}, hidden", Gradient(spell(order, mask="hidden"), gradient)
    for order in ORDERS:
        if "b" in ORDERS[order][3]:
            yield f"{order}, derived, hidden", Gradient(spell(order, mask="hidden"), "derived")
    for order, gradient in itertools.product(("tokens first", "keys transposed", "grouped", "one sequence"), GRADIENTS):
        yield f"{order}, {gradient}, alone", Gradient(spell(order, mask="low"), gradient, has_result=False)
    for scale, softmax in itertools.product(("after", "before", "divided", "none"), ("merged", "inverse", "logarithm", "plain")):
        yield f"{scale}, {softmax}", Gradient(spell("heads first", scale=scale, softmax=softmax, mask="low"), "jax")


def list_near_misses():
    for changed, mask in itertools.product(CHANGES, ("none", "causal", "flags")):
        if "hidden" not in changed and (changed, mask) != ("another mask", "none"):
            yield f"{changed}, {mask}", Gradient(spell("heads first", mask=mask), changed=changed)
    yield "hidden, not in the gradient", Gradient(spell("heads first", mask="hidden"), hides=False)
    yield "hidden weights", Gradient(spell("heads first", mask="hidden"), changed="hidden weights")
    yield "hidden sum", Gradient(spell("heads first", mask="hidden"), hides=False, changed="hidden sum")


def count(text):
    level0 = subprocess.run(["sbp-opt", "-", "--sbp-import"], input=text, text=True, capture_output=True, check=True).stdout
    return tuple(level0.count(word) for word in ("nn.attention ", "nn.attention_gradient", "math.exp"))


def compare(name, gradient, axes, random):
    """On one rank, or on four whose two axes split the dimensions `axes`."""
    s, values = gradient.spelling, draw(gradient, random)
    of = {"q": s.query, "k": s.key.replace("j", "i"), "v": s.value.replace("j", "i"), "g": s.result}
    parts = lambda letters: ", ".join(f"S({letters.index(axis)})" if axis in letters else "B" for axis in axes)
    placement = 'sbp.placement @mesh ["x" = 2, "y" = 2]' if axes else ""
    case = Case(write(gradient, placement, {key: f"[{parts(letters)}]" for key, letters in of.items()} if axes else {}))
    found = case.execute(values[0], list(values[1]))
    worst = {key: np.abs(found[key] - expected).max() / max(1, np.abs(expected).max()) for key, expected in values[1].items()}
    print(f"{name:40} on {axes or 'one':4}", ", ".join(f"{key} {value:.1e}" for key, value in worst.items()))
    assert max(worst.values()) < 2e-5, (name, axes, worst)


def main():
    random, wanted = np.random.default_rng(1), sys.argv[1:]
    gradients, misses = dict(list_gradients()), dict(list_near_misses())
    for number, (name, gradient) in enumerate(gradients.items()):
        if wanted and name not in wanted:
            continue
        found = count(write(gradient))
        assert found == (1, 1, 0), (name, found)
        if wanted or number % 3 == 0:
            for axes in ["", SPLITS[number // 3 % 3]]:
                compare(name, gradient, axes, random)
    print(f"{len(gradients)} gradients are those of attention")
    for name, gradient in misses.items():
        if not wanted or name in wanted:
            found = count(write(gradient))
            assert found[:2] == (0, 0), (name, found)
    print(f"{len(misses)} near misses stay as they are")


if __name__ == "__main__":
    main()
