"""Programs, libraries and rates of the package: where they lie.

An installed package has them in `installed`. An editable one uses the build folder that it was installed with, a source tree on PYTHONPATH the
programs on PATH, else those of its folders build-release and build. Imports neither numpy nor a framework, since the programs on PATH start here.
"""

from __future__ import annotations

import functools
import os
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def is_program(path: str) -> bool:
    """Whether `path` is a program of machine code. Scripts that pip writes for the package have the same names."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF" and os.access(path, os.X_OK)
    except OSError:
        return False


@functools.cache
def native_root() -> str:
    """The folder that has bin and lib. Raises ImportError where there is none."""
    installed = os.path.join(PACKAGE, "installed")
    if os.path.isdir(installed):
        return installed
    try:
        from sbp_mlir_editable import BUILD
    except ImportError:
        BUILD = ""
    if BUILD and os.path.isdir(BUILD):
        return BUILD
    source = os.path.dirname(os.path.dirname(PACKAGE))
    own = [os.path.join(source, folder, "bin") for folder in ("build-release", "build")]
    for folder in [*os.environ.get("PATH", "").split(os.pathsep), *own]:
        if is_program(os.path.join(folder, "sbp-compile")):
            return os.path.dirname(os.path.realpath(folder))
    missing = f"the build folder {BUILD} is gone" if BUILD else "sbp-compile is not on PATH"
    raise ImportError(f"the programs of the package sbp are missing: {missing}; install them with: pip install .", name="sbp")


def find_program(name: str) -> str:
    """The path of a program such as "sbp-compile". Raises ImportError where it is missing."""
    path = os.path.join(native_root(), "bin", name)
    if not is_program(path):
        raise ImportError(f"{path} is missing or no program; install it with: pip install .", name="sbp")
    return path


def find_library(name: str) -> str:
    """The path of a shared library such as "libsbp_runtime.so". Raises ImportError where it is missing."""
    path = os.path.join(native_root(), "lib", name)
    if not os.path.exists(path):
        raise ImportError(f"{path} is missing; install it with: pip install .", name="sbp")
    return path


def find_share() -> str:
    """The folder with rates and tuning files of machines; "" where there is none."""
    source = os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "share")
    for folder in (os.path.join(native_root(), "share", "sbp"), source):
        if os.path.isdir(os.path.join(folder, "rates")):
            return folder
    return ""


def run_program() -> None:
    """Becomes the program of the name by which this script was started, with its arguments."""
    name = os.path.basename(sys.argv[0])
    try:
        path = find_program(name)
    except ImportError as error:
        sys.exit(f"{name}: {error}")
    os.execv(path, [path, *sys.argv[1:]])
