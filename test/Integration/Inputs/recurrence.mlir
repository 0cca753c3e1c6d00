// Sums of the last two values, on two ranks.
sbp.placement @m ["a" = 2]
func.func @main(%x: tensor<8x8xf32> {sbp.name = "x"}, %v: tensor<8x8xf32> {sbp.name = "v"}) -> (tensor<8x8xf32> {sbp.name = "y"}) {
  %v0 = arith.addf %x, %v : tensor<8x8xf32>
  %v1 = arith.addf %v0, %x : tensor<8x8xf32>
  %v2 = arith.addf %v1, %v0 : tensor<8x8xf32>
  %v3 = arith.addf %v2, %v1 : tensor<8x8xf32>
  %v4 = arith.addf %v3, %v2 : tensor<8x8xf32>
  %v5 = arith.addf %v4, %v3 : tensor<8x8xf32>
  %v6 = arith.addf %v5, %v4 : tensor<8x8xf32>
  %v7 = arith.addf %v6, %v5 : tensor<8x8xf32>
  %v8 = arith.addf %v7, %v6 : tensor<8x8xf32>
  %v9 = arith.addf %v8, %v7 : tensor<8x8xf32>
  %v10 = arith.addf %v9, %v8 : tensor<8x8xf32>
  return %v10 : tensor<8x8xf32>
}
