"""Ops of nn in the interpreter against numpy in float64."""

import subprocess
import sys
import tempfile

import numpy as np

from sbp_testing.compared import Compared

random = np.random.default_rng(7)


def draw(*shape):
    return random.standard_normal(shape)


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def layer_norm(x, w, b):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return [(x - mean) / np.sqrt(variance + 1e-5) * w + b]


def rms_norm(x, w):
    return [x / np.sqrt((x * x).mean((-2, -1), keepdims=True) + 1e-6) * w]


def cross_entropy(x, t):
    return [-np.log(np.take_along_axis(softmax(x), t[:, None], 1))[:, 0]]


def attention(q, k, v, m=None, causal=False):
    shared = q.shape[1] // k.shape[1]
    k, v = (np.repeat(each, shared, 1) for each in (k, v))
    scores = 0.5 * q @ k.transpose(0, 1, 3, 2)
    if m is not None:
        scores = scores + m
    if causal:
        s, t = scores.shape[2:]
        scores = np.where(np.arange(t)[None] <= np.arange(s)[:, None] + t - s, scores, -np.inf)
    return [softmax(scores) @ v, np.log(np.exp(scores).sum(-1))]


def text(array):
    kind = {"f": "f64", "i": "i64"}[array.dtype.kind]
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + kind + ">"


compared = Compared()


def check(name, op, inputs, expected):
    arguments = [f"%a{i}" for i in range(len(inputs))]
    results = [f"%r{i}" for i in range(len(expected))]
    types = ", ".join(text(array) for array in expected)
    signature = ", ".join(f"{a}: {text(array)}" for a, array in zip(arguments, inputs))
    call = op.format(*arguments)
    model = (
        f"func.func @main({signature}) -> ({types}) {{\n  {', '.join(results)} = {call} : "
        f"({', '.join(text(array) for array in inputs)}) -> ({types})\n  return {', '.join(results)} : {types}\n}}\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/model.mlir", "w") as file:
            file.write(model)
        command = ["sbp-interpret", f"{folder}/model.mlir"]
        for i, array in enumerate(inputs):
            np.save(f"{folder}/in{i}.npy", array)
            command += ["--input", f"{i}=@{folder}/in{i}.npy"]
        for i in range(len(expected)):
            command += ["--output", f"{i}=@{folder}/out{i}.npy"]
        subprocess.run(command, check=True)
        for i, wanted in enumerate(expected):
            compared.add(f"{name} #{i}", np.load(f"{folder}/out{i}.npy"), wanted, 1e-12, relative=1e-12)


def main():
    x, w, b = draw(4, 6), draw(6), draw(6)
    check("layer_norm", "nn.layer_norm {}, {}, {} {{epsilon = 1.0e-5 : f64}}", [x, w, b], layer_norm(x, w, b))
    x, w = draw(4, 2, 3), draw(2, 3)
    check("rms_norm", "nn.rms_norm {}, {} {{epsilon = 1.0e-6 : f64}}", [x, w], rms_norm(x, w))
    x, t = draw(5, 7), np.array([0, 6, 3, 3, 1])
    check("cross_entropy", "nn.cross_entropy {}, {}", [x, t], cross_entropy(x, t))
    check("cross_entropy and log_sum_exp", "nn.cross_entropy {}, {}", [x, t], cross_entropy(x, t) + [np.log(np.exp(x).sum(-1))])
    q, k, v = draw(2, 3, 4, 5), draw(2, 3, 6, 5), draw(2, 3, 6, 2)
    check("attention", "nn.attention {}, {}, {} {{scale = 0.5 : f64}}", [q, k, v], attention(q, k, v))
    q, k, v, m = draw(2, 4, 3, 2), draw(2, 2, 5, 2), draw(2, 2, 5, 3), draw(1, 4, 1, 5)
    check(
        "attention_grouped",
        "nn.attention {}, {}, {} mask {} {{scale = 0.5 : f64, causal}}",
        [q, k, v, m],
        attention(q, k, v, m, causal=True),
    )
    m = draw(2, 1, 3, 1)
    check("attention_shared_mask", "nn.attention {}, {}, {} mask {} {{scale = 0.5 : f64}}", [q, k, v, m], attention(q, k, v, m))
    compared.show("results agree")


if __name__ == "__main__":
    sys.exit(main())
