"""Exports a loss of PyTorch or JAX with its training step, and compares ten steps with the framework's own:  training_step.py torch|jax

On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import os
import sys
import tempfile

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "test", "Integration")]
from harness import run
from sbp import safetensors

STEPS, RATE, DECAY = 10, 0.01, 0.1
BATCH, INNER, HIDDEN, CLASSES = 32, 12, 24, 5


def draw():
    random = np.random.default_rng(3)
    return random.standard_normal((BATCH, INNER), np.float32), random.integers(0, CLASSES, BATCH)


def train(text, inputs, weights, result):
    """The values of `result`, the loss, in all steps."""
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        with open(at("model.mlir"), "w") as file:
            file.write(text)
        safetensors.save(at("weights.safetensors"), weights)
        words = []
        for name, value in inputs.items():
            np.save(at(f"{name}.npy"), value)
            words.append(f"--input={name}=@{at(f'{name}.npy')}")
        run("sbp-compile", at("model.mlir"), "-o", at("model.sbpx"))
        run(
            "sbp-run",
            at("model.sbpx"),
            "--entry=train",
            f"--steps={STEPS}",
            f"--weights={at('weights.safetensors')}",
            *words,
            f"--output={result}=@{at('loss.npy')}:all",
        )
        return np.load(at("loss.npy"))


def with_torch():
    import torch
    from sbp.export_torch import export_training

    class Classifier(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.Linear(INNER, HIDDEN), torch.nn.Linear(HIDDEN, CLASSES)
            self.norm = torch.nn.LayerNorm(HIDDEN)

        def forward(self, x, y):
            return torch.nn.functional.cross_entropy(self.second(self.norm(torch.nn.functional.gelu(self.first(x)))), y)

    torch.manual_seed(0)
    module, (x, y) = Classifier(), draw()
    arguments = torch.tensor(x), torch.tensor(y)
    text, values = export_training(
        module,
        arguments,
        'sbp.placement @mesh ["dp" = 4]',
        [("^[xy]$", "@mesh, [S(0)]"), ("", "@mesh, [B]")],
        rate=RATE,
        weight_decay=DECAY,
    )
    losses = train(text, {"x": x, "y": y}, values, "loss")
    optimizer = torch.optim.AdamW(module.parameters(), lr=RATE, weight_decay=DECAY)
    expected = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = module(*arguments)
        loss.backward()
        optimizer.step()
        expected.append(loss.item())
    return losses, expected, "torch"


def with_jax():
    import jax
    import jax.numpy as jnp
    from sbp.export_jax import export_training

    def loss(w, x, y):
        logits = jnp.tanh(x @ w["first"] + w["bias"]) @ w["second"]
        return -jnp.take_along_axis(jax.nn.log_softmax(logits, -1), y[:, None], -1).mean()

    x, y = draw()
    random = np.random.default_rng(4)
    w = {
        "first": 0.3 * random.standard_normal((INNER, HIDDEN), np.float32),
        "bias": np.zeros(HIDDEN, np.float32),
        "second": 0.3 * random.standard_normal((HIDDEN, CLASSES), np.float32),
    }
    text = export_training(loss, w, x, y.astype(np.int32), data=["x", "y"], rate=RATE, weight_decay=DECAY)
    text = text.replace("{\n", '{\n  sbp.placement @mesh ["dp" = 4]\n', 1)
    losses = train(text, {"x": x, "y": y.astype(np.int32)}, {f"w.{name}": value for name, value in w.items()}, "result")
    expected, first, second = [], {k: 0 * v for k, v in w.items()}, {k: 0 * v for k, v in w.items()}
    for step in range(1, STEPS + 1):
        value, slopes = jax.value_and_grad(loss)(w, x, y)
        expected.append(float(value))
        for name, g in slopes.items():
            first[name], second[name] = 0.9 * first[name] + 0.1 * g, 0.999 * second[name] + 0.001 * g * g
            size = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
            w[name] = w[name] * (1 - RATE * DECAY) - RATE / (1 - 0.9**step) * first[name] / size
    return losses, expected, "JAX"


def main():
    losses, expected, name = {"torch": with_torch, "jax": with_jax}[sys.argv[1]]()
    difference = np.abs(losses - np.array(expected)).max()
    assert difference < 2e-5 and losses[-1] < losses[0], (losses, expected)
    print(f"{STEPS} steps of AdamW on 4 ranks equal {name}'s: loss {losses[0]:.4f} to {losses[-1]:.4f}, differ by {difference:.1e}")


main()
