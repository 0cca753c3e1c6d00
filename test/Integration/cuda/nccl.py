"""The perceptron with a GPU of the stub driver for every rank, through the stub of NCCL:  python3 nccl.py BUILD DIRECTORY

DIRECTORY holds host.sbpx, cuda.sbpx and the example's data; sbp-run is on PATH.
"""

import sys

from perceptron import Perceptron

BUILD, DIRECTORY = sys.argv[1:]
MADE = ["ncclCommInitRankConfig", "ncclCommSplit", "cuMemAlloc_v2", "cuEventCreate", "cuStreamCreate"]
stub = Perceptron(f"{BUILD}/lib/libsbp_stub_cuda.so", DIRECTORY, timeout=30, DEVICES=4)


def main():
    host = stub.run("host.sbpx")[2]
    # Two terms have one sum: the bits are those of the host in whatever order NCCL adds.
    for seed in range(1, 6):
        assert (stub.expect(SEED=seed) == host).all(), seed
    print("5 orders on 4 GPUs: the bits of the host")
    one, ten = stub.count_calls(1), stub.count_calls(10)
    made = {name: one[name] for name in MADE}
    assert made == {name: ten[name] for name in MADE}, (one, ten)
    assert ten["ncclAllReduce"] == 10 * one["ncclAllReduce"] > 0
    print("1 and 10 steps make the same; all_reduces a step:", one["ncclAllReduce"])

    # Whatever fails: exit code 1 while it is prepared, 3 while it runs, with rank and task; all ranks end.
    tried = 0
    for name in sorted(name for name in one if name.startswith("nccl")):
        for number in sorted({1, one[name]}):
            code, text, value = stub.run("cuda.sbpx", FAIL=f"{name}:{number}")
            tried += 1
            assert (code in (1, 3) and "error:" in text and "nccl" in text) or (code == 0 and (value == host).all()), (
                name,
                number,
                code,
                text,
            )
            if name == "ncclAllReduce":
                assert code == 3 and "error: rank" in text and "mlp.mlir:" in text, text
    print(f"{tried} calls failed in turn: each ends with a message, none hangs")


main()
