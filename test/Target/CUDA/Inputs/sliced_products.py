"""Products of which only slices are read, such as query, key and value by one weight, against numpy: values are small integers,
so that sums are exact. Prints the generators of the launches."""

import numpy as np

from function_text import Function
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16
from sbp_testing.compared import Compared

ROWS = (2, 20)


def columns(f, x, *ranges):
    return [f.slice(x, [0] * (len(x[1]) - 1) + [begin], [*x[1][:-1], size]) for begin, size in ranges]


def heads(f, x):
    """[b, t, 2 c] as [b, 2, t, c]."""
    batch, tokens, width = x[1]
    return f.transpose(f.reshape(x, ((0,), (1,), (2, 3)), (batch, tokens, 2, width // 2)), (0, 2, 1, 3))


def add_bias(f, x):
    bias, last = f.input((x[1][-1],)), len(x[1]) - 1
    body = f"%r = arith.addf %a0, %a1 : {f.element}"
    return f.each(body, lambda a, b: a + b, x[1], (x, range(len(x[1]))), (bias, (last,)))


def make(f, outputs, shape=ROWS):
    return f.product(f.input((*shape, 64)), f.input((outputs, 64)))


def attention_inputs(f):
    return [heads(f, x) for x in columns(f, make(f, 384), (0, 128), (128, 128), (256, 128))]


def with_bias(f):
    return [heads(f, x) for x in columns(f, add_bias(f, make(f, 256)), (0, 64), (64, 64), (128, 128))]


def reshaped(f):
    y = f.reshape(make(f, 192, (40,)), ((0, 1), (2,)), (2, 20, 192))
    return columns(f, add_bias(f, y), (64, 128), (0, 64))


def gated(f):
    left, right = columns(f, make(f, 256), (0, 128), (128, 128))
    every = range(3)
    return [f.each(f"%r = arith.mulf %a0, %a1 : {f.element}", lambda a, b: a * b, left[1], (left, every), (right, every))]


def with_gaps(f):
    return columns(f, make(f, 320), (200, 64), (8, 100))


def overlapping(f):
    return columns(f, make(f, 192), (0, 128), (64, 128))


def slices_of_slices(f):
    first, second = columns(f, make(f, 320), (0, 192), (192, 128))
    return [*columns(f, first, (0, 64), (64, 128)), second]


def narrow(f):
    return columns(f, make(f, 128), (0, 120), (120, 8))


def read_whole(f):
    y = make(f, 192)
    return [y, *columns(f, y, (0, 64), (64, 128))]


def by_rows(f):
    y = make(f, 64)
    return [f.slice(y, (0, begin, 0), (2, 10, 64)) for begin in (0, 10)]


def of_one_row(f):
    return columns(f, make(f, 192, (1,)), (0, 64), (64, 128))


# Name, builder, whether slices are copied, the number of launches.
CASES = (
    ("attention", attention_inputs, 1),
    ("bias", with_bias, 1),
    ("reshaped", reshaped, 1),
    ("gated", gated, 1),
    ("gaps", with_gaps, 1),
    ("overlapping", overlapping, 1),
    ("slices of slices", slices_of_slices, 1),
    ("narrow", narrow, None),
    ("whole", read_whole, None),
    ("rows", by_rows, None),
    ("one row", of_one_row, None),
)


def main():
    compared, launches = Compared(), []
    for chip, element in (("sm_90a", "bf16"), ("sm_80", "f32")):
        functions = [Function(f"f{i}", element, np.random.default_rng(i), (-1, 2)) for i in range(len(CASES))]
        text = "".join(f.text(*build(f)) for f, (_, build, _) in zip(functions, CASES))
        regions = cuda_kernels.compile_text(text, f"--chip={chip}")
        for f, (name, _, count) in zip(functions, CASES):
            region = regions[f.name]
            found = region(*(f.narrow(values) for _, _, values in f.inputs))
            for number, (one, expected) in enumerate(zip(found if len(f.expected) > 1 else [found], f.expected, strict=True)):
                one = from_bf16(one) if element == "bf16" else one
                compared.add(f"{name}, {chip}, result {number}", one.astype(np.float64), expected.astype(np.float64), 0)
            families = [launch["family"] for launch in region.description["launches"]]
            launches.append(f"{name}, {chip}: {' '.join(families)}")
            assert count is None or (len(families) == count and "copy" not in families) or chip != "sm_90a", launches[-1]
    compared.show("regions agree")
    print("\n".join(launches))


if __name__ == "__main__":
    main()
