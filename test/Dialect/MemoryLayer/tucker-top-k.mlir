// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED
// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s --check-prefix=LOOPS

// Tokens and heads; the cores are those of a head.
// CHECK-LABEL: func @heads
// CHECK: memory_layer.tucker_top_k %{{.*}}, %{{.*}}, %{{.*}} {k = 6 : i64} : (tensor<5x3x2x4xf32>, tensor<5x3x1x3xf32>, tensor<3x2x2x1xf32>)
// RULES-LABEL: signatures of @heads{{$}}
// RULES-NEXT: memory_layer.tucker_top_k
// RULES-NEXT: (B, B, B) -> (B, B, B, B)
// RULES-NEXT: (S(0), S(0), B) -> (S(0), S(0), S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(0)) -> (S(1), S(1), S(1), S(1))
// RULES-NOT: ->
// EXECUTED: memory_layer.tucker_top_k 2:3 3:3 2x2:9

// No tensor of the size of the grid.
// LOOPS-LABEL: func @heads
// LOOPS-NOT: tensor<4x3xf32>
// LOOPS-NOT: tensor<12xf32>
// LOOPS: return
func.func @heads(%row: tensor<5x3x2x4xf32>, %column: tensor<5x3x1x3xf32>, %core: tensor<3x2x2x1xf32>)
    -> (tensor<5x3x6xf32>, tensor<5x3x6xi32>, tensor<5x3x6xi32>, tensor<5x3x6x2xf32>) {
  %s, %p, %q, %g = memory_layer.tucker_top_k %row, %column, %core {k = 6 : i64}
      : (tensor<5x3x2x4xf32>, tensor<5x3x1x3xf32>, tensor<3x2x2x1xf32>)
      -> (tensor<5x3x6xf32>, tensor<5x3x6xi32>, tensor<5x3x6xi32>, tensor<5x3x6x2xf32>)
  return %s, %p, %q, %g : tensor<5x3x6xf32>, tensor<5x3x6xi32>, tensor<5x3x6xi32>, tensor<5x3x6x2xf32>
}

// Narrow scores, no tokens, as many as there are pairs.
// RULES-LABEL: signatures of @all_pairs{{$}}
// RULES-NEXT: memory_layer.tucker_top_k
// RULES-NEXT: (B, B, B) -> (B, B, B, B)
// RULES-NOT: ->
// EXECUTED: memory_layer.tucker_top_k 2:1 3:1 2x2:1
func.func @all_pairs(%row: tensor<2x2xbf16>, %column: tensor<2x3xf32>, %core: tensor<1x2x2xf32>)
    -> (tensor<6xbf16>, tensor<6xi64>, tensor<6xi64>, tensor<6x1xbf16>) {
  %s, %p, %q, %g = memory_layer.tucker_top_k %row, %column, %core {k = 6 : i64}
      : (tensor<2x2xbf16>, tensor<2x3xf32>, tensor<1x2x2xf32>) -> (tensor<6xbf16>, tensor<6xi64>, tensor<6xi64>, tensor<6x1xbf16>)
  return %s, %p, %q, %g : tensor<6xbf16>, tensor<6xi64>, tensor<6xi64>, tensor<6x1xbf16>
}
