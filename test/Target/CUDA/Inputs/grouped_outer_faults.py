"""Plants faults into the PTX of the sums of outer products of groups: under each of three seeds the executor reports one, or the result is
wrong. Bounds descend and lie outside of the rows, a group is empty, some rows belong to no group, and the longest group has more slices than
the ring has stages."""

import numpy as np

import grouped_outer
from hopper_products import widen
from planted import change, find_all, judge, run_region

CASE = grouped_outer.Case("faults", [5, 75, 20, 240, 400], 333, 4, inner=72, columns=72)
LAST_SHUFFLE = r"(shfl\.sync\.bfly\.b32 \t%r\d+, %r\d+, 1, 31, -1;\n\tmax\.s32 \t(%r\d+), [^;]*;)"
FAULTS = {
    "the first row of the next group is taken too": change(r"setp\.lt\.u32 (\t%p\d+, %r\d+, %r\d+;)", r"setp.le.u32 \1"),
    "the last row of the group before is taken too": change(LAST_SHUFFLE, r"\1\n\tsub.s32 \t\2, \2, 1;"),
    "a group begins a row late": change(LAST_SHUFFLE, r"\1\n\tadd.s32 \t\2, \2, 1;"),
    "rows after the group are read": change(r"selp\.b32 \t(%r\d+), (%r\d+), 0, %p\d+;", r"mov.b32 \1, \2;"),
    "columns after the last are read": change(r"selp\.b32 \t(%r\d+), 16, 0, %p\d+;", r"mov.b32 \1, 16;"),
    "an empty group is not stored": change(r"(mov\.b16 \t%rs\d+, %rs\d+;\n\t@%p\d+) bra \t\S+;", r"\1 ret;"),
    "sums of an empty group are not cleared": change(r"mov\.b16 \t(%rs\d+), 0x0000;", r"mov.b16 \1, 0x3f80;"),
    "sums do not begin at zero": change(r"mov\.b32 \t(%r\d+), 0f00000000;", r"mov.b32 \1, 0f3F800000;", [0]),
    "bounds are not clamped to the rows": change(r"min\.s32 \t(%r\d+), (%r\d+), 333;", r"mov.b32 \t\1, \2;"),
    "bounds below earlier ones are taken": change(r"max\.[su]32 \t(%r\d+), (%r\d+), (%r\d+);", r"mov.b32 \t\1, \3;"),
    "bounds of other lanes are not asked": change(r"(shfl\.sync\.bfly\.b32 .*), \d+, 31, -1;", r"\1, 0, 31, -1;"),
    "the end of a group is its begin": change(r"(ld\.global\S* \t%r\d+, \[%rd\d+)\+4\];", r"\1];"),
    "a wait too few": change(r"cp\.async\.wait_group \t2;", "cp.async.wait_group 3;"),
    "no barrier after the wait": change(r"bar\.sync \t0;", ""),
    "no group of copies ends": change(r"cp\.async\.commit_group;", ""),
    "the block ends with copies in flight": change(r"cp\.async\.wait_group \t0;", ""),
    "a row of the next group's result is written": change(r"setp\.ge\.u32 (\t%p\d+), (%r\d+), %r\d+;", r"setp.ne.u32 \1, \2, \2;"),
}


def main():
    ptx, specs = grouped_outer.compile_cases("sm_80", [CASE], grouped_outer.SCHEDULES[1])
    inputs = CASE.make_inputs(np.random.default_rng(3))
    expected, bound = CASE.compute(*inputs)

    def isright(results):
        with np.errstate(invalid="ignore"):
            return (abs(widen(results[0]) - expected) <= bound).all()

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f0"], inputs, seed), isright)

    count = find_all(ptx, {name: fault(ptx) for name, fault in FAULTS.items()}, report)
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
