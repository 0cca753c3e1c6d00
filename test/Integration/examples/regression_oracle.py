"""The linear regression of examples/regression in float64."""

import numpy as np


def evaluate(x, y, weight, bias):
    """x [n, k], y [n, 1], weight [k, 1], bias [1] -> prediction [n, 1], mean squared error."""
    prediction = x @ weight + bias
    return prediction, np.mean((prediction - y) ** 2)


def train(x, y, steps, step_size=0.1):
    """Gradient descent from zeros -> loss before the last step, weight [k, 1], bias [1] after it."""
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    weight, bias, loss = np.zeros((x.shape[1], 1)), np.zeros(1), None
    for _ in range(steps):
        prediction, loss = evaluate(x, y, weight, bias)
        residual = prediction - y
        weight = weight - step_size * 2 / len(x) * (x.T @ residual)
        bias = bias - step_size * 2 / len(x) * residual.sum(0)
    return loss, weight, bias
