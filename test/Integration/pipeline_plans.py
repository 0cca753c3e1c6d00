"""A step in micro-batches over stages is the step: losses and states of five steps under sampled plans against those of one rank.

Sampled are a model, {1, 2, 4, 8} micro-batches, {one placement, 2, 3, 4 stages, 2 x 2 chunks}, a schedule, and {data parallel, ZeRO 1
to 3, tensor parallel}. SBP_SEEDS is the number of samples (SBP_FULL: 60, or all with SBP_FULL=all), SBP_PLANS_SEED draws the same again.
Models compute in f64. Prints a table: plan, largest relative difference of losses and of states.
"""

import functools
import itertools
import os

import numpy as np

from harness import Case
from staged_models import Gpt, Perceptron, Plan, add_step, train

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
    """All combinations but those that a schedule refuses: interleaved wants a number of micro-batches that the groups divide."""
    for model, stages, mode, count, schedule in itertools.product(
        ("perceptron", "gpt"), STAGES, MODES, (1, 2, 4, 8), ("1f1b", "gpipe", "interleaved", "zero_bubble")
    ):
        groups = len(set(STAGES[stages]))
        if schedule != "interleaved" or count == 1 or count % groups == 0:
            yield model, stages, mode, count, schedule


def build(model, plan, layers):
    return {"perceptron": Perceptron, "gpt": Gpt}[model](plan, layers)


@functools.cache
def train_reference(model, layers):
    """Data, first weights, losses and states of one rank without micro-batches."""
    writer = build(model, Plan(), layers)
    data, weights = writer.draw(np.random.default_rng(layers))
    losses, states = train(Case(add_step(writer, Plan())), data, weights, STEPS)
    return data, weights, losses, states


def compare(found, expected):
    """The largest difference of each pair of arrays, relative to the largest element."""
    scale = max(np.abs(expected).max(initial=0), 1e-30)
    return np.abs(found.astype(np.float64) - expected).max(initial=0) / scale


def check(model, stages, mode, count, schedule):
    plan = make_plan(stages, mode, count, schedule)
    layers = max(2, len(plan.ranks))
    data, weights, losses, states = train_reference(model, layers)
    writer = build(model, plan, layers)
    found, last = train(Case(add_step(writer, plan)), data, weights, STEPS)
    assert set(last) == set(states), (set(last), set(states))
    differences = compare(found, losses), max(compare(last[name], value) for name, value in states.items())
    print(f"{model:10} {stages:13} {mode:6} m = {count} {schedule:11} losses {differences[0]:.1e} states {differences[1]:.1e}", flush=True)
    assert max(differences) <= BOUND, (found, losses)


def main():
    seed = int(os.environ.get("SBP_PLANS_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    cases = list(list_cases())
    full = os.environ.get("SBP_FULL", "")
    samples = len(cases) if full == "all" else 60 if full else min(int(os.environ.get("SBP_SEEDS", "6")), 60)
    chosen = np.random.default_rng(seed).permutation(len(cases))[:samples]
    failures = 0
    for index in chosen:
        try:
            check(*cases[index])
        except AssertionError as error:
            print(*cases[index], "FAILED:", error)
            failures += 1
    print(f"{samples} of {len(cases)} plans, {failures} differ from one rank")


main()
