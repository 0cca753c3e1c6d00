"""Compares schedules that sbp-opt prints with a simulator written from their definitions.

    python3 pipeline_simulator.py

Stage s of p * v runs on rank s mod p and is chunk s // p of it. A job is (kind, stage, micro-batch). It may start when its inputs have
been there since `latency`, if they come from another rank. A rank does one job at a time:
- tables (gpipe, interleaved, zero_bubble): the next of its list, once it may start;
- 1f1b, greedy: whenever it is idle, the backward of the oldest micro-batch, else the forward of the oldest micro-batch in a chunk with
  fewer than `credits` micro-batches in flight.
1f1b without credits takes m per rank, lowered rank by rank from the last while the makespan does not grow. The cases are a sample with
a printed seed; SBP_SEEDS sets its size, SBP_FULL=1 compares all p <= 8, m <= 32, v <= 4 and latencies up to 3.
"""

import collections
import json
import os
import random
import subprocess
import sys

Case = collections.namedtuple("Case", "kind p v m forward backward weight latency credits")
FULL = bool(os.environ.get("SBP_FULL"))
SIZE = int(os.environ.get("SBP_SEEDS", 40))


def inputs_of(case, job):
    """Returns pairs of an input of a job and the time that it travels."""
    kind, s, k = job
    travel = case.latency if case.p > 1 else 0
    if kind == "W":
        return [(("B", s, k), 0)]
    own = [(("F", s, k), 0)] if kind == "B" else []
    other = s - 1 if kind == "F" else s + 1
    return own + ([((kind, other, k), travel)] if 0 <= other < case.p * case.v else [])


def duration_of(case, kind):
    backward = case.backward + (0 if case.kind == "zero_bubble" else case.weight)
    return {"F": case.forward, "B": backward, "W": case.weight}[kind]


def arrival_of(case, ends, job):
    """Returns when all inputs of a job have arrived; None where one is not made yet."""
    times = [ends[source] + travel if source in ends else None for source, travel in inputs_of(case, job)]
    return None if None in times else max(times, default=0)


def follow_lists(case, lists):
    """Returns the jobs of each rank with their starts, each in the order of its list."""
    ends, done = {}, [[] for _ in lists]
    progress = True
    while progress:
        progress = False
        for jobs, rank in zip(lists, done):
            while len(rank) < len(jobs) and (arrival := arrival_of(case, ends, jobs[len(rank)])) is not None:
                start = max(arrival, ends[rank[-1][0]] if rank else 0)
                ends[jobs[len(rank)]] = start + duration_of(case, jobs[len(rank)][0])
                rank.append((jobs[len(rank)], start))
                progress = True
    assert [len(jobs) for jobs in lists] == [len(rank) for rank in done], "the lists deadlock"
    return done, max(ends.values())


def backward_first(case, credits):
    """Returns the same for the rule of 1f1b and greedy; credits[s] is that of a stage."""
    stages = case.p * case.v
    ends, done = {}, [[] for _ in range(case.p)]
    next_job = {(kind, s): 0 for kind in "FB" for s in range(stages)}
    free = [0] * case.p  # The time from which on a rank is idle.
    now = 0

    def may_start(kind, s):
        k = next_job[kind, s]
        arrival = arrival_of(case, ends, (kind, s, k)) if k < case.m else None
        return arrival is not None and arrival <= now

    def in_flight(s):
        return next_job["F", s] - sum(1 for k in range(next_job["B", s]) if ends["B", s, k] <= now)

    while any(next_job[key] < case.m for key in next_job):
        for rank in range(case.p):
            if free[rank] > now:
                continue
            own = range(rank, stages, case.p)
            choices = [(next_job["B", s], -s, "B") for s in own if may_start("B", s)]
            choices = choices or [(next_job["F", s], s, "F") for s in own if may_start("F", s) and in_flight(s) < credits[s]]
            if choices:
                k, s, kind = min(choices)
                job = (kind, abs(s), k)
                free[rank] = ends[job] = now + duration_of(case, kind)
                done[rank].append((job, now))
                next_job[kind, abs(s)] += 1
        later = [end + travel for end in set(ends.values()) for travel in (0, case.latency) if end + travel > now]
        now = min(later, default=now)
    return done, max(ends.values())


def table_of(case, rank):
    p, v, m = case.p, case.v, case.m
    stages = range(rank, p * v, p)
    if case.kind == "gpipe":
        return [("F", s, k) for s in stages for k in range(m)] + [("B", s, k) for s in reversed(stages) for k in range(m)]
    if case.kind == "interleaved":
        rounds = [(chunk, k) for first in range(0, m, p) for chunk in range(v) for k in range(first, first + p)]
        forwards = [("F", stages[chunk], k) for chunk, k in rounds]
        backwards = [("B", stages[v - 1 - chunk], k) for chunk, k in rounds]
        ahead = min(m * v, 2 * (p - rank - 1) + (v - 1) * p)
        pairs = zip(forwards[ahead:], backwards)
        return forwards[:ahead] + [job for pair in pairs for job in pair] + backwards[m * v - ahead :]
    jobs = {kind: [(kind, rank, k) for k in range(m)] for kind in "FBW"}
    result = [jobs["F"].pop(0) for _ in range(min(m, p - rank))]
    for b in range(m):
        result.append(jobs["B"].pop(0))
        if b >= rank or not jobs["F"]:
            result.append(jobs["W"].pop(0))
        if jobs["F"]:
            result.append(jobs["F"].pop(0))
    return result + jobs["W"]


def schedule_of(case):
    if case.kind not in ("1f1b", "greedy"):
        return follow_lists(case, [table_of(case, rank) for rank in range(case.p)])
    stages = range(case.p * case.v)
    if case.credits:
        return backward_first(case, [case.credits[s % case.p] for s in stages])
    if case.kind == "greedy":
        return backward_first(case, [len(stages) - s for s in stages])
    credits = [case.m] * case.p
    result = backward_first(case, [credits[s % case.p] for s in stages])
    for rank in reversed(range(case.p)):
        while credits[rank] > 1:
            credits[rank] -= 1
            lower = backward_first(case, [credits[s % case.p] for s in stages])
            if lower[1] > result[1]:
                credits[rank] += 1
                break
            result = lower
    return result


def in_flight_of(case, jobs):
    last = "W" if case.kind == "zero_bubble" else "B"
    count = most = 0
    for (kind, _, _), _ in jobs:
        count += (kind == "F") - (kind == last)
        most = max(most, count)
    return most


def expected_of(case):
    done, makespan = schedule_of(case)
    ideal = case.m * case.v * (case.forward + case.backward + case.weight)

    def text(job):
        return f"{job[0]}{job[2]}" + (f".c{job[1] // case.p}" if case.v > 1 else "")

    return {
        "kind": case.kind,
        "micro_batches": case.m,
        "ranks": case.p,
        "chunks": case.v,
        "makespan_units": makespan,
        "ideal_units": ideal,
        "bubble_over_ideal": (makespan - ideal) / ideal,
        "in_flight": [in_flight_of(case, jobs) for jobs in done],
        "order": [[text(job) for job, _ in jobs] for jobs in done],
        "start_units": [[start for _, start in jobs] for jobs in done],
    }


def request_of(case):
    text = (
        f"schedule={case.kind} ranks={case.p} chunks={case.v} micro-batches={case.m} forward={case.forward} "
        f"backward={case.backward} latency={case.latency}"
    )
    text += f" weight={case.weight}" if case.weight else ""
    return text + (" credits=" + ",".join(map(str, case.credits)) if case.credits else "")


def is_legal(kind, p, v, m):
    return not (kind == "interleaved" and m % p or kind == "zero_bubble" and v > 1)


def make_case(generator, kind, p, v, m, latency, with_credits):
    credits = tuple(generator.randint(1, m + 1) for _ in range(p)) if with_credits else ()
    weight = generator.randint(1, 3) if kind == "zero_bubble" else generator.choice([0, 0, 1])
    return Case(kind, p, v, m, generator.randint(1, 3), generator.randint(1, 4), weight, latency, credits)


def all_cases(generator):
    for kind, with_credits in KINDS:
        for p in range(1, 9):
            for m in range(1, 33):
                for v in range(1, 5):
                    # The search that lowers one credit at a time takes too long for more.
                    is_small = p * v * m <= 64 or kind != "1f1b" or with_credits
                    for latency in range(4):
                        if is_legal(kind, p, v, m) and is_small:
                            yield make_case(generator, kind, p, v, m, latency, with_credits)


def sampled_cases(generator):
    for kind, with_credits in KINDS:
        count = 0
        while count < SIZE:
            p, v, m = generator.randint(1, 8), generator.randint(1, 4), generator.randint(1, 32)
            searches = kind == "1f1b" and not with_credits
            if is_legal(kind, p, v, m) and (not searches or p * v * m <= 40):
                count += 1
                yield make_case(generator, kind, p, v, m, generator.randint(0, 3), with_credits)


KINDS = [
    ("gpipe", False),
    ("1f1b", False),
    ("1f1b", True),
    ("greedy", False),
    ("greedy", True),
    ("interleaved", False),
    ("zero_bubble", False),
]


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 32)
    print(f"seed {seed}")
    generator = random.Random(seed)
    cases = list((all_cases if FULL else sampled_cases)(generator))
    table = collections.defaultdict(lambda: [0, 0, 0])
    for first in range(0, len(cases), 250):
        batch = cases[first : first + 250]
        command = ["sbp-opt"] + [f"--sbp-print-schedule={request_of(case)}" for case in batch]
        lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        assert len(lines) == len(batch)
        for case, line in zip(batch, lines):
            found, expected = json.loads(line), expected_of(case)
            row = table[case.kind, "given" if case.credits else "chosen" if case.kind in ("1f1b", "greedy") else "-"]
            row[0] += 1
            row[1] += sum(map(len, expected["order"]))
            if found != expected:
                row[2] += 1
                different = {key: (expected[key], found.get(key)) for key in expected if expected[key] != found.get(key)}
                print(f"{request_of(case)}: expected, found: {different}")
    print(f"{'schedule':12} {'credits':8} {'cases':>6} {'groups':>8} {'differ':>6}")
    for (kind, credits), row in table.items():
        print(f"{kind:12} {credits:8} {row[0]:6} {row[1]:8} {row[2]:6}")
    sys.exit(any(row[2] for row in table.values()))


main()
