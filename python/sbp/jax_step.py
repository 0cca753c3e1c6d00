"""A loss with JAX's own gradients as one function of the loss's arguments.  Needs jax.

    step = Step(loss, (params, x), data=["x"])
    step(params, x)                     # (loss, [gradients], [next values of states])

`lax.stop_gradient`, `custom_jvp` and `custom_vjp` are what JAX makes of them. Every float of the arguments is trained but those in `data`,
`frozen` and `states`. `states`: parameters of the loss whose next values it returns beside its value, as with `has_aux`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import jax
import jax.numpy as jnp

from sbp.user_lines import ExportError, line_of_error, unknown_name


def argument_names(function: Callable, arguments: Sequence[Any]) -> list[str]:
    """One name per leaf of `arguments`: "x", "params.w1"; of the parameter `*weights`: "weights.0"."""
    parameters = list(inspect.signature(function).parameters.values())
    names = []
    for path, _ in jax.tree_util.tree_flatten_with_path(arguments)[0]:
        index, rest = path[0].idx, jax.tree_util.keystr(path[1:], simple=True, separator=".")
        parameter = parameters[min(index, len(parameters) - 1)]
        if parameter.kind == parameter.VAR_POSITIONAL:
            rest = ".".join(filter(None, [str(index - len(parameters) + 1), rest]))
        names.append(parameter.name + ("." + rest if rest else ""))
    return names


def find_leaves(option: str, wanted: Iterable[str], loss: Callable, names: Sequence[str]) -> list[int]:
    """Positions of the leaves that `wanted` names: parameters of the loss, or paths below one. A name that is none raises ExportError."""
    wanted = [wanted] if isinstance(wanted, str) else list(wanted)
    parameters = [parameter for parameter in inspect.signature(loss).parameters]
    below = lambda name, each: name == each or name.startswith(each + ".")
    for each in wanted:
        if each not in parameters and not any(below(name, each) for name in names):
            raise ExportError(unknown_name(f"{option}=", each, names if "." in each else parameters, "parameters of the loss"))
    return [i for i, name in enumerate(names) if any(below(name, each) for each in wanted)]


def describe(value: Any) -> str:
    """ "float32[2]"."""
    return f"{value.dtype}{list(value.shape)}"


@contextmanager
def explained() -> Iterator[None]:
    """Turns exceptions by which JAX refuses to trace what depends on values into ExportErrors at the user's line."""
    try:
        yield
    except (jax.errors.NonConcreteBooleanIndexError, jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError) as error:
        is_mask = isinstance(error, jax.errors.NonConcreteBooleanIndexError)
        cause = "a boolean mask selects elements: shapes that depend on values are not supported; use jnp.where"
        if not is_mask:
            cause = "a number is read out of an array (if, int, float, a shape): control flow on values is not supported; use jnp.where"
        line = line_of_error(error)
        raise ExportError(f"{line}: {cause}" if line else cause) from error


class Step:
    """The function; `names` of its arguments' leaves, and the positions of those that are `trained`, `data` and `states`."""

    def __init__(
        self, loss: Callable, arguments: Sequence[Any], data: Iterable[str], frozen: Iterable[str] = (), states: Iterable[str] = ()
    ) -> None:
        self.loss = loss
        self.__name__ = getattr(loss, "__name__", "loss")  # the name of the module in the text
        self.names = argument_names(loss, arguments)
        self.data, self.states = find_leaves("data", data, loss, self.names), find_leaves("states", states, loss, self.names)
        fixed = {*self.data, *self.states, *find_leaves("frozen", frozen, loss, self.names)}
        self.leaves = [jax.ShapeDtypeStruct(jnp.shape(leaf), jnp.result_type(leaf)) for leaf in jax.tree_util.tree_leaves(arguments)]
        self.trained = [i for i, leaf in enumerate(self.leaves) if i not in fixed and jnp.issubdtype(leaf.dtype, jnp.floating)]
        if not self.trained:
            raise ExportError("export_training: no float argument of the loss is left to train")
        self.check_results(arguments)

    def check_results(self, arguments: Sequence[Any]) -> None:
        """Raises ExportError where the loss returns anything but a float without dimensions and, behind it, next values of the states."""
        with explained():
            result = jax.eval_shape(self.loss, *arguments)
        if self.states:
            if not isinstance(result, tuple) or len(result) != 2:
                raise ExportError("export_training: with states= the loss returns a pair: its value, and the next values of the states")
            result, following = result
            found = [describe(leaf) for leaf in jax.tree_util.tree_leaves(following)]
            expected = [describe(self.leaves[i]) for i in self.states]
            if found != expected:
                raise ExportError(
                    f"export_training: the next values of the states are {', '.join(found)}; the states are {', '.join(expected)}"
                )
        leaves = jax.tree_util.tree_leaves(result)
        if len(leaves) != 1 or leaves[0] is not result:
            raise ExportError(
                f"export_training: the loss returns {len(leaves)} values ({type(result).__name__}); it must return the loss alone"
            )
        if result.shape or not jnp.issubdtype(result.dtype, jnp.floating):
            raise ExportError(f"export_training: the loss is {describe(result)}; it must be a float without dimensions")

    def __call__(self, *arguments: Any) -> tuple[Any, list[Any], list[Any]]:
        """(loss, gradients of what is trained, next values of states)."""
        leaves, structure = jax.tree_util.tree_flatten(arguments)

        def value_of(trained: list[Any]) -> Any:
            used = list(leaves)
            for i, leaf in zip(self.trained, trained):
                used[i] = leaf
            return self.loss(*jax.tree_util.tree_unflatten(structure, used))

        result, gradients = jax.value_and_grad(value_of, has_aux=bool(self.states))([leaves[i] for i in self.trained])
        value, following = result if self.states else (result, [])
        return value, gradients, jax.tree_util.tree_leaves(following)
