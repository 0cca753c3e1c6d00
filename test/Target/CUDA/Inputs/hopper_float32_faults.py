"""Plants faults into the PTX of products of f32 on tensor cores: under each of three seeds the executor reports one, or the result is
beyond the stated error."""

import numpy as np

from hopper_float32 import SCHEDULES, compile_cases, find_bound
from hopper_products import make, widen
from planted import change, find_all, judge, run_region

PRODUCT = r"\{ \.reg \.pred keeps;.*wgmma\.mma_async.*\n"


class Case:
    """A product, its kernels and inputs. `signs` is any or positive."""

    def __init__(self, mode, schedule, m, n, k, ta, tb, signs="any"):
        self.mode, self.k = mode, k
        self.ptx, specs = compile_cases(mode, schedule, [(m, n, k, ta, tb, 0, "", "")])
        self.spec = specs["f0"]
        rng = np.random.default_rng(3)
        self.inputs = [make(rng, "f32", (k, m) if ta else (m, k)), make(rng, "f32", (n, k) if tb else (k, n))]
        if signs == "positive":
            self.inputs = [abs(one) for one in self.inputs]
        a, b = (widen(one) for one in self.inputs)
        a, b = a.T if ta else a, b.T if tb else b
        self.expected, self.scale = a @ b, abs(a) @ abs(b)

    def report(self, ptx, seed):
        return judge(lambda: run_region(ptx, self.spec, self.inputs, seed), self.isright)

    def isright(self, results):
        packed = sum(one["family"] == "pack" for one in self.spec["launches"])
        with np.errstate(invalid="ignore"):
            return (abs(widen(results[0]) - self.expected) <= find_bound(self.mode, self.k, packed) * self.scale).all()


def leave_out(which):
    """Leaves out one of the three products of every 8 k."""

    def apply(ptx):
        return change(PRODUCT, "\n", range(which, ptx.count("wgmma.mma_async"), 3))(ptx)

    return apply


def keep_sums(ptx):
    """Lets accumulators go on where partial sums are to begin, and takes the last ones for the sum."""
    ptx = change(r"add\.rn\.f32 \t(%r\d+), \1, (%r\d+);", r"mov.b32 \t\1, \2;")(ptx)
    counter = next(line.split(",")[0].split()[-1] for line in ptx.splitlines() if line.endswith(", -4;") and "mov.b32" in line)
    return change(r"setp\.ne\.b32 keeps, %r\d+, 0;", f"setp.ne.b32 keeps, {counter}, -4;", [0])(ptx)


SPLIT, WAIT = SCHEDULES["3xtf32"], "@!done bra WAIT;"
CASES = {
    "split": lambda: Case("3xtf32", SPLIT[0], 136, 72, 300, False, False),
    "long": lambda: Case("3xtf32", SPLIT[1], 8, 64, 4096, False, True, "positive"),
    "rounded": lambda: Case("tf32", SCHEDULES["tf32"][0], 100, 72, 3, True, False),
}
FAULTS = {
    "split": {
        "a rest is the whole": change(r"sub\.(?:rn\.)?f32 \t(%r\d+), (%r\d+), %r\d+;", r"mov.b32 \t\1, \2;"),
        "one of 8 big parts is 0": change(r"and\.b32 \t(%r\d+), %r\d+, -8192;", r"mov.b32 \t\1, 0;", [0]),
        "small x big is left out": leave_out(0),
        "big x small is left out": leave_out(1),
        "big x big is left out": leave_out(2),
        "a small part is read from the big one": change(r"(add\.s64 \t%rd\d+, %rd\d+), 4611686293305362432;", r"\1, 4611686293305360384;"),
        "a small part is a step of k too far": change(r"(add\.s64 \t%rd\d+, %rd\d+), 4611686293305362434;", r"\1, 4611686293305362436;"),
        "a tile of a small part lies over the big one": change(r"(add\.s32 \t%r\d+, %r\d+), 32768;", r"\1, 0;"),
        "the first product keeps what stood there": change(r"setp\.ne\.b32 keeps", "setp.eq.b32 keeps", [0]),
        "partial sums replace the sum": change(r"add\.rn\.f32 \t(%r\d+), \1, (%r\d+);", r"mov.b32 \t\1, \2;"),
        "the last slices are not limited": change(r"min\.u32 \t(%r\d+), (%r\d+), 10;", r"mov.b32 \t\1, \2;"),
        "bytes of the big parts alone are expected": change(r"(mov\.b32 \t%r\d+), 65536;", r"\1, 32768;"),
        "a slot is not waited for": change(WAIT, "", [0]),
        "slots are not released": change(r"mbarrier\.arrive\.shared\.b64 _, \[%r\d+\];", ""),
    },
    "long": {"sums stay in the tensor core": keep_sums},
    "rounded": {"copies are cut": change(r"cvt\.rna\.tf32\.f32 \t(%r\d+), (%r\d+);", r"mov.b32 \t\1, \2;")},
}


def main():
    count = 0
    for name, make_case in CASES.items():
        case = make_case()
        count += find_all(case.ptx, {fault: plant(case.ptx) for fault, plant in FAULTS[name].items()}, case.report)
    print(f"{count} of {sum(map(len, FAULTS.values()))} faults found")


if __name__ == "__main__":
    main()
