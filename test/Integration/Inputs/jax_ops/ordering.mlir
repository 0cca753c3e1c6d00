#map = affine_map<(d0, d1) -> (-d0 + 5, d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> ()>
module @jit_ordering {
  func.func public @main(%arg0: tensor<6x5xf32> {sbp.name = "x"}) -> (tensor<6x5xf32> {sbp.name = "result.0"}, tensor<6x5xi32> {sbp.name = "result.1"}, tensor<6x5xi32> {sbp.name = "result.2"}, tensor<6xf32> {sbp.name = "result.3"}, tensor<6x2xf32> {sbp.name = "result.4"}, tensor<6x2xi32> {sbp.name = "result.5"}) {
    %0 = call @sort(%arg0) : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = call @argsort(%arg0) : (tensor<6x5xf32>) -> tensor<6x5xi32>
    %2 = call @argsort_0(%arg0) : (tensor<6x5xf32>) -> tensor<6x5xi32>
    %3 = call @median(%arg0) : (tensor<6x5xf32>) -> tensor<6xf32>
    %4:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<6x5xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
    return %0, %1, %2, %3, %4#0, %4#1 : tensor<6x5xf32>, tensor<6x5xi32>, tensor<6x5xi32>, tensor<6xf32>, tensor<6x2xf32>, tensor<6x2xi32>
  }
  func.func private @sort(%arg0: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %0:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    return %0#0 : tensor<6x5xf32>
  }
  func.func private @argsort(%arg0: tensor<6x5xf32>) -> tensor<6x5xi32> {
    %0:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    return %0#1 : tensor<6x5xi32>
  }
  func.func private @argsort_0(%arg0: tensor<6x5xf32>) -> tensor<6x5xi32> {
    %c5_i32 = arith.constant 5 : i32
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %2:2 = "nn.sort"(%1) {axis = 0 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    %3 = tensor.empty() : tensor<6x5xi32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2#1 : tensor<6x5xi32>) outs(%3 : tensor<6x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      %6 = arith.subi %c5_i32, %in : i32
      linalg.yield %6 : i32
    } -> tensor<6x5xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<6x5xi32>) outs(%3 : tensor<6x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x5xi32>
    return %5 : tensor<6x5xi32>
  }
  func.func private @median(%arg0: tensor<6x5xf32>) -> tensor<6xf32> {
    %cst = arith.constant dense<5.000000e-01> : tensor<f32>
    %0 = call @quantile(%arg0, %cst) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func private @quantile(%arg0: tensor<6x5xf32>, %arg1: tensor<f32>) -> tensor<6xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %false = arith.constant false
    %cst_1 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_2 = arith.constant dense<0x7FC00000> : tensor<f32>
    %0 = tensor.empty() : tensor<6x5xi1>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xi1>) {
    ^bb0(%in: f32, %in_3: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_3 : f32
      linalg.yield %28 : i1
    } -> tensor<6x5xi1>
    %2 = tensor.empty() : tensor<6xi1>
    %3 = linalg.fill ins(%false : i1) outs(%2 : tensor<6xi1>) -> tensor<6xi1>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<6x5xi1>) outs(%3 : tensor<6xi1>) {
    ^bb0(%in: i1, %out: i1):
      %28 = arith.ori %out, %in : i1
      linalg.yield %28 : i1
    } -> tensor<6xi1>
    %5 = tensor.empty() : tensor<6x1xi1>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<6xi1>) outs(%5 : tensor<6x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x1xi1>
    %7 = call @_where(%6, %cst_2, %arg0) : (tensor<6x1xi1>, tensor<f32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %8:2 = "nn.sort"(%7) {axis = 1 : i64} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    %9 = tensor.empty() : tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = []} outs(%9 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%arg1, %10 : tensor<f32>, tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%11 : tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.floor %in : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%11 : tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.ceil %in : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%12, %10 : tensor<f32>, tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.maximumf %in, %cst_0 : f32
      %29 = arith.minimumf %28, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%13, %10 : tensor<f32>, tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.maximumf %in, %cst_0 : f32
      %29 = arith.minimumf %28, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %16 = tensor.empty() : tensor<i32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%14 : tensor<f32>) outs(%16 : tensor<i32>) {
    ^bb0(%in: f32, %out: i32):
      %28 = arith.fptosi %in : f32 to i32
      linalg.yield %28 : i32
    } -> tensor<i32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%15 : tensor<f32>) outs(%16 : tensor<i32>) {
    ^bb0(%in: f32, %out: i32):
      %28 = arith.fptosi %in : f32 to i32
      linalg.yield %28 : i32
    } -> tensor<i32>
    %19 = tensor.empty() : tensor<1xi32>
    %20 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%17 : tensor<i32>) outs(%19 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %21 = tensor.empty() : tensor<6xf32>
    %22 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%21 : tensor<6xf32>) {
    ^bb0(%out: f32):
      %28 = linalg.index 0 : index
      %extracted = tensor.extract %20[%c0] : tensor<1xi32>
      %29 = arith.index_cast %extracted : i32 to index
      %30 = arith.maxsi %29, %c0 : index
      %31 = arith.minsi %30, %c4 : index
      %extracted_3 = tensor.extract %8#0[%28, %31] : tensor<6x5xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<6xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%18 : tensor<i32>) outs(%19 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %24 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%21 : tensor<6xf32>) {
    ^bb0(%out: f32):
      %28 = linalg.index 0 : index
      %extracted = tensor.extract %23[%c0] : tensor<1xi32>
      %29 = arith.index_cast %extracted : i32 to index
      %30 = arith.maxsi %29, %c0 : index
      %31 = arith.minsi %30, %c4 : index
      %extracted_3 = tensor.extract %8#0[%28, %31] : tensor<6x5xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<6xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%22, %24 : tensor<6xf32>, tensor<6xf32>) outs(%21 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.addf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%21 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%25, %26 : tensor<6xf32>, tensor<6xf32>) outs(%21 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<6xf32>
    return %27 : tensor<6xf32>
  }
  func.func private @_where(%arg0: tensor<6x1xi1>, %arg1: tensor<f32>, %arg2: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %0 = tensor.empty() : tensor<6x5xi1>
    %1 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x1xi1>) outs(%0 : tensor<6x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x5xi1>
    %2 = tensor.empty() : tensor<6x5xf32>
    %3 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<f32>) outs(%2 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %3, %arg2 : tensor<6x5xi1>, tensor<6x5xf32>, tensor<6x5xf32>) outs(%2 : tensor<6x5xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<6x5xf32>
    return %4 : tensor<6x5xf32>
  }
}
