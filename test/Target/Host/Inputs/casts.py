"""Conversions between all element types, of lengths from 1 to 33, compiled for every processor that --cpu names.

Kernels may call memset, memcpy and memmove alone, which compile_text checks. Where this machine can run what was compiled,
results are compared bit by bit with conversions in exact arithmetic; NaN with NaN, and between processors.

    casts.py [CPU...]        (all three by default)
"""

import math
import os
import sys

import numpy as np

from sbp_testing.bfloats import from_bf16
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

# Below, at and above the lengths of vectors; with SBP_FULL all of 1 to 33.
SIZES = range(1, 34) if os.environ.get("SBP_FULL") else [1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 24, 31, 32, 33]
ROUNDS = 3  # runs of each size, on other numbers
FLOATS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}
INTEGERS = {"i64": 64, "i32": 32, "i8": 8, "i1": 1}
# Bits of significance, and the exponents of the smallest step and of the first power of two that is too large.
FORMATS = {"f64": (53, -1074, 1024), "f32": (24, -149, 128), "f16": (11, -24, 16), "bf16": (8, -133, 128)}
FLAGS = {
    "x86-64-v3": {"avx2", "fma", "f16c", "bmi2"},
    "x86-64-v4": {"avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512cd"},
    "native": set(),
}


def list_conversions():
    """(op, source, target), for all pairs of types; f16 and bf16 are of one size, which no op of arith converts between."""
    ops = []
    for source in [*FLOATS, *INTEGERS]:
        for target in [*FLOATS, *INTEGERS]:
            a, b = (FLOATS | INTEGERS)[source], (FLOATS | INTEGERS)[target]
            if source in FLOATS and target in FLOATS:
                names = ["extf"] if a < b else ["truncf"] if a > b else ["bitcast"]
            elif source in INTEGERS and target in INTEGERS:
                names = ["extsi", "extui"] if a < b else ["trunci"] if a > b else ["bitcast"]
            else:
                names = ["fptosi", "fptoui"] if source in FLOATS else ["sitofp", "uitofp"]
            ops += [(name, source, target) for name in names if source != target]
    return ops


def round_exactly(number, type_):
    """A Python integer or float as the nearest value of a float type, ties to even."""
    if isinstance(number, float) and (math.isnan(number) or math.isinf(number) or number == 0):
        return number
    numerator, denominator = number.as_integer_ratio()
    if numerator == 0:
        return 0.0
    bits, smallest, limit = FORMATS[type_]
    exponent = abs(numerator).bit_length() - denominator.bit_length()  # of the number, or one above it
    if abs(numerator) << max(0, -exponent) < denominator << max(0, exponent):
        exponent -= 1
    step = max(exponent - bits + 1, smallest)
    scaled, divisor = abs(numerator) << max(0, -step), denominator << max(0, step)
    quotient, rest = divmod(scaled, divisor)
    quotient += 2 * rest > divisor or (2 * rest == divisor and quotient % 2)
    sign = -1.0 if numerator < 0 else 1.0
    if quotient.bit_length() + step > limit:
        return sign * math.inf
    return sign * math.ldexp(quotient, step)


def convert(op, source, target, number):
    """The value of one conversion: Python floats and integers (i1: 0 or -1)."""
    if op in ("extf", "truncf"):
        return round_exactly(number, target)
    width = INTEGERS.get(source)
    if op in ("sitofp", "uitofp"):
        return round_exactly(number % 2**width if op == "uitofp" else number, target)
    if op in ("extsi", "extui"):
        return number % 2**width if op == "extui" else number
    width = INTEGERS[target]
    if op == "trunci":
        number %= 2**width
        return number - 2**width if number >= 2 ** (width - 1) else number
    low, high = (0, 2**width - 1) if op == "fptoui" else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)
    number = 0 if math.isnan(number) else min(max(number, low), high)
    number = math.trunc(number)
    return number - 2**width if number >= 2 ** (width - 1) else number


def decode(array, type_):
    if type_ == "i1":
        return [-int(value) for value in array]
    return [value.item() for value in (from_bf16(array) if type_ == "bf16" else array)]


def encode(values, type_):
    """Exact values as they lie in memory; NaN as 0x7fc0 where it is of bf16."""
    if type_ == "i1":
        return np.array([value != 0 for value in values])
    if type_ == "bf16":
        return (np.array(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return np.array(values, NUMPY_TYPES[type_])


def draw_pool(type_, rng):
    """Encoded numbers of a type: special ones, all sizes, and those near ties of the narrower types."""
    if type_ in INTEGERS:
        width = INTEGERS[type_]
        pool = {0, -1, 2 ** (width - 1) - 1, -(2 ** (width - 1))}
        for bit in range(width - 1):
            pool |= {2**bit, -(2**bit), 2**bit - 1}
        for bit in range(9, width - 1):  # ties of bf16, and one beside them
            pool |= {2**bit + 2 ** (bit - 8), 2**bit + 2 ** (bit - 8) + 1, -(2**bit) - 2 ** (bit - 8) - 1, 2**bit + 3 * 2 ** (bit - 8)}
        pool |= {int(value) for value in rng.integers(-(2 ** (width - 1)), 2 ** (width - 1) - 1, 200)}
        return encode(sorted(value for value in pool if -(2 ** (width - 1)) <= value < 2 ** (width - 1)), type_)
    if type_ in ("f16", "bf16"):
        bits = np.concatenate([rng.integers(0, 2**16, 400), [0, 0x8000, 1, 0x7C00, 0xFC00, 0x7C01, 0x7F80, 0xFF80, 0x7F81, 0xFFC1]])
        return bits.astype(np.uint16).view(NUMPY_TYPES[type_])
    exponents = rng.integers(-160, 140, 200)
    wide = np.ldexp(rng.uniform(1, 2, 200), exponents) * rng.choice([-1, 1], 200)
    ties = np.ldexp(1 + rng.integers(0, 2**9, 200) / 2**8, rng.integers(-150, 128, 200))  # of bf16 where the last bit is odd
    halves = np.ldexp(1 + rng.integers(0, 2**12, 200) / 2**11, rng.integers(-26, 16, 200))
    beside = np.concatenate([ties * (1 + 2.0**-40), ties * (1 - 2.0**-40), halves * (1 + 2.0**-40)])
    special = [
        0.0,
        -0.0,
        math.inf,
        -math.inf,
        math.nan,
        65504.0,
        65519.999,
        65520.0,
        3.3895e38,
        3.4e38,
        2.0**-149,
        1e-310,
        -0.5,
        0.999,
        -128.5,
        127.9,
        255.9,
        2.0**31,
        2.0**63,
        -(2.0**63),
        2.0**64,
        1e300,
    ]
    with np.errstate(over="ignore", under="ignore"):
        return np.concatenate([special, wide, ties, -ties, halves, beside, rng.uniform(-300, 300, 100)]).astype(NUMPY_TYPES[type_])


def write_function(size, conversions):
    """One function of `size` elements: an input per source type, a result per conversion."""
    sources = [*FLOATS, *INTEGERS]
    arguments = ", ".join(f"%{s}: tensor<{size}x{s}>" for s in sources)
    lines, names, types = [], [], []
    for i, (op, source, target) in enumerate(conversions):
        lines.append(f"  %r{i} = arith.{op} %{source} : tensor<{size}x{source}> to tensor<{size}x{target}>")
        names.append(f"%r{i}")
        types.append(f"tensor<{size}x{target}>")
    return (
        f"func.func @casts_{size}({arguments}) -> ({', '.join(types)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(names)} : {', '.join(types)}\n}}\n"
    )


def can_run(cpu):
    flags = set()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("flags"):
                flags = set(line.split(":")[1].split())
                break
    return FLAGS[cpu] <= flags


def check(op, source, target, inputs, found):
    if op == "bitcast":
        assert inputs.tobytes() == found.tobytes(), (op, source, target)
        return
    expected = encode([convert(op, source, target, number) for number in decode(inputs, source)], target)
    isnan = [isinstance(value, float) and math.isnan(value) for value in decode(found, target)]
    same = [a.tobytes() == b.tobytes() for a, b in zip(found, expected)]
    wanted = decode(expected, target)
    for i, number in enumerate(decode(inputs, source)):
        agrees = same[i] or (isnan[i] and math.isnan(wanted[i]))
        assert agrees, f"{op} {source} to {target}: {number!r} gives {decode(found, target)[i]!r}, expected {wanted[i]!r}"


def main():
    conversions = list_conversions()
    sources = [*FLOATS, *INTEGERS]
    rng = np.random.default_rng(7)
    pools = {source: draw_pool(source, rng) for source in sources}
    results, checked = {}, 0
    for cpu in sys.argv[1:] or FLAGS:
        regions = {}
        for first in range(0, len(SIZES), 3):  # a few at a time: the tool has a time limit
            text = "".join(write_function(size, conversions) for size in SIZES[first : first + 3])
            regions |= compile_text(text, f"--cpu={cpu}")
        runs = can_run(cpu)
        print(f"{cpu}: {len(conversions)} conversions of {len(SIZES)} sizes compiled" + ("" if runs else ", not run: not this machine's"))
        if not runs:
            continue
        starts = dict.fromkeys(sources, 0)
        found = []
        for size in [*SIZES] * ROUNDS:
            inputs = {}
            for source in sources:
                inputs[source] = np.take(pools[source], range(starts[source], starts[source] + size), mode="wrap")
                starts[source] += size
            with np.errstate(all="ignore"):
                outputs = regions[f"casts_{size}"](*inputs.values())
                if not results:
                    for (op, source, target), output in zip(conversions, outputs):
                        check(op, source, target, inputs[source], output)
                        checked += size
            found += [output.tobytes() for output in outputs]
        assert found == results.setdefault("bits", found), f"{cpu} gives other bits"
    print(f"{checked} numbers converted, all as in exact arithmetic, the same bits on every processor")


main()
