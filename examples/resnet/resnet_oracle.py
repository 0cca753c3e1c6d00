"""Convolutions and the ResNet blocks of examples/resnet in float64, NHWC."""

import numpy as np


def convolution(x, weight, stride=1, dilation=1):
    """x [n, h, w, c], weight [kh, kw, c, out] -> [n, oh, ow, out], without padding."""
    kh, kw = weight.shape[:2]
    oh, ow = ((size - dilation * (k - 1) - 1) // stride + 1 for size, k in zip(x.shape[1:3], (kh, kw)))
    result = np.zeros((x.shape[0], oh, ow, weight.shape[3]))
    for i in range(kh):
        for j in range(kw):
            rows = slice(i * dilation, i * dilation + (oh - 1) * stride + 1, stride)
            columns = slice(j * dilation, j * dilation + (ow - 1) * stride + 1, stride)
            result += x[:, rows, columns] @ weight[i, j]
    return result


def resnet(x, weights, blocks):
    """Weights as named by examples/resnet/generate.py, blocks as (channels, stride) -> float64."""
    x = np.asarray(x, np.float64)
    pad = lambda y: np.pad(y, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for index, (_, stride) in enumerate(blocks):
        w = {name.removeprefix(f"b{index}."): np.asarray(value, np.float64) for name, value in weights.items()}

        def normalised(y, name, step):
            return convolution(y, w[name + ".weight"], step) * w[name + ".scale"] + w[name + ".shift"]

        y = np.maximum(normalised(pad(x), "conv1", stride), 0)
        y = normalised(pad(y), "conv2", 1)
        x = np.maximum(y + (normalised(x, "shortcut", stride) if "shortcut.weight" in w else x), 0)
    return x
