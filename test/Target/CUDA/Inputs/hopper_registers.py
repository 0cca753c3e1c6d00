"""What ptxas reports of every schedule of a product on tensor cores: no spills, no stack, none of its own warnings.

Arguments: the path of ptxas. With f32 results, and with bias, tanh and residual before bf16 ones; ragged, both factors along k
and across it. Of factors of f32, whose layouts are the copies' alone: before f32 results with the same epilogue, and alone with
SBP_FULL=1. Pairs of products with their gate.
"""

import sys

import assembled
import hopper_float32
import hopper_pairs
from hopper_products import FULL, SCHEDULES, describe_class, product
from sbp_testing import cuda_kernels

EPILOGUE = "bias, tanh, residual"


def list_cases(kind, schedule):
    rows = int(schedule.split(" x ")[1]) if "transposed" in schedule else 1000
    if kind == "f32":
        for epilogue in (EPILOGUE, "") if FULL else (EPILOGUE,):
            yield kind, rows, 1000, 2008, False, True, 0, epilogue
        return
    k = 8200 if "split" in schedule and rows < 32 else 2008
    if hopper_pairs.LABEL in schedule:
        for isacross in (False, True):
            yield kind, rows, 1000, k, False, not isacross, 0, "pair"
        return
    for isacross, epilogue in ((False, EPILOGUE), (True, "")):
        yield kind, rows, 1000, k, isacross and rows > 32, not isacross, 0, epilogue


def write(name, case):
    kind, m, n, k, _, tb, *_, epilogue = case
    return hopper_pairs.pair(name, kind, m, n, k, tb) if epilogue == "pair" else product(name, *case)


def compile_cases(schedule, cases, *flags):
    """The code of all cases and the launches of each."""
    text = "".join(write(f"f{i}", case) for i, case in enumerate(cases))
    shapes = [describe_class(*case) for case in cases]
    code, specs = cuda_kernels.compile_chosen(text, shapes, "hopper_product", schedule, *flags)
    return code, [specs[f"f{i}"]["launches"] for i in range(len(cases))]


def check(kind, schedule, *flags):
    cases = list(list_cases(kind, schedule))
    code, specs = compile_cases(schedule, cases, *flags)
    kernels = assembled.assemble(sys.argv[1], code)
    for case, launches in zip(cases, specs):
        (launch,) = (one for one in launches if one["family"] != "pack")
        assert launch["schedule"] == f"hopper_product, {schedule}", launch["schedule"]
        kernel = kernels[launch["kernel"]]
        print(
            f"{schedule}, {case[-1] or 'f32'}: {kernel.registers} registers, {kernel.stack} bytes of stack, {kernel.spilled} spilled",
            flush=True,
        )


def main():
    for schedule in [*SCHEDULES, *(one + hopper_pairs.LABEL for one in hopper_pairs.SCHEDULES)]:
        check("bf16", schedule)
    for mode, schedules in hopper_float32.SCHEDULES.items():
        for schedule in schedules:
            check("f32", schedule, f"--float32={mode}")


if __name__ == "__main__":
    main()
