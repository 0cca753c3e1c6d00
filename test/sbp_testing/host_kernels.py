"""Calls kernels of the host target from Python.

`load(shared_object, manifest)` gives one callable per region: numpy arrays in, numpy arrays out. Buffers are 256-byte
aligned and filled with garbage before the call, so that reading what was never written shows. bf16 travels as uint16.
"""

import ctypes
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

NUMPY_TYPES = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
    "i1": np.bool_,
}


def aligned(shape, dtype, fill=0xAB):
    """An array whose buffer starts at a multiple of 256 bytes; every byte is `fill`."""
    count = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    raw = np.full(count + 256, fill, dtype=np.uint8)
    start = -raw.ctypes.data % 256
    return raw[start : start + count].view(dtype).reshape(shape)


class Region:
    POINTER = ctypes.c_void_p

    def __init__(self, function, services, description):
        self.function, self.services, self.description = function, services, description

    def __call__(self, *inputs, parameters=()):
        inputs = [self._place(value, spec) for value, spec in zip(inputs, self.description["inputs"], strict=True)]
        outputs = [aligned(spec["shape"], NUMPY_TYPES[spec["type"]]) for spec in self.description["outputs"]]
        for output, source in self.description["in_place"]:
            outputs[output] = inputs[source]
        scratch = aligned([self.description["scratch"]], np.uint8)
        assert len(parameters) == self.description["parameters"]
        self.function(
            self.services,
            self._pointers(inputs),
            self._pointers(outputs),
            ctypes.c_void_p(scratch.ctypes.data),
            (ctypes.c_int64 * max(1, len(parameters)))(*parameters),
        )
        for output, spec in zip(outputs, self.description["outputs"]):
            if spec["type"] == "i1":
                assert (output.view(np.uint8) <= 1).all(), "a bool byte is neither 0 nor 1"
        return outputs[0] if len(outputs) == 1 else outputs

    @staticmethod
    def _place(value, spec):
        value = np.asarray(value)
        assert list(value.shape) == spec["shape"], (value.shape, spec)
        assert value.dtype == NUMPY_TYPES[spec["type"]], (value.dtype, spec)
        placed = aligned(value.shape, value.dtype)
        placed[...] = value
        return placed

    @staticmethod
    def _pointers(arrays):
        return (ctypes.c_void_p * max(1, len(arrays)))(*[array.ctypes.data for array in arrays])


def load(shared_object, manifest, library):
    table = ctypes.CDLL(library)
    services = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(table, "sbp_test_services")))
    code = ctypes.CDLL(shared_object)
    regions = {}
    for name, description in manifest.items():
        function = getattr(code, description["symbol"])
        function.restype = None
        regions[name] = Region(function, services, description)
    return regions


def compile_text(text, *flags):
    """The regions of an MLIR text, compiled by the sbp-host-region on PATH; with SBP_TEST_TARGET=cuda as cuda_kernels does."""
    import os
    import shutil

    if os.environ.get("SBP_TEST_TARGET") == "cuda":
        from sbp_testing import cuda_kernels

        return cuda_kernels.compile_text(text, *flags)
    tool = Path(shutil.which("sbp-host-region"))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "model.mlir", Path(folder) / "kernels.so"
        source.write_text(text)
        done = subprocess.run([tool, source, "-o", target, *flags], capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stderr
        undefined = subprocess.run(["llvm-nm", "-D", "--undefined-only", target], capture_output=True, text=True, check=True)
        names = {line.split()[-1] for line in undefined.stdout.splitlines()}
        assert names <= {"memset", "memcpy", "memmove"}, names
        return load(str(target), json.loads(done.stdout), str(tool.parent.parent / "lib" / "sbp-host-services.so"))
