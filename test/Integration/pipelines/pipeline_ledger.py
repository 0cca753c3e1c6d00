"""What a step in micro-batches over stages moves, from the report: kinds of communications and how often each runs in a step.

A perceptron of one or two layers per stage in m = 4 micro-batches, activations that are larger than weights. Between stages m transfers
each way of one activation. Gradients are reduced once (data parallel, ZeRO 1) or m times (ZeRO 2, 3); ZeRO 3 gathers each weight twice a
micro-batch, that of the first layer and biases, which backward does not read, once. Tensor parallel communications run m times: of the GPT
four per layer and one for the head, which splits its classes. A weight of two stages moves once, and so does its gradient. Nothing else
moves but numbers: the loss, the step. Prints a table.
"""

import collections

from sbp_testing.harness import Case
from sbp_testing.staged_models import Gpt, Perceptron, Plan, TiedGpt, add_step

M, LAYERS = 4, 4
TWO = ((0, 1), (2, 3))
FOUR = ((0, 1), (2, 3), (4, 5), (6, 7))
#: Rows of the batch and width. Weights are cheaper to move than activations, or as in TP the start of a communication costs most.
LARGE, SMALL = (65536, 64), (8192, 16)
ONCE = {("all_reduce", 1): 2 * LAYERS}
DP, TP = (("dp", 2),), (("tp", 2),)
#: The GPT: batch, tokens, width.
SIZES = {"batch": 16, "tokens": 32, "width": 32}

#: Stages, sizes, axes, stage of ZeRO, and how often each kind runs within stages: {(kind, executions): communications}.
PLANS = {
    "DP": (TWO, LARGE, DP, 0, ONCE),
    "DP, 4 stages": (FOUR, LARGE, DP, 0, ONCE),
    "ZeRO 1": (TWO, LARGE, DP, 1, {("reduce_scatter", 1): 2 * LAYERS, ("all_gather", 1): 2 * LAYERS}),
    "ZeRO 2": (TWO, LARGE, DP, 2, {("reduce_scatter", M): 2 * LAYERS, ("all_gather", 1): 2 * LAYERS}),
    "ZeRO 3": (TWO, LARGE, DP, 3, {("reduce_scatter", M): 2 * LAYERS, ("all_gather", M): 2 * LAYERS - 1 + LAYERS}),
    # A row-parallel product per stage in forward; in backward the cotangent of the second stage's input.
    "TP": (TWO, SMALL, TP, 0, {("all_reduce", M): 2, ("reduce_scatter", M): 1}),
    # The largest logit and the sum of exponentials are of one number per token.
    "TP, GPT": (TWO, None, TP, 0, {("all_reduce", M): 4 * LAYERS + 1 + 2}),
}
#: What crosses between two neighbours: {(kind, executions): communications}. Of a value that is whole on both ranks a root sends.
CROSSINGS = {"TP": {("broadcast", M): 1, ("exchange", M): 1}}
NEIGHBOURS = {("exchange", M): 2}


def is_crossing(entry):
    return entry["from"].split(":")[0] != entry["to"].split(":")[0]


def get_bytes(entry):
    """The largest message or piece of a communication."""
    return max([message["bytes"] for message in entry.get("messages", ())], default=entry.get("payload_bytes"))


def compile_step(sizes, plan):
    """The report, and the bytes of one activation of a micro-batch."""
    if sizes is None:
        writer = Gpt(plan, LAYERS, heads=4, vocabulary=64, **SIZES)
        writer.optimizer = "optimizer=sgd rate=0.1"
        return Case(add_step(writer, plan)).report, SIZES["batch"] // M * SIZES["tokens"] * SIZES["width"] * 8
    batch, width = sizes
    return Case(add_step(Perceptron(plan, LAYERS, batch, (width,)), plan)).report, batch // M * width * 8


def count_crossings(report):
    """{(placement from, to, executions, bytes): boxings} of the step between stages, but for those of numbers."""
    return collections.Counter(
        (entry["from"].split(":")[0], entry["to"].split(":")[0], entry["executions_per_step"], entry["total_bytes"])
        for entry in report["boxings"]
        if entry["entry"] == "train" and entry["total_bytes"] > 24 and is_crossing(entry)
    )


def check_tied():
    """The first stage's embedding goes to the last one once a step; its gradient comes back once, as two halves to both ranks."""
    plan = Plan(TWO, DP, 0, M)
    report = Case(add_step(TiedGpt(plan, LAYERS, heads=4, vocabulary=64, **SIZES), plan)).report
    activation, embedding = (SIZES["batch"] // M * SIZES["tokens"] * SIZES["width"] * 8, 64 * SIZES["width"] * 8)
    found = count_crossings(report)
    print(f"tied embedding: {dict(found)}")
    ahead = {("@s0", "@s1", M, activation): 1, ("@s0", "@s1", 1, 2 * embedding): 1}
    back = {("@s1", "@s0", M, activation): 1, ("@s1", "@s0", 1, 3 * embedding): 1}
    assert found == ahead | back, (found, ahead | back)


def main():
    for name, (stages, sizes, axes, zero, expected) in PLANS.items():
        report, activation = compile_step(sizes, Plan(stages, axes, zero, M, "1f1b"))
        crossing = count_crossings(report)
        # Numbers have eight bytes.
        moved = collections.Counter(
            (entry["kind"], entry["executions_per_step"])
            for entry in report["collectives"]
            if entry["entry"] == "train" and get_bytes(entry) > 8
        )
        print(
            f"{name:12} {len(crossing)} transfers between stages, {M} times; "
            + ", ".join(f"{n} {kind} {times} times" for (kind, times), n in sorted(moved.items(), key=str))
        )
        # Both ranks of a tensor parallel stage receive the whole; the perceptron's partial cotangents are reduced on the way back.
        forward, backward = {"TP": (2, 3), "TP, GPT": (2, 2)}.get(name, (1, 1))
        neighbours = range(len(stages) - 1)
        ahead = {(f"@s{k}", f"@s{k + 1}", M, forward * activation): 1 for k in neighbours}
        back = {(f"@s{k + 1}", f"@s{k}", M, backward * activation): 1 for k in neighbours}
        assert crossing == ahead | back, (name, crossing, ahead | back)
        sent = {key: len(neighbours) * number for key, number in CROSSINGS.get(name, NEIGHBOURS).items()}
        assert moved == expected | sent, (name, moved, expected, sent)
    check_tied()
    print("nothing else moves")


main()
