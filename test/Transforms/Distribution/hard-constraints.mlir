// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions | FileCheck %s

// Much is impossible here: what is goes before anything possible is known, or nothing would be found.
// CHECK: gap = 0.000000e+00
// CHECK: func @main
sbp.placement @p ["x" = 2, "y" = 2, "z" = 2]
func.func @main(%q: tensor<2x1x5x2xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(0), B]>},
                %k: tensor<2x1x6x2xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(1), S(3)]>}) -> tensor<2x1x5x2xf32> {
  %y, %l = nn.attention %q, %k, %k {scale = 0.25 : f64} : (tensor<2x1x5x2xf32>, tensor<2x1x6x2xf32>, tensor<2x1x6x2xf32>) -> (tensor<2x1x5x2xf32>, tensor<2x1x5xf32>)
  return %y : tensor<2x1x5x2xf32>
}
