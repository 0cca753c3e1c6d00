"""One object per loaded artifact, by the runtime's C interface. `Runtime` and `World` are the classes that call it."""

from __future__ import annotations

import ctypes
import errno
import os
from dataclasses import dataclass

import numpy as np

from sbp.dtypes import TABLE, describe, result_dtype
from sbp.errors import RunError
from sbp.native.interface import OK, RELEASE, Options, Statistics, TensorInfo, WeightsReport, load_library
from sbp.native.world import Part, World, find_parts

# Causes that are the system's: OSError in place of RunError.
SYSTEM = [errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EIO, errno.ENOENT, errno.ENOTDIR, errno.EISDIR]


@dataclass(frozen=True)
class Port:
    """An input, a result or a state: `element` is "f32", `dtype` the type of its arrays, `size` in bytes, `index` its number in the entry,
    `state` that of the state which it is, -1 for none, `distribution` "@mesh, [S(0), B]"."""

    name: str
    element: str
    shape: tuple[int, ...]
    dtype: np.dtype
    size: int
    index: int
    state: int
    distribution: str

    @property
    def is_state(self) -> bool:
        """Whether it lives in the session."""
        return self.state >= 0

    def __str__(self) -> str:
        return f"{self.name}: {describe(self.element, self.shape)}"


@dataclass(frozen=True)
class Entry:
    """An entry of a program: its inputs and results by name, in order, states included."""

    index: int
    name: str
    inputs: dict[str, Port]
    outputs: dict[str, Port]


def address(array: np.ndarray) -> int:
    """Where the elements of an array begin."""
    return array.__array_interface__["data"][0]


def find_cause(message: str) -> int:
    """The error number of the system whose text a message has; 0 for none."""
    return next((number for number in SYSTEM if f": {os.strerror(number)}" in message), 0)


class Runtime:
    """A loaded artifact with its states. One thread at a time but for `abort`; arrays are dense, of the type and shape of their port.

    `artifact`: its bytes, or the path of its file. `world`: the processes that run it together; None for this one alone. Raises RunError
    with the runtime's message, here and in all methods, OSError where the system is its cause.
    """

    def __init__(self, artifact: bytes | str, workers: int = 0, watchdog_seconds: float = 0.0, world: World | None = None) -> None:
        self.library = load_library()
        self.handle = ctypes.c_void_p()
        self.world = world
        options = Options(
            struct_size=ctypes.sizeof(Options),
            workers=workers,
            watchdog_seconds=watchdog_seconds,
            world=world.handle if world is not None else None,
        )
        if isinstance(artifact, str):
            self.check(self.library.sbp_session_open(os.fsencode(artifact), ctypes.byref(options), ctypes.byref(self.handle)))
        else:
            self.artifact = artifact  # the session uses its memory
            memory = ctypes.cast(ctypes.c_char_p(artifact), ctypes.c_void_p)
            self.check(
                self.library.sbp_session_open_memory(
                    memory, len(artifact), RELEASE(), None, ctypes.byref(options), ctypes.byref(self.handle)
                )
            )
        self.entries = [self.read_entry(index) for index in range(self.library.sbp_session_entry_count(self.handle))]
        self.ranks: int = self.library.sbp_session_rank_count(self.handle)
        self.parts: dict[tuple[str, int, int], list[Part]] = {}
        self.lent: dict[tuple[int, int], np.ndarray] = {}

    def message(self) -> str:
        """The runtime's message on the last call that failed."""
        return self.library.sbp_session_message(self.handle).decode(errors="replace").removeprefix("--checkpoint: ")

    def check(self, status: int) -> None:
        """Raises the runtime's message where `status` is a failure."""
        if status == OK:
            return
        message = self.message() or "another process has failed; its message has the cause"
        cause = find_cause(message)
        raise OSError(cause, message) if cause else RunError(message)

    def read_entry(self, index: int) -> Entry:
        """The names, types and shapes of entry number `index`."""
        name = self.library.sbp_session_entry_name(self.handle, index).decode()
        return Entry(index, name, self.read_ports("input", index), self.read_ports("output", index))

    def read_ports(self, kind: str, entry: int) -> dict[str, Port]:
        """The inputs or the outputs of an entry."""
        ports, info = {}, TensorInfo(struct_size=ctypes.sizeof(TensorInfo))
        for index in range(getattr(self.library, f"sbp_session_{kind}_count")(self.handle, entry)):
            self.check(getattr(self.library, f"sbp_session_{kind}_info")(self.handle, entry, index, ctypes.byref(info)))
            element, name = TABLE[info.dtype].name, info.name.decode()
            shape = tuple(info.shape[: info.rank])
            ports[name] = Port(name, element, shape, result_dtype(element), info.bytes, index, info.state, info.distribution.decode())
        return ports

    def find_parts(self, kind: str, entry: int, port: Port) -> list[Part]:
        """The process that holds each part of an input or a result. Raises RunError for a partial value, whose terms are not parts."""
        key = (kind, entry, port.index)
        if key not in self.parts:
            if "P" in port.distribution.partition("[")[2]:
                raise RunError(f"'{port.name}' is {port.distribution}: its terms lie in several processes; distribute it without P")
            function = getattr(self.library, f"sbp_session_{kind}_box")
            bounds = ctypes.c_int64 * max(1, len(port.shape))
            boxes: list[tuple[tuple[int, int], ...] | None] = []
            for rank in range(self.ranks):
                begin, end = bounds(), bounds()
                holds = function(self.handle, entry, port.index, rank, begin, end) == OK
                boxes.append(tuple(zip(begin, end, strict=True))[: len(port.shape)] if holds else None)
            self.parts[key] = find_parts(boxes, -(-self.ranks // self.world.size) if self.world else self.ranks)
        return self.parts[key]

    def set_input(self, entry: int, port: Port, array: np.ndarray) -> None:
        """Copies an array to an input; it stays until another one is fed."""
        self.check(self.library.sbp_session_set_input_at(self.handle, entry, port.index, address(array), port.size))
        if self.lent:
            self.lent.pop((entry, port.index), None)

    def lend_input(self, entry: int, port: Port, array: np.ndarray) -> None:
        """Has each step of an entry read an array as it is then, until the input is given another."""
        self.check(self.library.sbp_session_lend_input(self.handle, entry, port.index, address(array), port.size, RELEASE(), None))
        self.lent[entry, port.index] = array

    def set_state(self, port: Port, array: np.ndarray) -> None:
        """Copies an array to a state."""
        self.check(self.library.sbp_session_set_state_at(self.handle, port.state, address(array), port.size))

    def step(self, entry: int) -> None:
        """Runs one step; returns when all ranks have ended it."""
        self.check(self.library.sbp_session_step(self.handle, entry))

    def abort(self, reason: str) -> None:
        """Ends the step that runs, or the next one. Any thread."""
        self.library.sbp_session_abort(self.handle, reason.encode())

    def get_output(self, entry: int, port: Port) -> np.ndarray:
        """A new array with a result of the last step, which was one of `entry`; of several processes, the parts that this one holds."""
        array = np.empty(port.shape, port.dtype)
        self.check(self.library.sbp_session_get_output_at(self.handle, entry, port.index, address(array), port.size))
        return array

    def get_state(self, port: Port) -> np.ndarray:
        """A new array with the value of a state as the last step left it; of several processes, the parts that this one holds."""
        array = np.empty(port.shape, port.dtype)
        self.check(self.library.sbp_session_get_state_at(self.handle, port.state, address(array), port.size))
        return array

    def load_weights(self, path: str) -> WeightsReport:
        """Gives states and inputs the tensors of their names in a safetensors file, an index or a folder; files are used in place where
        that is possible."""
        report = WeightsReport(struct_size=ctypes.sizeof(WeightsReport))
        self.check(self.library.sbp_session_load_weights(self.handle, os.fsencode(path), ctypes.byref(report)))
        return report

    def open_checkpoint(self, entry: int, folder: str, mode: int) -> int:
        """Opens and locks the folder of a checkpoint; the number of steps of one that is resumed."""
        steps = ctypes.c_int64()
        self.check(self.library.sbp_session_checkpoint_open(self.handle, entry, os.fsencode(folder), mode, ctypes.byref(steps)))
        return steps.value

    def save_checkpoint(self, steps: int) -> None:
        """Copies all states and begins to write them."""
        self.check(self.library.sbp_session_checkpoint_save(self.handle, steps))

    def close_checkpoint(self) -> None:
        """Waits until the checkpoint is on the disk, and unlocks its folder. Does nothing where none is open."""
        self.check(self.library.sbp_session_checkpoint_close(self.handle))

    def statistics(self, entry: int) -> Statistics:
        """Bytes that a step moves, bytes of the rank that holds most, steps that have ended."""
        values = Statistics(struct_size=ctypes.sizeof(Statistics))
        self.check(self.library.sbp_session_statistics(self.handle, entry, ctypes.byref(values)))
        return values

    def close(self) -> None:
        """Frees the memory of the artifact and its states. May be called twice."""
        handle, self.handle = self.handle, ctypes.c_void_p()
        self.library.sbp_session_destroy(handle)
