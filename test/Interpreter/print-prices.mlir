// What ops take beside their other forms, by the table that stands for no machine (check_prices.py: by a machine's rates).
// RUN: sbp-opt %s --sbp-print-prices -o /dev/null | FileCheck %s

// CHECK: linalg.softmax on 1: {{.*}} s, statistics {{.*}} times
// CHECK: linalg.softmax on 4:
func.func @softmax(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %e = tensor.empty() : tensor<1024x1024xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}

func.func @layer_norm(%x: tensor<2048x768xf32>, %g: tensor<768xf32>, %b: tensor<768xf32>) -> tensor<2048x768xf32> {
  %0 = nn.layer_norm %x, %g, %b {epsilon = 1.0e-5 : f64} : (tensor<2048x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<2048x768xf32>
  return %0 : tensor<2048x768xf32>
}

func.func @rms_norm(%x: tensor<2048x768xf32>, %g: tensor<768xf32>) -> tensor<2048x768xf32> {
  %0 = nn.rms_norm %x, %g {epsilon = 1.0e-5 : f64} : (tensor<2048x768xf32>, tensor<768xf32>) -> tensor<2048x768xf32>
  return %0 : tensor<2048x768xf32>
}

func.func @cross_entropy(%x: tensor<512x8192xf32>, %t: tensor<512xi64>) -> tensor<512xf32> {
  %0 = nn.cross_entropy %x, %t : (tensor<512x8192xf32>, tensor<512xi64>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

func.func @argmax(%x: tensor<1024x4096xf32>) -> tensor<1024xi64> {
  %0 = nn.argmax %x {axis = 1 : i64} : (tensor<1024x4096xf32>) -> tensor<1024xi64>
  return %0 : tensor<1024xi64>
}

func.func @top_k(%x: tensor<256x8192xf32>) -> (tensor<256x8xf32>, tensor<256x8xi64>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 8 : i64} : (tensor<256x8192xf32>) -> (tensor<256x8xf32>, tensor<256x8xi64>)
  return %v, %i : tensor<256x8xf32>, tensor<256x8xi64>
}

func.func @cumsum(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = nn.cumsum %x {axis = 1 : i64} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}

func.func @attention(%q: tensor<2x8x512x64xf32>, %k: tensor<2x8x512x64xf32>) -> tensor<2x8x512x64xf32> {
  %y, %l = nn.attention %q, %k, %k {scale = 0.125 : f64} : (tensor<2x8x512x64xf32>, tensor<2x8x512x64xf32>, tensor<2x8x512x64xf32>) -> (tensor<2x8x512x64xf32>, tensor<2x8x512xf32>)
  return %y : tensor<2x8x512x64xf32>
}

// Heads that ranks cannot share evenly, long queries: slices.
// CHECK: nn.attention on 2: {{.*}}, 4 slices
func.func @causal(%q: tensor<1x1x4096x64xf32>) -> tensor<1x1x4096x64xf32> {
  %y, %l = nn.attention %q, %q, %q {scale = 0.125 : f64, causal} : (tensor<1x1x4096x64xf32>, tensor<1x1x4096x64xf32>, tensor<1x1x4096x64xf32>) -> (tensor<1x1x4096x64xf32>, tensor<1x1x4096xf32>)
  return %y : tensor<1x1x4096x64xf32>
}
