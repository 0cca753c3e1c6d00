"""Plants faults into the PTX of the gradient of attention: under each of three seeds the executor reports one, or a result is wrong."""

import re

import numpy as np

import hopper_attention_gradient
from hopper_attention_faults import FRAGMENT, WAIT
from planted import change, find_all, judge, run_region

CASE = hopper_attention_gradient.GradientCase(300, 300, 64, "causal", heads=(1, 4, 1))
SCHEDULE = "128 rows, tiles of 64 queries or 64 keys, 4 slots"
STATISTICS, KEYS, QUERIES = range(3)


def within(number, fault):
    """Applies a fault to one of the three kernels."""

    def apply(ptx, kernels):
        begin = ptx.index(f".visible .entry {kernels[number]}(")
        end = ptx.index(".visible .entry ", begin + 1)
        return ptx[:begin] + fault(ptx[begin:end]) + ptx[end:]

    return apply


def change_from(pattern, replacement, first):
    """Replaces the matches from number `first` on."""
    return lambda ptx: change(pattern, replacement, range(first, len(re.findall(pattern, ptx))))(ptx)


PAIR, TRANSPOSED = r"cvt\.rn\.bf16x2\.f32 (%r\d+), (%r\d+), (%r\d+);", r"(n64k16\S+ .*keeps, 1, 1, )1;"
HIDDEN, RELEASE = r"selp\.f32 \t(%r\d+), (%r\d+), 0f00000000, %p\d+;", r"mbarrier\.arrive\.shared\.b64 _, \[%r\d+\];"
ONE_GROUP, NO_GROUP = r"wgmma\.wait_group\.sync\.aligned 1;", r"wgmma\.wait_group\.sync\.aligned 0;"
# Waits in the text of a pass: the rows, a tile, and slots that the loads need.
FAULTS = {
    "columns are joined from half of the lanes": within(STATISTICS, change(r"(shfl\.sync\.bfly\.b32 .*), 4, 31, -1;", r"\1, 2, 31, -1;")),
    "weights are relative to no logarithm": within(STATISTICS, change(r"0fBFB8AA3B", "0f00000000")),
    "registers of weights are exchanged": within(KEYS, change(FRAGMENT, r"{\1, \3, \2, \4}, \5, keeps")),
    "halves of a pair are exchanged": within(QUERIES, change(PAIR, r"cvt.rn.bf16x2.f32 \1, \3, \2;")),
    "cotangents are read as if they were queries": within(KEYS, change(TRANSPOSED, r"\g<1>0;")),
    "queries before the key are seen": within(KEYS, change(HIDDEN, r"mov.b32 \t\1, \2;")),
    "keys behind the query are seen": within(QUERIES, change(HIDDEN, r"mov.b32 \t\1, \2;")),
    "a query too many is seen": within(KEYS, change(r"setp\.lt\.s32 (\t%p\d+, %r\d+, \d+;)", r"setp.le.s32 \1")),
    "a key too many is seen": within(QUERIES, change(r"setp\.gt\.s32 (\t%p\d+, %r\d+, \d+;)", r"setp.ge.s32 \1")),
    "the scale is left out": within(QUERIES, change(r"mul\.rn\.f32 \t(%r\d+), (%r\d+), 0f3E000000;", r"mov.b32 \t\1, \2;")),
    "keys and values of a block are not waited for": within(KEYS, change(WAIT, "", [0])),
    "queries and cotangents are not waited for": within(KEYS, change(WAIT, "", [1])),
    "slots are not waited for to be empty": within(KEYS, change_from(WAIT, "", 2)),
    "the phase of a slot is that of the first round": within(QUERIES, change(r"(done, \[%r\d+\]), %r\d+;", r"\1, 0;", [1])),
    "slots are not released": within(KEYS, change(RELEASE, "")),
    "scores of keys are not waited for": within(KEYS, change(ONE_GROUP, "", [1])),
    "scores of queries are not waited for": within(QUERIES, change(ONE_GROUP, "")),
    "transposed products of values are not waited for": within(KEYS, change(ONE_GROUP, "", [2])),
    "products of cotangents and values are not waited for": within(QUERIES, change(NO_GROUP, "", [0])),
    "gradients of keys and values are not waited for": within(KEYS, change(NO_GROUP, "", [-1])),
    "gradients of queries are not waited for": within(QUERIES, change(NO_GROUP, "", [-1])),
}


def main():
    ptx, specs = hopper_attention_gradient.compile_cases(hopper_attention_gradient.GRADIENTS[0], [CASE], SCHEDULE)
    kernels = [launch["kernel"] for launch in specs["f0"]["launches"]]
    inputs = CASE.make_inputs(np.random.default_rng(3))
    expected = CASE.compute(inputs)

    def isright(found):
        with np.errstate(invalid="ignore"):
            return all((abs(hopper_attention_gradient.widen(x) - y) <= bound).all() for x, (y, bound) in zip(found, expected, strict=True))

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f0"], inputs, seed), isright)

    count = find_all(ptx, {name: fault(ptx, kernels) for name, fault in FAULTS.items()}, report)
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
