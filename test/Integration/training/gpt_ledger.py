"""What a training step of a GPT communicates under tensor parallelism and under sequence parallelism on tp=4.

The residual stream is constrained, cotangents too (examples/training/gpt.py). A layer has two all_reduce of batch x sequence x width
forward and two backward, and nothing else of that size; with sequence parallelism each is a reduce_scatter and an all_gather of the
same bytes. The head adds one: its columns are split. Split classes: the largest logit and the sum of exponentials of each token in
forward, none in backward; the target's logit travels in the mean. Prints a table.
"""

import collections
import sys

from sbp_testing.harness import Case, run
from sbp_testing.paths import EXAMPLES

GPT = EXAMPLES / "training" / "gpt.py"
LAYERS, BATCH, TOKENS, WIDTH, WORDS = 2, 6, 32, 64, 32  # few words: the gradient of the embedding is smaller than the stream


def step(plan):
    sizes = ["--layers", LAYERS, "--batch", BATCH, "--tokens", TOKENS, "--width", WIDTH, "--vocabulary", WORDS]
    forward = run(sys.executable, GPT, "--plan", plan, *sizes).stdout
    case = Case(forward)
    return Case(run("sbp-opt", case.model, "--sbp-add-training=loss=loss data=ids,labels optimizer=sgd rate=0.1").stdout)


def main():
    stream = BATCH * TOKENS * WIDTH * 4
    for plan in ("tp", "sequence"):
        report = step(plan).report
        entries = [(entry["kind"], entry["payload_bytes"]) for entry in report["collectives"] if entry["entry"] == "train"]
        large = collections.Counter(kind for kind, payload in entries if payload == stream)
        rows = collections.Counter(kind for kind, payload in entries if payload == BATCH * TOKENS * 4)
        print(
            f"{plan:8} of the stream: {dict(sorted(large.items()))}; of one number per token: {dict(sorted(rows.items()))}; "
            f"others: {sum(payload not in (stream, BATCH * TOKENS * 4) for _, payload in entries)}"
        )
        halves = 4 * LAYERS + 1
        expected = {"all_reduce": halves} if plan == "tp" else {"all_gather": halves, "reduce_scatter": halves}
        assert large == expected and rows == {"all_reduce": 2}, (large, expected, rows, entries)


main()
