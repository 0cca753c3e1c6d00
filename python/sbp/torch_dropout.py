"""Dropout of PyTorch as `nn.random`, with a seed that is a state of the step.  Needs torch.

    dropout = Dropout()
    with dropout.drawing():
        dropout.seed = seed
        y = dropout.run("dropout", x, 0.1)

A mask is a function of the seed, of the position in the whole tensor and of a number of its own (`offset`), so it is the same on any number of
ranks and in the gradient. The seed grows by 1 in each step. The bits are not PyTorch's own.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from torch.nn import functional
from torch.utils._python_dispatch import _disable_current_modes

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder

# The name of the state that holds the seed.
SEED = "dropout.seed"
BERNOULLI = 2  # of nn's kinds of random numbers
# What alpha dropout sets elements to: the limit of selu at minus infinity.
SELU_LIMIT = -1.7580993408473766


@torch.library.custom_op("sbp::keep", mutates_args=())
def keep(seed: torch.Tensor, shape: Sequence[int], probability: float, offset: int) -> torch.Tensor:
    """A boolean tensor that is true with `probability`. `seed`: an i64 without dimensions. Only ever traced."""
    raise NotImplementedError("sbp::keep is for tracing")


@keep.register_fake
def describe(seed: torch.Tensor, shape: Sequence[int], probability: float, offset: int) -> torch.Tensor:
    """The shape and type of the result."""
    return seed.new_empty(shape, dtype=torch.bool)


def cut_keep(b: Builder, seed: torch.fx.Node, shape: Sequence[int], probability: float, offset: int) -> torch.fx.Node:
    """The argument that stands for the result."""
    attributes = {"kind": BERNOULLI, "offset": offset, "probability": float(probability)}
    return b.cut("nn.random", (seed,), attributes, [b.node.meta["val"]])[0]


def channels(x: torch.Tensor) -> list[int]:
    """The shape of one element for each channel of each sample."""
    return [*x.shape[:2], *[1] * (x.ndim - 2)]


class Dropout:
    """The dropout of one traced run. `seed`: the tensor of the trace that the masks depend on; `draws`: their number so far."""

    def __init__(self) -> None:
        self.seed: torch.Tensor | None = None
        self.draws = 0

    def next_offset(self) -> int:
        """A number for the next mask. It comes from PyTorch's generator, whose state `torch.utils.checkpoint` puts back when it runs a part
        again: that part has the masks it had."""
        self.draws += 1
        with _disable_current_modes():
            return int(torch.randint(0, 2**62, ()))

    def mask(self, x: torch.Tensor, shape: Sequence[int], p: float) -> torch.Tensor:
        """True, of `shape`, where an element of `x` is kept."""
        assert self.seed is not None, "masks are drawn while a module is traced"
        return torch.ops.sbp.keep(self.seed, list(shape), 1.0 - p, self.next_offset())

    def drop(self, x: torch.Tensor, p: float, shape: Sequence[int] | None = None) -> torch.Tensor:
        """Zeros where the mask is false; what is left is scaled so that its mean stays."""
        if p == 1:
            return x * 0.0
        return x * self.mask(x, x.shape if shape is None else shape, p).to(x.dtype) * (1.0 / (1.0 - p))

    def drop_alpha(self, x: torch.Tensor, p: float, shape: Sequence[int] | None = None) -> torch.Tensor:
        """The limit of selu where the mask is false, and all scaled and shifted so that mean and variance stay (Klambauer et al. 2017)."""
        if p == 1:
            return x * 0.0
        kept = self.mask(x, x.shape if shape is None else shape, p)
        scale = 1.0 / math.sqrt((SELU_LIMIT**2 * p + 1.0) * (1.0 - p))
        return torch.where(kept, x, SELU_LIMIT) * scale - scale * SELU_LIMIT * p

    def run(self, name: str, x: torch.Tensor, p: float, inplace: bool = False) -> torch.Tensor:
        """What the function `name` of FORMS does in training mode."""
        result = FORMS[name](self, x, p)
        return x.copy_(result) if inplace else result

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Numbers of masks are the same in each trace; the generator of the caller stays as it is."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            yield


def unbatched(x: torch.Tensor, rank: int, drop: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
    """`drop` of a batch; `x` of `rank` dimensions is one sample."""
    return drop(x.unsqueeze(0)).squeeze(0) if x.ndim == rank else drop(x)


def by_channels(dropout: Dropout, x: torch.Tensor, p: float) -> torch.Tensor:
    """Whole channels are dropped."""
    return dropout.drop(x, p, channels(x))


# {function of torch.nn.functional: what it does with a Dropout, a tensor and a probability}
FORMS: dict[str, Callable[[Dropout, torch.Tensor, float], torch.Tensor]] = {
    "dropout": lambda dropout, x, p: dropout.drop(x, p),
    "dropout1d": lambda dropout, x, p: unbatched(x, 2, lambda batch: by_channels(dropout, batch, p)),
    "dropout2d": by_channels,
    "dropout3d": lambda dropout, x, p: unbatched(x, 4, lambda batch: by_channels(dropout, batch, p)),
    "alpha_dropout": lambda dropout, x, p: dropout.drop_alpha(x, p),
    "feature_alpha_dropout": lambda dropout, x, p: dropout.drop_alpha(x, p, channels(x)),
    "feature_dropout": by_channels,  # of torch, not of torch.nn.functional
}


# The functions by name: those of torch.nn.functional, and those of torch that they call, whose switch is called `train`.
FUNCTIONAL = {name: getattr(functional, name) for name in FORMS if hasattr(functional, name)}
TORCH = {getattr(torch, name): name for name in FORMS if hasattr(torch, name)}
NAMES = {function: name for name, function in FUNCTIONAL.items()} | TORCH
SIGNATURES = {
    **{function: inspect.signature(function) for function in FUNCTIONAL.values()},
    **dict.fromkeys(TORCH, inspect.signature(lambda input, p, train: None)),
}


def take_arguments(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[torch.Tensor, float, bool, bool]:
    """Input, probability, whether it draws, and whether it writes its input, of a call of a function of NAMES."""
    bound = SIGNATURES[function].bind(*args, **kwargs)
    bound.apply_defaults()
    values = bound.arguments
    training = values["training"] if "training" in values else values["train"]
    return values["input"], values["p"], bool(training), bool(values.get("inplace", False))


@contextmanager
def patched(call: Callable[..., Any]) -> Iterator[None]:
    """Functions of torch.nn.functional that draw run `call(function, args, kwargs)`: a mode does not see what these functions call."""

    def make(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: call(function, args, kwargs)

    try:
        for name, function in FUNCTIONAL.items():
            setattr(functional, name, make(function))
        yield
    finally:
        for name, function in FUNCTIONAL.items():
            setattr(functional, name, function)
