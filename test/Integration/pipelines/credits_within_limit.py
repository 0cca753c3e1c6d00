"""--memory-limit on a pipeline: fewer micro-batches in flight where a rank needs too much, and the price of that.

Six equal stages under 1f1b, 8 micro-batches. Prints for each limit the numbers in flight, the makespan in units and the largest peak.
Losses of the lowered plan equal those of the free one, bit for bit. Credits that are given are kept. A rank that has one in flight
needs less where its neighbours have fewer: what a refusal says fits does, and so does any limit above it.
"""

import re

import numpy as np

from sbp import safetensors
from sbp_testing.equal_stages import write
from sbp_testing.harness import Case, run

STAGES, ROWS, WIDTH, COUNT = 6, 256, 16, 8


def get_figures(case):
    report = case.report
    peaks = [rank["peak_bytes"] for rank in report["memory"]]
    return report["schedule"], peaks


def train(case):
    """The losses of three steps on fixed data and weights."""
    source = np.random.default_rng(1)
    inputs = {name: source.standard_normal((ROWS, WIDTH)).astype(np.float32) for name in "xy"}
    weights = {f"w{k}": source.standard_normal((WIDTH, WIDTH)).astype(np.float32) for k in range(STAGES)}
    safetensors.save(case.path("w.safetensors"), weights)
    path = case.path("loss.npy")
    run(
        "sbp-run",
        case.artifact,
        "--steps=3",
        f"--weights={case.path('w.safetensors')}",
        *case.save(inputs),
        f"--output=loss=@{path}:all",
    )
    return np.load(path)


def main():
    model = write(STAGES, ROWS, WIDTH, COUNT, "1f1b")
    free = Case(model)
    schedule, peaks = get_figures(free)
    print(f"free: in flight {schedule['in_flight']}, {schedule['makespan_units']} units, {max(peaks)} bytes")
    assert "without_memory_limit" not in schedule

    # The last rank has one micro-batch in flight, so that no credits of its own lower its peak.
    limit = peaks[-1]
    assert limit < max(peaks), peaks
    lowered = Case(model, f"--memory-limit={limit}", "--explain")
    found, lowered_peaks = get_figures(lowered)
    print(f"limit: in flight {found['in_flight']}, {found['makespan_units']} units, {max(lowered_peaks)} bytes")
    assert max(lowered_peaks) <= limit, (lowered_peaks, limit)
    assert found["without_memory_limit"] == {key: schedule[key] for key in ("makespan_units", "in_flight")}, found
    assert found["makespan_units"] > schedule["makespan_units"]
    for rank, (now, before) in enumerate(zip(found["in_flight"], schedule["in_flight"])):
        # Ranks that fit keep their credits; the others have the most that fit.
        assert now <= before and (now == before or peaks[rank] > limit), (rank, now, before)
    remark = f"lowers the micro-batches in flight per rank from {str(schedule['in_flight'])[1:-1]} to {str(found['in_flight'])[1:-1]}: "
    remark += f"the step takes {found['makespan_units']} units instead of {schedule['makespan_units']}"
    assert remark in lowered.compiled.stderr, lowered.compiled.stderr
    assert np.array_equal(train(free), train(lowered))

    one_more = [now + (peaks[rank] > limit) for rank, now in enumerate(found["in_flight"])]
    given = ",".join(map(str, one_more))
    refused = Case(model, f"--memory-limit={limit}", f"--credits={given}", expect=1).compiled.stderr
    assert f"and --memory-limit is {limit}" in refused, refused
    print(f"credits {given}: refused")
    check_neighbours("1f1b", 2)
    check_neighbours("greedy", 2)


def check_neighbours(schedule, stages):
    """The last stage is the fullest, and has one micro-batch in flight."""
    model = write(stages, ROWS, WIDTH, COUNT, schedule)
    found, peaks = get_figures(Case(model))
    assert found["in_flight"][-1] == 1 and peaks[-1] == max(peaks), (found["in_flight"], peaks)
    need = int(re.search(r"--memory-limit=(\d+) fits", Case(model, "--memory-limit=1", expect=1).compiled.stderr)[1])
    assert need < peaks[-1], (need, peaks)
    for limit in (need, (need + peaks[-1]) // 2):
        lowered, smaller = get_figures(Case(model, f"--memory-limit={limit}"))
        assert max(smaller) <= limit, (schedule, limit, smaller)
        print(f"{schedule}, limit {limit} of {peaks[-1]}: in flight {lowered['in_flight']}")


main()
