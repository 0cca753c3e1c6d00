#!/usr/bin/env python3
"""Times the host target's kernels one by one, on one thread, through the runtime's service table.

    benchmarks/host/run.py [--build=build] [flags of sbp-host-region]

Prints best and median of 30 runs, GB/s of the bytes at the boundary, and GFLOP/s of contractions.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
from sbp_testing.host_kernels import NUMPY_TYPES, Region, aligned, load  # noqa: E402


def make(spec, rng):
    value = aligned(spec["shape"], NUMPY_TYPES[spec["type"]], 0)
    value[...] = (
        rng.standard_normal(spec["shape"])
        if spec["type"].startswith("f")
        else rng.integers(0, 2 if spec["type"] == "i1" else 100, spec["shape"])
    )
    return value


def measure(region, rng, runs=30):
    inputs = [make(spec, rng) for spec in region.description["inputs"]]
    outputs = [aligned(spec["shape"], NUMPY_TYPES[spec["type"]]) for spec in region.description["outputs"]]
    scratch = aligned([region.description["scratch"]], np.uint8)
    arguments = (region.services, Region._pointers(inputs), Region._pointers(outputs), scratch.ctypes.data_as(Region.POINTER), None)
    seconds = []
    for _ in range(runs + 3):
        start = time.perf_counter()
        region.function(*arguments)
        seconds.append(time.perf_counter() - start)
    seconds = sorted(seconds[3:])
    return seconds[0], seconds[len(seconds) // 2], sum(array.nbytes for array in inputs + outputs)


def main():
    flags = [flag for flag in sys.argv[1:] if not flag.startswith("--build=")]
    build = next((Path(flag[8:]) for flag in sys.argv[1:] if flag.startswith("--build=")), ROOT / "build")
    sources = [Path(flag) for flag in flags if flag.endswith(".mlir")] or [HERE / "kernels.mlir"]
    flags = [flag for flag in flags if not flag.endswith(".mlir")]
    rng = np.random.default_rng(0)
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            code = Path(folder) / "kernels.so"
            start = time.perf_counter()
            manifest = subprocess.run(
                [build / "bin/sbp-host-region", source, "-o", code, *flags], check=True, capture_output=True, text=True
            ).stdout
            print(f"{source.name}: compiled in {time.perf_counter() - start:.2f} s")
            regions = load(str(code), json.loads(manifest), str(build / "lib/sbp-host-services-runtime.so"))
        for name, region in regions.items():
            best, median, moved = measure(region, rng)
            line = f"  {name:16s} best {best * 1e3:8.3f} ms  median {median * 1e3:8.3f} ms  {moved / best / 1e9:6.1f} GB/s"
            if flops := region.description["flops"]:
                line += f"  {flops / best / 1e9:6.1f} GFLOP/s"
            print(line + f"  scratch {region.description['scratch']}")


main()
