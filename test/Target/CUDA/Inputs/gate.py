"""Assembles the kernels of the models named with ptxas and looks at what it says of each.

    gate.py PTXAS MODEL.mlir...
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from model_text import find_regions


def assemble(ptxas, model, folder):
    source, ptx = folder / "regions.mlir", folder / "kernels.ptx"
    source.write_text(find_regions(model))
    subprocess.run(["sbp-cuda-region", source, "-o", ptx], check=True, capture_output=True, timeout=300)
    done = subprocess.run([ptxas, "-arch=sm_90a", "-v", ptx, "-o", folder / "kernels.cubin"], capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr.lower(), done.stderr
    for stack, stores, loads in re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads",
                                           done.stderr):
        assert stack == stores == loads == "0", done.stderr
    return done.stderr.count("Used ")


def main():
    ptxas, *models = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        print(sum(assemble(ptxas, model, Path(folder)) for model in models), "kernels pass")


main()
