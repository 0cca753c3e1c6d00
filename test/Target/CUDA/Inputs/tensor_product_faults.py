"""Plants faults into the PTX of a product on the tensor cores of warps: under each of three seeds the executor reports one, or the
result is wrong."""

import numpy as np

from hopper_products import describe_class, make, product, widen
from planted import change, find_all, judge, run_region
from sbp_testing import cuda_kernels

CASE = ("bf16", 120, 72, 248, False, True, 0, "")
SCHEDULE, STAGE_BYTES = "tiles of 64 x 64 x 32, 4 stages, 4 warps", 8192
COPY, MATRICES = r"cp\.async\.cg\.shared\.global", r"(ldmatrix\S+) \{(%r\d+), (%r\d+), (%r\d+), (%r\d+)\}"
FAULTS = {
    "a wait too few": change(r"cp\.async\.wait_group \t2;", "cp.async.wait_group 3;"),
    "no wait": change(r"cp\.async\.wait_group \t2;", ""),
    "no group ends": change(r"cp\.async\.commit_group;", ""),
    "no barrier after the wait": change(r"bar\.sync \t0;", ""),
    # The first of the copies in the loop, to the last stage.
    "a stage that is multiplied is filled": change(
        rf"{COPY} \[(%rd\d+)\], (\[%rd\d+\+?\d*\])", rf"cp.async.cg.shared.global [\1+-{3 * STAGE_BYTES}], \2", range(1, 5)
    ),
    "a stage in flight is filled": change(
        rf"{COPY} \[(%rd\d+)\], (\[%rd\d+\])", rf"cp.async.cg.shared.global [\1+-{2 * STAGE_BYTES}], \2", [1]
    ),
    "the block ends with copies in flight": change(r"cp\.async\.wait_group \t0;", ""),
    "copies are not swizzled": change(r"xor\.b32 \t(%r\d+), (%r\d+), (%r\d+);", r"mov.b32 \1, \3;", [0]),
    "a step of k is no exclusive or": change(r"xor\.b32 \t(%r\d+), (%r\d+), 32;", r"add.s32 \1, \2, 32;", [0]),
    "rows of a fragment are swapped": change(MATRICES, r"\1 {\3, \2, \5, \4}", [2]),
    "k of a fragment is swapped": change(MATRICES, r"\1 {\4, \5, \2, \3}", [2]),
    "words of B are in the order of A": change(MATRICES, r"\1 {\2, \4, \3, \5}", [0]),
    "rows beyond the edge are read": change(r"selp\.b32 \t(%r\d+), 16, 0, %p\d+;", r"mov.b32 \1, 16;"),
    "no row is read": change(r"selp\.b32 \t(%r\d+), 16, 0, (%p\d+);", r"selp.b32 \1, 0, 0, \2;", [0]),
}


def main():
    rng = np.random.default_rng(3)
    choice = {"shape": describe_class(*CASE), "generator": "tensor_product", "schedule": SCHEDULE}
    ptx, specs = cuda_kernels.compile_tuned(product("f", *CASE), [choice], "--chip=sm_80")
    kind, m, n, k = CASE[:4]
    a, b = make(rng, kind, (m, k)), make(rng, kind, (n, k))
    expected, scale = widen(a) @ widen(b).T, abs(widen(a)) @ abs(widen(b)).T

    def isright(results):
        return (abs(results[0] - expected) <= 3e-6 * scale).all()

    def report(text, seed):
        return judge(lambda: run_region(text, specs["f"], [a, b], seed), isright)

    count = find_all(ptx, {name: fault(ptx) for name, fault in FAULTS.items()}, report)
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
