"""A compiled program: what it holds, how it is saved and loaded, and its sessions."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sbp import safetensors
from sbp.compiling import group_messages, run_compiler
from sbp.native.runtime import Runtime
from sbp.processes import together
from sbp.report import Report
from sbp.session import Session

FORMAT = 1
DEAREST = 5  # moves at the beginning of explain()
ARTIFACT, TEXT, REPORT, CONSTANTS, ABOUT = "program.sbpx", "model.mlir", "report.json", "constants.safetensors", "program.json"


@dataclass(repr=False)
class Program:
    """A program for the ranks of its mesh; `sbp.compile` and `sbp.load` make one.

    `artifact`: what `sbp-run` runs. `text`: the model as the compiler read it, with the training step; empty where an artifact alone was
    loaded. `weights`: names of the weights that a session needs, where the model came with names; `constants`: values that no file of
    weights has. `request`: name and options of the compilation. `ignored`: inputs of the module that its results do not depend on.
    """

    artifact: bytes
    text: bytes = b""
    report: Report = field(default_factory=lambda: Report(b""))
    weights: Sequence[str] = ()
    constants: Mapping[str, np.ndarray] = field(default_factory=dict)
    request: Mapping[str, Any] = field(default_factory=dict)
    ignored: Sequence[str] = ()

    def session(
        self,
        weights: Any = None,
        *,
        resume: str | os.PathLike[str] | None = None,
        rounded: bool = False,
        workers: int = 0,
        timeout: float = 60.0,
    ) -> Session:
        """Loads the program: a session with its states, at their first values. In several processes (mpirun) all of them call it together, once.

        `weights`: a folder or files of safetensors, a mapping of names to arrays, or a module of PyTorch. `resume`: the folder of a
        checkpoint, whose states replace them. `rounded`: weights of wider floats than the program's are rounded, such as f32 for bf16. `workers`: threads, by default one per core. `timeout`: seconds without progress after which a
        step fails, 0 for never. Raises WeightsError with all names that are missing or do not fit.
        """
        world = together.open(self.report.ranks)
        session = Session(Runtime(self.artifact, workers, timeout or -1.0, world), self.weights, self.ignored)
        try:
            if self.constants:
                session.load_weights(self.constants)
            if weights is not None:
                session.load_weights(weights, required=[] if resume else self.weights, rounded=rounded)
            if resume is not None:
                session.resume(resume)
        except BaseException:
            session.close()
            raise
        return session

    def explain(self) -> str:
        """Compiles again and returns the five dearest moves, then the compiler's remarks: which distributions were chosen, their runners-up, why
        each value moves."""
        if not self.text:
            raise ValueError("the program was loaded without its text, so that the compiler cannot explain it")
        request = {**self.request, "training": "", "options": {**self.request["options"], "explain": True}}
        answer = run_compiler(self.text, request, in_process=False)
        dearest = [f"dearest {number}: {row}" for number, row in enumerate(self.report.rows()[:DEAREST], 1)]
        return "\n".join([*dearest, *group_messages(answer["diagnostics"], "remark")])

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the program to a folder, from which `sbp.load` reads it; its program.sbpx is what sbp-run runs."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        (target / TEXT).write_bytes(self.text)
        (target / REPORT).write_text(json.dumps(self.report.json))
        about = {"format": FORMAT, "weights": list(self.weights), "request": dict(self.request), "ignored": list(self.ignored)}
        (target / ABOUT).write_text(json.dumps(about))
        safetensors.save(str(target / CONSTANTS), dict(self.constants))
        (target / ARTIFACT).write_bytes(self.artifact)

    def __repr__(self) -> str:
        return f"Program '{self.request.get('name', 'model')}' of {len(self.artifact)} bytes: {self.report}"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def load(path: str | os.PathLike[str]) -> Program:
    """The program that `Program.save` wrote to a folder, or the artifact of a file, such as one of sbp-compile."""
    source = Path(path)
    if not source.is_dir():
        return Program(source.read_bytes(), request={"name": source.name})
    about = json.loads((source / ABOUT).read_text())
    if about.get("format") != FORMAT:
        raise ValueError(f"{source / ABOUT}: format {about.get('format')} is unknown; known: {FORMAT}")
    return Program(
        (source / ARTIFACT).read_bytes(),
        (source / TEXT).read_bytes(),
        Report((source / REPORT).read_bytes()),
        about["weights"],
        safetensors.load(str(source / CONSTANTS)),
        about["request"],
        about["ignored"],
    )
