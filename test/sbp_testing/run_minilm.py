"""Compiles and runs MiniLM on 2 x 2 ranks:  python3 run_minilm.py annotated|inputs|open [--weights model.safetensors]

With only its inputs annotated, or nothing, the compiler chooses the rest. Without the real weights (then compared with
PyTorch's embeddings too) seeded ones of the same shapes are used; the oracle is float64 numpy. sbp-compile, sbp-run on PATH.
SBP_TEST_TARGET: what it is compiled for (host).
"""

import argparse
import os
import re
import subprocess
import tempfile

import numpy as np

from sbp import safetensors
from sbp.strip_annotations import strip
from sbp_testing.minilm_oracle import minilm
from sbp_testing.paths import EXAMPLES

EXAMPLE = EXAMPLES / "minilm"

KEEP = {"inputs": ["ids", "mask", "embedding"], "open": []}


def seeded_weights(text):
    """Values for every weight the model names: matrices of variance 1 / inputs, norms near 1, small biases."""
    random = np.random.default_rng(0)
    weights = {}
    for shape, name in re.findall(r'tensor<([\dx]+)xf32> \{sbp\.name = "([^"]*)"', text):
        sizes = [int(size) for size in shape.split("x")]
        if name != "embedding":
            scale, offset = (sizes[1] ** -0.5, 0) if len(sizes) == 2 else (0.1, float(name.endswith("LayerNorm.weight")))
            weights[name] = (offset + scale * random.standard_normal(sizes, np.float32)).astype(np.float32)
    return weights


def main(options):
    with open(os.path.join(EXAMPLE, "minilm.mlir")) as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as directory:
        model, artifact, output = (os.path.join(directory, name) for name in ("model.mlir", "model.sbpx", "out.npy"))
        with open(model, "w") as file:
            file.write(text if options.annotations == "annotated" else strip(text, KEEP[options.annotations]))
        weights = options.weights or os.path.join(directory, "weights.safetensors")
        if not options.weights:
            safetensors.save(weights, seeded_weights(text))
        target = os.environ.get("SBP_TEST_TARGET", "host")
        subprocess.run(["sbp-compile", model, "-o", artifact, f"--target={target}"], check=True)
        subprocess.run(
            [
                "sbp-run",
                artifact,
                f"--weights={weights}",
                f"--input=ids=@{EXAMPLE}/ids.npy",
                f"--input=mask=@{EXAMPLE}/mask.npy",
                f"--output=embedding=@{output}",
                "--timeout=600",
            ],
            check=True,
        )
        found, values = np.load(output), safetensors.load(weights)
    ids, mask = (np.load(os.path.join(EXAMPLE, name)) for name in ("ids.npy", "mask.npy"))
    np.testing.assert_allclose(found, minilm(ids, mask, values), atol=2e-6)
    if options.weights:
        np.testing.assert_allclose(found, np.load(os.path.join(EXAMPLE, "reference.npy")), atol=2e-6)
    print(options.annotations, "agrees")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("annotations", choices=["annotated", "inputs", "open"])
    parser.add_argument("--weights")
    main(parser.parse_args())
