// RUN: sbp-opt %s --sbp-import | FileCheck %s

// The one op of tensor that computes per element is elementwise like all others.
// CHECK-LABEL: func @bits
// CHECK: linalg.generic
// CHECK: arith.bitcast %{{.*}} : f32 to i32
func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  %y = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %y : tensor<4xi32>
}
