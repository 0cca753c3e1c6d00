// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// Tokens, slots, rows, width; and linear in each factor.
// CHECK-LABEL: func @bag
// CHECK: memory_layer.bag %{{.*}}, %{{.*}}, %{{.*}} : (tensor<7x5xf32>, tensor<6x2x3xi32>, tensor<6x2x3xf32>) -> tensor<6x5xf32>
// RULES-LABEL: signatures of @bag{{$}}
// RULES-NEXT: memory_layer.bag
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (B, S(0), S(0)) -> (S(0))
// RULES-NEXT: (B, S(1), S(1)) -> (P)
// RULES-NEXT: (B, S(2), S(2)) -> (P)
// RULES-NEXT: (S(0), B, B) -> (P)
// RULES-NEXT: (S(1), B, B) -> (S(1))
// RULES-NEXT: (P, B, B) -> (P)
// RULES-NEXT: (B, B, P) -> (P)
// EXECUTED: memory_layer.bag 2:8 3:8 2x2:64
func.func @bag(%v: tensor<7x5xf32>, %r: tensor<6x2x3xi32> {test.range = [0, 6]}, %s: tensor<6x2x3xf32>) -> tensor<6x5xf32> {
  %y = memory_layer.bag %v, %r, %s : (tensor<7x5xf32>, tensor<6x2x3xi32>, tensor<6x2x3xf32>) -> tensor<6x5xf32>
  return %y : tensor<6x5xf32>
}

// Cores and segments; what is outside is skipped on every shard.
// CHECK-LABEL: func @bag_of_blocks
// CHECK: memory_layer.bag {{.*}} into %{{.*}} {drop_outside, segments = 4 : i64}
// RULES-LABEL: signatures of @bag_of_blocks{{$}}
// RULES: (S(1), B, S(2), B) -> (S(2))
// RULES-NEXT: (B, B, B, B) -> (S(1))
// EXECUTED: memory_layer.bag 2:9 3:9 2x2:81
func.func @bag_of_blocks(%v: tensor<7x2x3xbf16>, %r: tensor<5x6xi64> {test.range = [-1, 8]}, %s: tensor<5x6x2xf32>,
                         %b: tensor<5x6xi64> {test.range = [-1, 4]}) -> tensor<5x4x2x3xf32> {
  %y = memory_layer.bag %v, %r, %s into %b {segments = 4 : i64, drop_outside}
      : (tensor<7x2x3xbf16>, tensor<5x6xi64>, tensor<5x6x2xf32>, tensor<5x6xi64>) -> tensor<5x4x2x3xf32>
  return %y : tensor<5x4x2x3xf32>
}

// CHECK-LABEL: func @bag_of_bytes
// RULES-LABEL: signatures of @bag_of_bytes{{$}}
// EXECUTED: memory_layer.bag 2:5 3:5 2x2:25
func.func @bag_of_bytes(%v: tensor<7x5xi8>, %r: tensor<6xi32> {test.range = [0, 6]}, %s: tensor<6xbf16>) -> tensor<5xbf16> {
  %y = memory_layer.bag %v, %r, %s : (tensor<7x5xi8>, tensor<6xi32>, tensor<6xbf16>) -> tensor<5xbf16>
  return %y : tensor<5xbf16>
}

// RULES-LABEL: signatures of @row_dot{{$}}
// RULES-NEXT: memory_layer.row_dot
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (B, S(0), S(0)) -> (S(0))
// RULES-NEXT: (B, S(1), B) -> (S(1))
// RULES-NEXT: (S(0), B, B) -> (P)
// RULES-NEXT: (S(1), B, S(1)) -> (P)
// RULES-NEXT: (P, B, B) -> (P)
// RULES-NEXT: (B, B, P) -> (P)
// EXECUTED: memory_layer.row_dot 2:7 3:7 2x2:49
func.func @row_dot(%v: tensor<7x37xf32>, %r: tensor<6x3xi32> {test.range = [0, 6]}, %z: tensor<6x37xf32>) -> tensor<6x3xf32> {
  %g = memory_layer.row_dot %v, %r, %z : (tensor<7x37xf32>, tensor<6x3xi32>, tensor<6x37xf32>) -> tensor<6x3xf32>
  return %g : tensor<6x3xf32>
}

// RULES-LABEL: signatures of @row_dot_at_blocks{{$}}
// RULES: (B, B, S(1), B) -> (P)
// EXECUTED: memory_layer.row_dot 2:9 3:9 2x2:81
func.func @row_dot_at_blocks(%v: tensor<7x2x3xf64>, %r: tensor<5x6xi64> {test.range = [0, 6]}, %z: tensor<5x4x2x3xf64>,
                             %b: tensor<5x6xi64> {test.range = [0, 3]}) -> tensor<5x6x2xf64> {
  %g = memory_layer.row_dot %v, %r, %z at %b
      : (tensor<7x2x3xf64>, tensor<5x6xi64>, tensor<5x4x2x3xf64>, tensor<5x6xi64>) -> tensor<5x6x2xf64>
  return %g : tensor<5x6x2xf64>
}

// RULES-LABEL: signatures of @add_outer{{$}}
// RULES-NEXT: memory_layer.add_outer
// RULES-NEXT: (B, B, B, B) -> (B)
// RULES-NEXT: (P, S(0), S(0), S(0)) -> (P)
// RULES-NEXT: (P, S(1), S(1), B) -> (P)
// RULES-NEXT: (S(0), B, B, B) -> (S(0))
// RULES-NEXT: (S(1), B, B, S(1)) -> (S(1))
// RULES-NEXT: (P, B, P, B) -> (P)
// RULES-NEXT: (P, B, B, P) -> (P)
// EXECUTED: memory_layer.add_outer 2:7 3:7 2x2:49
func.func @add_outer(%i: tensor<7x5xf32>, %r: tensor<6x3xi32> {test.range = [0, 6]}, %s: tensor<6x3xf32>, %z: tensor<6x5xf32>) -> tensor<7x5xf32> {
  %g = memory_layer.add_outer %i, %r, %s, %z : (tensor<7x5xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x5xf32>) -> tensor<7x5xf32>
  return %g : tensor<7x5xf32>
}

// A narrow table: each row is rounded once, whatever the number of its slots.
// RULES-LABEL: signatures of @add_outer_at_blocks{{$}}
// EXECUTED: memory_layer.add_outer 2:9 3:9 2x2:81
func.func @add_outer_at_blocks(%i: tensor<3x2x5xbf16>, %r: tensor<4x6xi64> {test.range = [-1, 3]}, %s: tensor<4x6x2xf32>,
                               %z: tensor<4x3x2x5xf32>, %b: tensor<4x6xi32> {test.range = [0, 3]}) -> tensor<3x2x5xbf16> {
  %g = memory_layer.add_outer %i, %r, %s, %z at %b {drop_outside}
      : (tensor<3x2x5xbf16>, tensor<4x6xi64>, tensor<4x6x2xf32>, tensor<4x3x2x5xf32>, tensor<4x6xi32>) -> tensor<3x2x5xbf16>
  return %g : tensor<3x2x5xbf16>
}
