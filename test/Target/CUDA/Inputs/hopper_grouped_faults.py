"""Plants faults into the PTX of a grouped product on tensor cores: under each of three seeds the executor reports one, or the result is
wrong.  Bounds descend and lie outside of the rows, some rows belong to no group, and k has more slices than the ring has slots.
"""

import numpy as np

import hopper_grouped
from hopper_products import widen
from planted import change, find_all, judge, run_region

CASE = hopper_grouped.Case("faults", [5, 75, 20, 150, 400], 333, 4, inner=648)
WAIT = "@!done bra WAIT;"
UP = r"(shfl\.sync\.up\.b32 \t%r\d+, %r\d+, )1,"
COPY = r"(cp\.async\.bulk\.tensor\.3d\S+ \[%r\d+\], \[%rd\d+, \{%r\d+, )(%r\d+), (%r\d+)\}"


FAULTS = {
    "bounds are not clamped to the rows": change(r"min\.s32 \t(%r\d+), (%r\d+), 333;", r"mov.b32 \t\1, \2;"),
    "bounds below earlier ones are taken": change(r"max\.[su]32 \t(%r\d+), (%r\d+), (%r\d+);", r"mov.b32 \t\1, \2;"),
    "tiles of a group are rounded down": change(r"add\.s32 \t(%r\d+), (%r\d+), 63;", r"mov.b32 \t\1, \2;"),
    "a group begins at its own end": change(UP, r"\g<1>0,", [1]),
    "tiles of the group in front are not counted": change(UP, r"\g<1>3,", [2]),
    "the table is read before it is filled": change(r"bar\.sync \t0;", "", [0]),
    "the search ends a group too early": change(r"setp\.gt\.u32 (\t%p\d+, %r\d+, %r\d+;)", r"setp.ge.u32 \1"),
    "weights are of the first group": change(COPY, r"\1\2, 0}"),
    "weights are read at the wrong k": change(COPY, r"\1\3, \3}"),
    "rows of the next group are stored": change(r"setp\.ge\.u32 (\t%p\d+), (%r\d+), (%r\d+);", r"setp.gt.u32 \1, \2, \3;"),
    "rows of no group are not written": change(r"st\.global\.v4\.b32 [^;]*;", ""),
    "products do not wait for loads": change(WAIT, "", [0]),
    "loads do not wait for empty slots": lambda ptx: change(WAIT, "", range(2, ptx.count(WAIT)))(ptx),
    "slots are not released": change(r"mbarrier\.arrive\.shared\.b64 _, \[%r\d+\];", "", [0]),
    "sums are not waited for": change(r"wgmma\.wait_group\.sync\.aligned 0;", ""),
    "sums of the tile before are kept": change(r"setp\.ne\.b32 keeps, %r\d+, 0;", "setp.eq.b32 keeps, 0, 0;", [0]),
    "results are copied before they are written": change(r"bar\.sync \t%r\d+, 128;", "", [1]),
    "results are not visible to copies": change(r"fence\.proxy\.async\.shared::cta;", ""),
}


def main():
    ptx, specs = hopper_grouped.compile_cases("sm_90a", [CASE], hopper_grouped.SCHEDULES[2])
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
