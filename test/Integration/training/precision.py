"""Steps whose products are bf16 or f16, with f32 masters (--sbp-add-training=precision=..).

Gradients of a GPT are within 3 % of f32's each, in one and in eight micro-batches; steps on several ranks, under ZeRO and over stages have
the losses and states of one rank, up to roundings of the narrow type (zero_ledger.py counts the bytes). A value beyond f16 skips the
step and halves the scale of the loss, and good steps double it. Prints a table.
"""

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.harness import Case
from sbp_testing.staged_models import Gpt, Perceptron, Plan, add_step, train

COMPARED = Compared()
UNIT = {"bf16": 2.0**-8, "f16": 2.0**-11}
SIZES = {"width": 32, "heads": 4, "batch": 16, "tokens": 16, "vocabulary": 40}


def make(model, plan, optimizer, layers=2, **sizes):
    writer = model(plan, layers, **sizes)
    writer.optimizer = optimizer
    return writer


def run_steps(model, plan, optimizer, steps, seed=0, layers=2, change=lambda data: data, **sizes):
    writer = make(model, plan, optimizer, layers, **sizes)
    data, weights = make(model, Plan(), optimizer, layers, **sizes).draw(np.random.default_rng(seed))
    data = {name: np.asarray(value, np.float32) if value.dtype == np.float64 else value for name, value in change(data).items()}
    weights = {name: np.float32(value) for name, value in weights.items()}
    case = Case(add_step(writer, plan, "f32"))
    losses, states = train(case, data, weights, steps)
    return case, losses, states, weights


def check_gradients():
    step = "optimizer=sgd rate=1"
    _, _, wide, weights = run_steps(Gpt, Plan(), step, 1, **SIZES)
    for kind in UNIT:
        for count in (1, 8):
            _, _, narrow, _ = run_steps(Gpt, Plan(micro_batches=count), f"{step} precision={kind}", 1, **SIZES)
            for name, first in weights.items():
                right, found = first - wide[name], first - narrow[name]
                error = np.linalg.norm(found - right) / np.linalg.norm(right)
                COMPARED.measure(f"gradient {kind} m = {count} {name}", error, 0.03)


DP = (("dp", 4),)
PLANS = {
    "dp": Plan(((0, 1, 2, 3),), DP, 0),
    "ZeRO-1": Plan(((0, 1, 2, 3),), DP, 1),
    "ZeRO-2, m = 2": Plan(((0, 1, 2, 3),), DP, 2, 2),
    "ZeRO-3": Plan(((0, 1, 2, 3),), DP, 3),
    "tp": Plan(((0, 1),), (("tp", 2),), 0),
    "two stages": Plan(((0,), (1,)), (("dp", 1),), 0, 4, "1f1b"),
}


def check_plans():
    for kind, unit in UNIT.items():
        step = f"optimizer=sgd rate=0.1 precision={kind}"
        _, losses, states, weights = run_steps(Gpt, Plan(), step, 4, **SIZES)
        for what, plan in PLANS.items():
            _, found, last, _ = run_steps(Gpt, plan, step, 4, **SIZES)
            COMPARED.add(f"{kind} {what}: losses", found, losses, 8 * unit, len({rank for ranks in plan.ranks for rank in ranks}))
            for name, value in weights.items():
                moved = np.linalg.norm(states[name] - value)
                COMPARED.measure(f"{kind} {what}: {name}", np.linalg.norm(last[name] - states[name]) / moved, 0.05)


def check_overflow():
    """One value beyond f16 in the data, then the same step without it."""
    step = "optimizer=adamw rate=0.01 precision=f16 loss-scale=1024:2 clip=1"
    sizes = {"batch": 16, "widths": (8, 16)}

    def spoil(data):
        data["x"][3, 2] = 1e6
        return data

    plans = {"one rank": Plan(), "dp": PLANS["dp"], "ZeRO-2": Plan(((0, 1, 2, 3),), DP, 2), "two stages": PLANS["two stages"]}
    for what, plan in plans.items():
        _, _, states, weights = run_steps(Perceptron, plan, step, 3, change=spoil, **sizes)
        assert states["loss_scale"] == 128 and states["good_steps"] == 0 and states["step"] == 0, (what, states["loss_scale"])
        for name, value in weights.items():
            assert (states[name] == value).all() and not states[f"{name}.mean"].any(), (what, name)
        _, losses, states, weights = run_steps(Perceptron, plan, step, 5, **sizes)
        assert states["loss_scale"] == 4096 and states["good_steps"] == 1 and states["step"] == 5, (what, states["loss_scale"])
        assert np.isfinite(losses).all() and losses[-1] < losses[0], losses
    print(f"overflows skip the step under {len(plans)} plans")


def main():
    check_gradients()
    check_plans()
    check_overflow()
    COMPARED.show("comparisons")


main()
