"""`sbp.jit`: a JAX function that runs on the ranks of its mesh.  Needs jax; nothing here imports it before a function is called.

    step = sbp.jit(train_step, donate_argnames=("params", "state"), in_shardings=...)
    params, state, loss = step(params, state, x, y)         # params and state are handles now; np.asarray fetches one

Donated arguments are states of a session: their first values are copied in, and the results that take their place are handles, which the
next call takes back without a copy. A mesh may be a `jax.sharding.AbstractMesh`, which needs no devices.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from sbp.compile_model import CompileOptions, compile
from sbp.constraints import active
from sbp.dtypes import to_array
from sbp.program import Program
from sbp.session import Session

RESULT = re.compile(r'sbp\.(name|state) = "([^"]*)"')


class Handle(NDArrayOperatorsMixin):
    """The value of a state after a call. `np.asarray`, and every operator, copies it out; the next call that donates it takes its place.

    Raises RuntimeError where it is read after it was donated. Has `shape`, `dtype` and `ndim` of an array.
    """

    def __init__(self, session: Session, name: str, step: int, dtype: np.dtype) -> None:
        self.name = name
        self.shape: tuple[int, ...] = session._state_ports[name].shape
        self.ndim = len(self.shape)
        self.dtype = dtype
        self._session = session
        self._step = step

    def _check(self) -> None:
        if self._step != self._session.steps:
            raise RuntimeError(f"'{self.name}' was donated to a later call; use the array that this call returned")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        self._check()
        value = self._session.states[self.name].view(self.dtype)
        return value if dtype is None else value.astype(dtype)

    def __array_ufunc__(self, function: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        return getattr(function, method)(*(np.asarray(each) if isinstance(each, Handle) else each for each in inputs), **options)

    def __jax_array__(self) -> Any:
        import jax.numpy as jnp

        return jnp.asarray(np.asarray(self))

    def __repr__(self) -> str:
        return f"Handle({self.name}: {self.dtype}{list(self.shape)})"


@dataclass
class Compiled:
    """A function compiled for arguments of one structure, types and shapes.

    `names`: one per leaf of the arguments; `types`: their types in JAX; `results`: (kind, name, type) per leaf of the result.
    """

    program: Program
    session: Session
    names: list[str]
    types: list[np.dtype]
    results: list[tuple[str, str, np.dtype]]
    structure: Any


def find_mesh(jit_options: dict[str, Any]) -> Any:
    """The mesh of the first sharding in the options; None where there is none."""
    import jax

    leaves = jax.tree_util.tree_leaves([jit_options.get("in_shardings"), jit_options.get("out_shardings")])
    return next((leaf.mesh for leaf in leaves if hasattr(leaf, "mesh")), None)


class Jitted:
    """A function that `sbp.jit` returned. `program(*arguments)` is the compiled program for such arguments."""

    def __init__(self, function: Callable, jit_options: dict[str, Any], options: CompileOptions | None, in_process: bool) -> None:
        self.function = function
        self.jit_options = jit_options
        self.options = options
        self.in_process = in_process
        self.compiled: dict[Any, Compiled] = {}
        functools.update_wrapper(self, function)

    def _bind(self, arguments: tuple, keywords: dict[str, Any]) -> tuple:
        """All arguments by position. Raises TypeError as a call of the function does."""
        bound = inspect.signature(self.function).bind(*arguments, **keywords)
        bound.apply_defaults()
        if bound.kwargs:
            raise TypeError(f"sbp.jit takes no keyword-only arguments: {', '.join(map(repr, bound.kwargs))}; name them in the signature")
        return bound.args

    def _compile(self, leaves: list[Any], tree: Any) -> Compiled:
        """The program for leaves of these types, from the cache where it is there."""
        import jax

        from sbp import export_jax

        shapes = [(np.shape(leaf), jax.dtypes.result_type(leaf.dtype if isinstance(leaf, Handle) else leaf)) for leaf in leaves]
        key = (tree, tuple(shapes))
        if key in self.compiled:
            return self.compiled[key]
        arguments = jax.tree_util.tree_unflatten(tree, [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in shapes])
        with active(find_mesh(self.jit_options)):
            lowered = export_jax.trace(self.function, arguments, self.jit_options)
        names = export_jax.argument_names(self.function, arguments)
        text = export_jax.write(lowered, export_jax.Ports(names, export_jax.result_names(lowered)))
        header = text[text.index("func.func public @main") if "func.func public @main" in text else text.index("@main(") :]
        outputs = RESULT.findall(header[header.index(") -> ") : header.index("\n")])
        outs, structure = jax.tree_util.tree_flatten(lowered.out_info)
        results = [(kind, name, np.dtype(out.dtype)) for (kind, name), out in zip(outputs, outs)]
        program = compile(text, options=self.options, in_process=self.in_process)
        program.request = {**program.request, "name": getattr(self.function, "__name__", "function")}
        made = Compiled(program, program.session(), names, [np.dtype(dtype) for _, dtype in shapes], results, structure)
        self.compiled[key] = made
        return made

    def _flatten(self, arguments: tuple, keywords: dict[str, Any]) -> tuple[list[Any], Any]:
        import jax

        return jax.tree_util.tree_flatten(self._bind(arguments, keywords))

    def program(self, *arguments: Any, **keywords: Any) -> Program:
        """The program for such arguments, compiled where it is not in the cache."""
        return self._compile(*self._flatten(arguments, keywords)).program

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Runs one step. Raises what `sbp.compile` raises, and RuntimeError for a donated array that is used again."""
        import jax

        leaves, tree = self._flatten(arguments, keywords)
        made = self._compile(leaves, tree)
        session, inputs = made.session, {}
        for name, dtype, leaf in zip(made.names, made.types, leaves):
            if isinstance(leaf, Handle):
                leaf._check()
                if leaf._session is session and leaf.name == name and name in session.states:
                    continue
            array = to_array(leaf)
            array = array if array.dtype == dtype else array.astype(dtype)
            if name in session.states:
                session.states[name] = array
            else:
                inputs[name] = array
        values = session.step(None, inputs)
        results = [
            Handle(session, name, session.steps, dtype) if kind == "state" else values[name].view(dtype)
            for kind, name, dtype in made.results
        ]
        return jax.tree_util.tree_unflatten(made.structure, results)


def jit(
    function: Callable | None = None,
    /,
    *,
    options: CompileOptions | None = None,
    in_process: bool = False,
    **jit_options: Any,
) -> Any:
    """`jax.jit` on the ranks of the function's mesh: a call compiles once per structure, types and shapes, then runs a step.

    `jit_options`: `donate_argnames`, `donate_argnums`, `in_shardings`, `out_shardings` and others of `jax.jit`; their mesh, which may be
    abstract, has the ranks. Arguments by keyword are bound by the signature. Results are numpy arrays; those that take the place of donated
    arguments are handles. May be a decorator with or without options. Raises ExportError at the user's line for what has no text.
    """
    if function is None:
        return lambda each: jit(each, options=options, in_process=in_process, **jit_options)
    try:
        import jax  # noqa: F401
    except ImportError as error:
        raise ImportError(f"{error}; functions of JAX need it: pip install 'sbp-mlir[jax]'", name="jax") from None
    return Jitted(function, jit_options, options, in_process)
