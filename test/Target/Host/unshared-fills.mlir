// Two sums of rows begin with zeros that are one value: each fills its result, nothing is kept aside and copied.
// RUN: sbp-host-region %s -o %t.so --cpu=x86-64-v3 | FileCheck %s
// CHECK: "scratch":0
func.func @main(%i: tensor<8x4xi32>, %s: tensor<8x4xf32>, %t: tensor<8x4xf32>, %x: tensor<8x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %y = memory_layer.add_outer %f, %i, %s, %x : (tensor<64x32xf32>, tensor<8x4xi32>, tensor<8x4xf32>, tensor<8x32xf32>) -> tensor<64x32xf32>
  %e2 = tensor.empty() : tensor<64x32xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %y2 = memory_layer.add_outer %f2, %i, %t, %x : (tensor<64x32xf32>, tensor<8x4xi32>, tensor<8x4xf32>, tensor<8x32xf32>) -> tensor<64x32xf32>
  return %y, %y2 : tensor<64x32xf32>, tensor<64x32xf32>
}
