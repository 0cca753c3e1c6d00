"""Writes x.npy, mlp.safetensors (w1, w2) and y.npy (float64 oracle) for mlp.mlir:  python3 data.py [DIRECTORY]"""

import os
import sys

import numpy as np
from mlp_oracle import mlp

from sbp import safetensors


def main(directory):
    """Seeded values of the shapes in mlp.mlir: x [16, 256], w1 [256, 1024], w2 [1024, 256], all f32."""
    random = np.random.default_rng(0)
    x = random.standard_normal((16, 256), np.float32)
    w1 = random.standard_normal((256, 1024), np.float32) / np.float32(16)
    w2 = random.standard_normal((1024, 256), np.float32) / np.float32(32)
    os.makedirs(directory, exist_ok=True)
    np.save(os.path.join(directory, "x.npy"), x)
    safetensors.save(os.path.join(directory, "mlp.safetensors"), {"w1": w1, "w2": w2})
    np.save(os.path.join(directory, "y.npy"), mlp(x, w1, w2))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")
