"""Runs the programs of the project as child processes, with a time limit, and judges how they end."""

import os
import random
import re
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from outcomes import HANG, INTERNAL, ODD_EXIT, REFUSED, SEVERAL, SIGNAL, VAGUE, Outcome

LIMIT_SECONDS = 10  # of processor time; of a process that only waits: six times that
SANITIZER = re.compile(r"(AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error):?.*")


@dataclass
class Run:
    """A finished process. `code` is negative for a signal; `hung`: it was ended at the time limit."""

    command: list
    code: int
    hung: bool
    output: str
    errors: str

    @property
    def program(self):
        return os.path.basename(self.command[0])

    @property
    def error_lines(self):
        return [line for line in self.errors.splitlines() if re.search(r"(^|[\s:])(fatal )?error:", line)]


def get_cpu_seconds(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def run(command, directory=None, environment=None, limit=LIMIT_SECONDS, setup=None):
    """Runs a command to its end or the limit. `setup` is called in the child (limits); a busy machine does not make a hang."""
    process = subprocess.Popen(
        command,
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=setup,
    )
    start, hung = time.monotonic(), False
    while True:
        try:
            output, errors = process.communicate(timeout=limit)
            break
        except subprocess.TimeoutExpired:
            if get_cpu_seconds(process.pid) < limit and time.monotonic() - start < 6 * limit:
                continue
            hung = True
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            break
    return Run(command, process.returncode, hung, output.decode(errors="replace"), errors.decode(errors="replace"))


def names_place(run):
    """The one error of a refusal says where: file:line of a model, or an argument, file or flag of the command."""
    line = run.error_lines[0]
    if (
        re.search(r"[\w.>]+:\d+:\d+: |argument|-\w+ option:|model: needs|no model|one model|no output|model is required", line)
        or run.program == "sbp-opt"
    ):
        return True  # sbp-opt is upstream's driver
    if not all(argument.strip() for argument in run.command[1:]):
        return True  # a name of spaces is said as it is
    words = {word for argument in run.command[1:] for word in [*re.split(r"[=@]", argument), *argument.splitlines()]}
    words |= {os.path.basename(word) for word in words}
    return any(word in line if len(word) > 1 else f"'{word}'" in line or f" {word}:" in line for word in words)


def judge(run):
    """An outcome if the process did not end with 0, else None."""
    sanitizer = SANITIZER.search(run.errors)
    if sanitizer:
        return Outcome(SIGNAL, f"{run.program}: {sanitizer[0]}")
    if run.hung:
        return Outcome(HANG, f"{run.program} does not end")
    if run.code < 0:
        return Outcome(SIGNAL, f"{run.program} ends by {signal.Signals(-run.code).name}: {run.errors.strip()[-300:]}")
    errors = run.error_lines
    if run.program == "sbp-opt" and run.code == 1 and not errors and run.errors:
        return Outcome(REFUSED, run.errors.splitlines()[0])  # the command line of upstream's driver
    first = errors[0] if errors else run.errors.strip()[:300]
    if run.code == 70:
        return Outcome(INTERNAL, f"{run.program}: {errors[-1] if errors else first}")
    if run.code not in (0, 1):
        return Outcome(ODD_EXIT, f"{run.program}: exit code {run.code}: {first}")
    if len(errors) > (run.code == 1):
        return Outcome(SEVERAL, f"{run.program}: exit code {run.code}: " + " | ".join(errors[:4]))
    if run.code == 0:
        return None
    if not errors or not names_place(run):
        return Outcome(VAGUE, f"{run.program}: {first or 'no error line'}")
    return Outcome(REFUSED, f"{run.program}: {first}")


def use_stubs(bin):
    """What runs on GPUs runs on the drivers of the tests, here and in all children."""
    for variable, name in (("SBP_CUDA_DRIVER", "cuda"), ("SBP_NCCL", "nccl")):
        os.environ[variable] = os.path.join(os.path.dirname(bin), "lib", f"libsbp_stub_{name}.so")


@dataclass
class Case:
    """One mutant: its random numbers, its number, an empty folder, and the commands that were run in that folder."""

    draw: random.Random
    index: int
    folder: str
    bin: str
    commands: list = field(default_factory=list)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        """Writes text or bytes to a file of the folder; returns its path."""
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, program, *arguments, **how):
        """Runs a program of the project in the folder; further arguments as of `run` above."""
        command = [os.path.join(self.bin, program), *map(str, arguments)]
        self.commands.append(shlex.join([program, *command[1:]]))
        return run(command, directory=self.folder, **how)
