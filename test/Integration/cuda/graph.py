"""Steps of the perceptron as graphs on the stub driver:  python3 graph.py LIBRARY DIRECTORY

DIRECTORY holds cuda.sbpx, cuda3.sbpx and the example's data; sbp-run is on PATH.
"""

import os
import sys

import numpy as np

from perceptron import Perceptron

LIBRARY, DIRECTORY = sys.argv[1:]
STEPS, GRAPH = 6, "--cuda-graph"
MADE = ["cuEventCreate", "cuMemAlloc_v2", "cuModuleLoadDataEx", "cuStreamCreate", "cuGraphInstantiateWithFlags", "ncclCommInitRankConfig"]


stub = Perceptron(LIBRARY, DIRECTORY, timeout=60)


def run(artifact, *flags, **settings):
    """y of all steps; other rows in each, so that what was recorded reads what is written later."""
    code, text, value = stub.run(artifact, [f"--steps={STEPS}", *flags], x="steps.npy", every=":all", **settings)
    assert code == 0, text
    return value


def check_calls(gpus):
    """The first step runs, the second is recorded; then nothing is made any more."""
    launches, calls = stub.count_calls(STEPS, DEVICES=gpus), stub.count_calls(STEPS, GRAPH, DEVICES=gpus)
    for name in ("cuLaunchKernel", "cuLaunchKernelEx"):  # the second one for launches that overlap
        assert calls[name] * STEPS == 2 * launches[name] > 0, (calls, launches)
    assert calls["cuGraphLaunch"] == gpus * (STEPS - 1), calls
    more = stub.count_calls(2 * STEPS, GRAPH, DEVICES=gpus)
    assert {name: calls.get(name) for name in MADE} == {name: more.get(name) for name in MADE}, (calls, more)


def main():
    x = np.load(f"{DIRECTORY}/x.npy")
    np.save(f"{DIRECTORY}/steps.npy", np.stack([x * np.float32(step + 1) for step in range(STEPS)]))
    seeds = 2 if os.environ.get("SBP_SANITIZED") else 5
    for gpus in (1, 4):
        expected = run("cuda.sbpx", DEVICES=gpus)
        for seed in range(1, seeds + 1):
            for artifact in ("cuda.sbpx", "cuda3.sbpx"):
                assert (run(artifact, GRAPH, DEVICES=gpus, SEED=seed) == expected).all(), f"{artifact}, seed {seed} on {gpus} GPUs"
        check_calls(gpus)
        print(f"graphs on {gpus} GPU{'s' if gpus > 1 else ''}: the bits of launches, {gpus} call{'s' if gpus > 1 else ''} a step")

    host, calls, tried = stub.run("cuda.sbpx")[2], stub.count_calls(3, GRAPH), 0
    for name, count in sorted(calls.items()):
        for number in sorted({1, (count + 1) // 2, count}):
            code, text, value = stub.run("cuda.sbpx", ["--steps=3", GRAPH], FAIL=f"{name}:{number}")
            tried += 1
            # What ends the run is not looked at; all else is an error or did no harm.
            assert (code in (1, 3) and "error:" in text) or (code == 0 and (value == host).all()), (name, number, code, text)
    print(f"{tried} calls failed in turn: each ends with a message, none hangs")


main()
