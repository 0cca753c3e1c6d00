"""examples/mlp on the stub driver: DIRECTORY holds host.sbpx, cuda.sbpx and the example's data; sbp-run is on PATH."""

import os
import subprocess

import numpy as np


class Perceptron:
    """`settings` of the stubs are SBP_STUB_NAME=value, for every run or for one."""

    def __init__(self, library, directory, timeout, **settings):
        nccl = os.path.join(os.path.dirname(library), "libsbp_stub_nccl.so")
        self.directory, self.timeout, self.settings = directory, timeout, settings
        self.environment = dict(os.environ, SBP_CUDA_DRIVER=library, SBP_NCCL=nccl)

    def run(self, artifact, flags=(), x="x.npy", every="", **settings):
        """Exit code, what was said, and y; `every`: ":all", of all steps."""
        output = os.path.join(self.directory, "out.npy")
        if os.path.exists(output):
            os.remove(output)
        stubs = {f"SBP_STUB_{name}": str(value) for name, value in (self.settings | settings).items()}
        process = subprocess.run(
            [
                "sbp-run",
                f"{self.directory}/{artifact}",
                f"--input=x=@{self.directory}/{x}",
                f"--weights={self.directory}/mlp.safetensors",
                f"--output=y=@{output}{every}",
                f"--timeout={self.timeout}",
                *flags,
            ],
            env=self.environment | stubs,
            text=True,
            capture_output=True,
            timeout=120,
        )
        return process.returncode, process.stderr, np.load(output) if process.returncode == 0 else None

    def expect(self, **settings):
        code, text, value = self.run("cuda.sbpx", **settings)
        assert code == 0, f"{settings}: {text}"
        return value

    def count_calls(self, steps, *flags, **settings):
        path = os.path.join(self.directory, "calls.txt")
        self.expect(flags=[f"--steps={steps}", *flags], CALLS=path, **settings)
        with open(path) as file:
            return dict((name, int(count)) for name, count in map(str.split, file))
