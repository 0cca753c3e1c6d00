"""Calls of the compiler, in a child process or in this one, and its messages as exceptions and warnings."""

from __future__ import annotations

import functools
import json
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sbp.errors import CompileError, CompilerFault, CompileWarning
from sbp.native import compiler
from sbp.native.files import find_library
from sbp.user_lines import OWN, short_place

STACK_BYTES = 16 << 20  # the library needs the 8 MB of a main thread


@functools.cache
def load_compiler() -> Any:
    """The compiler's library in this process."""
    return compiler.load_library(find_library("libsbp_compiler.so"))


def run_in_child(text: bytes, request: dict[str, Any]) -> dict[str, Any]:
    """The answer of a child process. Raises CompilerFault where the child ends without one."""
    python = sys.executable or shutil.which("python3")
    if not python:
        raise CompilerFault("no Python was found that could run the compiler in a child process; pass in_process=True")
    script = str(Path(compiler.__file__).with_name("compile_process.py"))
    command = [python, "-I", "-S", script, find_library("libsbp_compiler.so")]
    child = subprocess.run(command, input=json.dumps(request).encode() + b"\n" + text, capture_output=True)
    errors = child.stderr.decode(errors="replace").strip()
    if child.returncode:
        if "ImportError: " in errors:
            raise ImportError(errors.rpartition("ImportError: ")[2], name="sbp")
        cause = f"signal {signal.Signals(-child.returncode).name}" if child.returncode < 0 else f"exit code {child.returncode}"
        raise CompilerFault(
            f"the compiler ended with {cause} on {request['name']}" + (f"; its last words:\n{errors[-2000:]}" if errors else "")
        )
    header, _, rest = child.stdout.partition(b"\n")
    answer = json.loads(header)
    for name, size in answer.pop("sizes").items():
        answer[name], rest = rest[:size], rest[size:]
    return answer


def run_here(text: bytes, request: dict[str, Any]) -> dict[str, Any]:
    """The answer of the library in this process. It compiles in a thread of its own with a stack that is large enough; Ctrl-C cancels."""
    library, answers, failures, handles = load_compiler(), [], [], []

    def work() -> None:
        try:
            answers.append(compiler.compile_text(library, text, request, handles.append))
        except BaseException as error:  # raised again in the caller's thread
            failures.append(error)

    before = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=work, name="sbp-compile")
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        thread.join()
    except KeyboardInterrupt:
        for handle in handles:
            library.sbp_compiler_cancel(handle)
        thread.join()
        raise
    if failures:
        raise failures[0]
    return answers[0]


def format_message(message: dict[str, Any]) -> str:
    """ "model.mlir:3:5: text", or the text alone where no place is known."""
    place = ":".join(str(message[key]) for key in ("file", "line", "column") if message[key])
    return f"{short_place(place)}: {message['text']}" if place else message["text"]


def group_messages(diagnostics: list[dict[str, Any]], severity: str) -> Iterator[str]:
    """Each message of a severity with its notes below it."""
    for index, each in enumerate(diagnostics):
        if each["severity"] == severity and each["parent"] < 0:
            notes = [f"  note: {format_message(note)}" for note in diagnostics if note["parent"] == index]
            yield "\n".join([format_message(each), *notes])


def user_level() -> int:
    """The `stacklevel` of a warning, raised by the caller, that names the line which called this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    return level


def run_compiler(text: bytes, request: dict[str, Any], in_process: bool) -> dict[str, Any]:
    """The answer to a request that succeeds; warns of what the compiler warns of, at the line that called the package.

    Raises CompileError where the model or an option is wrong, CompilerFault where the compiler is.
    """
    answer = run_here(text, request) if in_process else run_in_child(text, request)
    diagnostics = answer["diagnostics"]
    for message in group_messages(diagnostics, "warning"):
        warnings.warn(message, CompileWarning, stacklevel=user_level())
    if answer["status"] == compiler.OK:
        return answer
    errors = "\n".join(group_messages(diagnostics, "error")) or answer["message"]
    if answer["status"] == compiler.USER_ERROR:
        raise CompileError(errors, diagnostics)
    raise CompilerFault(errors)
