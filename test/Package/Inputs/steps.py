"""The package on texts: steps on arrays, training, checkpoints, saved programs.  steps.py EXAMPLES SCRATCH; sbp and numpy on the path."""

import io
import json
import re
import sys
import time

import numpy as np

NUMPY = set(sys.modules)
start = time.perf_counter()
import sbp

seconds = time.perf_counter() - start
loaded = {name.partition(".")[0] for name in set(sys.modules) - NUMPY}
assert not loaded & {"torch", "jax", "numpy", "torch_mlir", "jaxlib"}, loaded
# The bound of a user's machine is 0.15 s; a busy one may take longer to read files.
print(f"import: {'less' if seconds < 1 else seconds} than a second, {'no libraries' if '.so' not in str(loaded) else loaded}")
from sbp.report import Report

EXAMPLES, SCRATCH = sys.argv[1:]
random = np.random.default_rng(0)


def array(*shape):
    return random.standard_normal(shape, np.float32) / np.float32(8)


def run_perceptron(in_process):
    """Three steps equal f64 products; weights and inputs of another type or layout too."""
    program = sbp.compile(f"{EXAMPLES}/mlp/mlp.mlir", in_process=in_process)
    weights = {"w1": array(256, 1024), "w2": array(1024, 256)}
    with program.session(weights=weights) as session:
        for step in range(3):
            x = array(256, 16).T if step else array(16, 256)  # a transposed array is copied
            y = session.step(x=x)["y"]
            expected = np.maximum(x.astype("f8") @ weights["w1"], 0) @ weights["w2"]
            assert y.shape == (16, 256) and y.dtype == np.float32
            difference = np.abs(y - expected).max()
            assert difference < 1e-5, difference
    print(f"{'here ' if in_process else 'child'}: 3 steps on {program.report.ranks} ranks, {program.report.moved_bytes} bytes a step")
    return program


def train_classifier():
    """Losses under ZeRO and micro-batches are those of the plain step; a resumed run goes on with the same bits."""
    path = f"{EXAMPLES}/training/classifier.mlir"
    x, y = array(64, 16) * 8, random.integers(0, 4, 64)
    weights = {"w1": array(16, 32), "b1": np.zeros(32, np.float32), "w2": array(32, 4)}
    losses = []
    for options in [{}, {"zero": 2, "micro_batches": 4}]:
        program = sbp.compile(path, train=sbp.AdamW(weight_decay=0.01, clip=1.0), data=["x", "y"], **options)
        session = program.session(weights=weights)
        losses.append([session.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(10)])
    assert losses[0][-1] < 0.9 * losses[0][0], losses[0]
    np.testing.assert_allclose(losses[0], losses[1], rtol=2e-5)
    session.save(f"{SCRATCH}/run")
    session.save(f"{SCRATCH}/run")  # replaces the first one
    program.save(f"{SCRATCH}/program")
    after = [session.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(3)]
    other = sbp.load(f"{SCRATCH}/program").session(resume=f"{SCRATCH}/run")
    assert other.steps == 10
    assert [other.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(3)] == after
    other.states["b1"] = np.ones(32, np.float32)
    assert (other.states["b1"] == 1).all() and (session.states["b1"] != 1).all() and len(other.states) == 10
    print("train: two plans have the same losses, which fall; a resumed run has the same bits")


def lend_inputs():
    """Each step reads a lent array as it is then, until the input is fed; a checkpoint that is written meanwhile is whole."""
    program = sbp.compile(f"{EXAMPLES}/mlp/mlp.mlir")
    weights = {"w1": array(256, 1024), "w2": array(1024, 256)}
    session, x = program.session(weights=weights), array(16, 256)
    session.lend(x=x)
    for value in (x.copy(), array(16, 256)):
        x[...] = value
        assert np.abs(session.step()["y"] - np.maximum(x @ weights["w1"], 0) @ weights["w2"]).max() < 1e-5
    other = session.step(x=np.zeros((16, 256), np.float32))["y"]
    x[...] = 1
    assert (session.step()["y"] == other).all() and (other == 0).all()
    print("lent inputs are read anew")


def round_weights():
    """f32 weights of a program in bf16, from memory and from a file: on request, to the nearest, ties to even."""
    text = 'func.func @main(%w: tensor<4xbf16> {sbp.state = "w"}) -> (tensor<4xbf16> {sbp.name = "y"}) {\n  return %w : tensor<4xbf16>\n}\n'
    program, w = sbp.compile(text), np.array([1 + 2**-8, 1 + 3 * 2**-8, -1 - 2**-7 - 2**-20, np.inf], np.float32)
    expected = [0x3F80, 0x3F82, 0xBF81, 0x7F80]
    sbp.safetensors.save(f"{SCRATCH}/f32.safetensors", {"w": w})
    for source in ({"w": w}, f"{SCRATCH}/f32.safetensors"):
        found = program.session(weights=source, rounded=True).step()["y"].view(np.uint16)
        assert (found == expected).all(), found
        try:
            program.session(weights=source)
            raise AssertionError("f32 weights fit bf16")
        except sbp.WeightsError as error:
            assert "'w' is f32[4], the program needs bf16[4]" in str(error), error
    print("weights are rounded on request")


def report_progress():
    """A line for each ten seconds and one at the end, where the file is no terminal; equal layers are one row of a report."""
    file = io.StringIO()
    line = sbp.progress(range(8), tokens=64, file=file)
    for step in line:
        line.loss = 1 / (step + 1)
    assert re.fullmatch(r"step 8 of 8, loss 0.1250, [0-9.]+ steps/s, [0-9]+ tokens/s, 0:00\n", file.getvalue()), file.getvalue()
    step = {"kind": "all_reduce"}
    moves = [
        {"value": "main/linalg.matmul#0", "from": "@mesh:[P]", "to": "@mesh:[B]", "steps": [step], "location": f"layers.{i}.mlp (m.py:3)"}
        for i in range(3)
    ]
    boxings = [each | {"total_bytes": 1000, "executions_per_step": 2, "lower_bound_total_bytes": 1000} for each in moves]
    text = str(Report(json.dumps({"ranks": 2, "boxings": boxings}).encode()))
    assert text.splitlines()[1:] == ["  6.0 kB  3 x all_reduce  main/linalg.matmul#0: @mesh:[P] -> @mesh:[B]  layers.*.mlp (m.py:3)"], text
    print("reports: one line at the end, one row for three layers")


def distribute():
    """A mesh and a plan from outside of the text give the numbers of one rank."""
    text = 'func.func @main(%x: tensor<8x16xf32> {sbp.name = "x"}, %w: tensor<16x12xf32> {sbp.name = "w"}) -> (tensor<8x12xf32> {sbp.name = "y"}) {\n'
    text += "  %z = arith.constant dense<0.0> : tensor<8x12xf32>\n"
    text += "  %y = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%z : tensor<8x12xf32>) -> tensor<8x12xf32>\n"
    text += "  return %y : tensor<8x12xf32>\n}\n"
    x, w = array(8, 16), array(16, 12)
    results = []
    for arguments in [
        {},
        {"mesh": {"tp": 4}, "plan": {"w": "[S(1)]"}},
        {"mesh": {"dp": 2, "tp": 2}, "plan": {"w": {"tp": "S(0)"}}, "batch": "dp", "data": ["x"]},
    ]:
        program = sbp.compile(text, **arguments)
        assert program.report.ranks == (4 if arguments else 1)
        results.append(program.session(weights={"w": w}).step(x=x)["y"])
        assert np.abs(results[-1] - results[0]).max() < 1e-6
    remarks = program.explain()
    assert "chosen" in remarks or "boxed" in remarks, remarks
    assert remarks.startswith("dearest 1: ") and program.report.rows()[0] in remarks, remarks
    print("plans: 3 meshes agree")


if __name__ == "__main__":
    run_perceptron(in_process=False)
    run_perceptron(in_process=True)
    train_classifier()
    lend_inputs()
    round_weights()
    report_progress()
    distribute()
