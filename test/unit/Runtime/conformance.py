"""The conformance suites of devices and communicators as tables: cases x implementations, from what RuntimeTest says of a run.

    conformance.py BUILD/bin/unit/RuntimeTest

A cell is the number of tests that passed, of several exchanges in a case of communicators. Those of MPI run in two processes that
mpirun starts, where it is there. Ends with 1 if one failed or none ran.
"""

import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

SUITES = {"Kinds/DeviceTest": "devices", "All/CommunicatorTest": "communicators", "All/MovementsTest": "kinds, types and combiners"}


def execute(command, report, environment=None):
    """The suites that a run of RuntimeTest reports."""
    subprocess.run(command, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    with open(report) as file:
        return json.load(file)["testsuites"]


def execute_all(program):
    """In one process, and the tests of MPI in two."""
    names = ":".join(f"{suite}.*" for suite in SUITES)
    mpi = os.path.join(os.path.dirname(program), "..", "..", "lib", "sbp-mpi.so")
    with tempfile.TemporaryDirectory() as folder:
        one, several = os.path.join(folder, "one"), os.path.join(folder, "several")
        suites = execute([program, f"--gtest_filter={names}", f"--gtest_output=json:{one}"], one)
        if shutil.which("mpirun") and os.path.exists(mpi):
            script = f"exec {program} --gtest_filter=*CommunicatorTest*Mpi*:*MovementsTest*Mpi* --gtest_output=json:{several}.$OMPI_COMM_WORLD_RANK"
            suites += execute(
                ["mpirun", "-n", "2", "--oversubscribe", "--bind-to", "none", "sh", "-c", script],
                several + ".0",
                {"SBP_TEST_MPI": mpi, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
            )
    return suites


def read(program):
    """By suite, (case, implementation) to what its tests said."""
    cells = {}
    for suite in execute_all(program):
        table = cells.setdefault(suite["name"], collections.defaultdict(list))
        for test in suite["testsuite"]:
            case, _, values = test["name"].partition("/")
            said = "failed" if "failures" in test else "skipped" if test["result"] == "SKIPPED" else "passed"
            table[case, values.rpartition("_")[2]].append(said)
    return cells


def show(what, table):
    cases, implementations = (list(dict.fromkeys(key[i] for key in table)) for i in range(2))
    width = max(map(len, cases))
    print(f"{what}: {len(cases)} cases x {len(implementations)} implementations, {sum(map(len, table.values()))} tests")
    print(" " * width, *implementations)
    for case in cases:
        row = []
        for implementation in implementations:
            said = table.get((case, implementation), [])
            failed, passed = said.count("failed"), said.count("passed")
            row.append((f"{failed} failed" if failed else str(passed) if passed else "-").ljust(len(implementation)))
        print(case.ljust(width), *row)


def main():
    cells = read(sys.argv[1])
    for suite, what in SUITES.items():
        show(what, cells[suite])
    said = [one for table in cells.values() for several in table.values() for one in several]
    print(f"{said.count('passed')} passed, {said.count('failed')} failed, {said.count('skipped')} do not apply")
    return 1 if "failed" in said or "passed" not in said else 0


if __name__ == "__main__":
    sys.exit(main())
