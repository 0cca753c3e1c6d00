"""Plants faults into the PTX of an attention on tensor cores: under each of three seeds the executor reports one, or the result is wrong."""

import re
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[2] / "Host" / "Inputs"))
import cuda_kernels
import hopper_attention

SEEDS = (1, 2, 3)
CASE = hopper_attention.Case(200, 600, 64, "causal", heads=(1, 2, 1))


def change(pattern, replacement, occurrences=None):
    """Replaces all matches of `pattern`, or those with these numbers."""

    def apply(ptx):
        found = list(re.finditer(pattern, ptx))
        assert found, pattern
        chosen = found if occurrences is None else [found[i] for i in occurrences]
        for match in reversed(chosen):
            ptx = ptx[: match.start()] + match.expand(replacement) + ptx[match.end() :]
        return ptx

    return apply


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


def run(ptx, spec, inputs, seed):
    """What a run reports, or nothing where its results are right."""
    try:
        machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
        found, logarithm = cuda_kernels.Region(machine, spec).run_once(seed, inputs, ())
    except AssertionError as error:
        return str(error).split(": ", 1)[-1]
    expected, wide, bound, other = CASE.compute(inputs)
    with np.errstate(invalid="ignore"):
        right = (abs(hopper_attention.widen(found) - expected) <= bound).all() and (abs(logarithm - wide) <= other).all()
    return "" if right else "wrong results"


def main():
    ptx, specs = cuda_kernels.compile_ptx(CASE.get_text("f"), "--chip=sm_90a")
    inputs = CASE.make_inputs(np.random.default_rng(3))
    assert run(ptx, specs["f"], inputs, 1) == "", "the kernel without a fault is wrong"
    count = 0
    for name, fault in FAULTS.items():
        faulty = fault(ptx)
        reports = [run(faulty, specs["f"], inputs, seed) for seed in SEEDS]
        print(f"{name}: {'; '.join(sorted(set(reports)))}")
        assert all(reports), f"{name}: {reports.count('')} of {len(SEEDS)} seeds do not find it"
        count += 1
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
