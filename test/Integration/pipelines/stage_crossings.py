"""What crosses between two stages of two layers each in a step of Adam, where the gradient is derived and where it came with the model.

The second model is the first one differentiated and expanded on one rank, without any note of ours, and then annotated. Prints a
table: how the backward pass came, boxings between the stages, their bytes.
"""

import os
import re
import tempfile

from sbp_testing.harness import Case, run

SIZE, LAYERS = 16, 4


def distribution(stage):
    return f"#sbp.distribution<@{stage}, [B]>"


def write():
    """The text without placements."""
    kind = f"tensor<{SIZE}x{SIZE}xf32>"
    states = [f"{name}{i}" for i in range(LAYERS) for name in ("w", "m", "v")]
    arguments = [
        f'%x: {kind} {{sbp.name = "x"}}',
        f'%y: {kind} {{sbp.name = "y"}}',
        '%step: tensor<i64> {sbp.name = "step"}',
        '%rate: tensor<f32> {sbp.name = "rate"}',
    ] + [f'%{state}: {kind} {{sbp.state = "{state}", sbp.init = dense<0.0> : {kind}}}' for state in states]
    lines, value = ["  %zero = arith.constant 0.0 : f32"], "%x"
    for i in range(LAYERS):
        lines += [
            f"  %e{i} = tensor.empty() : {kind}",
            f"  %f{i} = linalg.fill ins(%zero : f32) outs(%e{i} : {kind}) -> {kind}",
            f"  %p{i} = linalg.matmul ins({value}, %w{i} : {kind}, {kind}) outs(%f{i} : {kind}) -> {kind}",
            f"  %h{i} = math.tanh %p{i} : {kind}",
        ]
        value = f"%h{i}"
    lines += [
        f"  %d = arith.subf {value}, %y : {kind}",
        f"  %q = arith.mulf %d, %d : {kind}",
        "  %e = tensor.empty() : tensor<f32>",
        "  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>",
        f"  %loss = linalg.reduce {{ arith.addf }} ins(%q : {kind}) outs(%f : tensor<f32>) dimensions = [0, 1]",
    ]
    weights = ", ".join(f"%w{i}" for i in range(LAYERS))
    kinds = ", ".join([kind] * LAYERS)
    lines.append(f"  %g:{LAYERS} = nn.gradient %loss wrt ({weights}) : (tensor<f32>, {kinds}) -> ({kinds})")
    for i in range(LAYERS):
        lines.append(
            f"  %a{i}:3 = nn.adam %w{i}, %g#{i}, %m{i}, %v{i}, %step, %rate {{decoupled, weight_decay = 0.01 : f64}} : "
            f"({kind}, {kind}, {kind}, {kind}, tensor<i64>, tensor<f32>) -> ({kind}, {kind}, {kind})"
        )
    results = ", ".join(f'{kind} {{sbp.state = "{state}"}}' for state in states)
    values = ", ".join(f"%a{i}#{j}" for i in range(LAYERS) for j in range(3))
    return (
        f'func.func @train({", ".join(arguments)}) -> (tensor<f32> {{sbp.name = "loss"}}, {results}) {{\n'
        + "\n".join(lines)
        + f"\n  return %loss, {values} : tensor<f32>, {', '.join([kind] * len(states))}\n}}\n"
    )


def annotate(text):
    """Layers 0 and 1 on the first stage, 2 and 3 on the second."""
    maps, function, text = text.partition("func.func")
    head, arrow, rest = text.partition(" -> ")

    def place(match):
        number = re.search(r"\d", match[2])
        stage = "b" if match[2] == "y" or (number and int(number[0]) >= LAYERS // 2) else "a"
        return f"{match[0]}, sbp.distribution = {distribution(stage)}" if number or match[2] in "xy" else match[0]

    head = re.sub(r'sbp\.(name|state) = "(\w+)"', place, head)
    placements = 'sbp.placement @a ["x" = 1]\nsbp.placement @b ["x" = 1] ranks [1]\n'
    return maps + placements + function + head + arrow + rest


def count(text):
    case = Case(text)
    crossing = [entry for entry in case.report["boxings"] if entry["from"].split(":")[0] != entry["to"].split(":")[0]]
    # The number of the step and the rate are read on both stages.
    crossing = [entry for entry in crossing if entry["total_bytes"] > 8]
    return len(crossing), sum(entry["total_bytes"] for entry in crossing)


def main():
    derived = write()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.mlir")
        with open(path, "w") as file:
            file.write(derived)
        imported = run("sbp-opt", path, "--sbp-import").stdout
    imported = re.sub(r"sbp\.phase = \d+ : i64(, )?", "", imported)
    assert "sbp.p" not in imported and "nn." not in imported
    for name, text in (("derived", derived), ("imported", imported)):
        boxings, moved = count(annotate(text))
        print(f"{name:8} {boxings} boxings between the stages, {moved} bytes")


main()
