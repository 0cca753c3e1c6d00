"""Steps in micro-batches do not depend on timing: every run of a plan has the same bits and follows its launch lists.

    pipeline_timing.py RUNNER [--target host|cuda]

RUNNER is sbp-run-shims. Each plan is compiled once. Its first run gives losses and states of three steps; all others have the same bits,
and the launches that their traces record are those of the plan's lists (`sbp-compile --dump-phases`), stream by stream. Runs differ in:
- the order in which one thread steps the ranks, drawn from a seed (the deterministic scheduler);
- a device that works late, in an order drawn from a seed: the host's asynchronous device; the stub of CUDA's driver always does;
- 1, 2 and 4 workers, with random delays before tasks and at both ends of transfers (transfers alone on the stub).
Plans are the schedules of a pipeline of equal stages, and accumulations on one placement (DP, TP, ZeRO). Seeds are numbers from a first
one that is printed; SBP_TIMING_SEED draws the same again. Each way has one, with SBP_FULL 100, or 10 on the stub (SBP_SEEDS: fewer).
Prints a table: plan, runs of each way.
"""

import argparse
import itertools
import multiprocessing.pool
import os
import tempfile

import numpy as np

from sbp_testing.harness import Case, list_target_flags, run
from sbp_testing.launch_lists import expect_trace, read_graphs, read_trace
from sbp_testing.staged_models import Gpt, Perceptron, Plan, add_step, safetensors

STEPS = 3
FULL = bool(os.environ.get("SBP_FULL"))
CHAIN, CHUNKS, ONE = ((0,), (1,), (2,), (3,)), ((0,), (1,), (0,), (1,)), ((0, 1),)
ALONE, DP, TP = (("dp", 1),), (("dp", 2),), (("tp", 2),)

#: Name, plan, flags of the compiler.
PLANS = [
    ("gpipe", Plan(CHAIN, ALONE, 0, 8, "gpipe"), ()),
    ("1f1b", Plan(CHAIN, ALONE, 0, 8, "1f1b"), ()),
    ("1f1b on two streams", Plan(CHAIN, ALONE, 0, 8, "1f1b"), ("--streams=2",)),
    ("interleaved", Plan(CHUNKS, ALONE, 0, 8, "interleaved"), ()),
    ("zero_bubble", Plan(CHAIN, ALONE, 0, 8, "zero_bubble"), ()),
    ("zero_bubble on chunks", Plan(CHUNKS, ALONE, 0, 8, "zero_bubble"), ()),
    ("1f1b, DP, ZeRO 2", Plan(((0, 1), (2, 3)), DP, 2, 4, "1f1b"), ()),
    ("accumulation, DP", Plan(ONE, DP, 0, 4), ()),
    ("accumulation, TP", Plan(ONE, TP, 0, 4), ()),
    ("accumulation, ZeRO 1", Plan(ONE, DP, 1, 4), ()),
    ("accumulation, ZeRO 3", Plan(ONE, DP, 3, 4), ("--streams=2",)),
]
#: The models of each plan, unless SBP_FULL is set: then all, and the GPT too on the host.
QUICK = {
    "host": {
        "gpipe": Perceptron,
        "1f1b on two streams": Perceptron,
        "interleaved": Perceptron,
        "zero_bubble": Gpt,
        "accumulation, ZeRO 3": Perceptron,
    },
    "cuda": {"accumulation, ZeRO 3": Perceptron},
}
#: Environments of a run by the name of the way, for a seed.
WAYS = {
    "host": {
        "scheduler": lambda seed: {"SBP_SCHEDULER_SEED": seed},
        "late device": lambda seed: {"SBP_LATE_SEED": seed},
        **{
            f"{workers} workers": lambda seed, workers=workers: {
                "SBP_WORKERS": workers,
                "SBP_DELAY_TASKS": seed,
                "SBP_DELAY_TRANSFERS": seed,
            }
            for workers in (1, 2, 4)
        },
    },
    "cuda": {
        "scheduler": lambda seed: {"SBP_SCHEDULER_SEED": seed, "SBP_STUB_SEED": seed},
        **{
            f"{workers} workers": lambda seed, workers=workers: {
                "SBP_WORKERS": workers,
                "SBP_DELAY_TRANSFERS": seed,
                "SBP_STUB_SEED": seed,
            }
            for workers in (1, 2, 4)
        },
    },
}


class Timed:
    """A plan that is compiled once, with its inputs; runs give bytes and launches."""

    def __init__(self, model, plan, flags):
        writer = model(plan, max(2, len(plan.ranks)))
        with tempfile.TemporaryDirectory() as phases:
            self.case = Case(add_step(writer, plan), f"--dump-phases={phases}", *flags)
            with open(os.path.join(phases, "3-tasks.mlir")) as file:
                self.launches = expect_trace(read_graphs(file.read(), "train"), STEPS)
        data, weights = writer.draw(np.random.default_rng(1))
        safetensors.save(self.case.path("first.safetensors"), weights)
        self.words = ["--entry=train", f"--steps={STEPS}", f"--weights={self.case.path('first.safetensors')}", *self.case.save(data)]

    def execute(self, runner, name, environment):
        """The bytes of the losses and of the states of a run, and its launches."""
        paths = [self.case.path(f"{name}.{ending}") for ending in ("npy", "safetensors", "json")]
        outputs = [f"--output=loss=@{paths[0]}:all", f"--save-state={paths[1]}", f"--trace={paths[2]}"]
        words = [f"{variable}={value}" for variable, value in environment.items()]
        run("env", *words, runner, self.case.artifact, *self.words, *outputs)
        values = []
        for path in paths[:2]:
            with open(path, "rb") as file:
                values.append(file.read())
        launches = read_trace(paths[2])
        for path in paths:
            os.remove(path)
        return values, launches


def check(timed, runner, target, seeds):
    """The number of runs of each way; an error at the first that differs."""
    expected, launches = timed.execute(runner, "reference", {"SBP_SCHEDULER_SEED": 0})
    assert launches == timed.launches, "the first run does not follow the launch lists"
    assert np.isfinite(np.frombuffer(expected[0][-8 * STEPS :])).all()

    def execute(item):
        (way, make), seed = item
        environment = make(seed)
        values, launches = timed.execute(runner, f"{way}.{seed}", environment)
        assert values == expected, f"{environment}: other bits"
        assert launches == timed.launches, f"{environment}: other launches"

    ways = WAYS[target]
    with multiprocessing.pool.ThreadPool(2) as pool:
        for _ in pool.imap_unordered(execute, itertools.product(ways.items(), seeds)):
            pass
    return {way: len(seeds) for way in ways}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner")
    parser.add_argument("--target", choices=list(WAYS), default="host")
    options = parser.parse_args()
    first = int(os.environ.get("SBP_TIMING_SEED", np.random.default_rng().integers(10**6)))
    most = {"host": 100, "cuda": 10}[options.target] if FULL else 1
    count = min(int(os.environ.get("SBP_SEEDS", most)), most)
    print(f"seeds {first} to {first + count - 1}")
    runs = 0
    for name, plan, flags in PLANS:
        models = [Perceptron, Gpt][: 2 if options.target == "host" else 1] if FULL else [QUICK[options.target].get(name)]
        for model in filter(None, models):
            timed = Timed(model, plan, (*list_target_flags(options.target), *flags))
            counts = check(timed, options.runner, options.target, range(first, first + count))
            runs += sum(counts.values())
            print(f"{name:22} {model.__name__:10} {counts}", flush=True)
    print(f"{runs} runs have the bits and the launches of the first")


main()
