"""Plants faults into the PTX of a layer norm by clusters: under each of three seeds the executor reports one, or the bits are others."""

import numpy as np

import cluster_rows
from planted import change, find_all, judge, run_region
from sbp_testing import cuda_kernels

# 66 clusters of 4 blocks, two a multiprocessor, go over 3 rows each, with 2 slots; the last block of a row has fewer columns.
CASE = ("layer_norm", 133, 16404, "f32", None)


def share_buffer(ptx):
    """Both exchanges use the first buffer and its mbarrier."""
    head, tail = ptx.split("shfl.sync", 1)
    head = change(r"(add\.s32 \t%r\d+, %r\d+), 32;", r"\1, 0;")(head)
    tail = change(r"(add\.s32 \t%r\d+, %r\d+), 8;", r"\1, 0;")(tail)
    tail = change(r"shared0\+32\]", "shared0]")(change(r"shared0\+48\]", "shared0+16]")(tail))
    return head + "shfl.sync" + tail


def drop_last_barrier(ptx):
    """Drops the barrier of the block in front of the copies of the next row."""
    end = ptx.index("\n}\n")
    at = ptx.rindex("bar.sync", 0, end)
    return ptx[:at] + ptx[ptx.index(";", at) + 1 :]


# Waits in the text: for the row, for the sums, for the squares. Arrivals: two first rows, sums, squares, next row.
WAIT, TO = "@!done bra WAIT;", r"(mapa\.shared::cluster\.u32 )(%r\d+), (%r\d+),"
ARRIVAL = r"mbarrier\.arrive\.expect_tx\.shared\.b64 _, \[(%r\d+)\], (%r\d+);"


def expect(count, occurrences):
    """Lets arrivals expect `count` bytes more."""
    return change(
        ARRIVAL, rf"{{ .reg .b32 other; add.s32 other, \2, {count}; mbarrier.arrive.expect_tx.shared.b64 _, [\1], other; }}", occurrences
    )


FAULTS = {
    "sums are read before they arrive": change(WAIT, "", [1]),
    "blocks end before they have received the squares": change(WAIT, "", [2]),
    "the row is read before it has landed": change(WAIT, "", [0]),
    "a block gets nothing": change(r"setp\.gt\.u32 (\t%p\d+, %r\d+), 3;", r"setp.gt.u32 \1, 2;"),
    "a block that there is not gets something": change(r"setp\.gt\.u32 (\t%p\d+, %r\d+), 3;", r"setp.gt.u32 \1, 4;"),
    "sums come in another order of blocks": change(TO, r"xor.b32 \2, \3, 16; \1\2, \2,", [0]),
    "parts of two blocks are left out": change(r"(shared0)\+16\]", r"\1]"),
    "bytes of three blocks are expected": expect(-8, [2]),
    "bytes of five blocks are expected": expect(8, [3]),
    "too few bytes of a row are expected": expect(-16, [0]),
    "both exchanges use one buffer": share_buffer,
    "values go to one block, their count to another": change(r"(mapa\.shared::cluster\.u32 %r\d+, %r\d+), (%r\d+);", r"\1, 0;", [1, 3]),
    "blocks do not wait for their cluster": change(r"barrier\.cluster\.(arrive\.relaxed|wait)\.aligned;", ""),
    "the last part has as many columns as the others": change(r"min\.u32 (\t%r\d+), (%r\d+), 4112;", r"mov.b32 \1, 4112;"),
    "parts overlap": change(r"mul\.lo\.s32 (\t%r\d+, %r\d+), 4112;", r"mul.lo.s32 \1, 4096;"),
    "a slot is filled while others read it": drop_last_barrier,
    "the next row goes to another slot": change(r"mul\.lo\.s32 (\t%r\d+), (%r\d+), 24576;", r"mov.b32 \1, 24576;"),
}


def main():
    ptx, specs = cuda_kernels.compile_ptx(cluster_rows.write([CASE]), "--chip=sm_90a")
    spec, inputs = specs[cluster_rows.name_case(CASE)], cluster_rows.make_inputs(CASE, np.random.default_rng(3))
    right = run_region(ptx, spec, inputs, 1)[0].tobytes()

    def report(text, seed):
        return judge(lambda: run_region(text, spec, inputs, seed), lambda found: found[0].tobytes() == right)

    count = find_all(ptx, {name: fault(ptx) for name, fault in FAULTS.items()}, report)
    print(f"{count} of {len(FAULTS)} faults found")


if __name__ == "__main__":
    main()
