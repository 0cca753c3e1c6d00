// Attention over no keys beside other ops, on three equal axes with fixed orders: the bound of a part comes within rounding of what is
// known, neither above it nor below.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions | FileCheck %s

// CHECK: gap = 0.000000e+00

sbp.placement @p ["x0" = 2, "x1" = 2, "x2" = 2] ranks [7, 0, 5, 2, 1, 6, 3, 4]
func.func @main(%a0_0: tensor<3x9x3x4xf64> {sbp.name = "a0.0"}, %a0_1: tensor<3x3x0x4xf64> {sbp.name = "a0.1", sbp.distribution = #sbp.distribution<@p, [S(2), S(0), S(0)], order = [2, 0, 1]>}, %a0_2: tensor<3x3x0x4xf64> {sbp.name = "a0.2", sbp.distribution = #sbp.distribution<@p, [S(2), S(3), S(3)], order = [2, 0, 1]>}, %a1_0: tensor<4x4x4xbf16> {sbp.name = "a1.0", sbp.distribution = #sbp.distribution<@p, [S(1), S(0), B], order = [2, 0, 1]>}, %a1_1: tensor<4xbf16> {sbp.name = "a1.1", sbp.distribution = #sbp.distribution<@p, [B, S(0), S(0)], order = [2, 0, 1]>}, %a2_0: tensor<7x1x2xf64> {sbp.name = "a2.0", sbp.distribution = #sbp.distribution<@p, [S(2), S(2), S(0)], order = [2, 0, 1]>}, %a2_1: tensor<7x1xi32> {sbp.name = "a2.1", sbp.distribution = #sbp.distribution<@p, [S(0), B, S(1)], order = [2, 0, 1]>}) -> (tensor<3x9x3x4xf64> {sbp.name = "r0.0"}, tensor<3x9x3xf64> {sbp.name = "r0.1"}, tensor<4x4x4xbf16> {sbp.name = "r1.0"}, tensor<7x1xf64> {sbp.name = "r2.0"}) {
  %r0_0, %r0_1 = nn.attention %a0_0, %a0_1, %a0_2 {scale = 0.5 : f64, causal} : (tensor<3x9x3x4xf64>, tensor<3x3x0x4xf64>, tensor<3x3x0x4xf64>) -> (tensor<3x9x3x4xf64>, tensor<3x9x3xf64>)
  %r1_0 = nn.rms_norm %a1_0, %a1_1 {epsilon = 1.0e-5 : f64} : (tensor<4x4x4xbf16>, tensor<4xbf16>) -> (tensor<4x4x4xbf16>)
  %r2_0 = nn.cross_entropy %a2_0, %a2_1 : (tensor<7x1x2xf64>, tensor<7x1xi32>) -> (tensor<7x1xf64>)
  return %r0_0, %r0_1, %r1_0, %r2_0 : tensor<3x9x3x4xf64>, tensor<3x9x3xf64>, tensor<4x4x4xbf16>, tensor<7x1xf64>
}
