"""Several processes that run one session, by the runtime's C interface.  They make the same calls in the same order."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sbp.errors import RunError
from sbp.native.files import find_library
from sbp.native.interface import FAILURE, OK, Bytes, WorldOptions, load_library

CHUNK = 1 << 25  # bytes of a process in one call: the runtime's limit is 2 GB for all processes


def end_process(user: int | None, status: int, message: bytes) -> None:
    """Another process has failed or is gone, without which this one cannot go on."""
    print(f"sbp: {message.decode(errors='replace')}", file=sys.stderr, flush=True)
    os._exit(status or 1)


class World:
    """The processes that a launcher has started; `rank` is the number of this one, `size` that of all.

    `ranks_per_process`: of the programs that run in it. Where a process fails, the others end with the cause. Raises RunError without MPI.
    """

    def __init__(self, ranks_per_process: int = 0) -> None:
        self.library = load_library()
        with contextlib.suppress(ImportError):  # the runtime looks on the loader's path then
            os.environ.setdefault("SBP_MPI_LIBRARY", find_library("sbp-mpi.so"))
        self.on_failure = FAILURE(end_process)
        options = WorldOptions(struct_size=ctypes.sizeof(WorldOptions), ranks_per_process=ranks_per_process, on_failure=self.on_failure)
        self.handle = ctypes.c_void_p()
        self.check(self.library.sbp_world_create(ctypes.byref(options), ctypes.byref(self.handle)))
        self.rank: int = self.library.sbp_world_rank(self.handle)
        self.size: int = self.library.sbp_world_size(self.handle)

    def check(self, status: int) -> None:
        """Raises the runtime's message where `status` is a failure."""
        if status != OK:
            raise RunError(self.library.sbp_world_message(self.handle).decode(errors="replace"))

    def gather_part(self, data: bytes) -> list[bytes]:
        """The bytes of all processes, at most CHUNK each."""
        all_bytes = (Bytes * self.size)()
        self.check(self.library.sbp_world_gather(self.handle, data, len(data), all_bytes))
        return [ctypes.string_at(each.data, each.size) for each in all_bytes]

    def gather(self, data: bytes) -> list[bytes]:
        """The bytes of each process, in all of them."""
        sizes = [int(each) for each in self.gather_part(str(len(data)).encode())]
        parts = [self.gather_part(data[first : first + CHUNK]) for first in range(0, max(sizes), CHUNK)]
        return [b"".join(part[process] for part in parts) for process in range(self.size)]

    def broadcast(self, data: bytes) -> bytes:
        """The bytes of process 0."""
        return self.gather(data if self.rank == 0 else b"")[0]

    def close(self) -> None:
        """Waits for all processes and ends the library that connects them."""
        handle, self.handle = self.handle, ctypes.c_void_p()
        self.library.sbp_world_destroy(handle)


@dataclass(frozen=True)
class Part:
    """A part of a tensor, `index` of an array of its shape, and the process that holds it."""

    index: tuple[slice, ...]
    process: int


def find_parts(boxes: Iterable[tuple[tuple[int, int], ...] | None], ranks_per_process: int) -> list[Part]:
    """The parts of a tensor of which rank number i holds `boxes[i]`, bounds for each dimension; of copies the first."""
    owners: dict[tuple[tuple[int, int], ...], int] = {}
    for rank, box in enumerate(boxes):
        if box is not None:
            owners.setdefault(box, rank // ranks_per_process)
    return [Part(tuple(slice(*bounds) for bounds in box), process) for box, process in owners.items()]


def exchange(world: World, arrays: Sequence[tuple[np.ndarray, Sequence[Part]]]) -> None:
    """Completes arrays in all processes, of which each has the parts that it holds."""
    mine = [array[part.index].tobytes() for array, parts in arrays for part in parts if part.process == world.rank]
    gathered, at = world.gather(b"".join(mine)), [0] * world.size
    for array, parts in arrays:
        for part in parts:
            shape = tuple(index.stop - index.start for index in part.index)
            count = int(np.prod(shape, dtype=np.int64))
            if part.process != world.rank:
                received = np.frombuffer(gathered[part.process], array.dtype, count, at[part.process])
                array[part.index] = received.reshape(shape)
            at[part.process] += count * array.dtype.itemsize
