"""A row written into a cache split by rows, and a column into a matrix split by columns: results, bytes, memory."""

import os

import numpy as np

from sbp_testing.harness import Case
from sbp_testing.paths import INPUTS as TEXTS

INPUTS = TEXTS / "caches"


def compile_model(name, *flags):
    with open(os.path.join(INPUTS, name + ".mlir")) as file:
        return Case(file.read(), *flags)


def sum_bytes(case):
    return sum(boxing["total_bytes"] for boxing in case.report["boxings"])


def check_row():
    case = compile_model("cache_row")
    x, w = np.arange(3 * 1024, dtype=np.float32).reshape(3, 1, 1024) % 7, np.arange(8192, dtype=np.float32) % 5
    found = case.execute({"x": x, "w": w}, ["seen"], "--steps=3")["seen"]
    cache = np.zeros((8192, 1024), np.float32)
    cache[:3] = x[:, 0]
    np.testing.assert_array_equal(found, w @ cache)
    moved = sum_bytes(case)
    # The partial results of four ranks, and nothing for the write.
    assert moved <= 2 * 3 * 1024 * 4, moved
    # Beside the states, which are written where they are, some rows.
    memory = case.report["memory"][0]
    assert memory["peak_bytes"] - memory["state_bytes"] < 64 * 1024, memory
    print("row:", moved, "bytes")


def check_column():
    case = compile_model("column_written", "--strict")
    x, u = np.arange(4096 * 8192, dtype=np.float32).reshape(4096, 8192), -1 - np.arange(4096, dtype=np.float32)[:, None]
    for position, column in ((0, 7), (2041, 2048), (5000, 5007), (9000, 8191)):
        found = case.execute({"x": x, "u": u, "s": np.int64(position)}, ["y"])["y"]
        expected = x.copy()
        expected[:, column] = u[:, 0]
        np.testing.assert_array_equal(found, expected, position)
    print("column:", sum_bytes(case), "bytes")


check_row()
check_column()
