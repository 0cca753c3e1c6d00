"""Which families of kernels each op becomes on a GPU: families.py [--cases N] [--check N]

Up to N cases of the op table per op (default 4, of different types where there are), each compiled alone for CUDA on one rank, and the
ops of nn and memory_layer that stand below. Prints tables in Markdown, docs/Rationale/CUDA/Families.md: the ops by the families of their
launches (docs/Rationale/CUDA/Generators.md), then the generators of these kernels. --check: N ops of the op table, drawn by a printed seed
(OP_TABLE_SEED), all below and the generators stand there so.
"""

import argparse
import multiprocessing.pool
import os
import random
import re
import sys
import tempfile

from sbp_testing.harness import Case, list_target_flags, run
from sbp_testing.op_table.run import CASES, build_module
from sbp_testing.paths import ROOT

PAGE = ROOT / "docs/Rationale/CUDA/Families.md"
NOTHING = "copied or viewed"
X, ROWS, PICKS = "%x: tensor<64x96xf32>", "tensor<64x96xf32>", "tensor<64x4xi32>"
# Arguments, what the op is, types of its results.
COMPOSITES = {
    "nn.argmax": (X, "%i = nn.argmax %x {axis = 1 : i64} : (tensor<64x96xf32>) -> tensor<64xi64>", "tensor<64xi64>"),
    "nn.attention": (
        "%q: tensor<2x3x40x16xf32>, %k: tensor<2x3x40x16xf32>, %v: tensor<2x3x40x16xf32>",
        "%y, %l = nn.attention %q, %k, %v {scale = 0.25 : f64, causal} : (tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>, "
        "tensor<2x3x40x16xf32>) -> (tensor<2x3x40x16xf32>, tensor<2x3x40xf32>)",
        "tensor<2x3x40x16xf32>, tensor<2x3x40xf32>",
    ),
    "nn.attention_gradient": (
        "%q: tensor<2x3x40x16xf32>, %k: tensor<2x3x40x16xf32>, %v: tensor<2x3x40x16xf32>, %y: tensor<2x3x40x16xf32>, "
        "%l: tensor<2x3x40xf32>, %g: tensor<2x3x40x16xf32>",
        "%d:3 = nn.attention_gradient %q, %k, %v of %y, %l cotangent %g {scale = 0.25 : f64, causal} : (tensor<2x3x40x16xf32>, "
        "tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>, tensor<2x3x40xf32>, tensor<2x3x40x16xf32>) -> "
        "(tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>)",
        "tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>",
    ),
    "nn.block_sum": (
        "%x: tensor<96xf32>",
        "%y = nn.block_sum %x {axis = 0 : i64, blocks = 4 : i64} : (tensor<96xf32>) -> tensor<4xf32>",
        "tensor<4xf32>",
    ),
    "nn.cross_entropy": (
        f"{X}, %t: tensor<64xi64>",
        "%y = nn.cross_entropy %x, %t : (tensor<64x96xf32>, tensor<64xi64>) -> tensor<64xf32>",
        "tensor<64xf32>",
    ),
    "nn.cumsum": (X, f"%y = nn.cumsum %x {{axis = 1 : i64}} : ({ROWS}) -> {ROWS}", ROWS),
    "nn.gather": (
        f"{X}, %i: tensor<40xi64>",
        f"%y = nn.gather %x, %i {{axis = 0 : i64}} : ({ROWS}, tensor<40xi64>) -> tensor<40x96xf32>",
        "tensor<40x96xf32>",
    ),
    "nn.grouped_outer": (
        f"{X}, %v: {ROWS}, %b: tensor<4xi32>",
        f"%y = nn.grouped_outer %x, %v, %b : ({ROWS}, {ROWS}, tensor<4xi32>) -> tensor<4x96x96xf32>",
        "tensor<4x96x96xf32>",
    ),
    "nn.grouped_product": (
        f"{X}, %w: tensor<4x96x40xf32>, %b: tensor<4xi32>",
        f"%y = nn.grouped_product %x, %w, %b : ({ROWS}, tensor<4x96x40xf32>, tensor<4xi32>) -> tensor<64x40xf32>",
        "tensor<64x40xf32>",
    ),
    "nn.layer_norm": (
        f"{X}, %g: tensor<96xf32>, %h: tensor<96xf32>",
        f"%y = nn.layer_norm %x, %g, %h {{epsilon = 1.0e-5 : f64}} : ({ROWS}, tensor<96xf32>, tensor<96xf32>) -> {ROWS}",
        ROWS,
    ),
    "nn.random": ("%s: tensor<i64>", f"%y = nn.random uniform %s : (tensor<i64>) -> {ROWS}", ROWS),
    "nn.rms_norm": (
        f"{X}, %g: tensor<96xf32>",
        f"%y = nn.rms_norm %x, %g {{epsilon = 1.0e-5 : f64}} : ({ROWS}, tensor<96xf32>) -> {ROWS}",
        ROWS,
    ),
    "nn.scatter_add": (
        f"{X}, %i: tensor<40xi64>, %u: tensor<40x96xf32>",
        f"%y = nn.scatter_add %x, %i, %u {{axis = 0 : i64}} : ({ROWS}, tensor<40xi64>, tensor<40x96xf32>) -> {ROWS}",
        ROWS,
    ),
    "nn.scatter": (
        f"{X}, %i: tensor<40xi64>, %u: tensor<40x96xf32>",
        f"%y = nn.scatter %x, %i, %u {{axis = 0 : i64}} : ({ROWS}, tensor<40xi64>, tensor<40x96xf32>) -> {ROWS}",
        ROWS,
    ),
    "nn.sort": (X, f"%v, %i = nn.sort %x {{axis = 1 : i64}} : ({ROWS}) -> ({ROWS}, tensor<64x96xi64>)", f"{ROWS}, tensor<64x96xi64>"),
    "nn.top_k": (
        X,
        f"%v, %i = nn.top_k %x {{axis = 1 : i64, k = 4 : i64}} : ({ROWS}) -> (tensor<64x4xf32>, {PICKS})",
        f"tensor<64x4xf32>, {PICKS}",
    ),
    "memory_layer.add_outer": (
        f"%r: {PICKS}, %s: tensor<64x4xf32>, %z: tensor<64x96xf32>, %i: tensor<32x96xf32>",
        f"%y = memory_layer.add_outer %i, %r, %s, %z : (tensor<32x96xf32>, {PICKS}, tensor<64x4xf32>, {ROWS}) -> tensor<32x96xf32>",
        "tensor<32x96xf32>",
    ),
    "memory_layer.bag": (
        f"%t: tensor<32x96xf32>, %r: {PICKS}, %s: tensor<64x4xf32>",
        f"%y = memory_layer.bag %t, %r, %s : (tensor<32x96xf32>, {PICKS}, tensor<64x4xf32>) -> {ROWS}",
        ROWS,
    ),
    "memory_layer.row_dot": (
        f"%t: tensor<32x96xf32>, %r: {PICKS}, %z: {ROWS}",
        f"%y = memory_layer.row_dot %t, %r, %z : (tensor<32x96xf32>, {PICKS}, {ROWS}) -> tensor<64x4xf32>",
        "tensor<64x4xf32>",
    ),
    "memory_layer.tucker_top_k": (
        "%r: tensor<64x2x32xf32>, %c: tensor<64x1x32xf32>, %g: tensor<2x2x1xf32>",
        "%s, %p, %q, %d = memory_layer.tucker_top_k %r, %c, %g {k = 6 : i64} : (tensor<64x2x32xf32>, "
        "tensor<64x1x32xf32>, tensor<2x2x1xf32>) -> (tensor<64x6xf32>, tensor<64x6xi32>, tensor<64x6xi32>, "
        "tensor<64x6x2xf32>)",
        "tensor<64x6xf32>, tensor<64x6xi32>, tensor<64x6xi32>, tensor<64x6x2xf32>",
    ),
    "memory_layer.update": (
        f"%t: tensor<32x96xf32>, %m: tensor<32x96xf32>, %v: tensor<32x96xf32>, %r: {PICKS}, %s: tensor<64x4xf32>, "
        f"%z: {ROWS}, %rate: tensor<f32>, %step: tensor<i32>",
        "%u:3 = memory_layer.update lazy_adam %t, (%m, %v), %r, %s, %z, %rate, %step : (tensor<32x96xf32>, "
        f"tensor<32x96xf32>, tensor<32x96xf32>, {PICKS}, tensor<64x4xf32>, {ROWS}, tensor<f32>, tensor<i32>) -> "
        "(tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x96xf32>)",
        "tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x96xf32>",
    ),
}


def find_op(case):
    """The op that a case is named after."""
    word = re.match(r"[\w.]+", case.name)[0].split(".")[-1]
    found = re.search(rf"\b(arith|linalg|math|tensor|nn|memory_layer)\.{word}\b", case.body)
    return found and found[0]


def join(families):
    return ", ".join(sorted(families)) or NOTHING


def list_families(lines):
    return {match[1] for match in re.finditer(r"^    (\w[\w ]*?) \S+ <\d+x", lines, re.M)}


def find_families(case):
    program = Case(build_module([case], "one", 0), *list_target_flags("cuda"))
    return list_families(run("sbp-run", program.artifact, "--inspect").stdout)


def compile_composite(op):
    arguments, body, results = COMPOSITES[op]
    names = body.split(" = ")[0]
    if many := re.fullmatch(r"(%\w+):(\d+)", names):
        names = ", ".join(f"{many[1]}#{i}" for i in range(int(many[2])))
    with tempfile.TemporaryDirectory() as folder:
        path, artifact = os.path.join(folder, "model.mlir"), os.path.join(folder, "model.sbpx")
        with open(path, "w") as file:
            file.write(f"func.func @main({arguments}) -> ({results}) {{\n  {body}\n  return {names} : {results}\n}}\n")
        run("sbp-compile", path, "-o", artifact, *list_target_flags("cuda"))
        return join(list_families(run("sbp-run", artifact, "--inspect").stdout))


def choose_cases(count):
    """By op, cases of different types."""
    by_op = {}
    for case in CASES:
        if op := find_op(case):
            by_op.setdefault(op, {}).setdefault(tuple(value.dtype for value in case.inputs), case)
    return {op: list(cases.values())[:count] for op, cases in sorted(by_op.items())}


def write_table(families_of):
    by_families = {}
    for op, families in families_of.items():
        by_families.setdefault(families, []).append(f"`{op}`")
    rows = [f"| {families} | {', '.join(ops)} |" for families, ops in sorted(by_families.items())]
    return "\n".join(["| families | ops |", "|---|---|", *rows])


def link(path):
    """Returns a link from the page to a file or folder of the tree."""
    return f"[`{path}`](../../../{path})"


def write_generators():
    """Returns the table of generators: names in reports, and the first line of the file that each is defined in."""
    rows = []
    for path in (ROOT / "lib/Target/CUDA/Generators").glob("*/*.cpp"):
        text = path.read_text()
        if name := re.search(r'StringRef getName\(\) const override \{ return "(\w+)"', text):
            rows.append(f"| {name[1]} | {text.split(chr(10), 1)[0].split(': ', 1)[1]} | {path.parent.name} |")
    return "\n".join([f"| generator | kernels | folder of {link('lib/Target/CUDA/Generators')} |", "|---|---|---|", *sorted(rows)])


def find_drift(families_of):
    """Returns a line for each op that the document has beside other families, and one where its generators differ."""
    page = PAGE.read_text()
    written = {op: row[0] for row in re.findall(r"^\| ([\w, ]+) \| (.*) \|$", page, re.M) for op in re.findall(r"`(.*?)`", row[1])}
    drift = [f"{op}: {families}, not {written.get(op)}" for op, families in families_of.items() if written.get(op) != families]
    return drift if write_generators() in page else [*drift, "the table of generators differs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=4)
    parser.add_argument("--check", type=int)
    options = parser.parse_args()
    os.environ["SBP_PTXAS"] = ""
    chosen = choose_cases(options.cases)
    if options.check is not None:
        seed = int(os.environ.get("OP_TABLE_SEED", random.randrange(2**32)))
        print("OP_TABLE_SEED", seed)
        chosen = {op: chosen[op] for op in random.Random(seed).sample(list(chosen), options.check)}
    # Ops without a rule are replaced by the import.
    listed = re.findall(r"^((?:nn|memory_layer)\.\w+): (?!no rule)", run("sbp-opt", "--sbp-list-ops").stdout, re.M)
    assert set(listed) == set(COMPOSITES), set(listed) ^ set(COMPOSITES)
    with multiprocessing.pool.ThreadPool(2) as pool:
        found = dict(zip(chosen, pool.map(lambda op: join(set().union(*map(find_families, chosen[op]))), chosen)))
        composites = dict(zip(COMPOSITES, pool.map(compile_composite, COMPOSITES)))
    if options.check is not None:
        drift = find_drift({**found, **composites})
        sys.exit("\n".join(["docs/Rationale/CUDA/Families.md has other families:", *drift]) if drift else print("the table is right"))
    print(
        "# Which kernels an op becomes on a GPU\n\nOps of the op table, each compiled alone; together they fuse. "
        f"{link('test/sbp_testing/op_table/families.py')} writes this.\n\n{write_table(found)}\n\n"
        f"The ops of `nn` and `memory_layer`, each in one form:\n\n{write_table(composites)}\n\n"
        "The generators, by the names that `--explain` prints. Memory layers are written with `bag`, `row_dot`, `row_update`, `top_k` and "
        "`tucker_top_k`, which take the ops whole, and `product_keys`, which takes two choices and what lies between them:\n\n"
        f"{write_generators()}"
    )


if __name__ == "__main__":
    main()
