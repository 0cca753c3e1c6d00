// A sum of products whose first factor hides terms is a gemm call; the terms are summed one by one only where a result is not finite.
// RUN: sbp-host-region %s -o %t.so --print-gemm --print-llvm 2>&1 | FileCheck %s

// CHECK: gemm(m=8 n=16 k=4 {{.*}} batch=2{{.*}} beta=0
// CHECK: call void %{{.*}}(ptr nonnull @gemm_
// CHECK: fcmp une float %{{.*}}, 0.000000e+00
// CHECK: call void @llvm.memset
// CHECK: fcmp oeq float

#weights = affine_map<(b, h, q, d, k) -> (b, h, q, k)>
#values = affine_map<(b, h, q, d, k) -> (b, h, k, d)>
#sums = affine_map<(b, h, q, d, k) -> (b, h, q, d)>

func.func @main(%w: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x16xf32>) -> tensor<1x2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x8x16xf32>) -> tensor<1x2x8x16xf32>
  %y = linalg.generic {indexing_maps = [#weights, #values, #sums], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<1x2x8x4xf32>, tensor<1x2x4x16xf32>) outs(%init : tensor<1x2x8x16xf32>) {
  ^bb0(%weight: f32, %value: f32, %sum: f32):
    %none = arith.constant 0.0 : f32
    %hidden = arith.cmpf oeq, %weight, %none : f32
    %product = arith.mulf %weight, %value : f32
    %term = arith.select %hidden, %none, %product : f32
    %next = arith.addf %sum, %term : f32
    linalg.yield %next : f32
  } -> tensor<1x2x8x16xf32>
  return %y : tensor<1x2x8x16xf32>
}
