#!/usr/bin/env python3
"""Times the enumeration of signatures and the choice of distributions on GPT blocks and MiniLM.

    ninja -C build selection-times && python3 benchmarks/selection.py [--build build] [--growth] [--jax-python VENV/bin/python]

Prints, per model and placement, what selection-times prints: ops, distinct ones, sound signatures of all ops, CPU seconds of
enumerating these alone, variables, CPU seconds of the choice (best of three), the proved gap. `--growth`: instead, a GPT of more and
more layers, ranks and axes. With an interpreter that has JAX also training steps of 1,000 and 3,000 ops (train_step.py).
Sources: selection.md section 4 for the models.
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
GROWTH = (
    [(layers, "a=2,b=2,c=2") for layers in (12, 24, 48, 96)]
    + [(12, f"a={ranks}") for ranks in (4, 16, 64, 256)]
    + [(12, f"a={side},b={side}") for side in (2, 4, 8, 16)]
    + [(12, placement) for placement in ("a=2", "a=2,b=2", "a=2,b=2,c=2")]
)


def print_times(build, model, placement, text, repeats=3):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([build / "bin/benchmarks/selection-times"] + repeats * [file.name], capture_output=True, text=True, check=True)
    print(f"{model:8} {placement:14}", min(run.stdout.splitlines(), key=lambda line: float(line.split()[5])), flush=True)


def print_gpt(build, model, placement, arguments):
    print_times(
        build,
        model,
        placement,
        subprocess.run(
            [sys.executable, ROOT / "examples/gpt/generate.py", *arguments, "--placement", placement, "--annotate", "inputs"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--growth", action="store_true", help="more and more layers, ranks and axes instead")
    parser.add_argument("--jax-python", help="an interpreter with jax")
    options = parser.parse_args()
    build = options.build
    print(
        f"{'model':8} {'placement':14} {'ops':>6} {'distinct':>8} {'signatures':>10} {'enumerate':>9} {'variables':>9} {'choose':>9} {'gap':>8}"
    )
    if options.growth:
        for layers, placement in GROWTH:
            print_gpt(
                build,
                f"GPT-{layers}",
                placement,
                ["--batch", "64", "--tokens", "1024", "--width", "1536", "--heads", "16", "--layers", str(layers)],
            )
        return
    # MiniLM with nothing annotated.
    minilm = re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", (ROOT / "examples/minilm/minilm.mlir").read_text())
    for placement in PLACEMENTS:
        axes = ", ".join('"{}" = {}'.format(*axis.split("=")) for axis in placement.split(","))
        print_times(build, "MiniLM", placement, re.sub(r"sbp\.placement @mesh .*", f"sbp.placement @mesh [{axes}]", minilm))
    for model, arguments in GPT.items():
        for placement in PLACEMENTS:
            print_gpt(build, model, placement, arguments)
    for layers in (2, 6) if options.jax_python else ():
        for placement in PLACEMENTS:
            text = subprocess.run(
                [options.jax_python, ROOT / "benchmarks/train_step.py", str(layers), placement], capture_output=True, text=True, check=True
            ).stdout
            print_times(build, f"train-{layers}", placement, text, repeats=1)


if __name__ == "__main__":
    main()
