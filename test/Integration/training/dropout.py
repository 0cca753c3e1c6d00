"""A step with dropout:  dropout.py   (sbp-opt, sbp-compile and sbp-run on PATH)

Steps of SGD with momentum of an exported layer with dropout against numpy, whose masks are Philox by itself, on several meshes, with ZeRO
and in micro-batches. The seed is a state, so a run that is resumed goes on with the masks of a run that was not interrupted.
"""

import os
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.philox import random

INPUTS = os.path.join(os.path.dirname(__file__), "..", "Inputs")
SEED, OFFSET, KEPT, RATE, MOMENTUM, STEPS = 7, 900450186894289455, 0.75, 0.1, 0.9, 4
PLANS = (
    ("one rank", "", ""),
    ("one rank, 4 pieces", "", " micro-batches=4"),
    ("[3]", '"dp" = 3', ""),
    ("[2, 2], ZeRO 2", '"dp" = 2, "tp" = 2', " zero=2:dp"),
    ("[2], 2 pieces", '"dp" = 2', " micro-batches=2"),
)


def step_in_numpy(x, weight, bias):
    """Losses and parameters of STEPS steps in f64."""
    w, b = weight.astype(np.float64), bias.astype(np.float64)
    moments, losses = [0.0, 0.0], []
    for number in range(STEPS):
        mask = random("bernoulli", "i1", SEED + number, OFFSET, (len(x), len(b)), KEPT) / KEPT
        y = (x @ w.T + b) * mask
        losses.append((y**2).mean())
        slope = 2 * y * mask / y.size
        moments = [MOMENTUM * moment + gradient for moment, gradient in zip(moments, (slope.T @ x, slope.sum(0)))]
        w, b = w - RATE * moments[0], b - RATE * moments[1]
    return losses, w, b


def read_states(case):
    states = safetensors.load(case.path("states"))
    return states["line.weight"].astype(np.float64), states["line.bias"].astype(np.float64), int(states["random.seed"])


def step(text, words, plan, x, states):
    """Losses of STEPS steps, the last parameters and the last seed; a run of two steps is followed by another one."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text.replace("module {\n", f"module {{\n  sbp.placement @mesh [{plan}]\n", 1) if plan else text)
        file.flush()
        options = f"loss=loss data=x optimizer=sgd rate={RATE} momentum={MOMENTUM}{words}"
        case = Case(run("sbp-opt", file.name, f"--sbp-add-training={options}").stdout)
    safetensors.save(case.path("states"), states)
    losses = []
    for _ in range(STEPS // 2):
        run("sbp-run", case.artifact, "--entry=train", *case.save({"x": x}), f"--weights={case.path('states')}", "--steps=2",
            f"--save-state={case.path('states')}", f"--output=loss=@{case.path('losses.npy')}:all")  # fmt: skip
        losses += np.load(case.path("losses.npy")).reshape(-1).tolist()
    return losses, *read_states(case)


def main():
    with open(os.path.join(INPUTS, "torch_dropped.mlir.txt")) as file:
        text = file.read()
    numbers = np.random.default_rng(5)
    x, weight, bias = (numbers.standard_normal(shape).astype(np.float32) for shape in ((8, 6), (5, 6), 5))
    right = step_in_numpy(x, weight, bias)
    states = {"line.weight": weight, "line.bias": bias, "random.seed": np.array(SEED)}
    for name, plan, words in PLANS:
        losses, *parameters, seed = step(text, words, plan, x, states)
        worst = max(
            np.abs(found - expected).max() / np.abs(expected).max()
            for found, expected in zip((np.array(losses), *parameters), map(np.array, right))
        )
        print(f"{name}: seed {seed}, largest difference {worst:.1e}", flush=True)
        assert worst < 1e-6 and seed == SEED + STEPS, (losses, right[0])


if __name__ == "__main__":
    main()
