"""The perceptron on one and on three streams of the stub driver:  python3 streams.py LIBRARY DIRECTORY [--nccl]

DIRECTORY holds host.sbpx, cuda1.sbpx, cuda3.sbpx and the example's data; sbp-run is on PATH. Equal bits in 20 orders each (5 with --nccl), with and
without graphs; on one GPU each wait that no others imply, left out, is seen in one of 20. --nccl: with a GPU for every rank.
"""

import os
import sys

import numpy as np

from perceptron import Perceptron

LIBRARY, DIRECTORY = sys.argv[1:3]
GPUS = 4 if "--nccl" in sys.argv else 1
SEEDS = 3 if os.environ.get("SBP_SANITIZED") else 20
ORDERS = min(SEEDS, 5) if GPUS > 1 else SEEDS
# One worker: waits come in one order.
os.environ["SBP_WORKERS"] = "1"
stub = Perceptron(LIBRARY, DIRECTORY, timeout=60, DEVICES=GPUS)


def read_waits(artifact):
    """Numbers of those of a step that no others imply, and how many there are."""
    waits, calls = (os.path.join(DIRECTORY, name) for name in ("waits.txt", "calls.txt"))
    code, text, _ = stub.run(artifact, WAITS=waits, CALLS=calls)
    assert code == 0, text
    with open(waits) as file, open(calls) as counts:
        return [int(line) for line in file], int(dict(map(str.split, counts))["cuStreamWaitEvent"])


def is_seen(artifact, expected, number, count):
    """Left out in every step, each of which has other values."""
    for seed in range(1, SEEDS + 1):
        code, _, value = stub.run(artifact, ["--steps=4"], x="steps.npy", every=":all", SEED=seed, DROP_WAIT=f"{number}:{count}")
        if code != 0 or not (value == expected).all():
            return True
    return False


def main():
    host = stub.run("host.sbpx")[2]
    for streams in (1, 3):
        artifact = f"cuda{streams}.sbpx"
        for flags in (["--steps=2"], ["--steps=3", "--cuda-graph"]):
            for seed in range(1, ORDERS + 1):
                code, text, value = stub.run(artifact, flags, SEED=seed)
                assert code == 0, text
                assert (value == host).all(), f"{flags}, seed {seed} on {streams} streams"
    print(f"{ORDERS} orders on 1 and 3 streams, with graphs and without: the bits of the host")
    if GPUS > 1:
        return
    x = np.load(f"{DIRECTORY}/x.npy")
    np.save(f"{DIRECTORY}/steps.npy", np.stack([x * np.float32(step + 1) for step in range(4)]))
    expected = stub.run("cuda1.sbpx", ["--steps=4"], x="steps.npy", every=":all")[2]
    for streams in (1, 3):
        waits, count = read_waits(f"cuda{streams}.sbpx")
        unseen = [number for number in waits if not is_seen(f"cuda{streams}.sbpx", expected, number, count)]
        assert waits and (not unseen or SEEDS < 20), (streams, waits, unseen)
        print(
            f"{len(waits)} waits on {streams} stream{'s' if streams > 1 else ''} that no others imply: "
            f"{'each is seen' if not unseen else 'too few orders to see each'}"
        )


main()
