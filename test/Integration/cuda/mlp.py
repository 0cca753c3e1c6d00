"""The perceptron of examples/mlp on the stub driver:  python3 mlp.py LIBRARY DIRECTORY

DIRECTORY holds host.sbpx, cuda.sbpx and the example's data; sbp-run is on PATH.
"""

import sys

from perceptron import Perceptron

LIBRARY, DIRECTORY = sys.argv[1:]
CREATED = ["cuEventCreate", "cuMemAlloc_v2", "cuModuleLoadDataEx", "cuStreamCreate", "cuModuleGetFunction"]
stub = Perceptron(LIBRARY, DIRECTORY, timeout=20)


def main():
    host = stub.run("host.sbpx")[2]
    for devices in (1, 2):
        for seed in range(1, 6):
            assert (stub.expect(SEED=seed, DEVICES=devices) == host).all(), f"seed {seed} on {devices} GPUs"
        print(f"5 orders on {devices} GPU{'s' if devices > 1 else ''}: the bits of the host")
    one, ten = stub.count_calls(1), stub.count_calls(10)
    made = {name: one[name] for name in CREATED}
    assert made == {name: ten[name] for name in CREATED}, (one, ten)
    print("1 and 10 steps make the same:", ", ".join(f"{name} {count}" for name, count in sorted(made.items())))

    # While the entry is prepared: exit code 1. While it runs: 3, with rank and task.
    tried = failed = 0
    for name, count in sorted(one.items()):
        for number in sorted({1, count}):
            code, text, value = stub.run("cuda.sbpx", FAIL=f"{name}:{number}")
            tried += 1
            failed += code in (1, 3) and "error:" in text
            # What ends the run is not looked at; all else is an error or did no harm.
            assert code in (1, 3) or (code == 0 and (value == host).all()), (name, number, code, text)
    print(f"every call failed in turn: {failed} of {tried} ends with a message, none hangs")


main()
