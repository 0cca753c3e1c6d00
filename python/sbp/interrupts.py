"""Ctrl-C while a step runs: once, it is raised after the step; twice, the step ends.

Python calls handlers of signals between its own instructions, thus after the step. A thread reads the numbers of signals as they arrive
(`signal.set_wakeup_fd`) and ends the step at the second SIGINT. Handlers stay as they are.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbp.native.runtime import Runtime

REASON = "Ctrl-C was pressed twice"


class Watch:
    """A context in which `runtime` runs a step. In other threads than the main one it does nothing, since they are not interrupted."""

    def __init__(self) -> None:
        self.runtime: Runtime | None = None
        self.count = 0
        self.previous = -1
        self.process = 0
        self.reading = self.writing = -1

    def start(self) -> None:
        """Starts the thread, in each process once: a forked child has none."""
        self.process = os.getpid()
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.writing, False)
        threading.Thread(target=self.read, args=(self.reading,), name="sbp-interrupts", daemon=True).start()

    def read(self, reading: int) -> None:
        """Counts SIGINT during a step, and passes signals on to whoever had asked for them before."""
        while True:
            numbers = os.read(reading, 64)
            if self.previous >= 0:
                os.write(self.previous, numbers)
            self.count += numbers.count(signal.SIGINT)
            runtime = self.runtime
            if runtime is not None and self.count >= 2:
                runtime.abort(REASON)

    def enter(self, runtime: Runtime) -> bool:
        """Watches a step; whether `leave` is to be called."""
        if threading.current_thread() is not threading.main_thread():
            return False
        if self.process != os.getpid():
            self.start()
        self.count, self.runtime = 0, runtime
        previous = signal.set_wakeup_fd(self.writing, warn_on_full_buffer=False)
        self.previous = -1 if previous == self.writing else previous  # Ctrl-C came right before `leave` did
        return True

    def leave(self) -> None:
        """Ends the watch of a step."""
        self.runtime = None
        signal.set_wakeup_fd(self.previous)
        self.previous = -1


watch = Watch()
