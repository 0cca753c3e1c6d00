"""Weights from mappings, files and folders of safetensors, and modules of PyTorch, compared with the program that needs them."""

from __future__ import annotations

import difflib
import json
import mmap
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sbp import safetensors
from sbp.dtypes import BY_SAFETENSORS, TABLE, describe, dtype_name, file_dtype, fits, to_array
from sbp.errors import WeightsError
from sbp.native.runtime import Port

INDEX = "model.safetensors.index.json"
# An f32 or f64 has every value of the floats with fewer bytes.
FLOATS = [element for element in TABLE if element.is_float]
NARROWER = {(a.name, b.name) for a in FLOATS for b in FLOATS if b.name in ("f32", "f64") and a.raw.itemsize < b.raw.itemsize}
# Rounded on request, once: not from f64 by way of f32.
WIDER = {(wide, narrow) for narrow, wide in NARROWER if "f32" in (wide, narrow)}


def read_file(path: Path) -> dict[str, np.ndarray]:
    """{name: array} of a safetensors file, as views of the mapped file. Types that no program has are left out."""
    try:
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(length))
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[8 + length :]
        tensors = {}
        for name, entry in header.items():
            if name != "__metadata__" and entry["dtype"] in BY_SAFETENSORS:
                begin, end = entry["data_offsets"]
                tensors[name] = np.frombuffer(data[begin:end], file_dtype(BY_SAFETENSORS[entry["dtype"]])).reshape(entry["shape"])
        return tensors
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise WeightsError(f"{path} is no safetensors file: {error}") from None


def write_weights(folder: Path, values: Mapping[str, np.ndarray], like: Path | None) -> None:
    """Writes `values` to safetensors files in `folder`: "model.safetensors", or the files, keys and index of the folder `like`.

    Keys of `like` that `values` lacks keep their tensors, such as those of a tied weight or a buffer; further files that are no weights, such as
    config.json, are copied. Raises WeightsError where a shape is another, and where `like` has none of the names.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if like is None:
        safetensors.save(str(folder / "model.safetensors"), dict(values))
        return
    files = list_files(like)
    found = {name for file in files for name in read_file(file)}
    if not found & set(values):
        raise WeightsError(f"{like} has none of the weights {', '.join(map(repr, values))}; it has {', '.join(map(repr, sorted(found)))}")
    for file in files:
        tensors = read_file(file)
        unknown = sorted(set(safetensors.list_names(str(file))) - set(tensors))
        if unknown:
            raise WeightsError(f"{file}: {', '.join(map(repr, unknown))} have types that no program has")
        faults = [name for name, array in tensors.items() if name in values and array.shape != values[name].shape]
        if faults:
            raise WeightsError(f"{file}: {', '.join(map(repr, faults))} have other shapes than the program's")
        new = {name: narrow(values[name], array.dtype) if name in values else array for name, array in tensors.items()}
        safetensors.save(str(folder / file.name), new, safetensors.load_metadata(str(file)) or {"format": "pt"})
    if like.is_dir():
        for each in like.iterdir():
            if each.is_file() and each.suffix in (".json", ".txt", ".model") and each.resolve().parent != folder.resolve():
                shutil.copyfile(each, folder / each.name)


def narrow(value: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """`value` as `dtype`; narrow floats are rounded to the nearest, ties to even. Raises WeightsError for f8 without ml_dtypes."""
    if dtype == np.uint8 and value.dtype != dtype:
        raise WeightsError("weights are stored in floats of eight bits: install ml_dtypes")
    if dtype_name(dtype) != "bf16" or dtype_name(value.dtype) == "bf16":
        return value.astype(dtype) if dtype != value.dtype and dtype_name(value.dtype) != "bf16" else value
    bits = np.ascontiguousarray(value, np.float32).view(np.uint32)
    rounded = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(value), np.uint16(0x7FC0), rounded).view(dtype).reshape(value.shape)


def list_files(path: Path) -> list[Path]:
    """The safetensors files of a file, an index or a folder."""
    if path.is_dir():
        path = path / INDEX if (path / INDEX).exists() else path
    if path.name.endswith(".index.json"):
        return [path.parent / name for name in sorted(set(json.loads(path.read_text())["weight_map"].values()))]
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.safetensors"))
    if not files:
        raise WeightsError(f"{path} has no file *.safetensors")
    return files


@dataclass(frozen=True)
class Given:
    """Arrays by name, of `path`, a file or a folder, or of the caller's memory where it is None."""

    arrays: Mapping[str, Any]
    path: str | None = None


def read_weights(source: Any) -> list[Given]:
    """The arrays of a mapping, a path, several paths, or a module with `state_dict`. Raises WeightsError, OSError for a missing file."""
    if isinstance(source, (str, os.PathLike)):
        arrays = {name: array for file in list_files(Path(source)) for name, array in read_file(file).items()}
        return [Given(arrays, os.fspath(source))]
    if hasattr(source, "state_dict"):
        constants = dict(source.named_buffers()) if hasattr(source, "named_buffers") else {}
        return [Given(constants | dict(source.state_dict()))]
    if isinstance(source, Mapping):
        return [Given(dict(source))]
    if isinstance(source, Iterable):
        return [given for each in source for given in read_weights(each)]
    raise TypeError(f"weights= is a folder, a file, several files, a mapping or a module; found a {type(source).__name__}")


def widen(array: np.ndarray, found: str, port: Port) -> np.ndarray:
    """An array of the type of `port` with the values of a narrower one, which it has exactly."""
    if found == "bf16":
        array = (np.ascontiguousarray(array).view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return array.astype(port.dtype)


def round_weights(given: Given, ports: Mapping[str, Port]) -> Given:
    """Weights of which those that are wider floats than the program's are rounded; of the caller's memory then, and no longer of a file."""
    rounded = {}
    for name in [name for name in ports if name in given.arrays]:
        array, port = to_array(given.arrays[name]), ports[name]
        if (dtype_name(array.dtype), port.element) in WIDER:
            rounded[name] = narrow(array, port.dtype)
    return Given({**given.arrays, **rounded}) if rounded else given


def can_hold(port: Port, array: np.ndarray) -> bool:
    """Whether an array has the shape of `port`, and its type or that of a narrower float."""
    is_narrower = (dtype_name(array.dtype), port.element) in NARROWER
    return array.shape == port.shape and (is_narrower or fits(array.dtype, port.element))


def convert(value: Any, port: Port) -> np.ndarray:
    """A dense array of the type of `port`, for a value that fits."""
    array = to_array(value)
    found = dtype_name(array.dtype)
    return widen(array, found, port) if (found, port.element) in NARROWER else np.asarray(array, order="C")


def check_weights(given: Mapping[str, Any], ports: Mapping[str, Port], required: Iterable[str]) -> list[str]:
    """The names of `ports` that `given` has. Raises one WeightsError on all that are required and missing, and on all that do not fit."""
    names, faults = [name for name in ports if name in given], []
    for name in names:
        array, port = to_array(given[name]), ports[name]
        if not can_hold(port, array):
            found = describe(dtype_name(array.dtype), array.shape)
            faults.append(f"'{name}' is {found}, the program needs {describe(port.element, port.shape)}")
    for name in required:
        if name in ports and name not in given:
            near = difflib.get_close_matches(name, [each for each in given if each not in ports], 2, 0.5)
            like = f"; nearest: {', '.join(map(repr, near))}" if near else ""
            faults.append(f"'{name}', {describe(ports[name].element, ports[name].shape)}, is missing{like}")
    if faults:
        raise WeightsError("weights do not fit the program:\n  " + "\n  ".join(faults))
    return names
