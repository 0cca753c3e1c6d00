"""Writes what examples/training/classifier.mlir is trained with: x.npy and y.npy (four Gaussian clusters in 16 dimensions) and
weights.safetensors (the first values of w1, b1 and w2).

    data.py FOLDER
"""

import os
import sys

import numpy as np

from sbp import safetensors

source = np.random.default_rng(0)
folder = sys.argv[1]
centres = source.standard_normal((4, 16)).astype(np.float32)
y = source.integers(0, 4, 64)
np.save(os.path.join(folder, "x.npy"), centres[y] + 0.3 * source.standard_normal((64, 16)).astype(np.float32))
np.save(os.path.join(folder, "y.npy"), y)
safetensors.save(
    os.path.join(folder, "weights.safetensors"),
    {
        "w1": 0.3 * source.standard_normal((16, 32)).astype(np.float32),
        "b1": np.zeros(32, np.float32),
        "w2": 0.2 * source.standard_normal((32, 4)).astype(np.float32),
    },
)
