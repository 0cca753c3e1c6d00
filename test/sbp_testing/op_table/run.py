"""Every op of linalg, tensor, arith and math as users may write it: compiled, run on real ranks and compared with numpy.

Every op that sbp-opt registers must stand in a case, be part of a body, or be refused with a reason that a test states: an op
that a new MLIR brings fails here until somebody has thought of it. SBP_FULL=1 runs every case with every dim of every operand
and result split in turn; else a sample, its seed printed (OP_TABLE_SEED). OP_TABLE_PLACEMENTS=one,twelve runs on these alone,
OP_TABLE_VARIANTS=1 of all cases with the first of what may be split (12 in full).
"""

import math
import os
import random
import re
import warnings

warnings.filterwarnings("ignore")
import numpy as np

from sbp_testing.bfloats import from_bf16
from sbp_testing.compared import Compared
from sbp_testing.harness import Case as Run
from sbp_testing.harness import run
from sbp_testing.op_table import load_cases
from sbp_testing.op_table.cases import EPS, T, V

CASES = load_cases()

COMPARED = Compared()
PLACEMENTS = {"one": '["p" = 1]', "three": '["p" = 3]', "four": '["p" = 4]', "grid": '["a" = 2, "b" = 2]', "twelve": '["p" = 12]'}
# test/Dialect/SBP/signatures/refused-ops.mlir says what each of them answers.
REFUSED = {
    "linalg.pack",
    "linalg.unpack",
    "linalg.winograd_filter_transform",
    "linalg.winograd_input_transform",
    "linalg.winograd_output_transform",
    "tensor.gather",
    "tensor.scatter",
}
# Parts of a body, and what stands only inside of a parallel loop.
PARTS = {"linalg.yield", "linalg.index", "tensor.yield", "tensor.parallel_insert_slice"}
# Ops that the import replaces by others.
REPLACED = {
    "nn.adam",
    "nn.all_finite",
    "nn.barrier",
    "nn.clip_by_global_norm",
    "nn.gradient",
    "nn.sgd",
    "nn.stop_gradient",
    "nn.update",
    "nn.variable",
}
# f8 and f4 scales, which no tensor of a model may have (check-model.mlir); index_castui is of indices.
UNREACHABLE = {"arith.scaling_extf", "arith.scaling_truncf", "arith.index_castui"}


def check_coverage():
    listed = dict(line.split(": ") for line in run("sbp-opt", "--sbp-list-ops").stdout.splitlines())
    written = set(re.findall(r"\b(?:arith|linalg|math|tensor)\.\w+", " ".join(case.body for case in CASES)))
    thought_of = written | REFUSED | PARTS | UNREACHABLE
    ops = {op for op in listed if not op.startswith(("nn.", "memory_layer."))}
    assert not ops - thought_of, f"ops without a case, a refusal or a reason: {sorted(ops - thought_of)}"
    assert not (REFUSED | PARTS | UNREACHABLE) - ops, "ops that are gone stand in the lists"
    unruled = {op for op, standing in listed.items() if standing == "no rule"}
    assert unruled == PARTS | REPLACED, f"ops without a rule: {sorted(unruled ^ (PARTS | REPLACED))}"
    return len(ops)


def get_variants(case):
    """What may be annotated: (is a result, index, component)."""
    slots = [(False, i, f"S({d})") for i, v in enumerate(case.inputs) for d in range(v.data.ndim)]
    slots += [(True, i, f"S({d})") for i, (_, v) in enumerate(case.outputs) for d in range(v.ndim)]
    slots += [(True, i, "P") for i, (dtype, _) in enumerate(case.outputs) if dtype != "i1"]
    return slots or [(True, 0, "B")]


def annotate(port, placement, chosen):
    components = [component if port == (is_result, index) else "B" for is_result, index, component in chosen]
    if placement != "grid":
        components = components[:1]
    if set(components) == {"B"}:
        return ""
    return f", sbp.distribution = #sbp.distribution<@mesh, [{', '.join(components)}]>"


def build_module(cases, placement, number):
    """All cases as private functions called once, each with the `number`-th of its variants."""
    functions, calls, arguments, results, returned, headers = [], [], [], [], [], []
    for c, case in enumerate(cases):
        variants = get_variants(case)
        chosen = [variants[number % len(variants)], variants[(number * 7 + 3) % len(variants)]]
        functions.append(case.function(f"f{c}"))
        names = [f"%c{c}_{i}" for i in range(len(case.inputs))]
        for i, v in enumerate(case.inputs):
            arguments.append(f'{names[i]}: {v.type} {{sbp.name = "c{c}_{i}"{annotate((False, i), placement, chosen)}}}')
        types = [T(dtype, v.shape) for dtype, v in case.outputs]
        made = [f"%r{c}_{i}" for i in range(len(types))]
        calls.append(
            f"  {', '.join(made)} = func.call @f{c}({', '.join(names)}) : ({', '.join(v.type for v in case.inputs)}) -> "
            f"({', '.join(types)})"
        )
        for i, t in enumerate(types):
            results.append(f'{t} {{sbp.name = "r{c}_{i}"{annotate((True, i), placement, chosen)}}}')
        returned += list(zip(made, types))
        headers += [case.header] if case.header else []
    text = f"sbp.placement @mesh {PLACEMENTS[placement]}\n" + "".join(functions)
    text += f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n" + "\n".join(calls)
    text += f"\n  return {', '.join(n for n, _ in returned)} : {', '.join(t for _, t in returned)}\n}}\n"
    if headers:
        text += "{-# dialect_resources: { builtin: {\n" + ",\n".join(dict.fromkeys(headers)) + "\n}} #-}\n"
    return text


def get_limit(case, dtype, nearest):
    """The largest difference that is allowed for each of these finite values."""
    size = np.abs(nearest)
    scale = np.max(size, initial=0) if case.terms > 4 else size  # sums: of the largest
    return 4 * EPS[dtype] * case.terms * scale + {"f64": 1e-300, "f32": 1e-37, "f16": 1e-7, "bf16": 1e-37}[dtype]


def widen(found):
    """`found` with bf16, which files hold as two bytes, as f32."""
    if found.dtype.kind == "V":
        return from_bf16(found)
    return found


def add_row(name, case, dtype, expected, found, ranks):
    """Adds a comparison that `explain_difference` has no fault in to the table."""
    largest, bound = 0.0, 0.0
    if dtype in EPS and not case.exact and expected.size:
        nearest = V(expected, dtype).exact
        finite = np.isfinite(nearest)
        largest = np.abs(widen(found).astype(np.float64)[finite] - expected[finite]).max(initial=0)
        bound = np.max(get_limit(case, dtype, nearest[finite]), initial=0)
    COMPARED.measure(name, largest, bound, ranks, expected.size)


def explain_difference(case, dtype, expected, found):
    """Empty where `found` is `expected`, rounded as `case` allows."""
    found = widen(found)
    if found.shape != expected.shape:
        return f"shape {found.shape}, expected {expected.shape}"
    if dtype not in EPS:
        return "" if np.array_equal(found, expected) else f"{found.ravel()[:8]}, expected {expected.ravel()[:8]}"
    value, nearest = found.astype(np.float64), V(expected, dtype).exact
    if case.exact:
        return "" if np.array_equal(value, nearest, equal_nan=True) else f"{value.ravel()[:8]}, expected {nearest.ravel()[:8]}"
    if not np.array_equal(np.isnan(value), np.isnan(nearest)):
        return f"NaN elsewhere: {value.ravel()[:14]}, expected {nearest.ravel()[:14]}"
    infinite, finite = np.isinf(value) | np.isinf(nearest), np.isfinite(nearest)
    if not np.array_equal(value[infinite], nearest[infinite]):
        return f"infinities {value[infinite][:8]}, expected {nearest[infinite][:8]}"
    limit = get_limit(case, dtype, nearest[finite])
    off = np.abs(value[finite] - expected[finite])
    return "" if np.all(off <= limit) else f"off by {np.max(off - limit)} more than allowed"


def check(cases, placement, number):
    program = Run(build_module(cases, placement, number))
    inputs = {f"c{c}_{i}": v.file for c, case in enumerate(cases) for i, v in enumerate(case.inputs)}
    outputs = [f"r{c}_{i}" for c, case in enumerate(cases) for i in range(len(case.outputs))]
    found = program.execute(inputs, outputs)
    for c, case in enumerate(cases):
        for i, (dtype, expected) in enumerate(case.outputs):
            fault = explain_difference(case, dtype, expected, found[f"r{c}_{i}"])
            assert not fault, f"{case.name} on {placement}, variant {number}, result {i}: {fault}"
            ranks = math.prod(map(int, re.findall(r"= (\d+)", PLACEMENTS[placement])))
            add_row(f"{case.name}, result {i}, on {placement}", case, dtype, expected, found[f"r{c}_{i}"], ranks)


def main():
    ops = check_coverage()
    full = os.environ.get("SBP_FULL") == "1"
    seed = int(os.environ.get("OP_TABLE_SEED", random.randrange(2**31)))
    print("seed", seed)
    draws = random.Random(seed)
    ran = 0
    named = os.environ.get("OP_TABLE_PLACEMENTS")
    for placement in named.split(",") if named else PLACEMENTS if full else draws.sample(sorted(PLACEMENTS), 3):
        for number in range(int(os.environ.get("OP_TABLE_VARIANTS", 12))) if full else [draws.randrange(100)]:
            chosen = CASES if full else draws.sample(CASES, 30)
            for first in range(0, len(chosen), 40):
                check(chosen[first : first + 40], placement, number)
            ran += len(chosen)
    COMPARED.show("results compared")
    print(f"{ops} ops, {len(CASES)} cases, {ran} runs agree")


if __name__ == "__main__":
    main()
