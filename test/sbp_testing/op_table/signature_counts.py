"""How many signatures every op of the table has on one axis and on two, and how many of them a choice of distributions may take:

    signature_counts.py [--write]

Compares with signature_counts.txt beside it: an op that has lost signatures, or gained some, fails here until the file is written
again. The cases are those of the op table, and the models of test/Dialect/{NN,MemoryLayer} for our own ops. Prints the counts of all.
sbp-opt on PATH.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from sbp_testing.op_table import load_cases

CASES = load_cases()

HERE = pathlib.Path(__file__).resolve().parent
MODELS = sorted(
    path for folder in ("NN", "MemoryLayer") for path in HERE.parents[1].glob(f"Dialect/{folder}/*.mlir") if "invalid" not in path.name
)
COUNTS = re.compile(r"^  (\d+) on one axis, (\d+) on two; offered (\d+), (\d+)$")


def count(source):
    """The ops of a module with their counts."""
    done = subprocess.run(
        ["sbp-opt", source, "--sbp-print-signatures=counts", "-o", os.devnull], capture_output=True, text=True, check=True
    )
    counts, op = [], ""
    for line in done.stdout.splitlines():
        if found := COUNTS.match(line):
            counts.append((op, *map(int, found.groups())))
        else:
            op = line.split(" ")[0]
    return counts


def count_all():
    """A line per op and counts, with the number of ops that have them."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "cases.mlir"
        headers = ",\n".join(dict.fromkeys(case.header for case in CASES if case.header))
        text = "".join(case.function(f"f{i}", visibility="") for i, case in enumerate(CASES))
        source.write_text(text + (f"{{-# dialect_resources: {{ builtin: {{\n{headers}\n}}}} #-}}\n" if headers else ""))
        counts = count(source)
    for model in MODELS:
        counts += count(model)
    return [f"{' '.join(map(str, entry))}, {number} times" for entry, number in sorted(collections.Counter(counts).items())]


def main():
    lines, file = count_all(), HERE / "signature_counts.txt"
    if "--write" in sys.argv:
        file.write_text(
            "# op, its signatures on one axis and on two, how many of these are offered, ops of the table that have so many\n"
            + "".join(line + "\n" for line in lines)
        )
    expected = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    print("\n".join(lines))
    missing, new = [line for line in expected if line not in lines], [line for line in lines if line not in expected]
    for sign, changed in (("-", missing), ("+", new)):
        for line in changed:
            print(sign, line)
    if missing or new:
        sys.exit("signatures were lost or gained: see the lines above, and --write")
    listed = subprocess.run(["sbp-opt", "--sbp-list-ops"], capture_output=True, text=True, check=True).stdout.splitlines()
    counted = {line.split(" ")[0] for line in lines}
    uncounted = {name for name, standing in (entry.split(": ") for entry in listed) if standing == "rule"} - counted
    print(f"{len(lines)} kinds of ops have the signatures that they had; {len(uncounted)} ops have none: {', '.join(sorted(uncounted))}")


if __name__ == "__main__":
    main()
