"""Faults planted into PTX: changes of a text, and the check that each of them is found under every seed."""

import re

from sbp_testing import cuda_kernels

SEEDS = (1, 2, 3)


def change(pattern, replacement, occurrences=None):
    """Replaces all matches of `pattern`, or those with these numbers."""

    def apply(ptx):
        found = list(re.finditer(pattern, ptx))
        assert found, pattern
        chosen = found if occurrences is None else [found[i] for i in occurrences]
        for match in reversed(chosen):
            ptx = ptx[: match.start()] + match.expand(replacement) + ptx[match.end() :]
        return ptx

    return apply


def judge(run, isright):
    """Returns the executor's report where run() raises one, "wrong results" where isright() of its results is false, else nothing."""
    try:
        found = run()
    except AssertionError as error:
        return str(error).split(": ", 1)[-1]
    return "" if isright(found) else "wrong results"


def run_region(ptx, spec, inputs, seed):
    """Returns the outputs of a region on a machine of its own."""
    machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
    return cuda_kernels.Region(machine, spec).run_once(seed, inputs, ())


def find_all(right, faults, report):
    """Checks that report(ptx, seed) is empty for the text `right`, and not empty under any seed for each text in `faults`, which are by
    name. Returns how many there are."""
    assert not any(report(right, seed) for seed in SEEDS), f"without a fault: {[report(right, seed) for seed in SEEDS]}"
    for name, faulty in faults.items():
        assert faulty != right, name
        reports = [report(faulty, seed) for seed in SEEDS]
        print(f"{name}: {'; '.join(sorted(set(reports)))[:300]}", flush=True)
        assert all(reports), f"{name}: {reports.count('')} of {len(SEEDS)} seeds do not find it"
    return len(faults)
