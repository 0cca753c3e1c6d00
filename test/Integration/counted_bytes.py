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

from random_check import draw_module

ROOT = pathlib.Path(__file__).resolve().parents[2]
BATCH = 10
EDGE = re.compile(r"^boxing of (.*): counted (-?\d+) bytes, moves (-?\d+) bytes$", re.M)


def opt(*arguments):
    return subprocess.run(["sbp-opt", *arguments], capture_output=True, text=True, timeout=600)


def get_models(only):
    """Name and text of each part of each file."""
    paths = sorted([*ROOT.glob("examples/*/*.mlir"), *ROOT.glob("test/**/*.mlir")])
    for path in paths[:: 8 if os.environ.get("SBP_SANITIZED") else 1]:
        name = str(path.relative_to(ROOT))
        if not re.search(only, name):
            continue
        for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            if "func.func" in text:
                yield f"{name} #{number}", text


def get_random(seeds):
    """Ten programs beside each other, as `random_check.py --compile` has them."""
    return f"seeds {seeds.start} to {seeds.stop - 1}", draw_module(seeds, seeds.start)[0].text


def check(model):
    """Name, how many edges there are and what differs; None instead of a number where there is no level 1."""
    name, text = model
    with tempfile.TemporaryDirectory() as folder:
        source, level1 = pathlib.Path(folder) / "model.mlir", pathlib.Path(folder) / "distributed.mlir"
        source.write_text(text)
        chosen = opt(source, "--sbp-compile-to=distributed", "-o", level1)
        if chosen.returncode:
            crashed = chosen.returncode < 0 or "Assertion" in chosen.stderr
            return name, None, [chosen.stderr[-2000:]] if crashed else []
        printed = opt(level1, "--sbp-print-prices", "-o", os.devnull)
        if printed.returncode:
            return name, None, [printed.stderr[-2000:]]
    edges = EDGE.findall(printed.stdout)
    return name, len(edges), [f"{what}: counted {counted} bytes, moves {moved}" for what, counted, moved in edges if counted != moved]


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
            for name, count, faults in pool.imap(check, models):
                compiled += count is not None
                edges += count or 0
                failures += bool(faults)
                for fault in faults:
                    print(f"{name}: {fault}", flush=True)
            print(f"{compiled} {what}, {edges} edges")
    print(f"seeds {options.first} to {end - 1}: {failures} models differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
