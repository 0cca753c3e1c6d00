"""sbp-run --compare names the first value that departs:  python3 compare_boundaries.py

A GPT block on 2 x 2 ranks with its one-rank references. Its artifact agrees with them; then one kernel after the other is made
to do nothing (its first instruction becomes a return, the hashes are written anew, as a wrong code generator would leave them)
and --compare must end with 2 and name a value inside the model where the damage lies before it. sbp-compile, sbp-run on PATH.
"""

import ctypes
import struct
import subprocess
import sys
import tempfile

from sbp_testing.paths import ROOT

HEADER, SEGMENT = 72, 40  # runtime/artifact/Layout.h
CODE = 2
RETURN = 0xC3


class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def load_hash():
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_128bits.restype = Hash
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return lambda data: bytes(library.XXH3_128bits(data, len(data)))


def find_kernels(blob):
    """[(name, position of its first instruction)] of an ELF library's dynamic symbols, in the order of positions."""
    (section_table,) = struct.unpack_from("<Q", blob, 40)
    section_size, section_count = struct.unpack_from("<HH", blob, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", blob, section_table + i * section_size) for i in range(section_count)]
    found = []
    for _, kind, _, _, offset, size, link, _, _, entry in sections:
        if kind != 11:  # SHT_DYNSYM
            continue
        for at in range(offset, offset + size, entry):
            name, info, _, index, value, _ = struct.unpack_from("<IBBHQQ", blob, at)
            if info & 15 != 2 or not index:  # STT_FUNC, defined
                continue
            begin = sections[link][4] + name
            symbol = blob[begin : blob.index(b"\0", begin)].decode()
            found.append((symbol, value - sections[index][3] + sections[index][4]))
    return sorted(found, key=lambda kernel: kernel[1])


class Artifact:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        (count,) = struct.unpack_from("<I", self.bytes, 32)
        self.segments = [struct.unpack_from("<IIQQ", self.bytes, HEADER + i * SEGMENT) for i in range(count)]
        (self.code,) = [i for i, segment in enumerate(self.segments) if segment[0] == CODE]
        self.offset, self.size = self.segments[self.code][2:]
        self.kernels = find_kernels(self.bytes[self.offset : self.offset + self.size])

    def damaged(self, position):
        """The file with a return at a position of the code, and hashes that fit."""
        data, digest = bytearray(self.bytes), load_hash()
        data[self.offset + position] = RETURN
        end = self.segments[self.code + 1][2]
        entry = HEADER + self.code * SEGMENT
        data[entry + 24 : entry + 40] = digest(bytes(data[self.offset : end]))
        (header_size,) = struct.unpack_from("<Q", data, 24)
        data[HEADER - 16 : HEADER] = bytes(16)
        data[HEADER - 16 : HEADER] = digest(bytes(data[:header_size]))
        return bytes(data)


def compare(artifact, directory, *words):
    return subprocess.run(
        ["sbp-run", artifact, f"--input=x=@{directory}/x.npy", f"--weights={directory}/weights.safetensors", "--compare", *words],
        capture_output=True,
        text=True,
    )


def main():
    with tempfile.TemporaryDirectory() as directory:
        model, artifact = f"{directory}/gpt.mlir", f"{directory}/gpt.sbpx"
        with open(model, "w") as file:
            subprocess.run(
                [
                    sys.executable,
                    f"{ROOT}/examples/gpt/generate.py",
                    "--batch=4",
                    "--tokens=6",
                    "--width=16",
                    "--heads=4",
                    "--placement=dp=2,tp=2",
                    "--annotate=megatron",
                    f"--data={directory}",
                ],
                stdout=file,
                check=True,
            )
        subprocess.run(["sbp-compile", model, "-o", artifact, "--with-reference"], check=True)
        whole = compare(artifact, directory)
        print(whole.stdout.strip().splitlines()[-1])
        assert whole.returncode == 0, whole.stderr
        original = Artifact(artifact)
        # The model's own three come first: two halves up to their all_reduce, and the rest.
        for number, (_, position) in enumerate(original.kernels[:3]):
            with open(f"{directory}/damaged.sbpx", "wb") as file:
                file.write(original.damaged(position))
            run = compare(f"{directory}/damaged.sbpx", directory)
            assert run.returncode == 2, (number, run.stdout, run.stderr)
            print(f"kernel {number}: {run.stderr.strip()}")
            if number == 0:
                allowed = compare(f"{directory}/damaged.sbpx", directory, "--tolerance=1e9")
                print(f"kernel 0 with a large tolerance: {allowed.stdout.strip().splitlines()[-1]}")


if __name__ == "__main__":
    main()
