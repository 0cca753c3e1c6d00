"""What ptxas reports of every schedule of a product on tensor cores: no spills, no stack, none of its own warnings.

Arguments: the path of ptxas. With f32 results, and with bias, tanh and residual before bf16 ones; ragged, both factors along k
and across it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "Host" / "Inputs"))
import cuda_kernels
from hopper_products import SCHEDULES, describe_class, product


def list_cases(schedule):
    rows = int(schedule.split(" x ")[1]) if "transposed" in schedule else 1000
    for isacross, epilogue in ((False, "bias, tanh, residual"), (True, "")):
        yield "bf16", rows, 1000, 2008, isacross and rows > 32, not isacross, 0, epilogue


def main():
    for schedule in SCHEDULES:
        cases = list(list_cases(schedule))
        text = "".join(product(f"f{i}", *case) for i, case in enumerate(cases))
        choices = [{"shape": describe_class(*case), "generator": "hopper_product", "schedule": schedule} for case in cases]
        with tempfile.TemporaryDirectory() as folder:
            tuning, ptx = Path(folder) / "tuning.json", Path(folder) / "k.ptx"
            tuning.write_text(json.dumps({"chip": "sm_90a", "choices": choices}))
            code, specs = cuda_kernels.compile_ptx(text, "--chip=sm_90a", f"--tuning={tuning}")
            ptx.write_text(code)
            done = subprocess.run([sys.argv[1], "-arch=sm_90a", "-v", ptx, "-o", "/dev/null"], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        assert not re.search(r"warning|C75\d\d", done.stderr), done.stderr
        for i, case in enumerate(cases):
            (launch,) = specs[f"f{i}"]["launches"]
            assert launch["schedule"] == f"hopper_product, {schedule}", launch["schedule"]
            of = done.stderr.split(f"Function properties for {launch['kernel']}\n")[1]
            stack, stores, loads = map(
                int, re.match(r"\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", of).groups()
            )
            registers = re.search(r"Used (\d+) registers", of)[1]
            print(f"{schedule}, {case[-1] or 'f32'}: {registers} registers, {stack} bytes of stack, {stores + loads} spilled")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
