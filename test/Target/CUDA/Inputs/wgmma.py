"""One warpgroup product of every factor type in the PTX executor, bit for bit against a numpy model, and planted faults.

The model places the factors in an image of shared memory by the layouts of the PTX ISA ("Shared Memory Matrix Layout", canonical
K-major layouts), multiplies in float64, and cuts each sum toward zero. All other bytes of the image are ones, which are NaN in every
type. Factors have magnitudes from 0.5 to 2, so float64 is exact.
"""

import re

import numpy as np

from planted import SEEDS, find_all, judge
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared

BYTES = {"bf16": 2, "f16": 2, "tf32": 4, "e4m3": 1}
ROWS, THREADS, COPY = 64, 128, 2048  # rows of a product, threads, bytes that they copy at a time
E4M3 = np.array([(1 + i % 8 / 8) * 2.0 ** (i // 8 - 7) if i // 8 else i % 8 / 8 * 2.0**-6 for i in range(127)] + [np.nan], dtype=np.float64)


class Layout:
    """A K-major tile at byte `start`: rows of `width` bytes, whose 16-byte chunks are permuted if there are several; `first` is the
    byte of a row where the product's 32 bytes of k begin."""

    def __init__(self, start, rows, width, first):
        self.start, self.rows, self.width, self.first = start, rows, width, first
        # Without a swizzle, 8 rows of one chunk are 128 bytes; the second chunk lies behind all rows.
        self.stride = 128 if width == 16 else 8 * width
        self.leading = rows * 16 if width == 16 else 16

    def count_bytes(self):
        return self.rows * max(32, self.width)

    def place(self, row, byte):
        """The address of a byte of k of a row."""
        if self.width == 16:
            return self.start + row // 8 * self.stride + row % 8 * 16 + byte // 16 * self.leading + byte % 16
        address = self.start + row // 8 * self.stride + row % 8 * self.width + self.first + byte
        chunks = self.width // 16  # 2, 4, 8: row pairs, quads, or rows of 128 bytes turn the chunks
        return address ^ ((address // 128 % 8 % chunks) * 16)

    def describe(self, stride=None, mode=None, shift=0):
        """The fields of a descriptor without the base of shared memory."""
        mode = {16: 0, 128: 1, 64: 2, 32: 3}[self.width] if mode is None else mode
        start = (self.start + self.first + shift) // 16
        return start | self.leading // 16 << 16 | (stride or self.stride) // 16 << 32 | mode << 62


def draw(rng, kind, shape):
    """Elements as they are stored, and their values."""
    values = rng.uniform(0.5, 2, shape) * rng.choice([-1, 1], shape)
    if kind == "tf32":
        stored = values.astype(np.float32)
        return stored, (stored.view(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64)
    if kind == "bf16":
        stored = to_bf16(values.astype(np.float32))
        return stored, from_bf16(stored).astype(np.float64)
    if kind == "f16":
        return values.astype(np.float16), values.astype(np.float16).astype(np.float64)
    stored = rng.integers(0, 127, shape).astype(np.uint8) | rng.integers(0, 2, shape).astype(np.uint8) << 7
    return stored, E4M3[stored & 127] * np.where(stored >> 7, -1, 1)


def cut(sums):
    """Rounds float64 to f32 toward zero."""
    near = sums.astype(np.float32)
    return np.where(abs(near.astype(np.float64)) > abs(sums), np.nextafter(near, np.float32(0)), near)


def write(kind, columns, a, b, image_bytes):
    """The PTX of a kernel that copies an image to shared memory and computes one product of the tiles that `a` and `b` describe."""
    count = columns // 2
    registers = ", ".join(f"%a{i}" for i in range(count))
    orders = ", 0, 0" if BYTES[kind] == 2 else ""
    lines = [
        ".version 8.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 smem[];",
        ".visible .entry k(.param .u64 image, .param .u64 sums)\n.maxntid 128\n{",
        f".reg .pred %p<2>;\n.reg .b32 %r<10>;\n.reg .b64 %d<10>;\n.reg .f32 %a<{count}>;",
        "mov.u32 %r0, %tid.x;\nmov.b32 %r1, smem;\nshl.b32 %r2, %r0, 4;\nadd.s32 %r3, %r1, %r2;\ncvt.u64.u32 %d0, %r2;",
        "ld.param.u64 %d1, [image];\nadd.s64 %d1, %d1, %d0;",
        *(
            f"ld.global.v4.b32 {{%r4, %r5, %r6, %r7}}, [%d1+{at}];\nst.shared.v4.b32 [%r3+{at}], {{%r4, %r5, %r6, %r7}};"
            for at in range(0, image_bytes, COPY)
        ),
        "fence.proxy.async.shared::cta;\nbar.sync 0;",
        f"mul.wide.u32 %d2, %r0, {4 * count};\nld.param.u64 %d3, [sums];\nadd.s64 %d3, %d3, %d2;",
        *(f"ld.global.f32 %a{i}, [%d3+{4 * i}];" for i in range(count)),
        "shr.u32 %r8, %r1, 4;\ncvt.u64.u32 %d4, %r8;",
        f"or.b64 %d5, %d4, {a};\nadd.s64 %d6, %d4, {b};\nsetp.eq.u32 %p0, %r0, %r0;",
        "wgmma.fence.sync.aligned;",
        f"wgmma.mma_async.sync.aligned.m64n{columns}k{32 // BYTES[kind]}.f32.{kind}.{kind} {{{registers}}}, %d5, %d6, %p0, 1, 1{orders};",
        "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;",
        *(f"st.global.f32 [%d3+{4 * i}], %a{i};" for i in range(count)),
        "ret;\n}\n",
    ]
    return "\n".join(lines)


class Case:
    def __init__(self, rng, kind, columns, width, first=0):
        self.kind, self.columns, depth = kind, columns, 32 // BYTES[kind]
        layouts = [Layout(0, ROWS, width, first)]
        layouts.append(Layout(-(-layouts[0].count_bytes() // 1024) * 1024, columns, width, first))
        self.layouts, self.name = layouts, f"{kind} 64x{columns}x{depth}, rows of {width} bytes from {first} on"
        self.image = np.full(-(-(layouts[1].start + layouts[1].count_bytes()) // COPY) * COPY, 0xFF, np.uint8)
        self.values = []
        for layout in layouts:
            stored, values = draw(rng, kind, (layout.rows, depth))
            rows = np.ascontiguousarray(stored).view(np.uint8).reshape(layout.rows, 32)
            for row in range(layout.rows):
                for byte in range(32):
                    self.image[layout.place(row, byte)] = rows[row, byte]
            self.values.append(values)
        self.start = (rng.uniform(0.5, 2, (ROWS, columns)) * rng.choice([-1, 1], (ROWS, columns))).astype(np.float32)

    def get_text(self, **fault):
        a, b = self.layouts
        return write(self.kind, self.columns, a.describe(**fault), b.describe(), len(self.image))

    def compute(self):
        a, b = self.values
        return self.start.astype(np.float64) + a @ b.T

    def scatter(self, matrix):
        """The registers of each thread: 16 rows a warp, a row's pairs of columns over the four lanes of a quad."""
        rows, columns = np.meshgrid(np.arange(ROWS), np.arange(self.columns), indexing="ij")
        thread = rows // 16 * 32 + rows % 8 * 4 + columns % 8 // 2
        register = columns // 8 * 4 + rows % 16 // 8 * 2 + columns % 2
        fragments = np.zeros((THREADS, self.columns // 2), np.float32)
        fragments[thread, register] = matrix
        return fragments

    def run(self, text, seed):
        machine = cuda_kernels.Machine(cuda_kernels.find_library(), text)
        sums = self.scatter(self.start)
        image_at, sums_at = machine.allocate(self.image.nbytes, "image"), machine.allocate(sums.nbytes, "sums")
        machine.write(image_at, self.image)
        machine.write(sums_at, sums)
        machine.launch({"kernel": "k", "grid": [1, 1, 1], "block": [THREADS, 1, 1], "shared": len(self.image)}, [image_at, sums_at], seed)
        machine.read(sums, sums_at)
        return sums


def replace(pattern, by):
    def apply(text):
        changed = re.sub(pattern, by, text)
        assert changed != text, pattern
        return changed

    return apply


# Changes of the text of a kernel with rows of 128 bytes and its product at byte 32 of them.
TEXT_FAULTS = {
    "scale of D is false": replace(r"setp\.eq", "setp.ne"),
    "no fence before the product": replace(r"wgmma\.fence\S+", ""),
    "no fence of the proxy": replace(r"fence\.proxy\S+", ""),
    "no wait": replace(r"wgmma\.wait_group\S+ 0;", ""),
    "registers of a pair of columns are exchanged": replace(r"\{%a0, %a1,", "{%a1, %a0,"),
    "registers of rows 0 and 8 are exchanged": replace(r"%a0, %a1, %a2, %a3", "%a2, %a3, %a0, %a1"),
    "factors are exchanged": replace(r"%d5, %d6, %p0", "%d6, %d5, %p0"),
}
DESCRIPTOR_FAULTS = {
    "wrong distance of row groups": {"stride": 512},
    "no swizzle": {"mode": 0},
    "swizzle of 64 bytes": {"mode": 2},
    "k that begins 32 bytes early": {"shift": -32},
    "k that begins 16 bytes late": {"shift": 16},
}


def check_faults(kind, rng):
    """Every fault is found under each seed; returns how many there are."""
    case = Case(rng, kind, 64, 128, 32)
    texts = {name: fault(case.get_text()) for name, fault in TEXT_FAULTS.items()}
    texts |= {name: case.get_text(**fault) for name, fault in DESCRIPTOR_FAULTS.items()}
    if kind in ("bf16", "f16"):
        other = "f16" if kind == "bf16" else "bf16"
        texts["factors of the other type"] = case.get_text().replace(f"{kind}.{kind}", f"{other}.{other}")
    right = case.scatter(cut(case.compute())).tobytes()

    def report(text, seed):
        return judge(lambda: case.run(text, seed), lambda found: found.tobytes() == right)

    return find_all(case.get_text(), {f"{kind}: {name}": text for name, text in texts.items()}, report)


def check_roundings(rng):
    """A model that rounds sums or factors to nearest differs from the executor."""
    case = Case(rng, "tf32", 64, 128)
    found = case.run(case.get_text(), 1)
    nearest = case.scatter(case.compute().astype(np.float32))
    print(f"sums rounded to nearest: {np.mean(found != nearest):.2f} of all differ")
    assert 0.2 < np.mean(found != nearest) < 0.8
    words = [case.image[[[one.place(row, byte) for byte in range(32)] for row in range(one.rows)]].view(np.uint32) for one in case.layouts]
    a, b = (((word + 0x1000) & 0xFFFFE000).view(np.float32).astype(np.float64) for word in words)
    rounded = case.scatter(cut(case.start + a @ b.T))
    print(f"factors rounded to nearest: {np.mean(found != rounded):.2f} of all differ")
    assert np.mean(found != rounded) > 0.9


def main():
    compared, rng, faults = Compared(), np.random.default_rng(7), 0
    for kind in BYTES:
        for columns, width, first in ((8, 16, 0), (24, 32, 0), (64, 64, 32), (136, 128, 96), (256, 128, 0)):
            case = Case(rng, kind, columns, width, first)
            expected = case.scatter(cut(case.compute()))
            for seed in SEEDS:
                compared.add(f"{case.name}, seed {seed}", case.run(case.get_text(), seed), expected, 0.0)
        faults += check_faults(kind, rng)
    check_roundings(rng)
    print(faults, "faults found by every seed")
    compared.show("products agree in every bit")


if __name__ == "__main__":
    main()
