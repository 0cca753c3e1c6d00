"""Models whose values are read twice, and a conversion to bf16: compiled, run, and compared bit by bit with the ops one by one.

chains.py INPUTS [--target=host|cuda]
"""

import os
import re
import sys
from pathlib import Path

import numpy as np

from sbp_testing.bfloats import to_bf16
from sbp_testing.harness import Case, run


def leapfrog(x, v):
    for _ in range(6):
        v = v - x
        x = x + v
    return x


def recurrence(x, v):
    last, one = x, x + v
    for _ in range(10):
        last, one = one, one + last
    return one


def count_launches(artifact):
    text = run("sbp-run", "--inspect", artifact).stdout
    return re.findall(r"(\d+) launches a step", text)


def main():
    folder, flags = sys.argv[1], sys.argv[2:]
    draws = np.random.default_rng(3)
    for name, function, shape in (
        ("leapfrog", leapfrog, (8, 8)),
        ("recurrence", recurrence, (8, 8)),
        ("cast-bf16", lambda x: to_bf16(x), (15,)),
    ):
        with open(os.path.join(folder, name + ".mlir")) as file:
            text = file.read()
        inputs = {port: draws.standard_normal(shape).astype(np.float32) for port in ("x", "v") if f'"{port}"' in text}
        processors = ["x86-64-v3", "x86-64-v4", "native"] if name == "cast-bf16" and "--target=cuda" not in flags else ["native"]
        for cpu in processors:
            case = Case(text, f"--cpu={cpu}", *flags)
            if cpu == "x86-64-v4" and "avx512bw" not in Path("/proc/cpuinfo").read_text():
                print(f"{name}: compiled for {cpu}, not run: not this machine's")
                continue
            found = case.execute(inputs, ["y"])["y"]
            expected = function(**inputs)
            assert found.tobytes() == expected.tobytes(), (name, cpu, found, expected)
            launches = count_launches(case.artifact) if "--target=cuda" in flags else []
            print(f"{name} for {cpu}: {found.size} numbers, the same bits", *[f"{n} launches" for n in launches])


main()
