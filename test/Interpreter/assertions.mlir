// Assertions of importers guard what has a meaning without them; compiled code has none, and the interpreter takes none.
// RUN: sbp-interpret %s --input i=3xi64=2,0,9 | FileCheck %s
// CHECK: y: 3xf32 min 1 max 3
func.func @main(%i: tensor<3xi64> {sbp.name = "i"}) -> (tensor<3xf32> {sbp.name = "y"}) {
  %table = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %last = arith.constant 2 : i64
  %empty = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<3xi64>) outs(%empty : tensor<3xf32>) {
  ^bb0(%position: i64, %out: f32):
    %inside = arith.cmpi sle, %position, %last : i64
    cf.assert %inside, "position is outside"
    %clamped = arith.minsi %position, %last : i64
    %index = arith.index_cast %clamped : i64 to index
    %element = tensor.extract %table[%index] : tensor<3xf32>
    linalg.yield %element : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
