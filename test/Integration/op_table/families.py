"""Which families of kernels each op becomes on a GPU: families.py [--cases N]

Up to N cases of the op table per op (default 4, of different types where there are), each compiled alone for CUDA on one rank. Prints a
table in Markdown, docs/Rationale/CUDAFamilies.md: the ops by the families of their launches (docs/Rationale/CUDA.md).
"""
import argparse
import multiprocessing.pool
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from run import CASES, build_module
from harness import Case, run

NOTHING = "copied or viewed"


def find_op(case):
    """The op that a case is named after."""
    word = re.match(r"[\w.]+", case.name)[0].split(".")[-1]
    found = re.search(rf"\b(arith|linalg|math|tensor|nn|memory_layer)\.{word}\b", case.body)
    return found and found[0]


def find_families(case):
    program = Case(build_module([case], "one", 0), "--target=cuda")
    lines = run("sbp-run", program.artifact, "--inspect").stdout
    return {match[1] for match in re.finditer(r"^    (\w[\w ]*?) \S+ <\d+x", lines, re.M)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=4)
    options = parser.parse_args()
    os.environ["SBP_PTXAS"] = ""
    byOp = {}
    for case in CASES:
        if op := find_op(case):
            byOp.setdefault(op, {}).setdefault(tuple(value.dtype for value in case.inputs), case)
    chosen = {op: list(cases.values())[:options.cases] for op, cases in sorted(byOp.items())}
    with multiprocessing.pool.ThreadPool(2) as pool:
        found = pool.map(lambda op: set().union(*map(find_families, chosen[op])), chosen)
    byFamilies = {}
    for op, families in zip(chosen, found):
        byFamilies.setdefault(", ".join(sorted(families)) or NOTHING, []).append(f"`{op}`")
    print("# Which kernels an op becomes on a GPU\n\nOps of the op table, each compiled alone; together they fuse. "
          "`test/Integration/op_table/families.py` writes this.\n\n| families | ops |\n|---|---|")
    for families, ops in sorted(byFamilies.items()):
        print(f"| {families} | {', '.join(ops)} |")


if __name__ == "__main__":
    main()
