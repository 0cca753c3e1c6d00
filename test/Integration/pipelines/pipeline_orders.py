"""The plans of a GPT with equal stages have the orders that sbp-opt --sbp-print-schedule prints for stages of equal durations.

Compared are the report's schedule and the launch lists themselves, as groups of work: the order on every rank, and the most micro-batches
in flight. Prints a table: schedule, credits, in flight by the launch lists.
"""

import json
import os
import tempfile

from sbp_testing.harness import Case, run
from sbp_testing.launch_lists import count_in_flight, list_groups, read_graphs
from sbp_testing.staged_models import Gpt, Plan, add_step

M = 8
CHAIN, CHUNKS = tuple((rank,) for rank in range(4)), tuple((stage % 4,) for stage in range(8))
#: Schedule, stages, credits.
PLANS = [
    ("gpipe", CHAIN, ""),
    ("1f1b", CHAIN, "4,3,2,1"),
    ("1f1b", CHAIN, "3,3,2,1"),
    ("interleaved", CHUNKS, ""),
    ("zero_bubble", CHAIN, ""),
    ("zero_bubble", CHUNKS, ""),
]


def print_schedule(kind, ranks, chunks, credits):
    words = f"schedule={kind} ranks={ranks} chunks={chunks} micro-batches={M} forward=1 backward={1 if kind == 'zero_bubble' else 2}"
    words += f" credits={credits}" * bool(credits)
    return json.loads(run("sbp-opt", f"--sbp-print-schedule={words}").stdout)


def check_lists(graphs, printed, ranks, stages, is_split):
    """The numbers in flight by the launch lists, whose groups stand in the printed order."""
    found = []
    for graph in sorted(graphs, key=lambda graph: graph.ranks):
        (rank,) = graph.ranks
        groups = list_groups(graph, range(rank, stages, ranks), is_split)
        # No stage waits for the backward of the first one: all of it is weight work.
        empty = {f"B{k}{chunk}" for k in range(M) for chunk in ("", ".c0")} if is_split and rank == 0 else set()
        expected = [group for group in printed["order"][rank] if group not in empty]
        assert groups == expected, (rank, groups, expected)
        found.append(count_in_flight(groups, is_split))
    return found


def main():
    for kind, stages, credits in PLANS:
        ranks, is_split = len(set(stages)), kind == "zero_bubble"
        plan = Plan(stages, (("dp", 1),), 0, M, kind)
        writer = Gpt(plan, len(stages), width=16, batch=16, tokens=16)
        writer.optimizer = "optimizer=sgd rate=0.1"
        printed = print_schedule(kind, ranks, len(stages) // ranks, credits)
        with tempfile.TemporaryDirectory() as phases:
            case = Case(add_step(writer, plan), f"--dump-phases={phases}", *[f"--credits={credits}"] * bool(credits))
            with open(os.path.join(phases, "3-tasks.mlir")) as file:
                in_flight = check_lists(read_graphs(file.read(), "train"), printed, ranks, len(stages), is_split)
        found = case.report["schedule"]
        print(f"{kind:11} {credits or 'no credits':10} in flight {in_flight}")
        for key in ("in_flight", "order"):
            assert found[key] == printed[key], (kind, credits, key, found[key], printed[key])
        assert in_flight == printed["in_flight"], (kind, credits, in_flight, printed["in_flight"])
    print("orders are those of the command line")


main()
