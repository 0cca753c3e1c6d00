// RUN: sbp-interpret %s --input a=3x0xf32= --input b=3xf32=1,2,3 | FileCheck %s

// An operand whose elements nobody uses only says how far loops go: none of
// them is read, were there any.

// CHECK: y: 3xf32 min 1 max 3 mean 2 nan 0
func.func @main(%a: tensor<3x0xf32> {sbp.name = "a"}, %b: tensor<3xf32> {sbp.name = "b"}) -> (tensor<3xf32> {sbp.name = "y"}) {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a, %b : tensor<3x0xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    linalg.yield %y : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
