#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
module @jit_counted {
  func.func public @main(%arg0: tensor<4x3xf32> {sbp.name = "x"}) -> (tensor<4x3xf32> {sbp.name = "result.0"}, tensor<4x3xf32> {sbp.name = "result.1"}) {
    %cst = arith.constant dense<1> : tensor<i32>
    %0:2 = call @closed_call(%arg0, %cst, %arg0) : (tensor<4x3xf32>, tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
    %1:2 = call @closed_call(%arg0, %0#0, %0#1) : (tensor<4x3xf32>, tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
    %2:2 = call @closed_call(%arg0, %1#0, %1#1) : (tensor<4x3xf32>, tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
    return %2#1, %arg0 : tensor<4x3xf32>, tensor<4x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x3xf32>, %arg1: tensor<i32>, %arg2: tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>) {
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %4 = arith.addi %in, %c1_i32 : i32
      linalg.yield %4 : i32
    } -> tensor<i32>
    %2:2 = call @closed_call_0(%arg0, %arg1, %cst, %arg2) : (tensor<4x3xf32>, tensor<i32>, tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
    %3:2 = call @closed_call_0(%arg0, %arg1, %2#0, %2#1) : (tensor<4x3xf32>, tensor<i32>, tensor<i32>, tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>)
    return %1, %3#1 : tensor<i32>, tensor<4x3xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<4x3xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<4x3xf32>) -> (tensor<i32>, tensor<4x3xf32>) {
    %c3_i32 = arith.constant 3 : i32
    %false = arith.constant false
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %c4_i32 = arith.constant 4 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<5.000000e-01> : tensor<f32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg2 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %26 = arith.addi %in, %c1_i32 : i32
      linalg.yield %26 : i32
    } -> tensor<i32>
    %2 = tensor.empty() : tensor<4x3xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    %4 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg3, %3 : tensor<4x3xf32>, tensor<4x3xf32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %26 = arith.mulf %in, %in_1 : f32
      linalg.yield %26 : f32
    } -> tensor<4x3xf32>
    %5 = tensor.empty() : tensor<i1>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg2 : tensor<i32>) outs(%5 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %26 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %26 : i1
    } -> tensor<i1>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg2 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %26 = arith.addi %in, %c4_i32 : i32
      linalg.yield %26 : i32
    } -> tensor<i32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%6, %7, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %26 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %26 : i32
    } -> tensor<i32>
    %9 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%5 : tensor<i1>) {
    ^bb0(%out: i1):
      linalg.yield %false : i1
    } -> tensor<i1>
    %10 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%0 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c3_i32 : i32
    } -> tensor<i32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%9, %10 : tensor<i1>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_1: i32, %out: i32):
      %26 = arith.select %in, %in_1, %c0_i32 : i32
      linalg.yield %26 : i32
    } -> tensor<i32>
    %extracted = tensor.extract %8[] : tensor<i32>
    %12 = arith.index_cast %extracted : i32 to index
    %13 = arith.maxsi %12, %c0 : index
    %14 = arith.minsi %13, %c3 : index
    %extracted_0 = tensor.extract %11[] : tensor<i32>
    %15 = arith.index_cast %extracted_0 : i32 to index
    %16 = arith.maxsi %15, %c0 : index
    %17 = arith.minsi %16, %c0 : index
    %extracted_slice = tensor.extract_slice %arg0[%14, %17] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<1x3xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    %18 = tensor.empty() : tensor<1x3xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<3xf32>) outs(%18 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x3xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<1x3xf32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%4, %20 : tensor<4x3xf32>, tensor<4x3xf32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %26 = arith.addf %in, %in_1 : f32
      linalg.yield %26 : f32
    } -> tensor<4x3xf32>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %26 = arith.sitofp %in : i32 to f32
      linalg.yield %26 : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<f32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%21, %24 : tensor<4x3xf32>, tensor<4x3xf32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %26 = arith.addf %in, %in_1 : f32
      linalg.yield %26 : f32
    } -> tensor<4x3xf32>
    return %1, %25 : tensor<i32>, tensor<4x3xf32>
  }
}
