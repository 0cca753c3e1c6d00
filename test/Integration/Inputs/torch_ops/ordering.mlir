#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<4x6xf32> {sbp.name = "x"},
    %arg1: tensor<4x6xi64> {sbp.name = "ids"}) -> (tensor<4x6xf32> {sbp.name = "result.0"}, tensor<4x6xi64> {sbp.name = "result.1"}, tensor<4x6xf32> {sbp.name = "result.2"}, tensor<4x6xi64> {sbp.name = "result.3"}, tensor<4x6xi64> {sbp.name = "result.4"}, tensor<4x6xi64> {sbp.name = "result.5"}, tensor<4x6xi64> {sbp.name = "result.6"}, tensor<4x6xi64> {sbp.name = "result.7"}, tensor<4x2xf32> {sbp.name = "result.8"}, tensor<4x2xi64> {sbp.name = "result.9"}, tensor<4x6xf32> {sbp.name = "result.10"}, tensor<4x6xi64> {sbp.name = "result.11"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c1_i64 = arith.constant 1 : i64
    %0 = tensor.empty() : tensor<4x6xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4x6xi64>) outs(%0 : tensor<4x6xi1>) {
    ^bb0(%in: i64, %out: i1):
      %23 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %23 : i1
    } -> tensor<4x6xi1>
    %2 = tensor.empty() : tensor<4x6xi64>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x6xi64>) {
    ^bb0(%out: i64):
      %23 = linalg.index 1 : index
      %24 = arith.index_cast %23 : index to i64
      linalg.yield %24 : i64
    } -> tensor<4x6xi64>
    %4:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x6xi64>) {
    ^bb0(%out: i64):
      %23 = linalg.index 0 : index
      %24 = arith.index_cast %23 : index to i64
      linalg.yield %24 : i64
    } -> tensor<4x6xi64>
    %6:2 = "nn.sort"(%arg0) {axis = 0 : i64, descending} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %7:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %8:2 = "nn.sort"(%arg1) {axis = 1 : i64} : (tensor<4x6xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>)
    %9:2 = "nn.sort"(%arg1) {axis = 1 : i64, descending} : (tensor<4x6xi64>) -> (tensor<4x6xi64>, tensor<4x6xi64>)
    %10:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
    %11 = tensor.empty() : tensor<4x6xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %13 = tensor.empty() : tensor<4xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4xf32>) -> tensor<4xf32>
    %15 = "nn.cumsum"(%arg0) {axis = 1 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x6xi1>) outs(%2 : tensor<4x6xi64>) {
    ^bb0(%in: i1, %out: i64):
      %23 = arith.extui %in : i1 to i64
      linalg.yield %23 : i64
    } -> tensor<4x6xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<4x6xi64>) -> tensor<4x6xi64>
    %18 = tensor.empty() : tensor<4xi64>
    %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : tensor<4xi64>) -> tensor<4xi64>
    %20 = "nn.cumsum"(%16) {axis = 1 : i64} : (tensor<4x6xi64>) -> tensor<4x6xi64>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %1 : tensor<4x6xi64>, tensor<4x6xi1>) outs(%2 : tensor<4x6xi64>) {
    ^bb0(%in: i64, %in_0: i1, %out: i64):
      %23 = arith.extui %in_0 : i1 to i64
      %24 = arith.muli %in, %23 : i64
      linalg.yield %24 : i64
    } -> tensor<4x6xi64>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<4x6xi64>) outs(%2 : tensor<4x6xi64>) {
    ^bb0(%in: i64, %out: i64):
      %23 = arith.addi %in, %c1_i64 : i64
      linalg.yield %23 : i64
    } -> tensor<4x6xi64>
    return %4#0, %4#1, %6#0, %6#1, %7#1, %8#0, %8#1, %9#1, %10#0, %10#1, %15, %22 : tensor<4x6xf32>, tensor<4x6xi64>, tensor<4x6xf32>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x6xi64>, tensor<4x2xf32>, tensor<4x2xi64>, tensor<4x6xf32>, tensor<4x6xi64>
  }
}
