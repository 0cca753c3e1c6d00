"""Random numbers of PyTorch as `nn.random`, with a seed that is a state of the step.  Needs torch.

    numbers = RandomNumbers()
    with numbers.drawing():
        numbers.seed = seed
        noise = numbers.draw(NORMAL, x.shape, x.dtype)

A number is a function of the seed, of its position in the whole tensor and of a number of its op (`offset`), so it is the same on any number of
ranks, in micro-batches and in the gradient. The seed grows by 1 in each step. The bits are not PyTorch's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from torch.utils._python_dispatch import _disable_current_modes

if TYPE_CHECKING:
    from sbp.torch_scatters import Builder

# The name of the state that holds the seed.
SEED = "random.seed"
# The kinds of nn's random numbers: in [0, 1), of mean 0 and variance 1, true with a probability.
UNIFORM, NORMAL, BERNOULLI = 0, 1, 2


@torch.library.custom_op("sbp::random", mutates_args=())
def random(seed: torch.Tensor, shape: Sequence[int], dtype: torch.dtype, kind: int, probability: float, offset: int) -> torch.Tensor:
    """Numbers of a kind; `probability` is for BERNOULLI alone, whose type is bool. `seed`: an i64 without dimensions. Only ever traced."""
    raise NotImplementedError("sbp::random is for tracing")


@random.register_fake
def describe(seed: torch.Tensor, shape: Sequence[int], dtype: torch.dtype, kind: int, probability: float, offset: int) -> torch.Tensor:
    """The shape and type of the result."""
    return seed.new_empty(shape, dtype=dtype)


def cut_random(
    b: Builder, seed: torch.fx.Node, shape: Sequence[int], dtype: torch.dtype, kind: int, probability: float, offset: int
) -> torch.fx.Node:
    """The argument that stands for the result."""
    attributes = {"kind": kind, "offset": offset} | ({"probability": float(probability)} if kind == BERNOULLI else {})
    return b.cut("nn.random", (seed,), attributes, [b.node.meta["val"]])[0]


class RandomNumbers:
    """The random numbers of one traced run. `seed`: the tensor of the trace that they depend on; `draws`: how many tensors were drawn."""

    def __init__(self) -> None:
        self.seed: torch.Tensor | None = None
        self.draws = 0

    def next_offset(self) -> int:
        """A number for the next tensor. It comes from PyTorch's generator, whose state `torch.utils.checkpoint` puts back when it runs a part
        again: that part has the numbers it had."""
        self.draws += 1
        with _disable_current_modes():
            return int(torch.randint(0, 2**62, ()))

    def draw(self, kind: int, shape: Sequence[int], dtype: torch.dtype, probability: float = 0.0) -> torch.Tensor:
        """A tensor of random numbers. Raises ValueError for a type that has none."""
        if kind != BERNOULLI and not dtype.is_floating_point:
            raise ValueError(f"random numbers of {dtype} are not supported; draw floats")
        assert self.seed is not None, "numbers are drawn while a module is traced"
        return torch.ops.sbp.random(self.seed, list(shape), dtype, kind, probability, self.next_offset())

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Offsets are the same in each trace; the generator of the caller stays as it is."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            yield


def draw_like(kind: int) -> Callable[..., torch.Tensor]:
    """`rand_like` and `randn_like`."""
    return lambda numbers, input, dtype=None, **_: numbers.draw(kind, input.shape, dtype or input.dtype)


def draw_sized(kind: int) -> Callable[..., torch.Tensor]:
    """`rand` and `randn`, of sizes or of one list of them."""

    def make(numbers: RandomNumbers, *sizes: Any, size: Any = None, dtype: torch.dtype | None = None, **_: Any) -> torch.Tensor:
        given = sizes if size is None else size
        shape = given[0] if len(given) == 1 and not isinstance(given[0], int) else given
        return numbers.draw(kind, shape, dtype or torch.get_default_dtype())

    return make


def draw_true(numbers: RandomNumbers, probabilities: torch.Tensor, p: float | None = None, **_: Any) -> torch.Tensor:
    """`bernoulli`: 1 with a probability of its own for each element, or with `p` for all."""
    if p is not None:
        return numbers.draw(BERNOULLI, probabilities.shape, torch.bool, p).to(probabilities.dtype)
    return (numbers.draw(UNIFORM, probabilities.shape, probabilities.dtype) < probabilities).to(probabilities.dtype)


def draw_normal(numbers: RandomNumbers, mean: Any, std: Any = 1.0, size: Sequence[int] | None = None, **_: Any) -> torch.Tensor:
    """`normal`: tensors or numbers of means and deviations."""
    tensors = [each for each in (mean, std) if isinstance(each, torch.Tensor)]
    shape = size if size is not None else torch.broadcast_shapes(*(each.shape for each in tensors))
    dtype = tensors[0].dtype if tensors else torch.get_default_dtype()
    return numbers.draw(NORMAL, shape, dtype) * std + mean


def fill_true(numbers: RandomNumbers, x: torch.Tensor, p: Any = 0.5, **_: Any) -> torch.Tensor:
    """`x.bernoulli_(p)`."""
    if isinstance(p, torch.Tensor):
        return x.copy_(draw_true(numbers, p.expand(x.shape)))
    return x.copy_(numbers.draw(BERNOULLI, x.shape, torch.bool, p))


def fill_normal(numbers: RandomNumbers, x: torch.Tensor, mean: float = 0.0, std: float = 1.0, **_: Any) -> torch.Tensor:
    """`x.normal_(mean, std)`."""
    return x.copy_(numbers.draw(NORMAL, x.shape, x.dtype) * std + mean)


def fill_uniform(numbers: RandomNumbers, x: torch.Tensor, *limits: float, **named: Any) -> torch.Tensor:
    """`x.uniform_(low, high)`, whose limits are called `from` and `to`."""
    given = dict(zip(("from", "to"), limits)) | named
    low, high = given.get("from", 0.0), given.get("to", 1.0)
    return x.copy_(numbers.draw(UNIFORM, x.shape, x.dtype) * (high - low) + low)


# {function of torch that draws: what it does with RandomNumbers}; others, such as randint and multinomial, stay and are refused.
FUNCTIONS: dict[Callable[..., Any], Callable[..., torch.Tensor]] = {
    torch.rand_like: draw_like(UNIFORM),
    torch.randn_like: draw_like(NORMAL),
    torch.rand: draw_sized(UNIFORM),
    torch.randn: draw_sized(NORMAL),
    torch.bernoulli: draw_true,
    torch.Tensor.bernoulli: draw_true,
    torch.normal: draw_normal,
    torch.Tensor.bernoulli_: fill_true,
    torch.Tensor.normal_: fill_normal,
    torch.Tensor.uniform_: fill_uniform,
}
