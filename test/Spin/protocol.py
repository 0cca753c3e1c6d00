"""Proves actor.pml for every interleaving, and that each planted fault is found. Prints one line per run."""

import os
import re
import subprocess
import tempfile

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "actor.pml")
PROOFS = ["WORKERS=1", "HOST"]
FAULTS = ["REORDER", "NO_WAIT", "NO_CREDIT", "NO_WOKEN", "NO_RECHECK", "LATE_FLAG"]


def check(macros, directory):
    def run(*command):
        process = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=300)
        assert process.returncode == 0, process.stdout + process.stderr
        return process.stdout

    run("cpp", "-E", "-P", *[f"-D{macro}" for macro in macros], MODEL, "model.pml")
    run("spin", "-a", "model.pml")
    run("cc", "-w", "-O1", "-DSAFETY", "-o", "pan", "pan.c")
    output = run("./pan", "-m1000000")
    assert "max search depth too small" not in output, output
    states, errors = re.search(r"(\d+) states, stored", output)[1], re.search(r"errors: (\d+)", output)[1]
    kind = re.search(r"pan:1: (invalid end state|assertion violated)", output)
    return f"{states} states, errors: {errors}" + (f", {kind[1]}" if kind else "")


with tempfile.TemporaryDirectory() as directory:
    for macros in [[proof] for proof in PROOFS] + [[fault] for fault in FAULTS]:
        print(*macros, check(macros, directory), flush=True)
