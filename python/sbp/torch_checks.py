"""Ops and values of a torch.export graph that have no level-0 form, found before torch-mlir sees them.  Needs torch."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.fx.proxy import TracerBase

from sbp.user_lines import ExportError, is_library, line_of_error, pick_line

CONTROL_FLOW_MESSAGE = "torch.{} is not supported: control flow on values; compute both ways and use torch.where"
CONTROL_FLOW = ("cond", "while_loop", "map_impl", "scan", "associative_scan")
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


def explain(error: Exception) -> str:
    """What to do about an exception by which PyTorch refuses to trace; "" for one that is not of these."""
    kind, text = type(error).__name__, str(error)
    output = re.search(r"Found <class '([^']*)'> in output|Unsupported output type:? <class '([^']*)'>", text)
    if output:
        name = (output[1] or output[2]).rpartition(".")[2]
        advice = "pass use_cache=False, or return the logits alone" if "Cache" in name else "return tensors"
        return f"forward returns a {name}: {advice}"
    if kind == "DynamicOutputShapeException":
        return f"{text} is not supported: its shape depends on values"
    if kind in ("DataDependentOutputException", "GuardOnDataDependentSymNode"):
        return "a number is read out of a tensor (item, int, float, if): control flow on values is not supported; use torch.where"
    return ""


@contextmanager
def explained() -> Iterator[None]:
    """Turns exceptions by which PyTorch refuses to trace into ExportErrors at the user's line."""
    try:
        yield
    except ExportError as error:
        raise error.with_traceback(None) from None  # its line is the user's; PyTorch's frames are of no use
    except Exception as error:
        message, line = explain(error), line_of_error(error)
        if not message:
            raise
        raise ExportError(f"{line}: {message}" if line else message) from error


def line_of(node: torch.fx.Node) -> str:
    """ "model.py:12" of the user's line that made a node, "" where it is not known."""
    frames = [(path, int(line)) for path, line in FRAME.findall(node.stack_trace or "")]
    return pick_line(frames[::-1])


def refuse(node: torch.fx.Node, message: str) -> ExportError:
    """An error at the user's line of `node`."""
    line = line_of(node)
    return ExportError(f"{line}: {message}" if line else message)


def refuse_forward(module: torch.nn.Module, message: str) -> ExportError:
    """An error at the line of the module's `forward`."""
    code = getattr(type(module).forward, "__code__", None)
    line = pick_line([(code.co_filename, code.co_firstlineno)]) if code else ""
    return ExportError(f"{line}: {message}" if line else message)


def refuse_twice(module: torch.nn.Module, names: Sequence[str]) -> None:
    """Raises ExportError where two arguments of the text have one name, such as a parameter of the module and one of its `forward`."""
    for name, count in Counter(names).items():
        if count > 1:
            raise refuse_forward(
                module, f"{count} arguments are called '{name}': a parameter or buffer and an input; give one of them another name"
            )


def is_random(node: torch.fx.Node) -> bool:
    """Whether `node` draws random numbers."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def check_arguments(arguments: object) -> None:
    """Raises ExportError for anything but a tuple."""
    if not isinstance(arguments, tuple):
        raise ExportError(f"arguments must be a tuple, one value for each parameter of forward; found a {type(arguments).__name__}")


def values_of(node: torch.fx.Node) -> list[torch.Tensor]:
    """The tensors that `node` computes."""
    value = node.meta.get("val")
    return [each for each in (value if isinstance(value, (tuple, list)) else [value]) if isinstance(each, torch.Tensor)]


def check_graph(graph: torch.fx.Graph) -> None:
    """Raises ExportError at the user's line for random numbers, complex numbers, control flow on values and shapes that depend on values.

    `graph`: after decomposition.
    """
    for node in graph.nodes:
        if node.op == "call_function" and isinstance(node.target, torch._ops.HigherOrderOperator) and node.target.name() in CONTROL_FLOW:
            raise refuse(node, CONTROL_FLOW_MESSAGE.format(node.target.name()))
        if is_random(node):
            if "dropout" in f"{node.target} {node.stack_trace}".lower():
                raise refuse(node, "dropout in training mode is not supported; export in eval mode")
            raise refuse(
                node,
                f"random numbers ({node.target}) are not supported inside of the module; pass them as an argument (in training,"
                " random_seed= draws rand, randn, normal and bernoulli)",
            )
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
