"""What a user may get wrong with memory layers: exit code 1 and one sentence with file and line, from the programs."""

import re
import sys

import numpy as np

from sbp_testing.harness import Case

BAG = """sbp.placement @mesh ["p" = 2]
func.func @main(%v: {table} {{sbp.name = "v"}}, %r: {rows} {{sbp.name = "r"}}, %s: {scores} {{sbp.name = "s"}}) -> ({y} {{sbp.name = "y"}}) {{
  %y = memory_layer.bag %v, %r, %s {more} : ({table}, {rows}, {scores}) -> {y}
  return %y : {y}
}}
"""
SHAPES = {"table": "tensor<7x4xf32>", "rows": "tensor<5x3xi32>", "scores": "tensor<5x3xf32>", "y": "tensor<5x4xf32>", "more": ""}
SEGMENTS = """func.func @main(%v: tensor<7x4xf32>, %r: tensor<5x3xi32>, %s: tensor<5x3xf32>, %e: tensor<5x3xi32>) -> tensor<5x2x4xf32> {
  %y = memory_layer.bag %v, %r, %s into %e : (tensor<7x4xf32>, tensor<5x3xi32>, tensor<5x3xf32>, tensor<5x3xi32>) -> tensor<5x2x4xf32>
  return %y : tensor<5x2x4xf32>
}
"""
GRID = """func.func @main(%a: tensor<5x2x3xf32>, %b: tensor<5x2x3xf32>, %c: tensor<1x2x2xf32>) -> tensor<5x10xf32> {
  %s, %p, %q, %g = memory_layer.tucker_top_k %a, %b, %c {k = 10 : i64} : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x10xf32>, tensor<5x10xi32>, tensor<5x10xi32>, tensor<5x10x1xf32>)
  return %s : tensor<5x10xf32>
}
"""
ADAGRAD = """sbp.placement @mesh ["p" = 2]
func.func @main(%t: tensor<8x4xf32> {sbp.state = "t", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>, sbp.init = dense<0.0> : tensor<8x4xf32>},
                %a: tensor<8xf32> {sbp.state = "a", sbp.init = dense<0.0> : tensor<8xf32>}, %r: tensor<5x3xi32>, %s: tensor<5x3xf32>, %z: tensor<5x4xf32>,
                %rate: tensor<f32>, %step: tensor<i64>)
    -> (tensor<8x4xf32> {sbp.state = "t", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, tensor<8xf32> {sbp.state = "a"}) {
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step : (tensor<8x4xf32>, tensor<8xf32>, tensor<5x3xi32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<f32>, tensor<i64>) -> (tensor<8x4xf32>, tensor<8xf32>)
  return %u#0, %u#1 : tensor<8x4xf32>, tensor<8xf32>
}
"""
READ_BEHIND = """func.func @main(%t: tensor<8x4xf32> {sbp.state = "t", sbp.init = dense<0.0> : tensor<8x4xf32>},
                %a: tensor<8xf32> {sbp.state = "a", sbp.init = dense<0.0> : tensor<8xf32>}, %r: tensor<5x3xi32>, %s: tensor<5x3xf32>, %z: tensor<5x4xf32>,
                %rate: tensor<f32>, %step: tensor<i64>) -> (tensor<5x4xf32>, tensor<8x4xf32> {sbp.state = "t"}, tensor<8xf32> {sbp.state = "a"}) {
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step : (tensor<8x4xf32>, tensor<8xf32>, tensor<5x3xi32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<f32>, tensor<i64>) -> (tensor<8x4xf32>, tensor<8xf32>)
  %y = memory_layer.bag %t, %r, %s : (tensor<8x4xf32>, tensor<5x3xi32>, tensor<5x3xf32>) -> tensor<5x4xf32>
  return %y, %u#0, %u#1 : tensor<5x4xf32>, tensor<8x4xf32>, tensor<8xf32>
}
"""


def refuse(model, line, words):
    check(Case(model, expect=1).compiled, line, words)


def check(finished, line, words):
    errors = [text for text in finished.stderr.splitlines() if re.search(r"\berror:|^\S+:\d+:\d+: ", text) and " note: " not in text]
    assert len(errors) == 1 and re.search(rf"model\.mlir:{line}:\d+: .*{words}", errors[0]), (
        f"expected line {line}, {words!r}\n{finished.stderr}"
    )


def main():
    bag = lambda **changed: BAG.format(**(SHAPES | changed))
    refuse(bag(scores="tensor<5x2xf32>"), 3, "scores must be 5x3, found 'tensor<5x2xf32>'")
    refuse(bag(y="tensor<5x6xf32>"), 3, "'tensor<5x6xf32>'")
    refuse(SEGMENTS, 2, "has segments but not their number; add segments = n")
    refuse(GRID, 2, "k is 10 but the grid has 3 x 3 = 9 pairs")
    refuse(bag(table="tensor<3000000000x4xf32>"), 3, "rows of i32 cannot count the 3000000000 rows")
    refuse(ADAGRAD, 6, "is impossible if its dimension 1 is split: row_adagrad takes a mean over the whole row")
    refuse(READ_BEHIND, 5, "reads state 't' after the update that overwrites it")
    # A row that an input gives is an error; the nearest one counts where it is computed (outside_indices.py, memory_layer_ops.py).
    case = Case(bag())
    given = {"v": np.ones((7, 4), np.float32), "r": np.zeros((5, 3), np.int32), "s": np.ones((5, 3), np.float32)}
    given["r"][4, 1] = 7
    for run_as in (case.execute, case.interpret):
        check(run_as(given, ["y"], expect=1), 2, r"input 'r' has 7 at \[4, 1\], which is not an index below 7")
    print("what is wrong is said")


if __name__ == "__main__":
    sys.exit(main())
