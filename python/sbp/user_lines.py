"""Errors of the exporters, and the line of the user's file that an MLIR location stands for.  Needs no framework.

A location of an exported op is a stack of frames, innermost first: `callsite("linear.py":134:0 at "model.py":16:0)`. The line that the
user can change is that of the innermost frame outside of the frameworks and of this package.
"""

from __future__ import annotations

import difflib
import functools
import os
import re
import traceback
from collections.abc import Iterable

FRAME = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+)')
OWN = os.path.dirname(os.path.realpath(__file__)) + os.sep
FRAMEWORKS = re.compile(r"[/\\](site|dist)-packages[/\\](torch|torch_mlir|jax|jaxlib|numpy|flax|optax)[/\\]")
PYTHON = os.path.dirname(os.path.realpath(os.__file__)) + os.sep


class ExportError(ValueError):
    """A model that has no level-0 form. The message begins with the user's file and line where one is known."""


@functools.cache
def is_library(path: str) -> bool:
    """Whether a file belongs to a framework, to Python or to this package."""
    path = os.path.realpath(path)
    if path.startswith(OWN) or FRAMEWORKS.search(path):
        return True
    return path.startswith(PYTHON) and "-packages" + os.sep not in path


def pick_line(frames: list[tuple[str, int]]) -> str:
    """ "model.py:12" for the innermost user frame of `frames` (path, line; innermost first); "" where there is none.

    Paths under the current directory are relative to it.
    """
    for path, line in frames:
        if os.path.isabs(path) and not is_library(path):
            inside = os.path.relpath(path)
            return f"{path if inside.startswith('..') else inside}:{line}"
    return ""


def user_line(location: object) -> str:
    """The user's line of an MLIR `location` (of any binding, or its text), "" where it has none."""
    return pick_line([(path, int(line)) for path, line in FRAME.findall(str(location))])


def line_of_error(error: BaseException) -> str:
    """ "model.py:12" of the innermost user frame that an exception passed; "" where it is not known."""
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    return pick_line(frames[::-1])


def at_line(location: object, message: str) -> str:
    """`message` behind the user's line of `location`: "model.py:12: message"."""
    line = user_line(location)
    return f"{line}: {message}" if line else message


def short_place(location: str) -> str:
    """A place without the folder of installed packages: "layers.0.mlp (transformers/models/llama/modeling_llama.py:147)"."""
    return re.sub(r"[^\s(]*/(?:site|dist)-packages/", "", location)


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The `count` names of `known` that are most like `name`, whatever their case; none where none is like it."""
    by_word = {each.lower(): each for each in known}
    return [by_word[word] for word in difflib.get_close_matches(name.lower(), by_word, count, 0.5)]


def unknown_name(option: str, name: str, known: Iterable[str], what: str) -> str:
    """ "data= has 'X', which is none of the parameters of the loss: w, x; did you mean 'x'?"."""
    known = list(known)
    like = nearest(name, known)
    listed = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    return f"{option} has '{name}', which is none of the {what}: {listed}" + (f"; did you mean '{like[0]}'?" if like else "")
