"""Exports a loss of PyTorch or JAX with its training step, and compares ten steps with the framework's own:  training_step.py torch|jax

The step is data parallel on four ranks, and cut into four micro-batches on one rank and over two stages of two ranks under two schedules.
Prints a table: plan, first and last loss, largest difference from the framework's and from those of one rank. On PATH: sbp-opt,
sbp-compile, sbp-run.
"""

import os
import re
import sys
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import run

STEPS, RATE, DECAY = 10, 0.01, 0.1
BATCH, INNER, HIDDEN, CLASSES = 32, 12, 24, 5
ONE = ['sbp.placement @a ["dp" = 1]', 'sbp.placement @b ["dp" = 1]']
FOUR = ['sbp.placement @a ["dp" = 4]', 'sbp.placement @b ["dp" = 4]']
STAGES = ['sbp.placement @a ["dp" = 2]', 'sbp.placement @b ["dp" = 2] ranks [2, 3]']
#: Placements of the first and of the second layer, and options of the exporter.
PLANS = {
    "one rank": (ONE, {}),
    "data parallel": (FOUR, {}),
    "accumulation": (ONE, {"micro_batches": 4}),
    "two stages, 1f1b": (STAGES, {"micro_batches": 4, "schedule": "1f1b"}),
    "two stages, zero_bubble": (STAGES, {"micro_batches": 8, "schedule": "zero_bubble"}),
}


def get_distribution(name):
    """Batches are split; labels and the second layer are on the second stage."""
    return f"@{'b' if name == 'y' or 'second' in name else 'a'}, [{'S(0)' if name in 'xy' else 'B'}]"


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


def check_cut(text, options):
    """The entry names its micro-batches and its schedule, and every batch the dimension that is cut."""
    for key, name in (("micro_batches", "sbp.microbatches = {} :"), ("schedule", 'sbp.schedule = "{}"')):
        assert key not in options or name.format(options[key]) in text, (options, name)
    assert text.count("sbp.microbatch = 0 ") == (2 if "micro_batches" in options else 0)


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
    names = ["x", "y", *(name for name, _ in module.named_parameters())]
    rules = [(f"^{re.escape(name)}$", get_distribution(name)) for name in names]
    losses = {}
    for plan, (placements, options) in PLANS.items():
        text, values = export_training(module, arguments, "\n".join(placements), rules, rate=RATE, weight_decay=DECAY, **options)
        check_cut(text, options)
        losses[plan] = train(text, {"x": x, "y": y}, values, "loss")
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
    losses = {}
    for plan, (placements, options) in PLANS.items():
        text = export_training(loss, w, x, y.astype(np.int32), data=["x", "y"], rate=RATE, weight_decay=DECAY, **options)
        check_cut(text, options)
        text = text.replace("{\n", "{\n" + "".join(f"  {line}\n" for line in placements), 1)
        for name in ("x", "y", *(f"w.{name}" for name in w)):
            text = re.sub(
                rf'sbp\.(name|state) = "{re.escape(name)}"', rf"\g<0>, sbp.distribution = #sbp.distribution<{get_distribution(name)}>", text
            )
        weights = {f"w.{name}": value for name, value in w.items()}
        losses[plan] = train(text, {"x": x, "y": y.astype(np.int32)}, weights, "result")
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
    for plan, found in losses.items():
        theirs, ours = (np.abs(found - np.array(values)).max() for values in (expected, losses["one rank"]))
        print(f"{plan:24} loss {found[0]:.4f} to {found[-1]:.4f}, differs from {name}'s by {theirs:.1e}, from one rank's by {ours:.1e}")
        assert max(theirs, ours) < 2e-5 and found[-1] < found[0], (found, expected)
    print(f"{STEPS} steps of AdamW under {len(losses)} plans equal {name}'s")


main()
