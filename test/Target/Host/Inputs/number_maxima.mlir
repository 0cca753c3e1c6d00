func.func @maximum(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %c = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %0 = linalg.reduce { arith.maxnumf } ins(%x : tensor<1024x1024xf32>) outs(%f : tensor<1024xf32>) dimensions = [1]
  return %0 : tensor<1024xf32>
}
