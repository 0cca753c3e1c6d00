// RUN: sbp-opt %s | sbp-opt | FileCheck %s

// CHECK-LABEL: func @gather_rows
// CHECK: nn.gather %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
func.func @gather_rows(%data: tensor<10x4xf32>, %indices: tensor<2x3xi64>) -> tensor<2x3x4xf32> {
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
