"""A GPT block of f32 by each arithmetic of products:  float32_run.py GENERATE.py DRIVER FOLDER

Prints the kernels of a large block, runs a small one on the host and on the stub of the driver, and compares with float64.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from sbp_testing.compared import Compared

LARGE = {"batch": 8, "tokens": 512, "width": 1024, "heads": 16}
SMALL = {"batch": 8, "tokens": 32, "width": 256, "heads": 4}


def generate(script, folder, sizes, *flags):
    model = folder / "gpt.mlir"
    numbers = [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    text = subprocess.run([sys.executable, script, *numbers, "--annotate", "none", *flags], check=True, capture_output=True).stdout
    model.write_bytes(text)
    return model


def find_families(report):
    if isinstance(report, dict):
        if "families" in report:
            return report["families"]
        report = list(report.values())
    found = (find_families(one) for one in report if isinstance(one, (dict, list)))
    return next((one for one in found if one), None)


def compile_model(model, sizes, mode):
    """Compiles for the arithmetic, prints the kernels by generator, and returns the artifact."""
    artifact, report = model.with_suffix(".sbpx"), model.with_suffix(".json")
    flags = ["--target=cuda", "--chip=sm_90a", f"--float32={mode}", f"--report={report}"]
    subprocess.run(["sbp-compile", model, "-o", artifact, *flags], check=True)
    name = f"{sizes['batch']} x {sizes['tokens']} x {sizes['width']}"
    print(f"{name}, {mode}: {find_families(json.loads(report.read_text()))}", flush=True)
    return artifact


def run(artifact, folder):
    flags = ["--input", f"x=@{folder}/x.npy", f"--weights={folder}/weights.safetensors", "--output", f"y=@{folder}/found.npy"]
    subprocess.run(["sbp-run", artifact, *flags], check=True, stdout=subprocess.DEVNULL)
    return np.load(folder / "found.npy")


def main(script, driver, folder):
    folder = Path(folder)
    os.environ |= {"SBP_PTXAS": "", "SBP_CUDA_DRIVER": driver}
    model = generate(script, folder, LARGE)
    for mode in ("tf32", "3xtf32"):
        compile_model(model, LARGE, mode)
    model = generate(script, folder, SMALL, "--data", folder)
    subprocess.run(["sbp-compile", model, "-o", folder / "host.sbpx"], check=True)
    host, expected, compared = run(folder / "host.sbpx", folder), np.load(folder / "y.npy"), Compared()
    # Four products in a row, each with the bound of one, of results of this size.
    largest = abs(expected).max()
    for mode, bound in (("exact", 4e-6 * largest), ("tf32", 2.0**-9 * largest)):
        found = run(compile_model(model, SMALL, mode), folder)
        compared.add(f"{mode} against float64", found, expected, bound)
        compared.add(f"{mode} against the host", found, host, bound)
    assert abs(found - host).max() > 1e-4, "no error of TF32"
    compared.show("results agree")


main(*sys.argv[1:])
