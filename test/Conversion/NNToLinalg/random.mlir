// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s

// The counter is the row-major position, the key the seed: elementwise, so it fuses with its readers.
// CHECK-LABEL: func @uniform
// CHECK-SAME:    %[[SEED:.+]]: tensor<i64>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[SEED]] : tensor<i64>)
// CHECK-DAG:       linalg.index 0
// CHECK-DAG:       linalg.index 1
// CHECK-COUNT-20:  arith.xori
// CHECK:           arith.shrui %{{.+}}, %{{.+}} : i64
// CHECK:           arith.sitofp %{{.+}} : i32 to f32
// CHECK-NOT:     nn.random
func.func @uniform(%seed: tensor<i64>) -> tensor<5x3xf32> {
  %r = nn.random uniform %seed : (tensor<i64>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
