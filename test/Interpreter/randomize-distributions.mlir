// Every op gets a signature, every port a distribution, edges boxings; the same seed draws the same.
// RUN: sbp-opt %s --sbp-randomize-distributions=seed=3 | FileCheck %s
// RUN: sbp-opt %s --sbp-randomize-distributions=seed=3 -o %t.1 && sbp-opt %s --sbp-randomize-distributions=seed=3 -o %t.2 && cmp %t.1 %t.2
// RUN: sbp-opt %s --sbp-randomize-distributions=seed=4 | not cmp - %t.1
sbp.placement @p ["a" = 2, "b" = 2]
// CHECK: func.func @main(%[[X:.+]]: tensor<4x6xf32> {sbp.distribution = #sbp.distribution<@p
// CHECK: tensor.empty() {sbp.signature
// CHECK: linalg.exp {sbp.signature
// CHECK: return
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %y = linalg.exp ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
