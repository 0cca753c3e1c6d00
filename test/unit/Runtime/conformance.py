"""The conformance suites of devices and communicators as tables: cases x implementations, from what RuntimeTest says of a run.

    conformance.py BUILD/bin/unit/RuntimeTest

A cell is the number of tests that passed, of several exchanges in a case of communicators. Ends with 1 if one failed or none ran.
"""
import collections
import json
import subprocess
import sys
import tempfile

SUITES = {"Kinds/DeviceTest": "devices", "All/CommunicatorTest": "communicators"}


def read(program):
    """By suite, (case, implementation) to what its tests said."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([program, "--gtest_brief=1", f"--gtest_filter={':'.join(f'{suite}.*' for suite in SUITES)}",
                        f"--gtest_output=json:{file.name}"], stdout=subprocess.DEVNULL)
        suites = json.load(open(file.name))["testsuites"]
    cells = {}
    for suite in suites:
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
