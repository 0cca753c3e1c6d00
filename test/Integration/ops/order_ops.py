"""The ops of nn that put elements in order, against numpy: interpreted at level 0 and level 1, compiled and run.

    order_ops.py interpret|distribute|run

interpret: every element type, with ties, NaN, infinities and zeros of both signs. distribute: split along the axis too, in
uneven and empty pieces, by the form that moves no input. run: the same the whole way, and the bytes that move.
"""

import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.harness import Case

NAMES = {
    np.dtype(kind): name
    for kind, name in {
        "float64": "f64",
        "float32": "f32",
        "float16": "f16",
        "int64": "i64",
        "int32": "i32",
        "int8": "i8",
        "bool": "i1",
    }.items()
}
random = np.random.default_rng(11)


def type_of(array):
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + NAMES[array.dtype] + ">"


def draw(shape, kind):
    """Few different values, so that most are equal to others."""
    if kind == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if kind.startswith("int"):
        values = np.append(np.arange(-2, 3), [np.iinfo(kind).min, np.iinfo(kind).max])
    else:
        values = np.array([-np.inf, -1.5, -0.0, 0.0, 0.25, 1.5, np.inf, np.nan])
    return random.choice(values, shape).astype(kind)


class Call:
    """One op: its text, operands, what numpy says, and how operand 0 and the results are distributed."""

    def __init__(self, text, operands, expected, distribution=None, left=None):
        self.text, self.operands, self.expected, self.distribution, self.left = text, operands, expected, distribution, left


def ranks(x):
    """Integers in the order of the elements: NaN last, zeros equal."""
    return np.unique(x, return_inverse=True)[1].reshape(x.shape)


def argmax(x, axis, kind="int64", distribution=None):
    return Call(f"nn.argmax {{}} {{{{axis = {axis} : i64}}}}", [x], [np.argmax(x, axis).astype(kind)], distribution)


def top_k_of(x, axis, k):
    order = np.argsort(-ranks(x), axis, kind="stable").take(range(k), axis)
    return [np.take_along_axis(x, order, axis), order]


def top_k(x, axis, k, kind="int64", distribution=None):
    values, indices = top_k_of(x, axis, k)
    return Call(f"nn.top_k {{}} {{{{axis = {axis} : i64, k = {k} : i64}}}}", [x], [values, indices.astype(kind)], distribution)


def top_k_of_blocks(x, k, blocks, distribution=None, left=None):
    """Of a float32 matrix along its last dimension."""
    values, indices, begin = [], [], 0
    for piece in np.array_split(x, blocks, 1):
        v, i = top_k_of(piece, 1, min(k, piece.shape[1]))
        missing = [(0, 0), (0, k - v.shape[1])]
        values.append(np.pad(v, missing, constant_values=-np.inf))
        indices.append(np.pad(i + begin, missing, constant_values=np.iinfo("int64").max))
        begin += piece.shape[1]
    return Call(
        f"nn.top_k {{}} {{{{axis = 1 : i64, k = {k} : i64, blocks = {blocks} : i64}}}}",
        [x],
        [np.concatenate(values, 1), np.concatenate(indices, 1)],
        distribution,
        left,
    )


def sort(x, axis, descending=False, kind="int64", distribution=None):
    order = np.argsort(-ranks(x) if descending else ranks(x), axis, kind="stable")
    flags = ", descending" if descending else ""
    return Call(
        f"nn.sort {{}} {{{{axis = {axis} : i64{flags}}}}}", [x], [np.take_along_axis(x, order, axis), order.astype(kind)], distribution
    )


def make_model(calls, mesh=None):
    lines, arguments, results, inputs, outputs = [], [], [], {}, {}
    for c, call in enumerate(calls):
        names = [f"%a{c}_{i}" for i in range(len(call.operands))]
        for i, (name, array) in enumerate(zip(names, call.operands)):
            where = f", sbp.distribution = #sbp.distribution<@p, {call.distribution}>" if i == 0 and call.distribution else ""
            arguments.append(f'{name}: {type_of(array)} {{sbp.name = "{name[1:]}"{where}}}')
            inputs[name[1:]] = array
        out = [f"%r{c}_{i}" for i in range(len(call.expected))]
        kinds = ", ".join(type_of(array) for array in call.expected)
        lines.append(f"{', '.join(out)} = {call.text.format(*names)} : ({', '.join(map(type_of, call.operands))}) -> ({kinds})")
        for name, array in zip(out, call.expected):
            where = f", sbp.distribution = #sbp.distribution<@p, {call.left}>" if call.left else ""
            results.append((name, f'{type_of(array)} {{sbp.name = "{name[1:]}"{where}}}', type_of(array)))
            outputs[name[1:]] = array
    axes = ", ".join(f'"a{i}" = {n}' for i, n in enumerate(mesh or []))
    model = (f"sbp.placement @p [{axes}]\n" if mesh else "") + (
        f"func.func @main({', '.join(arguments)}) -> ({', '.join(r[1] for r in results)}) {{\n  "
        + "\n  ".join(lines)
        + f"\n  return {', '.join(r[0] for r in results)} : {', '.join(r[2] for r in results)}\n}}\n"
    )
    return model, inputs, outputs


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


COMPARED = Compared()


def compare(case, ranks, found, outputs, model):
    for name, wanted in outputs.items():
        np.testing.assert_array_equal(found[name], wanted, err_msg=f"{name} of\n{model}")
        COMPARED.add(f"{case}, {name}", found[name], wanted, 0, ranks)


def interpret_file(path, inputs, outputs, folder):
    command = ["sbp-interpret", path]
    for name, array in inputs.items():
        np.save(f"{folder}/{name}.npy", array)
        command.append(f"--input={name}=@{folder}/{name}.npy")
    run(*command, *(f"--output={name}=@{folder}/{name}.npy" for name in outputs))
    return {name: np.load(f"{folder}/{name}.npy") for name in outputs}


FULL = bool(os.environ.get("SBP_FULL"))
KINDS = ["float64", "float32", "float16", "int64", "int32", "int8", "bool"]


def calls_of_all_types():
    """Every type; of shapes all with SBP_FULL, else one each in turn."""
    shapes = [((4, 9, 3), 1), ((5,), 0), ((1, 6), 0), ((0, 3), 1), ((7, 2), 0)]
    for number, kind in enumerate(KINDS):
        for shape, axis in shapes if FULL else [shapes[0], shapes[1 + number % 4]]:
            index = "int32" if kind == "int8" else "int64"
            yield argmax(draw(shape, kind), axis, index)
            yield top_k(draw(shape, kind), axis, min(2, shape[axis]), index)
            yield top_k(draw(shape, kind), axis, shape[axis], index)
            yield sort(draw(shape, kind), axis, bool(number % 2), index)
            yield sort(draw(shape, kind), axis, not number % 2, index)
    for kind in KINDS if FULL else ["float16", "int64"]:
        yield top_k(draw((2, 150), kind), 1, 130, "int32")
        yield top_k(draw((150, 2), kind), 0, 129)
    for size in (2, 3, 4, 16, 17, 63, 64, 65, 300) if FULL else (2, 17, 64):
        yield sort(draw((2, size), "float32"), 1, bool(size % 2))
    for blocks in (1, 2, 3, 11) if FULL else (3, 11):
        yield top_k_of_blocks(draw((3, 10), "float32"), 4, blocks)
    yield top_k_of_blocks(draw((2, 350), "float32"), 130, 3)
    yield Call(
        "nn.top_k {} {{axis = 0 : i64, k = 1 : i64, blocks = 4 : i64}}",
        [np.array([4], "int32")],
        [np.array([4] + [-(2**31)] * 3, "int32"), np.array([0] + [2**31 - 1] * 3, "int32")],
    )


def interpret():
    """Also the same text compiled for one rank: loops of the host."""
    model, inputs, outputs = make_model(list(calls_of_all_types()))
    compare("compiled for one rank", 1, Case(model).execute(inputs, list(outputs)), outputs, model)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/model.mlir", "w") as file:
            file.write(model)
        compare("interpreted", 1, interpret_file(f"{folder}/model.mlir", inputs, outputs, folder), outputs, model)
    COMPARED.show("results compared")
    print(f"interpreted: {len(outputs)} results agree")


MESHES = {
    (2,): ["[S(0)]", "[S(1)]"],
    (3,): ["[S(1)]"],
    (5,): ["[S(1)]"],
    (2, 3): ["[S(0), S(1)]", "[S(1), S(1)]", "[S(1), B]", "[S(1), S(0)]"],
}


def calls_on(mesh):
    """Columns: enough for them to stay split, and so few that ranks hold none (three on five ranks)."""
    for distribution in MESHES[mesh]:
        yield argmax(draw((4, 500), "float32"), 1, "int64", distribution)
        yield argmax(draw((4, 3), "float32"), 1, "int64", distribution)
        yield top_k(draw((4, 500), "float32"), 1, 2, "int64", distribution)
        yield top_k(draw((4, 3), "float32"), 1, 2, "int64", distribution)
        if FULL or mesh == (3,):
            yield top_k(draw((3, 500), "float32"), 1, 130, "int32", distribution)
            yield sort(draw((5, 100), "float32"), 1, False, "int32", distribution)
            yield sort(draw((5, 100), "float32"), 0, True, "int64", distribution)
    ranks = math.prod(mesh)
    split = f"[{', '.join(['S(1)'] * len(mesh))}]"
    yield top_k_of_blocks(draw((2, 3), "float32"), 2, ranks, split, split)
    yield top_k_of_blocks(draw((2, 6 * ranks + 1), "float32"), 5, ranks, split, split)
    if FULL or mesh == (5,):
        yield top_k_of_blocks(draw((2, 60 * ranks), "float32"), 130, ranks, split, split)


def distribute():
    """Bytes alone decide, so that even small inputs stay where they are."""
    for mesh in MESHES:
        calls = list(calls_on(mesh))
        model, inputs, outputs = make_model(calls, mesh)
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/model.mlir", "w") as file:
                file.write(model)
            run(
                "sbp-opt",
                f"{folder}/model.mlir",
                "--sbp-place-operations",
                "--sbp-select-distributions=per-boxing=0",
                "-o",
                f"{folder}/level1.mlir",
            )
            text = Path(f"{folder}/level1.mlir").read_text()
            for goal in re.findall(r"sbp.boxing %arg\d+ from .*to #sbp.distribution<@p, (.*?)>.*tensor<4x500xf32>", text):
                assert "S(1)" in goal, f"rows are put together:\n{text}"
            found = interpret_file(f"{folder}/level1.mlir", inputs, outputs, folder)
            compare(f"distributed on {list(mesh)}", math.prod(mesh), found, outputs, model)
    COMPARED.show("results compared")
    print("distributed: all agree")


def run_compiled():
    for mesh in MESHES:
        model, inputs, outputs = make_model(list(calls_on(mesh)), mesh)
        compare(f"compiled on {list(mesh)}", math.prod(mesh), Case(model).execute(inputs, list(outputs)), outputs, model)
    # Large enough for the inputs to stay where they are.
    calls = [
        argmax(draw((4, 200003), "float32"), 1, "int64", "[S(1)]"),
        top_k(random.standard_normal((4, 200003)).astype("float32"), 1, 8, "int64", "[S(1)]"),
        top_k(draw((4, 200003), "float32"), 1, 150, "int32", "[S(1)]"),
    ]
    model, inputs, outputs = make_model(calls, (3,))
    case = Case(model)
    compare("compiled, large rows", 3, case.execute(inputs, list(outputs)), outputs, model)
    moved = sum(boxing["total_bytes"] for boxing in case.report["boxings"])
    COMPARED.show("results compared")
    print(f"run: all agree; {moved} bytes moved of {sum(c.operands[0].nbytes for c in calls)}")


if __name__ == "__main__":
    {"interpret": interpret, "distribute": distribute, "run": run_compiled}[sys.argv[1]]()
