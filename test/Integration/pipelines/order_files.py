"""Schedules from files: random legal orders run as they are written and give the numbers of one rank; damaged ones name a group.

SBP_SEEDS is the number of orders (at most 24), SBP_PLANS_SEED draws the same again. Stages are a chain over 2 to 4 ranks, or 2 x 2 chunks;
half of the orders run the gradients of weights apart. Compared are the groups of the launch lists with those of the file, and losses and
states of three steps in f64 with one rank's. Prints a table: order, the most micro-batches in flight.
"""

import json
import os
import pathlib
import random
import tempfile

import numpy as np

from sbp_testing.harness import Case
from sbp_testing.launch_lists import count_in_flight, list_groups, read_graphs
from sbp_testing.staged_models import Perceptron, Plan, add_step, train

STEPS = 3
SHAPES = {"2 ranks": (0, 1), "3 ranks": (0, 1, 2), "4 ranks": (0, 1, 2, 3), "2 x 2 chunks": (0, 1, 0, 1)}


def name(kind, batch, stage, ranks, stages):
    return f"{kind}{batch}" + (f".c{stage // ranks}" if stages > ranks else "")


def draw_order(draw, stages, count, is_split):
    """A legal order: whatever is ready may come next."""
    ranks = len(set(stages))
    done = {kind: [0] * len(stages) for kind in "FBW"}
    order = [[] for _ in range(ranks)]
    last = len(stages) - 1
    while True:
        ready = []
        for stage in range(len(stages)):
            f, b, w = (done[kind][stage] for kind in "FBW")
            if f < count and (stage == 0 or done["F"][stage - 1] > f):
                ready.append(("F", f, stage))
            if b < f and (stage == last or done["B"][stage + 1] > b):
                ready.append(("B", b, stage))
            if is_split and w < b:
                ready.append(("W", w, stage))
        if not ready:
            return order
        kind, batch, stage = draw.choice(ready)
        done[kind][stage] += 1
        order[stages[stage]].append(name(kind, batch, stage, ranks, len(stages)))


class Schedule:
    """A model whose schedule is the file `path`."""

    def __init__(self, folder, stages, count):
        self.stages, self.path = stages, os.path.join(folder, "orders.json")
        self.plan = Plan(tuple((rank,) for rank in stages), (("dp", 1),), 0, count, self.path)

    def compile(self, order, *flags, expect=0):
        if order is not None:
            pathlib.Path(self.path).write_text(json.dumps({"order": order}))
        return Case(add_step(Perceptron(self.plan, max(2, len(self.stages))), self.plan), *flags, expect=expect)


def check(seed, folder):
    draw = random.Random(seed)
    shape, count, is_split = draw.choice(list(SHAPES)), draw.choice([2, 4, 8]), draw.random() < 0.5
    stages = SHAPES[shape]
    order = draw_order(draw, stages, count, is_split)
    schedule = Schedule(folder, stages, count)
    ranks = len(set(stages))
    with tempfile.TemporaryDirectory() as phases:
        case = schedule.compile(order, f"--dump-phases={phases}")
        in_flight = []
        graphs = sorted(read_graphs(pathlib.Path(phases, "3-tasks.mlir").read_text(), "train"), key=lambda graph: graph.ranks)
        for rank, graph in enumerate(graphs):
            groups = list_groups(graph, [stage for stage, owner in enumerate(stages) if owner == rank], is_split)
            # No stage waits for the backward of the first one: all of it is weight work.
            empty = {f"B{k}{chunk}" for k in range(count) for chunk in ("", ".c0")} if is_split and rank == 0 else set()
            assert groups == [group for group in order[rank] if group not in empty], (seed, rank, groups, order[rank])
            in_flight.append(count_in_flight(groups, is_split))
    assert case.report["schedule"]["kind"] == "order" and case.report["schedule"]["order"] == order, case.report["schedule"]
    reference = Perceptron(Plan(), max(2, len(stages)))
    data, weights = reference.draw(np.random.default_rng(seed))
    losses, states = train(Case(add_step(reference, Plan())), data, weights, STEPS)
    found, last = train(case, data, weights, STEPS)
    for what, value, right in [("losses", found, losses)] + [(key, last[key], states[key]) for key in states]:
        worst = np.abs(np.asarray(value, np.float64) - right).max(initial=0) / max(np.abs(right).max(initial=0), 1e-30)
        assert worst <= 1e-11, (seed, what, worst)
    print(f"seed {seed}: {shape:12} m = {count} {'split ' if is_split else ''}of {ranks} lists, in flight {in_flight}", flush=True)


def check_damaged(folder):
    schedule = Schedule(folder, (0, 1), 2)
    right = [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]
    for what, order, message in (
        ("missing", [right[0][:3], right[1]], "rank 0: group B1.c0 is missing"),
        ("twice", [right[0], ["F0", "B0", "F1", "B0", "B1"]], "rank 1: group B0.c0 comes twice, or after a later micro-batch"),
        ("before", [["F1", "F0", "B0", "B1"], right[1]], "rank 0: group F1.c0 comes before F0.c0"),
        # Rank 1 computes backward only after a forward that rank 0 has after its own backward.
        ("too early", [["F0", "B0", "F1", "B1"], ["F0", "F1", "B0", "B1"]], "rank 0 waits forever at group B0.c0, which comes too early"),
        ("chunk", [right[0], [*right[1], "F0.c1"]], "rank 1: group F0.c1 is of no chunk of the rank, which has 1"),
        ("micro-batch", [[*right[0], "F2"], right[1]], "rank 0: group F2.c0 is of no micro-batch of the step, which has 2"),
        ("lists", right[:1], "the order has 1 lists, but the pipeline has 2 ranks"),
        ("word", [["F0", "X1"], []], 'order[0][1]: "X1" is no group; expected F, B or W and a micro-batch'),
        ("no list", ["F0"], 'order[0]: expected a list of groups, found "F0"'),
    ):
        error = schedule.compile(order, expect=1).compiled.stderr
        assert message in error and "orders.json" in error, (what, error)
    os.remove(schedule.path)
    error = schedule.compile(None, expect=1).compiled.stderr
    assert "orders.json: No such file or directory" in error, error
    print("damaged orders are refused")


def main():
    first = int(os.environ.get("SBP_PLANS_SEED", np.random.default_rng().integers(10**6)))
    count = min(int(os.environ.get("SBP_SEEDS", "3")), 24)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            check(seed, folder)
        check_damaged(folder)
    print(f"{count} orders run as they are written")


main()
