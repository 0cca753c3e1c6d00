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
import heapq
import json
import multiprocessing
import os
import random
import subprocess
import sys

Case = collections.namedtuple("Case", "kind p v m forward backward weight latency credits")
FULL = bool(os.environ.get("SBP_FULL"))
SIZE = int(os.environ.get("SBP_SEEDS", 40))
BATCH = 100  #: cases of one process


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
    last, count, travel = case.p * case.v - 1, case.m, case.latency if case.p > 1 else 0
    durations = {kind: duration_of(case, kind) for kind in "FB"}
    stages = [list(range(rank, last + 1, case.p)) for rank in range(case.p)]
    # By stage and micro-batch: when a job's input from another stage arrives. Data is there from the start, and what is not made yet never.
    never = float("inf")
    arrivals = {kind: [[never] * count for _ in range(last + 1)] for kind in "FB"}
    arrivals["F"][0] = [0] * count
    number = {kind: [0] * (last + 1) for kind in "FB"}  # Jobs of each stage that have started.
    free, done = [0] * case.p, [[] for _ in range(case.p)]  # The time from which on a rank is idle.

    def start(rank, kind, s, now):
        k = number[kind][s]
        end = free[rank] = now + durations[kind]
        done[rank].append(((kind, s, k), now))
        number[kind][s] += 1
        heapq.heappush(times, end)
        other = s + 1 if kind == "F" else s - 1
        if kind == "F" and s == last:
            arrivals["B"][s][k] = end
        elif other >= 0:
            arrivals[kind][other][k] = end + travel
            heapq.heappush(times, end + travel)

    def choose(rank, now):
        """The job that an idle rank starts. All that it has started has ended, so in flight is what has no backward yet."""
        best = None
        for s in stages[rank]:
            k = number["B"][s]
            # A backward needs its own forward, too, which has ended if it has started.
            if k < number["F"][s] and arrivals["B"][s][k] <= now and (best is None or (k, -s) < best[0]):
                best = (k, -s), "B", s
        if best is None:
            for s in stages[rank]:
                k = number["F"][s]
                may_start = k < count and k - number["B"][s] < credits[s] and arrivals["F"][s][k] <= now
                if may_start and (best is None or (k, s) < best[0]):
                    best = (k, s), "F", s
        return best

    times = [0]
    while times:
        now = heapq.heappop(times)
        while times and times[0] == now:
            heapq.heappop(times)
        for rank in range(case.p):
            if free[rank] <= now and (best := choose(rank, now)):
                start(rank, *best[1:], now)
    assert number["B"] == [count] * (last + 1), "the rule deadlocks"
    return done, max(free)


def table_of(case, rank):
    p, v, m = case.p, case.v, case.m
    stages = range(rank, p * v, p)
    if case.kind == "gpipe":
        return [("F", s, k) for s in stages for k in range(m)] + [("B", s, k) for s in reversed(stages) for k in range(m)]
    rounds = [(chunk, k) for first in range(0, m, p) for chunk in range(v) for k in range(first, min(first + p, m))]
    forwards = [("F", stages[chunk], k) for chunk, k in rounds]
    backwards = [("B", stages[v - 1 - chunk], k) for chunk, k in rounds]
    if case.kind == "interleaved":
        ahead = min(m * v, 2 * (p - rank - 1) + (v - 1) * p)
        pairs = zip(forwards[ahead:], backwards)
        return forwards[:ahead] + [job for pair in pairs for job in pair] + backwards[m * v - ahead :]
    # zero_bubble: weights follow in the order of backwards, `rank` of them behind while there are forwards.
    weights = [("W", s, k) for _, s, k in backwards]
    ahead = min(m * v, v * p - rank)
    result, forwards = forwards[:ahead], forwards[ahead:]
    for b, job in enumerate(backwards):
        result.append(job)
        if b >= rank or not forwards:
            result.append(weights.pop(0))
        if forwards:
            result.append(forwards.pop(0))
    return result + weights


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
        while True:
            # A limit that is not reached changes no choice: down to the most in flight, every limit gives the same run.
            credits[rank] = min(credits[rank], most_of_a_stage(result[0][rank]))
            if credits[rank] == 1:
                break
            credits[rank] -= 1
            lower = backward_first(case, [credits[s % case.p] for s in stages])
            if lower[1] > result[1]:
                credits[rank] += 1
                break
            result = lower
    return result


def most_of_a_stage(jobs):
    """Returns the most micro-batches in flight of one stage of a rank."""
    count, most = collections.Counter(), 0
    for (kind, s, _), _ in jobs:
        count[s] += 1 if kind == "F" else -1
        most = max(most, count[s])
    return most


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
    return not (m % p and (kind == "interleaved" or kind == "zero_bubble" and v > 1))


def make_case(generator, kind, p, v, m, latency, with_credits):
    credits = tuple(generator.randint(1, m + 1) for _ in range(p)) if with_credits else ()
    weight = generator.randint(1, 3) if kind == "zero_bubble" else generator.choice([0, 0, 1])
    return Case(kind, p, v, m, generator.randint(1, 3), generator.randint(1, 4), weight, latency, credits)


def all_cases(generator):
    for kind, with_credits in KINDS:
        for p in range(1, 9):
            for m in range(1, 33):
                for v in range(1, 5):
                    for latency in range(4):
                        if is_legal(kind, p, v, m):
                            yield make_case(generator, kind, p, v, m, latency, with_credits)


def sampled_cases(generator):
    for kind, with_credits in KINDS:
        count = 0
        while count < SIZE:
            p, v, m = generator.randint(1, 8), generator.randint(1, 4), generator.randint(1, 32)
            searches = kind == "1f1b" and not with_credits
            if is_legal(kind, p, v, m) and (not searches or p * v * m <= 256):
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


def compare(cases):
    """Runs sbp-opt once for all of the cases. Returns for each the number of groups of work, and the difference where there is one."""
    command = ["sbp-opt"] + [f"--sbp-print-schedule={request_of(case)}" for case in cases]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(cases)
    results = []
    for case, line in zip(cases, lines):
        found, expected = json.loads(line), expected_of(case)
        different = {key: (expected[key], found.get(key)) for key in expected if expected[key] != found.get(key)}
        results.append((sum(map(len, expected["order"])), different if found != expected else None))
    return results


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 32)
    print(f"seed {seed}")
    generator = random.Random(seed)
    cases = list((all_cases if FULL else sampled_cases)(generator))
    table = collections.defaultdict(lambda: [0, 0, 0])
    batches = [cases[first : first + BATCH] for first in range(0, len(cases), BATCH)]
    with multiprocessing.Pool(2) as pool:
        for batch, results in zip(batches, pool.imap(compare, batches)):
            for case, (groups, different) in zip(batch, results):
                row = table[case.kind, "given" if case.credits else "chosen" if case.kind in ("1f1b", "greedy") else "-"]
                row[0] += 1
                row[1] += groups
                if different is not None:
                    row[2] += 1
                    print(f"{request_of(case)}: expected, found: {different}")
    print(f"{'schedule':12} {'credits':8} {'cases':>6} {'groups':>8} {'differ':>6}")
    for (kind, credits), row in table.items():
        print(f"{kind:12} {credits:8} {row[0]:6} {row[1]:8} {row[2]:6}")
    sys.exit(any(row[2] for row in table.values()))


main()
