"""A step in micro-batches over stages is the step: losses and states of five steps under sampled plans against those of one rank.

Sampled are a model, {1, 2, 4, 8} micro-batches, {one placement, 2, 3, 4 stages, 2 x 2 chunks}, a schedule, and {data parallel, ZeRO 1
to 3, tensor parallel}; others have shards of different sizes, an embedding of two stages, or a mean over unequal numbers of tokens.
SBP_SEEDS is the number of samples (at most 16; SBP_FULL: 60, or all with SBP_FULL=all, and all others), SBP_PLANS_SEED draws the same again.
Models compute in f64. Prints a table: plan, largest relative difference of losses and of states.
"""

import functools
import itertools
import os

import numpy as np

from sbp_testing.harness import Case
from sbp_testing.staged_models import Gpt, MaskedGpt, Perceptron, Plan, TiedGpt, add_step, train

STEPS = 5
#: Relative to the largest element; rounding in f64 grows by a factor below ten a step.
BOUND = 1e-11
STAGES = {"one placement": (0,), "2 stages": (0, 1), "3 stages": (0, 1, 2), "4 stages": (0, 1, 2, 3), "2 x 2 chunks": (0, 1, 0, 1)}
MODES = {
    "DP": ((("dp", 2),), 0),
    "ZeRO 1": ((("dp", 2),), 1),
    "ZeRO 2": ((("dp", 2),), 2),
    "ZeRO 3": ((("dp", 2),), 3),
    "TP": ((("tp", 2),), 0),
}


def make_plan(stages, mode, micro_batches, schedule):
    axes, zero = MODES[mode]
    groups = [tuple(range(2 * group, 2 * group + 2)) for group in STAGES[stages]]
    return Plan(tuple(groups), axes, zero, micro_batches, schedule)


def list_cases():
    """All combinations but those that a schedule refuses: interleaved, and zero_bubble over chunks, need a multiple of their ranks as
    micro-batches.
    """
    for model, stages, mode, count, schedule in itertools.product(
        (Perceptron, Gpt), STAGES, MODES, (1, 2, 4, 8), ("1f1b", "gpipe", "interleaved", "zero_bubble")
    ):
        groups = len(set(STAGES[stages]))
        if count == 1 and schedule != "1f1b":
            continue
        if count > 1 and schedule == "interleaved" and count % groups:
            continue
        if count > 1 and schedule == "zero_bubble" and groups < len(STAGES[stages]) and count % groups:
            continue
        yield model, stages, mode, count, schedule


#: Shards of different sizes, stages of different numbers of ranks, an embedding of the first and the last stage, a mean over unequal numbers of tokens.
SPECIAL = {
    "uneven dp": (Perceptron, Plan(((0, 1, 2), (3, 4, 5)), (("dp", 3),), 0, 4)),
    "uneven dp, gpt": (Gpt, Plan(((0, 1, 2), (3, 4, 5)), (("dp", 3),), 3, 2)),
    "uneven tp": (Perceptron, Plan(((0, 1, 2), (3, 4, 5)), (("tp", 3),), 0, 4)),
    "uneven tp, gpt": (Gpt, Plan(((0, 1, 2), (3, 4, 5)), (("tp", 3),), 0, 4)),
    "a stage of one rank": (Perceptron, Plan(((0, 1), (2,), (3, 4)), (("dp", 2),), 1, 4)),
    "a stage of one rank, gpt": (Gpt, Plan(((0, 1), (2,)), (("dp", 2),), 2, 4)),
    "both axes": (Gpt, Plan(((0, 1, 2, 3), (4, 5, 6, 7)), (("dp", 2), ("tp", 2)), 3, 4)),
    "tied embedding": (TiedGpt, Plan(((0, 1), (2, 3)), (("dp", 2),), 0, 4)),
    "tied embedding, ZeRO 3": (TiedGpt, Plan(((0, 1), (2, 3), (4, 5)), (("dp", 2),), 3, 4, "gpipe")),
    "tied embedding, tp": (TiedGpt, Plan(((0, 1), (2, 3), (0, 1), (2, 3)), (("tp", 2),), 0, 4, "interleaved")),
    "unequal tokens": (MaskedGpt, Plan(((0, 1), (2, 3)), (("dp", 2),), 1, 4)),
    "unequal tokens, one placement": (MaskedGpt, Plan(((0, 1),), (("dp", 2),), 2, 8)),
}


@functools.cache
def train_reference(model, layers):
    """Data, first weights, losses and states of one rank without micro-batches."""
    writer = model(Plan(), layers)
    data, weights = writer.draw(np.random.default_rng(layers))
    losses, states = train(Case(add_step(writer, Plan())), data, weights, STEPS)
    return data, weights, losses, states


def compare(found, expected):
    """The largest difference, relative to the largest element."""
    scale = max(np.abs(expected).max(initial=0), 1e-30)
    return np.abs(found.astype(np.float64) - expected).max(initial=0) / scale


def check(what, model, plan):
    """Whether five steps under the plan are those of one rank. Prints how not."""
    layers = max(2, len(plan.ranks))
    data, weights, losses, states = train_reference(model, layers)
    try:
        found, last = train(Case(add_step(model(plan, layers), plan)), data, weights, STEPS)
    except AssertionError as error:
        print(f"{what} FAILED: {error}")
        return False
    assert set(last) == set(states), (set(last), set(states))
    differences = compare(found, losses), max(compare(last[name], value) for name, value in states.items())
    is_equal = max(differences) <= BOUND
    print(f"{what:60} losses {differences[0]:.1e} states {differences[1]:.1e}{'' if is_equal else ' FAILED'}", flush=True)
    return is_equal


def main():
    seed = int(os.environ.get("SBP_PLANS_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    cases = list(list_cases())
    full = os.environ.get("SBP_FULL", "")
    samples = len(cases) if full == "all" else 60 if full else min(int(os.environ.get("SBP_SEEDS", "4")), 16)
    random = np.random.default_rng(seed)
    failures = 0
    for index in random.permutation(len(cases))[:samples]:
        model, stages, mode, count, schedule = cases[index]
        what = f"{model.__name__:10} {stages:13} {mode:6} m = {count} {schedule}"
        failures += not check(what, model, make_plan(stages, mode, count, schedule))
    special = list(SPECIAL) if full else list(SPECIAL)[seed % 4 :: 4]
    for what in special:
        failures += not check(what, *SPECIAL[what])
    print(f"{samples} of {len(cases)} plans and {len(special)} others, {failures} differ from one rank")


main()
