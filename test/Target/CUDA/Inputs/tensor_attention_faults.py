"""Plants faults into the PTX of attention and of its gradient on the tensor cores of warps: under each of three seeds the executor reports
one, or a result is wrong."""

import numpy as np

from hopper_attention import WARPS, Case, compile_cases, widen
from hopper_attention_faults import forget
from hopper_attention_gradient import GRADIENTS, GradientCase
from hopper_attention_gradient import compile_cases as compile_gradients
from hopper_attention_gradient_faults import HIDDEN, KEYS, PAIR, QUERIES, within
from planted import change, find_all, judge, run_region

FORWARD = Case(200, 600, 64, "causal", heads=(1, 2, 1))
BACKWARD = GradientCase(200, 300, 64, "causal", heads=(1, 2, 1))
WAIT, COPY = r"cp\.async\.wait_group \t0;", r"cp\.async\.cg\.shared\.global"
MATRICES = r"(ldmatrix\S+x4\.{}shared\.b16) \{{(%r\d+), (%r\d+), (%r\d+), (%r\d+)\}}"
PLAIN, TRANSPOSED = MATRICES.format(""), MATRICES.format(r"trans\.")
FAULTS = {
    "no wait": change(WAIT, ""),
    "no group ends": change(r"cp\.async\.commit_group;", ""),
    "no barrier after the wait": change(r"bar\.sync \t0;", ""),
    "copies are not swizzled": change(r"xor\.b32 \t(%r\d+), (%r\d+), (%r\d+);", r"mov.b32 \t\1, \3;", [0]),
    "rows of queries are swapped": change(PLAIN, r"\1 {\3, \2, \5, \4}", [0]),
    "words of keys are in the order of queries": change(PLAIN, r"\1 {\2, \4, \3, \5}", [-1]),
    "values are loaded as keys are": change(r"(ldmatrix\S+x4\.)trans\.", r"\1"),
    "columns of values are swapped": change(TRANSPOSED, r"\1 {\4, \5, \2, \3}", [0]),
    "halves of a pair of weights are exchanged": change(PAIR, r"cvt.rn.bf16x2.f32 \1, \3, \2;", [0]),
    "hidden keys are seen": change(r"selp\.f32 \t(%r\d+), (%r\d+), 0fFF800000, %p\d+;", r"mov.b32 \t\1, \2;"),
    "a key too many is seen": change(r"setp\.gt\.s32 (\t%p\d+, %r\d+, \d+;)", r"setp.ge.s32 \1"),
    "outputs are not rescaled": forget("mul", r"mov.b32 \t\1, \2\3;"),
    "sums are not rescaled": forget("fma", r"add.rn.f32 \t\1, \2\3\4;"),
    "maxima are of half of the lanes": change(
        r"(shfl\.sync\.bfly\.b32 \t%r\d+\|%p\d+, %r\d+|shfl\.sync\.bfly\.b32 \t%r\d+, %r\d+), 2,", r"\1, 1,"
    ),
    "rows after the last query are read": change(r"selp\.b32 \t(%r\d+), 16, 0, %p\d+;", r"mov.b32 \t\1, 16;"),
}
GRADIENT_FAULTS = {
    "no wait for queries": within(KEYS, change(WAIT, "")),
    "no wait for keys": within(QUERIES, change(WAIT, "")),
    "no barrier after the wait for queries": within(KEYS, change(r"bar\.sync \t0;", "")),
    "statistics are not copied": within(KEYS, change(COPY + r" \[%rd\d+\], \[%rd\d+\], 16, 16;", "")),
    "rows of keys are swapped": within(KEYS, change(PLAIN, r"\1 {\3, \2, \5, \4}", [0])),
    "cotangents are loaded as queries are": within(KEYS, change(r"(ldmatrix\S+x4\.)trans\.", r"\1", [0])),
    "halves of a pair are exchanged": within(QUERIES, change(PAIR, r"cvt.rn.bf16x2.f32 \1, \3, \2;")),
    "queries before the key are seen": within(KEYS, change(HIDDEN, r"mov.b32 \t\1, \2;")),
    "keys after the query are seen": within(QUERIES, change(HIDDEN, r"mov.b32 \t\1, \2;")),
    "the scale is left out": within(QUERIES, change(r"mul\.rn\.f32 \t(%r\d+), (%r\d+), 0f3E000000;", r"mov.b32 \t\1, \2;")),
}


def find_forward():
    """How many faults of attention are found."""
    ptx, specs = compile_cases(WARPS, [FORWARD], WARPS.schedules[0])
    inputs = FORWARD.make_inputs(np.random.default_rng(3))
    expected, wide, bound, other = FORWARD.compute(inputs)

    def isright(results):
        found, logarithm = results
        with np.errstate(invalid="ignore"):
            return (abs(widen(found) - expected) <= bound).all() and (abs(logarithm - wide) <= other).all()

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f0"], inputs, seed), isright)

    return find_all(ptx, {name: fault(ptx) for name, fault in FAULTS.items()}, report)


def find_backward():
    """How many faults of the gradient are found."""
    ptx, specs = compile_gradients(GRADIENTS[1], [BACKWARD], "64 rows, tiles of 64 queries or 64 keys, 2 slots")
    kernels = [launch["kernel"] for launch in specs["f0"]["launches"]]
    inputs = BACKWARD.make_inputs(np.random.default_rng(3))
    expected = BACKWARD.compute(inputs)

    def isright(found):
        with np.errstate(invalid="ignore"):
            return all((abs(widen(x) - y) <= bound).all() for x, (y, bound) in zip(found, expected, strict=True))

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f0"], inputs, seed), isright)

    return find_all(ptx, {name: fault(ptx, kernels) for name, fault in GRADIENT_FAULTS.items()}, report)


if __name__ == "__main__":
    print(f"{find_forward()} of {len(FAULTS)} faults of attention found")
    print(f"{find_backward()} of {len(GRADIENT_FAULTS)} faults of the gradient found")
