"""Writes NAME.mlir, a loss and its gradients as a framework exports them, and expected.json:  make.py torch|jax [--into DIR] [--texts]

expected.json has the losses of five steps of the framework's SGD and AdamW, and the sums of squares of all states behind them (--texts:
without). Needs torch==2.15.0 and torch-mlir==20261001, or jax==0.10.2 and optax; the files are committed, so the test needs none.
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
    parser.add_argument("--texts", action="store_true")
    options = parser.parse_args()
    steps = importlib.import_module(f"{options.framework}_steps")
    expected = {}
    for name, model in steps.MODELS.items():
        with open(os.path.join(options.into, name + ".mlir"), "w") as file:
            file.write(steps.export_text(*model))
        if not options.texts:
            expected[name] = steps.train(*model)
            print(name, {key: value["losses"] for key, value in expected[name].items() if key in ("sgd", "adamw")}, flush=True)
    if options.texts:
        return
    path = os.path.join(options.into, "expected.json")
    if os.path.exists(path):
        with open(path) as file:
            expected = json.load(file) | expected
    with open(path, "w") as file:
        json.dump(expected, file, indent=1)
        file.write("\n")


main()
