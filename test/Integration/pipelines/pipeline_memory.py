"""Memory of steps in micro-batches: what the compiler predicts is what a run takes, and what grows with the micro-batches in flight.

The stages of a chain keep the same number of bytes for every micro-batch in flight, under any credits: what the layers of a GPT save for
backward on four equal stages is in the ratio 4, 3, 2, 1. Eight layers under ZeRO 3 hold at most two gathered weights at once. Prints
tables.
"""

import json
import math
import re

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.staged_models import Gpt, Perceptron, Plan, add_step, finish, gpt

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


class Blocks(Gpt):
    """The layers of the GPT without embedding and head, on stages that are alike: the cotangent of the last layer's result is data."""

    data = ("x", "y")

    def shapes(self):
        return {name: shape for name, shape in super().shapes().items() if name.startswith("h")}

    def write(self):
        o, layout = self.options, self.layout
        names = [f"s{i}" for i in range(self.stages)]
        x, y = (self.argument(name, (o.batch, o.tokens, o.width), layout.whole(names[at])) for name, at in (("x", 0), ("y", -1)))
        for layer in range(o.layers):
            stage = self.get_stage(f"h{layer}.")
            if layer and stage != self.get_stage(f"h{layer - 1}."):
                x = self.see(x, layout.stream(names[stage]), layout.stream(names[stage - 1]))
            shapes = {name: shape for name, shape in self.shapes().items() if name.startswith(f"h{layer}.")}
            weights = {
                name.partition(".")[2]: self.argument(name, shape, layout.weight(name, names[stage])) for name, shape in shapes.items()
            }
            x = self.block(x, weights, names[stage])
        kind = gpt.tensor(x[1])
        product = self.add(f"arith.mulf {x[0]}, {y[0]} : {kind}", x[1])
        reduced = f"ins({product[0]} : {kind}) outs({self.zeros(())} : tensor<f32>) dimensions = [0, 1, 2]"
        return finish(self, layout, names[-1], self.add(f"linalg.reduce {{ arith.addf }} {reduced}", ()))


def list_saved(graph):
    """(bytes of a copy, copies) of every register that forward tasks of a graph write and its backward tasks read."""
    registers = {}
    for name, attributes, kind in re.findall(r"(%\w+) = task\.register \{(.*)\} : <tensor<(.*)>>", graph):
        *shape, element = kind.split("x")
        copies = re.search(r"copies = (\d+)", attributes)
        registers[name] = (math.prod(map(int, shape)) * int(element[1:]) // 8, int(copies[1]) if copies else 1)
    written, read = set(), set()
    for inputs, outputs, attributes in re.findall(r"task\.compute @\S+?\((.*?)\) -> \((.*?)\).*? \{(.*?)\} :", graph):
        if "firings" not in attributes:
            continue
        if "backward = true" in attributes:
            read.update(re.findall(r"%\w+", inputs))
        else:
            written.update(re.findall(r"%\w+", outputs))
    return sorted(registers[name] for name in written & read)


def check_saved():
    """Registers with saved activations hold the same bytes on every stage, times as many copies as the stage has credits."""
    for credits in ((4, 3, 2, 1), (2, 2, 2, 1)):
        plan = Plan(CHAIN, (("dp", 1),), 0, M, "1f1b")
        flag = f"--credits={','.join(map(str, credits))}"
        case = build(plan, Blocks(plan, 4), flag)
        text = run("sbp-compile", case.model, "--emit=tasks", "-o", "/dev/stdout", flag).stdout
        stages = [list_saved(graph) for graph in re.split(r"(?=task\.graph )", text)[1:]]
        saved = [sum(size * copies for size, copies in stage) for stage in stages]
        print(f"credits {credits}: {len(stages[0])} registers a stage hold {saved} bytes of saved activations")
        assert [[size for size, _ in stage] for stage in stages] == [[size for size, _ in stages[0]]] * 4, stages
        assert [{copies for _, copies in stage} for stage in stages] == [{count} for count in credits], stages
        assert [total * credits[0] for total in saved] == [saved[0] * count for count in credits], saved


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
check_saved()
check_gathers()
print("predictions and bytes in flight hold")
