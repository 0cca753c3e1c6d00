"""`sbp.constrain(x, "dp", None)`: a value inside of a model is split as its dimensions say. Imports no framework.

`sbp.compile` and `sbp.jit` set the mesh while they trace a model; outside of them, and without a mesh, a value stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sbp.errors import PlanError
from sbp.plans import Mesh

MESH: ContextVar[Any] = ContextVar("mesh", default=None)


@contextmanager
def active(mesh: Any) -> Iterator[None]:
    """Sets the mesh of `constrain`: a Mesh, or one of JAX; None: values stay as they are."""
    token = MESH.set(mesh)
    try:
        yield
    finally:
        MESH.reset(token)


def name_distribution(mesh: Mesh, axes: Sequence[str | None], ndim: int, what: str) -> str:
    """ "@mesh, [S(0), B]" of a value whose dimension d is split over `axes[d]`. Raises PlanError for an absent axis or dimension."""
    if len(axes) > ndim:
        raise PlanError(f"{what} names {len(axes)} dimensions, and the value has {ndim}")
    for axis in axes:
        if axis is not None:
            mesh.check_axis(axis, what)
            if list(axes).count(axis) > 1:
                raise PlanError(f"{what} splits two dimensions over '{axis}'")
    parts = [f"S({list(axes).index(axis)})" if axis in axes else "B" for axis in mesh.axes]
    return f"@{mesh.name}, [{', '.join(parts)}]"


def constrain(value: Any, *axes: str | None) -> Any:
    """`value` with dimension d split over the axis `axes[d]` of the mesh; None splits no dimension, and other axes hold copies.

    `value`: a tensor of PyTorch or an array of JAX, inside of what `sbp.compile` or `sbp.jit` traces; its gradient is constrained alike.
    """
    mesh = MESH.get()
    if mesh is None:
        return value
    what = f"constrain(x, {', '.join(map(repr, axes))})"
    if isinstance(mesh, Mesh) and "torch" in sys.modules and isinstance(value, sys.modules["torch"].Tensor):
        from sbp.torch_constraints import constrain as constrain_tensor

        return constrain_tensor(value, name_distribution(mesh, axes, value.ndim, what))
    import jax
    from jax.sharding import NamedSharding, PartitionSpec

    name_distribution(Mesh(dict(mesh.shape)), axes, value.ndim, what)
    return jax.lax.with_sharding_constraint(value, NamedSharding(mesh, PartitionSpec(*axes)))
