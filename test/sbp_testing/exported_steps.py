"""Training steps that PyTorch and JAX export, against the frameworks' own optimizers:  exported_steps.py [--only NAME]... [--plans PLAN+...]

The texts of Inputs/exported_steps return a loss and the framework's own gradients; --sbp-add-training writes the optimizer. Weights and
inputs are numbers that `fill` gives, expected.json has the losses of five steps of the framework's optimizers, and the sums of squares of
all states behind them. Prints a table: model, plan, largest difference of losses and sums. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import argparse
import json
import os
import re
import tempfile
import zlib

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import from_bf16, round_floats, round_to_bits
from sbp_testing.harness import Case, run
from sbp_testing.paths import INPUTS as TEXTS

INPUTS = TEXTS / "exported_steps"
STEPS = 5
OPTIMIZERS = {
    "sgd": "optimizer=sgd rate=0.05 momentum=0.9",
    "adamw": "optimizer=adamw rate=0.01 weight-decay=0.1 betas=0.9,0.95 epsilon=1e-6 no-decay=vectors",
}
# Options of the step and the mesh that weights and data are on.
PLANS = {
    "sgd": ("sgd", "", None),
    "adamw": ("adamw", "", None),
    "4 micro-batches": ("adamw", "micro-batches=4", None),
    "ZeRO-1": ("adamw", "zero=1:dp", 2),
    "ZeRO-2": ("adamw", "zero=2:dp", 2),
    "ZeRO-3": ("adamw", "zero=3:dp", 2),
    "ZeRO-2, 4 micro-batches": ("adamw", "zero=2:dp micro-batches=4", 2),
}
PORT = re.compile(r'(%arg\d+: tensor<([^>]*)> \{sbp\.(?:name|state) = "([^"]*)")')
TYPES = {"f64": "f8", "f32": "f4", "bf16": "f4", "f16": "f2", "i64": "i8", "i32": "i4", "i1": "?"}


def fill(name, shape, kind, below=2):
    """Numbers for an argument: floats between -0.5 and 0.5 (variances above 0.5, zeros are 0), integers from 0 to `below` - 1, counters 0."""
    start = zlib.crc32(name.encode()) % 1000
    count = np.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.float64)
    if kind[0] == "i":
        numbers = (count * 7 + start) % below if shape else count * 0
    elif name.endswith("zeros"):
        numbers = count * 0
    elif name.endswith("var"):
        numbers = 1 + 0.5 * np.sin(count * 1.3 + start)
    else:
        numbers = 0.5 * np.sin(count * 1.7 + start)
    numbers = numbers.reshape(shape).astype(TYPES[kind])
    return round_floats(numbers) if kind == "bf16" else numbers


def to_file(array, kind):
    """An array as .npy has it."""
    return round_to_bits(array) if kind == "bf16" else array


def from_file(array):
    """Numbers of an array of .npy or safetensors."""
    return from_bf16(array) if array.dtype == np.dtype("V2") else array


def distribute(text, ranks, data):
    """`text` on `ranks` ranks, its data split, all else whole."""
    spread = lambda match: f"{match[1]}, sbp.distribution = #sbp.distribution<@mesh, [{'S(0)' if match[3] in data else 'B'}]>"
    return re.sub(r"^(module[^\n]*\{\n)", rf'\1  sbp.placement @mesh ["dp" = {ranks}]\n', PORT.sub(spread, text), count=1, flags=re.M)


def check(name, plan, expected):
    optimizer, options, ranks = PLANS[plan]
    with open(os.path.join(INPUTS, name + ".mlir")) as file:
        text = file.read()
    data = list(expected["data"])
    values = {}
    for _, kind, port in PORT.findall(text):
        *shape, element = kind.split("x")
        values[port] = to_file(fill(port, [int(size) for size in shape], element, expected["data"].get(port) or 2), element)
    words = f"loss={expected['loss']} data={','.join(data)} {OPTIMIZERS[optimizer]} {options}"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(distribute(text, ranks, data) if ranks else text)
        file.flush()
        case = Case(run("sbp-opt", file.name, f"--sbp-add-training={words}").stdout)
    safetensors.save(case.path("first"), {port: value for port, value in values.items() if port not in data})
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        f"--steps={STEPS}",
        f"--weights={case.path('first')}",
        *case.save({port: values[port] for port in data}),
        f"--output={expected['loss']}=@{case.path('losses.npy')}:all",
        f"--save-state={case.path('last')}",
    )
    losses = from_file(np.load(case.path("losses.npy"))).astype(np.float64)
    worst = np.abs(losses - expected[optimizer]["losses"]).max() / np.abs(expected[optimizer]["losses"]).max()
    states = safetensors.load(case.path("last"))
    for state, total in expected[optimizer]["states"].items():
        found = (from_file(states[state]).astype(np.float64) ** 2).sum()
        worst = max(worst, abs(found - total) / max(total, 1e-3))
    bound = expected["bound"]
    print(f"{name:20} {plan:24} loss {losses[0]:.5f} to {losses[-1]:.5f}, largest difference {worst:.1e}, bound {bound:.0e}", flush=True)
    assert worst <= bound, (losses, expected[optimizer])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--plans", default="+".join(PLANS))
    options = parser.parse_args()
    with open(os.path.join(INPUTS, "expected.json")) as file:
        models = json.load(file)
    count = 0
    for name, expected in models.items():
        for plan in options.plans.split("+"):
            if (not options.only or name in options.only) and plan not in expected["without"]:
                check(name, plan, expected)
                count += 1
    print(f"{count} runs of {len(models)} exported steps are the frameworks'")


if __name__ == "__main__":
    main()
