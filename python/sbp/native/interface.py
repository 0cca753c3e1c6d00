"""include/sbp_runtime.h, version 2, by ctypes: its structs, and the library with the types of its functions."""

from __future__ import annotations

import ctypes
import functools

from sbp.native.files import find_library

VERSION = 2
OK = 0
# sbp_checkpoint_mode
NEW, RESUME, REPLACE = 0, 1, 2
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
FAILURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)


class Options(ctypes.Structure):
    """sbp_session_options."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("workers", ctypes.c_uint32),
        ("watchdog_seconds", ctypes.c_double),
        ("gpus", ctypes.POINTER(ctypes.c_uint32)),
        ("gpu_count", ctypes.c_size_t),
        ("cuda_graph", ctypes.c_uint32),
        ("world", ctypes.c_void_p),
    ]


class WorldOptions(ctypes.Structure):
    """sbp_world_options."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        *((name, ctypes.c_uint32) for name in ["rank", "size", "ranks_per_process"]),
        ("timeout_seconds", ctypes.c_double),
        ("on_failure", FAILURE),
        ("user", ctypes.c_void_p),
    ]


class Bytes(ctypes.Structure):
    """sbp_bytes."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class TensorInfo(ctypes.Structure):
    """sbp_tensor_info."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("dtype", ctypes.c_int),
        ("rank", ctypes.c_uint32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("bytes", ctypes.c_uint64),
        ("state", ctypes.c_int32),
        ("distribution", ctypes.c_char_p),
        ("placement", ctypes.c_char_p),
    ]


class WeightsReport(ctypes.Structure):
    """sbp_weights_report."""

    _fields_ = [("struct_size", ctypes.c_size_t), *((name, ctypes.c_uint32) for name in ["states", "inputs", "widened", "unused"])]


class Statistics(ctypes.Structure):
    """sbp_statistics."""

    _fields_ = [("struct_size", ctypes.c_size_t), *((name, ctypes.c_uint64) for name in ["moved_bytes", "peak_bytes", "steps"])]


def declare(library: ctypes.CDLL) -> None:
    """Sets the types of the functions."""
    handle, text, data, size, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32
    status, steps = ctypes.c_int, ctypes.POINTER(ctypes.c_int64)
    info, box = ctypes.POINTER(TensorInfo), ctypes.POINTER(ctypes.c_int64)
    options = ctypes.POINTER(Options)
    for name, arguments, result in [
        ("session_open", [text, options, ctypes.POINTER(handle)], status),
        ("session_open_memory", [data, size, RELEASE, data, options, ctypes.POINTER(handle)], status),
        ("session_destroy", [handle], None),
        ("session_message", [handle], text),
        ("session_rank_count", [handle], number),
        ("session_entry_count", [handle], number),
        ("session_entry_name", [handle, number], text),
        ("session_input_count", [handle, number], number),
        ("session_output_count", [handle, number], number),
        ("session_state_count", [handle], number),
        ("session_input_info", [handle, number, number, info], status),
        ("session_output_info", [handle, number, number, info], status),
        ("session_input_box", [handle, number, number, number, box, box], status),
        ("session_output_box", [handle, number, number, number, box, box], status),
        ("session_set_input_at", [handle, number, number, data, size], status),
        ("session_lend_input", [handle, number, number, data, size, RELEASE, data], status),
        ("session_get_output_at", [handle, number, number, data, size], status),
        ("session_set_state_at", [handle, number, data, size], status),
        ("session_get_state_at", [handle, number, data, size], status),
        ("session_step", [handle, number], status),
        ("session_abort", [handle, text], status),
        ("session_load_weights", [handle, text, ctypes.POINTER(WeightsReport)], status),
        ("session_checkpoint_open", [handle, number, text, number, steps], status),
        ("session_checkpoint_save", [handle, ctypes.c_int64], status),
        ("session_checkpoint_wait", [handle], status),
        ("session_checkpoint_close", [handle], status),
        ("session_statistics", [handle, number, ctypes.POINTER(Statistics)], status),
        ("world_create", [ctypes.POINTER(WorldOptions), ctypes.POINTER(handle)], status),
        ("world_destroy", [handle], status),
        ("world_message", [handle], text),
        ("world_rank", [handle], number),
        ("world_size", [handle], number),
        ("world_gather", [handle, data, size, ctypes.POINTER(Bytes)], status),
    ]:
        function = getattr(library, f"sbp_{name}")
        function.argtypes, function.restype = arguments, result


@functools.cache
def load_library() -> ctypes.CDLL:
    """The runtime's library. Raises ImportError where it is missing or older than this package."""
    path = find_library("libsbp_runtime.so")
    library = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
    try:
        library.sbp_runtime_version.restype = ctypes.c_uint32
        found = library.sbp_runtime_version()
        declare(library)
    except AttributeError as error:
        raise ImportError(f"{path} is older than this package ({error}); install both with: pip install .", name="sbp") from None
    if found < VERSION:
        raise ImportError(f"{path} has version {found}, this package needs {VERSION}; install both with: pip install .", name="sbp")
    return library
