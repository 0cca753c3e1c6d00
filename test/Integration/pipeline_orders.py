"""The plans of a GPT with equal stages have the orders that sbp-opt --sbp-print-schedule prints for stages of equal durations.

Prints a table: schedule, credits, in flight.
"""

import json

from harness import Case, run
from staged_models import Gpt, Plan, add_step

M = 8
CHAIN, CHUNKS = ((0,), (1,), (2,), (3,)), ((0,), (1,), (0,), (1,))
#: Schedule, stages, credits.
PLANS = [
    ("gpipe", CHAIN, ""),
    ("1f1b", CHAIN, "4,3,2,1"),
    ("1f1b", CHAIN, "3,3,2,1"),
    ("interleaved", CHUNKS, ""),
    ("zero_bubble", CHAIN, ""),
]


def main():
    for kind, stages, credits in PLANS:
        ranks = len(set(stages))
        plan = Plan(stages, (("dp", 1),), 0, M, kind)
        writer = Gpt(plan, 4, width=16, batch=16, tokens=16)
        writer.optimizer = "optimizer=sgd rate=0.1"
        case = Case(add_step(writer, plan), *[f"--credits={credits}"] * bool(credits))
        found = case.report["schedule"]
        words = f"schedule={kind} ranks={ranks} chunks={len(stages) // ranks} micro-batches={M} forward=1 backward={1 if kind == 'zero_bubble' else 2}"
        words += f" credits={credits}" * bool(credits)
        printed = json.loads(run("sbp-opt", f"--sbp-print-schedule={words}").stdout)
        print(f"{kind:11} {credits or 'no credits':10} in flight {found['in_flight']}")
        for key in ("in_flight", "order"):
            assert found[key] == printed[key], (kind, credits, key, found[key], printed[key])
    print("orders are those of the command line")


main()
