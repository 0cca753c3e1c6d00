"""What a choice is estimated to hold is what its plan needs, within 10 % below.

    memory_estimates.py [--only REGEX]

Prints the ratio for every model and mesh. A few of the models without --only; --only "" does all: minutes.
"""

import argparse
import os
import re
import struct
import subprocess
import sys

from memory_limits import ROOT, example, peak, place
from sbp_testing.harness import Case, run

MOST = 1.10
MESHES = ([1], [2], [4], [2, 2])


def generate(folder, *words):
    def make(axes):
        placement = ["--placement", "dp=2", "--annotate", "none"] if folder == "gpt" else []
        command = [sys.executable, os.path.join(ROOT, "examples", folder, "generate.py"), *words, *placement]
        return place(subprocess.run(command, check=True, capture_output=True, text=True).stdout, axes)

    return make


def resnet(batch, size, channels, blocks):
    return generate("resnet", f"--batch={batch}", f"--height={size}", f"--width={size}", f"--channels={channels}", f"--blocks={blocks}")


def gpt(batch, tokens, width, heads, layers):
    return generate("gpt", f"--batch={batch}", f"--tokens={tokens}", f"--width={width}", f"--heads={heads}", f"--layers={layers}")


FEW = {
    "mlp/mlp_open": None,
    "jax/train_step": None,
    "ask/sort": None,
    "memory_layers/pkm": None,
    "ResNet": generate("resnet"),
    "ResNet, batch 8": generate("resnet", "--batch=8"),
    "ResNet, 56 x 56 x 64": resnet(1, 56, 64, "64"),
    "ResNet, 7 x 7 x 16": resnet(4, 7, 16, "16,16,16"),
    "GPT, width 64": gpt(4, 32, 64, 4, 2),
}
MORE = {
    "ResNet, 28 x 28 x 32, halved": resnet(2, 28, 32, "32,64:2,128:2"),
    "GPT, width 768": gpt(1, 128, 768, 12, 1),
    **{
        name: None
        for name in (
            "ask/softmax",
            "ask/sum",
            "gpt/gpt",
            "gpt/gpt_calls",
            "gpt/gpt_inputs",
            "jax/mlp",
            "memory_layers/memory_plus",
            "memory_layers/peer",
            "memory_layers/ultramem",
            "memory_layers/ultramem_v2",
            "minilm/minilm",
            "mlp/mlp",
            "regression/regression",
        )
    },
}
# What they constrain is said for so many axes.
AXES = {"jax/mlp": 2, "regression/regression": 1}


def estimate(case):
    """Of the choice that is made without a limit."""
    chosen = run(
        "sbp-opt",
        case.model,
        "--sbp-import",
        "--sbp-place-operations",
        "--sbp-assign-phases",
        "--sbp-keep-values",
        f"--sbp-select-distributions=memory-limit={2**60}",
    ).stdout
    number = re.search(r"peak_bytes = ([\w.+-]+)", chosen)[1]
    # MLIR prints what six digits do not say as bits.
    return struct.unpack(">d", bytes.fromhex(number[2:]))[0] if number.startswith("0x") else float(number)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only")
    options = parser.parse_args()
    models = {name: make for name, make in (FEW | MORE).items() if re.search(options.only, name)} if options.only is not None else FEW
    worst = []
    for name, make in models.items():
        ratios = {}
        for axes in MESHES:
            if AXES.get(name, len(axes)) != len(axes):
                continue
            case = Case(make(axes) if make else example(f"{name}.mlir", axes))
            needed, expected = peak(case), estimate(case)
            ratios[str(axes)] = needed / expected
            if needed > MOST * expected:
                worst.append(f"{name} on {axes}: the plan needs {needed:,} bytes, estimated were {expected:,.0f}")
        print(f"{name}: plan / estimate " + ", ".join(f"{ratio:.3f} on {axes}" for axes, ratio in ratios.items()), flush=True)
    assert not worst, "\n".join(worst)
    print(f"{len(models)} models within {MOST}")


if __name__ == "__main__":
    main()
