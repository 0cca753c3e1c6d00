"""Runs under limits of the process: memory, threads, files, disk, file sizes. Right numbers, or exit 1 and one error that names
the limit, within 10 seconds; no file that is not whole. Mutant i of a kind is limit i of its sweep, in a scattered order."""

import os
import pathlib
import re
import resource
import subprocess

import numpy as np

from files import compile_base
from outcomes import EQUAL, LEFTOVER, LISTED, REFUSED, SEVERAL, VAGUE, WRONG, Outcome
from tools import judge

# Products, a communication and states on four ranks; about 700 kB of outputs.
MODEL = """sbp.placement @p ["x" = 4]
func.func @main(%a: tensor<256x256xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %b: tensor<256x256xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@p, [B]>},
                %s: tensor<256x256xf32> {sbp.state = "s", sbp.init = dense<0.0> : tensor<256x256xf32>,
                                         sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>},
        tensor<256x256xf32> {sbp.state = "s"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %t = arith.addf %s, %y : tensor<256x256xf32>
  return %y, %t : tensor<256x256xf32>, tensor<256x256xf32>
}
"""
WORKERS = 4
USER = 61000  # a user of this number has no other process, so that a limit of processes counts ours


class Limits:
    checked = 6
    named = ""  # what the error says of the limit

    def __init__(self, folder, bin):
        self.bin = bin
        _, self.artifact = compile_base(folder, bin, "limits", MODEL)
        self.inputs = {}
        generator = np.random.default_rng(5)
        values = {}
        for name in "ab":
            values[name] = generator.integers(-4, 5, (256, 256)).astype(np.float32)
            self.inputs[name] = os.path.join(folder, f"{name}.npy")
            np.save(self.inputs[name], values[name])
        self.expected = values["a"] @ values["b"]

    def get_limit(self, index):
        """The index-th of `runs` values between `lowest` and `highest`, scattered: the first ones already span the sweep."""
        place = index * 17 % self.runs
        return self.lowest + (self.highest - self.lowest) * place // max(self.runs - 1, 1)

    def attack(self, case):
        return self.attempt(case, self.get_limit(case.index), case.folder)

    def attempt(self, case, limit, target):
        out, state = os.path.join(target, "y.npy"), os.path.join(target, "s.safetensors")
        run = case.run(
            "sbp-run",
            self.artifact,
            *(f"--input={n}=@{p}" for n, p in self.inputs.items()),
            f"--output=y=@{out}",
            f"--save-state={state}",
            environment={**os.environ, "SBP_WORKERS": str(WORKERS)},
            setup=lambda: self.set_limit(limit),
        )
        case.commands.append(f"# limit {limit}")
        outcome = self.classify(run, out)
        left = [name for name in os.listdir(target) if name.endswith(".partial")]
        if left or (run.code and os.path.exists(out) != os.path.exists(state)):
            return Outcome(LEFTOVER, f"limit {limit}: {left or 'one output of two'}")
        outcome.detail = f"limit {limit}: {outcome.detail}"
        return outcome

    def classify(self, run, out):
        if run.code == 0:
            same = os.path.exists(out) and np.array_equal(np.load(out), self.expected)
            return Outcome(EQUAL) if same else Outcome(WRONG, "other numbers than without the limit")
        if run.code != 1:
            return judge(run)
        if len(run.error_lines) != 1:
            return Outcome(SEVERAL if run.error_lines else VAGUE, run.errors.strip()[:300])
        return Outcome(REFUSED if re.search(self.named, run.errors) else VAGUE, run.error_lines[0])

    def set_limit(self, limit):
        resource.setrlimit(self.resource, (limit, limit))


class Memory(Limits):
    name, runs, lowest, highest, resource = "limit-memory", 40, 80 << 20, 1 << 30, resource.RLIMIT_AS
    named = r"ulimit -v"

    def attack(self, case):
        if "asan" in self.bin or "tsan" in self.bin:
            return Outcome(LISTED, "sanitizers reserve more than any limit")
        return super().attack(case)


class Threads(Limits):
    name, runs, lowest, highest = "limit-threads", 20, 1, 20
    named = r"ulimit -u"

    def attack(self, case):
        if os.geteuid() != 0:
            return Outcome(LISTED, "a limit of processes of another user needs root")
        if not all(os.stat(folder).st_mode & 0o001 for folder in pathlib.Path(self.bin, "sbp-run").parents):
            return Outcome(LISTED, "another user does not get to the programs")
        # Everybody on the way may be passed by that user; folders made for one user are not.
        self.user = USER + os.getpid() % 4000
        os.chown(case.folder, self.user, self.user)
        folder = case.folder
        while folder not in ("/", "/tmp"):
            os.chmod(folder, os.stat(folder).st_mode | 0o111)
            folder = os.path.dirname(folder)
        return super().attack(case)

    def set_limit(self, limit):
        resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
        os.setgroups([])
        os.setresgid(self.user, self.user, self.user)
        os.setresuid(self.user, self.user, self.user)


class Files(Limits):
    name, runs, lowest, highest, resource = "limit-files", 57, 8, 64, resource.RLIMIT_NOFILE
    named = r"ulimit -n"


class FileSize(Limits):
    name, runs, lowest, highest, resource = "limit-file-size", 20, 0, 400 << 10, resource.RLIMIT_FSIZE
    named = r"ulimit -f"


class Disk(Limits):
    name, runs, lowest, highest = "limit-disk", 40, 0, 1 << 20
    named = r"No space left on device"

    def attack(self, case):
        target = case.path("disk")
        os.mkdir(target)
        size = max(self.get_limit(case.index), 4096)  # 0 means none
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", target], capture_output=True)
        if mount.returncode:
            return Outcome(LISTED, "no file system of a chosen size can be mounted here")
        try:
            return self.attempt(case, size, target)
        finally:
            subprocess.run(["umount", target], check=True)

    def set_limit(self, limit):
        pass
