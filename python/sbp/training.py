"""A training step beside a function that returns a loss: `sbp-opt --sbp-add-training`, from Python."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping

from sbp.native.files import find_program


def listed(option: str, values: Iterable[object]) -> list[str]:
    """The words of an option that has several values; none where there are none."""
    words = ",".join(map(str, values))
    return [f"{option}={words}"] if words else []


def group_words(groups: Mapping[str, Mapping[str, float]]) -> list[str]:
    """ "head.*:rate-scale=0.1" for each group."""
    return [
        ":".join([pattern, *(f"{name.replace('_', '-')}={value!r}" for name, value in options.items())])
        for pattern, options in groups.items()
    ]


def training_words(
    loss: str,
    data: Iterable[str],
    fixed: Iterable[str] = (),
    optimizer: str = "adamw",
    rate: float | None = None,
    weight_decay: float | None = None,
    momentum: float | None = None,
    nesterov: bool = False,
    betas: tuple[float, float] | None = None,
    epsilon: float | None = None,
    groups: Mapping[str, Mapping[str, float]] | None = None,
    no_decay: str | Iterable[str] = (),
    state_type: str | None = None,
    clip: float | None = None,
    zero: str | None = None,
    micro_batches: int | None = None,
    schedule: str | None = None,
    recompute: str | None = None,
    precision: str | None = None,
    loss_scale: str | None = None,
    accumulate: str | None = None,
) -> str:
    """The options of `--sbp-add-training`, in one string; `add_training` describes them."""
    options = [f"loss={loss}", f"optimizer={optimizer}"]
    options += listed("data", data) + listed("fixed", fixed) + listed("betas", betas or ())
    options += listed("groups", group_words(groups or {})) + listed("no-decay", [no_decay] if isinstance(no_decay, str) else no_decay)
    given = {
        "rate": rate,
        "weight-decay": weight_decay,
        "momentum": momentum,
        "nesterov": "true" if nesterov else None,
        "epsilon": epsilon,
        "state-type": state_type,
        "clip": clip,
        "zero": zero,
        "micro-batches": micro_batches,
        "schedule": schedule,
        "recompute": recompute,
        "precision": precision,
        "loss-scale": loss_scale,
        "accumulate": accumulate,
    }
    return " ".join(options + [f"{name}={value}" for name, value in given.items() if value is not None])


def add_training(text: str, loss: str, data: Iterable[str], **options: object) -> str:
    """`text` with an entry `train` that lowers the result `loss`.

    It updates the parameters whose gradients the entry returns, or else every float argument that neither `data` nor `fixed` names.
    `optimizer`: "adamw", "adam", "sgd", "lion" or "adafactor"; "adafactor:decay-rate=0.7" sets an option of its own. `rate`: the learning
    rate; None makes it the input "learning_rate". Options that are None are the optimizer's: `weight_decay` is 0, for lion 0.001, `betas`
    are (0.9, 0.999), for lion (0.9, 0.99), `epsilon` is 1e-8, for adafactor 1e-30. `momentum`: of sgd and adafactor. `groups`: {"head.*":
    {"rate_scale": 0.1}}, options (weight_decay, rate, rate_scale) of the parameters that a pattern fits, which is the end of a path with *
    for any text in one part of it. `no_decay`: patterns of parameters that do not decay; "vectors" are those of at most one dimension,
    biases and norms. `state_type`: "f32" (default) or "parameter", of the optimizer's states. `clip`: the largest global norm of the
    gradients. `zero`: "1:dp", a ZeRO stage and its axis. `micro_batches`: the number of pieces of a step, cut along dimension 0 of the
    data; `fixed` arguments are whole in each. `schedule`: "1f1b" or another order of the stages. `recompute`: "layers" makes repeated layers
    again in backward, "contractions" all of them but products. `precision`: "bf16" or "f16" products of f32 masters, of derived gradients;
    f16 scales the loss, by `loss_scale` at first, "65536:2000", which doubles after so many good steps.
    `accumulate`: "f32" sums derived gradients in f32 over ranks too, which moves more bytes. Raises ValueError with the compiler's message.
    """
    words = training_words(loss, data, **options)
    try:
        done = subprocess.run([find_program("sbp-opt"), "-", f"--sbp-add-training={words}"], input=text, text=True, capture_output=True)
    except ImportError as error:
        raise ValueError(f"sbp-opt is missing: {error}; a build leaves it in build/bin") from None
    if done.returncode:
        raise ValueError(done.stderr)
    return done.stdout
