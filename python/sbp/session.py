"""A session: a program with its states, which runs steps on arrays."""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from sbp.dtypes import describe, dtype_name, fits, is_number, to_array
from sbp.errors import RunError, WeightsError
from sbp.interrupts import watch
from sbp.native.interface import REPLACE, RESUME
from sbp.native.runtime import Entry, Port, Runtime
from sbp.native.world import exchange
from sbp.processes import agree, together
from sbp.weights import check_weights, read_weights, round_weights, write_weights
from sbp.weights import convert as convert_weight

MANIFEST = "manifest.json"  # in the folder of a checkpoint
MOMENTS = ["mean", "square", "velocity"]  # the names of an optimizer's states behind their weight's


def nearest(name: str, names: Mapping[str, Any]) -> str:
    """ "; nearest: 'x', 'y'", or all names where none is near."""
    near = difflib.get_close_matches(name, names, 2, 0.5)
    return f"; nearest: {', '.join(map(repr, near))}" if near else f"; known: {', '.join(map(repr, names)) or 'none'}"


def convert(entry: Entry, port: Port, value: Any) -> np.ndarray:
    """A dense array of the type and shape of `port`. Raises TypeError with both sides."""
    array = np.asarray(value, port.dtype) if is_number(value) else to_array(value)
    found = dtype_name(array.dtype)
    if is_number(value) and dtype_name(port.dtype) != port.element:
        raise TypeError(
            f"input '{port.name}' of entry '{entry.name}' is {port.element}: install ml_dtypes, or give the bits as an array of uint8"
        )
    if not fits(array.dtype, port.element) or array.shape != port.shape:
        needed = describe(port.element, port.shape)
        raise TypeError(f"input '{port.name}' of entry '{entry.name}' is {needed}; found {describe(found, array.shape)}")
    return np.asarray(array, order="C")


def read_entry(manifest: Path) -> str:
    """The name of the entry of a checkpoint. Raises OSError where it is missing, WeightsError where it is damaged."""
    try:
        return str(json.loads(manifest.read_bytes())["entry"])
    except (ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{manifest} is damaged: {error}") from None


class States(MutableMapping[str, np.ndarray]):
    """The states of a session by name; reading one copies it to a new array, and assigning copies an array into it."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __getitem__(self, name: str) -> np.ndarray:
        port = self.session._state_ports[name]
        with self.session._exclusive() as runtime:
            array = runtime.get_state(port)
            if runtime.world is not None:
                exchange(runtime.world, [(array, runtime.find_parts("input", self.session._state_entries[name], port))])
            return array

    def __setitem__(self, name: str, value: Any) -> None:
        port = self.session._state_ports[name]
        check_weights({name: value}, {name: port}, [])
        with self.session._exclusive() as runtime:
            runtime.set_state(port, convert_weight(value, port))

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"state '{name}' cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self.session._state_ports)

    def __len__(self) -> int:
        return len(self.session._state_ports)

    def __repr__(self) -> str:
        return f"States({', '.join(map(str, self.session._state_ports.values()))})"


class Session:
    """A loaded program with its states. `program.session(...)` makes one.

    All ranks run in this process, or, under mpirun, some in each of several, which make the same calls. One thread at a time, in the process that
    made it: RuntimeError otherwise. `steps` counts the steps of this session and of those that it resumes.
    """

    def __init__(self, runtime: Runtime, weights: Sequence[str] = (), ignored: Sequence[str] = ()) -> None:
        self._weights, self._ignored = weights, set(ignored)
        self._runtime: Runtime | None = runtime
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._entries = {entry.name: entry for entry in runtime.entries}
        self._state_ports = {name: port for each in runtime.entries for name, port in each.inputs.items() if port.is_state}
        self._state_entries = {name: each.index for each in runtime.entries for name, port in each.inputs.items() if port.is_state}
        self._fed = {entry.name: {name for name, port in entry.inputs.items() if port.is_state} for entry in runtime.entries}
        self._results = {each.name: [port for port in each.outputs.values() if not port.is_state] for each in runtime.entries}
        self._last: Entry | None = None
        self._saving: str | None = None  # the folder of a checkpoint that is being written
        self.steps = 0
        if runtime.world is not None:
            together.sessions.add(self)

    @property
    def entries(self) -> list[str]:
        """The names of the program's entries."""
        return list(self._entries)

    @property
    def states(self) -> States:
        """The states by name: a mapping that copies out of and into the session."""
        return States(self)

    @contextmanager
    def _exclusive(self) -> Iterator[Runtime]:
        """The runtime, for the calls of one thread. Raises RuntimeError in a forked child, in a second thread and after close()."""
        if os.getpid() != self._process:
            raise RuntimeError("the session belongs to the process that made it; make a new one after fork")
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the session is in use by another thread; one thread at a time may call it")
        try:
            if self._runtime is None:
                raise RuntimeError("the session is closed")
            yield self._runtime
        finally:
            self._lock.release()

    def _find_entry(self, name: str | None) -> Entry:
        if name is None:
            if len(self._entries) == 1 or "main" in self._entries:
                return self._entries["main"] if "main" in self._entries else next(iter(self._entries.values()))
            raise TypeError(f"the program has several entries, name one: {', '.join(map(repr, self._entries))}")
        if name not in self._entries:
            raise TypeError(f"there is no entry '{name}'{nearest(name, self._entries)}")
        return self._entries[name]

    def step(self, entry: str | None = None, inputs: Mapping[str, Any] | None = None, /, **keywords: Any) -> dict[str, np.ndarray]:
        """Runs one step of `entry` (default: the only one, or "main") and returns {name: new array} of its results without states.

        Inputs are keywords, or a mapping for names that are no identifiers: arrays of numpy, PyTorch or JAX of exactly the type and shape of
        the input (bf16 too), or Python numbers. An input that is left out keeps its last value. Ctrl-C raises after the step; the second one ends
        it. Raises TypeError with both sides for a wrong name, type or shape, and RunError where the step fails; the session can run nothing more
        after a step that failed while it ran.
        """
        target = self._find_entry(entry)
        given = {**inputs, **keywords} if inputs else keywords
        with self._exclusive() as runtime:
            for name, value in given.items():
                self._feed(runtime, target, name, value)
            missing = [str(port) for name, port in target.inputs.items() if name not in self._fed[target.name]]
            if missing:
                raise TypeError(f"entry '{target.name}' needs values for {', '.join(missing)}")
            self.steps += 1  # before the call: Ctrl-C may be raised right behind it
            is_watched = watch.enter(runtime)
            try:
                runtime.step(target.index)
            except RunError:
                self.steps -= 1
                raise
            finally:
                if is_watched:
                    watch.leave()
            self._last = target
            results = {port.name: runtime.get_output(target.index, port) for port in self._results[target.name]}
            if runtime.world is not None:
                parts = [(results[each.name], runtime.find_parts("output", target.index, each)) for each in self._results[target.name]]
                exchange(runtime.world, parts)
            return results

    def abort(self, reason: str = "session.abort() was called") -> None:
        """Ends the step that another thread runs, or the next one: RunError with the reason there. The session can only be closed then."""
        runtime = self._runtime
        if runtime is not None and os.getpid() == self._process:
            runtime.abort(reason)

    def lend(self, entry: str | None = None, inputs: Mapping[str, np.ndarray] | None = None, /, **keywords: np.ndarray) -> None:
        """Has each later step of `entry` read these arrays as they are then, so that a loader fills the same memory for every step.

        Arrays of numpy, dense and of exactly the type and shape of the input: TypeError otherwise. Feeding an input ends it.
        """
        target = self._find_entry(entry)
        with self._exclusive() as runtime:
            for name, value in {**(inputs or {}), **keywords}.items():
                port = self._find_input(target, name)
                if convert(target, port, value) is not value:
                    raise TypeError(
                        f"input '{name}' of entry '{target.name}' can be lent as a dense array of numpy; found a copy or a view"
                    )
                runtime.lend_input(target.index, port, value)
                self._fed[target.name].add(name)

    def _find_input(self, entry: Entry, name: str) -> Port:
        port = entry.inputs.get(name)
        if port is None or port.is_state:
            if port is not None or name in self._state_ports:
                raise TypeError(f"'{name}' is a state and no input; assign to session.states[{name!r}]")
            names = {each.name: None for each in entry.inputs.values() if not each.is_state}
            raise TypeError(f"entry '{entry.name}' has no input '{name}'{nearest(name, names)}")
        return port

    def _feed(self, runtime: Runtime, entry: Entry, name: str, value: Any) -> None:
        if name in self._ignored and name not in entry.inputs:
            return
        port = self._find_input(entry, name)
        fits = type(value) is np.ndarray and value.dtype == port.dtype and value.shape == port.shape and value.flags.c_contiguous
        runtime.set_input(entry.index, port, value if fits else convert(entry, port, value))
        self._fed[entry.name].add(name)

    def load_weights(self, source: Any, required: Iterable[str] = (), *, rounded: bool = False) -> None:
        """Sets states and inputs by name from a mapping, a module, a safetensors file, several, or a folder of Hugging Face.

        Floats that are narrower than the program's are widened, which is exact; with `rounded`, wider ones are rounded to the nearest. Names that
        the program does not have are ignored. Raises one WeightsError on all weights that do not fit, on those of `required` that are missing, and where no name fits.
        """
        ports = {name: port for entry in self._entries.values() for name, port in entry.inputs.items()}
        sources = read_weights(source)
        if rounded:
            sources = [round_weights(each, ports) for each in sources]
        given = {name: array for each in sources for name, array in each.arrays.items()}
        if given and not check_weights(given, ports, required):
            raise WeightsError(f"no weight fits the program, which has {', '.join(map(repr, ports))}; found {', '.join(map(repr, given))}")
        with self._exclusive() as runtime:
            for each in sources:
                if each.path is not None:
                    runtime.load_weights(each.path)
                for name in [name for name in each.arrays if name in ports]:
                    self._give(runtime, name, each.arrays[name] if each.path is None else None)

    def _give(self, runtime: Runtime, name: str, value: Any) -> None:
        """Copies a weight to the state of its name or to the input of all entries that have it; None: the runtime has it from a file."""
        if name in self._state_ports:
            if value is not None:
                runtime.set_state(self._state_ports[name], convert_weight(value, self._state_ports[name]))
            return
        for entry in self._entries.values():
            if name in entry.inputs:
                if value is not None:
                    runtime.set_input(entry.index, entry.inputs[name], convert_weight(value, entry.inputs[name]))
                self._fed[entry.name].add(name)

    def save(self, folder: str | os.PathLike[str], *, wait: bool = True) -> None:
        """Writes a checkpoint of all states and the number of steps to `folder`, which any mesh may resume, and `sbp-run --checkpoint` too.

        A checkpoint that is there is replaced when the new one is complete; where the disk is full it stays, and OSError is raised.
        Without `wait` the states are copied, and written while steps go on: the next `save`, or `close`, raises what failed.
        """
        if not self.steps:
            raise ValueError("a checkpoint is of a session that has run a step; this one has run none")
        target = os.path.abspath(folder)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        entry = self._entries.get("train") or self._last or next(iter(self._entries.values()))
        error = None
        with self._exclusive() as runtime:
            try:
                if self._saving != target:
                    self._saving = None
                    runtime.open_checkpoint(entry.index, target, REPLACE)
                    self._saving = target
                runtime.save_checkpoint(self.steps)
                if wait:
                    self._saving = None
                    runtime.close_checkpoint()
            except (RunError, OSError) as failure:
                error, self._saving = failure, None
                with contextlib.suppress(RunError, OSError):  # the same failure
                    runtime.close_checkpoint()
            agree(runtime.world, error)

    def resume(self, folder: str | os.PathLike[str]) -> None:
        """Sets all states and the number of steps from a checkpoint. Raises WeightsError with the first difference if it is another model's."""
        manifest = Path(folder) / MANIFEST
        name = read_entry(manifest)
        if name not in self._entries:
            raise WeightsError(f"{folder} is a checkpoint of entry '{name}'{nearest(name, self._entries)}")
        entry = self._entries[name]
        with self._exclusive() as runtime:
            try:
                self.steps = runtime.open_checkpoint(entry.index, os.fspath(folder), RESUME)
                runtime.close_checkpoint()
            except RunError as error:
                raise WeightsError(str(error)) from None
        self._last, self._saving = entry, None

    def export(self, folder: str | os.PathLike[str], like: str | os.PathLike[str] | None = None) -> None:
        """Writes the states that are weights to `folder`, as model.safetensors, or with keys, types, files and index of the folder `like`.

        States of an optimizer are left out. Keys of `like` that are no states, such as frozen weights, keep their values there, and its
        configuration is copied. Raises WeightsError where `like` is of another model, OSError where the disk is full.
        """
        moments = {f"{name}.{each}" for name in self._state_ports for each in MOMENTS} | {"step"}
        names = self._weights or [name for name in self._state_ports if name not in moments]
        weights = {name: self.states[name] for name in names if name in self._state_ports}
        error = None
        world = self._runtime.world if self._runtime is not None else None
        if world is None or world.rank == 0:
            try:
                write_weights(Path(folder), weights, None if like is None else Path(like))
            except (WeightsError, OSError) as failure:
                error = failure
        agree(world, error)

    def close(self) -> None:
        """Waits for a checkpoint that is being written, whose failure it raises, and frees the memory. Further steps raise RuntimeError; a
        second close does nothing."""
        runtime, self._runtime = self._runtime, None
        if runtime is None or os.getpid() != self._process:
            return
        try:
            if self._saving is not None:
                runtime.close_checkpoint()
        finally:
            runtime.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        # At the end of Python, modules are gone before their objects.
        if getattr(self, "_runtime", None) is not None and os is not None:
            self.close()

    def __repr__(self) -> str:
        lines = [f"Session after {self.steps} steps, {len(self.states)} states"]
        for entry in self._entries.values():
            inputs = ", ".join(str(port) for port in entry.inputs.values() if not port.is_state)
            lines.append(f"  {entry.name}({inputs}) -> {', '.join(map(str, self._results[entry.name]))}")
        return "\n".join(lines)
