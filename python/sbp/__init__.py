"""SBP-MLIR from Python: compile a model for the ranks of a mesh, run it on arrays, train it, save it.

    program = sbp.compile("mlp.mlir")
    session = program.session(weights="mlp.safetensors")
    y = session.step(x=x)["y"]

Names are imported when they are first used: `import sbp` loads neither the compiler nor a framework.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sbp.compile_model import CompileOptions, compile
    from sbp.constraints import constrain
    from sbp.errors import CompileError, CompilerFault, CompileWarning, PlanError, RunError, WeightsError
    from sbp.jax_jit import jit
    from sbp.optimizers import SGD, Adam, AdamW
    from sbp.plans import stage
    from sbp.processes import process_count, process_index
    from sbp.program import Program, load
    from sbp.progress import progress
    from sbp.report import Report
    from sbp.session import Session
    from sbp.user_lines import ExportError

MODULES = {
    "compile_model": ["CompileOptions", "compile"],
    "constraints": ["constrain"],
    "errors": ["CompileError", "CompileWarning", "CompilerFault", "PlanError", "RunError", "WeightsError"],
    "jax_jit": ["jit"],
    "optimizers": ["Adam", "AdamW", "SGD"],
    "plans": ["stage"],
    "processes": ["process_count", "process_index"],
    "program": ["Program", "load"],
    "progress": ["progress"],
    "report": ["Report"],
    "session": ["Session"],
    "user_lines": ["ExportError"],
}
SUBMODULES = {"safetensors": "safetensors", "torch": "torch_models"}
MODULE_OF = {name: module for module, names in MODULES.items() for name in names}
__all__ = sorted(MODULE_OF)


def read_version() -> str:
    """The version of the installed package."""
    from importlib.metadata import version

    return version("sbp-mlir")


def __getattr__(name: str) -> Any:
    """A public name, from the module that defines it."""
    if name == "__version__":
        return read_version()
    if name in SUBMODULES:
        return importlib.import_module(f"sbp.{SUBMODULES[name]}")
    if name not in MODULE_OF:
        raise AttributeError(f"module 'sbp' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"sbp.{MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
