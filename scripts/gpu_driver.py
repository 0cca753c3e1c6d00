"""CUDA's driver and NCCL as scripts/gpu-check calls them itself, without the runner: the libraries that SBP_CUDA_DRIVER and SBP_NCCL name."""

import ctypes
import os
import time

import numpy as np

OVERLAP_ATTRIBUTE = 6  # CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION


def do(function, *arguments, allowed=(0,)):
    result = function(*arguments)
    if result not in allowed:
        raise RuntimeError(f"{function.__name__} failed with {result}")


class LaunchAttribute(ctypes.Structure):
    """As runtime/device/cuda/driver/DriverApi.h has it."""

    _fields_ = [("id", ctypes.c_int), ("padding", ctypes.c_int), ("value", ctypes.c_int), ("rest", ctypes.c_char * 60)]


class LaunchConfig(ctypes.Structure):
    """As runtime/device/cuda/driver/DriverApi.h has it, with its sizes as one array."""

    _fields_ = [
        ("sizes", ctypes.c_uint * 7),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(LaunchAttribute)),
        ("count", ctypes.c_uint),
    ]


class Gpu:
    """The first one, its context and a stream."""

    def __init__(self):
        self.driver = ctypes.CDLL(os.environ.get("SBP_CUDA_DRIVER") or "libcuda.so.1")
        count, device, self.context, self.stream = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        do(self.driver.cuInit, 0)
        do(self.driver.cuDeviceGetCount, ctypes.byref(count))
        do(self.driver.cuDeviceGet, ctypes.byref(device), 0)
        do(self.driver.cuDevicePrimaryCtxRetain, ctypes.byref(self.context), device)
        do(self.driver.cuCtxSetCurrent, self.context)
        do(self.driver.cuStreamCreate, ctypes.byref(self.stream), 1)
        self.count = count.value

    def do(self, name, *arguments, allowed=(0,)):
        do(getattr(self.driver, name), *arguments, allowed=allowed)

    def get_capability(self):
        """90 for compute capability 9.0."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.do("cuDeviceGetAttribute", ctypes.byref(major), 75, 0)
        self.do("cuDeviceGetAttribute", ctypes.byref(minor), 76, 0)
        return 10 * major.value + minor.value

    def allocate(self, size):
        address = ctypes.c_uint64()
        do(self.driver.cuMemAlloc_v2, ctypes.byref(address), ctypes.c_size_t(size))
        return address

    def free(self, address):
        self.do("cuMemFree_v2", address)

    def load(self, code):
        """A module: PTX as text, or bytes of PTX or machine code."""
        module, image = ctypes.c_void_p(), code if isinstance(code, bytes) else code.encode()
        self.do("cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(image), 0, None, None)
        return module

    def unload(self, module):
        self.do("cuModuleUnload", module)

    def find(self, module, name, shared):
        """A kernel, which may have so many bytes of dynamic shared memory."""
        function = ctypes.c_void_p()
        self.do("cuModuleGetFunction", ctypes.byref(function), module, ctypes.c_char_p(name.encode()))
        if shared:
            self.do("cuFuncSetAttribute", function, 8, shared)
        return function

    def launch(self, function, sizes, pointers, overlaps=False):
        """`sizes`: grid and block in x, y and z, bytes of dynamic shared memory; `pointers`: to the arguments; `overlaps`: whether it may
        start before the launch in front of it has ended."""
        if overlaps:
            attribute = LaunchAttribute(OVERLAP_ATTRIBUTE, 0, 1)
            config = LaunchConfig((ctypes.c_uint * 7)(*sizes), self.stream, ctypes.pointer(attribute), 1)
            self.do("cuLaunchKernelEx", ctypes.byref(config), function, pointers, None)
        else:
            self.do("cuLaunchKernel", function, *sizes, self.stream, pointers, None)

    def synchronize(self):
        self.do("cuStreamSynchronize", self.stream)

    def create_event(self):
        event = ctypes.c_void_p()
        self.do("cuEventCreate", ctypes.byref(event), 0)
        return event

    def record(self, event):
        self.do("cuEventRecord", event, self.stream)

    def is_reached(self, event):
        return self.driver.cuEventQuery(event) == 0

    def measure(self, begin, end):
        """Seconds between two events that have been reached."""
        milliseconds = ctypes.c_float()
        self.do("cuEventElapsedTime", ctypes.byref(milliseconds), begin, end)
        return milliseconds.value / 1e3

    def write(self, address, values):
        do(self.driver.cuMemcpyHtoD_v2, address, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes))
        do(self.driver.cuStreamSynchronize, None)  # a stream that does not block need not find them in place before

    def read(self, address, values):
        """Waits for the stream; into `values`."""
        self.synchronize()
        do(self.driver.cuMemcpyDtoH_v2, values.ctypes.data_as(ctypes.c_void_p), address, ctypes.c_size_t(values.nbytes))

    def run_kernel(self, ptx, *arguments, threads=1):
        """The kernel `k` of a text, one block of it, on addresses."""
        module = self.load(ptx)
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        self.launch(self.find(module, "k", 0), (1, 1, 1, threads, 1, 1, 0), pointers)
        self.synchronize()
        self.unload(module)

    def measure_copies(self, size):
        """Bytes read and written in a second by copies on the GPU; None: this driver has none."""
        if not hasattr(self.driver, "cuMemcpyDtoDAsync_v2"):
            return None
        source, target = self.allocate(size), self.allocate(size)
        best = 0.0
        for _ in range(5):
            do(self.driver.cuStreamSynchronize, self.stream)
            begin = time.perf_counter()
            for _ in range(20):
                do(self.driver.cuMemcpyDtoDAsync_v2, target, source, ctypes.c_size_t(size), self.stream)
            do(self.driver.cuStreamSynchronize, self.stream)
            best = max(best, 40 * size / (time.perf_counter() - begin))
        for address in (source, target):
            do(self.driver.cuMemFree_v2, address)
        return best


class UniqueId(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_char * 128)]


class NcclConfig(ctypes.Structure):
    """As runtime/collective/nccl/NcclApi.h has it."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("magic", ctypes.c_uint),
        ("version", ctypes.c_uint),
        ("blocking", ctypes.c_int),
        ("others", ctypes.c_int * 3),
        ("net_name", ctypes.c_char_p),
        ("split_share", ctypes.c_int),
    ]


def check_nccl_alone():
    """A communicator of one GPU, used as the runner uses it: not blocking, split, a sum on a stream, the same in a graph, abort."""
    gpu = Gpu()
    cuda, stream = gpu.driver, gpu.stream
    nccl = ctypes.CDLL(os.environ.get("SBP_NCCL") or "libnccl.so.2")

    def ask(comm):
        state = ctypes.c_int(7)
        while state.value == 7:
            do(nccl.ncclCommGetAsyncError, comm, ctypes.byref(state))
        if state.value:
            raise RuntimeError(f"NCCL fails with {state.value}")

    version = ctypes.c_int()
    do(nccl.ncclGetVersion, ctypes.byref(version))
    values, result = np.arange(1000, dtype=np.float32), np.zeros(1000, np.float32)
    source, target = gpu.allocate(values.nbytes), gpu.allocate(values.nbytes)
    gpu.write(source, values)

    undefined = -(2**31)
    config = NcclConfig(ctypes.sizeof(NcclConfig), 0xCAFEBEEF, 21801, 0, (undefined,) * 3, None, undefined)
    unique, comm, child = UniqueId(), ctypes.c_void_p(), ctypes.c_void_p()
    do(nccl.ncclGetUniqueId, ctypes.byref(unique))
    for action in (
        (nccl.ncclCommInitRankConfig, ctypes.byref(comm), 1, unique, 0, ctypes.byref(config)),
        (nccl.ncclCommSplit, comm, 0, 0, ctypes.byref(child), ctypes.byref(config)),
    ):
        do(nccl.ncclGroupStart)
        do(*action, allowed=(0, 7))
        do(nccl.ncclGroupEnd, allowed=(0, 7))
        ask(comm)
    ask(child)

    def add():
        do(nccl.ncclGroupStart)
        do(nccl.ncclAllReduce, ctypes.c_void_p(source.value), ctypes.c_void_p(target.value), ctypes.c_size_t(1000), 7, 0, child, stream)
        do(nccl.ncclGroupEnd, allowed=(0, 7))
        ask(child)

    def expect(what):
        gpu.read(target, result)
        if (result != values).any():
            raise RuntimeError(f"{what}: wrong sums")
        gpu.write(target, np.zeros_like(values))

    add()
    expect("stream")
    graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
    do(cuda.cuStreamBeginCapture_v2, stream, 2)
    add()
    do(cuda.cuStreamEndCapture, stream, ctypes.byref(graph))
    do(cuda.cuGraphInstantiateWithFlags, ctypes.byref(executable), graph, ctypes.c_ulonglong(0))
    for _ in range(2):
        do(cuda.cuGraphLaunch, executable, stream)
        expect("graph")
    # NCCL lets go of a communicator when no graph has calls of it any more.
    do(cuda.cuGraphExecDestroy, executable)
    do(cuda.cuGraphDestroy, graph)
    for one in (child, comm):
        do(nccl.ncclCommAbort, one, allowed=(0, 7))
    return {"version": version.value, "gpus": gpu.count}
