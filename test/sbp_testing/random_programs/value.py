"""Values and their types, in MLIR's words and in numpy's."""

import numpy as np

from sbp_testing.bfloats import round_floats

FLOATS = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
INTS = {"i64": 64, "i32": 32, "i8": 8}
TINY = {"f64": 2.0**-1074, "f32": 2.0**-149, "f16": 2.0**-24, "bf16": 2.0**-133}  # what rounds to 0 is off by this
LARGEST = {"f64": 1e30, "f32": 1e30, "bf16": 1e30, "f16": 2e4}


def wrap(width, value):
    value = np.asarray(value, np.int64)
    if width == 64:
        return value
    return ((value + (1 << (width - 1))) & ((1 << width) - 1)) - (1 << (width - 1))


def unsigned(dtype, value):
    width = INTS[dtype]
    return value.view(np.uint64) if width == 64 else (value & ((1 << width) - 1)).astype(np.uint64)


def round_to(dtype, value):
    value = np.asarray(value, np.float64)
    if dtype == "f64":
        return value
    if dtype in ("f32", "f16"):
        return value.astype({"f32": np.float32, "f16": np.float16}[dtype]).astype(np.float64)
    return round_floats(value).astype(np.float64)


def type_of(dtype, shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Value:
    """A tensor: its elements, how far off they may be, and a bound on the sum of |terms| that make them up.

    `varies`: not the same in every step. Of an argument: `slices` are its elements per step, if they differ; `state` is its
    name as a state, whose `first` value is that of the file.
    """

    varies, slices, state, first = False, None, None, None

    def __init__(self, name, dtype, val, err=None, mag=None):
        self.name, self.dtype = name, dtype
        self.is_float = dtype in FLOATS
        self.val = np.asarray(val, np.float64 if self.is_float else np.int64)
        self.err = np.zeros(self.val.shape) if err is None else np.broadcast_to(err, self.val.shape)
        self.mag = np.abs(self.val).astype(np.float64) if mag is None else np.broadcast_to(mag, self.val.shape)

    @property
    def shape(self):
        return self.val.shape

    @property
    def type(self):
        return type_of(self.dtype, self.shape)


def kind_of(dtype):
    return "float" if dtype in FLOATS else "int" if dtype in INTS else "bool"
