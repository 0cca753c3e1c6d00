"""What the package raises and warns of. All messages name the value that was given and what is expected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class CompileError(ValueError):
    """A model or an option that the compiler refuses; `str()` has all errors with file and line.

    `diagnostics` lists every message of the compiler as {"severity", "file", "line", "column", "text", "parent"}; `file` and `line` are those
    of the first error, "" and 0 where they are not known.
    """

    def __init__(self, message: str, diagnostics: Iterable[dict[str, Any]] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        first = next((each for each in self.diagnostics if each["severity"] == "error"), {"file": "", "line": 0})
        self.file: str = first["file"]
        self.line: int = first["line"]


class CompilerFault(RuntimeError):
    """A fault of the compiler: an internal error, or a crash of the child process that compiled."""


class CompileWarning(UserWarning):
    """A warning of the compiler on a model, with file and line."""


class PlanError(ValueError):
    """A plan that does not fit its model: a path or a word that matches nothing, two words for one weight, an absent axis or dimension."""


class WeightsError(ValueError):
    """Weights or a checkpoint that do not fit a program; the message lists all names that are missing or have another shape."""


class RunError(RuntimeError):
    """A step that failed, or a session that can run no more."""
