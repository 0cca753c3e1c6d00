module @hopper_product {
  func.func @main(%a: tensor<136x192xf16> {sbp.name = "a"}, %b: tensor<192x520xf16> {sbp.name = "b"}) -> (tensor<136x520xf32> {sbp.name = "y"}) {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<136x520xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<136x520xf32>) -> tensor<136x520xf32>
    %y = linalg.matmul ins(%a, %b : tensor<136x192xf16>, tensor<192x520xf16>) outs(%f : tensor<136x520xf32>) -> tensor<136x520xf32>
    return %y : tensor<136x520xf32>
  }
}
