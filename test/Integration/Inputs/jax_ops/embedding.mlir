#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module @jit_embedding {
  func.func public @main(%arg0: tensor<10x4xf32> {sbp.name = "table"}, %arg1: tensor<2x3xi32> {sbp.name = "ids"}) -> (tensor<2x3x4xf32> {sbp.name = "result"}) {
    %c9 = arith.constant 9 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant dense<10> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<2x3xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3xi32>
    %2 = tensor.empty() : tensor<2x3xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<2x3xi32>, tensor<2x3xi32>) outs(%2 : tensor<2x3xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %11 = arith.cmpi slt, %in, %in_1 : i32
      linalg.yield %11 : i1
    } -> tensor<2x3xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<2x3xi32>, tensor<2x3xi32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %11 = arith.addi %in, %in_1 : i32
      linalg.yield %11 : i32
    } -> tensor<2x3xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) outs(%0 : tensor<2x3xi32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %11 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %11 : i32
    } -> tensor<2x3xi32>
    %7 = tensor.empty() : tensor<2x3x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x3xi32>) outs(%7 : tensor<2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x3x1xi32>
    %9 = tensor.empty() : tensor<2x3x4xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<2x3x4xf32>) {
    ^bb0(%out: f32):
      %11 = linalg.index 0 : index
      %12 = linalg.index 1 : index
      %13 = linalg.index 2 : index
      %extracted = tensor.extract %8[%11, %12, %c0] : tensor<2x3x1xi32>
      %14 = arith.index_cast %extracted : i32 to index
      %15 = arith.maxsi %14, %c0 : index
      %16 = arith.minsi %15, %c9 : index
      %extracted_1 = tensor.extract %arg0[%16, %13] : tensor<10x4xf32>
      linalg.yield %extracted_1 : f32
    } -> tensor<2x3x4xf32>
    return %10 : tensor<2x3x4xf32>
  }
}
