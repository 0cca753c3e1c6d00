"""What a step in micro-batches over two stages moves, from the report: kinds of communications and how often each runs in a step.

A perceptron of two layers per stage in m = 4 micro-batches, activations that are larger than weights. Between stages m transfers each way
of one activation. Gradients are reduced once (data parallel, ZeRO 1) or m times (ZeRO 2, 3); ZeRO 3 gathers each weight twice a
micro-batch, that of the first layer and biases, which backward does not read, once. Tensor parallel communications run m times. Nothing
else moves but the loss and the norm. Prints a table.
"""

import collections

from harness import Case
from staged_models import Perceptron, Plan, add_step

M, LAYERS = 4, 4
STAGES = ((0, 1), (2, 3))
#: Rows of the batch and width. Weights are cheaper to move than activations, or as in TP the start of a communication costs most.
LARGE, SMALL = (65536, 64), (8192, 16)

#: Sizes, axes, stage of ZeRO, and how often each kind runs: {(kind, executions): communications}.
PLANS = {
    "DP": (LARGE, (("dp", 2),), 0, {("all_reduce", 1): 2 * LAYERS}),
    "ZeRO 1": (LARGE, (("dp", 2),), 1, {("reduce_scatter", 1): 2 * LAYERS, ("all_gather", 1): 2 * LAYERS}),
    "ZeRO 2": (LARGE, (("dp", 2),), 2, {("reduce_scatter", M): 2 * LAYERS, ("all_gather", 1): 2 * LAYERS}),
    "ZeRO 3": (LARGE, (("dp", 2),), 3, {("reduce_scatter", M): 2 * LAYERS, ("all_gather", M): 2 * LAYERS - 1 + LAYERS}),
    # A row-parallel product per stage in forward; in backward the cotangent of the second stage's input.
    "TP": (SMALL, (("tp", 2),), 0, {("all_reduce", M): 2, ("reduce_scatter", M): 1}),
}


def is_crossing(entry):
    return entry["from"].split(":")[0] != entry["to"].split(":")[0]


def main():
    for name, ((batch, width), axes, zero, expected) in PLANS.items():
        plan = Plan(STAGES, axes, zero, M, "1f1b")
        report = Case(add_step(Perceptron(plan, LAYERS, batch, (width,)), plan)).report
        boxings = [entry for entry in report["boxings"] if entry["entry"] == "train"]
        crossing = [(entry["executions_per_step"], entry["total_bytes"]) for entry in boxings if is_crossing(entry)]
        moved = collections.Counter()
        for entry in report["collectives"]:
            # Those between stages have messages or a root. The loss is a number.
            if entry["entry"] == "train" and entry.get("payload_bytes", 0) != 8 and entry["kind"] not in ("exchange", "broadcast"):
                moved[entry["kind"], entry["executions_per_step"]] += 1
        print(f"{name:8} between stages {crossing}; " + ", ".join(f"{n} {kind} {times} times" for (kind, times), n in moved.items()))
        activation = batch // M * width * 8
        # Both ranks of a tensor parallel stage receive the whole; on the way back their partial cotangents are reduced.
        forward, backward = (2, 3) if "tp" in dict(axes) else (1, 1)
        assert crossing == [(M, forward * activation), (M, backward * activation)], (crossing, activation)
        assert moved == expected, (name, moved, expected)
    print("nothing else moves")


main()
