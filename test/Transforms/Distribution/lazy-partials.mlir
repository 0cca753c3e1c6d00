// A partial value stays partial through linear ops and is reduced where it is smallest.
// RUN: sbp-opt %s --split-input-file --sbp-compile-to=distributed --mlir-print-local-scope | FileCheck %s

// After a slice.
// CHECK-LABEL: func.func @slice
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> {{.*}} : tensor<4x8xf32>
// CHECK-NOT: sbp.boxing
sbp.placement @p ["tp" = 4]
func.func @slice(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                 %w: tensor<32x8xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4x8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %s = tensor.extract_slice %h[8, 0] [4, 8] [1, 1] : tensor<64x8xf32> to tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// -----

// After a sum.
// CHECK-LABEL: func.func @sum
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> {{.*}} : tensor<8xf32>
// CHECK-NOT: sbp.boxing
sbp.placement @p ["tp" = 4]
func.func @sum(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
               %w: tensor<32x8xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %re = tensor.empty() : tensor<8xf32>
  %rf = linalg.fill ins(%zero : f32) outs(%re : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.reduce ins(%h : tensor<64x8xf32>) outs(%rf : tensor<8xf32>) dimensions = [0] (%a: f32, %s: f32) {
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  }
  return %r : tensor<8xf32>
}

// -----

// Before a broadcast.
// CHECK-LABEL: func.func @broadcast
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> {{.*}} : tensor<64x8xf32>
// CHECK-NOT: sbp.boxing
sbp.placement @p ["tp" = 4]
func.func @broadcast(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                     %w: tensor<32x8xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<64x16x8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %be = tensor.empty() : tensor<64x16x8xf32>
  %b = linalg.broadcast ins(%h : tensor<64x8xf32>) outs(%be : tensor<64x16x8xf32>) dimensions = [1]
  return %b : tensor<64x16x8xf32>
}

// -----

// In the narrow type, where that is allowed.
// CHECK-LABEL: func.func @narrow
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> {{.*}} : tensor<64x8xbf16>
// CHECK-NOT: sbp.boxing
sbp.placement @p ["tp" = 4]
func.func @narrow(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                  %w: tensor<32x8xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<64x8xbf16> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %n = arith.truncf %h {sbp.allow_rounding_partials} : tensor<64x8xf32> to tensor<64x8xbf16>
  return %n : tensor<64x8xbf16>
}

// -----

// Two products added: reduced once, after the sum. Two readers of one phase share what they need alike.
// CHECK-LABEL: func.func @added
// CHECK: sbp.boxing {{.*}} from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> {{.*}} : tensor<64x8xf32>
// CHECK-NOT: sbp.boxing
sbp.placement @p ["tp" = 4]
func.func @added(%x: tensor<64x32xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                 %w: tensor<32x8xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                 %v: tensor<32x8xf32> {sbp.name = "v", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<64x8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>},
        tensor<64x8xf32> {sbp.name = "z", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = linalg.matmul ins(%x, %v : tensor<64x32xf32>, tensor<32x8xf32>) outs(%f : tensor<64x8xf32>) -> tensor<64x8xf32>
  %s = arith.addf %g, %h : tensor<64x8xf32>
  %y = math.exp %s : tensor<64x8xf32>
  %z = math.tanh %s : tensor<64x8xf32>
  return %y, %z : tensor<64x8xf32>, tensor<64x8xf32>
}
