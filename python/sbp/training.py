"""A training step beside a function that returns a loss: `sbp-opt --sbp-add-training`, from Python. sbp-opt on PATH."""

from __future__ import annotations

import subprocess
from typing import Iterable


def add_training(
    text: str,
    loss: str,
    data: Iterable[str],
    optimizer: str = "adamw",
    rate: float | None = None,
    weight_decay: float = 0.0,
    momentum: float = 0.0,
    clip: float | None = None,
    zero: str | None = None,
    micro_batches: int | None = None,
    schedule: str | None = None,
) -> str:
    """`text` with an entry `train` that updates every float argument but those in `data` to lower the result `loss`.

    `optimizer`: "adamw", "adam" or "sgd". `rate`: the learning rate; None makes it the input "learning_rate". `clip`: the largest
    global norm of the gradients. `zero`: "1:dp", a ZeRO stage and its axis. `micro_batches`: the number of pieces of a step,
    cut along dimension 0 of the data. `schedule`: "1f1b" or another order of the stages. Raises ValueError with the compiler's message.
    """
    options = [
        f"loss={loss}",
        f"data={','.join(data)}",
        f"optimizer={optimizer}",
        f"weight-decay={weight_decay!r}",
        f"momentum={momentum!r}",
    ]
    given = {"rate": rate, "clip": clip, "zero": zero, "micro-batches": micro_batches, "schedule": schedule}
    options += [f"{name}={value}" for name, value in given.items() if value is not None]
    done = subprocess.run(["sbp-opt", "-", f"--sbp-add-training={' '.join(options)}"], input=text, text=True, capture_output=True)
    if done.returncode:
        raise ValueError(done.stderr)
    return done.stdout
