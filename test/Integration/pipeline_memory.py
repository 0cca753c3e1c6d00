"""Memory of steps in micro-batches: what the compiler predicts is what a run takes, and what grows with the micro-batches in flight.

The stages of a chain keep the same number of bytes for every micro-batch in flight, under any credits. Eight layers under ZeRO 3 hold at
most two gathered weights at once. Prints tables.
"""

import json
import re

import numpy as np

from harness import Case, run
from staged_models import Gpt, Perceptron, Plan, add_step
from sbp import safetensors

M = 8
CHAIN = ((0,), (1,), (2,), (3,))


def build(plan, writer, *flags):
    """Compiles the training step alone."""
    text = add_step(writer, plan)
    return Case(re.sub(r"^  func.func @main.*?\n  }\n", "", text, flags=re.MULTILINE | re.DOTALL), *flags)


def measure(case, writer):
    """The peak of the busiest rank over two steps."""
    data, weights = writer.draw(np.random.default_rng(0))
    first = case.path("first.safetensors")
    safetensors.save(first, weights)
    return json.loads(run("sbp-run", case.artifact, "--json", "--steps=2", f"--weights={first}", *case.save(data)).stdout)["peak_bytes"]


def check_peaks():
    plans = {
        "accumulation": Plan(((0,),), (("dp", 1),), 0, M),
        "ZeRO 3": Plan(((0, 1),), (("dp", 2),), 3, M),
        "2 stages": Plan(((0, 1), (2, 3)), (("dp", 2),), 1, M, "1f1b"),
        "2 x 2 chunks": Plan(((0,), (1,), (0,), (1,)), (("dp", 1),), 0, M, "interleaved"),
    }
    for name, plan in plans.items():
        for model in (Perceptron, Gpt):
            writer = model(plan, 4)
            case = build(plan, writer)
            predicted, found = max(rank["peak_bytes"] for rank in case.report["memory"]), measure(case, writer)
            print(f"{name:13} {model.__name__:10} predicted {predicted}, measured {found}")
            assert predicted == found


def check_flight():
    """The first stage keeps one activation per micro-batch in flight, stages in the middle also their inputs."""
    activation = 2048 // M * 32 * 8
    bases = set()
    for kind, credits in (("gpipe", None), ("1f1b", "4,3,2,1"), ("1f1b", "3,3,2,1"), ("1f1b", "2,2,2,1"), ("1f1b", "1,1,1,1")):
        plan = Plan(CHAIN, (("dp", 1),), 0, M, kind)
        report = build(plan, Perceptron(plan, 4, batch=2048, widths=(32,)), *[f"--credits={credits}"] * bool(credits)).report
        flight = report["schedule"]["in_flight"]
        needed = [rank["peak_bytes"] - rank["state_bytes"] for rank in report["memory"]]
        print(f"{kind:5} in flight {flight}: {needed} bytes but for states")
        bases.add(needed[0] - flight[0] * activation)
        if flight == [4, 3, 2, 1]:
            assert needed[1] - needed[2] == 2 * activation, (needed, activation)
    assert len(bases) == 1, bases


def count_alive(graph, gathers, kind):
    """The most gathered registers of a type that are alive at once along the launch list of a graph."""
    tasks = re.findall(r"task\.(?:compute|collective) (@\S+?)\((.*?)\) -> \((.*?)\)", graph)
    launch = re.search(r"task\.launch stream 0 tasks \[(.*?)\] micro_batches \[(.*?)\]", graph)
    order = list(zip(*(map(int, launch[i].split(",")) for i in (1, 2))))
    matrices = set(re.findall(rf"(%\w+) = task\.register .*<{re.escape(kind)}>$", graph, re.MULTILINE))
    last = {(register, k): place for place, (task, k) in enumerate(order) for register in re.findall(r"%\w+", tasks[task][1])}
    spans = [
        (place, last[tasks[task][2], k])
        for place, (task, k) in enumerate(order)
        if tasks[task][0] in gathers and tasks[task][2] in matrices
    ]
    return len(spans), max(sum(first <= place <= end for first, end in spans) for place in range(len(order)))


def check_gathers():
    """Eight layers on one placement and on two stages, in four micro-batches."""
    for stages in (((0, 1, 2, 3),), ((0, 1), (2, 3))):
        plan = Plan(stages, (("dp", len(stages[0])),), 3, 4)
        case = build(plan, Perceptron(plan, 8, batch=65536, widths=(64,)))
        text = run("sbp-opt", case.model, "--sbp-compile-to=tasks").stdout
        gathers = set(re.findall(r'sbp\.communication (@\S+) "all_gather"', text))
        counts = [count_alive(graph, gathers, "tensor<64x64xf64>") for graph in re.split(r"(?=task\.graph )", text)[1:]]
        print(f"ZeRO 3, 8 layers, {len(stages)} stages: (gathers of weights, alive) per class {counts}")
        # Twice a layer and micro-batch; the first layer's weight is read in forward alone.
        assert sum(number for number, _ in counts) == 4 * 15 and max(alive for _, alive in counts) <= 2, counts


check_peaks()
check_flight()
check_gathers()
print("predictions and bytes in flight hold")
