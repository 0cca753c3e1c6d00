"""Regions that sbp-cuda-region has compiled, on the first GPU, and their durations beside those of peers: for gpu-check and gpu-tune."""

import ctypes
import json
import os
import statistics
import subprocess
import time

import numpy as np

# The storage of elements: bf16 are their bits.
STORAGE = {"f64": "f8", "f32": "f4", "f16": "f2", "bf16": "u2", "i64": "i8", "i32": "i4", "i8": "i1", "i1": "u1"}
MAP_BYTES, MAP_ALIGNMENT = 128, 64
# A loop of dependent integer operations that the assembler cannot shorten.
SPIN = """.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 n) {
  .reg .b64 %rd<3>;
  .reg .b32 %r<4>;
  .reg .pred %p;
  ld.param.u64 %rd0, [p];
  ld.param.u64 %rd1, [n];
  cvt.u32.u64 %r0, %rd1;
  mov.u32 %r1, 1;
loop:
  mad.lo.s32 %r1, %r1, 1664525, 1013904223;
  sub.s32 %r0, %r0, 1;
  setp.gt.s32 %p, %r0, 0;
  @%p bra loop;
  cvta.to.global.u64 %rd2, %rd0;
  st.global.u32 [%rd2], %r1;
  ret;
}
"""


def wide(values):
    """In float64; 16-bit words are bf16, other integers stay."""
    if values.dtype == np.uint16:
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64) if values.dtype.kind == "f" else values


def narrow(values, kind):
    """Floats as elements of a type; bf16 are cut, which is as good as rounded where they are drawn."""
    if kind == "bf16":
        return (np.ascontiguousarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(STORAGE[kind])


def compile_regions(source, folder, chip, choices=()):
    """The manifest of a file's regions, with the PTX under `folder`; `choices` are those of a tuning file."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/tuning.json", "w") as file:
        json.dump({"chip": chip, "choices": list(choices)}, file)
    flags = [f"--chip={chip}", "-o", f"{folder}/kernels.ptx", f"--tuning={folder}/tuning.json"]
    done = subprocess.run(["sbp-cuda-region", source, *flags], text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{source}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def encode_map(gpu, spec, address):
    """A tensor map of 128 bytes, and the memory that holds it."""
    memory = ctypes.create_string_buffer(MAP_BYTES + MAP_ALIGNMENT)
    begin = -(-ctypes.addressof(memory) // MAP_ALIGNMENT) * MAP_ALIGNMENT
    rank, width = len(spec["extents"]), spec["element_bytes"]
    swizzle = 3 if spec["swizzle_bytes"] == 128 else spec["swizzle_bytes"] // 32
    gpu.do(
        "cuTensorMapEncodeTiled",
        ctypes.c_void_p(begin),
        4 if width == 8 else width // 2,
        ctypes.c_uint32(rank),
        ctypes.c_void_p(address),
        (ctypes.c_uint64 * rank)(*spec["extents"]),
        (ctypes.c_uint64 * rank)(*spec["strides"]),
        (ctypes.c_uint32 * rank)(*spec["box"]),
        (ctypes.c_uint32 * rank)(*[1] * rank),
        0,
        swizzle,
        2,
        0,
    )
    return begin, memory


class Region:
    """A region with outputs and scratch of its own; `inputs` are (address, values) on the GPU, which several regions may share.

    An output in place of an input has the memory of the input, whose values `run_fresh` writes again.
    """

    def __init__(self, gpu, module, described, inputs):
        self.gpu, self.region, self.inputs, self.kept = gpu, described, inputs, []
        self.in_place = dict(described["in_place"])
        self.results = [np.zeros(kind["shape"], STORAGE[kind["type"]]) for kind in described["outputs"]]
        self.owned, self.outputs = [], []
        for i, result in enumerate(self.results):
            shared = self.in_place.get(i)
            self.outputs.append(inputs[shared][0] if shared is not None else self.allocate(result.nbytes))
        self.scratch = self.allocate(described["scratch"])
        self.launches = [self.prepare(module, launch) for launch in described["launches"]]

    def allocate(self, size):
        self.owned.append(self.gpu.allocate(max(1, size)))
        return self.owned[-1]

    def prepare(self, module, launch):
        """Function, sizes, pointers to the arguments, and whether it may start before the launch in front of it has ended."""
        function = self.gpu.find(module, launch["kernel"], launch["shared"])
        pointers = [self.prepare_argument(launch, *argument) for argument in launch["arguments"]]
        sizes = (*launch["grid"], *launch["block"], launch["shared"])
        return function, sizes, (ctypes.c_void_p * max(1, len(pointers)))(*pointers), launch["overlaps"]

    def prepare_argument(self, launch, kind, index, offset):
        """The address of the argument's value on the host."""
        if kind == "tensor_map":
            spec = launch["tensor_maps"][index]
            begin, memory = encode_map(self.gpu, spec, self.find(*spec["address"]))
            self.kept.append(memory)
            return begin
        word = ctypes.c_uint64(self.find(kind, index, offset))
        self.kept.append(word)
        return ctypes.addressof(word)

    def find(self, kind, index, offset):
        """The word of an argument; parameters of regions are 0."""
        if kind in ("parameter", "immediate"):
            return 0 if kind == "parameter" else offset
        places = {"input": [address for address, _ in self.inputs], "output": self.outputs, "scratch": [self.scratch]}[kind]
        return places[index].value + offset

    def run(self, may_overlap=True):
        for function, sizes, pointers, overlaps in self.launches:
            self.gpu.launch(function, sizes, pointers, overlaps and may_overlap)

    def run_fresh(self, may_overlap=True):
        """The results of a run on the inputs, in outputs and scratch that held ones in every bit."""
        for i, result in enumerate(self.results):
            if i in self.in_place:
                self.gpu.write(*self.inputs[self.in_place[i]])
            elif result.nbytes:
                self.gpu.write(self.outputs[i], np.full(result.nbytes, 255, "u1"))
        self.gpu.write(self.scratch, np.full(max(1, self.region["scratch"]), 255, "u1"))
        self.run(may_overlap)
        for address, result in zip(self.outputs, self.results):
            if result.nbytes:
                self.gpu.read(address, result)
        return [result.copy() for result in self.results]

    def predict(self):
        return sum(launch["predicted_seconds"] for launch in self.region["launches"])

    def has_overlaps(self):
        return any(overlaps for *_, overlaps in self.launches)

    def get_schedules(self):
        """The schedules of all launches; those of copies are empty."""
        return tuple(launch["schedule"] for launch in self.region["launches"])

    def free(self):
        self.gpu.synchronize()
        for address in self.owned:
            self.gpu.free(address)
        self.owned = []


def store_inputs(gpu, arrays):
    """(address, values) of each array, on the GPU."""
    stored = []
    for values in arrays:
        values = np.ascontiguousarray(values)
        address = gpu.allocate(max(1, values.nbytes))
        if values.nbytes:
            gpu.write(address, values)
        stored.append((address, values))
    return stored


class Stopwatch:
    """Durations on the GPU's clock of what functions put into the stream.

    A kernel that only takes time goes first, so that the stream is full before it ends: the time of the host does not count.
    """

    MOST_REPEATS, ROUND_SECONDS, LONGEST_HOLD = 100, 2e-3, 0.2

    def __init__(self, gpu):
        self.gpu = gpu
        self.spin = gpu.find(gpu.load(SPIN), "k", 0)
        self.word = gpu.allocate(8)
        self.begin, self.end, self.held = (gpu.create_event() for _ in range(3))
        self.hold(1)
        iterations = 2**14
        self.seconds_each = self.measure_once(lambda: self.hold(iterations), 1, 0)[0] / iterations

    def hold(self, iterations):
        words = ctypes.c_uint64(self.word.value), ctypes.c_uint64(max(1, iterations))
        pointers = (ctypes.c_void_p * 2)(*(ctypes.addressof(word) for word in words))
        self.gpu.launch(self.spin, (1, 1, 1, 1, 1, 1, 0), pointers)

    def measure_once(self, run, repeats, hold_seconds):
        """Seconds of a run on the GPU, of issuing all of them on the host, and whether the GPU never waited for the host."""
        if hold_seconds:
            self.hold(int(min(self.LONGEST_HOLD, hold_seconds) / self.seconds_each))
        self.gpu.record(self.held)
        start = time.perf_counter()
        self.gpu.record(self.begin)
        for _ in range(repeats):
            run()
        self.gpu.record(self.end)
        issued = time.perf_counter() - start
        is_full = not self.gpu.is_reached(self.held)
        self.gpu.synchronize()
        return self.gpu.measure(self.begin, self.end) / repeats, issued, is_full

    def compare(self, runs, rounds):
        """Median seconds of each of the functions, which take turns, and whether the host was never waited for."""
        plans = []
        for run in runs:
            run()
            seconds, issued, _ = self.measure_once(run, 1, 0)
            repeats = max(1, min(self.MOST_REPEATS, int(self.ROUND_SECONDS / max(seconds, 1e-7))))
            plans.append([run, repeats, 2 * repeats * issued + 5e-5])
        times, full = [[] for _ in runs], [True] * len(runs)
        for _ in range(rounds):
            for i, plan in enumerate(plans):
                seconds, issued, is_full = self.measure_once(*plan)
                plan[2] = max(plan[2], 2 * issued)
                times[i].append(seconds)
                full[i] = full[i] and is_full
        return [statistics.median(each) for each in times], full
