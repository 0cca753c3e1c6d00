// Steps of a leapfrog scheme, v -= x and x += v: every value is read by the next two ops.
func.func @main(%x: tensor<8x8xf32> {sbp.name = "x"}, %v: tensor<8x8xf32> {sbp.name = "v"}) -> (tensor<8x8xf32> {sbp.name = "y"}) {
  %v0 = arith.subf %v, %x : tensor<8x8xf32>
  %x0 = arith.addf %x, %v0 : tensor<8x8xf32>
  %v1 = arith.subf %v0, %x0 : tensor<8x8xf32>
  %x1 = arith.addf %x0, %v1 : tensor<8x8xf32>
  %v2 = arith.subf %v1, %x1 : tensor<8x8xf32>
  %x2 = arith.addf %x1, %v2 : tensor<8x8xf32>
  %v3 = arith.subf %v2, %x2 : tensor<8x8xf32>
  %x3 = arith.addf %x2, %v3 : tensor<8x8xf32>
  %v4 = arith.subf %v3, %x3 : tensor<8x8xf32>
  %x4 = arith.addf %x3, %v4 : tensor<8x8xf32>
  %v5 = arith.subf %v4, %x4 : tensor<8x8xf32>
  %x5 = arith.addf %x4, %v5 : tensor<8x8xf32>
  return %x5 : tensor<8x8xf32>
}
