"""Bytes, states, order and losses of data parallelism and ZeRO 1 to 3, from the report and the launch lists.

The MLP 64 x 128 x 64 with a batch of 16,384 on dp=4, values between layers constrained to S(0), AdamW, clipping: moved bytes a step
are 2, 2, 2, 2.5 x (d - 1) x 4 n for n parameters (the first weight is not read in backward); numbers without dimensions come on
top. Eight layers at stage 3: 15 gathers, at most two gathered weights alive. FSDP x TP on [2, 2]: gathers over dp alone. Losses of
every step are those of one rank. Prints a table.
"""

import re
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

STEPS = 10


def tensor(*shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def write(batch, widths, axes=None, zero=0, tensor_parallel=False, precision=""):
    """A perceptron with relu between its layers; its training step. `axes`: of the mesh; none for one rank."""
    seen = lambda *parts: f"#sbp.distribution<@m, [{', '.join(parts)}]>"
    others = ["B"] * (len(axes or {}) - 1)
    place = lambda *parts: f", sbp.distribution = {seen(*parts)}" if axes else ""
    arguments = [
        f'%x: {tensor(batch, widths[0])} {{sbp.name = "x"{place("S(0)", *others)}}}',
        f'%y: {tensor(batch, widths[-1])} {{sbp.name = "y"{place("S(0)", *others)}}}',
    ]
    lines, value, count = ["  %zero = arith.constant 0.0 : f32"], "%x", len(widths) - 1
    for i, (inner, outer) in enumerate(zip(widths, widths[1:])):
        # Columns, then rows over "tp".
        split = [f"S({1 - i % 2})"] if tensor_parallel else others
        arguments.append(f'%w{i}: {tensor(inner, outer)} {{sbp.name = "w{i}"{place("B", *split)}}}')
        kind = tensor(batch, outer)
        lines += [
            f"  %e{i} = tensor.empty() : {kind}",
            f"  %f{i} = linalg.fill ins(%zero : f32) outs(%e{i} : {kind}) -> {kind}",
            f"  %p{i} = linalg.matmul ins({value}, %w{i} : {tensor(batch, inner)}, {tensor(inner, outer)}) outs(%f{i} : {kind}) -> {kind}",
        ]
        value = f"%p{i}"
        if i + 1 < count:
            lines += [f"  %n{i} = arith.constant dense<0.0> : {kind}", f"  %r{i} = arith.maximumf {value}, %n{i} : {kind}"]
            value = f"%r{i}"
        if axes:
            columns = ["S(1)"] if tensor_parallel and i % 2 == 0 else others
            lines.append(f"  %c{i} = sbp.constrain {value} to {seen('S(0)', *columns)} : {kind}")
            value = f"%c{i}"
    kind = tensor(batch, widths[-1])
    lines += [
        f"  %d = arith.subf {value}, %y : {kind}",
        f"  %q = arith.mulf %d, %d : {kind}",
        "  %e = tensor.empty() : tensor<f32>",
        "  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>",
        f"  %s = linalg.reduce {{ arith.addf }} ins(%q : {kind}) outs(%f : tensor<f32>) dimensions = [0, 1]",
        f"  %k = arith.constant dense<{1.0 / batch}> : tensor<f32>",
        "  %l = arith.mulf %s, %k : tensor<f32>",
    ]
    mesh = ", ".join(f'"{name}" = {size}' for name, size in (axes or {}).items())
    text = (
        (f"sbp.placement @m [{mesh}]\n" if axes else "")
        + "func.func @main(\n    "
        + ",\n    ".join(arguments)
        + ')\n    -> (tensor<f32> {sbp.name = "loss"}) {\n'
        + "\n".join(lines)
        + "\n  return %l : tensor<f32>\n}\n"
    )
    stage = (f"zero={zero}:dp" if zero else "") + (f" precision={precision}" if precision else "")
    with open(f"{SCRATCH}/forward.mlir", "w") as file:
        file.write(text)
    options = f"loss=loss data=x,y optimizer=adamw weight-decay=0.01 clip=1 rate=0.01 {stage}"
    return run("sbp-opt", f"{SCRATCH}/forward.mlir", f"--sbp-add-training={options}").stdout


def draw(batch, widths):
    random = np.random.default_rng(5)
    inputs = {"x": random.standard_normal((batch, widths[0]), np.float32), "y": random.standard_normal((batch, widths[-1]), np.float32)}
    return inputs, {
        f"w{i}": random.standard_normal(shape, np.float32) * shape[0] ** -0.5 for i, shape in enumerate(zip(widths, widths[1:]))
    }


def losses(case, inputs, weights, steps):
    safetensors.save(case.path("first.safetensors"), weights)
    words = [word for name in inputs for word in ("--input", f"{name}=@{case.path(f'{name}.npy')}")]
    for name, value in inputs.items():
        np.save(case.path(f"{name}.npy"), value)
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        f"--steps={steps}",
        f"--weights={case.path('first.safetensors')}",
        *words,
        "--output",
        f"loss=@{case.path('loss.npy')}:all",
    )
    return np.load(case.path("loss.npy"))


def collectives(case):
    """Of the training step: those of tensors, and the bytes of all."""
    entries = [entry for entry in case.report["collectives"] if entry["entry"] == "train" and np.min(entry["payload_bytes"]) > 4]
    boxings = [entry for entry in case.report["boxings"] if entry["entry"] == "train" and entry["total_bytes"] > 64]
    return entries, sum(entry["total_bytes"] for entry in boxings)


def check_bytes(batch, widths, precision=""):
    """Of f32, or of bf16 with masters of f32: half the bytes move, and the states are 12 n / d from stage 1 on."""
    inputs, weights = draw(batch, widths)
    n, d, unit = sum(value.size for value in weights.values()), 4, 2 if precision else 4
    expected = losses(Case(write(batch, widths, precision=precision)), inputs, weights, STEPS)
    whole, split = 12 * n, 12 * n // d
    parted = split if precision else 4 * n + 8 * n // d
    for zero, factor, states in ((0, 2, whole), (1, 2, parted), (2, 2, parted), (3, 2.5, split)):
        case = Case(write(batch, widths, {"dp": d}, zero, precision=precision))
        kinds, moved = collectives(case)
        data = sum(value.nbytes for value in inputs.values()) // d
        held = case.report["memory"][0]["state_bytes"] - data - 8  # the number of the step
        found = losses(case, inputs, weights, STEPS)
        difference = np.abs(found / expected - 1).max()
        print(
            f"{precision or 'f32'} stage {zero}: {moved} bytes = {moved / ((d - 1) * unit * n):.2f} (d-1) {unit}n, {held} bytes of states a rank, losses differ by {difference:.1e}; "
            + ", ".join(entry["kind"] for entry in kinds)
        )
        assert moved == factor * (d - 1) * unit * n and held == states, (moved, factor * (d - 1) * unit * n, held, states)
        assert difference < (2.0**-8 if precision else 1e-4), (found, expected)


def follow_gathers(case):
    """Per class: how many gathered registers of weights are alive at most, along its launch list."""
    text = run("sbp-opt", case.model, "--sbp-compile-to=tasks").stdout
    gathers = set(re.findall(r'sbp\.communication (@\S+) "all_gather"', text))
    alive = []
    for graph in re.split(r"(?=task\.graph )", text)[1:]:
        if "of @train" not in graph.split("\n")[0]:
            continue
        tasks = []
        for line in graph.splitlines():
            if match := re.search(r"task\.(compute|collective) (@\S+?)\((.*?)\) -> \((.*?)\)", line):
                tasks.append((match[2], re.findall(r"%\w+", match[3]), re.findall(r"%\w+", match[4])))
            elif match := re.search(r"task\.copy (.*?) -> (.*?) [{:]", line):
                tasks.append(("copy", re.findall(r"%\w+", match[1]), re.findall(r"%\w+", match[2])))
        order = [int(number) for number in re.search(r"task\.launch stream 0 tasks \[(.*?)\]", graph)[1].split(",")]
        ranges = []
        for place, number in enumerate(order):
            if tasks[number][0] in gathers:
                register = tasks[number][2][0]
                last = max(i for i, other in enumerate(order) if register in tasks[other][1])
                ranges.append((place, last))
        alive.append(max(sum(first <= place <= last for first, last in ranges) for place in range(len(order))))
    return alive


def check_layers(batch, width, layers):
    widths = [width] * (layers + 1)
    inputs, weights = draw(batch, widths)
    case = Case(write(batch, widths, {"dp": 4}, 3))
    kinds, _ = collectives(case)
    gathers = [entry for entry in kinds if entry["kind"] == "all_gather"]
    alive = follow_gathers(case)
    expected = losses(Case(write(batch, widths)), inputs, weights, 3)
    difference = np.abs(losses(case, inputs, weights, 3) / expected - 1).max()
    print(
        f"{layers} layers at stage 3: {len(gathers)} gathers, at most {max(alive)} gathered weights alive, losses differ by {difference:.1e}"
    )
    assert len(gathers) == 2 * layers - 1 and max(alive) <= 2, (len(gathers), alive)
    assert difference < 1e-4


def check_both(batch, width):
    """FSDP x TP."""
    widths = [width, 2 * width, width]
    inputs, weights = draw(batch, widths)
    case = Case(write(batch, widths, {"dp": 2, "tp": 2}, 3, tensor_parallel=True))
    kinds, _ = collectives(case)
    gathers = [entry for entry in kinds if entry["kind"] == "all_gather"]
    expected = losses(Case(write(batch, widths)), inputs, weights, STEPS)
    difference = np.abs(losses(case, inputs, weights, STEPS) / expected - 1).max()
    print(f"FSDP x TP on [2, 2]: {len(gathers)} gathers in groups {gathers[0]['groups']}, losses differ by {difference:.1e}")
    assert all(entry["groups"] == [[0, 2], [1, 3]] for entry in gathers), gathers
    assert difference < 1e-4


def main():
    global SCRATCH
    with tempfile.TemporaryDirectory() as SCRATCH:
        check_bytes(16384, [64, 128, 64])
        check_bytes(16384, [64, 128, 64], "bf16")
        check_layers(4096, 64, 8)
        check_both(4096, 64)


main()
