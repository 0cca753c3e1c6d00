"""Parses and verifies the examples of ops in pages of docs/generated: ir_examples.py PAGE... (sbp-opt on PATH).

Fails where an op has no ```mlir block that names it, or where sbp-opt refuses one. Prints a line per page.
"""

import re
import subprocess
import sys

OP = re.compile(r"^### `([\w.]+)` .*?$(.*?)(?=^###? |\Z)", re.M | re.S)
EXAMPLE = re.compile(r"^```mlir\n(.*?)^```$", re.M | re.S)


def find_error(op, examples):
    """What is wrong with the examples of an op; None where nothing is."""
    if not any(op in example for example in examples):
        return "has no example"
    for example in examples:
        result = subprocess.run(["sbp-opt", "-", "-o", "/dev/null"], input=example, capture_output=True, text=True)
        if result.returncode != 0:
            return f"has an example that is refused: {result.stderr}"
    return None


def main(pages):
    failed = False
    for page in pages:
        with open(page) as file:
            ops = [(match[1], EXAMPLE.findall(match[2])) for match in OP.finditer(file.read())]
        errors = [f"{op} {error}" for op, examples in ops if (error := find_error(op, examples))]
        failed |= bool(errors) or not ops
        print("\n".join([f"{page.rsplit('/', 1)[-1]}: {len(ops)} ops, {sum(len(e) for _, e in ops)} examples", *errors]))
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
