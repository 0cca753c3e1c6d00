"""Element types of programs and arrays of numpy, PyTorch and JAX, which become numpy arrays without a copy where their memory is the host's.

Imports no framework: a tensor of PyTorch brings its module along. numpy has no bf16 and no floats of eight bits: their arrays are those of
`ml_dtypes` where that package is installed, else views of their bits: `V2`, two raw bytes an element, for bf16 and `uint8` for f8E4M3FN and f8E5M2.
"""

from __future__ import annotations

import functools
import sys
from typing import Any, NamedTuple

import numpy as np


class ElementType(NamedTuple):
    """A row of the table of element types."""

    name: str  # in programs, literals and messages
    raw: np.dtype  # of arrays where numpy alone is installed, and of .npy files
    safetensors: str  # in safetensors files
    is_float: bool
    extension: str = ""  # its name in ml_dtypes and PyTorch, for a type that numpy does not have


# In the order of sbp_dtype in sbp_runtime.h.
TABLE = [
    ElementType("f64", np.dtype("<f8"), "F64", True),
    ElementType("f32", np.dtype("<f4"), "F32", True),
    ElementType("f16", np.dtype("<f2"), "F16", True),
    ElementType("bf16", np.dtype("<V2"), "BF16", True, "bfloat16"),
    ElementType("i64", np.dtype("<i8"), "I64", False),
    ElementType("i32", np.dtype("<i4"), "I32", False),
    ElementType("i8", np.dtype("|i1"), "I8", False),
    ElementType("i1", np.dtype("|b1"), "BOOL", False),
    ElementType("f8E4M3FN", np.dtype("|u1"), "F8_E4M3", True, "float8_e4m3fn"),
    ElementType("f8E5M2", np.dtype("|u1"), "F8_E5M2", True, "float8_e5m2"),
]
BY_NAME = {element.name: element for element in TABLE}
BY_SAFETENSORS = {element.safetensors: element for element in TABLE}
# The unsigned integers of frameworks are the signed ones of the same bits.
SAME_BITS = {np.dtype("u1"): "i8", np.dtype("u4"): "i32", np.dtype("u8"): "i64"}
NAME_OF = {element.raw: element.name for element in TABLE} | SAME_BITS
NAME_OF_EXTENSION = {element.extension: element.name for element in TABLE if element.extension}


def dtype_name(dtype: np.dtype) -> str:
    """ "f32" and so on; the name of numpy where no program computes with the type."""
    return NAME_OF_EXTENSION.get(dtype.name) or NAME_OF.get(dtype, dtype.name)


@functools.cache
def result_dtype(name: str) -> np.dtype:
    """The type of arrays that hold results called `name`, such as "f32"."""
    element = BY_NAME[name]
    if element.extension:
        try:
            import ml_dtypes
        except ImportError:
            return element.raw
        return np.dtype(getattr(ml_dtypes, element.extension))
    return element.raw


def file_dtype(element: ElementType) -> np.dtype:
    """The type of arrays that hold tensors of a file: raw bytes where these name the type, else the type of results."""
    return result_dtype(element.name) if element.raw == np.dtype("|u1") else element.raw


def fits(dtype: np.dtype, name: str) -> bool:
    """Whether arrays of `dtype` hold elements called `name`, as numbers or as views of their bits."""
    return dtype_name(dtype) == name or dtype == BY_NAME[name].raw


def from_torch(value: Any) -> np.ndarray:
    """A tensor of PyTorch; the array shares its memory unless it lies on a GPU or is not contiguous."""
    torch = sys.modules["torch"]
    value = value.detach().cpu().contiguous()
    name = NAME_OF_EXTENSION.get(str(value.dtype).removeprefix("torch."))
    if name is None:
        return value.numpy()
    dtype = file_dtype(BY_NAME[name])
    return value.view(torch.int16 if dtype.itemsize == 2 else torch.uint8).numpy().view(dtype)


def to_array(value: Any) -> np.ndarray:
    """An array of numpy, PyTorch, JAX or another library with dlpack or `__array__`; numbers and lists become new arrays."""
    if isinstance(value, np.ndarray):
        return value
    if type(value).__module__.partition(".")[0] == "torch" or any(base.__module__ == "torch" for base in type(value).__mro__):
        return from_torch(value)
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    return np.asarray(value)


def is_number(value: Any) -> bool:
    """Whether `value` has no element type of its own, so that it takes the program's: a Python number or a list."""
    return isinstance(value, (bool, int, float, list, tuple))


def describe(name: str, shape: tuple[int, ...]) -> str:
    """ "f32[16,256]", "f32" without dimensions."""
    return f"{name}[{','.join(map(str, shape))}]" if shape else name
