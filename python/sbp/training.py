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
) -> str:
    """`text` with an entry `train` that updates every float argument but those in `data` to lower the result `loss`.

    `optimizer`: "adamw", "adam" or "sgd". `rate`: the learning rate; None makes it the input "learning_rate". `clip`: the largest
    global norm of the gradients. `zero`: "1:dp", a ZeRO stage and its axis. Raises ValueError with the compiler's message.
    """
    options = [
        f"loss={loss}",
        f"data={','.join(data)}",
        f"optimizer={optimizer}",
        f"weight-decay={weight_decay!r}",
        f"momentum={momentum!r}",
    ]
    options += [f"{name}={value}" for name, value in (("rate", rate), ("clip", clip), ("zero", zero)) if value is not None]
    done = subprocess.run(["sbp-opt", "-", f"--sbp-add-training={' '.join(options)}"], input=text, text=True, capture_output=True)
    if done.returncode:
        raise ValueError(done.stderr)
    return done.stdout
