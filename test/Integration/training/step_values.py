"""Values of the whole step inside of micro-batches, against numpy to the last bit: element numbers, random numbers, a sum over all.

Row i of the batch is weighted by i + 1, elements are dropped at random by their numbers in the batch, and the loss is a mean over a mask
of which every micro-batch has another number of elements. An offset without the micro-batch, a sum that is read before its last term,
and an accumulator that keeps what it held before all give other numbers. Values are integers and the mean divides by 8, so that every
sum is exact. Each number of micro-batches runs three steps on one rank and on two: compiled, and interpreted before and after
distributions are chosen. Prints a table: placement, micro-batches, executions of communications in a step.
"""

import os
import re

import numpy as np

from sbp import safetensors
from sbp_testing import philox
from sbp_testing.harness import Case, run

ROWS, WIDTH, COUNTED, STEPS = 16, 4, 8, 3

MODEL = """
{placement}
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
func.func @train(
    %x: tensor<16x4xf32> {{sbp.name = "x", sbp.microbatch = 0 : i64{split}}},
    %mask: tensor<16xf32> {{sbp.name = "mask", sbp.microbatch = 0 : i64{split}}},
    %seed: tensor<i64> {{sbp.name = "seed"}}, %w: tensor<4xf32> {{sbp.state = "w"{whole}}})
    -> (tensor<f32> {{sbp.name = "loss"}}, tensor<16x4xf32> {{sbp.name = "kept"{split}}}, tensor<4xf32> {{sbp.state = "w"}})
    attributes {{sbp.microbatches = {count} : i64}} {{
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<16x4xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %random = nn.random bernoulli %seed {{probability = 0.5 : f64}} : (tensor<i64>) -> tensor<16x4xi1>
  %dropped = arith.select %random, %x, %zeros : tensor<16x4xi1>, tensor<16x4xf32>
  %empty = tensor.empty() : tensor<16x4xf32>
  %kept = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%dropped : tensor<16x4xf32>) outs(%empty : tensor<16x4xf32>) {{
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %one = arith.constant 1.0 : f32
    %weight = arith.addf %f, %one : f32
    %b = arith.mulf %a, %weight : f32
    linalg.yield %b : f32
  }} -> tensor<16x4xf32>
  %total = linalg.reduce {{ arith.addf }} ins(%mask : tensor<16xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %terms = linalg.generic {{indexing_maps = [#id, #row, #column, #none, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%kept, %mask, %w, %total : tensor<16x4xf32>, tensor<16xf32>, tensor<4xf32>, tensor<f32>) outs(%empty : tensor<16x4xf32>) {{
  ^bb0(%k: f32, %m: f32, %v: f32, %t: f32, %out: f32):
    %p = arith.mulf %k, %v : f32
    %q = arith.mulf %p, %m : f32
    %s = arith.divf %q, %t : f32
    linalg.yield %s : f32
  }} -> tensor<16x4xf32>
  %loss = linalg.reduce {{ arith.addf }} ins(%terms : tensor<16x4xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %g = nn.gradient %loss wrt (%w) : (tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>)
  %next = arith.subf %w, %g : tensor<4xf32>
  return %loss, %kept, %next : tensor<f32>, tensor<16x4xf32>, tensor<4xf32>
}}
"""


def write(ranks, count):
    placement = f'sbp.placement @m ["dp" = {ranks}]' if ranks > 1 else ""
    split, whole = (f", sbp.distribution = #sbp.distribution<@m, [{part}]>" if ranks > 1 else "" for part in ("S(0)", "B"))
    return MODEL.format(placement=placement, split=split, whole=whole, count=count)


def train(x, mask, seed, w):
    """Losses, the last kept elements and the last state."""
    kept = np.where(philox.random("bernoulli", "i1", seed, 0, x.shape), x, 0) * np.arange(1, ROWS + 1)[:, None]
    losses = []
    for _ in range(STEPS):
        losses.append((kept * w * mask[:, None]).sum() / mask.sum())
        w = w - (kept * mask[:, None]).sum(0) / mask.sum()
    return np.array(losses), kept, w


def check(case, program, words, expected, what):
    loss, kept, last = (case.path(name) for name in ("loss.npy", "kept.npy", "last.safetensors"))
    run(*program, *words, f"--output=loss=@{loss}:all", f"--output=kept=@{kept}", f"--save-state={last}")
    found = np.load(loss), np.load(kept), safetensors.load(last)["w"]
    for name, value, reference in zip(("loss", "kept", "w"), found, expected):
        assert np.array_equal(value, reference.astype(np.float32)), (what, name, value, reference)


def check_planted(case, words, expected, cut):
    """Without the number of the micro-batch in their offsets, elements have other numbers: the comparison fails."""
    with open(cut) as file:
        text = file.read()
    planted = re.sub(r"= sbp.micro_batch.*", "= arith.constant 0 : index", text)
    assert planted != text
    path = case.path("planted.mlir")
    with open(path, "w") as file:
        file.write(planted)
    try:
        check(case, ("sbp-interpret", path), words, expected, "planted")
    except AssertionError as error:
        assert error.args[0][0] == "planted", error
    else:
        raise AssertionError("an offset without the micro-batch gives the same numbers")


def main():
    seed = int(os.environ.get("SBP_STEP_VALUES_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    source = np.random.default_rng(seed)
    x, w = source.integers(-2, 3, (ROWS, WIDTH)).astype(np.float64), source.integers(-2, 3, WIDTH).astype(np.float64)
    # The first half of the batch has more of the mask than the second.
    mask = np.zeros(ROWS)
    mask[source.permutation(ROWS // 2)[: COUNTED - 2]] = 1
    mask[ROWS // 2 + source.permutation(ROWS // 2)[:2]] = 1
    expected = train(x, mask, seed, w)
    for ranks in (1, 2):
        for count in (1, 2, 4, 8):
            case = Case(write(ranks, count))
            safetensors.save(case.path("first.safetensors"), {"w": w.astype(np.float32)})
            data = {"x": x.astype(np.float32), "mask": mask.astype(np.float32), "seed": np.int64(seed)}
            words = [f"--steps={STEPS}", f"--weights={case.path('first.safetensors')}", *case.save(data)]
            what = f"{ranks} ranks, {count} micro-batches"
            cut, distributed = case.path("cut.mlir"), case.path("distributed.mlir")
            run("sbp-opt", case.model, "--sbp-import", "--sbp-place-operations", "--sbp-cut-time", "-o", cut)
            check(case, ("sbp-interpret", cut), words, expected, what + ", level 0")
            if count > 1:
                check_planted(case, words, expected, cut)
            run("sbp-opt", case.model, "--sbp-compile-to=distributed", "-o", distributed)
            check(case, ("sbp-interpret", distributed), words, expected, what + ", level 1")
            check(case, ("sbp-run", case.artifact), words, expected, what)
            executions = sum(entry["executions_per_step"] for entry in case.report["collectives"])
            print(f"{what}: {executions} executions of communications")
    print(f"{STEPS} steps equal numpy's")


main()
