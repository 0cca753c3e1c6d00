"""Plants faults into the PTX of rows that begin at any element: under each of three seeds the executor reports one, or the bits are others."""

import numpy as np

import cluster_rows
from planted import change, find_all, judge, run_region
from sbp_testing import cuda_kernels

# Leads of 16 and 23 columns, bulk copies behind them, and gains in shared memory.
SHIFTED = ("layer_norm", 2, 17001, "f32", None)
# Rows are read three elements behind an aligned place, and written to one.
CUT = ("offset_softmax", 2, 16400, "f32", None)

FAULTS = {
    SHIFTED: {
        "the last element is left out": change(r"(sub\.s32 \t%r\d+), 17001,", r"\1, 17000,"),
        "an element behind the row is read": change(r"(sub\.s32 \t%r\d+), 17001,", r"\1, 17002,"),
        "rows begin at another element": change(r"(mul\.lo\.s32 \t%r\d+, %r\d+), 7;", r"\1, 6;"),
        "the lead has an element more": change(r"or\.b32 (\t%r\d+, %r\d+), 16;", r"add.s32 \1, 17;"),
        "every block has the edges": change(r"setp\.eq\.b32 (\t%p\d+, %r2), 0;", r"setp.ge.u32 \1, 0;"),
        "a copy begins a vector early": change(r"(add\.s64 \t%rd\d+, %rd\d+), 64;", r"\1, 48;", [0]),
        "a copy has a vector less": change(r"(min\.u32 \t%r\d+, %r\d+), 4256;", r"\1, 4240;", [0]),
        "gains are those of the next column": change(r"(add\.s64 \t%rd\d+, %rd\d+), 49228;", r"\1, 49232;"),
        "the part of gains is too short": change(r"(setp\.lt\.u32 \t%p\d+, %r\d+), 4287;", r"\1, 4240;"),
    },
    CUT: {
        "the last lane of a warp takes what the first one has": change(r"(setp\.ne\.b32 \t%p\d+, %r\d+), 31;", r"\1, 32;"),
        "the lane of the last vector takes what no lane has": change(r"(add\.s32 \t%r\d+, %r\d+), 4;", r"\1, 8;", [0]),
        "lanes take the vector of the lane before": change(r"(add\.s32 \t%r\d+, %r\d+), 1;", r"\1, -1;", [0]),
        "the last lane loads its vector twice": change(r"(add\.s64 \t%rd\d+, %rd\d+), 68;", r"\1, 52;"),
        "vectors are cut at another element": change(
            r"(st\.shared\.v4\.b32 \t\[%rd\d+\]), \{(%r\d+), (%r\d+), (%r\d+), (%r\d+)\}", r"\1, {\3, \4, \5, \2}", [0]
        ),
    },
}


def main():
    count = 0
    for case, faults in FAULTS.items():
        ptx, specs = cuda_kernels.compile_ptx(cluster_rows.write([case]), "--chip=sm_90a")
        spec, inputs = specs[cluster_rows.name_case(case)], cluster_rows.make_inputs(case, np.random.default_rng(3))
        right = run_region(ptx, spec, inputs, 1)[0].tobytes()

        def report(text, seed):
            return judge(lambda: run_region(text, spec, inputs, seed), lambda found: found[0].tobytes() == right)

        count += find_all(ptx, {name: fault(ptx) for name, fault in faults.items()}, report)
    print(f"{count} of {sum(map(len, FAULTS.values()))} faults found")


if __name__ == "__main__":
    main()
