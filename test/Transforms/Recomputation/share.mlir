// RUN: sbp-opt %s --sbp-keep-values | FileCheck %s --check-prefix=NONE
// RUN: sbp-opt %s --sbp-keep-values=share=0.25 | FileCheck %s --check-prefix=QUARTER
// RUN: sbp-opt %s --sbp-keep-values=share=0.3125 | FileCheck %s --check-prefix=FIRST
// RUN: sbp-opt %s --sbp-keep-values=share=1 | FileCheck %s --check-prefix=ALL

// In each of two layers a cheap product frees 8,192 bytes (%p, 8 x 8 by 8 x 256) and one of 33 times its price 16,384 (%q). Backward reads both, of the later layer
// first. A quarter of the way the cheap one of the first layer is made again (that of the second would need what the first hands over as well), a little further
// both of the first layer, whose values are kept the longest, and at the end all.
// NONE-NOT: sbp.made_again

// QUARTER:     func.func @main
// QUARTER:     linalg.matmul {sbp.layer = 0 : i64, sbp.made_again, {{.*}} -> tensor<8x256xf32>
// QUARTER-NOT: linalg.matmul {{.*}}sbp.made_again

// FIRST:     func.func @main
// FIRST:     linalg.matmul {sbp.layer = 0 : i64, sbp.made_again, {{.*}} -> tensor<8x256xf32>
// FIRST:     linalg.matmul {sbp.layer = 0 : i64, sbp.made_again, {{.*}} -> tensor<8x512xf32>

// ALL:     func.func @main
// ALL:     linalg.matmul {sbp.layer = 1 : i64, sbp.made_again, {{.*}} -> tensor<8x256xf32>
// ALL:     linalg.matmul {sbp.layer = 1 : i64, sbp.made_again, {{.*}} -> tensor<8x512xf32>
// ALL:     linalg.matmul {sbp.layer = 0 : i64, sbp.made_again, {{.*}} -> tensor<8x256xf32>
// ALL:     linalg.matmul {sbp.layer = 0 : i64, sbp.made_again, {{.*}} -> tensor<8x512xf32>
func.func @main(%x: tensor<8x8xf32>, %v: tensor<8x256xf32>, %w: tensor<256x512xf32>, %u: tensor<512x8xf32>) -> (tensor<8x8xf32>, tensor<8x512xf32>, tensor<8x8xf32>, tensor<8x512xf32>, tensor<8x8xf32>) {
  %e_p0 = tensor.empty() : tensor<8x256xf32>
  %p0 = linalg.matmul {sbp.layer = 0 : i64} ins(%x, %v : tensor<8x8xf32>, tensor<8x256xf32>) outs(%e_p0 : tensor<8x256xf32>) -> tensor<8x256xf32>
  %e_q0 = tensor.empty() : tensor<8x512xf32>
  %q0 = linalg.matmul {sbp.layer = 0 : i64} ins(%p0, %w : tensor<8x256xf32>, tensor<256x512xf32>) outs(%e_q0 : tensor<8x512xf32>) -> tensor<8x512xf32>
  %e_r0 = tensor.empty() : tensor<8x8xf32>
  %r0 = linalg.matmul {sbp.layer = 0 : i64} ins(%q0, %u : tensor<8x512xf32>, tensor<512x8xf32>) outs(%e_r0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e_p1 = tensor.empty() : tensor<8x256xf32>
  %p1 = linalg.matmul {sbp.layer = 1 : i64} ins(%r0, %v : tensor<8x8xf32>, tensor<8x256xf32>) outs(%e_p1 : tensor<8x256xf32>) -> tensor<8x256xf32>
  %e_q1 = tensor.empty() : tensor<8x512xf32>
  %q1 = linalg.matmul {sbp.layer = 1 : i64} ins(%p1, %w : tensor<8x256xf32>, tensor<256x512xf32>) outs(%e_q1 : tensor<8x512xf32>) -> tensor<8x512xf32>
  %e_r1 = tensor.empty() : tensor<8x8xf32>
  %r1 = linalg.matmul {sbp.layer = 1 : i64} ins(%q1, %u : tensor<8x512xf32>, tensor<512x8xf32>) outs(%e_r1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e_dp1 = tensor.empty() : tensor<8x512xf32>
  %dp1 = linalg.matmul {sbp.layer = 1 : i64, sbp.phase = 1 : i64} ins(%p1, %w : tensor<8x256xf32>, tensor<256x512xf32>) outs(%e_dp1 : tensor<8x512xf32>) -> tensor<8x512xf32>
  %e_dq1 = tensor.empty() : tensor<8x8xf32>
  %dq1 = linalg.matmul {sbp.layer = 1 : i64, sbp.phase = 1 : i64} ins(%q1, %u : tensor<8x512xf32>, tensor<512x8xf32>) outs(%e_dq1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e_dp0 = tensor.empty() : tensor<8x512xf32>
  %dp0 = linalg.matmul {sbp.layer = 0 : i64, sbp.phase = 1 : i64} ins(%p0, %w : tensor<8x256xf32>, tensor<256x512xf32>) outs(%e_dp0 : tensor<8x512xf32>) -> tensor<8x512xf32>
  %e_dq0 = tensor.empty() : tensor<8x8xf32>
  %dq0 = linalg.matmul {sbp.layer = 0 : i64, sbp.phase = 1 : i64} ins(%q0, %u : tensor<8x512xf32>, tensor<512x8xf32>) outs(%e_dq0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r1, %dp0, %dq0, %dp1, %dq1 : tensor<8x8xf32>, tensor<8x512xf32>, tensor<8x8xf32>, tensor<8x512xf32>, tensor<8x8xf32>
}
