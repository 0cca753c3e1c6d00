"""Steps of gradient descent on a perceptron over two stages, against numpy: equal to the last bit.

Data and weights are integers, and an update moves a weight by at most 1, so that every sum is exact however it is associated. Each
schedule runs with several numbers of micro-batches, one or two ranks a stage, and one or two streams. The report's schedule has the
orders that sbp-opt prints for stages of these durations. Prints a table: schedule, ranks, micro-batches, streams, in flight.
"""

import os

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

ROWS, INNER, HIDDEN, OUTER, STEPS = 16, 6, 8, 4, 3

MODEL = """
sbp.placement @a ["dp" = {ranks}]
sbp.placement @b ["dp" = {ranks}] ranks {last}
func.func @train(
    %x: tensor<16x6xf32> {{sbp.name = "x", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@a, [S(0)]>}},
    %y: tensor<16x4xf32> {{sbp.name = "y", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@b, [S(0)]>}},
    %w1: tensor<6x8xf32> {{sbp.state = "w1", sbp.distribution = #sbp.distribution<@a, [B]>}},
    %w2: tensor<8x4xf32> {{sbp.state = "w2", sbp.distribution = #sbp.distribution<@b, [B]>}})
    -> (tensor<f32> {{sbp.name = "loss"}}, tensor<6x8xf32> {{sbp.state = "w1"}}, tensor<8x4xf32> {{sbp.state = "w2"}})
    attributes {{sbp.microbatches = {count} : i64{schedule}}} {{
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<16x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %s = linalg.matmul ins(%x, %w1 : tensor<16x6xf32>, tensor<6x8xf32>) outs(%f1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %z = arith.constant dense<0.0> : tensor<16x8xf32>
  %r = arith.maximumf %s, %z : tensor<16x8xf32>
  %h = sbp.constrain %r to #sbp.distribution<@b, [S(0)]> : tensor<16x8xf32>
  %e2 = tensor.empty() : tensor<16x4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %o = linalg.matmul ins(%h, %w2 : tensor<16x8xf32>, tensor<8x4xf32>) outs(%f2 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %d = arith.subf %o, %y : tensor<16x4xf32>
  %q = arith.mulf %d, %d : tensor<16x4xf32>
  %e3 = tensor.empty() : tensor<f32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce {{ arith.addf }} ins(%q : tensor<16x4xf32>) outs(%f3 : tensor<f32>) dimensions = [0, 1]
  %g:2 = nn.gradient %loss wrt (%w1, %w2) : (tensor<f32>, tensor<6x8xf32>, tensor<8x4xf32>) -> (tensor<6x8xf32>, tensor<8x4xf32>)
  %l1 = arith.constant dense<-1.0> : tensor<6x8xf32>
  %u1 = arith.constant dense<1.0> : tensor<6x8xf32>
  %c1 = arith.maximumf %g#0, %l1 : tensor<6x8xf32>
  %m1 = arith.minimumf %c1, %u1 : tensor<6x8xf32>
  %n1 = arith.subf %w1, %m1 : tensor<6x8xf32>
  %l2 = arith.constant dense<-1.0> : tensor<8x4xf32>
  %u2 = arith.constant dense<1.0> : tensor<8x4xf32>
  %c2 = arith.maximumf %g#1, %l2 : tensor<8x4xf32>
  %m2 = arith.minimumf %c2, %u2 : tensor<8x4xf32>
  %n2 = arith.subf %w2, %m2 : tensor<8x4xf32>
  return %loss, %n1, %n2 : tensor<f32>, tensor<6x8xf32>, tensor<8x4xf32>
}}
"""

PARAMETERS = {"w1": (INNER, HIDDEN), "w2": (HIDDEN, OUTER)}


def write(schedule, ranks, count):
    return MODEL.format(
        ranks=ranks, last=list(range(ranks, 2 * ranks)), count=count, schedule=f', sbp.schedule = "{schedule}"' if schedule else ""
    )


def train(x, y, values):
    """Losses and states after STEPS steps."""
    losses = []
    for _ in range(STEPS):
        s = x @ values["w1"]
        h = np.maximum(s, 0)
        d = 2 * (h @ values["w2"] - y)
        losses.append((d * d / 4).sum())
        slopes = {"w1": x.T @ ((d @ values["w2"].T) * (s > 0)), "w2": h.T @ d}
        values = {name: value - np.clip(slopes[name], -1, 1) for name, value in values.items()}
    return np.array(losses), values


def check_schedule(case, kind, ranks, count):
    """The report's schedule covers all groups, on the right ranks. Returns the numbers in flight."""
    schedule = case.report["schedule"]
    assert schedule["kind"] == kind and schedule["micro_batches"] == count and schedule["ranks"] == 2, schedule
    assert [stage["world_ranks"] for stage in schedule["stages"]] == [list(range(ranks)), list(range(ranks, 2 * ranks))], schedule
    kinds = "FBW" if kind == "zero_bubble" else "FB"
    for order in schedule["order"]:
        assert sorted(order) == sorted(f"{letter}{k}" for letter in kinds for k in range(count)), order
    return schedule["in_flight"]


def main():
    seed = int(os.environ.get("SBP_PIPELINE_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    source = np.random.default_rng(seed)
    x, y = source.integers(-2, 3, (ROWS, INNER)).astype(np.float64), source.integers(-3, 4, (ROWS, OUTER)).astype(np.float64)
    values = {name: source.integers(-2, 3, shape).astype(np.float64) for name, shape in PARAMETERS.items()}
    losses, states = train(x, y, values)
    cases = [
        (schedule, ranks, count, streams)
        for schedule in (None, "1f1b", "gpipe", "interleaved", "zero_bubble", "greedy")
        for ranks in (1, 2)
        for count in (2, 4)
        for streams in (1, 2)
    ]
    if not os.environ.get("SBP_FULL"):
        cases = [case for i, case in enumerate(cases) if i % 3 == seed % 3 or case[1:] == (1, 4, 1)]
    for schedule, ranks, count, streams in cases:
        case = Case(write(schedule, ranks, count), f"--streams={streams}")
        safetensors.save(case.path("first.safetensors"), {name: value.astype(np.float32) for name, value in values.items()})
        np.save(case.path("x.npy"), x.astype(np.float32))
        np.save(case.path("y.npy"), y.astype(np.float32))
        last, loss = case.path("last.safetensors"), case.path("loss.npy")
        run(
            "sbp-run",
            case.artifact,
            f"--steps={STEPS}",
            f"--weights={case.path('first.safetensors')}",
            f"--save-state={last}",
            f"--input=x=@{case.path('x.npy')}",
            f"--input=y=@{case.path('y.npy')}",
            f"--output=loss=@{loss}:all",
        )
        what = (schedule, ranks, count, streams)
        assert np.array_equal(np.load(loss), losses.astype(np.float32)), (what, np.load(loss), losses)
        found = safetensors.load(last)
        for name, value in states.items():
            assert np.array_equal(found[name], value.astype(np.float32)), (what, name, found[name], value)
        flight = check_schedule(case, schedule or "1f1b", ranks, count)
        print(f"{schedule or 'default':12} {ranks} ranks a stage, {count} micro-batches, {streams} streams: in flight {flight}")
    print(f"{STEPS} steps equal numpy's")


main()
