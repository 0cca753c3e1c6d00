// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// Rows and width of table and states; what names rows does not split.
// CHECK-LABEL: func @adam
// CHECK: memory_layer.update lazy_adam %{{.*}}, (%{{.*}}, %{{.*}}), %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {beta1 = 5.000000e-01 : f64} :
// RULES-LABEL: signatures of @adam{{$}}
// RULES-NEXT: memory_layer.update
// RULES-NEXT: (B, B, B, B, B, B, B, B) -> (B, B, B)
// RULES-NEXT: (S(0), S(0), S(0), B, B, B, B, B) -> (S(0), S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(1), B, B, S(1), B, B) -> (S(1), S(1), S(1))
// RULES-NOT: ->
// EXECUTED: memory_layer.update 2:3 3:3 2x2:9
func.func @adam(%t: tensor<7x5xf32>, %m: tensor<7x5xf32>, %v: tensor<7x5xf32>, %r: tensor<6x3xi32> {test.range = [0, 6]},
                %s: tensor<6x3xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32> {test.range = [0, 9]})
    -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>) {
  %u:3 = memory_layer.update lazy_adam %t, (%m, %v), %r, %s, %z, %rate, %step {beta1 = 0.5 : f64}
      : (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>)
  return %u#0, %u#1, %u#2 : tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>
}

// A mean over the row: only rows.
// CHECK-LABEL: func @adagrad
// CHECK: memory_layer.update row_adagrad {{.*}} at %{{.*}} {drop_outside, epsilon = 1.000000e-10 : f64} :
// RULES-LABEL: signatures of @adagrad{{$}}
// RULES-NEXT: memory_layer.update
// RULES-NEXT: (B, B, B, B, B, B, B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0), B, B, B, B, B, B) -> (S(0), S(0))
// RULES-NOT: ->
// EXECUTED: memory_layer.update 2:2 3:2 2x2:4
func.func @adagrad(%t: tensor<7x2x3xbf16>, %a: tensor<7xf32>, %r: tensor<4x6xi64> {test.range = [-1, 7]}, %s: tensor<4x6x2xf32>,
                   %z: tensor<4x3x2x3xf32>, %rate: tensor<f32>, %step: tensor<i64>, %b: tensor<4x6xi32> {test.range = [0, 3]})
    -> (tensor<7x2x3xbf16>, tensor<7xf32>) {
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step at %b {epsilon = 1.0e-10 : f64, drop_outside}
      : (tensor<7x2x3xbf16>, tensor<7xf32>, tensor<4x6xi64>, tensor<4x6x2xf32>, tensor<4x3x2x3xf32>, tensor<f32>, tensor<i64>, tensor<4x6xi32>)
      -> (tensor<7x2x3xbf16>, tensor<7xf32>)
  return %u#0, %u#1 : tensor<7x2x3xbf16>, tensor<7xf32>
}

// Cores are columns too.
// RULES-LABEL: signatures of @cores{{$}}
// RULES-NEXT: memory_layer.update
// RULES-NEXT: (B, B, B, B, B, B, B, B) -> (B, B, B)
// RULES-NEXT: (S(0), S(0), S(0), B, B, B, B, B) -> (S(0), S(0), S(0))
// RULES-NEXT: (S(2), S(2), S(2), B, B, S(1), B, B) -> (S(2), S(2), S(2))
// RULES-NEXT: (S(1), S(1), S(1), B, S(1), S(0), B, B) -> (S(1), S(1), S(1))
// RULES-NOT: ->
// EXECUTED: memory_layer.update 2:4 3:4 2x2:16
func.func @cores(%t: tensor<7x2x3xf64>, %m: tensor<7x2x3xf64>, %v: tensor<7x2x3xf64>, %r: tensor<4xi64> {test.range = [0, 6]},
                 %s: tensor<4x2xf64>, %z: tensor<2x3xf64>, %rate: tensor<f32>, %step: tensor<i64> {test.range = [1, 9]})
    -> (tensor<7x2x3xf64>, tensor<7x2x3xf64>, tensor<7x2x3xf64>) {
  %u:3 = memory_layer.update lazy_adam %t, (%m, %v), %r, %s, %z, %rate, %step
      : (tensor<7x2x3xf64>, tensor<7x2x3xf64>, tensor<7x2x3xf64>, tensor<4xi64>, tensor<4x2xf64>, tensor<2x3xf64>, tensor<f32>, tensor<i64>)
      -> (tensor<7x2x3xf64>, tensor<7x2x3xf64>, tensor<7x2x3xf64>)
  return %u#0, %u#1, %u#2 : tensor<7x2x3xf64>, tensor<7x2x3xf64>, tensor<7x2x3xf64>
}
