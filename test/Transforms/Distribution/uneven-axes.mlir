// Six axes that cut no dimension evenly: pieces are counted rank by rank, so few of 16 million pairs of states may be priced. A
// minute before that was so.
// UNSUPPORTED: sanitized
// REQUIRES: long_tests
// RUN: timeout 30 sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions 2>/dev/null | FileCheck %s
// CHECK: cost_seconds = 3.8506689887152778E-6 : f64, gap = 0.000000e+00
sbp.placement @p ["a" = 2, "b" = 3, "c" = 2, "d" = 3, "e" = 2, "f" = 2]
func.func @main(%x: tensor<30x31x29xf32> {sbp.name = "x"}) -> (tensor<30x31x29xf32> {sbp.name = "y"}) {
  %y = math.exp %x : tensor<30x31x29xf32>
  return %y : tensor<30x31x29xf32>
}
