"""The MLP of examples/mlp in float64."""

import numpy as np


def mlp(x, w1, w2):
    """relu(x @ w1) @ w2: x [n, k], w1 [k, h], w2 [h, m] of any float dtype -> [n, m] float64."""
    x, w1, w2 = (np.asarray(value, np.float64) for value in (x, w1, w2))
    return np.maximum(x @ w1, 0.0) @ w2
