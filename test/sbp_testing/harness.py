"""Drives sbp-compile, sbp-run and sbp-interpret from tests, through the command line only.

SBP_TEST_TARGET is what models are compiled for, SBP_TEST_STREAMS on how many streams: host and one, where they are not set.
"""

import json
import os
import subprocess
import tempfile

import numpy as np

TIMEOUT_SECONDS = 300


def list_target_flags(target):
    """The flags of sbp-compile for a target. For GPUs with code for one chip, SBP_TEST_CHIP: several take several times as long."""
    return [f"--target={target}", *([f"--chip={os.environ.get('SBP_TEST_CHIP', 'sm_90')}"] if target == "cuda" else [])]


TARGET = [flag for target in os.environ.get("SBP_TEST_TARGET", "").split() for flag in list_target_flags(target)]
TARGET += [f"--streams={streams}" for streams in os.environ.get("SBP_TEST_STREAMS", "").split()]


def run(*command, expect=0, directory=None):
    """Runs a program of the project; its exit code must be `expect`. Returns the finished process."""
    process = subprocess.run(
        [str(word) for word in command], cwd=directory, text=True, capture_output=True, timeout=TIMEOUT_SECONDS, errors="replace"
    )
    if process.returncode != expect:
        raise AssertionError(
            f"{' '.join(map(str, command))}\nexit code {process.returncode}, expected {expect}\n{process.stdout}{process.stderr}"
        )
    return process


def name_record(process):
    """The flight record of a process of this host."""
    return f"sbp-flight-{os.uname().nodename}-{process}.json"


def bound(reference, terms, dtype=np.float32, factor=8):
    """factor * eps * terms * max|reference|: what re-associating `terms` summands may cost."""
    scale = np.max(np.abs(reference)) if np.size(reference) else 0.0
    return factor * np.finfo(dtype).eps * max(terms, 1) * max(scale, 1e-30)


def mpirun(processes, *words, prefix=(), environment=None, expect=0):
    """sbp-run in several processes on this host; `prefix` stands before each sbp-run."""
    command = ["mpirun", "-n", str(processes), "--oversubscribe", "--bind-to", "none", *prefix, "sbp-run", *map(str, words)]
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **(environment or {})}
    process = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=TIMEOUT_SECONDS, errors="replace")
    if process.returncode != expect:
        raise AssertionError(f"{' '.join(command)}\nexit code {process.returncode}, expected {expect}\n{process.stdout}{process.stderr}")
    return process


class Case:
    """One model in a scratch directory: compiled once, run on arrays."""

    def __init__(self, model, *flags, expect=0, name="model.mlir"):
        self.scratch = tempfile.TemporaryDirectory()
        self.directory = self.scratch.name
        self.model = os.path.join(self.directory, name)
        with open(self.model, "w") as file:
            file.write(model)
        self.artifact = os.path.join(self.directory, "model.sbpx")
        self.report_path = os.path.join(self.directory, "report.json")
        target = [] if any(flag.startswith("--target") for flag in flags) else TARGET
        self.compiled = run("sbp-compile", self.model, "-o", self.artifact, f"--report={self.report_path}", *target, *flags, expect=expect)

    @property
    def report(self):
        with open(self.report_path) as file:
            return json.load(file)

    def path(self, name):
        return os.path.join(self.directory, name)

    def save(self, inputs):
        words = []
        for name, value in inputs.items():
            path = self.path(f"in.{name}.npy")
            np.save(path, value)
            words += ["--input", f"{name}=@{path}"]
        return words

    def _execute(self, program, subject, inputs, outputs, flags, expect):
        words = self.save(inputs)
        for name in outputs:
            words += ["--output", f"{name}=@{self.path(f'out.{name}.npy')}"]
        process = run(program, subject, *words, *flags, expect=expect)
        if expect:
            return process
        return {name: np.load(self.path(f"out.{name}.npy")) for name in outputs}

    def execute(self, inputs, outputs, *flags, expect=0):
        """sbp-run: {name: array} -> {name: array}; the finished process where a failure is expected."""
        return self._execute("sbp-run", self.artifact, inputs, outputs, flags, expect)

    def interpret(self, inputs, outputs, *flags, expect=0):
        """sbp-interpret of the same model."""
        return self._execute("sbp-interpret", self.model, inputs, outputs, flags, expect)


def close(found, reference, terms=1, dtype=np.float32, what="output"):
    found, reference = np.asarray(found), np.asarray(reference)
    assert found.shape == reference.shape, f"{what}: shape {found.shape}, expected {reference.shape}"
    difference = np.max(np.abs(found.astype(np.float64) - reference), initial=0.0)
    limit = bound(reference, terms, dtype)
    assert difference <= limit, f"{what}: differs by {difference}, allowed {limit}"


def collectives(report):
    return [(entry["kind"], entry["payload_bytes"]) for entry in report["collectives"]]
