"""Artifacts with code for several chips on stub GPUs of several architectures:  python3 chips.py LIBRARY NCCL DIRECTORY

A product of bf16 and one of f32, whose sum over two ranks is a communication; the factors are small integers, so every order of sums is
exact. The second product's weight has rows that tensor copies cannot read: code for Hopper packs it once, in persistent memory.
"""

import json
import os
import struct
import subprocess
import sys

import numpy as np

from sbp_testing.bfloats import round_to_bits
from sbp_testing.container import CODE, Container
from sbp_testing.harness import run

LIBRARY, NCCL, DIRECTORY = sys.argv[1:]
ALL = "sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_120"
BEST = {80: "sm_80", 86: "sm_86", 89: "sm_89", 90: "sm_90a", 100: "sm_100", 120: "sm_120"}

MODEL = """
sbp.placement @p ["tp" = 2]
func.func @main(
    %x: tensor<64x128xbf16> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
    %w: tensor<128x96xbf16> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
    %v: tensor<96x70xbf16> {sbp.state = "v", sbp.distribution = #sbp.distribution<@p, [B]>, sbp.init = dense<1.0> : tensor<96x70xbf16>})
    -> (tensor<64x70xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}, tensor<96x70xbf16> {sbp.state = "v"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x96xf32>) -> tensor<64x96xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x128xbf16>, tensor<128x96xbf16>) outs(%f : tensor<64x96xf32>) -> tensor<64x96xf32>
  %c = arith.truncf %h : tensor<64x96xf32> to tensor<64x96xbf16>
  %r = arith.maximumf %c, %c : tensor<64x96xbf16>
  %e2 = tensor.empty() : tensor<64x70xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x70xf32>) -> tensor<64x70xf32>
  %y = linalg.matmul ins(%r, %v : tensor<64x96xbf16>, tensor<96x70xbf16>) outs(%f2 : tensor<64x70xf32>) -> tensor<64x70xf32>
  return %y, %v : tensor<64x70xf32>, tensor<96x70xbf16>
}
"""


def path(name):
    return os.path.join(DIRECTORY, name)


def compile_for(chips, name, *flags):
    """Compiles the model and returns the path of its artifact."""
    run("sbp-compile", path("model.mlir"), "-o", path(name), "--target=cuda", f"--chip={chips}", *flags)
    return path(name)


def execute(artifact, architectures, *flags, **settings):
    """Runs an artifact on stub GPUs and returns exit code, messages, the architecture of each rank's code, and the result."""
    environment = {**os.environ, "SBP_CUDA_DRIVER": LIBRARY, "SBP_NCCL": NCCL, "SBP_STUB_ARCH": architectures}
    environment |= {"SBP_STUB_DEVICES": str(architectures.count(",") + 1), **settings}
    words = ["sbp-run", artifact, "--steps=2", "--json", f"--input=x=@{path('x.npy')}", f"--input=w=@{path('w.npy')}"]
    words += [f"--output=y=@{path('y.npy')}", *flags]
    process = subprocess.run(words, env=environment, text=True, capture_output=True, timeout=100)
    if process.returncode:
        return process.returncode, process.stderr.strip(), None, None
    return 0, "", [one["architecture"] for one in json.loads(process.stdout)["code"]], np.load(path("y.npy"))


def expect(artifact, architectures, chips, *flags, **settings):
    """Runs an artifact; its result must be numpy's, and the ranks' code that for `chips`."""
    code, text, used, value = execute(artifact, architectures, *flags, **settings)
    assert code == 0, text
    assert used == chips, f"on {architectures}: {used}, expected {chips}"
    assert (value == expected).all(), f"on {architectures}: wrong values"


def refuse(name, artifact, architectures, **settings):
    """Runs an artifact that must be refused with one message before anything runs."""
    code, text, _, _ = execute(artifact, architectures, **settings)
    assert code == 1 and text.count("error:") == 1, (code, text)
    print(f"{name}: {text[text.index('error:') :].replace(DIRECTORY + '/', '')}")


def check_architectures():
    two, all_chips = compile_for("sm_90a,sm_80", "two.sbpx"), compile_for(ALL, "all.sbpx")
    for capability, best in BEST.items():
        served = "sm_90a" if capability == 90 else "sm_80"
        expect(two, str(capability), [served] * 2)
        expect(all_chips, str(capability), [best] * 2)
        print(f"GPU of {capability / 10}: of two codes that for {served}, of seven that for {best}")
    for mixture in ("80,90", "90,80", "120,90", "86,89", "90,100"):
        chips = ["sm_90a" if one == "90" else "sm_80" for one in mixture.split(",")]
        for flags in ([], ["--cuda-graph"]):
            expect(two, mixture, chips, *flags, SBP_STUB_SEED="3")
        expect(all_chips, mixture, [BEST[int(one)] for one in mixture.split(",")])
    print("ranks on GPUs of two architectures: the values of one, as launches and graphs")
    expect(two, "90", ["sm_80"] * 2, SBP_STUB_DRIVER="12000")
    print("a driver too old for the PTX of sm_90a loads that of sm_80")


def check_messages():
    refuse("too early", path("two.sbpx"), "75")
    refuse("not served", compile_for("sm_90a", "hopper.sbpx"), "80")
    refuse("not served, later", path("hopper.sbpx"), "120")
    refuse("one of two", path("hopper.sbpx"), "90,89")


def write_damaged(name, change):
    """Writes the artifact of two codes with its code segments changed by `change`, and all sums right."""
    with open(path("two.sbpx"), "rb") as file:
        container = Container(file.read())
    segments = list(container.segments)
    codes = [i for i, (kind, _) in enumerate(container.entries) if kind == CODE]
    assert len(codes) == 2
    change(container, segments, codes)
    with open(path(name), "wb") as file:
        file.write(container.assemble(bytearray(container.header), segments, reseal=False))
    return path(name)


def swap(_, segments, codes):
    segments[codes[0]], segments[codes[1]] = segments[codes[1]], segments[codes[0]]


def copy_first(_, segments, codes):
    segments[codes[1]] = segments[codes[0]]


def empty(_, segments, codes):
    """Leaves of the second segment what it says of itself, and no code."""
    data = segments[codes[1]]
    _, offset, size = struct.unpack_from("<QQQ", data, len(data) - 48)
    interface = data[offset : offset + size]
    interface += bytes(-len(interface) % 64)
    segments[codes[1]] = interface + struct.pack("<QQQ", 0, 0, size) + data[-24:]


def remove(container, segments, codes):
    container.remove(codes[1])
    del segments[codes[1]]


def check_damage():
    for name, change in {"swapped": swap, "one twice": copy_first, "emptied": empty, "removed": remove}.items():
        refuse(name, write_damaged("damaged.sbpx", change), "90")


def check_sizes():
    sizes = [os.path.getsize(compile_for(chips, "size.sbpx")) for chips in ("sm_80", "sm_90a", "sm_80,sm_90a")]
    ratio = sizes[2] / (sizes[0] + sizes[1])
    assert ratio <= 1.1, sizes
    print("an artifact of two codes is at most 1.1 times as large as both")


os.environ["SBP_PTXAS"] = ""  # PTX alone: stub GPUs run no machine code
numbers = np.random.default_rng(5)
x, w = (numbers.integers(-2, 3, shape).astype(np.float32) for shape in ((64, 128), (128, 96)))
np.save(path("x.npy"), round_to_bits(x))
np.save(path("w.npy"), round_to_bits(w))
hidden = x.astype(np.float64) @ w
assert np.abs(hidden).max() <= 256, "the sums are exact in bf16"
expected = hidden @ np.ones((96, 70))
with open(path("model.mlir"), "w") as file:
    file.write(MODEL)
check_architectures()
check_messages()
check_damage()
check_sizes()
