// RUN: sbp-opt %s --sbp-plan-boxings --sbp-partition --sbp-verify-phase=local --split-input-file | FileCheck %s

// Two axes: classes differ in shapes only; a number that all ranks of a class share is a constant of its program or one
// parameter with a value for each of them, in the order of `ranks`.

sbp.placement @grid ["a" = 2, "b" = 3]

// CHECK-LABEL: sbp.local_program @cut.class0(
// CHECK-SAME:      %{{.+}}: tensor<7x2xf32>) -> tensor<4x2xf32>
// CHECK-SAME:      parameters = [], ranks = array<i64: 0, 1, 2>
// CHECK:         tensor.extract_slice {{.*}} [4, 2] [1, 1]
// CHECK-LABEL: sbp.local_program @cut.class1(
// CHECK-SAME:      %{{.+}}: tensor<7x2xf32>, %[[OFFSET:.+]]: index) -> tensor<3x2xf32>
// CHECK-SAME:      bindings = [array<i64: 4, 4, 4>]
// CHECK-SAME:      parameters = [#sbp.offset<dim 0 of tensor<7x6xf32> at <@grid, [S(0), S(1)]>>], ranks = array<i64: 3, 4, 5>
// CHECK:         arith.subi %[[OFFSET]]
// CHECK:         tensor.extract_slice {{.*}} [3, 2] [1, 1]
func.func @cut(%x: tensor<7x6xf32> {sbp.distribution = #sbp.distribution<@grid, [B, S(1)]>})
    -> (tensor<7x6xf32> {sbp.distribution = #sbp.distribution<@grid, [S(0), S(1)]>}) {
  %0 = sbp.boxing %x from #sbp.distribution<@grid, [B, S(1)]> to #sbp.distribution<@grid, [S(0), S(1)]> : tensor<7x6xf32>
  return %0 : tensor<7x6xf32>
}

// -----

// A loop's number is the model's: the rank's offset is added to what its own loop counts.

sbp.placement @line ["x" = 4]
#map = affine_map<(d0) -> (d0)>

// CHECK-LABEL: sbp.local_program @iota.class0(
// CHECK-SAME:      %[[OFFSET:.+]]: index) -> tensor<3xi64>
// CHECK-SAME:      bindings = [array<i64: 0, 3>]
// CHECK:         %[[LOOP:.+]] = linalg.index 0
// CHECK-NEXT:    arith.addi %[[LOOP]], %[[OFFSET]]
// CHECK-LABEL: sbp.local_program @iota.class1(
// CHECK-SAME:      bindings = [array<i64: 6, 8>]
func.func @iota() -> (tensor<10xi64> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [S(0)]>]>} : tensor<10xi64>
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%e : tensor<10xi64>)
      attrs = {sbp.signature = #sbp.signature<[<@line, [S(0)]>] -> [<@line, [S(0)]>]>} {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    linalg.yield %c : i64
  } -> tensor<10xi64>
  return %0 : tensor<10xi64>
}

// -----

// A placement's own order of ranks: groups and parts follow it, classes list ranks in the world's order.

sbp.placement @line ["x" = 2] ranks [5, 3]

// CHECK:       sbp.communication @order.communication0 "all_gather"
// CHECK-SAME:    groups = [array<i64: 5, 3>]
// CHECK-SAME:    transfers = [#sbp.transfer<route [0] to [4] : [5, 3] -> [5, 3]>]
// CHECK-LABEL: sbp.local_program @order.class0(
// CHECK-SAME:    ranks = array<i64: 3, 5>
// CHECK-NOT:   class1
func.func @order(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %0 = sbp.boxing %x from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
