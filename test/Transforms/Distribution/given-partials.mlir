// RUN: sbp-opt %s --sbp-compile-to=distributed | FileCheck %s

// A partial sum that boxing makes is zero on all ranks but one. Multiplied by
// an infinity that is NaN, where one rank has an infinity: no plan makes one
// in front of a product, however cheap.

sbp.placement @mesh ["a" = 2, "b" = 2]

// CHECK-LABEL: @arguments
// CHECK-NOT: -> [<@mesh, [S(1), P]>]
// CHECK: return
func.func @arguments(%a: tensor<5x7xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(1), B]>},
                     %b: tensor<5x7xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>}) -> tensor<5x7xf32> {
  %0 = arith.mulf %a, %b : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// Copies and constants are no exception.
// CHECK-LABEL: @copies
// CHECK: arith.mulf
// CHECK: sbp.boxing {{.*}} to #sbp.distribution<@mesh, [P, B]> {reason = "result
func.func @copies(%a: tensor<5x7xf32>) -> (tensor<5x7xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>}) {
  %k = arith.constant dense<3.0> : tensor<5x7xf32>
  %0 = arith.mulf %a, %k : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// Added it stays exact: the sum is communicated once.
// CHECK-LABEL: @added
// CHECK: #sbp.signature<[<@mesh, [P, B]>, <@mesh, [P, B]>
func.func @added(%a: tensor<64x512xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(1), B]>},
                 %b: tensor<512x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
                 %bias: tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>})
    -> (tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x512xf32>, tensor<512x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.addf %0, %bias : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// What is partial already goes through a product as before.
// CHECK-LABEL: @given
// CHECK: linalg.generic {{.*}}#sbp.signature<[<@mesh, [P, B]>
func.func @given(%p: tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>},
                 %k: tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>})
    -> (tensor<64x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>}) {
  %0 = arith.mulf %p, %k : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
