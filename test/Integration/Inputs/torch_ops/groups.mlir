#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<16x8xf32> {sbp.name = "x"},
    %arg1: tensor<4x8x12xf32> {sbp.name = "weights"},
    %arg2: tensor<4x4x12xf32> {sbp.name = "turned"},
    %arg3: tensor<4xi32> {sbp.name = "ends"}) -> (tensor<16x12xf32> {sbp.name = "result.0"}, tensor<16x4xf32> {sbp.name = "result.1"}, tensor<4x8x12xf32> {sbp.name = "result.2"}) {
    %c0_i32 = arith.constant 0 : i32
    %extracted_slice = tensor.extract_slice %arg3[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %0 = tensor.empty() : tensor<1xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice : tensor<1xi32>) outs(%0 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %c0_i32 : i32
    } -> tensor<1xi32>
    %concat = tensor.concat dim(0) %1, %arg3 : (tensor<1xi32>, tensor<4xi32>) -> tensor<5xi32>
    %extracted_slice_0 = tensor.extract_slice %concat[0] [4] [1] : tensor<5xi32> to tensor<4xi32>
    %extracted_slice_1 = tensor.extract_slice %concat[1] [4] [1] : tensor<5xi32> to tensor<4xi32>
    %2 = tensor.empty() : tensor<4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_1, %extracted_slice_0 : tensor<4xi32>, tensor<4xi32>) outs(%2 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %11 = arith.subi %in, %in_2 : i32
      linalg.yield %11 : i32
    } -> tensor<4xi32>
    %4 = linalg.fill ins(%c0_i32 : i32) outs(%2 : tensor<4xi32>) -> tensor<4xi32>
    %5 = tensor.empty() : tensor<i32>
    %6 = linalg.fill ins(%c0_i32 : i32) outs(%5 : tensor<i32>) -> tensor<i32>
    %7 = "nn.cumsum"(%3) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %8 = "nn.grouped_product"(%arg0, %arg1, %arg3) : (tensor<16x8xf32>, tensor<4x8x12xf32>, tensor<4xi32>) -> tensor<16x12xf32>
    %9 = "nn.grouped_product"(%8, %arg2, %7) {transposed} : (tensor<16x12xf32>, tensor<4x4x12xf32>, tensor<4xi32>) -> tensor<16x4xf32>
    %10 = "nn.grouped_outer"(%arg0, %8, %arg3) : (tensor<16x8xf32>, tensor<16x12xf32>, tensor<4xi32>) -> tensor<4x8x12xf32>
    return %8, %9, %10 : tensor<16x12xf32>, tensor<16x4xf32>, tensor<4x8x12xf32>
  }
}
