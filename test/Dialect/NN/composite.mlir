// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3 -o /dev/null
// RUN: sbp-opt %s --sbp-convert-nn-to-linalg --sbp-check-signatures=placements=3 -o /dev/null

// CHECK-LABEL: func @layer_norm
// CHECK: nn.layer_norm %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 1.000000e-05 : f64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
// RULES-LABEL: signatures of @layer_norm{{$}}
// RULES-NEXT: nn.layer_norm
// RULES-NEXT: (B, B, B) -> (B)
// RULES-NEXT: (S(0), B, B) -> (S(0))
// RULES-NEXT: blocked d1 (6): dimension 1 is normalised as a whole; the alternative `parts` splits it
// RULES-NEXT: alternative: parts
func.func @layer_norm(%x: tensor<4x6xf32>, %w: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  %y = nn.layer_norm %x, %w, %b {epsilon = 1.0e-5 : f64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// CHECK-LABEL: func @rms_norm
// CHECK: nn.rms_norm
// RULES-LABEL: signatures of @rms_norm{{$}}
// RULES-NEXT: nn.rms_norm
// RULES-NEXT: (B, B) -> (B)
// RULES-NEXT: (S(0), B) -> (S(0))
// RULES-NEXT: blocked d1 (2)
// RULES-NEXT: blocked d2 (3)
func.func @rms_norm(%x: tensor<4x2x3xbf16>, %w: tensor<2x3xbf16>) -> tensor<4x2x3xbf16> {
  %y = nn.rms_norm %x, %w {epsilon = 1.0e-6 : f64} : (tensor<4x2x3xbf16>, tensor<2x3xbf16>) -> tensor<4x2x3xbf16>
  return %y : tensor<4x2x3xbf16>
}

// CHECK-LABEL: func @cross_entropy
// CHECK: nn.cross_entropy
// RULES-LABEL: signatures of @cross_entropy{{$}}
// RULES-NEXT: nn.cross_entropy
// RULES-NEXT: (B, B) -> (B)
// RULES-NEXT: (S(0), S(0)) -> (S(0))
// RULES-NEXT: blocked d1 (7): the classes are normalised as a whole; the alternative `parts` splits them
func.func @cross_entropy(%x: tensor<5x7xf32>, %t: tensor<5xi64> {test.range = [0, 6]}) -> tensor<5xf32> {
  %y = nn.cross_entropy %x, %t : (tensor<5x7xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func @cross_entropy_and_log_sum_exp
// CHECK: nn.cross_entropy {{.*}} -> (tensor<5xf32>, tensor<5xf32>)
// RULES-LABEL: signatures of @cross_entropy_and_log_sum_exp{{$}}
// RULES-NEXT: nn.cross_entropy
// RULES-NEXT: (B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0)) -> (S(0), S(0))
// RULES-NEXT: blocked d1 (7): the classes are normalised as a whole; the alternative `parts` splits them
func.func @cross_entropy_and_log_sum_exp(%x: tensor<5x7xf32>, %t: tensor<5xi64> {test.range = [0, 6]}) -> (tensor<5xf32>, tensor<5xf32>) {
  %y, %l = nn.cross_entropy %x, %t : (tensor<5x7xf32>, tensor<5xi64>) -> (tensor<5xf32>, tensor<5xf32>)
  return %y, %l : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func @attention
// CHECK: nn.attention %{{.*}}, %{{.*}}, %{{.*}} {scale = 5.000000e-01 : f64} : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>, tensor<2x3x6x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4xf32>)
// RULES-LABEL: signatures of @attention{{$}}
// RULES-NEXT: nn.attention
// RULES-NEXT: (B, B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0), S(0)) -> (S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(1)) -> (S(1), S(1))
// RULES-NEXT: (S(2), B, B) -> (S(2), S(2))
// RULES-NEXT: (B, B, S(3)) -> (S(3), B)
// RULES-NEXT: blocked d3 (6): key positions
// RULES-NEXT: blocked d4 (5): the width
func.func @attention(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x6x5xf32>, %v: tensor<2x3x6x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4xf32>) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64} : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>, tensor<2x3x6x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4xf32>)
  return %y, %l : tensor<2x3x4x2xf32>, tensor<2x3x4xf32>
}

// Grouped heads split with their groups where these divide, else alone; the pieces know which heads and queries they have.
// CHECK-LABEL: func @attention_grouped
// CHECK: nn.attention {{.*}} mask %{{.*}} {causal, scale = 1.000000e+00 : f64}
// RULES-LABEL: signatures of @attention_grouped{{$}}
// RULES-NEXT: nn.attention
// RULES-NEXT: (B, B, B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0), S(0), B) -> (S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(1), S(1)) -> (S(1), S(1))
// RULES-NEXT: (S(2), B, B, B) -> (S(2), S(2))
// RULES-NEXT: (B, B, S(3), B) -> (S(3), B)
// RULES-NEXT: (S(1), B, B, S(1)) -> (S(1), S(1))
// RULES-NEXT: blocked d3 (5): key positions
func.func @attention_grouped(%q: tensor<2x4x3x2xf32>, %k: tensor<2x2x5x2xf32>, %v: tensor<2x2x5x2xf32>, %m: tensor<1x4x1x5xf32>) -> (tensor<2x4x3x2xf32>, tensor<2x4x3xf32>) {
  %y, %l = nn.attention %q, %k, %v mask %m {scale = 1.0 : f64, causal} : (tensor<2x4x3x2xf32>, tensor<2x2x5x2xf32>, tensor<2x2x5x2xf32>, tensor<1x4x1x5xf32>) -> (tensor<2x4x3x2xf32>, tensor<2x4x3xf32>)
  return %y, %l : tensor<2x4x3x2xf32>, tensor<2x4x3xf32>
}

// Split along the queries the gradients of key and value are partial sums, along the keys that of the query is one.
// CHECK-LABEL: func @attention_gradient
// CHECK: nn.attention_gradient %{{.*}}, %{{.*}}, %{{.*}} of %{{.*}}, %{{.*}} cotangent %{{.*}} {causal, scale = 5.000000e-01 : f64}
// RULES-LABEL: signatures of @attention_gradient{{$}}
// RULES-NEXT: nn.attention_gradient
// RULES-NEXT: (B, B, B, B, B, B) -> (B, B, B)
// RULES-NEXT: (S(0), S(0), S(0), S(0), S(0), S(0)) -> (S(0), S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(1), S(1), S(1), S(1)) -> (S(1), S(1), S(1))
// RULES-NEXT: (S(2), B, B, S(2), S(2), S(2)) -> (S(2), P, P)
// RULES-NEXT: (B, S(2), S(2), B, B, B) -> (P, S(2), S(2))
// RULES-NEXT: blocked d4 (4): widths are contracted inside; the alternative `parts` splits them
// RULES-NEXT: blocked d5 (2)
// RULES-NEXT: alternative: parts
func.func @attention_gradient(%q: tensor<3x4x5x4xf32>, %k: tensor<3x4x6x4xf32>, %v: tensor<3x4x6x2xf32>, %y: tensor<3x4x5x2xf32>, %l: tensor<3x4x5xf32>, %g: tensor<3x4x5x2xf32>)
    -> (tensor<3x4x5x4xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x2xf32>) {
  %dq, %dk, %dv = nn.attention_gradient %q, %k, %v of %y, %l cotangent %g {scale = 0.5 : f64, causal}
      : (tensor<3x4x5x4xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x2xf32>, tensor<3x4x5x2xf32>, tensor<3x4x5xf32>, tensor<3x4x5x2xf32>)
      -> (tensor<3x4x5x4xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x2xf32>)
  return %dq, %dk, %dv : tensor<3x4x5x4xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x2xf32>
}

// The gradient of a mask is a partial sum along what the mask broadcasts; heads that share one of key and value stay together.
// CHECK-LABEL: func @attention_gradient_of_mask
// RULES-LABEL: signatures of @attention_gradient_of_mask{{$}}
// RULES-NEXT: nn.attention_gradient
// RULES-NEXT: (B, B, B, B, B, B, B, B) -> (B, B, B, B)
// RULES-NEXT: (S(0), S(0), S(0), B, S(0), S(0), S(0), S(0)) -> (S(0), S(0), S(0), P)
// RULES-NEXT: (S(1), S(1), S(1), B, S(1), S(1), S(1), S(1)) -> (S(1), S(1), S(1), P)
// RULES-NEXT: (S(2), B, B, S(2), S(2), S(2), S(2), S(2)) -> (S(2), P, P, S(2))
// RULES-NEXT: (B, S(2), S(2), S(3), B, B, B, B) -> (P, S(2), S(2), S(3))
func.func @attention_gradient_of_mask(%q: tensor<2x4x5x4xf32>, %k: tensor<2x2x6x4xf32>, %v: tensor<2x2x6x2xf32>, %m: tensor<1x1x5x6xf32>,
                                      %y: tensor<2x4x5x2xf32>, %l: tensor<2x4x5xf32>, %g: tensor<2x4x5x2xf32>, %h: tensor<2x4x5xf32>)
    -> (tensor<2x4x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x2xf32>, tensor<1x1x5x6xf32>) {
  %d:4 = nn.attention_gradient %q, %k, %v mask %m of %y, %l cotangent %g sums_cotangent %h {scale = 0.5 : f64, window = array<i64: 2, 1>}
      : (tensor<2x4x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x2xf32>, tensor<1x1x5x6xf32>, tensor<2x4x5x2xf32>, tensor<2x4x5xf32>,
         tensor<2x4x5x2xf32>, tensor<2x4x5xf32>) -> (tensor<2x4x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x2xf32>, tensor<1x1x5x6xf32>)
  return %d#0, %d#1, %d#2, %d#3 : tensor<2x4x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x2xf32>, tensor<1x1x5x6xf32>
}
