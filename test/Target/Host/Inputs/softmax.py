"""A softmax of rows with NaN and infinities among them, against numpy's."""

import sys
from pathlib import Path

import numpy as np

from sbp_testing.host_kernels import compile_text


def main():
    regions = compile_text((Path(__file__).parent / "softmax.mlir").read_text(), *sys.argv[1:])
    x = np.random.default_rng(0).standard_normal((64, 1024)).astype(np.float32)
    x[3, 5], x[4], x[5, :9], x[6, 2], x[7] = np.nan, -np.inf, -np.inf, np.inf, np.nan
    with np.errstate(all="ignore"):
        weights = np.exp(x - np.fmax.reduce(x, axis=1, keepdims=True))
        wanted = weights / weights.sum(axis=1, keepdims=True)
    found = regions["softmax"](x)
    assert np.allclose(found, wanted, rtol=1e-5, equal_nan=True), np.argwhere(~np.isclose(found, wanted, rtol=1e-5, equal_nan=True))
    print("softmax agrees,", np.isnan(found).sum(), "of NaN")


main()
