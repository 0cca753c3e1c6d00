// RUN: sbp-opt %s --sbp-place-operations --sbp-assign-phases --sbp-keep-values=names=true --sbp-select-distributions="memory-limit=2000000" | FileCheck %s --check-prefix=FREE
// RUN: sbp-opt %s --sbp-place-operations --sbp-assign-phases --sbp-keep-values=names=true --sbp-select-distributions="memory-limit=900000 free-bound=0 repeats=true" 2>&1 | FileCheck %s

// Forward makes %h and later %t, both of 262,144 bytes, and backward reads %h. Where both at once are too much, %h is made again in front of its reader; what held it
// while that was chosen is gone.
// FREE-NOT: sbp.made_again

// CHECK:     remark: to fit the memory limit, backward makes 1 values again, 262144 bytes of whole tensors
// CHECK-NOT: tensor.cast
// CHECK:     linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK:     linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK:     linalg.matmul {sbp.made_again, sbp.phase = 1 : i64, {{.*}} -> tensor<64x1024xf32>
// CHECK-NOT: sbp.repeat
sbp.placement @one ["rank" = 1]
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x1024xf32>, %u: tensor<1024x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %h_e = tensor.empty() : tensor<64x1024xf32>
  %h_0 = linalg.fill ins(%zero : f32) outs(%h_e : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x1024xf32>) outs(%h_0 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %y_e = tensor.empty() : tensor<64x64xf32>
  %y_0 = linalg.fill ins(%zero : f32) outs(%y_e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul ins(%h, %u : tensor<64x1024xf32>, tensor<1024x64xf32>) outs(%y_0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t_e = tensor.empty() : tensor<64x1024xf32>
  %t_0 = linalg.fill ins(%zero : f32) outs(%t_e : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %t = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x1024xf32>) outs(%t_0 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %s_e = tensor.empty() : tensor<64x64xf32>
  %s_0 = linalg.fill ins(%zero : f32) outs(%s_e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.matmul ins(%t, %u : tensor<64x1024xf32>, tensor<1024x64xf32>) outs(%s_0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d_e = tensor.empty() : tensor<64x64xf32>
  %d = linalg.mul {sbp.phase = 1 : i64} ins(%s, %s : tensor<64x64xf32>, tensor<64x64xf32>) outs(%d_e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g_e = tensor.empty() : tensor<64x64xf32>
  %g_0 = linalg.fill {sbp.phase = 1 : i64} ins(%zero : f32) outs(%g_e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul {sbp.phase = 1 : i64} ins(%h, %u : tensor<64x1024xf32>, tensor<1024x64xf32>) outs(%g_0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r_e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.add {sbp.phase = 1 : i64} ins(%d, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%r_e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
