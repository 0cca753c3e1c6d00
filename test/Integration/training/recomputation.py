"""What backward keeps of a GPT, and that making the rest again changes no bit.

recomputation.py        every case

A layer of s tokens, b rows and width h keeps 10 s b h elements and the log-sum-exps of attention: its input, q, k, v, the result of
attention, the middle of the residual stream, and 4 s b h before gelu. Of t ranks of tensor parallelism each keeps 2 s b h of the residual stream, the
two norms that the plan constrains, and a t-th of the rest; sequence parallelism cuts the residual stream too. Checkpointed layers keep
their input. Stages keep that once per micro-batch in flight.
"""

import os
import subprocess
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.paths import ROOT

BATCH, TOKENS, WIDTH, HEADS, WORDS, RANKS = 4, 16, 32, 4, 32, 4
ELEMENTS, SUMS = BATCH * TOKENS * WIDTH, BATCH * HEADS * TOKENS
# Elements that a layer keeps on a rank, by plan and by what is made again.
KEPT = {
    ("one", ""): 10 * ELEMENTS + SUMS,
    ("one", "layers"): ELEMENTS,
    ("one", "contractions"): 10 * ELEMENTS + SUMS,
    ("tp", ""): (4 + 8 / RANKS) * ELEMENTS + SUMS / RANKS,
    ("tp", "layers"): ELEMENTS,
    ("sequence", ""): (2 + 10 / RANKS) * ELEMENTS + SUMS / RANKS,
    ("sequence", "layers"): ELEMENTS / RANKS,
}


def write(plan, layers, training):
    words = {"layers": layers, "width": WIDTH, "heads": HEADS, "batch": BATCH, "tokens": TOKENS, "vocabulary": WORDS}
    flags = [f"--{name}={value}" for name, value in words.items()]
    script = os.path.join(ROOT, "examples", "training", "gpt.py")
    text = subprocess.run([sys.executable, script, f"--plan={plan}", *flags], check=True, capture_output=True, text=True).stdout
    option = f"--sbp-add-training=loss=loss data=ids,labels optimizer=adamw rate=0.01 {training}"
    return subprocess.run(["sbp-opt", "-", option], input=text, check=True, capture_output=True, text=True).stdout


def get_weights(text):
    """Numbers for every state that has no first value of its own."""
    source = np.random.default_rng(3)
    weights = {}
    for part in text.split("func.func @train(", 1)[1].split(") -> ", 1)[0].split("%arg")[1:]:
        if 'sbp.state = "' not in part or "sbp.init" in part:
            continue
        shape = [int(n) for n in part.split("tensor<", 1)[1].split("xf32", 1)[0].split("x")]
        weights[part.split('sbp.state = "', 1)[1].split('"', 1)[0]] = (source.standard_normal(shape) / 4).astype(np.float32)
    return weights


def train(case, weights):
    """The states after two steps, as bytes."""
    source = np.random.default_rng(1)
    data = {name: source.integers(0, WORDS, (BATCH, TOKENS)) for name in ("ids", "labels")}
    safetensors.save(case.path("first.safetensors"), weights)
    last = case.path("last.safetensors")
    run("sbp-run", case.artifact, "--entry=train", f"--weights={case.path('first.safetensors')}", f"--save-state={last}", "--steps=2",
        *case.save(data))  # fmt: skip
    return safetensors.load(last)


def main():
    for plan in ("one", "tp", "sequence", "stages"):
        expected = None
        for recompute in ("", "layers", "contractions"):
            training = " ".join([f"recompute={recompute}" * bool(recompute), "micro-batches=4" * (plan == "stages")])
            text = write(plan, 4, training)
            case = Case(text)
            report = case.report
            assert report["saved_bytes"] == sum(value["bytes"] for value in report["saved"]), plan
            if (plan, recompute) in KEPT:
                layer = (report["saved_bytes"] - Case(write(plan, 2, training)).report["saved_bytes"]) / 2
                assert layer == 4 * KEPT[plan, recompute], (plan, recompute, layer, 4 * KEPT[plan, recompute])
            if plan == "stages" and not recompute:
                assert any(value["copies"] > 1 for value in report["saved"]), report["saved"]
            peak = max(rank["peak_bytes"] for rank in report["memory"])
            states = train(case, get_weights(text))
            if expected is None:
                expected, free = states, peak
            assert all(np.array_equal(states[name], value) for name, value in expected.items()), (plan, recompute)
            assert peak <= free, (plan, recompute, peak, free)
            print(f"{plan} {recompute or 'cut'}: saved {report['saved_bytes']}, peak {peak}, same bits")


if __name__ == "__main__":
    main()
