// RUN: sbp-opt %s --sbp-print-signatures=counts -o /dev/null | FileCheck %s
// RUN: not sbp-opt %s --sbp-print-signatures="counts axis-size=257" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE

// LARGE: axis-size=257 is not a number of ranks; expected 1 to 256

// The zeros that a product is added to may be partial where one of its factors is.
// CHECK-LABEL: signatures of @filled{{$}}
// CHECK:      linalg.matmul
// CHECK-NEXT: 6 on one axis, 36 on two; offered 6, 36
func.func @filled(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// A constant that is a factor would have to be made partial: that is not offered.
// CHECK-LABEL: signatures of @scaled{{$}}
// CHECK:      linalg.mul
// CHECK-NEXT: 6 on one axis, {{[0-9]+}} on two; offered 5, {{[0-9]+}}
func.func @scaled(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %k = arith.constant dense<3.0> : tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %y = linalg.mul ins(%a, %k : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
