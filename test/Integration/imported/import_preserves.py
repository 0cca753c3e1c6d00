"""A model and its normalised form give the same values:  python3 import_preserves.py MODEL.mlir [--entry NAME] [--compiled]

Both are interpreted (sbp-interpret, sbp-opt on PATH) on seeded inputs: floats standard normal, integers small; with
`--compiled` the second is the compiled model instead (sbp-compile, sbp-run). Bounds are those of f32 sums in another order.
"""

import argparse
import os
import re
import subprocess
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.compared import Compared

DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8, "i1": bool}


def ports(text, entry):
    """Arguments and results of `entry`: lists of (name, shape, dtype)."""
    begin = re.search(rf"func\.func (public )?@{entry}\(", text).end()
    arguments, _, rest = text[begin : text.index(" {\n", begin)].partition(") -> ")

    def read(part):
        found = re.finditer(r'tensor<((?:\d+x)*)(\w+)>(?: \{[^}]*?sbp\.(?:name|state) = "([^"]*)")?', part)
        return [
            (match[3] or str(i), tuple(int(size) for size in match[1].split("x")[:-1]), DTYPES[match[2]]) for i, match in enumerate(found)
        ]

    return read(arguments), read(rest)


def run(tool, model, entry, inputs, states, names, directory):
    weights = os.path.join(directory, "weights.safetensors")
    command = [tool, model, f"--entry={entry}", f"--weights={weights}"]
    safetensors.save(weights, {name: value for name, value in inputs.items() if name in states})
    for name, value in inputs.items():
        if name in states:
            continue
        path = os.path.join(directory, f"in.{len(command)}.npy")
        np.save(path, value)
        command.append(f"--input={name}=@{path}")
    outputs = [os.path.join(directory, f"out.{i}.npy") for i in range(len(names))]
    subprocess.run(command + [f"--output={name}=@{path}" for name, path in zip(names, outputs)], check=True)
    return [np.load(path) for path in outputs]


def main(options):
    with tempfile.TemporaryDirectory() as directory:
        normal = os.path.join(directory, "normal.mlir")
        subprocess.run(["sbp-opt", "--sbp-import", options.model, "-o", normal], check=True)
        with open(normal) as file:
            text = file.read()
        arguments, results = ports(text, options.entry)
        states = set(re.findall(r'sbp\.state = "([^"]*)"', text))
        random = np.random.default_rng(0)
        inputs = {
            name: (0.3 * random.standard_normal(shape)).astype(dtype)
            if np.issubdtype(dtype, np.floating)
            else random.integers(0, 2, shape).astype(dtype)
            for name, shape, dtype in arguments
        }
        names = [result[0] for result in results]
        before = run("sbp-interpret", options.model, options.entry, inputs, states, names, directory)
        if options.compiled:
            artifact = os.path.join(directory, "model.sbpx")
            subprocess.run(["sbp-compile", options.model, "-o", artifact], check=True)
            after = run("sbp-run", artifact, options.entry, inputs, states, names, directory)
        else:
            after = run("sbp-interpret", normal, options.entry, inputs, states, names, directory)
    compared = Compared()
    for name, x, y in zip(names, before, after):
        compared.add(name, y, x, 2e-6 * max(1.0, np.abs(x).max(initial=0)), relative=2e-5)
    compared.show("results agree")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--entry", default="main")
    parser.add_argument("--compiled", action="store_true")
    main(parser.parse_args())
