"""Pipelines that cannot be: sbp-compile ends with one error, at a line of the model, which names what is wrong.

Prints a table: case, line, message. One micro-batch is the uncut step: the same bytes of the artifact.
"""

import re

from sbp_testing.harness import Case, run
from sbp_testing.staged_models import Perceptron, Plan, add_step

ONE_RANK_STAGES = ((0,), (1,), (2,), (3,))
CASES = {
    # name: ranks of the stages, micro-batches, schedule, flags, the error
    "cycle of stages": (
        ((0,), (1,), "s0"),
        4,
        "1f1b",
        [],
        "forward returns from @s1 to @s0, which it has left before: the stages form a cycle; give what runs there later a placement of its own, "
        "perhaps on the same ranks",
    ),
    "chunks not repeated": (
        ((0,), (1,), (1,), (0,)),
        4,
        "interleaved",
        [],
        "interleaved needs a chain of stages whose chunks repeat over the ranks in order",
    ),
    "m not a multiple": (ONE_RANK_STAGES, 2, "interleaved", [], "interleaved needs a multiple of 4 micro-batches, one per rank; found 2"),
    "chunks of zero_bubble": (
        ONE_RANK_STAGES * 2,
        2,
        "zero_bubble",
        [],
        "zero_bubble over several chunks needs a multiple of 4 micro-batches, one per rank; found 2",
    ),
    "credits below 1": (
        ONE_RANK_STAGES,
        4,
        "1f1b",
        ["--credits=4,3,2,0"],
        "--credits=4,3,2,0: expected a number from 1 per rank of the pipeline, such as 4,3,2,1",
    ),
    "number of credits": (ONE_RANK_STAGES, 4, "1f1b", ["--credits=4,3"], "expected 4 credits, one per rank; found 2"),
    "credits of gpipe": (ONE_RANK_STAGES, 4, "gpipe", ["--credits=4,3,2,1"], "credits do not apply to gpipe, whose order is fixed"),
    "unknown schedule": (
        ((0,), (1,)),
        4,
        "2f2b",
        [],
        "unknown schedule '2f2b'; expected one of 1f1b, gpipe, greedy, interleaved, zero_bubble, or a file NAME.json",
    ),
    "no micro-batches": (((0,), (1,)), 0, "", [], "sbp.microbatches is 0 : i64; expected a number of micro-batches from 1 to 1048576"),
    "above the dim": (
        ((0,), (1,)),
        32,
        "",
        [],
        "argument #0 'x' has extent 16 in dimension 0, which 32 micro-batches exceed; expected a multiple of sbp.microbatches",
    ),
    "m does not divide": (
        ((0,), (1,)),
        3,
        "",
        [],
        "argument #0 'x' has extent 16 in dimension 0, which 3 micro-batches do not divide; expected a multiple of sbp.microbatches",
    ),
}


def write(ranks, count, schedule):
    back = isinstance(ranks[-1], str)
    plan = Plan(tuple(ranks[:-1]) + ((2,),) if back else ranks, (("dp", 1),), 0, count, schedule)
    text = add_step(Perceptron(plan, max(2, len(ranks))), plan)
    # The last stage is the first again.
    return re.sub(r"@s2\b", "@s0", re.sub(r" *sbp.placement @s2 .*\n", "", text)) if back else text


def check(name):
    ranks, count, schedule, flags, expected = CASES[name]
    case = Case(write(ranks, count, schedule), *flags, expect=1)
    errors = re.findall(r"^(.*?): error: (.*)$", case.compiled.stderr, re.MULTILINE)
    assert len(errors) == 1, case.compiled.stderr
    where, message = errors[0]
    # The message names the flag that is wrong, the op that closes a cycle, or the entry or its argument.
    place = "sbp-compile" if message.startswith("--") else re.fullmatch(rf"{re.escape(case.model)}:(\d+):\d+", where)[1]
    assert message == expected, (where, message, expected)
    if place != "sbp-compile":
        with open(case.model) as file:
            assert ("sbp.constrain" if "cycle" in name else "func.func @train") in file.readlines()[int(place) - 1], where
    print(f"{name:22} {'flag' if place == 'sbp-compile' else 'line ' + place:8} {message}")


def check_one_micro_batch():
    """The artifact of one micro-batch is that of the uncut step, byte for byte."""
    plan = Plan(((0,), (1,)), (("dp", 1),))
    text = add_step(Perceptron(plan, 2), plan)
    case = Case(text)
    with open(case.artifact, "rb") as file:
        expected = file.read()
    with open(case.model, "w") as file:
        file.write(re.sub(r"(@train\(.*\)) \{$", r"\1 attributes {sbp.microbatches = 1 : i64} {", text, flags=re.M))
    run("sbp-compile", case.model, "-o", case.artifact)
    with open(case.artifact, "rb") as file:
        assert file.read() == expected
    print("one micro-batch: the artifact of the uncut step")


def main():
    for name in CASES:
        check(name)
    check_one_micro_batch()
    print(f"{len(CASES)} pipelines are refused")


main()
