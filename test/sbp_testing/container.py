"""The container of an .sbpx file from outside: its segments, and the same file with another plan and all hashes right."""

import ctypes
import ctypes.util
import json
import os
import struct
import subprocess
import tempfile

SCHEMA = os.path.join(os.path.dirname(__file__), "..", "..", "runtime", "artifact", "plan.fbs")
HEADER = struct.Struct("<8sHHIQQI4III16s")  # magic .. stringSizes .. padding, hash: see Layout.h
ENTRY = struct.Struct("<IIQQ16s")
HASH_AT = 56
ALIGNMENT = 64
CODE = 2  # SegmentKind


class _Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def _load_hash():
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    library.XXH3_128bits.restype = _Hash128
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return lambda data: struct.pack("<QQ", *(lambda h: (h.low, h.high))(library.XXH3_128bits(data, len(data))))


hash_bytes = _load_hash()


def _pad(data):
    return data + bytes(-len(data) % ALIGNMENT)


class Container:
    """Segments of a file in their order; `kinds` are numbers of SegmentKind: plan, debug, code, constants."""

    def __init__(self, data):
        (header_size,) = struct.unpack_from("<Q", data, 24)
        (count,) = struct.unpack_from("<I", data, 32)
        self.header = bytearray(data[:header_size])
        self.table_at = 72
        self.entries, self.segments = [], []
        for i in range(count):
            kind, index, offset, size, _ = ENTRY.unpack_from(data, self.table_at + i * ENTRY.size)
            self.entries.append((kind, index))
            self.segments.append(bytes(data[offset : offset + size]))

    def remove(self, number):
        """Takes a segment out of the file; the others keep their indices."""
        begin, end = self.strings
        del self.entries[number], self.segments[number]
        header = self.header[:begin] + self.header[begin:end]
        del header[begin - ENTRY.size : begin]
        self.header = bytearray(_pad(bytes(header)))
        struct.pack_into("<QI", self.header, 24, len(self.header), len(self.entries))

    def seal(self, segments):
        """What Layout.h's makeSeal gives: of the header's versions and strings, and of all that is no code."""
        text = bytes(self.header[8:16]) + bytes(self.header[36:52]) + bytes(self.header[slice(*self.strings)])
        return hash_bytes(text + b"".join(hash_bytes(_pad(segments[i])) for i in (0, 1, -1)))

    @property
    def strings(self):
        """Where the header's strings are: producer, LLVM version, triple, CPU features."""
        begin = self.table_at + len(self.entries) * ENTRY.size
        return begin, begin + sum(struct.unpack_from("<4I", self.header, 36))

    def pack(self, plan, reseal=False):
        """The file with `plan` in place of its plan; with `reseal` its code claims to be compiled with it."""
        return self.assemble(bytearray(self.header), [plan] + self.segments[1:], reseal)

    def flip(self, draw):
        """What was changed, and the file with one bit of it changed that is neither plan nor code."""
        header, segments = bytearray(self.header), list(self.segments)
        where = draw.choice([name for name, data in (("header", b"x"), ("debug", segments[1]), ("constants", segments[-1])) if data])
        if where == "header":
            header[draw.choice([*range(10, 16), *range(*self.strings)])] ^= 1 << draw.randrange(8)
        else:
            index = 1 if where == "debug" else -1
            changed = bytearray(segments[index])
            changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
            segments[index] = bytes(changed)
        return where, self.assemble(header, segments, False)

    def assemble(self, header, segments, reseal):
        body, offset = [], len(header)
        for i, data in enumerate(segments):
            if reseal and self.entries[i][0] == CODE:
                data = data[:-24] + self.seal(segments) + data[-8:]
            padded = _pad(data)
            kind, index = self.entries[i]
            ENTRY.pack_into(header, self.table_at + i * ENTRY.size, kind, index, offset, len(data), hash_bytes(padded))
            body.append(padded)
            offset += len(padded)
        struct.pack_into("<Q", header, 16, offset)
        header[HASH_AT : HASH_AT + 16] = bytes(16)
        header[HASH_AT : HASH_AT + 16] = hash_bytes(bytes(header))
        return bytes(header) + b"".join(body)


def read_plan(data):
    """The bytes of a plan as JSON with all defaults written out."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plan.bin")
        with open(path, "wb") as file:
            file.write(data)
        subprocess.run(
            ["flatc", "--json", "--raw-binary", "--strict-json", "--defaults-json", "-o", folder, SCHEMA, "--", path],
            check=True,
            capture_output=True,
        )
        with open(os.path.join(folder, "plan.json")) as file:
            return json.load(file)


def write_plans(plans):
    """Bytes of many plans; None where a plan cannot be written in the format at all."""
    with tempfile.TemporaryDirectory() as folder:
        for number, plan in enumerate(plans):
            with open(os.path.join(folder, f"p{number}.json"), "w") as file:
                json.dump(plan, file)
        return _convert(folder, list(range(len(plans))))


def _convert(folder, numbers):
    # flatc stops at the first file it refuses: halves until that one stands alone.
    if not numbers:
        return []
    paths = [os.path.join(folder, f"p{number}.json") for number in numbers]
    process = subprocess.run(["flatc", "--binary", "-o", folder, SCHEMA, *paths], capture_output=True)
    if process.returncode == 0:
        results = []
        for number in numbers:
            with open(os.path.join(folder, f"p{number}.bin"), "rb") as file:
                results.append(file.read())
        return results
    if len(numbers) == 1:
        return [None]
    half = len(numbers) // 2
    return _convert(folder, numbers[:half]) + _convert(folder, numbers[half:])
