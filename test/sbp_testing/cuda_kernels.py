"""Runs regions of the CUDA target from Python, on the PTX executor.

`compile_text(text)` gives one callable per region, as host_kernels does: numpy arrays in, numpy arrays out. Every call
runs the region's launches under two seeds, which must give the same bits; outputs and scratch hold nothing before.
"""

import atexit
import ctypes
import json
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from sbp_testing.host_kernels import NUMPY_TYPES
from sbp_testing.kernel_counts import note

SEEDS = (1, 2)


class Machine:
    """A device with one module."""

    launches = 0  # of all machines

    def __init__(self, library, ptx):
        self.library = ctypes.CDLL(library)
        for name in ("load", "write", "read", "launch"):
            getattr(self.library, f"sbp_ptx_{name}").restype = ctypes.c_char_p
        self.library.sbp_ptx_create.restype = ctypes.c_void_p
        self.library.sbp_ptx_allocate.restype = ctypes.c_uint64
        self.device = ctypes.c_void_p(self.library.sbp_ptx_create())
        self.check(self.library.sbp_ptx_load(self.device, ptx.encode()))

    @staticmethod
    def check(message):
        assert message is None, message.decode()

    def allocate(self, count, name):
        return self.library.sbp_ptx_allocate(self.device, ctypes.c_uint64(count), name.encode())

    def free(self, address):
        self.library.sbp_ptx_free(self.device, ctypes.c_uint64(address))

    def write(self, address, array):
        self.check(
            self.library.sbp_ptx_write(
                self.device, ctypes.c_uint64(address), ctypes.c_void_p(array.ctypes.data), ctypes.c_uint64(array.nbytes)
            )
        )

    def read(self, array, address):
        self.check(
            self.library.sbp_ptx_read(
                self.device, ctypes.c_void_p(array.ctypes.data), ctypes.c_uint64(address), ctypes.c_uint64(array.nbytes)
            )
        )

    def launch(self, launch, words, seed):
        Machine.launches += 1
        sizes = (ctypes.c_uint32 * 8)(*launch["grid"], *launch["block"], launch.get("shared", 0), launch.get("overlaps", False))
        self.check(
            self.library.sbp_ptx_launch(
                self.device,
                launch["kernel"].encode(),
                sizes,
                (ctypes.c_uint64 * max(1, len(words)))(*words),
                len(words),
                ctypes.c_uint64(seed),
            )
        )

    def count(self):
        counters = (ctypes.c_uint64 * 9)()
        self.library.sbp_ptx_count(self.device, counters)
        names = (
            "warp_instructions",
            "lane_instructions",
            "requests",
            "sectors",
            "barriers",
            "bulk_bytes",
            "products",
            "warp_products",
            "bank_conflicts",
        )
        return dict(zip(names, counters))


def encode_map(address, spec):
    """A tensor map as the stub driver writes it (TensorMap.h), as words of 8 bytes."""

    def pad(values):
        return [*values, *[0] * (5 - len(values))]

    swizzle = {0: 0, 32: 1, 64: 2, 128: 3}[spec["swizzle_bytes"]]
    layout = "<IBBBxQ5I4x5Q5H"
    fields = (0x5350544D, spec["element_bytes"], len(spec["extents"]), swizzle, address)
    packed = struct.pack(layout, *fields, *pad(spec["extents"]), *pad([0, *spec["strides"]]), *pad(spec["box"]))
    return struct.unpack("<16Q", packed.ljust(128, b"\0"))


def list_words(launch, pointers):
    """The arguments of a launch as words; tensor maps begin at multiples of 64 bytes."""
    words = []
    for kind, index, offset in launch["arguments"]:
        if kind != "tensor_map":
            words.append(pointers[kind][index] + offset)
            continue
        spec = launch["tensor_maps"][index]
        base, number, begin = spec["address"]
        words.extend([0] * (-len(words) % 8))
        words.extend(encode_map(pointers[base][number] + begin, spec))
    return words


class Region:
    def __init__(self, machine, description):
        self.machine, self.description = machine, description

    def __call__(self, *inputs, parameters=()):
        runs = [self.run_once(seed, inputs, parameters) for seed in SEEDS]
        for first, *others in zip(*runs):
            assert all(first.tobytes() == other.tobytes() for other in others), "another order of warps and blocks gives other bits"
        return runs[0][0] if len(runs[0]) == 1 else runs[0]

    def run_once(self, seed, inputs, parameters):
        machine, spec = self.machine, self.description
        assert len(parameters) == spec["parameters"]
        pointers = {
            "input": [],
            "output": [],
            "scratch": [machine.allocate(spec["scratch"], "scratch")],
            "persistent": [machine.allocate(spec["persistent"], "persistent")],
            "parameter": [value % 2**64 for value in parameters],
        }
        for i, (value, kind) in enumerate(zip(inputs, spec["inputs"], strict=True)):
            value = np.ascontiguousarray(value).reshape(kind["shape"])
            assert value.dtype == NUMPY_TYPES[kind["type"]], (value.dtype, kind)
            pointers["input"].append(machine.allocate(value.nbytes, f"input {i}"))
            machine.write(pointers["input"][-1], value)
        outputs = [np.empty(kind["shape"], NUMPY_TYPES[kind["type"]]) for kind in spec["outputs"]]
        in_place = dict(spec["in_place"])
        for i, output in enumerate(outputs):
            pointers["output"].append(pointers["input"][in_place[i]] if i in in_place else machine.allocate(output.nbytes, f"output {i}"))
        for launch in spec["launches"]:
            machine.launch(launch, list_words(launch, pointers), seed)
        for output, kind, address in zip(outputs, spec["outputs"], pointers["output"]):
            machine.read(output, address)
            if kind["type"] == "i1":
                assert (output.view(np.uint8) <= 1).all(), "a bool byte is neither 0 nor 1"
        for address in {*pointers["input"], *pointers["output"], *pointers["scratch"], *pointers["persistent"]}:
            machine.free(address)
        return outputs


@atexit.register
def note_launches():
    if Machine.launches:
        note("executed", Machine.launches)


def find_library():
    return str(Path(shutil.which("sbp-cuda-region")).parent.parent / "lib" / "sbp-ptx-machine.so")


def compile_ptx(text, *flags):
    """The PTX of the regions of an MLIR text, and what their launches are."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "model.mlir", Path(folder) / "kernels.ptx"
        source.write_text(text)
        done = subprocess.run(["sbp-cuda-region", source, "-o", target, *flags], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        text, regions = target.read_text(), json.loads(done.stdout)
        note("built", text.count(".visible .entry "))
        if not {"--overlap-launches=off", "--chip=sm_80", "--chip=sm_86", "--chip=sm_89"}.intersection(flags):
            for region in regions.values():
                for launch in [one for one in region["launches"] if not one["once"]][1:]:
                    assert launch["overlaps"], f"{launch['kernel']} accesses memory before it waits for the launch in front"
        return text, regions


def compile_tuned(text, choices, *flags):
    """compile_ptx, with a tuning file of these choices."""
    chip = next((flag.split("=")[1] for flag in flags if flag.startswith("--chip=")), "sm_90")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as tuning:
        json.dump({"chip": chip, "choices": choices}, tuning)
        tuning.flush()
        return compile_ptx(text, f"--tuning={tuning.name}", *flags)


def compile_chosen(text, shapes, generator, schedule, *flags, chip="sm_90a"):
    """compile_ptx for a chip, with a tuning file that chooses this schedule for the classes of shapes in `shapes`."""
    choices = [{"shape": shape, "generator": generator, "schedule": schedule} for shape in dict.fromkeys(shapes)]
    return compile_tuned(text, choices, f"--chip={chip}", *flags)


def compile_by(text, generator, *flags):
    """compile_ptx, with a tuning file that chooses this generator wherever it has a candidate."""
    _, specs = compile_ptx(text, *flags)
    choices = {}
    for choice in [choice for spec in specs.values() for choice in spec["choices"]]:
        own = [one for one in choice["others"] if one["generator"] == generator]
        if own and choice["chosen"]["generator"] != generator:
            choices[choice["shape"]] = {"shape": choice["shape"], "generator": generator, "schedule": own[0]["schedule"]}
    return compile_tuned(text, list(choices.values()), *flags)


def compile_text(text, *flags):
    """The regions of an MLIR text, compiled by the sbp-cuda-region on PATH."""
    return load_regions(*compile_ptx(text, *flags))


def load_regions(ptx, specs):
    """The regions of a manifest by name, on one machine."""
    machine = Machine(find_library(), ptx)
    return {name: Region(machine, spec) for name, spec in specs.items()}
