"""The example's perceptron with fewer columns, and its data, for tests of hundreds of runs:  python3 small_perceptron.py DIRECTORY"""

import os
import sys
from pathlib import Path

import numpy as np

from sbp import safetensors
from sbp_testing.paths import ROOT

ROWS, WIDTH, INNER = 16, 64, 128


def main(directory):
    random = np.random.default_rng(0)
    os.makedirs(directory, exist_ok=True)
    text = Path(os.path.join(ROOT, "examples", "mlp", "mlp.mlir")).read_text()
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
