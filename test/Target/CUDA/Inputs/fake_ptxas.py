"""Stands for ptxas: writes an ELF file for GPUs with a section per kernel, and prints the figures that the environment gives.

    fake_ptxas.py --version | -v -O3 --gpu-name=CHIP SOURCE -o TARGET

REGISTERS (24), STACK and SHARED are the figures of every kernel, WARNING is printed, CALLS is a file that gets a line per call. Where the
.maxnreg of a kernel is at least NEEDED, it has so many registers and no stack.
"""

import os
import re
import struct
import sys

EM_CUDA, SHT_PROGBITS, SHT_STRTAB = 190, 1, 3


def make_elf(kernels):
    """A relocatable ELF64 file whose sections are a name table and `.text.KERNEL` of four bytes for each kernel."""
    names, offsets = b"\0.shstrtab\0", []
    for kernel in kernels:
        offsets.append(len(names))
        names += f".text.{kernel}".encode() + b"\0"
    code = b"code"
    bodies = [(1, SHT_STRTAB, names)] + [(offset, SHT_PROGBITS, code) for offset in offsets]
    content, headers, at = b"", [bytes(64)], 64
    for name, kind, body in bodies:
        headers.append(struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, at, len(body), 0, 0, 1, 0))
        content += body
        at += len(body)
    padding = -at % 8
    header = b"\177ELF" + bytes([2, 1, 1]) + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 1, EM_CUDA, 1, 0, 0, at + padding, 0, 64, 0, 0, 64, len(headers), 1)
    return header + content + bytes(padding) + b"".join(headers)


def main():
    if sys.argv[1:] == ["--version"]:
        print("Cuda compilation tools, release 13.0, V13.0.88")
        return
    source, target = sys.argv[-3], sys.argv[-1]
    figure = lambda name, default: int(os.environ.get(name) or default)
    registers, shared = figure("REGISTERS", 24), figure("SHARED", 0)
    if os.environ.get("CALLS"):
        with open(os.environ["CALLS"], "a") as file:
            file.write(" ".join(sys.argv[1:]) + "\n")
    with open(source) as file:
        text = file.read()
    kernels = re.findall(r"^\.visible \.entry (\w+)\(", text, re.M)
    limits = dict(re.findall(r"^\.visible \.entry (\w+)\([^{]*?\.maxnreg (\d+)", text, re.M))
    with open(target, "wb") as file:
        file.write(make_elf(kernels))
    print(os.environ.get("WARNING", ""))
    needed = figure("NEEDED", 256)
    for kernel in kernels:
        is_enough = int(limits.get(kernel, 0)) >= needed
        stack, used = (0, needed) if is_enough else (figure("STACK", 0), registers)
        print(f"ptxas info    : Compiling entry function '{kernel}' for 'sm_90'")
        print(f"ptxas info    : Function properties for {kernel}")
        print(f"    {stack} bytes stack frame, {stack // 4} bytes spill stores, {stack // 4} bytes spill loads")
        print(f"ptxas info    : Used {used} registers, used 1 barriers, {shared} bytes smem")


main()
