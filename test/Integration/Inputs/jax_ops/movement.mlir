#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<() -> ()>
module @jit_movement {
  func.func public @main(%arg0: tensor<4x4xf32> {sbp.name = "x"}, %arg1: tensor<4x4xf32> {sbp.name = "y"}) -> (tensor<6x6xf32> {sbp.name = "result.0"}, tensor<8x4xf32> {sbp.name = "result.1"}, tensor<2x4xf32> {sbp.name = "result.2"}, tensor<4x4xf32> {sbp.name = "result.3"}, tensor<2x8xf32> {sbp.name = "result.4"}, tensor<4x8xf32> {sbp.name = "result.5"}, tensor<4x4xf32> {sbp.name = "result.6"}, tensor<4x4xf32> {sbp.name = "result.7"}, tensor<4x4xf32> {sbp.name = "result.8"}, tensor<4x2x4xf32> {sbp.name = "result.9"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %cst = arith.constant dense<0> : tensor<i32>
    %0 = call @_pad(%arg0, %cst) : (tensor<4x4xf32>, tensor<i32>) -> tensor<6x6xf32>
    %1 = tensor.empty() : tensor<8x4xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<8x4xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 1 : index
      %23 = linalg.index 0 : index
      %24 = arith.cmpi ult, %23, %c4 : index
      %25 = scf.if %24 -> (f32) {
        %extracted = tensor.extract %arg0[%23, %22] : tensor<4x4xf32>
        scf.yield %extracted : f32
      } else {
        %26 = arith.subi %23, %c4 : index
        %extracted = tensor.extract %arg1[%26, %22] : tensor<4x4xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %25 : f32
    } -> tensor<8x4xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [2, 4] [2, 1] : tensor<4x4xf32> to tensor<2x4xf32>
    %3 = tensor.empty() : tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%3 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
    %expanded_0 = tensor.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [1, 4, 1, 4] : tensor<4x4xf32> into tensor<1x4x1x4xf32>
    %5 = tensor.empty() : tensor<1x4x2x4xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_0 : tensor<1x4x1x4xf32>) outs(%5 : tensor<1x4x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x4xf32>
    %collapsed_1 = tensor.collapse_shape %6 [[0, 1], [2, 3]] : tensor<1x4x2x4xf32> into tensor<4x8xf32>
    %extracted_slice_2 = tensor.extract_slice %arg1[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice_2 into %arg0[1, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
    %7 = call @tril(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = tensor.empty() : tensor<4x4xi32>
    %9 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%8 : tensor<4x4xi32>) {
    ^bb0(%out: i32):
      %22 = linalg.index 0 : index
      %23 = arith.index_cast %22 : index to i32
      linalg.yield %23 : i32
    } -> tensor<4x4xi32>
    %10 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%8 : tensor<4x4xi32>) {
    ^bb0(%out: i32):
      %22 = linalg.index 1 : index
      %23 = arith.index_cast %22 : index to i32
      linalg.yield %23 : i32
    } -> tensor<4x4xi32>
    %11 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%8 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %11 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%8 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<4x4xi32>
    %13 = tensor.empty() : tensor<4x4xi1>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %10 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%13 : tensor<4x4xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi eq, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x4xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<4x4xi1>) outs(%3 : tensor<4x4xf32>) {
    ^bb0(%in: i1, %out: f32):
      %22 = arith.uitofp %in : i1 to f32
      linalg.yield %22 : f32
    } -> tensor<4x4xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%3 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %22 = arith.addf %in, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<4x4xf32>
    %17 = tensor.empty() : tensor<4x1x4xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%17 : tensor<4x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1x4xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%17 : tensor<4x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1x4xf32>
    %20 = tensor.empty() : tensor<4x2x4xf32>
    %21 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel"]} outs(%20 : tensor<4x2x4xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 2 : index
      %24 = linalg.index 1 : index
      %25 = arith.cmpi ult, %24, %c1 : index
      %26 = scf.if %25 -> (f32) {
        %extracted = tensor.extract %18[%22, %24, %23] : tensor<4x1x4xf32>
        scf.yield %extracted : f32
      } else {
        %27 = arith.subi %24, %c1 : index
        %extracted = tensor.extract %19[%22, %27, %23] : tensor<4x1x4xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %26 : f32
    } -> tensor<4x2x4xf32>
    return %0, %2, %extracted_slice, %4, %expanded, %collapsed_1, %inserted_slice, %7, %16, %21 : tensor<6x6xf32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x2x4xf32>
  }
  func.func private @_pad(%arg0: tensor<4x4xf32>, %arg1: tensor<i32>) -> tensor<6x6xf32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %2 = arith.sitofp %in : i32 to f32
      linalg.yield %2 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %1[] : tensor<f32>
    %padded = tensor.pad %arg0 low[1, 0] high[1, 2] {
    ^bb0(%arg2: index, %arg3: index):
      tensor.yield %extracted : f32
    } : tensor<4x4xf32> to tensor<6x6xf32>
    return %padded : tensor<6x6xf32>
  }
  func.func private @tril(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<4x4xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x4xi32>) {
    ^bb0(%out: i32):
      %10 = linalg.index 0 : index
      %11 = arith.index_cast %10 : index to i32
      linalg.yield %11 : i32
    } -> tensor<4x4xi32>
    %2 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%0 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %10 = arith.addi %in, %in_1 : i32
      linalg.yield %10 : i32
    } -> tensor<4x4xi32>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x4xi32>) {
    ^bb0(%out: i32):
      %10 = linalg.index 1 : index
      %11 = arith.index_cast %10 : index to i32
      linalg.yield %11 : i32
    } -> tensor<4x4xi32>
    %5 = tensor.empty() : tensor<4x4xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%5 : tensor<4x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %10 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %10 : i1
    } -> tensor<4x4xi1>
    %7 = tensor.empty() : tensor<4x4xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%7 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %8 : tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%7 : tensor<4x4xf32>) {
    ^bb0(%in: i1, %in_1: f32, %in_2: f32, %out: f32):
      %10 = arith.select %in, %in_1, %in_2 : f32
      linalg.yield %10 : f32
    } -> tensor<4x4xf32>
    return %9 : tensor<4x4xf32>
  }
}
