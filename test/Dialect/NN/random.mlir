// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null | FileCheck %s --check-prefix=EXECUTED

// A shard draws what stands at its positions: every dim splits, and bits are compared.
// CHECK-LABEL: func @uniform
// CHECK: nn.random uniform %{{.*}} {offset = 3 : i64} : (tensor<i64>) -> tensor<5x3xf32>
// RULES-LABEL: signatures of @uniform{{$}}
// RULES-NEXT: nn.random
// RULES-NEXT: (B) -> (B)
// RULES-NEXT: (B) -> (S(0))
// RULES-NEXT: (B) -> (S(1))
// RULES-NOT: blocked
// EXECUTED: nn.random 2:3 3:3 4:3 2x2:9
func.func @uniform(%seed: tensor<i64>) -> tensor<5x3xf32> {
  %r = nn.random uniform %seed {offset = 3 : i64} : (tensor<i64>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// RULES-LABEL: signatures of @uniform_f64{{$}}
// EXECUTED: nn.random 2:2 3:2 4:2 2x2:4
func.func @uniform_f64(%seed: tensor<i64>) -> tensor<5xf64> {
  %r = nn.random uniform %seed : (tensor<i64>) -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// CHECK-LABEL: func @normal
// CHECK: nn.random normal %{{.*}} : (tensor<i64>) -> tensor<7xbf16>
// EXECUTED: nn.random 2:2 3:2 4:2 2x2:4
func.func @normal(%seed: tensor<i64>) -> tensor<7xbf16> {
  %r = nn.random normal %seed : (tensor<i64>) -> tensor<7xbf16>
  return %r : tensor<7xbf16>
}

// EXECUTED: nn.random 2:2 3:2 4:2 2x2:4
func.func @normal_f64(%seed: tensor<i64>) -> tensor<7xf64> {
  %r = nn.random normal %seed {offset = -1 : i64} : (tensor<i64>) -> tensor<7xf64>
  return %r : tensor<7xf64>
}

// CHECK-LABEL: func @bernoulli
// CHECK: nn.random bernoulli %{{.*}} {probability = 2.500000e-01 : f64} : (tensor<i64>) -> tensor<2x7xi1>
// EXECUTED: nn.random 2:3 3:3 4:3 2x2:9
func.func @bernoulli(%seed: tensor<i64>) -> tensor<2x7xi1> {
  %r = nn.random bernoulli %seed {probability = 0.25 : f64} : (tensor<i64>) -> tensor<2x7xi1>
  return %r : tensor<2x7xi1>
}
