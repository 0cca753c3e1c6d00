"""Ops and values of a torch.export graph that have no level-0 form, found before torch-mlir sees them.  Needs torch."""

from __future__ import annotations

import re
import traceback
from contextlib import contextmanager
from typing import Any, Callable, Iterator

import torch
from torch.fx.proxy import TracerBase

from sbp.user_lines import ExportError, is_library, pick_line

FRAME = re.compile(r'File "([^"]+)", line (\d+)')


def keep_user_frames(tracer: TracerBase, stack: traceback.StackSummary) -> traceback.StackSummary:
    """The frames of `forward`s and of the user's functions that they call; outermost first."""
    names = [frame.name for frame in stack]
    inside = stack[names.index("forward") :] if "forward" in names else []
    return traceback.StackSummary.from_list([frame for frame in inside if frame.name == "forward" or not is_library(frame.filename)])


@contextmanager
def user_frames() -> Iterator[None]:
    """While a module is traced, nodes keep the lines of functions that `forward` calls; PyTorch itself keeps those of `forward`s."""
    before = TracerBase._filter_traceback_frames
    TracerBase._filter_traceback_frames = keep_user_frames
    try:
        yield
    finally:
        TracerBase._filter_traceback_frames = before


def line_of(node: torch.fx.Node) -> str:
    """ "model.py:12" of the user's line that made a node, "" where it is not known."""
    frames = [(path, int(line)) for path, line in FRAME.findall(node.stack_trace or "")]
    return pick_line(frames[::-1])


def refuse(node: torch.fx.Node, message: str) -> ExportError:
    """An error at the user's line of `node`."""
    line = line_of(node)
    return ExportError(f"{line}: {message}" if line else message)


def is_random(node: torch.fx.Node) -> bool:
    """Whether `node` draws random numbers."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def values_of(node: torch.fx.Node) -> list[torch.Tensor]:
    """The tensors that `node` computes."""
    value = node.meta.get("val")
    return [each for each in (value if isinstance(value, (tuple, list)) else [value]) if isinstance(each, torch.Tensor)]


def check_graph(graph: torch.fx.Graph) -> None:
    """Raises ExportError at the user's line for random numbers, complex numbers and shapes that depend on values.

    `graph`: after decomposition.
    """
    for node in graph.nodes:
        if is_random(node):
            if "dropout" in f"{node.target} {node.stack_trace}".lower():
                raise refuse(node, "dropout in training mode is not supported; export in eval mode")
            raise refuse(node, f"random numbers ({node.target}) are not supported inside of the module; pass them as an argument")
        for value in values_of(node):
            if value.dtype.is_complex:
                raise refuse(node, f"complex numbers are not supported ({node.target} gives {value.dtype})")
            if not all(isinstance(size, int) for size in value.shape):
                raise refuse(node, f"shapes that depend on values are not supported ({node.target} gives {list(value.shape)})")


def naming_node(step: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """`step(...)`, which walks a graph; an exception becomes an ExportError that names the node at which it was."""
    try:
        return step(*arguments, **options)
    except Exception as error:
        trace, found = error.__traceback__, None
        while trace is not None:
            node = trace.tb_frame.f_locals.get("node")
            found = node if isinstance(node, torch.fx.Node) else found
            trace = trace.tb_next
        if found is None:
            raise
        raise refuse(found, f"{found.target} is not supported: {type(error).__name__}: {error}") from error
