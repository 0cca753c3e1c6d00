// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions | FileCheck %s

// The pad reads the windows of the convolution, moved by the padding: one boxing, of the unpadded tensor.
// CHECK-LABEL: func @padded_convolution
// CHECK-NOT:     sbp.boxing
// CHECK:         sbp.boxing %{{.*}} from #sbp.distribution<@p, [S(1)]> to #sbp.distribution<@p, [S(1, 8 windows of 3 step 2 from -1)]>
// CHECK-NOT:     sbp.boxing
// CHECK:         sbp.signature = #sbp.signature<[<@p, [S(1, 8 windows of 3 step 2 from -1)]>] -> [<@p, [S(1, 8 windows of 3 step 2)]>]>
// CHECK:         linalg.conv_1d_nwc_wcf {{.*}}sbp.signature = #sbp.signature<[<@p, [S(1, 8 windows of 3 step 2)]>, <@p, [B]>, <@p, [S(1)]>] -> [<@p, [S(1)]>]>
// CHECK-NOT:     sbp.boxing
sbp.placement @p ["x" = 4]
func.func @padded_convolution(%x: tensor<2x16x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}, %w: tensor<3x4x6xf32>)
    -> (tensor<2x8x6xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x16x4xf32> to tensor<2x17x4xf32>
  %e = tensor.empty() : tensor<2x8x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %y = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
      ins(%p, %w : tensor<2x17x4xf32>, tensor<3x4x6xf32>) outs(%f : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %y : tensor<2x8x6xf32>
}

// -----

// Nothing is boxed from windows: two readers of one pad with different windows get pieces of the padded dim.
// CHECK-LABEL: func @two_readers
// CHECK-NOT:     sbp.boxing {{.*}} from {{[^>]*}}windows
// CHECK:         return
sbp.placement @p ["x" = 2]
func.func @two_readers(%x: tensor<64xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}, %w: tensor<3xf32>, %v: tensor<5xf32>)
    -> (tensor<66xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}, tensor<64xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<64xf32> to tensor<68xf32>
  %e = tensor.empty() : tensor<66xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<66xf32>) -> tensor<66xf32>
  %y = linalg.conv_1d ins(%p, %w : tensor<68xf32>, tensor<3xf32>) outs(%f : tensor<66xf32>) -> tensor<66xf32>
  %e2 = tensor.empty() : tensor<64xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64xf32>) -> tensor<64xf32>
  %z = linalg.conv_1d ins(%p, %v : tensor<68xf32>, tensor<5xf32>) outs(%f2 : tensor<64xf32>) -> tensor<64xf32>
  return %y, %z : tensor<66xf32>, tensor<64xf32>
}

// -----

// Enough for --strict, which moves nothing by itself: the windows are said.
// RUN: not sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions=strict=true 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-LABEL: func @said
// STRICT:         linalg.conv_1d {sbp.signature = #sbp.signature<[<@p, [S(0, 6 windows of 3)]>, <@p, [B]>, <@p, [S(0)]>] -> [<@p, [S(0)]>]>
sbp.placement @p ["x" = 2]
func.func @said(%x: tensor<8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %w: tensor<3xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %p = sbp.constrain %x to #sbp.distribution<@p, [S(0, 6 windows of 3)]> : tensor<8xf32>
  %y = linalg.conv_1d ins(%p, %w : tensor<8xf32>, tensor<3xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
