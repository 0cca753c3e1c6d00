"""The kernels of a model as functions on tensors."""

import re
import subprocess


def find_regions(model):
    done = subprocess.run(["sbp-opt", model, "--sbp-compile-to=tasks"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    maps = [line for line in lines if line.startswith("#map")]
    first = next(i for i, line in enumerate(lines) if re.match(r"\s*func\.func private @kernel", line))
    body = [line.replace("func.func private", "func.func") for line in lines[first:]]
    return "\n".join([*maps, "module {", *body])
