#!/usr/bin/env python3
"""What compiling and running cost beside the steps themselves:  python3 benchmarks/footprint.py [--build build]

Prints seconds and peak memory of compiling MiniLM for 4 and for 64 ranks (best of --runs), the wall seconds of level 1 (placement,
choice of distributions, boxing plans) among them, the size of the stripped runner, and how often sbp-run asks for memory
while steps run. Limits beside each figure are those the project sets itself. Needs numpy for the last part only.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINILM = ROOT / "examples" / "minilm" / "minilm.mlir"
MEGABYTE = 1e6


def measure(command):
    """(processor seconds, wall seconds, peak resident bytes) of a command that ends with 0."""
    start = time.perf_counter()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss * 1024


def compile_minilm(build, folder, mesh, annotations, runs):
    """(processor seconds, wall seconds, wall seconds of level 1, peak bytes) of the best run, for a placement like "dp=2,tp=2"."""
    axes = ", ".join('"{}" = {}'.format(*axis.split("=")) for axis in mesh.split(","))
    text = re.sub(r"sbp\.placement @mesh .*", f"sbp.placement @mesh [{axes}]", MINILM.read_text())
    if not annotations:
        text = re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)
    model = folder / "model.mlir"
    model.write_text(text)
    measured = []
    for _ in range(runs):
        processor, wall, peak = measure(
            [build / "bin" / "sbp-compile", model, "-o", folder / "model.sbpx", f"--report={folder}/report.json"]
        )
        phases = json.loads((folder / "report.json").read_text())["phases_seconds"]
        measured.append((processor, wall, phases["distributed"], peak))
    return min(measured)


def print_compilation(build, runs):
    print(f"{'MiniLM':34} {'CPU s':>8} {'wall s':>8} {'level 1':>8} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for annotations in (True, False):
            what = "annotated" if annotations else "nothing annotated"
            few = compile_minilm(build, folder, "dp=2,tp=2", annotations, runs)
            many = compile_minilm(build, folder, "dp=8,tp=8", annotations, runs)
            for ranks, (processor, wall, level1, peak) in ((4, few), (64, many)):
                print(f"{f'{what}, {ranks} ranks':34} {processor:8.2f} {wall:8.2f} {level1:8.3f} {peak / MEGABYTE:8.0f}")
            print(f"{'  64 ranks / 4 ranks':34} {many[0] / few[0]:8.2f}")
    print("limits: 5 s, 1.3 times that for 64 ranks, 1000 MB\n")


def print_runner(build):
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, build / "bin" / "sbp-run"], check=True)
        size = os.path.getsize(stripped.name)
    print(f"sbp-run, stripped: {size / MEGABYTE:.1f} MB (limit 10 MB)\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    build = options.build.resolve()
    print_compilation(build, options.runs)
    print_runner(build)
    environment = dict(os.environ, PATH=f"{build}/bin:{os.environ['PATH']}")
    subprocess.run(
        [sys.executable, ROOT / "test/Integration/memory/run_allocations.py", build / "lib/sbp-count-allocations.so"],
        check=True,
        env=environment,
    )


if __name__ == "__main__":
    main()
