"""Reads and writes safetensors files with numpy alone.

The format: 8 bytes little-endian length of a JSON header, the header `{name: {dtype, shape, data_offsets}}`, the data.
Source: https://github.com/huggingface/safetensors#format.
"""

from __future__ import annotations

import contextlib
import json
import os

import numpy as np

from sbp.dtypes import BY_NAME, BY_SAFETENSORS, NAME_OF_EXTENSION, TABLE, file_dtype

CODES = {element.raw: element.safetensors for element in TABLE if element.raw != np.dtype("u1")}


def save(path: str, tensors: dict[str, np.ndarray], metadata: dict[str, str] | None = None, types: dict[str, str] | None = None) -> None:
    """Writes `tensors` (name -> array of any shape) to `path`, and `metadata`. Raises ValueError for a dtype that models do not compute with.

    `types` names the element types of tensors whose arrays hold their bits, such as "f8E5M2" of an array of uint8.

    A file that is there stays until the new one is complete, also for those who have mapped it.
    """
    header, offset, arrays = {"__metadata__": metadata} if metadata else {}, 0, []
    for name, array in tensors.items():
        array = np.asarray(array, order="C")
        extension = (types or {}).get(name) or NAME_OF_EXTENSION.get(array.dtype.name)
        code = BY_NAME[extension].safetensors if extension else CODES.get(array.dtype)
        if code is None:
            known = ", ".join(str(dtype) for dtype in CODES)
            raise ValueError(f"tensor '{name}': {array.dtype} is not supported; use one of {known} (|V2 is bf16), or a float of ml_dtypes")
        header[name] = {"dtype": code, "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
        arrays.append(array)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % 64)  # runners use tensors where they lie: at cache lines
    partial = f"{path}.{os.getpid()}.partial"
    try:
        with open(partial, "wb") as file:
            file.write(len(text).to_bytes(8, "little") + text)
            for array in arrays:
                file.write(array.reshape(-1).view(np.uint8).data)
        os.replace(partial, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(partial)


def load_header(path: str) -> dict[str, dict]:
    """The header of a file: {name: {dtype, shape, data_offsets}}, and "__metadata__"."""
    with open(path, "rb") as file:
        return json.loads(file.read(int.from_bytes(file.read(8), "little")))


def load_metadata(path: str) -> dict[str, str]:
    """What `save` was given as `metadata`; nothing where it was given none."""
    return load_header(path).get("__metadata__", {})


def list_names(path: str) -> list[str]:
    """The names of all tensors of a file, of those too whose type models do not compute with."""
    return [name for name in load_header(path) if name != "__metadata__"]


def load(path: str) -> dict[str, np.ndarray]:
    """Returns name -> array; bf16 comes back as raw two-byte values (`<V2`), floats of eight bits as those of ml_dtypes or, without it, as uint8."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(data[begin:end], file_dtype(BY_SAFETENSORS[entry["dtype"]])).reshape(entry["shape"])
    return tensors
