"""A line on the run: steps, loss, steps and tokens per second.  Standard library alone.

line = sbp.progress(batches, tokens=batch_size * length)
for x, y in line:
    line.loss = session.step("train", x=x, y=y, learning_rate=1e-3)["loss"]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TextIO, TypeVar

from sbp.processes import process_index

Item = TypeVar("Item")
TERMINAL_SECONDS, FILE_SECONDS = 0.2, 10.0  # between two writes


def format_seconds(seconds: float) -> str:
    """ "0:05", "1:02:03"."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


class Progress(Generic[Item]):
    """Passes on the items of `items`, one for each step. `loss`: what the next line has. Of several processes the first one writes."""

    def __init__(self, items: Iterable[Item], tokens: int = 0, total: int | None = None, file: TextIO | None = None) -> None:
        self.items, self.tokens = items, tokens
        self.total = total if total is not None else len(items) if hasattr(items, "__len__") else None
        self.file = file or sys.stderr
        self.loss: Any = None
        self.count, self.begin, self.written = 0, 0.0, 0.0

    def describe(self, now: float) -> str:
        """ "step 40 of 100, loss 2.3410, 12.5 steps/s, 51200 tokens/s, 0:03"."""
        seconds = max(now - self.begin, 1e-9)
        rate = self.count / seconds
        parts = [f"step {self.count}" + (f" of {self.total}" if self.total is not None else "")]
        parts += [f"loss {float(self.loss):.4f}"] if self.loss is not None else []
        parts += [f"{rate:.1f} steps/s" if rate >= 1 else f"{1 / rate:.1f} s a step"]
        parts += [f"{rate * self.tokens:.0f} tokens/s"] if self.tokens else []
        return ", ".join([*parts, format_seconds(seconds)])

    def write(self, is_last: bool) -> None:
        """Writes a line where it is time for one: over the last one on a terminal."""
        now, on_terminal = time.perf_counter(), self.file.isatty()
        if process_index() or (not is_last and now - self.written < (TERMINAL_SECONDS if on_terminal else FILE_SECONDS)):
            return
        self.written = now
        self.file.write(f"\r{self.describe(now)}\033[K{chr(10) if is_last else ''}" if on_terminal else f"{self.describe(now)}\n")
        self.file.flush()

    def __iter__(self) -> Iterator[Item]:
        self.count, self.begin = 0, time.perf_counter()
        self.written = self.begin
        for item in self.items:
            yield item
            self.count += 1
            self.write(is_last=False)
        if self.count:
            self.write(is_last=True)


def progress(items: Iterable[Item], tokens: int = 0, total: int | None = None, file: TextIO | None = None) -> Progress[Item]:
    """The items of an iterable, one for each step, with a line on standard error: step, loss, steps and tokens per second.

    `tokens`: of a step. `total`: the number of steps, by default that of the items where it is known. `file`: in place of standard error.
    """
    return Progress(items, tokens, total, file)
