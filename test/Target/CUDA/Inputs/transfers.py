"""The kernels that combine values of ranks on one device agree with the host's rules, for every combiner and type.

Boxes are parts of larger tensors, some of no element, with up to five sources and two destinations, one of them a source.
"""

import struct

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES

RNG = np.random.default_rng(7)
FLOATS, INTEGERS = ("f64", "f32", "f16", "bf16"), ("i64", "i32", "i8")
UNSIGNED = {"i64": np.uint64, "i32": np.uint32, "i8": np.uint8}


def make(dtype, count):
    if dtype == "i1":
        return RNG.integers(0, 2, count).astype(bool)
    if dtype in INTEGERS:
        limits = np.iinfo(NUMPY_TYPES[dtype])
        return RNG.integers(limits.min, limits.max, count, dtype=NUMPY_TYPES[dtype], endpoint=True)
    values = RNG.standard_normal(count)
    places = RNG.random(count)
    for low, special in ((0.9, np.nan), (0.85, 0.0), (0.8, -0.0), (0.75, np.inf), (0.7, -np.inf)):
        values[(places > low) & (places < low + 0.05)] = special
    return to_bf16(values) if dtype == "bf16" else values.astype(NUMPY_TYPES[dtype])


def widen(x, dtype):
    return from_bf16(x).astype(np.float32) if dtype == "bf16" else x.astype(np.float32) if dtype == "f16" else x


def combine(combiner, a, b, dtype):
    if dtype in INTEGERS and combiner in ("umax", "umin"):
        return combine(combiner[1:], a.view(UNSIGNED[dtype]), b.view(UNSIGNED[dtype]), "unsigned").view(a.dtype)
    if combiner == "sum":
        return a + b
    if combiner == "prod":
        return a * b
    if combiner in ("and", "or") or dtype == "i1":
        return a & b if combiner in ("and", "umin") else a | b
    if dtype not in FLOATS:
        return np.maximum(a, b) if combiner == "max" else np.minimum(a, b)
    is_max = combiner.startswith("max")
    better = np.where((a > b) == is_max, a, b)
    better = np.where(a == b, np.where(np.signbit(a) == is_max, b, a), better)
    keeps = not combiner.endswith("num")
    better = np.where(np.isnan(b), b if keeps else a, better)
    return np.where(np.isnan(a), a if keeps else b, better)


def identity(combiner, dtype):
    if dtype == "i1":
        return combiner in ("and", "umin")
    if dtype in FLOATS:
        return {"sum": -0.0, "prod": 1, "max": -np.inf, "min": np.inf}.get(combiner, np.nan)
    limits = np.iinfo(NUMPY_TYPES[dtype])
    return {"prod": 1, "max": limits.min, "min": limits.max, "umin": -1}.get(combiner, 0)


def narrow(x, dtype):
    return to_bf16(x) if dtype == "bf16" else x.astype(NUMPY_TYPES[dtype])


def same(a, b, dtype):
    if dtype in FLOATS:
        a, b = widen(a, dtype), widen(b, dtype)
        return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a[a == a]), np.signbit(b[b == b]))
    return np.array_equal(a, b)


class Tensor:
    """A buffer on the device, and where a box lies in it."""

    def __init__(self, machine, values, box):
        self.machine, self.values = machine, np.ascontiguousarray(values)
        self.address = machine.allocate(max(1, self.values.nbytes), "tensor")
        machine.write(self.address, self.values)
        self.box = box

    def piece(self):
        strides = [stride // self.values.itemsize for stride in self.values.strides]
        offset = sum(begin * stride for (begin, _), stride in zip(self.box, strides))
        return struct.pack("<5q", self.address + offset * self.values.itemsize, *strides)

    def part(self):
        return self.values[tuple(slice(begin, end) for begin, end in self.box)]

    def read(self):
        found = np.empty_like(self.values)
        self.machine.read(found, self.address)
        return found


def place(machine, dtype, extents):
    shape = [extent + RNG.integers(0, 3) for extent in extents]
    begins = [RNG.integers(0, size - extent + 1) for size, extent in zip(shape, extents)]
    values = make(dtype, int(np.prod(shape))).reshape(shape)
    return Tensor(machine, values, [(b, b + e) for b, e in zip(begins, extents)])


def upload(machine, text):
    data = np.frombuffer(text or bytes(8), np.uint8)
    address = machine.allocate(data.nbytes, "table")
    machine.write(address, data)
    return address


def check(machine, symbol, combiner, dtype, seed=3):
    boxes, expected = b"", []
    shapes = [(2, 3, 4, 5), (1, 1, 1, 700), (3, 0, 2, 2), (1, 1, 7, 9), (1, 1, 1, 1)]
    for number, extents in enumerate(shapes):
        count = [5, 2, 3, 0, 1][number] if combiner else [1, 1, 1, 0, 1][number]
        sources = [place(machine, dtype, extents) for _ in range(count)]
        destinations = [place(machine, dtype, extents)] + sources[:1]
        result = np.full(extents, identity(combiner, dtype) if combiner else 0)
        result = narrow(result.astype(np.float64) if dtype in FLOATS else result, dtype)
        if count:
            total = sources[0].part() if not combiner else widen(sources[0].part(), dtype)
            with np.errstate(all="ignore"):
                for source in sources[1:]:
                    total = combine(combiner, total, widen(source.part(), dtype), dtype)
            result = narrow(total, dtype) if combiner else total.copy()
        for destination in destinations:
            values = destination.values.copy()
            values[tuple(slice(b, e) for b, e in destination.box)] = result
            expected.append((destination, values))
        tables = [upload(machine, b"".join(t.piece() for t in some)) for some in (destinations, sources)]
        boxes += struct.pack("<8q", tables[0], len(destinations), tables[1], count, *extents)
    launch = {"kernel": symbol, "grid": [2, len(shapes), 1], "block": [256, 1, 1]}
    machine.launch(launch, [upload(machine, boxes)], seed)
    read = [(destination.read(), values) for destination, values in expected]
    for found, values in read:
        assert same(found, values, dtype), (symbol, found, values)
    return sum(values.size for _, values in read)


def main():
    ptx, _ = cuda_kernels.compile_ptx("func.func @main() { return }", "--transfers")
    library, checked, compared = cuda_kernels.find_library(), 0, Compared()
    for dtype in FLOATS + INTEGERS + ("i1",):
        machine = cuda_kernels.Machine(library, ptx)
        symbol = f"sbp_transfer_copy_{np.dtype(NUMPY_TYPES[dtype]).itemsize}"
        compared.measure(f"{symbol} of {dtype}", 0, 0, size=check(machine, symbol, "", dtype))
        for combiner in ("sum", "prod", "max", "min", "maxnum", "minnum", "umax", "umin", "and", "or"):
            symbol = f"sbp_transfer_{'logical_' if combiner in ('and', 'or') else ''}{combiner}_{dtype}"
            if f".entry {symbol}(" in ptx:
                # Equal bits, zeros by their sign too; `check` raises else.
                compared.measure(symbol, 0, 0, size=check(machine, symbol, combiner, dtype))
                checked += 1
    compared.show("kernels compared")
    print(checked, "combinations agree")


if __name__ == "__main__":
    main()
