#!/usr/bin/env python3
"""What a compilation costs as the model gets longer and its ranks more:  python3 benchmarks/scale.py [--build build] [--start]

Prints, for GPT stacks of 12 to 192 layers on placements of 8 to 1,024 ranks, the wall seconds of each phase, processor seconds and
peak memory of the whole, the size of artifact and report, and what doubling the layers multiplies seconds and megabytes by (limit
2.2). `--start`: instead, seconds and memory of reading artifacts of 1,024 ranks and of starting their session (a small model: what
is measured are tables, not weights). Nothing but the standard library is needed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PHASES = ["model", "distributed", "local", "tasks", "artifact"]
LAYERS = [12, 24, 48, 96, 192]
# Annotations and placement. Of "megatron" the axes dp and tp are used, c holds copies: products join by exchanges of all ranks.
CASES = [
    ("inputs", "a=2,b=4"),
    ("inputs", "a=32,b=32"),
    ("inputs", "a=4,b=8,c=8"),
    ("megatron", "dp=4,tp=8,c=8"),
    ("inputs", "a=4,b=8,c=32"),
]
START = [("megatron", "dp=32,tp=32"), ("megatron", "dp=4,tp=8,c=32")]


def generate(path, layers, placement, annotate, small=False):
    sizes = ["--tokens", "32", "--width", "64", "--heads", "32"] if small else ["--tokens", "1024", "--width", "1536", "--heads", "16"]
    with open(path, "w") as file:
        subprocess.run(
            [
                sys.executable,
                ROOT / "examples/gpt/generate.py",
                "--batch",
                "64",
                *sizes,
                "--layers",
                str(layers),
                "--placement",
                placement,
                "--annotate",
                annotate,
            ],
            stdout=file,
            check=True,
        )


def measure(command, succeeds=True):
    """Processor seconds and peak bytes."""
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=None if succeeds else subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if succeeds and status:
        sys.exit(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def print_case(build, folder, annotate, placement, layers):
    before = None
    print(f"{annotate} {placement}")
    print(
        f"{'layers':>8}" + "".join(f"{phase:>12}" for phase in PHASES) + f"{'CPU s':>9}{'MB':>8}{'artifact MB':>12}{'report MB':>10}"
        f"{'x CPU':>7}{'x MB':>7}"
    )
    for count in layers:
        model, artifact, report = (folder / name for name in ("model.mlir", "model.sbpx", "report.json"))
        generate(model, count, placement, annotate)
        # The figures of the whole are those of a compilation that was asked for nothing else.
        seconds, peak = measure([build / "bin/sbp-compile", model, "-o", artifact])
        measure([build / "bin/sbp-compile", model, "-o", artifact, f"--report={report}"])
        phases = json.loads(report.read_text())["phases_seconds"]
        growth = "".join(f"{now / then:7.2f}" for now, then in zip((seconds, peak), before)) if before else ""
        print(
            f"{count:8}" + "".join(f"{phases[phase]:12.2f}" for phase in PHASES) + f"{seconds:9.2f}{peak / 1e6:8.0f}"
            f"{artifact.stat().st_size / 1e6:12.1f}{report.stat().st_size / 1e6:10.2f}{growth}",
            flush=True,
        )
        before = seconds, peak


def print_start(build, folder, annotate, placement, layers):
    model, artifact = folder / "model.mlir", folder / "model.sbpx"
    generate(model, layers, placement, annotate, small=True)
    measure([build / "bin/sbp-compile", model, "-o", artifact, "--strict"])
    read = measure([build / "bin/sbp-run", artifact, "--inspect"])
    # Without weights the session is ready when their lack is noticed.
    begin = time.perf_counter()
    start = measure([build / "bin/sbp-run", artifact], succeeds=False)
    wall = time.perf_counter() - begin
    print(
        f"{annotate} {placement}, {layers} layers, artifact {artifact.stat().st_size / 1e6:.1f} MB: read {read[0]:.2f} CPU s "
        f"{read[1] / 1e6:.0f} MB, start {start[0]:.2f} CPU s {wall:.2f} s {start[1] / 1e6:.0f} MB (limits 2 s, 250 MB)",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--start", action="store_true", help="reading artifacts and starting sessions instead")
    parser.add_argument("--layers", type=int, nargs="*", default=LAYERS)
    parser.add_argument("--only", default="", help="cases whose annotation and placement contain this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for annotate, placement in START if options.start else CASES:
            if options.only not in f"{annotate} {placement}":
                continue
            if options.start:
                print_start(options.build, pathlib.Path(name), annotate, placement, 96)
            else:
                print_case(options.build, pathlib.Path(name), annotate, placement, options.layers)


if __name__ == "__main__":
    main()
