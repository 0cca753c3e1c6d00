#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map14 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map15 = affine_map<(d0, d1, d2) -> ()>
module @jit_experts {
  func.func public @main(%arg0: tensor<6x8xf32> {sbp.name = "x"}, %arg1: tensor<8x4xf32> {sbp.name = "gate"}, %arg2: tensor<4x8x12xf32> {sbp.name = "up"}, %arg3: tensor<4x12x8xf32> {sbp.name = "down"}) -> (tensor<6x8xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<6x4xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<6x4xf32>) -> tensor<6x4xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<6x8xf32>, tensor<8x4xf32>) outs(%1 : tensor<6x4xf32>) -> tensor<6x4xf32>
    %3 = tensor.empty() : tensor<6xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<6xf32>) -> tensor<6xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<6x4xf32>) outs(%4 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.maximumf %out, %in : f32
      linalg.yield %38 : f32
    } -> tensor<6xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%3 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%6, %5 : tensor<6xf32>, tensor<6xf32>) outs(%3 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.maximumf %in, %in_2 : f32
      linalg.yield %38 : f32
    } -> tensor<6xf32>
    %8 = tensor.empty() : tensor<6x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<6xf32>) outs(%8 : tensor<6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x1xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<6x1xf32>) outs(%0 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x4xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %10 : tensor<6x4xf32>, tensor<6x4xf32>) outs(%0 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.subf %in, %in_2 : f32
      linalg.yield %38 : f32
    } -> tensor<6x4xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<6x4xf32>) outs(%0 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<6x4xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<6xf32>) -> tensor<6xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<6x4xf32>) outs(%13 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %out, %in : f32
      linalg.yield %38 : f32
    } -> tensor<6xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<6xf32>) outs(%8 : tensor<6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x1xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<6x1xf32>) outs(%0 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x4xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %16 : tensor<6x4xf32>, tensor<6x4xf32>) outs(%0 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.divf %in, %in_2 : f32
      linalg.yield %38 : f32
    } -> tensor<6x4xf32>
    %18:2 = "nn.top_k"(%17) {axis = 1 : i64, k = 2 : i64} : (tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
    %19 = call @_one_hot(%18#1) : (tensor<6x2xi32>) -> tensor<6x2x4xf32>
    %20 = tensor.empty() : tensor<6x2x1xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18#0 : tensor<6x2xf32>) outs(%20 : tensor<6x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2x1xf32>
    %22 = tensor.empty() : tensor<6x2x4xf32>
    %23 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<6x2x1xf32>) outs(%22 : tensor<6x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2x4xf32>
    %24 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %23 : tensor<6x2x4xf32>, tensor<6x2x4xf32>) outs(%22 : tensor<6x2x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.mulf %in, %in_2 : f32
      linalg.yield %38 : f32
    } -> tensor<6x2x4xf32>
    %25 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<6x2x4xf32>) outs(%1 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %out, %in : f32
      linalg.yield %38 : f32
    } -> tensor<6x4xf32>
    %26 = tensor.empty() : tensor<4x12x6xf32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<4x12x6xf32>) -> tensor<4x12x6xf32>
    %28 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %arg0 : tensor<4x8x12xf32>, tensor<6x8xf32>) outs(%27 : tensor<4x12x6xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.mulf %in, %in_2 : f32
      %39 = arith.addf %out, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<4x12x6xf32>
    %29 = tensor.empty() : tensor<4x6x12xf32>
    %30 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<4x12x6xf32>) outs(%29 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x12xf32>
    %31 = call @silu(%30) : (tensor<4x6x12xf32>) -> tensor<4x6x12xf32>
    %32 = tensor.empty() : tensor<4x6x8xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
    %34 = linalg.batch_matmul ins(%31, %arg3 : tensor<4x6x12xf32>, tensor<4x12x8xf32>) outs(%33 : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
    %35 = tensor.empty() : tensor<6x8xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<6x8xf32>) -> tensor<6x8xf32>
    %37 = linalg.generic {indexing_maps = [#map12, #map13, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%34, %25 : tensor<4x6x8xf32>, tensor<6x4xf32>) outs(%36 : tensor<6x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %38 = arith.mulf %in, %in_2 : f32
      %39 = arith.addf %out, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<6x8xf32>
    return %37 : tensor<6x8xf32>
  }
  func.func private @_one_hot(%arg0: tensor<6x2xi32>) -> tensor<6x2x4xf32> {
    %0 = tensor.empty() : tensor<6x2x1xi32>
    %1 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<6x2xi32>) outs(%0 : tensor<6x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x2x1xi32>
    %2 = tensor.empty() : tensor<1x1x4xi32>
    %3 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<1x1x4xi32>) {
    ^bb0(%out: i32):
      %11 = linalg.index 2 : index
      %12 = arith.index_cast %11 : index to i32
      linalg.yield %12 : i32
    } -> tensor<1x1x4xi32>
    %4 = tensor.empty() : tensor<6x2x4xi32>
    %5 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<6x2x1xi32>) outs(%4 : tensor<6x2x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x2x4xi32>
    %6 = linalg.generic {indexing_maps = [#map14, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x1x4xi32>) outs(%4 : tensor<6x2x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x2x4xi32>
    %7 = tensor.empty() : tensor<6x2x4xi1>
    %8 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %6 : tensor<6x2x4xi32>, tensor<6x2x4xi32>) outs(%7 : tensor<6x2x4xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %11 = arith.cmpi eq, %in, %in_0 : i32
      linalg.yield %11 : i1
    } -> tensor<6x2x4xi1>
    %9 = tensor.empty() : tensor<6x2x4xf32>
    %10 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<6x2x4xi1>) outs(%9 : tensor<6x2x4xf32>) {
    ^bb0(%in: i1, %out: f32):
      %11 = arith.uitofp %in : i1 to f32
      linalg.yield %11 : f32
    } -> tensor<6x2x4xf32>
    return %10 : tensor<6x2x4xf32>
  }
  func.func private @silu(%arg0: tensor<4x6x12xf32>) -> tensor<4x6x12xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x6x12xf32>
    %1 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x6x12xf32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      linalg.yield %7 : f32
    } -> tensor<4x6x12xf32>
    %2 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<4x6x12xf32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.exp %in : f32
      linalg.yield %7 : f32
    } -> tensor<4x6x12xf32>
    %3 = linalg.generic {indexing_maps = [#map15, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x12xf32>
    %4 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %2 : tensor<4x6x12xf32>, tensor<4x6x12xf32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x6x12xf32>
    %5 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %4 : tensor<4x6x12xf32>, tensor<4x6x12xf32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.divf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x6x12xf32>
    %6 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %5 : tensor<4x6x12xf32>, tensor<4x6x12xf32>) outs(%0 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x6x12xf32>
    return %6 : tensor<4x6x12xf32>
  }
}
