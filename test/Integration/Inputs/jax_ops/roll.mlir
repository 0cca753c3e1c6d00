#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, -d1 + 2)>
module @jit_roll {
  func.func public @main(%arg0: tensor<4x3xf32> {sbp.name = "x"}) -> (tensor<4x3xf32> {sbp.name = "result.0"}, tensor<4x3xf32> {sbp.name = "result.1"}) {
    %0 = call @_roll_static(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = call @_flip(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
  }
  func.func private @_roll_static(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %c1 = arith.constant 1 : index
    %extracted_slice = tensor.extract_slice %arg0[3, 0] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<1x3xf32>
    %extracted_slice_0 = tensor.extract_slice %arg0[0, 0] [3, 3] [1, 1] : tensor<4x3xf32> to tensor<3x3xf32>
    %0 = tensor.empty() : tensor<4x3xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x3xf32>) {
    ^bb0(%out: f32):
      %2 = linalg.index 1 : index
      %3 = linalg.index 0 : index
      %4 = arith.cmpi ult, %3, %c1 : index
      %5 = scf.if %4 -> (f32) {
        %extracted = tensor.extract %extracted_slice[%3, %2] : tensor<1x3xf32>
        scf.yield %extracted : f32
      } else {
        %6 = arith.subi %3, %c1 : index
        %extracted = tensor.extract %extracted_slice_0[%6, %2] : tensor<3x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %5 : f32
    } -> tensor<4x3xf32>
    return %1 : tensor<4x3xf32>
  }
  func.func private @_flip(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = tensor.empty() : tensor<4x3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x3xf32>) outs(%0 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    return %1 : tensor<4x3xf32>
  }
}
