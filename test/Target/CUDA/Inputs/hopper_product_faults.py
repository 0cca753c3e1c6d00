"""Plants faults into the PTX of a product whose k is split over a cluster, and of a pair of products: under each of three seeds the
executor reports one, or the result is wrong.  The sums of the split product must have the bits of a fixed order: each part in the
order of k, then the parts in their order.
"""

import re

import numpy as np

import hopper_pairs
from hopper_products import describe_class, make, product, widen
from planted import change, find_all, judge, run_region
from sbp_testing import cuda_kernels
from wgmma import cut

SLICE, INSTRUCTION = 64, 16
SPLIT, SPLITS = ("bf16", 64, 128, 576, False, True, 0, ""), 4
COLUMNS = ("bf16", 64, 128, 576, False, False, 0, "")
PAIR = ("bf16", 64, 64, 192, True)


def compile_with(text, case, schedule):
    ptx, specs = cuda_kernels.compile_chosen(text, [describe_class(*case)], "hopper_product", schedule)
    (launch,) = specs["f"]["launches"]
    assert launch["schedule"] == f"hopper_product, {schedule}", launch
    return ptx, specs["f"]


def sum_in_order(a, b):
    """A times the transpose of B in f32, as the kernel adds: an accumulator and the products of 16 k are cut toward zero."""
    slices, total = a.shape[1] // SLICE, None
    for part in range(SPLITS):
        begin, end = (SLICE * (slices * number // SPLITS) for number in (part, part + 1))
        sums = np.zeros((a.shape[0], b.shape[0]), np.float32)
        for k in range(begin, end, INSTRUCTION):
            sums = cut(sums + a[:, k : k + INSTRUCTION] @ b[:, k : k + INSTRUCTION].T)
        total = sums if part == 0 else total + sums
    return total


class Split:
    """The product whose k is split four ways."""

    CASE = SPLIT

    def __init__(self, rng):
        self.code = compile_with(product("f", *self.CASE), self.CASE, f"tiles of 64 x 128 x 64, 6 slots, k split {SPLITS} ways")
        kind, m, n, k, _, is_transposed = self.CASE[:6]
        self.inputs = [make(rng, kind, shape) for shape in ((m, k), (n, k) if is_transposed else (k, n))]
        a, b = (widen(one) for one in self.inputs)
        self.expected = sum_in_order(a, b if is_transposed else b.T)

    def isright(self, found):
        return found.tobytes() == self.expected.tobytes()


class Columns(Split):
    """The same of a second factor whose n are contiguous: a tile has two blocks, whose distance its descriptor holds."""

    CASE = COLUMNS


class Pair:
    """A gated pair of products."""

    def __init__(self, rng):
        kind, m, n, k, tb = PAIR
        case = (kind, m, n, k, False, tb, 0, "")
        self.code = compile_with(hopper_pairs.pair("f", *PAIR), case, hopper_pairs.SCHEDULES[0] + hopper_pairs.LABEL)
        self.inputs = hopper_pairs.make_inputs(rng, *PAIR)
        self.expected, self.scale = hopper_pairs.compute(*self.inputs, tb)

    def isright(self, found):
        return (abs(widen(found) - self.expected) <= 2**-8 * self.scale).all()


LOAD = r"ld\.shared\.v4\.b32 \t(\{[^}]*\}), \[([^]]*)\];"
COPY = r"(cp\.async\.bulk\.tensor\.2d\.shared::cluster\S*) \[(%r\d+)\]"


def forget_exchange(ptx):
    """Removes the last wait in front of the loads of partial sums."""
    end = ptx.index("ld.shared.v4")
    begin = ptx.rindex("@!done bra WAIT;", 0, end)
    return ptx[:begin] + ptx[begin + len("@!done bra WAIT;") :]


def read_instead(numbers):
    """Lets loads of partial sums read the places of others."""

    def apply(ptx):
        loads = list(re.finditer(LOAD, ptx))
        for number in sorted(numbers, reverse=True):
            at, other = loads[number], loads[numbers[number]]
            ptx = ptx[: at.start()] + f"ld.shared.v4.b32 \t{at[1]}, [{other[2]}];" + ptx[at.end() :]
        return ptx

    return apply


def expect(bytes_, number):
    """Changes the bytes that an mbarrier expects."""

    def apply(ptx):
        register = re.findall(r"expect_tx\.shared\.b64 _, \[%r\d+\], (%r\d+);", ptx)[number]
        return change(rf"mov\.b32 \t{register}, \d+;", f"mov.b32 \t{register}, {bytes_};")(ptx)

    return apply


def keep_first_part(ptx):
    """Leaves out the sums of the parts: what follows is applied to the first one."""
    loaded = {one for registers, _ in re.findall(LOAD, ptx) for one in re.findall(r"%r\d+", registers)}
    pattern = r"add\.rn\.f32 \t(%r\d+), (%r\d+), (%r\d+);"
    return re.sub(pattern, lambda found: f"mov.b32 \t{found[1]}, {found[2]};" if found[3] in loaded else found[0], ptx)


def use_map(number, instead):
    """Lets the loads of one factor read another: the maps of x and both weights are numbers 0 to 2 of the launch."""

    def apply(ptx):
        names = re.findall(r"\.param \.align 64 \.b8 (\S+)\[128\]", ptx)
        swapped = {names[number]: names[instead], names[instead]: names[number]}
        moves = r"(mov\.b64 \t%rd\d+, )(\S+);"
        return re.sub(moves, lambda found: f"{found[1]}{swapped.get(found[2], found[2])};", ptx)

    return apply


def land_on_first_half(ptx):
    places = [found[2] for found in re.finditer(COPY, ptx)]
    return ptx.replace(f"[{places[2]}], [", f"[{places[1]}], [", 1)


FAULTS = {
    Split: {
        "partial sums are not waited for": forget_exchange,
        "a part is summed twice": read_instead({1: 0}),
        "the order of two parts is exchanged": read_instead({1: 2, 2: 1}),
        "the epilogue is applied to the first part": keep_first_part,
        "half of the partial sums are waited for": expect(16384, 0),
        "sums are sent to another block than their bytes": change(r"(mapa\.shared::cluster\.u32 %r\d+, %r\d+, )%r\d+;", r"\g<1>%r1;", [1]),
        "blocks do not wait for each other's barriers": change(r"barrier\.cluster\.(arrive|wait)\.aligned;", "", [0, 1]),
    },
    Columns: {
        "descriptors hold the rank of the block": change(r"(and\.b32 \t%r\d+, %r\d+, )16320;", r"\g<1>268435392;"),
    },
    Pair: {
        "halves are exchanged": use_map(1, 2),
        "the first factor is that of weights": use_map(0, 1),
        "the second half lands on the first": land_on_first_half,
        "the bytes of one half are not expected": expect(16384, 0),
        "the gate is applied to unfinished sums": change(r"wgmma\.wait_group\.sync\.aligned 0;", ""),
        "products do not wait for loads": change("@!done bra WAIT;", "", [0]),
    },
}


def main():
    count, total = 0, sum(map(len, FAULTS.values()))
    for kind, faults in FAULTS.items():
        subject = kind(np.random.default_rng(3))
        ptx, spec = subject.code

        def isright(results):
            with np.errstate(invalid="ignore"):
                return subject.isright(results[0])

        def report(text, seed):
            return judge(lambda: run_region(text, spec, subject.inputs, seed), isright)

        count += find_all(ptx, {name: fault(ptx) for name, fault in faults.items()}, report)
    print(f"{count} of {total} faults found")


if __name__ == "__main__":
    main()
