"""Builds the package's wheels with the standard library alone: the backend of `pip install .` and `pip install -e .` (PEP 517, PEP 660).

SBP_BUILD_DIR names a build folder to use. Without it the preset `release` is built in build-release, once. A wheel holds python/sbp and, in
sbp/installed, the tree that `cmake --install` writes. An editable one holds the paths of the source tree and of the build folder. Python
3.10 cannot read TOML, so this file reads the few lines of pyproject.toml that it needs by their form.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "sbp"
NAME = "sbp_mlir"
TAG = "py3-none-linux_x86_64"
TARGETS = ["sbp-compile", "sbp-interpret", "sbp-opt", "sbp-run", "sbp_runtime"]
OPTIONAL_TARGETS = ["sbp_compiler", "sbp_mpi"]


def read_version():
    """The version in the line `project(...)` of CMakeLists.txt, its one place."""
    return re.search(r"^project\(\S+ VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def read_table(text, title):
    """The lines `key = value` of a table of pyproject.toml, as {key: text of the value without a comment}."""
    body = re.search(rf"^\[{re.escape(title)}\]\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)[1]
    return dict(re.findall(r"^([\w-]+) = ([^#\n]*[^#\s])", body, re.MULTILINE))


def strings(value):
    """The strings in double quotes of a TOML value."""
    return re.findall(r'"([^"]*)"', value)


def write_metadata():
    """{file name: text} of the folder .dist-info without RECORD."""
    text = (ROOT / "pyproject.toml").read_text()
    project = read_table(text, "project")
    lines = ["Metadata-Version: 2.1", "Name: sbp-mlir", f"Version: {read_version()}", f"Summary: {strings(project['description'])[0]}"]
    lines += [f"Requires-Python: {strings(project['requires-python'])[0]}"]
    lines += [f"Requires-Dist: {each}" for each in strings(project["dependencies"])]
    for extra, value in read_table(text, "project.optional-dependencies").items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {each}; extra == '{extra}'" for each in strings(value))]
    scripts = [f"{name} = {strings(value)[0]}" for name, value in read_table(text, "project.scripts").items()]
    return {
        "METADATA": "\n".join(lines) + "\n",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: sbp-mlir\nRoot-Is-Purelib: false\nTag: {TAG}\n",
        "entry_points.txt": "\n".join(["[console_scripts]", *scripts]) + "\n",
    }


def find_build(settings):
    """The build folder, in which the programs and libraries are up to date when this returns."""
    folder = (settings or {}).get("build-dir") or os.environ.get("SBP_BUILD_DIR") or "build-release"
    folder = (ROOT / folder).resolve()
    if not (folder / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "release", "-B", folder], cwd=ROOT, check=True)
    query = ["ninja", "-C", folder, "-t", "query"]
    optional = [name for name in OPTIONAL_TARGETS if subprocess.run([*query, name], capture_output=True).returncode == 0]
    subprocess.run(["ninja", "-C", folder, *TARGETS, *optional], check=True)
    return folder


class Wheel:
    """A wheel that is being written; its files have one date, so that equal contents give equal bytes."""

    def __init__(self, directory):
        self.name = f"{NAME}-{read_version()}-{TAG}.whl"
        self.info = f"{NAME}-{read_version()}.dist-info"
        self.records = []
        self.zip = zipfile.ZipFile(os.path.join(directory, self.name), "w", zipfile.ZIP_DEFLATED)

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        # The first level takes a third of the time of the sixth, and the file is an eighth larger.
        self.zip.writestr(entry, data, zipfile.ZIP_DEFLATED, 1)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(data)}")

    def add_tree(self, folder, prefix):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                self.add(f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes(), path.stat().st_mode & 0o777)

    def close(self):
        for name, text in write_metadata().items():
            self.add(f"{self.info}/{name}", text.encode())
        self.zip.writestr(f"{self.info}/RECORD", "\n".join([*self.records, f"{self.info}/RECORD,,"]) + "\n")
        self.zip.close()
        return self.name


def get_requires_for_build_wheel(config_settings=None):
    """Packages that building needs: none."""
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(directory, config_settings=None):
    """Writes the folder .dist-info, so that pip reads names and versions before anything is built."""
    info = pathlib.Path(directory, f"{NAME}-{read_version()}.dist-info")
    info.mkdir()
    for name, text in write_metadata().items():
        (info / name).write_text(text)
    return info.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(directory, config_settings=None, metadata_directory=None):
    """Writes the wheel to `directory` and returns its name."""
    folder = find_build(config_settings)
    wheel = Wheel(directory)
    wheel.add_tree(PACKAGE, "sbp")
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["cmake", "--install", folder, "--prefix", scratch, "--strip"], check=True, stdout=subprocess.DEVNULL)
        wheel.add_tree(pathlib.Path(scratch), "sbp/installed")
    return wheel.close()


def build_editable(directory, config_settings=None, metadata_directory=None):
    """Writes a wheel whose package is the source tree, with the programs of the build folder; returns its name."""
    folder = find_build(config_settings)
    wheel = Wheel(directory)
    wheel.add("sbp_mlir_editable.pth", f"{PACKAGE.parent}\n".encode())
    wheel.add("sbp_mlir_editable.py", f'"""The build folder of the editable package sbp."""\n\nBUILD = {str(folder)!r}\n'.encode())
    return wheel.close()
