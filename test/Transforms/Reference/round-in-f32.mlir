// RUN: sbp-opt %s --sbp-round-in-f32 | FileCheck %s

// What ops compute in bf16 is f32 and rounded after each op; ports are f32. Constants are exact.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[A:.+]]: tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK: %[[Z:.+]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[F:.+]] = linalg.fill
// CHECK: %[[P:.+]] = linalg.matmul ins(%[[A]], %[[A]] : tensor<2x2xf32>, tensor<2x2xf32>)
// CHECK: %[[R:.+]] = linalg.generic {{.*}} ins(%[[P]]
// CHECK: %[[T:.+]] = arith.truncf %{{.+}} : f32 to bf16
// CHECK: %[[W:.+]] = arith.extf %[[T]] : bf16 to f32
// CHECK: linalg.yield %[[W]]
// CHECK: return %[[R]]
func.func @narrow(%a: tensor<2x2xbf16>) -> tensor<2x2xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<2x2xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %p = linalg.matmul ins(%a, %a : tensor<2x2xbf16>, tensor<2x2xbf16>) outs(%f : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  return %p : tensor<2x2xbf16>
}

// CHECK-LABEL: func.func @wide(
// CHECK-NOT: truncf
// CHECK: return
func.func @wide(%a: tensor<2xf32>) -> tensor<2xf32> {
  %b = math.exp %a : tensor<2xf32>
  return %b : tensor<2xf32>
}
