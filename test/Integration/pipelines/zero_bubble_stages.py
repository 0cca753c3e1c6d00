"""A perceptron over four equal stages under zero_bubble: every stage splits its backward, with numpy's bits.

Data and weights are integers, and an update moves a weight by at most 1, so that every sum is exact. The report's orders are those that
sbp-opt prints for equal stages, and the launch lists of the tasks follow them: the task that makes a weight's gradient runs in group W.
Prints each stage's durations and order.
"""

import json
import os

import numpy as np

from sbp import safetensors
from sbp_testing.equal_stages import write
from sbp_testing.harness import Case, run
from sbp_testing.launch_lists import list_groups, name_kinds, read_graphs

STAGES, ROWS, WIDTH, COUNT, STEPS = 4, 16, 8, 8, 3


def train(x, y, values):
    """Losses and weights after STEPS steps."""
    losses = []
    for _ in range(STEPS):
        inputs, sums = [x], []
        for weight in values:
            sums.append(inputs[-1] @ weight)
            inputs.append(np.maximum(sums[-1], 0))
        d = inputs[-1] - y
        losses.append((d * d).sum())
        d, slopes = 2 * d, []
        for k in reversed(range(STAGES)):
            d = d * (sums[k] > 0)
            slopes.insert(0, inputs[k].T @ d)
            d = d @ values[k].T
        values = [value - np.clip(slope, -1, 1) for value, slope in zip(values, slopes)]
    return np.array(losses), values


def name_tasks(rank, graph, order):
    """The kinds of the stage's tasks in their order. The groups of the launch list are those of `order`."""
    kinds = name_kinds(graph, True)
    found = list_groups(graph, [rank], True)
    assert found == [group for group in order if group[0] in kinds.values()], (rank, found, order)
    return "".join(kinds.values())


def main():
    seed = int(os.environ.get("SBP_PIPELINE_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    source = np.random.default_rng(seed)
    x, y = (source.integers(-1, 2, (ROWS, WIDTH)).astype(np.float64) for _ in range(2))
    values = [source.integers(-1, 2, (WIDTH, WIDTH)).astype(np.float64) for _ in range(STAGES)]
    losses, states = train(x, y, values)
    case = Case(write(STAGES, ROWS, WIDTH, COUNT, "zero_bubble"))
    report = case.report["schedule"]
    printed = run(
        "sbp-opt", f"--sbp-print-schedule=schedule=zero_bubble ranks={STAGES} micro-batches={COUNT} forward=1 backward=1 weight=1"
    )
    printed = json.loads(printed.stdout)
    assert report["order"] == printed["order"] and report["in_flight"] == printed["in_flight"], (report, printed)
    graphs = read_graphs(run("sbp-compile", case.model, "--emit=tasks", "-o", "/dev/stdout").stdout, "train")
    assert len(graphs) == STAGES
    for rank, (stage, order, graph) in enumerate(zip(report["stages"], report["order"], graphs)):
        durations = [stage[f"{kind}_units"] for kind in ("forward", "backward", "weight")]
        # No stage waits for the backward of the first one: all of it is weight work.
        assert min(durations[0], durations[2]) > 1 and (rank == 0 or durations[1] > 1), durations
        kinds = name_tasks(rank, graph, order)
        print(f"stage {rank}: tasks {kinds}, order {' '.join(order)}")
    np.save(case.path("x.npy"), x.astype(np.float32))
    np.save(case.path("y.npy"), y.astype(np.float32))
    safetensors.save(case.path("first.safetensors"), {f"w{k}": value.astype(np.float32) for k, value in enumerate(values)})
    run(
        "sbp-run",
        case.artifact,
        f"--steps={STEPS}",
        f"--weights={case.path('first.safetensors')}",
        f"--save-state={case.path('last.safetensors')}",
        f"--input=x=@{case.path('x.npy')}",
        f"--input=y=@{case.path('y.npy')}",
        f"--output=loss=@{case.path('loss.npy')}:all",
    )
    assert np.array_equal(np.load(case.path("loss.npy")), losses.astype(np.float32)), (np.load(case.path("loss.npy")), losses)
    found = safetensors.load(case.path("last.safetensors"))
    for k, state in enumerate(states):
        assert np.array_equal(found[f"w{k}"], state.astype(np.float32)), (k, found[f"w{k}"], state)
    print(f"{STEPS} steps equal numpy's")


main()
