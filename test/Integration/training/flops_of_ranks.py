"""Matrix-product operations of all ranks together beside those of one rank:  python3 flops_of_ranks.py minilm|gpt inputs|open SIZE...

Compiles the example with only its inputs annotated, or nothing, on one axis per SIZE and on one rank, and reads from the task
level how often each kernel runs and from the host target what one run of it costs. sbp-compile, sbp-host-region on PATH.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from sbp.strip_annotations import strip
from sbp_testing.paths import ROOT

INPUTS = {"minilm": ["ids", "mask", "embedding"], "gpt": ["x", "y"]}


def model_text(name, annotations, sizes):
    axes = [("dp", "tp", "pp")[i] for i in range(len(sizes))]
    if name == "gpt":
        placement = ",".join(f"{axis}={size}" for axis, size in zip(axes, sizes))
        command = [
            sys.executable,
            os.path.join(ROOT, "examples", "gpt", "generate.py"),
            "--batch=5",
            "--tokens=10",
            "--heads=8",
            "--annotate=inputs",
            f"--placement={placement}",
        ]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    else:
        with open(os.path.join(ROOT, "examples", "minilm", "minilm.mlir")) as file:
            text = file.read()
        names = ", ".join(f'"{axis}" = {size}' for axis, size in zip(axes, sizes))
        text = text.replace('["dp" = 2, "tp" = 2]', f"[{names}]")
        if len(sizes) == 1:  # the annotations are for two axes
            text = re.sub(r"@mesh, \[([^,\]]+), [^\]]+\]", r"@mesh, [\1]", text)
    return strip(text, INPUTS[name] if annotations == "inputs" else [])


def count_flops(text, directory):
    model = os.path.join(directory, "model.mlir")
    with open(model, "w") as file:
        file.write(text)
    report = os.path.join(directory, "report.json")
    subprocess.run(
        ["sbp-compile", model, "-o", os.path.join(directory, "model.sbpx"), f"--dump-phases={directory}", f"--report={report}"], check=True
    )
    with open(os.path.join(directory, "3-tasks.mlir")) as file:
        tasks = file.read()
    kernels = os.path.join(directory, "kernels.mlir")
    with open(kernels, "w") as file:
        for kernel in re.findall(r"^  func\.func private (@kernel\d+\(.*?^  \}$)", tasks, re.M | re.S):
            file.write("func.func " + kernel + "\n")
    manifest = json.loads(
        subprocess.run(
            ["sbp-host-region", kernels, "-o", os.path.join(directory, "kernels.so")], check=True, capture_output=True, text=True
        ).stdout
    )
    total = 0
    for ranks, graph in re.findall(r"task\.graph @\S+ of .*?ranks = array<i64: ([^>]*)>(.*?)^  \}$", tasks, re.M | re.S):
        runs = sum(manifest[kernel]["flops"] for kernel in re.findall(r"task\.compute @(kernel\d+)", graph))
        total += runs * len(ranks.split(","))
    with open(report) as file:
        return total, json.load(file)["selection"]["gap"]


def main(name, annotations, *sizes):
    counts = []
    for placement in ([int(size) for size in sizes], [1] * len(sizes)):
        with tempfile.TemporaryDirectory() as directory:
            counts.append(count_flops(model_text(name, annotations, placement), directory))
    (many, gap), (one, _) = counts
    assert one > 0
    print(f"{name} {annotations} on {'x'.join(sizes)}: {many / one:.4f} of one rank, gap {gap}")
    assert gap == 0 and many <= 1.01 * one, "an op is computed twice"


if __name__ == "__main__":
    main(*sys.argv[1:])
