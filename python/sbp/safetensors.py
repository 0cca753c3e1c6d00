"""Reads and writes safetensors files with numpy alone.

The format: 8 bytes little-endian length of a JSON header, the header `{name: {dtype, shape, data_offsets}}`, the data.
Source: https://github.com/huggingface/safetensors#format.
"""

from __future__ import annotations

import json

import numpy as np

DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<V2", "I64": "<i8", "I32": "<i4", "I8": "|i1", "BOOL": "|b1"}
CODES = {np.dtype(numpy_name): code for code, numpy_name in DTYPES.items()}


def save(path: str, tensors: dict[str, np.ndarray]) -> None:
    """Writes `tensors` (name -> array of any shape) to `path`. Raises ValueError for a dtype that models do not compute with."""
    header, offset, arrays = {}, 0, []
    for name, array in tensors.items():
        array = np.asarray(array, order="C")
        if array.dtype not in CODES:
            known = ", ".join(str(dtype) for dtype in CODES)
            raise ValueError(f"tensor '{name}': {array.dtype} is not supported; use one of {known} (|V2 is bf16)")
        header[name] = {"dtype": CODES[array.dtype], "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
        arrays.append(array)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % 64)  # runners use tensors where they lie: at cache lines
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays:
            file.write(array.tobytes())


def load(path: str) -> dict[str, np.ndarray]:
    """Returns name -> array; bf16 comes back as raw two-byte values (`<V2`)."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(data[begin:end], np.dtype(DTYPES[entry["dtype"]])).reshape(entry["shape"])
    return tensors
