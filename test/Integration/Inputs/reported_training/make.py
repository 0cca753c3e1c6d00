"""Writes NAME.mlir, what a framework exports, and its row of rows.json, with the framework's own results:  make.py torch|jax [--into DIR]

A row has the inputs and weights as [type, nested list], the options of --sbp-add-training, and what is right: the states after `steps`
steps, or the results where nothing is trained. Needs torch==2.15.0 and torch-mlir==20261001, or jax==0.10.2 and optax; the files are
committed, so the test needs none.
"""

import argparse
import importlib
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("framework", choices=["torch", "jax"])
    parser.add_argument("--into", default=HERE)
    options = parser.parse_args()
    module = importlib.import_module(f"{options.framework}_rows")
    rows = {}
    for name in module.NAMES:
        text, rows[name] = module.make(name)
        with open(os.path.join(options.into, name + ".mlir"), "w") as file:
            file.write(text)
        print(name, len(text), flush=True)
    path = os.path.join(options.into, "rows.json")
    if os.path.exists(path):
        with open(path) as file:
            rows = json.load(file) | rows
    with open(path, "w") as file:
        json.dump(rows, file, separators=(",", ":"))
        file.write("\n")


main()
