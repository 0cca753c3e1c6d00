"""Spelled-out attention is found and computes what numpy does in f64, on one rank and split; near misses stay as they are.

spellings.py [NAMES]
"""

import itertools
import subprocess
import sys

import numpy as np

from sbp_testing.bfloats import load_as, save_as
from sbp_testing.harness import Case
from sbp_testing.spelled_attention import Spelling, draw, write

MASKS = ["none", "causal", "low", "window", "bias", "flags", "both"]
SOFTMAX = ["divide", "merged", "inverse", "logarithm", "plain"]
SCALES = ["after", "before", "divided", "none"]
# Dimensions of query, key, value, scores and result, as frameworks have them.
ORDERS = {
    "heads first": ("bhid", "bhjd", "bhje", "bhij", "bhie"),
    "tokens first": ("bihd", "bjhd", "bjhe", "bhij", "bihe"),
    "keys transposed": ("bhid", "bhdj", "bhje", "bhij", "bhie"),
    "time first": ("ibhd", "jbhd", "jbhe", "bhij", "ibhe"),
    "scores of tokens": ("bihd", "bjhd", "bjhe", "bihj", "bihe"),
    "keys by queries": ("bhid", "bhjd", "bhje", "bhji", "bhie"),
    "one head": ("bid", "bjd", "bje", "bij", "bie"),
    "one sequence": ("id", "jd", "je", "ij", "ie"),
    "grouped, one sequence": ("hrid", "hjd", "hje", "hrij", "hrie"),
    "grouped": ("bhrid", "bhjd", "bhje", "bhrij", "bhrie"),
    "grouped, tokens first": ("bihrd", "bjhd", "bjhe", "bhrij", "bihre"),
}


def make(order, **choices):
    query, key, value, scores, result = ORDERS[order]
    return Spelling(query=query, key=key, value=value, scores=scores, result=result, **choices)


def allows(order, mask):
    scores = ORDERS[order][3]
    return (mask not in ("bias", "both") or "h" in scores) and (mask != "flags" or "b" in scores)


def list_spellings():
    """Every order with every mask, every softmax and scale with two masks, bf16 with every mask that selects, scores rounded and not."""
    for order, mask in itertools.product(ORDERS, MASKS):
        if allows(order, mask):
            yield f"{order}, {mask}", make(order, mask=mask)
    for softmax, scale, mask in itertools.product(SOFTMAX, SCALES, ("none", "both")):
        if (softmax, scale) != ("divide", "after"):
            yield f"{softmax}, {scale}, {mask}", make("tokens first", softmax=softmax, scale=scale, mask=mask)
    for mask in ("none", "causal", "window", "flags"):
        yield f"bf16, {mask}", make("tokens first", dtype="bf16", mask=mask)
        yield f"bf16, wide scores, {mask}", make("grouped" if mask == "none" else "heads first", dtype="bf16", widens=True, mask=mask)


def list_near_misses():
    for changed, mask in itertools.product(("weights", "returned", "query", "sum"), ("none", "causal", "bias", "flags")):
        yield f"{changed}, {mask}", make("heads first", changed=changed, mask=mask)
    yield "bias before the scale", make("heads first", changed="order")
    yield "threshold", make("heads first", changed="threshold")
    yield "capped", make("heads first", changed="capped")
    yield "bf16, bias", make("heads first", dtype="bf16", mask="bias")
    yield "bf16, wide scores, bias", make("heads first", dtype="bf16", widens=True, mask="bias")
    yield "bias before the scale of grouped heads", make("grouped", changed="order")
    yield "grouped, returned", make("grouped", changed="returned", mask="causal")


def count(text):
    level0 = subprocess.run(["sbp-opt", "-", "--sbp-import"], input=text, text=True, capture_output=True, check=True).stdout
    return level0.count("nn.attention "), level0.count("math.exp"), "causal" in level0, "window" in level0


def compare(name, spelling, random):
    values, expected = draw(spelling, random)
    bound = 2e-5 if spelling.dtype == "f32" else 0.04
    on = {"": ("", {})}
    if "b" in spelling.scores and "h" in spelling.scores:
        split = {key: f"[S({letters.index('b')}), S({letters.index('h')})]" for key, letters in
                 [("q", spelling.query), ("k", spelling.key), ("v", spelling.value)]}  # fmt: skip
        on["[2, 2]"] = ('sbp.placement @mesh ["dp" = 2, "tp" = 2]', split)
    for where, (placement, distributions) in on.items():
        case = Case(write(spelling, placement, distributions))
        given = {key: save_as(value, spelling.dtype) if key in "qkv" else value for key, value in values.items()}
        found = load_as(case.execute(given, ["y"])["y"])
        difference = np.abs(found - expected).max() / max(1, np.abs(expected).max())
        assert difference < bound, (name, where, difference)


def main():
    random, wanted = np.random.default_rng(1), sys.argv[1:]
    spellings, misses = dict(list_spellings()), dict(list_near_misses())
    for number, (name, spelling) in enumerate(spellings.items()):
        if wanted and name not in wanted:
            continue
        found = count(write(spelling))
        positions = (spelling.mask in ("causal", "low", "window", "both"), spelling.mask == "window")
        if "grouped" in name and spelling.mask == "both":
            positions = (False, False)  # the mask has the heads that share a key merged
        assert found == (1, 0, *positions), (name, found)
        if wanted or number % 3 == 0:
            compare(name, spelling, random)
    print(f"{len(spellings)} spellings are attention")
    for name, spelling in misses.items():
        if wanted and name not in wanted:
            continue
        assert count(write(spelling))[0] == 0, name
    print(f"{len(misses)} near misses stay as they are")


if __name__ == "__main__":
    main()
