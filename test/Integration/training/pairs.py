"""A GPT trained with every pair of: checkpointed layers, ZeRO 2, two stages, micro-batches, products of bf16. One loss curve per precision."""

import itertools

import numpy as np

from recomputation import BATCH, TOKENS, WORDS, get_weights, write
from sbp import safetensors
from sbp_testing.harness import Case, run

STEPS = 5
WORDS_OF = {
    "checkpointed": "recompute=layers",
    "ZeRO 2": "zero=2:dp",
    "stages": "",
    "micro-batches": "micro-batches=2",
    "bf16": "precision=bf16",
}
BOUND = {False: 2e-5, True: 2e-2}  # of the loss, with bf16 or without


def follow(features):
    """The losses of STEPS steps on the same data and first weights."""
    plan = "stages" if "stages" in features else "dp" if "ZeRO 2" in features else "one"
    text = write(plan, 2, " ".join(WORDS_OF[each] for each in features))
    case, source = Case(text), np.random.default_rng(1)
    data = {name: source.integers(0, WORDS, (BATCH, TOKENS)) for name in ("ids", "labels")}
    first, losses = case.path("first.safetensors"), case.path("loss.npy")
    safetensors.save(first, get_weights(text))
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        f"--weights={first}",
        f"--steps={STEPS}",
        "--output",
        f"loss=@{losses}:all",
        *case.save(data),
    )
    return np.load(losses)


def main():
    curves = {False: follow(()), True: follow(("bf16",))}
    assert curves[False][-1] < curves[False][0]
    assert np.abs(curves[True] - curves[False]).max() < BOUND[True] * curves[False][0]
    for pair in itertools.combinations(WORDS_OF, 2):
        narrow = "bf16" in pair
        found, expected = follow(pair), curves[narrow]
        difference = np.abs(found - expected).max() / expected.max()
        assert difference < BOUND[narrow], (pair, found, expected)
        print(f"{' and '.join(pair)}: differs by {difference:.1e}", flush=True)
    print("one loss curve per precision")


main()
