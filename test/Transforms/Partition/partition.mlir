// RUN: sbp-opt %s --sbp-plan-boxings --sbp-partition --sbp-verify-phase=local --split-input-file | FileCheck %s

// Ranks whose pieces have equal shapes share one program; the partial sum is reduced by one communication for all.

sbp.placement @line ["x" = 2]

// CHECK:       sbp.communication @partial.communication0 "all_reduce" of tensor<4x2xf32>
// CHECK-SAME:    combiner = "sum"
// CHECK-SAME:    groups = [array<i64: 0, 1>]
// CHECK-SAME:    transfers = [#sbp.transfer<combine [0, 0] to [4, 2] : [0, 1] -> [0, 1]>]
// CHECK:       func.func private @partial(tensor<4x6xf32>
// CHECK-LABEL: sbp.local_program @partial.class0(
// CHECK-SAME:      %[[A:.+]]: tensor<4x3xf32>, %[[B:.+]]: tensor<3x2xf32>) -> tensor<4x2xf32>
// CHECK-SAME:      ranks = array<i64: 0, 1>
// CHECK:         %[[P:.+]] = linalg.matmul ins(%[[A]], %[[B]]
// CHECK-NOT:     sbp.signature
// CHECK:         %[[R:.+]] = sbp.communicate @partial.communication0(%[[P]])
// CHECK:         sbp.return %[[R]]
// CHECK-NOT:   class1
func.func @partial(%a: tensor<4x6xf32> {sbp.distribution = #sbp.distribution<@line, [S(1)]>},
                   %b: tensor<6x2xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4x2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [B]>]>} : tensor<4x2xf32>
  %f = linalg.fill {sbp.signature = #sbp.signature<[<@line, [B]>, <@line, [B]>] -> [<@line, [P]>]>} ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %p = linalg.matmul {sbp.signature = #sbp.signature<[<@line, [S(1)]>, <@line, [S(0)]>, <@line, [P]>] -> [<@line, [P]>]>}
      ins(%a, %b : tensor<4x6xf32>, tensor<6x2xf32>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = sbp.boxing %p from #sbp.distribution<@line, [P]> to #sbp.distribution<@line, [B]> : tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// A slice needs the rank's offset: a parameter, with its value per rank.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: sbp.local_program @slice.class0(
// CHECK-SAME:      %[[A:.+]]: tensor<4x2xf32>, %[[OFFSET:.+]]: index) -> tensor<2x2xf32>
// CHECK-SAME:      bindings = [array<i64: 0, 2>]
// CHECK-SAME:      parameters = [#sbp.offset<dim 0 of tensor<4x2xf32> at <@line, [S(0)]>>]
// CHECK:         %[[ZERO:.+]] = arith.constant 0 : index
// CHECK:         %[[BEGIN:.+]] = arith.subi %[[OFFSET]], %[[ZERO]]
// CHECK:         tensor.extract_slice %[[A]][%[[BEGIN]], 0] [2, 2] [1, 1]
func.func @slice(%a: tensor<4x2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<4x2xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [S(0)]> : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Uneven parts are classes of their own; an empty part takes part.

sbp.placement @line ["x" = 4]

// CHECK:       sbp.local_program @uneven.class0(%{{.*}}: tensor<1xf32>)
// CHECK-SAME:    ranks = array<i64: 0, 1, 2>
// CHECK:         sbp.communicate @uneven.communication0(%{{.*}}) : (tensor<1xf32>) -> tensor<3xf32>
// CHECK:       sbp.local_program @uneven.class1(%{{.*}}: tensor<0xf32>)
// CHECK-SAME:    ranks = array<i64: 3>
// CHECK:         sbp.communicate @uneven.communication0(%{{.*}}) : (tensor<0xf32>) -> tensor<3xf32>
func.func @uneven(%a: tensor<3xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<3xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The first rank keeps the value, the others get the identity of the sum: two roles, two classes.

sbp.placement @line ["x" = 3]

// CHECK:       sbp.local_program @fill.class0(%[[A:.+]]: tensor<2xf32>)
// CHECK-SAME:    ranks = array<i64: 0>
// CHECK:         sbp.return %[[A]]
// CHECK-LABEL: sbp.local_program @fill.class1(
// CHECK-SAME:    ranks = array<i64: 1, 2>
// CHECK:         %[[IDENTITY:.+]] = arith.constant -0.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[IDENTITY]]
func.func @fill(%a: tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [P]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [P]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Two placements: senders have no result, receivers no input, rank 1 is idle.

sbp.placement @first ["x" = 1]
sbp.placement @second ["x" = 1] ranks [2]

// CHECK:       sbp.local_program @stages.class0(%[[A:.+]]: tensor<2xf32>)
// CHECK-SAME:    outputs = array<i64>{{.*}}ranks = array<i64: 0>
// CHECK:         sbp.communicate @stages.communication0(%[[A]]) : (tensor<2xf32>) -> ()
// CHECK-LABEL: sbp.local_program @stages.class1() -> tensor<2xf32>
// CHECK-SAME:    ranks = array<i64: 2>
// CHECK:         sbp.communicate @stages.communication0() : () -> tensor<2xf32>
// CHECK-NOT:   class2
func.func @stages(%a: tensor<2xf32> {sbp.distribution = #sbp.distribution<@first, [B]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@second, [B]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@first, [B]> to #sbp.distribution<@second, [B]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A large constant is an argument of the local program: stored once, beside the code.

sbp.placement @line ["x" = 2]

// CHECK:       sbp.local_program @constant.class0(%[[C:.+]]: tensor<9xi64>)
// CHECK-SAME:    constants = {{\[\[}}dense<[1, 2, 3
// CHECK:         sbp.return %[[C]]
func.func @constant() -> (tensor<18xi64> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) {
  %0 = arith.constant {sbp.signature = #sbp.signature<[] -> [<@line, [S(0)]>]>}
      dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]> : tensor<18xi64>
  return %0 : tensor<18xi64>
}

// -----

// A split value becomes a partial one without moving: the rest of each rank's piece is the identity.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: sbp.local_program @pad.class0(
// CHECK-SAME:      %[[A:.+]]: tensor<2xf32>, %[[OFFSET:.+]]: index) -> tensor<4xf32>
// CHECK-SAME:      ranks = array<i64: 0, 1>
// CHECK:         %[[F:.+]] = linalg.fill
// CHECK:         tensor.insert_slice %[[A]] into %[[F]]
func.func @pad(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [P]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [P]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
