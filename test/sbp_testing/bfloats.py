"""bf16 of .npy files: rounding to nearest even, and back. numpy has no such type; files hold it as `V2`.

Written apart from the product's own rounding, which it checks.
"""

import numpy as np


def to_bf16(values):
    """float array -> the bits of each element as uint16, rounded to nearest even from float32; every NaN is 0x7FC0."""
    values = np.asarray(values, np.float32)
    bits = values.reshape(-1).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).reshape(values.shape)
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def from_bf16(words):
    """uint16 or `V2` array -> float32."""
    words = np.asarray(words)
    return (words.reshape(-1).view(np.uint16).astype(np.uint32) << 16).view(np.float32).reshape(words.shape)


def round_to_bits(values):
    """float array -> the two bytes of each element as `V2`, rounded to nearest even from float32."""
    words = to_bf16(values)
    return words.reshape(-1).view("V2").reshape(words.shape)


def to_floats(bits):
    """`V2` array -> float64."""
    return from_bf16(bits).astype(np.float64)


def round_floats(values):
    """float array -> float32 of the nearest bf16."""
    return from_bf16(to_bf16(values))


def save_as(values, kind):
    """`values` as an array that an .npy file of `kind` holds: "bf16", "f16", "f32" or "f64"."""
    if kind == "bf16":
        return round_to_bits(values)
    return np.asarray(values, {"f16": np.float16, "f32": np.float32, "f64": np.float64}[kind])


def load_as(array):
    """What save_as gives, as float64."""
    return to_floats(array) if array.dtype.kind == "V" else array.astype(np.float64)
