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

// The init is only added: its zeros may be partial beside a product that is.
// CHECK-LABEL: @given_left
// CHECK-NOT: sbp.boxing
// CHECK: linalg.matmul {sbp.signature = #sbp.signature<[<@mesh, [P, B]>, <@mesh, [B, B]>, <@mesh, [P, B]>] -> [<@mesh, [P, B]>]>}
// CHECK-NOT: sbp.boxing
func.func @given_left(%a: tensor<8x12xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>},
                      %b: tensor<12x4xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>})
    -> (tensor<8x4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, B]>}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// CHECK-LABEL: @given_right
// CHECK-NOT: sbp.boxing
// CHECK: linalg.matmul {sbp.signature = #sbp.signature<[<@mesh, [B, B]>, <@mesh, [P, P]>, <@mesh, [P, P]>] -> [<@mesh, [P, P]>]>}
// CHECK-NOT: sbp.boxing
func.func @given_right(%a: tensor<8x12xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
                       %b: tensor<12x4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, P]>})
    -> (tensor<8x4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, P]>}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// Two products: what the first leaves partial is reduced behind the second, where it is smaller.
// CHECK-LABEL: @chain
// CHECK: linalg.matmul {{.*}} -> [<@mesh, [P, P]>]>
// CHECK-NOT: sbp.boxing
// CHECK: linalg.matmul {sbp.signature = #sbp.signature<[<@mesh, [P, P]>, <@mesh, [B, B]>, <@mesh, [P, P]>] -> [<@mesh, [P, P]>]>}
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@mesh, [P, P]> to #sbp.distribution<@mesh, [B, B]> {{.*}} : tensor<256x8xf32>
func.func @chain(%x: tensor<256x32xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(1), S(1)]>},
                 %w: tensor<32x64xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), S(0)]>},
                 %b: tensor<64x8xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>})
    -> (tensor<256x8xf32> {sbp.distribution = #sbp.distribution<@mesh, [B, B]>}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<256x64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<256x64xf32>) -> tensor<256x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<256x32xf32>, tensor<32x64xf32>) outs(%f0 : tensor<256x64xf32>) -> tensor<256x64xf32>
  %hp = sbp.constrain %h to #sbp.distribution<@mesh, [P, P]> : tensor<256x64xf32>
  %e = tensor.empty() : tensor<256x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x8xf32>) -> tensor<256x8xf32>
  %y = linalg.matmul ins(%hp, %b : tensor<256x64xf32>, tensor<64x8xf32>) outs(%f : tensor<256x8xf32>) -> tensor<256x8xf32>
  return %y : tensor<256x8xf32>
}
