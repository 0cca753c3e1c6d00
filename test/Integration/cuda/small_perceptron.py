"""The example's perceptron with fewer columns, and its data, for tests of hundreds of runs:  python3 small_perceptron.py DIRECTORY"""

import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
sys.path.insert(0, os.path.join(ROOT, "python"))
from sbp import safetensors

ROWS, WIDTH, INNER = 16, 64, 128


def main(directory):
    random = np.random.default_rng(0)
    os.makedirs(directory, exist_ok=True)
    text = open(os.path.join(ROOT, "examples", "mlp", "mlp.mlir")).read()
    with open(os.path.join(directory, "mlp.mlir"), "w") as file:
        file.write(text.replace("1024", str(INNER)).replace("256", str(WIDTH)))
    np.save(os.path.join(directory, "x.npy"), random.standard_normal((ROWS, WIDTH), np.float32))
    safetensors.save(
        os.path.join(directory, "mlp.safetensors"),
        {
            "w1": random.standard_normal((WIDTH, INNER), np.float32) / np.float32(8),
            "w2": random.standard_normal((INNER, WIDTH), np.float32) / np.float32(11),
        },
    )


if __name__ == "__main__":
    main(sys.argv[1])
