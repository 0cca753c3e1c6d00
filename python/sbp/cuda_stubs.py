"""Stand-ins for the CUDA libraries that PyTorch's wheels link, for machines without GPUs: every function returns 0.

    make_stubs("VENV/lib/python3.11/site-packages/torch/lib", "stubs")     then LD_LIBRARY_PATH=stubs python ...

`pip install --no-deps torch` is then enough to export models, 0.6 GB in place of 3. Needs cc and objdump.
"""

from __future__ import annotations

import glob
import os
import re
import subprocess
import tempfile
from collections import defaultdict

CUDA = re.compile(r"lib(cu|nv|nccl)")
# The libraries whose symbols have no version, and how the names of their functions begin.
UNVERSIONED = {"libcuda.so.1": "cu[A-Z]", "libcusparseLt.so.0": "cusparseLt", "libnccl.so.2": "nccl", "libcufile.so.0": "cuFile"}
UNDEFINED = re.compile(r"\*UND\*\s+[0-9a-f]+\s+(?:\(?([\w.]+)\)?\s+)?(\w+)$", re.MULTILINE)


def dump(option: str, library: str) -> str:
    """What objdump prints about a library."""
    return subprocess.run(["objdump", option, library], capture_output=True, text=True, check=True).stdout


def read_needs(folder: str) -> tuple[set[str], dict[str, set[str]]]:
    """The libraries that those of `folder` need and it lacks, and {version, "" without one: undefined symbols}."""
    libraries, symbols = set(), defaultdict(set)
    for path in glob.glob(os.path.join(folder, "*.so*")):
        libraries |= set(re.findall(r"NEEDED\s+(\S+)", dump("-p", path)))
        for version, name in UNDEFINED.findall(dump("-T", path)):
            symbols["" if version == "Base" else version].add(name)
    return libraries - set(os.listdir(folder)), symbols


def write_stub(path: str, name: str, versions: dict[str, set[str]], plain: set[str]) -> None:
    """Compiles one library: functions of `versions` under their version, those of `plain` without one."""
    functions = sorted(set().union(plain, *versions.values()))
    script = "".join(f"{version} {{ global: {'; '.join(sorted(names))}; }};\n" for version, names in versions.items())
    with tempfile.TemporaryDirectory() as scratch:
        source, map_file = os.path.join(scratch, "stub.c"), os.path.join(scratch, "stub.map")
        with open(source, "w") as file:
            file.write("int stub_;\n" + "".join(f"void *{each}(void) {{ return 0; }}\n" for each in functions))
        with open(map_file, "w") as file:
            file.write(script)
        words = ["-w", "-shared", "-fPIC", "-fno-builtin", source, "-o", os.path.join(path, name), f"-Wl,-soname,{name}"]
        subprocess.run(["cc", *words, *([f"-Wl,--version-script={map_file}"] if script else [])], check=True)


def make_stubs(torch_libraries: str, folder: str) -> list[str]:
    """Writes a stand-in to `folder` for each CUDA library that PyTorch's folder `lib` needs and lacks; their names."""
    os.makedirs(folder, exist_ok=True)
    missing, symbols = read_needs(torch_libraries)
    made = sorted(name for name in missing if CUDA.match(name))
    for name in made:
        stem = re.sub(r"^lib|_host|\.so.*", "", name).lower()
        versions = {version: names for version, names in symbols.items() if version and (version == name or version.lower() == stem)}
        plain = {each for each in symbols[""] if name in UNVERSIONED and re.match(UNVERSIONED[name], each)}
        write_stub(folder, name, versions, plain)
    return made
