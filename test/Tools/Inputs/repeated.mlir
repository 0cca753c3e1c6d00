// Three equal blocks without names.
func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %v1 = linalg.exp ins(%v0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v2 = linalg.tanh ins(%v1 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v3 = linalg.exp ins(%v2 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v4 = linalg.sqrt ins(%v3 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v5 = linalg.exp ins(%v4 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v6 = linalg.tanh ins(%v5 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v7 = linalg.exp ins(%v6 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v8 = linalg.sqrt ins(%v7 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v9 = linalg.exp ins(%v8 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v10 = linalg.tanh ins(%v9 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v11 = linalg.exp ins(%v10 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v12 = linalg.sqrt ins(%v11 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %v12 : tensor<4xf32>
}
