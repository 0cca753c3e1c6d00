"""Derivatives of every op that has one against central differences in f64.

    gradient_check.py [--only NAME] [--seed N] [--batch PROGRAMS] [--compile]

A program is a function y = f(inputs) at level 0: those of gradient_cases.py, and the cases of the op table whose floats are finite.
Every op that sbp-opt lists with a derivative must occur in one of them, and every op with a rule that has none must stand in a list
below, so that a new op fails here until it has a case. The loss is the sum of y times fixed random weights; its derivative along
random directions is compared with the difference of two runs. Each batch is also run at level 1 on [2, 2], with random distributions
of its inputs and random signatures of all its ops, and with --compile compiled and run there: the gradient must be that of one rank.
First, functions are differentiated at their edges, where differences say nothing: gradient_edges.py, which `--only edges` runs alone.
Prints a table: program, elements, largest difference. On PATH: sbp-opt, sbp-interpret, sbp-compile, sbp-run.
"""

import argparse
import os
import random
import re
import sys
import tempfile

import numpy as np

from gradient_cases import Program, fill, make_cases, tensor, type_of
from gradient_edges import POINTS, compare_edges, make_functions, write_edges
from sbp_testing.harness import Case, run
from sbp_testing.op_table import load_cases
from sbp_testing.op_table.cases import EPS

STEPS = 1e-5, 1e-7  # the second where the first crosses a kink
DIRECTIONS = 3
# Ops on integers and truth values: nothing is differentiated through them.
INTEGERS = r"""arith\.(\w+(i|ui|si)|\w+ui\w*|\w+si\w*|\w*i_extended|index_cast|bitcast|constant) math\.(absi|ipowi|ct\w+|is\w+)
    linalg\.(\w+_q|\w+_unsigned|quantized_\w+|fill_rng_2d) tensor\.(dim|rank|bitcast) nn\.(argmax|random) tensor\.(empty|generate)"""
# Ops that no model may hold, that are updates, or that have no adjoint yet.
OTHERS = r"""linalg\.(pack|unpack|winograd\w+) tensor\.(gather|scatter|reshape) arith\.(scaling_\w+|flush_denormals) memory_layer\.update
    arith\.fpto[su]i arith\.[su]itofp nn\.variable"""
# Cases of the op table without a gradient, and the error.
ERRORS = {
    "generic decay": "has no gradient",
    "generic last one wins": "has no gradient",
    "generic if in the body": "'scf.if' has no derivative",
    "generic constant yield": "does not reach the differentiated value",
    "generic for in the body": "'scf.for' has no derivative",
    "generic argmax pair": "has no gradient",
    "generic mean and variance (Welford)": "has no gradient",
    "generic select of accumulators": "has no gradient",
}


def widen(text):
    """The text of a case of the op table in f64."""
    bits = lambda match: f"0x{np.float64(np.uint32(int(match[1], 16)).view(np.float32)).view(np.uint64):016X}"
    return re.sub(r"\b0x([0-9A-F]{8})\b", bits, text).replace("f32", "f64")


def read_op_table():
    """The cases of the op table that are differentiable, as programs."""
    programs = {}
    for case in load_cases(("contractions", "convolutions", "structured", "tensors", "generics")):
        types = {value.dtype for value in case.inputs} | {dtype for dtype, _ in case.outputs}
        floats = [
            i for i, value in enumerate(case.inputs) if value.dtype in EPS and case.body.count(f"%x{i}") != 1
        ]  # 1: only its shape is read
        results = [(i, v) for i, (dtype, v) in enumerate(case.outputs) if dtype in EPS]
        if types & {"f16", "bf16"} or {"f32", "f64"} <= types or not floats or not results or case.header or "f16" in case.body:
            continue
        arrays = [case.inputs[i].exact for i in floats] + [v for _, v in results]
        if not all(np.isfinite(v).all() and v.size for v in arrays) or re.search(r"\barith\.(bitcast|trunci?f?|extf)\b", case.body):
            continue
        lines = widen(case.body).rstrip().split("\n")
        names = re.match(r"  return (.*) : ", lines.pop())[1].split(", ")
        inputs = {f"a{i}": case.inputs[i].exact for i in floats}
        others = {f"a{i}": value.exact if value.dtype in EPS else value.data for i, value in enumerate(case.inputs) if i not in floats}
        program = Program(inputs, "\n".join(lines), [(names[i], v.shape) for i, v in results], others)
        programs[case.name] = program
    return programs


def check_coverage(programs):
    """Every op with a derivative has a program, and every other is in a list."""
    listed = lambda flag: dict(line.split(": ") for line in run("sbp-opt", flag).stdout.splitlines())
    text = " ".join(name + " " + program.body for name, program in programs.items())
    written = set(re.findall(r"\b(?:arith|linalg|math|tensor|nn|memory_layer)\.\w+", text))
    derivatives = {op for op, standing in listed("--sbp-list-derivatives").items() if standing == "derivative"}
    ruled = {op for op, standing in listed("--sbp-list-ops").items() if standing == "rule"}
    inert = re.compile("|".join((INTEGERS + " " + OTHERS).split()))
    unwritten = sorted(op for op in derivatives - written if not inert.fullmatch(op))
    assert not unwritten, f"ops with a derivative and without a program: {unwritten}"
    missing = sorted(op for op in ruled - derivatives if not inert.fullmatch(op))
    assert not missing, f"ops with a rule and without a derivative: {missing}"
    return len(derivatives)


def write_module(programs, gradients, annotate=None, placement=""):
    """The programs as functions that are called once each: their losses, and with `gradients` the gradients by all float inputs."""
    functions, arguments, lines, results, returned = [], [], [], [], []
    for number, program in enumerate(programs):
        prefix, names = f"p{number}", list(program.inputs)
        functions.append(program.write_function(prefix))
        for name, value in program.arguments.items():
            where = annotate(name, value) if annotate and name in program.inputs else ""
            arguments.append(f'%{prefix}_{name}: {type_of(value)} {{sbp.name = "{prefix}_{name}"{where}}}')
        made = [f"%{prefix}_y{i}" for i in range(len(program.results))]
        types = [tensor(shape) for _, shape in program.results]
        lines.append(
            f"  {', '.join(made)} = func.call @{prefix}({', '.join(f'%{prefix}_{name}' for name in program.arguments)}) : "
            f"({', '.join(map(type_of, program.arguments.values()))}) -> ({', '.join(types)})"
        )
        loss = ""
        for i, (y, t, (_, shape)) in enumerate(zip(made, types, program.results)):
            arguments.append(f'%{prefix}_w{i}: {t} {{sbp.name = "{prefix}_w{i}"}}')
            lines.append(f"  %{prefix}_m{i} = arith.mulf {y}, %{prefix}_w{i} : {t}\n{fill(f'{prefix}_z{i}', ())}")
            lines.append(
                f"  %{prefix}_s{i} = linalg.reduce {{ arith.addf }} ins(%{prefix}_m{i} : {t}) outs(%{prefix}_z{i} : tensor<f64>) "
                f"dimensions = {list(range(len(shape)))}"
            )
            if loss:
                lines.append(f"  %{prefix}_t{i} = arith.addf {loss}, %{prefix}_s{i} : tensor<f64>")
            loss = f"%{prefix}_t{i}" if loss else f"%{prefix}_s{i}"
        results.append(f'tensor<f64> {{sbp.name = "{prefix}_loss"}}')
        returned.append((loss, "tensor<f64>"))
        if gradients:
            kinds = [type_of(program.inputs[name]) for name in names]
            slopes = [f"%{prefix}_d_{name}" for name in names]
            lines.append(
                f"  {', '.join(slopes)} = nn.gradient {loss} wrt ({', '.join(f'%{prefix}_{name}' for name in names)}) : "
                f"(tensor<f64>, {', '.join(kinds)}) -> ({', '.join(kinds)})"
            )
            results += [f'{kind} {{sbp.name = "{prefix}_d_{name}"}}' for kind, name in zip(kinds, names)]
            returned += zip(slopes, kinds)
    return (
        f"{placement}\n{''.join(functions)}func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(name for name, _ in returned)} : {', '.join(kind for _, kind in returned)}\n}}\n"
    )


def draw_distribution(generator):
    """A function that gives some of the inputs a random distribution on [2, 2]."""

    def annotate(_, value):
        if generator.random() >= 0.7:
            return ""
        components = [generator.choice(["B", *(f"S({dim})" for dim in range(value.ndim))]) for _ in range(2)]
        return f", sbp.distribution = #sbp.distribution<@mesh, [{', '.join(components)}]>"

    return annotate


def draw_directions(program, source):
    """Directions of all inputs together; elements that are `fixed` stay."""
    fixed = getattr(program, "fixed", {})
    return [
        {name: np.where(fixed.get(name, False), 0.0, source.standard_normal(value.shape)) for name, value in program.inputs.items()}
        for _ in range(DIRECTIONS)
    ]


def differentiate_numerically(batch, point, directions, step):
    """The slope of the loss of each program along each of its directions, by central differences."""
    case = Model(write_module(batch, gradients=False))
    shifted = dict(point)
    for number, program in enumerate(batch):
        for name, value in program.inputs.items():
            steps = [value + sign * step * direction[name] for direction in directions[number] for sign in (1, -1)]
            shifted[f"p{number}_{name}"] = np.stack(steps)
    words = case.save(shifted)
    words += [word for n in range(len(batch)) for word in ("--output", f"p{n}_loss=@{case.path(f'loss{n}.npy')}:all")]
    run("sbp-interpret", case.model, *words, f"--steps={2 * DIRECTIONS}")
    losses = [np.load(case.path(f"loss{n}.npy")) for n in range(len(batch))]
    return [(loss[0::2] - loss[1::2]) / (2 * step) for loss in losses]


class Model(Case):
    """A model that is interpreted, and compiled only where that is asked for."""

    def __init__(self, text):
        self.scratch = tempfile.TemporaryDirectory()
        self.directory = self.scratch.name
        self.model = self.path("model.mlir")
        with open(self.model, "w") as file:
            file.write(text)


def compare(batch, names, found, expected, how):
    for number, (name, program) in enumerate(zip(names, batch)):
        for key in [f"p{number}_loss", *(f"p{number}_d_{key}" for key in program.inputs)]:
            difference = np.abs(found[key] - expected[key]).max(initial=0)
            limit = 1e-11 * max(1.0, np.abs(expected[key]).max(initial=0))
            assert difference <= limit, f"{name} {how}: {key} differs by {difference}"


def check(names, batch, source, generator, compiles):
    """Compares the gradients of a batch with differences, on one rank and on [2, 2]."""
    point, outputs = {}, []
    for number, program in enumerate(batch):
        point.update({f"p{number}_{name}": value for name, value in program.arguments.items()})
        point.update({f"p{number}_w{i}": source.standard_normal(shape) for i, (_, shape) in enumerate(program.results)})
        outputs += [f"p{number}_loss", *(f"p{number}_d_{name}" for name in program.inputs)]
    model = Model(write_module(batch, gradients=True))
    found = model.interpret(point, outputs)
    directions = [draw_directions(program, source) for program in batch]
    derived = [
        np.array([sum((direction[key] * found[f"p{number}_d_{key}"]).sum() for key in program.inputs) for direction in directions[number]])
        for number, program in enumerate(batch)
    ]
    measure = lambda slope, of: np.abs(of - slope).max() / max(1.0, np.abs(slope).max())
    slopes = differentiate_numerically(batch, point, directions, STEPS[0])
    if any(measure(slope, of) > program.bound for slope, of, program in zip(slopes, derived, batch)):
        closer = differentiate_numerically(batch, point, directions, STEPS[1])
        slopes = [min(pair, key=lambda slope: measure(slope, of)) for *pair, of in zip(slopes, closer, derived)]
    for number, (name, program) in enumerate(zip(names, batch)):
        worst = measure(slopes[number], derived[number])
        print(f"{name:60} {sum(v.size for v in program.inputs.values()):5} elements, difference {worst:.1e} (bound {program.bound:.0e})")
        assert worst <= program.bound, f"{name}: derived {derived[number]}, differences {slopes[number]}\n{program.body}"
    spread = write_module(batch, True, draw_distribution(generator), 'sbp.placement @mesh ["a" = 2, "b" = 2]')
    level0, seed = Model(spread), generator.randrange(1000)
    level1 = Model("")
    run("sbp-opt", level0.model, "--sbp-import", f"--sbp-randomize-distributions=seed={seed}", "-o", level1.model)
    compare(batch, names, level1.interpret(point, outputs), found, f"at level 1 with signatures of seed {seed}")
    if compiles:
        compare(batch, names, Case(spread).execute(point, outputs), found, "compiled for [2, 2]")


def check_errors(programs):
    """The cases that are expected to have no gradient report it."""
    for name, message in ERRORS.items():
        if name in programs:
            model = Model(write_module([programs.pop(name)], True))
            error = run("sbp-opt", model.model, "--sbp-import", expect=1).stderr
            assert message in error, f"{name}: {error}"
            print(f"{name:60} is refused: {message}")


def check_edges(compiles):
    """The functions of gradient_edges.py have their first and second derivatives, interpreted and on request compiled."""
    functions = make_functions()
    text, point = write_edges(functions), {"x": POINTS, "s": np.ones_like(POINTS)}
    outputs = [f"{name}{number}" for number, row in enumerate(functions.values()) for name in ("gh" if row[2] else "g")]
    runs = [Model(text).interpret] + ([Case(text).execute] if compiles else [])
    for evaluate in runs:
        found = evaluate(point, outputs)
        wrong = compare_edges(functions, found)
        assert not wrong, "\n".join(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="programs whose names begin so")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--compile", action="store_true")
    options = parser.parse_args()
    if "edges".startswith(options.only):
        check_edges(options.compile)
        if options.only:
            return
    programs = {**make_cases(options.seed), **read_op_table()}
    count = check_coverage(programs)
    check_errors(programs)
    chosen = {name: program for name, program in programs.items() if name.startswith(options.only)}
    if os.environ.get("SBP_SANITIZED"):  # sanitizers look at the code, of which one in five programs runs most
        chosen = dict(list(chosen.items())[::5])
    generator, source = random.Random(options.seed), np.random.default_rng(options.seed + 1)
    names = list(chosen)
    for first in range(0, len(names), options.batch):
        part = names[first : first + options.batch]
        check(part, [chosen[name] for name in part], source, generator, options.compile)
    print(f"{count} ops with a derivative, {len(chosen)} programs, seed {options.seed}")


if __name__ == "__main__":
    sys.exit(main())
