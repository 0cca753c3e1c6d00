"""`python -m sbp doctor`: what this installation has, what is missing, and the line that installs it."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys

from sbp.native.files import find_program, native_root

USAGE = "usage: python -m sbp doctor [--cuda-stubs FOLDER]"


def check_native() -> list[tuple[str, bool, str]]:
    """Rows (name, whether it works, details) of programs and libraries."""
    try:
        rows = [("programs", True, f"{native_root()}/bin")]
        for name in ["sbp-compile", "sbp-run"]:
            done = subprocess.run([find_program(name), "--version"], capture_output=True, text=True)
            rows.append((name, done.returncode == 0, (done.stdout or done.stderr).strip().splitlines()[0]))
    except ImportError as error:
        return [("programs", False, str(error))]
    for name, load in [("compiler library", "sbp.compiling:load_compiler"), ("runtime library", "sbp.native.runtime:load_library")]:
        module, _, function = load.partition(":")
        try:
            library = getattr(importlib.import_module(module), function)()
            rows.append((name, True, library._name))
        except ImportError as error:
            rows.append((name, False, str(error)))
    return rows


def pinned_versions() -> dict[str, dict[str, str]]:
    """{extra: {package: version}} of the installed package's metadata."""
    extras: dict[str, dict[str, str]] = {}
    try:
        requirements = importlib.metadata.requires("sbp-mlir") or []
    except importlib.metadata.PackageNotFoundError:
        return extras
    for each in requirements:
        match = re.fullmatch(r"([\w.-]+)==(\S+?); extra == '(\w+)'", each)
        if match:
            extras.setdefault(match[3], {})[match[1]] = match[2]
    return extras


def check_frameworks() -> list[tuple[str, bool, str]]:
    """Rows of each framework's packages; a framework is imported in a child process, as one without its libraries fails."""
    rows = []
    for extra, packages in pinned_versions().items():
        for package, version in packages.items():
            module = package.replace("-", "_")
            if importlib.util.find_spec(module) is None:
                rows.append((package, False, f"not installed: pip install 'sbp-mlir[{extra}]'"))
                continue
            found = importlib.metadata.version(package)
            done = subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, text=True)
            note = "" if found == version else f"; the exporter is tested with {version}"
            failure = done.stderr.strip().splitlines()[-1] if done.returncode else ""
            rows.append((package, not failure, f"{found}{note}" if not failure else f"{found}: {failure}" + stub_hint(failure)))
    return rows


def stub_hint(failure: str) -> str:
    """The way out where PyTorch misses CUDA's libraries."""
    missing = re.search(r"lib(cu|nv|nccl)\w*\.so", failure)
    return "; without a GPU: python -m sbp doctor --cuda-stubs FOLDER" if missing else ""


def make_cuda_stubs(folder: str) -> int:
    """Writes stand-ins for the CUDA libraries that the installed torch lacks; the exit code."""
    from sbp.cuda_stubs import make_stubs

    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        print("torch is not installed: pip install --no-deps torch==VERSION torch-mlir==VERSION", file=sys.stderr)
        return 1
    made = make_stubs(os.path.join(spec.submodule_search_locations[0], "lib"), folder)
    print(f"{len(made)} stand-ins in {folder}; run with LD_LIBRARY_PATH={os.path.abspath(folder)}")
    return 0


def main(words: list[str]) -> int:
    """Runs the command; 1 where something that every use needs is missing."""
    if words[:2] == ["doctor", "--cuda-stubs"] and len(words) == 3:
        return make_cuda_stubs(words[2])
    if words != ["doctor"]:
        print(USAGE, file=sys.stderr)
        return 2
    native = check_native()
    for name, works, details in [*native, *check_frameworks()]:
        print(f"{'ok     ' if works else 'missing'}  {name:17} {details}")
    return 0 if all(works for _, works, _ in native) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
