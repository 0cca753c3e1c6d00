"""Fails where a pass or an analysis names the kind of an op that computes.

op_kinds.py ROOT: what differs between such ops is asked through include/sbp/Interfaces. Building an op is no question.
lib/Transforms/Import is left out: it is about what importers write.
"""

import pathlib
import re
import sys

ALLOWED = {
    "linalg::LinalgOp": "an interface: whatever has loops and maps",
    "tensor::EmptyOp": "a destination without elements: what is undefined, by definition",
    "nn::GradientOp": "the op that sbp-differentiate expands",
    "nn::StopGradientOp": "the op that it removes",
    "nn::VariableOp": "the other op that it removes",
    "tensor::ExtractOp": "where a scalar comes from a tensor",
}
KIND = re.compile(r"\b([a-z_]+)::([A-Z]\w*Op)\b(?!::create\b)")
NAME = re.compile(r'"([a-z_]+\.[a-z_0-9]+)"')
ASKED = re.compile(r"[=!]=|\bCases?\b|getName|getStringRef|getOperationName")
OPENED = re.compile(r"using namespace (?:mlir|sbp)::(\w+);")
DIALECTS = {"arith", "bufferization", "linalg", "math", "memory_layer", "nn", "scf", "tensor"}


def find_kinds(line):
    for dialect, op in KIND.findall(line):
        if dialect in DIALECTS and f"{dialect}::{op}" not in ALLOWED:
            yield f"{dialect}::{op}"
    # Errors name ops too.
    for name in NAME.findall(line) if ASKED.search(line) else ():
        if name.split(".")[0] in DIALECTS:
            yield name
    for dialect in OPENED.findall(line):
        if dialect in DIALECTS:
            yield f"namespace {dialect}"


def main(root):
    found = read = 0
    for folder in ("Analysis", "Transforms"):
        for path in sorted((root / "lib" / folder).rglob("*")):
            parts = path.relative_to(root / "lib").parts
            if path.suffix not in (".cpp", ".h") or parts[:2] == ("Transforms", "Import"):
                continue
            read += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for kind in find_kinds(line.split("//")[0]):
                    found += 1
                    print(f"{path.relative_to(root)}:{number}: names {kind}: ask an interface (include/sbp/Interfaces) instead")
    print(f"{read} files, {found} op kinds")
    return found != 0 or read == 0


sys.exit(main(pathlib.Path(sys.argv[1])))
