// An op that a group reads at two maps is computed twice and removed once: -x and its transpose.
// RUN: sbp-compile %s -o %t.sbpx
// RUN: sbp-run %t.sbpx --input x=2x2xf32=1,2,4,8 | FileCheck %s
// CHECK: y: 2x2xf32 min -2 max 2 mean 0

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
func.func @main(%x: tensor<2x2xf32> {sbp.name = "x"}) -> (tensor<2x2xf32> {sbp.name = "y"}) {
  %e = tensor.empty() : tensor<2x2xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%p: f32, %o: f32):
    %n = arith.negf %p : f32
    linalg.yield %n : f32 } -> tensor<2x2xf32>
  %b = linalg.generic {indexing_maps = [#id, #transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %d = arith.subf %p, %q : f32
    linalg.yield %d : f32 } -> tensor<2x2xf32>
  return %b : tensor<2x2xf32>
}
