"""Steps of gradient descent on a perceptron, cut into micro-batches, against numpy: equal to the last bit.

Data and weights are integers, and an update moves a weight by at most 1, so that every sum is exact however it is associated.
Every number of micro-batches runs on one rank, data parallel, with states stored in pieces (ZeRO), tensor parallel: compiled, and
interpreted before and after distributions are chosen. Prints a table: plan, micro-batches, and how many communications a step has.
"""

import os

import numpy as np

from sbp import safetensors
from sbp_testing.harness import TARGET, Case, run

ROWS, INNER, HIDDEN, OUTER, STEPS = 16, 6, 8, 4, 5

MODEL = """
{placement}
func.func @train(
    %x: tensor<16x6xf32> {{sbp.name = "x", sbp.microbatch = 0 : i64{data}}},
    %y: tensor<16x4xf32> {{sbp.name = "y", sbp.microbatch = 0 : i64{data}}},
    %w1: tensor<6x8xf32> {{sbp.state = "w1"{w1}}}, %b1: tensor<8xf32> {{sbp.state = "b1"{b1}}},
    %w2: tensor<8x4xf32> {{sbp.state = "w2"{w2}}})
    -> (tensor<f32> {{sbp.name = "loss"}}, tensor<16x4xf32> {{sbp.name = "out"{data}}}, tensor<6x8xf32> {{sbp.state = "w1"}},
        tensor<8xf32> {{sbp.state = "b1"}}, tensor<8x4xf32> {{sbp.state = "w2"}}) attributes {{sbp.microbatches = {count} : i64}} {{
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<16x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %p1 = linalg.matmul ins(%x, %w1 : tensor<16x6xf32>, tensor<6x8xf32>) outs(%f1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %b = linalg.broadcast ins(%b1 : tensor<8xf32>) outs(%e1 : tensor<16x8xf32>) dimensions = [0]
  %s1 = arith.addf %p1, %b : tensor<16x8xf32>
  %z1 = arith.constant dense<0.0> : tensor<16x8xf32>
  %h = arith.maximumf %s1, %z1 : tensor<16x8xf32>
  %e3 = tensor.empty() : tensor<16x4xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %o = linalg.matmul ins(%h, %w2 : tensor<16x8xf32>, tensor<8x4xf32>) outs(%f3 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %d = arith.subf %o, %y : tensor<16x4xf32>
  %q = arith.mulf %d, %d : tensor<16x4xf32>
  %e4 = tensor.empty() : tensor<f32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce {{ arith.addf }} ins(%q : tensor<16x4xf32>) outs(%f4 : tensor<f32>) dimensions = [0, 1]
  %g:3 = nn.gradient %loss wrt (%w1, %b1, %w2) : (tensor<f32>, tensor<6x8xf32>, tensor<8xf32>, tensor<8x4xf32>)
      -> (tensor<6x8xf32>, tensor<8xf32>, tensor<8x4xf32>)
{updates}
  return %loss, %o, %n0, %n1, %n2 : tensor<f32>, tensor<16x4xf32>, tensor<6x8xf32>, tensor<8xf32>, tensor<8x4xf32>
}}
"""

# One step down or up, or none: w - min(max(g, -1), 1).
UPDATE = """
  %lo{i} = arith.constant dense<-1.0> : {type}
  %hi{i} = arith.constant dense<1.0> : {type}
  %c{i} = arith.maximumf %g#{i}, %lo{i} : {type}
  %u{i} = arith.minimumf %c{i}, %hi{i} : {type}
  %n{i} = arith.subf %{name}, %u{i} : {type}
"""

PARAMETERS = {"w1": (INNER, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, OUTER)}

# Placement, data, w1, b1, w2.
PLANS = {
    "one rank": ("", None, None, None, None),
    "[2] data parallel": ('["dp" = 2]', "S(0)", "B", "B", "B"),
    "[2] ZeRO": ('["dp" = 2]', "S(0)", "S(0)", "S(0)", "S(0)"),
    "[2] tensor parallel": ('["tp" = 2]', "B", "S(1)", "S(0)", "S(0)"),
    "[3] uneven": ('["dp" = 3]', "S(0)", "B", "S(0)", "B"),
    "[2, 2] both": ('["dp" = 2, "tp" = 2]', "S(0), B", "B, S(1)", "B, S(0)", "B, S(0)"),
    "[2] chosen": ('["dp" = 2]', None, None, None, None),
}


def write(plan, count):
    axes, *components = PLANS[plan]
    spread = [f", sbp.distribution = #sbp.distribution<@m, [{c}]>" if c else "" for c in components]
    updates = "".join(
        UPDATE.format(i=i, name=name, type="tensor<" + "".join(f"{n}x" for n in shape) + "f32>")
        for i, (name, shape) in enumerate(PARAMETERS.items())
    )
    return MODEL.format(
        placement=f"sbp.placement @m {axes}" if axes else "", count=count, updates=updates, **dict(zip(("data", "w1", "b1", "w2"), spread))
    )


def train(x, y, values):
    """Losses, last outputs and states after STEPS steps."""
    losses = []
    for _ in range(STEPS):
        s = x @ values["w1"] + values["b1"]
        h = np.maximum(s, 0)
        o = h @ values["w2"]
        d = 2 * (o - y)
        back = (d @ values["w2"].T) * (s > 0)
        losses.append(((o - y) ** 2).sum())
        slopes = {"w1": x.T @ back, "b1": back.sum(0), "w2": h.T @ d}
        values = {name: value - np.clip(slopes[name], -1, 1) for name, value in values.items()}
    return np.array(losses), o, values


def check(case, program, expected, what, *flags):
    """One program's losses, outputs and states."""
    losses, out, values = expected
    last = case.path("last.safetensors")
    words = [*flags, f"--steps={STEPS}", f"--weights={case.path('first.safetensors')}", f"--save-state={last}"]
    for name in ("x", "y"):
        words.append(f"--input={name}=@{case.path(name + '.npy')}")
    loss, output = case.path("loss.npy"), case.path("output.npy")
    run(*program, *words, f"--output=loss=@{loss}:all", f"--output=out=@{output}")
    assert np.array_equal(np.load(loss), losses.astype(np.float32)), (what, np.load(loss), losses)
    assert np.array_equal(np.load(output), out.astype(np.float32)), (what, "out")
    found = safetensors.load(last)
    for name, value in values.items():
        assert np.array_equal(found[name], value.astype(np.float32)), (what, name, found[name], value)


def main():
    seed = int(os.environ.get("SBP_MICRO_BATCHES_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    source = np.random.default_rng(seed)
    x, y = source.integers(-2, 3, (ROWS, INNER)).astype(np.float64), source.integers(-3, 4, (ROWS, OUTER)).astype(np.float64)
    values = {name: source.integers(-2, 3, shape).astype(np.float64) for name, shape in PARAMETERS.items()}
    expected = train(x, y, values)
    cases = 0
    for plan in PLANS:
        for count in (1, 2, 4, 8):
            case = Case(write(plan, count))
            safetensors.save(case.path("first.safetensors"), {name: value.astype(np.float32) for name, value in values.items()})
            np.save(case.path("x.npy"), x.astype(np.float32))
            np.save(case.path("y.npy"), y.astype(np.float32))
            what = f"{plan}, {count} micro-batches"
            if not TARGET:  # what is interpreted is the same for all targets
                cut, distributed = case.path("cut.mlir"), case.path("distributed.mlir")
                run("sbp-opt", case.model, "--sbp-import", "--sbp-place-operations", "--sbp-cut-time", "-o", cut)
                check(case, ("sbp-interpret", cut), expected, what + ", level 0")
                run("sbp-opt", case.model, "--sbp-compile-to=distributed", "-o", distributed)
                check(case, ("sbp-interpret", distributed), expected, what + ", level 1")
            check(case, ("sbp-run", case.artifact), expected, what)
            moves = case.report["collectives"]
            executions = sum(entry["executions_per_step"] for entry in moves)
            print(f"{plan:20} {count} micro-batches: {len(moves)} communications, {executions} executions a step")
            cases += 1
    print(f"{STEPS} steps equal numpy's in {cases} cases")


main()
