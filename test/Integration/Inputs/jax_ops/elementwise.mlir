#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
module @jit_elementwise {
  func.func public @main(%arg0: tensor<4x4xf32> {sbp.name = "x"}, %arg1: tensor<4x4xf32> {sbp.name = "y"}) -> (tensor<4x4xf32> {sbp.name = "result.0"}, tensor<4x4xf32> {sbp.name = "result.1"}, tensor<4x4xf32> {sbp.name = "result.2"}, tensor<4x4xf32> {sbp.name = "result.3"}, tensor<4x4xf32> {sbp.name = "result.4"}, tensor<4x4xf32> {sbp.name = "result.5"}, tensor<4x4xf32> {sbp.name = "result.6"}, tensor<4x4xf32> {sbp.name = "result.7"}, tensor<4x4xf32> {sbp.name = "result.8"}, tensor<4x4xf32> {sbp.name = "result.9"}, tensor<4x4xf32> {sbp.name = "result.10"}, tensor<4x4xf32> {sbp.name = "result.11"}, tensor<4x3xf32> {sbp.name = "result.12"}, tensor<4x4xi32> {sbp.name = "result.13"}, tensor<4x4xi1> {sbp.name = "result.14"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<3> : tensor<i32>
    %cst_1 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_6 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_7 = arith.constant dense<1> : tensor<i32>
    %cst_8 = arith.constant dense<0> : tensor<i32>
    %cst_9 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %2 = tensor.empty() : tensor<4x4xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xi1>) {
    ^bb0(%in: f32, %in_10: f32, %out: i1):
      %47 = arith.cmpf ogt, %in, %in_10 : f32
      linalg.yield %47 : i1
    } -> tensor<4x4xi1>
    %4 = call @_where(%3, %arg0, %arg1) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %4 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %4 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %7 = call @clip(%arg0, %cst_8, %cst_7) : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %9 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %11 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.addf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %12 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.tanh %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %15 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.addf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %17 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %19 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %21 = call @silu(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf one, %in, %cst : f32
      %48 = arith.uitofp %47 : i1 to f32
      %49 = math.copysign %48, %in : f32
      %50 = arith.cmpf uno, %in, %in : f32
      %51 = arith.select %50, %in, %49 : f32
      linalg.yield %51 : f32
    } -> tensor<4x4xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.floor %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %24 = call @round(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.absf %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %18 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = math.powf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.sin %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.cos %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27, %28 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.addf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.log1p %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.expm1 %in : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.maximumf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [4, 1] [1, 1] : tensor<4x4xf32> to tensor<4x1xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    %33 = tensor.empty() : tensor<4xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed : tensor<4xf32>) outs(%33 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.absf %in : f32
      linalg.yield %47 : f32
    } -> tensor<4xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%33 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%34, %35 : tensor<4xf32>, tensor<4xf32>) outs(%33 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4xf32>
    %37 = tensor.empty() : tensor<4xi32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%36 : tensor<4xf32>) outs(%37 : tensor<4xi32>) {
    ^bb0(%in: f32, %out: i32):
      %47 = arith.fptosi %in : f32 to i32
      linalg.yield %47 : i32
    } -> tensor<4xi32>
    %39 = call @_one_hot(%38) : (tensor<4xi32>) -> tensor<4x3xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %40 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %47 = arith.mulf %in, %in_10 : f32
      linalg.yield %47 : f32
    } -> tensor<4x4xf32>
    %42 = tensor.empty() : tensor<4x4xi32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<4x4xf32>) outs(%42 : tensor<4x4xi32>) {
    ^bb0(%in: f32, %out: i32):
      %47 = arith.fptosi %in : f32 to i32
      linalg.yield %47 : i32
    } -> tensor<4x4xi32>
    %44 = call @remainder(%43, %cst_0) : (tensor<4x4xi32>, tensor<i32>) -> tensor<4x4xi32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xi1>) {
    ^bb0(%in: f32, %in_10: f32, %out: i1):
      %47 = arith.cmpf ogt, %in, %in_10 : f32
      linalg.yield %47 : i1
    } -> tensor<4x4xi1>
    %46 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %45 : tensor<4x4xi1>, tensor<4x4xi1>) outs(%2 : tensor<4x4xi1>) {
    ^bb0(%in: i1, %in_10: i1, %out: i1):
      %47 = arith.xori %in, %in_10 : i1
      linalg.yield %47 : i1
    } -> tensor<4x4xi1>
    return %6, %7, %20, %21, %22, %23, %24, %26, %29, %30, %31, %32, %39, %44, %46 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x3xf32>, tensor<4x4xi32>, tensor<4x4xi1>
  }
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %2 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %2 : f32
    } -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @clip(%arg0: tensor<4x4xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<4x4xf32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %8 = arith.sitofp %in : i32 to f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %2 = tensor.empty() : tensor<4x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<f32>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.maximumf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<4x4xf32>
    %5 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg2 : tensor<i32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %8 = arith.sitofp %in : i32 to f32
      linalg.yield %8 : f32
    } -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<f32>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %4 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.minimumf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<4x4xf32>
    return %7 : tensor<4x4xf32>
  }
  func.func private @silu(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.exp %in : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.divf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    return %6 : tensor<4x4xf32>
  }
  func.func private @round(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.roundeven %in : f32
      linalg.yield %2 : f32
    } -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @_one_hot(%arg0: tensor<4xi32>) -> tensor<4x3xf32> {
    %0 = tensor.empty() : tensor<4x1xi32>
    %1 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4xi32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %2 = tensor.empty() : tensor<1x3xi32>
    %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<1x3xi32>) {
    ^bb0(%out: i32):
      %11 = linalg.index 1 : index
      %12 = arith.index_cast %11 : index to i32
      linalg.yield %12 : i32
    } -> tensor<1x3xi32>
    %4 = tensor.empty() : tensor<4x3xi32>
    %5 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x1xi32>) outs(%4 : tensor<4x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x3xi32>
    %6 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<1x3xi32>) outs(%4 : tensor<4x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x3xi32>
    %7 = tensor.empty() : tensor<4x3xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<4x3xi32>, tensor<4x3xi32>) outs(%7 : tensor<4x3xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %11 = arith.cmpi eq, %in, %in_0 : i32
      linalg.yield %11 : i1
    } -> tensor<4x3xi1>
    %9 = tensor.empty() : tensor<4x3xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4x3xi1>) outs(%9 : tensor<4x3xf32>) {
    ^bb0(%in: i1, %out: f32):
      %11 = arith.uitofp %in : i1 to f32
      linalg.yield %11 : f32
    } -> tensor<4x3xf32>
    return %10 : tensor<4x3xf32>
  }
  func.func private @remainder(%arg0: tensor<4x4xi32>, %arg1: tensor<i32>) -> tensor<4x4xi32> {
    %c-1_i32 = arith.constant -1 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %2 = call @_where_0(%1, %cst, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = tensor.empty() : tensor<4x4xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<i32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.remsi %in, %21 : i32
      %23 = arith.select %19, %c0_i32, %22 : i32
      %24 = arith.select %16, %in, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<4x4xi32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %7 = tensor.empty() : tensor<4x4xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<4x4xi1>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<4x4xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%2 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<i1>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x4xi1>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %11 : tensor<4x4xi1>, tensor<4x4xi1>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<4x4xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %8 : tensor<4x4xi1>, tensor<4x4xi1>) outs(%7 : tensor<4x4xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.andi %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<4x4xi1>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %4 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.addi %in, %in_1 : i32
      linalg.yield %16 : i32
    } -> tensor<4x4xi32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %14, %5 : tensor<4x4xi1>, tensor<4x4xi32>, tensor<4x4xi32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %16 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %16 : i32
    } -> tensor<4x4xi32>
    return %15 : tensor<4x4xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
}
