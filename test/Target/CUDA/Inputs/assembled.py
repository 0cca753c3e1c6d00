"""ptxas and what it reports of kernels."""

import re
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple


class Kernel(NamedTuple):
    """Registers of a thread; bytes of its stack and of spills."""

    registers: int
    stack: int
    spilled: int


def assemble(ptxas, ptx, chip="sm_90a"):
    """The kernels of a PTX text by name. Fails where ptxas does, warns, or reports (C75xx) that it serialises products."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernels.ptx"
        source.write_text(ptx)
        command = [ptxas, f"-arch={chip}", "-v", source, "-o", source.with_suffix(".cubin")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not re.search(r"(?i:warning)|\(C7\d\d\d\)", done.stderr), done.stderr
    found = re.findall(
        r"properties for (\w+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n.*Used (\d+) registers",
        done.stderr,
    )
    return {name: Kernel(int(used), int(stack), int(stores) + int(loads)) for name, stack, stores, loads, used in found}


def check(ptxas, ptx, least, chip="sm_90a"):
    """The kernels of a text: at least so many, none of which spills or has a stack."""
    kernels = assemble(ptxas, ptx, chip)
    assert len(kernels) >= least, f"{len(kernels)} kernels, at least {least} are expected"
    for name, kernel in kernels.items():
        assert kernel.stack == kernel.spilled == 0, f"{name}: {kernel}"
    return kernels
