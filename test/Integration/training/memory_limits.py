"""Under --memory-limit backward makes more again: plans fit, compute the same, and cost no more than layers checkpointed by hand.

memory_limits.py [LIMITS [PLANS]]       a GPT, at 3 limits between the free peak and that of recompute=layers

A smaller limit costs no less, and the states after two steps are those of the free plan: bit for bit on one rank. What is refused says which limit
fits, and that one does.
"""

import re
import sys

import numpy as np

from recomputation import get_weights, train, write
from sbp_testing.harness import Case

LIMITS = int(sys.argv[1]) if len(sys.argv) > 1 else 3


def get_peak(case):
    return max(rank["peak_bytes"] for rank in case.report["memory"])


def get_cost(case):
    return (case.report.get("selection") or {"cost_seconds": 0})["cost_seconds"]


def compare(found, expected, is_exact):
    for name, value in expected.items():
        if is_exact:
            assert np.array_equal(found[name], value), name
        else:
            np.testing.assert_allclose(found[name], value, rtol=1e-4, atol=2e-5, err_msg=name)


def check(plan):
    cut = "micro-batches=4" * (plan == "stages")
    text = write(plan, 4, cut)
    free, hand = Case(text), Case(write(plan, 4, f"recompute=layers {cut}"))
    weights = get_weights(text)
    expected = train(free, weights)
    most, least = get_peak(free), get_peak(hand)
    before = get_cost(free)
    for step in range(LIMITS):
        limit = most - 1 - (most - 1 - least) * step // (LIMITS - 1)
        case = Case(text, f"--memory-limit={limit}")
        assert get_peak(case) <= limit, (plan, limit, get_peak(case))
        cost = get_cost(case)
        assert before <= cost * (1 + 1e-9), (plan, limit, before, cost)
        before = cost
        if step + 1 == LIMITS:
            assert cost <= get_cost(hand) * (1 + 1e-9), (plan, cost, get_cost(hand))
        compare(train(case, weights), expected, plan == "one")
        print(
            f"{plan}: limit {limit}, peak {get_peak(case)} of {most}, cost {cost / max(get_cost(free), 1e-30):.3f} of the free one",
            flush=True,
        )
    refused = Case(text, "--memory-limit=1000", expect=1)
    fits = int(re.search(r"--memory-limit=(\d+) fits", refused.compiled.stderr)[1])
    advised = Case(text, f"--memory-limit={fits}")
    assert get_peak(advised) <= fits
    print(f"{plan}: {fits} fits, as the refusal of 1000 says")


for plan in sys.argv[2:] or ("one", "tp", "stages"):
    check(plan)
