// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-elementwise-to-linalg))' | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME:    (%[[X:.+]]: tensor<4xf32>, %[[Y:.+]]: tensor<4xf32>)
// CHECK:         %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]]
// CHECK:           arith.addf %{{.+}}, %{{.+}} : f32
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]]
// CHECK:           math.exp %{{.+}} : f32
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %y : tensor<4xf32>
  %1 = math.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @constants_stay
// CHECK:         arith.constant dense<{{.*}}> : tensor<2xf32>
func.func @constants_stay() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @bits
// CHECK:         linalg.generic
// CHECK:           arith.bitcast %{{.+}} : f32 to i32
func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A layer is made of the ops of the function, not of what is inside them.
// CHECK-LABEL: func @layer
// CHECK:         linalg.generic {{.*}} attrs = {{.*}}sbp.layer = 3 : i64
// CHECK:           math.exp %{{[^ ]+}} : f32
func.func @layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x {sbp.layer = 3 : i64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
