// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd rate=0.1" -o %t.mlir
// RUN: sbp-compile %t.mlir -o %t.sbpx --report=%t.json && FileCheck %s < %t.json
// RUN: sbp-compile %s -o %t.sbpx --report=%t.json && FileCheck %s --check-prefix=FORWARD < %t.json

// Backward of a sum of products reads arguments alone: the report has an empty list. A model without backward has none.
// CHECK:      "saved": [],
// CHECK-NEXT: "saved_bound_bytes": 0,
// CHECK-NEXT: "saved_bytes": 0,
// FORWARD-NOT: saved
func.func @main(%x: tensor<4x2xf32> {sbp.name = "x"}, %w: tensor<2x8xf32> {sbp.name = "w"}) -> (tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %clear = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %product = linalg.matmul ins(%x, %w : tensor<4x2xf32>, tensor<2x8xf32>) outs(%clear : tensor<4x8xf32>) -> tensor<4x8xf32>
  %scalar = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%product : tensor<4x8xf32>) outs(%start : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
