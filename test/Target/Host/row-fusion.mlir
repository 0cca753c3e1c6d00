// A layer norm over the last of three dims is one nest over the rows of the first two: beside its result it needs scratch
// for three numbers of one row, not for the tensor (2 x 256 x 768 x 4 bytes = 1572864): what both sums read is one difference, cheaper
// to compute again than to store.
// RUN: sbp-host-region %s -o %t.so | FileCheck %s
// CHECK: "scratch":192,
func.func @layer_norm(%x: tensor<2x256x768xf32>) -> tensor<2x256x768xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<2x256xf32>
  %full = tensor.empty() : tensor<2x256x768xf32>
  %start = linalg.fill ins(%zero : f32) outs(%row : tensor<2x256xf32>) -> tensor<2x256xf32>
  %sum = linalg.reduce ins(%x : tensor<2x256x768xf32>) outs(%start : tensor<2x256xf32>) dimensions = [2] (%a: f32, %s: f32) {
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  }
  %mean = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<2x256xf32>) outs(%row : tensor<2x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.constant 768.0 : f32
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<2x256xf32>
  %centred = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>],
                             iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<2x256x768xf32>, tensor<2x256xf32>) outs(%full : tensor<2x256x768xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<2x256x768xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
                             iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%centred : tensor<2x256x768xf32>) outs(%start : tensor<2x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<2x256xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %squares : tensor<2x256x768xf32>, tensor<2x256xf32>) outs(%full : tensor<2x256x768xf32>) {
  ^bb0(%a: f32, %q: f32, %o: f32):
    %r = math.rsqrt %q : f32
    %m = arith.mulf %a, %r : f32
    linalg.yield %m : f32
  } -> tensor<2x256x768xf32>
  return %y : tensor<2x256x768xf32>
}
