"""Every op with rules: what it states of its work against what the interpreter counts, on the models that check its signatures.

An op that a new MLIR brings fails here until a model has it. sbp-opt on PATH.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODELS = [
    *sorted(HERE.glob("check-signatures*.mlir")),
    *(
        path
        for folder in ("NN", "MemoryLayer", "SBP/signatures")
        for path in sorted((HERE.parent / "Dialect" / folder).glob("*.mlir"))
        if "verify-diagnostics" not in path.read_text() and "allow-unregistered" not in path.read_text()
    ),
]
# Refused in every model, without a tensor as result, without operands; arith and math on tensors become linalg before they are priced.
REFUSED = {
    "linalg.pack",
    "linalg.unpack",
    "linalg.winograd_filter_transform",
    "linalg.winograd_input_transform",
    "linalg.winograd_output_transform",
    "tensor.gather",
    "tensor.scatter",
    "tensor.reshape",
}
SCALAR = {"tensor.extract", "tensor.dim", "tensor.rank"}
SOURCES = {"tensor.empty", "tensor.generate"}
FOLDED = {"tensor.cast"}  # of a static shape
# Numbers drawn, a search that kernels cut short, rows that are sorted first: the interpreter does other work than kernels.
OTHERWISE = {"nn.random", "memory_layer.tucker_top_k", "memory_layer.update"}

seen, otherwise = set(), set()
for model in MODELS:
    done = subprocess.run(["sbp-opt", model, "--sbp-check-work", "-o", "/dev/null"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{model.name}:\n{done.stderr.strip()[:2000]}")
    for line in done.stdout.splitlines():
        if match := re.match(r"(\w+\.\w+) flops .*?(otherwise)?$", line):
            seen.add(match[1])
            otherwise |= {match[1]} if match[2] else set()
listed = dict(
    line.split(": ")
    for line in subprocess.run(["sbp-opt", "--sbp-list-ops"], check=True, capture_output=True, text=True).stdout.splitlines()
)
wanted = (
    {op for op, standing in listed.items() if standing == "rule" and not op.startswith(("arith.", "math."))}
    - REFUSED
    - SCALAR
    - SOURCES
    - FOLDED
)
assert not wanted - seen, f"ops without a model: {sorted(wanted - seen)}"
assert otherwise == OTHERWISE, f"worked out otherwise: {sorted(otherwise ^ OTHERWISE)}"
print(f"{len(seen)} ops state the work that is counted")
