"""One script in several processes, started by mpirun or srun: process 0 compiles, the others receive; all of them step and save together.

Without a launcher, and for one process, nothing here loads the runtime.
"""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from sbp.errors import RunError

if TYPE_CHECKING:
    from sbp.native.world import World
    from sbp.session import Session

# Variables with the number of processes and of this one, in the runtime's order (runtime/run/launch/Launch.cpp).
LAUNCHERS = [
    ("WORLD_SIZE", "RANK"),
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("PMIX_SIZE", "PMIX_RANK"),
    ("PMI_SIZE", "PMI_RANK"),
    ("SLURM_NTASKS", "SLURM_PROCID"),
]
Value = TypeVar("Value")


def read_launch() -> tuple[int, int]:
    """(number of this process, of all), as the launcher's environment says; (0, 1) without one."""
    for size, rank in LAUNCHERS:
        # An interactive shell of Slurm has SLURM_NTASKS without being a task.
        if os.environ.get(size, "").isdigit() and os.environ.get(rank, "").isdigit():
            return int(os.environ[rank]), int(os.environ[size])
    return 0, 1


def process_index() -> int:
    """The number of this process among those that run the script together; 0 without a launcher."""
    return read_launch()[0]


def process_count() -> int:
    """The number of processes that run the script together; 1 without a launcher."""
    return read_launch()[1]


class Together:
    """The world of this process, made once, and its sessions."""

    def __init__(self) -> None:
        self.world: World | None = None
        self.ranks_per_process = 0
        self.sessions: weakref.WeakSet[Session] = weakref.WeakSet()

    def open(self, ranks: int) -> World | None:
        """The world of programs of `ranks` ranks (0: not known yet, one for each process); None for one process."""
        size = process_count()
        if size == 1:
            return None
        each = max(1, -(-ranks // size))
        if self.world is None:
            from sbp.native.world import World

            self.world, self.ranks_per_process = World(each), each
            atexit.register(self.close)
        elif ranks and each != self.ranks_per_process:
            raise RunError(
                f"a program of {ranks} ranks has {each} in each of {size} processes, and the first one had {self.ranks_per_process}"
            )
        return self.world

    def close(self) -> None:
        """Ends the sessions and the world, when Python ends. After an exception this process ends at once: the others learn of its loss."""
        if self.world is None:
            return
        if getattr(sys, "last_value", None) is not None:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)
        for session in list(self.sessions):
            session.close()
        self.world.close()


together = Together()


def share(make: Callable[[], Value], ranks: int = 0) -> Value:
    """What `make` returns or raises in process 0, in all processes."""
    world = together.open(ranks)
    if world is None:
        return make()
    outcome: tuple[bool, Any] = (False, None)
    if world.rank == 0:
        try:
            outcome = (True, make())
        except Exception as error:
            outcome = (False, error)
    has_value, value = pickle.loads(world.broadcast(pack(outcome) if world.rank == 0 else b""))
    if not has_value:
        raise outcome[1] or value
    return value


def pack(outcome: tuple[bool, Any]) -> bytes:
    """A value or an exception as bytes; one that cannot be packed becomes a RunError with its message."""
    if outcome[0]:
        return pickle.dumps(outcome)
    try:
        packed = pickle.dumps(outcome)
        pickle.loads(packed)
        return packed
    except Exception:
        return pickle.dumps((False, RunError(f"process 0: {type(outcome[1]).__name__}: {outcome[1]}")))


def agree(world: World | None, error: Exception | None) -> None:
    """Raises the error of the first process that has one, in all of them."""
    if world is not None:
        errors = [pickle.loads(each) for each in world.gather(pack((False, error)))]
        error = error or next((each for _, each in errors if each is not None), None)
    if error is not None:
        raise error
