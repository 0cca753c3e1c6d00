"""Kills and stops processes of runs over MPI at random moments and measures how long the others take to end, and what they say.

    kill_ranks.py [--kills=100] [--stops=20] [--seed=1] [--models=matmul,training,blocks] [--processes=4]

On PATH: sbp-compile, sbp-run, mpirun. A run that does not end within 10 s (of the watchdog, where a process was stopped), a survivor
that ends with another code than 3 or 4, or one that says something and does not name the lost rank, ends this with 1.
"""

import argparse
import os
import random
import signal
import statistics
import subprocess
import time

import numpy as np

from sbp_testing.harness import Case

MATMUL = """sbp.placement @m ["a" = 4]
func.func @main(%x: tensor<64x64xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [S(0)]>},
                %w: tensor<64x64xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@m, [S(1)]>})
    -> (tensor<64x64xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@m, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
"""
# A state that every step changes through a sum over all ranks.
TRAINING = """sbp.placement @m ["a" = 4]
func.func @main(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [S(0)]>},
                %w: tensor<32x32xf32> {sbp.state = "w", sbp.init = dense<0.01> : tensor<32x32xf32>,
                                       sbp.distribution = #sbp.distribution<@m, [B]>})
    -> (tensor<32x32xf32> {sbp.state = "w"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x32xf32>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %te = tensor.empty() : tensor<32x64xf32>
  %t = linalg.transpose ins(%x : tensor<64x32xf32>) outs(%te : tensor<32x64xf32>) permutation = [1, 0]
  %ge = tensor.empty() : tensor<32x32xf32>
  %gf = linalg.fill ins(%zero : f32) outs(%ge : tensor<32x32xf32>) -> tensor<32x32xf32>
  %g = linalg.matmul ins(%t, %y : tensor<32x64xf32>, tensor<64x32xf32>) outs(%gf : tensor<32x32xf32>) -> tensor<32x32xf32>
  %n = math.tanh %g : tensor<32x32xf32>
  return %n : tensor<32x32xf32>
}
"""
# Groups that do not all meet in one communication.
BLOCKS = """sbp.placement @m ["a" = 2, "b" = 2]
func.func @main(%x: tensor<32x48xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [S(0), S(1)]>})
    -> (tensor<32x48xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@m, [S(1), B]>}) {
  %h = math.tanh %x : tensor<32x48xf32>
  %c = sbp.constrain %h to #sbp.distribution<@m, [S(0), B]> : tensor<32x48xf32>
  %t = math.tanh %c : tensor<32x48xf32>
  return %t : tensor<32x48xf32>
}
"""
MODELS = {"matmul": (MATMUL, {"x": (64, 64), "w": (64, 64)}), "training": (TRAINING, {"x": (64, 32)}), "blocks": (BLOCKS, {"x": (32, 48)})}


class Victims:
    """Runs of one model, one after the other; the launcher leaves the processes to themselves."""

    def __init__(self, name, processes):
        model, inputs = MODELS[name]
        self.case = Case(model)
        self.processes = processes
        folder = self.case.directory
        self.words = [
            self.case.artifact,
            *self.case.save({key: np.ones(shape, np.float32) for key, shape in inputs.items()}),
            "--steps=100000000",
            f"--ranks-per-process={4 // processes}",
        ]
        self.environment = {
            **os.environ,
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "SBP_FLIGHT_RECORDS": folder,
        }
        self.wrapper = (
            f"echo $$ > {folder}/pid.new.$OMPI_COMM_WORLD_RANK; "
            f"mv {folder}/pid.new.$OMPI_COMM_WORLD_RANK {folder}/pid.$OMPI_COMM_WORLD_RANK; "
            f'"$@" 2> {folder}/said.$OMPI_COMM_WORLD_RANK & echo $! > {folder}/run.$OMPI_COMM_WORLD_RANK; '
            f"wait $!; echo $? > {folder}/code.$OMPI_COMM_WORLD_RANK"
        )

    def read(self, name):
        try:
            with open(self.case.path(name)) as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait(self, what, seconds, condition):
        begin = time.monotonic()
        while not condition():
            if time.monotonic() - begin > seconds:
                said = [self.read(f"said.{rank}") for rank in range(self.processes)]
                raise AssertionError(f"{what} took more than {seconds} s: {said}")
            time.sleep(0.005)
        return time.monotonic() - begin

    def start(self, *flags):
        for name in os.listdir(self.case.directory):
            if name.split(".")[0] in ("pid", "run", "said", "code"):
                os.remove(self.case.path(name))
        self.launcher = subprocess.Popen(
            [
                "mpirun",
                "-n",
                str(self.processes),
                "--oversubscribe",
                "--bind-to",
                "none",
                "--enable-recovery",
                "sh",
                "-c",
                self.wrapper,
                "sh",
                "sbp-run",
                *self.words,
                *flags,
            ],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.wait("starting", 60, lambda: all(self.read(f"run.{rank}").strip() for rank in range(self.processes)))
        self.pids = [int(self.read(f"run.{rank}")) for rank in range(self.processes)]

    def is_running(self):
        """The first process has loaded its kernels: the control channel stands."""
        try:
            with open(f"/proc/{self.pids[0]}/maps") as file:
                return "sbp-kernels" in file.read()
        except (FileNotFoundError, ProcessLookupError):
            return False

    def hit(self, choose, signal_number, seconds, spread, *flags):
        """Seconds until all others are gone; what they said is looked at."""
        self.start(*flags)
        try:
            self.wait("connecting", 60, self.is_running)
            time.sleep(choose.uniform(0, spread))
            victim = choose.randrange(self.processes)
            os.kill(self.pids[victim], signal_number)
            others = [rank for rank in range(self.processes) if rank != victim]
            taken = self.wait("ending", seconds, lambda: all(self.read(f"code.{rank}").strip() for rank in others))
            for rank in others:
                text, code = self.read(f"said.{rank}"), int(self.read(f"code.{rank}"))
                assert code in (3, 4), (victim, rank, code, text)
                assert f"process {victim} (" in text, (victim, rank, text)
            return taken
        finally:
            os.kill(self.pids[victim], signal.SIGKILL) if signal_number == signal.SIGSTOP else None
            self.launcher.kill()
            self.launcher.wait()


def describe(what, model, times):
    print(
        f"{what} of {model}: {len(times)}, seconds until all others were gone: median {statistics.median(times):.2f}, max {max(times):.2f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--stops", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--processes", type=int, default=4)
    options = parser.parse_args()
    print("seed", options.seed, flush=True)
    for model in options.models.split(","):
        choose = random.Random(f"{options.seed} {model}")
        victims = Victims(model, options.processes)
        for what, count, number, seconds, flags in (
            ("kills", options.kills, signal.SIGKILL, 10, ()),
            ("stops", options.stops, signal.SIGSTOP, 15, ("--timeout=5",)),
        ):
            times = [victims.hit(choose, number, seconds, 0.5, *flags) for _ in range(count)]
            if times:
                describe(what, model, times)


if __name__ == "__main__":
    main()
