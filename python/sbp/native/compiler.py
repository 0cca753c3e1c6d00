"""The compiler's C interface, include/sbp_compiler.h, by ctypes: `compile_text(library, text, request)`.

A request is a dict that JSON can hold, and the answer a dict with the bytes of what was made, so that both cross to a child process
(`compile_process.py`) or stay here. Imports the standard library alone, since the child starts anew for each compilation.

    request: {"name": "model.mlir", "training": "loss=loss data=x,y" or "", "options": {"target": "host", "memory_limit": 1 << 30, ...}}
    answer:  {"status": 0, "message": "", "diagnostics": [...], "result": b"...", "report": b"...", "text": b"..."}
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

OK, USER_ERROR, CANCELLED, INTERNAL_ERROR = 0, 1, 2, 70
SEVERITIES = ["error", "warning", "remark", "note"]
FLAGS = {"explain": 1, "strict": 2, "reference": 4, "report_per_rank": 8}
REPORT_JSON = 1
PHASE_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64)


class Options(ctypes.Structure):
    """sbp_compiler_options."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        *(
            (name, ctypes.c_char_p)
            for name in ["target", "cpu", "chip", "float32", "overlap", "topology", "rates", "tuning", "share_folder"]
        ),
        ("memory_limit", ctypes.c_int64),
        ("credits", ctypes.POINTER(ctypes.c_int64)),
        ("credit_count", ctypes.c_size_t),
        *((name, ctypes.c_uint32) for name in ["streams", "flags", "report", "output"]),
        ("on_phase", PHASE_FUNCTION),
        ("user", ctypes.c_void_p),
    ]


class Diagnostic(ctypes.Structure):
    """sbp_compiler_diagnostic."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        *((name, ctypes.c_uint32) for name in ["severity", "line", "column", "of_options"]),
        ("parent", ctypes.c_int64),
        ("file", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
    ]


def load_library(path: str) -> ctypes.CDLL:
    """The library with the types of its functions. Its symbols, and those of LLVM, are not visible to other libraries."""
    try:
        library = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
    except OSError as error:
        raise ImportError(f"{error}; the compiler needs LLVM 22, in Debian: apt install libllvm22 libmlir-22", name="sbp") from None
    handle, size = ctypes.c_uint64, ctypes.POINTER(ctypes.c_size_t)
    library.sbp_compiler_open.argtypes = [ctypes.POINTER(Options), ctypes.POINTER(handle)]
    library.sbp_compiler_compile.argtypes = [handle, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
    library.sbp_compiler_add_training.argtypes = [handle, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p]
    library.sbp_compiler_close.argtypes = library.sbp_compiler_cancel.argtypes = [handle]
    library.sbp_compiler_result.argtypes = library.sbp_compiler_report.argtypes = [handle, size]
    library.sbp_compiler_result.restype = library.sbp_compiler_report.restype = ctypes.c_void_p
    library.sbp_compiler_message.argtypes = library.sbp_compiler_diagnostic_count.argtypes = [handle]
    library.sbp_compiler_message.restype = ctypes.c_char_p
    library.sbp_compiler_diagnostic_count.restype = ctypes.c_size_t
    library.sbp_compiler_get_diagnostic.argtypes = [handle, ctypes.c_size_t, ctypes.POINTER(Diagnostic)]
    return library


def make_options(values: dict[str, Any]) -> Options:
    """The structure of options by the names of its fields; flags by those of FLAGS, `credits` a list of numbers."""
    options = Options(struct_size=ctypes.sizeof(Options), report=REPORT_JSON)
    for name, value in values.items():
        if name in FLAGS:
            options.flags |= FLAGS[name] if value else 0
        elif name == "credits":
            options.credits = (ctypes.c_int64 * len(value))(*value)
            options.credit_count = len(value)
        else:
            setattr(options, name, value.encode() if isinstance(value, str) else value)
    return options


def read_diagnostics(library: ctypes.CDLL, compiler: ctypes.c_uint64) -> list[dict[str, Any]]:
    """The messages of the last call, in order; notes follow their message."""
    messages = []
    for index in range(library.sbp_compiler_diagnostic_count(compiler)):
        each = Diagnostic(struct_size=ctypes.sizeof(Diagnostic))
        if library.sbp_compiler_get_diagnostic(compiler, index, ctypes.byref(each)) == OK:
            place = {"file": each.file.decode(errors="replace"), "line": each.line, "column": each.column}
            text = each.text.decode(errors="replace")
            messages.append({"severity": SEVERITIES[each.severity], **place, "text": text, "parent": each.parent})
    return messages


def read_bytes(function: Callable[..., int | None], compiler: ctypes.c_uint64) -> bytes:
    """A copy of a result of the last call; no bytes where there is none."""
    size = ctypes.c_size_t()
    address = function(compiler, ctypes.byref(size))
    return ctypes.string_at(address, size.value) if address else b""


def compile_text(
    library: ctypes.CDLL, text: bytes, request: dict[str, Any], on_open: Callable[[ctypes.c_uint64], None] = lambda compiler: None
) -> dict[str, Any]:
    """Adds the training step that a request names, then compiles. Any thread with the stack of a main thread.

    Messages on the text with the step, which is the "text" of the answer, name model.train.mlir.

    `on_open` receives the handle, which `sbp_compiler_cancel` of another thread may take while this runs.
    """
    name, options = request["name"].encode(), make_options(request["options"])
    compiler = ctypes.c_uint64()
    status = library.sbp_compiler_open(ctypes.byref(options), ctypes.byref(compiler))
    on_open(compiler)
    diagnostics: list[dict[str, Any]] = []
    result = report = b""
    if status == OK and request["training"]:
        status = library.sbp_compiler_add_training(compiler, text, len(text), name, request["training"].encode())
        diagnostics += read_diagnostics(library, compiler)
        text = read_bytes(library.sbp_compiler_result, compiler) or text
        name = name.removesuffix(b".mlir") + b".train.mlir"  # lines are those of the new text
    if status == OK:
        status = library.sbp_compiler_compile(compiler, text, len(text), name)
        first = len(diagnostics)
        for each in read_diagnostics(library, compiler):
            diagnostics.append(each | {"parent": each["parent"] + first if each["parent"] >= 0 else -1})
        result, report = (read_bytes(function, compiler) for function in (library.sbp_compiler_result, library.sbp_compiler_report))
    message = library.sbp_compiler_message(compiler).decode(errors="replace") if status != OK else ""
    library.sbp_compiler_close(compiler)
    return {"status": status, "message": message, "diagnostics": diagnostics, "result": result, "report": report, "text": text}
