// An argument that nobody annotated (and that is too small to be a parameter) is not stored in the windows of its only
// reader: these are what a boxing makes.
// RUN: sbp-opt %s --sbp-compile-to=distributed | FileCheck %s
// CHECK: func.func @convolve(%arg0: tensor<10xf32> {sbp.distribution = #sbp.distribution<@p, [B]>, sbp.name = "x"}
// CHECK: sbp.boxing %arg0 from #sbp.distribution<@p, [B]> to #sbp.distribution<@p, [S(0, 8 windows of 3)]>
sbp.placement @p ["x" = 2]
func.func @convolve(%x: tensor<10xf32> {sbp.name = "x"}, %k: tensor<3xf32> {sbp.name = "k"},
                    %large: tensor<64x1024xf32> {sbp.name = "large", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<8xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
        tensor<64x1024xf32> {sbp.name = "z", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.conv_1d ins(%x, %k : tensor<10xf32>, tensor<3xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %y, %large : tensor<8xf32>, tensor<64x1024xf32>
}
