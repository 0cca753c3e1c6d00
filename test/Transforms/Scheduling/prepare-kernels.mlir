// RUN: sbp-opt %s --sbp-plan-boxings --sbp-partition --sbp-convert-local-to-task --sbp-prepare-kernels --split-input-file | FileCheck %s

// A kernel that needs nothing but its operands; its pair in place is honoured.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @elementwise.class0
// CHECK:         %[[NEW:.+]] = task.register alias
// CHECK-NEXT:    task.compute @kernel0(%{{.+}}) -> (%[[NEW]])
// CHECK-NOT:       scratch
// CHECK-SAME:      {duration = {{[1-9].*}} in_place = array<i64: 0, 0>
func.func @elementwise(%w: tensor<4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<4x4xf32>
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// A state that is read in another order than it is written: the old values are kept beside it while they are needed.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @transposed.class0
// CHECK:         %[[NEW:.+]] = task.register alias
// CHECK-NEXT:    %[[KEPT:.+]] = task.register : <tensor<64xi8>>
// CHECK-NEXT:    task.compute @kernel0(%{{.+}}) -> (%[[NEW]]) scratch %[[KEPT]]
// CHECK-SAME:      in_place = array<i64: 0, 0>
func.func @transposed(%w: tensor<4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<4x4xf32>
  %0 = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0] {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>}
  return %0 : tensor<4x4xf32>
}

// -----

// What lies between two products of one kernel is scratch; the longer of two kernels has the longer duration.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @chain.class0
// CHECK:         %[[BETWEEN:.+]] = task.register : <tensor<16384xi8>>
// CHECK-NEXT:    task.compute @kernel0(%{{.+}}) -> (%{{.+}}) scratch %[[BETWEEN]]
// CHECK-SAME:      duration = 18433 : i64
func.func @chain(%x: tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<64x64xf32>
  %f = linalg.fill {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e1 = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<64x64xf32>
  %f1 = linalg.fill {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%zero : f32) outs(%e1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
