"""Whether the bytes that the choice of distributions counts are those that boxings move:

    counted_bytes.py [--seeds N] [--first SEED] [--only REGEX] [--jobs J]

Every edge of the plans of all models of the repository (examples/ and test/, each part of a file that reaches level 1) and of
random programs, constrained at random, ten to a module. Prints how many there were and the seeds; exit code 1 and every edge that
differs. `N` defaults to SBP_SEEDS, or 40. sbp-opt on PATH.
"""

import argparse
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from sbp_testing.paths import ROOT
from sbp_testing.random_check import draw_module

BATCH = 10
MARKER = "// -----"
EDGE = re.compile(r"^boxing of (.*): counted (-?\d+) bytes, moves (-?\d+) bytes$", re.M)


def opt(*arguments):
    return subprocess.run(["sbp-opt", *arguments], capture_output=True, text=True, timeout=600)


def get_models(only):
    """Names and texts of the parts of all files, BATCH at a time: most programs are small, and their start is what takes time."""
    paths = sorted([*ROOT.glob("examples/*/*.mlir"), *ROOT.glob("test/**/*.mlir")])
    parts = []
    for path in paths[:: 8 if os.environ.get("SBP_SANITIZED") else 1]:
        name = str(path.relative_to(ROOT))
        if not re.search(only, name):
            continue
        for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            if "func.func" in text:
                parts.append((f"{name} #{number}", text))
    for first in range(0, len(parts), BATCH):
        names, texts = zip(*parts[first : first + BATCH])
        yield f"{names[0]} to {names[-1]}", texts


def get_random(seeds):
    """Ten programs beside each other, as `random_check.py --compile` has them."""
    return f"seeds {seeds.start} to {seeds.stop - 1}", [draw_module(seeds, seeds.start)[0].text]


def check(batch):
    """Name, how many of the models reach level 1, how many edges these have, and what differs."""
    name, texts = batch
    with tempfile.TemporaryDirectory() as folder:
        source, level1 = pathlib.Path(folder) / "model.mlir", pathlib.Path(folder) / "distributed.mlir"
        source.write_text(f"\n{MARKER}\n".join(texts))
        # Models that are refused are left out of what is printed.
        chosen = opt(source, "--split-input-file", f"--output-split-marker={MARKER}", "--sbp-compile-to=distributed")
        if chosen.returncode < 0 or "Assertion" in chosen.stderr:
            return name, 0, 0, [chosen.stderr[-2000:]]
        compiled = [text for text in chosen.stdout.split(MARKER) if "func.func" in text]
        level1.write_text(MARKER.join(compiled))
        printed = opt(level1, "--split-input-file", "--sbp-print-prices", "-o", os.devnull)
        if printed.returncode:
            return name, len(compiled), 0, [printed.stderr[-2000:]]
    edges = EDGE.findall(printed.stdout)
    differing = [f"{what}: counted {counted} bytes, moves {moved}" for what, counted, moved in edges if counted != moved]
    return name, len(compiled), len(edges), differing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=int(os.environ.get("SBP_SEEDS", "40")))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--only", default="", help="models of the repository whose names match")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    end = options.first + options.seeds
    batches = [range(first, min(first + BATCH, end)) for first in range(options.first, end, BATCH)]
    failures = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for what, models in [("models", get_models(options.only)), ("batches of random programs", map(get_random, batches))]:
            compiled = edges = 0
            for name, reached, count, faults in pool.imap(check, models):
                compiled += reached
                edges += count
                failures += bool(faults)
                for fault in faults:
                    print(f"{name}: {fault}", flush=True)
            print(f"{compiled} {what}, {edges} edges")
    print(f"seeds {options.first} to {end - 1}: {failures} batches differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
