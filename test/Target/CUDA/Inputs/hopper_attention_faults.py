"""Plants faults into the PTX of an attention on tensor cores: under each of three seeds the executor reports one, or the result is wrong."""

import re

import numpy as np

import hopper_attention
from planted import change, find_all, judge, run_region
from sbp_testing import cuda_kernels

CASE = hopper_attention.Case(200, 600, 64, "causal", heads=(1, 2, 1))


def find_factors(ptx):
    """The exponentials that each multiply half of the outputs, in the loop."""
    exponentials = re.findall(r"ex2\.approx\.ftz\.f32 \t?(%r\d+),", ptx)
    return [one for one in exponentials if len(re.findall(rf"mul\.(?:rn\.)?f32 .*{one}\b", ptx)) >= 16]


def forget(operation, instead):
    """Replaces the operations by a factor of the outputs or of their sum."""

    def apply(ptx):
        factors = find_factors(ptx)
        assert len(factors) == 2, factors
        for factor in factors:
            ptx = change(rf"{operation}\.(?:rn\.)?f32 \t(%r\d+), (?:{factor}, (%r\d+)|(%r\d+), {factor})(,? ?%?r?\d*);", instead)(ptx)
        return ptx

    return apply


# Waits in the text: queries and the first keys, keys and values of the loop, those of the loads, the last values.
WAIT, FRAGMENT = "@!done bra WAIT;", r"\{(%r\d+), (%r\d+), (%r\d+), (%r\d+)\}, (%rd\d+), keeps"
FAULTS = {
    "registers of weights are exchanged": change(FRAGMENT, r"{\1, \3, \2, \4}, \5, keeps"),
    "halves of a pair of weights are exchanged": change(
        r"cvt\.rn\.bf16x2\.f32 (%r\d+), (%r\d+), (%r\d+);", r"cvt.rn.bf16x2.f32 \1, \3, \2;"
    ),
    "values are read as if they were keys": change(r"(n64k16\S+ .*keeps, 1, 1, )1;", r"\g<1>0;"),
    "hidden keys are seen": change(r"selp\.f32 \t(%r\d+), (%r\d+), 0fFF800000, %p\d+;", r"mov.b32 \t\1, \2;"),
    "a key too many is seen": change(r"setp\.gt\.s32 (\t%p\d+, %r\d+, \d+;)", r"setp.ge.s32 \1"),
    "outputs are not rescaled": forget("mul", r"mov.b32 \t\1, \2\3;"),
    "sums are not rescaled": forget("fma", r"add.rn.f32 \t\1, \2\3\4;"),
    "maxima are of half of the lanes": change(
        r"(shfl\.sync\.bfly\.b32 \t%r\d+\|%p\d+, %r\d+|shfl\.sync\.bfly\.b32 \t%r\d+, %r\d+), 2,", r"\1, 1,"
    ),
    "queries are not waited for": change(WAIT, "", [0]),
    "keys are not waited for": change(WAIT, "", [2]),
    "values are not waited for": change(WAIT, "", [3]),
    "slots are not waited for to be empty": lambda ptx: change(WAIT, "", range(4, ptx.count(WAIT) - 1))(ptx),
    "the phase of keys is that of the first round": change(r"(done, \[%r\d+\]), %r\d+;", r"\1, 0;", [2]),
    "slots of keys are not released": change(r"mbarrier\.arrive\.shared\.b64 _, \[%r\d+\];", "", [1]),
    "slots of values are not released": change(r"mbarrier\.arrive\.shared\.b64 _, \[%r\d+\];", "", [2]),
    "scores are not waited for": change(r"wgmma\.wait_group\.sync\.aligned 1;", ""),
    "outputs are not waited for": change(r"wgmma\.wait_group\.sync\.aligned 0;", "", [-1]),
}


def main():
    ptx, specs = cuda_kernels.compile_ptx(CASE.get_text("f"), "--chip=sm_90a")
    inputs = CASE.make_inputs(np.random.default_rng(3))
    expected, wide, bound, other = CASE.compute(inputs)

    def isright(results):
        found, logarithm = results
        with np.errstate(invalid="ignore"):
            return (abs(hopper_attention.widen(found) - expected) <= bound).all() and (abs(logarithm - wide) <= other).all()

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f"], inputs, seed), isright)

    count = find_all(ptx, {name: fault(ptx) for name, fault in FAULTS.items()}, report)
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
