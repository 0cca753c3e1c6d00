"""Ops as a framework lowers them, compiled and run, give its results:  run_exported.py [--ranks N] [--split D] FOLDER NAME...

FOLDER is one of Inputs/. With `--ranks` every input and result is split along dimension D (default 0; the last one where there
are fewer). sbp-compile and sbp-run on PATH; SBP_TEST_TARGET is what they compile for.
"""

import argparse
import os
import re
import subprocess
import tempfile

import numpy as np

from sbp_testing.harness import TARGET
from sbp_testing.paths import INPUTS

# The relative tolerance of results that are rounded to f16; others are within 1e-5.
ROUNDED = {"narrow_attentions": 2e-3, "narrow_block": 4e-3}


def distribute(text, ranks, dim):
    """`text` on `ranks` ranks, its arguments and results split."""

    def annotate(match):
        rank = match[1].count("x")
        part = f"S({min(dim, rank - 1)})" if rank else "B"
        return f"{match[0]}, sbp.distribution = #sbp.distribution<@ranks, [{part}]>"

    text = re.sub(r'tensor<([\dx]*)\w+> \{sbp\.name = "[^"]*"', annotate, text)
    return re.sub(r"^(module[^\n]*\{\n)", rf'\1  sbp.placement @ranks ["x" = {ranks}]\n', text, count=1, flags=re.MULTILINE)


def check(name, options):
    with open(os.path.join(INPUTS, options.folder, name + ".mlir")) as file:
        text = file.read()
    ports = re.findall(r'sbp\.name = "([^"]*)"', text)
    data = np.load(os.path.join(INPUTS, options.folder, name + ".npz"))
    inputs = [key for key in data.files if key.startswith("input")]
    results = [key for key in data.files if key.startswith("result")]
    with tempfile.TemporaryDirectory() as directory:
        model = directory + "/model.mlir"
        with open(model, "w") as file:
            file.write(distribute(text, options.ranks, options.split) if options.ranks > 1 else text)
        command = ["sbp-run", directory + "/model.sbpx"]
        for port, key in zip(ports, inputs):
            np.save(f"{directory}/{key}.npy", data[key])
            command.append(f"--input={port}=@{directory}/{key}.npy")
        command += [f"--output={port}=@{directory}/{key}.npy" for port, key in zip(ports[len(inputs) :], results)]
        subprocess.run(["sbp-compile", model, "-o", directory + "/model.sbpx", *TARGET], check=True)
        subprocess.run(command, check=True)
        for key in results:
            found = np.load(f"{directory}/{key}.npy")
            assert found.dtype == data[key].dtype, (name, key, found.dtype, data[key].dtype)
            rtol = ROUNDED.get(name, 1e-5)
            np.testing.assert_allclose(found, data[key], rtol=rtol, atol=0.2 * rtol, err_msg=f"{name} {key}")
    print(name, "agrees")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--split", type=int, default=0)
    parser.add_argument("folder")
    parser.add_argument("names", nargs="+")
    parsed = parser.parse_args()
    for argument in parsed.names:
        check(argument, parsed)
