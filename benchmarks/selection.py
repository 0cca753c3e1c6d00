#!/usr/bin/env python3
"""Times the choice of distributions on GPT blocks and MiniLM.

    python3 benchmarks/selection.py [--build build] [--jax-python VENV/bin/python]

With an interpreter that has JAX also on training steps of 1,000 and 3,000 ops (train_step.py). Prints, per model and placement, seconds of sbp-select-distributions (best of three runs of sbp-opt, its own timer) and the
proved gap. Sources: selection.md section 4 for the models.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GPT = {
    "GPT-12": ["--batch", "8", "--tokens", "1024", "--width", "768", "--heads", "12", "--layers", "12"],
    "GPT-32": ["--batch", "8", "--tokens", "2048", "--width", "4096", "--heads", "32", "--layers", "32"],
    "GPT-96": ["--batch", "8", "--tokens", "2048", "--width", "12288", "--heads", "96", "--layers", "96"],
}
PLACEMENTS = ["tp=4", "dp=2,tp=2", "dp=2,tp=4", "a=2,b=2,c=2"]


def select(build, path):
    run = subprocess.run([build / "bin" / "sbp-opt", path, "--sbp-import", "--sbp-place-operations", "--sbp-select-distributions",
                          "--mlir-timing", "--mlir-timing-display=list"], capture_output=True, text=True, check=True)
    seconds = float(re.search(r"([\d.]+) \([^)]*\)\s+SelectDistributionsPass", run.stderr).group(1))
    gap = float(re.search(r"gap = ([\d.e+-]+)", run.stdout).group(1))
    return seconds, gap


def print_times(build, model, placement, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        runs = [select(build, file.name) for _ in range(3)]
    print(f"{model:8} {placement:14} {min(seconds for seconds, _ in runs):8.3f} {max(gap for _, gap in runs):8.2g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--jax-python", help="an interpreter with jax")
    options = parser.parse_args()
    build = options.build
    print(f"{'model':8} {'placement':14} {'seconds':>8} {'gap':>8}")
    # MiniLM with nothing annotated.
    minilm = re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", (ROOT / "examples/minilm/minilm.mlir").read_text())
    for placement in PLACEMENTS:
        axes = ", ".join('"{}" = {}'.format(*axis.split("=")) for axis in placement.split(","))
        print_times(build, "MiniLM", placement, re.sub(r"sbp\.placement @mesh .*", f"sbp.placement @mesh [{axes}]", minilm))
    for model, arguments in GPT.items():
        for placement in PLACEMENTS:
            text = subprocess.run([sys.executable, ROOT / "examples/gpt/generate.py", *arguments, "--placement", placement,
                                   "--annotate", "inputs"], capture_output=True, text=True, check=True).stdout
            print_times(build, model, placement, text)
    for layers in (2, 6) if options.jax_python else ():
        for placement in PLACEMENTS:
            text = subprocess.run([options.jax_python, ROOT / "benchmarks/train_step.py", str(layers), placement], capture_output=True,
                                  text=True, check=True).stdout
            print_times(build, f"train-{layers}", placement, text)


if __name__ == "__main__":
    main()
