#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<6x2xf32> {sbp.state = "down"},
    %arg1: tensor<2x6xf32> {sbp.state = "up"},
    %arg2: tensor<4x6xf32> {sbp.state = "teacher.weight"},
    %arg3: tensor<4xf32> {sbp.state = "teacher.bias"},
    %arg4: tensor<4x6xf32> {sbp.state = "head.weight"},
    %arg5: tensor<4xf32> {sbp.state = "head.bias"},
    %arg6: tensor<6x6xf32> {sbp.name = "base.weight"},
    %arg7: tensor<6xf32> {sbp.name = "base.bias"},
    %arg8: tensor<8x6xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<6x2xf32> {sbp.gradient_of = "down", sbp.name = "gradient.down"}, tensor<2x6xf32> {sbp.gradient_of = "up", sbp.name = "gradient.up"}, tensor<4x6xf32> {sbp.gradient_of = "head.weight", sbp.name = "gradient.head.weight"}, tensor<4xf32> {sbp.gradient_of = "head.bias", sbp.name = "gradient.head.bias"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 8.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x6xf32>
    %transposed = linalg.transpose ins(%arg6 : tensor<6x6xf32>) outs(%0 : tensor<6x6xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x6xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %3 = linalg.matmul ins(%arg8, %transposed : tensor<8x6xf32>, tensor<6x6xf32>) outs(%2 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7, %3 : tensor<6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %5 = tensor.empty() : tensor<8x2xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %7 = linalg.matmul ins(%arg8, %arg0 : tensor<8x6xf32>, tensor<6x2xf32>) outs(%6 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %8 = linalg.matmul ins(%7, %arg1 : tensor<8x2xf32>, tensor<2x6xf32>) outs(%2 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %8 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2, %9 : tensor<f32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.cmpf ogt, %in, %in_12 : f32
      %82 = arith.select %81, %in, %in_12 : f32
      linalg.yield %82 : f32
    } -> tensor<8x6xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2, %9 : tensor<f32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.cmpf olt, %in, %in_12 : f32
      %82 = arith.select %81, %in, %in_12 : f32
      linalg.yield %82 : f32
    } -> tensor<8x6xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.subf %in, %cst_3 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %13 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.roundeven %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %14 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.subf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %16 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %18 = tensor.empty() : tensor<6x4xf32>
    %transposed_5 = linalg.transpose ins(%arg2 : tensor<4x6xf32>) outs(%18 : tensor<6x4xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<8x4xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %21 = linalg.matmul ins(%arg8, %transposed_5 : tensor<8x6xf32>, tensor<6x4xf32>) outs(%20 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %21 : tensor<4xf32>, tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %23 = tensor.empty() : tensor<8xi64>
    %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : tensor<8xi64>) -> tensor<8xi64>
    %25 = tensor.empty() : tensor<8xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<8xf32>) -> tensor<8xf32>
    %27:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%22 : tensor<8x4xf32>) outs(%26, %24 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %81 = linalg.index 1 : index
      %82 = arith.index_cast %81 : index to i64
      %83 = arith.maximumf %in, %out : f32
      %84 = arith.cmpf ogt, %in, %out : f32
      %85 = arith.select %84, %82, %out_12 : i64
      linalg.yield %83, %85 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded = tensor.expand_shape %27#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %expanded : tensor<8x4xf32>, tensor<8x1xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.subf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %30 = tensor.empty() : tensor<8x1xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%29 : tensor<8x4xf32>) outs(%31 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<8x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<8x4xf32>, tensor<8x1xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.divf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %transposed_6 = linalg.transpose ins(%arg4 : tensor<4x6xf32>) outs(%18 : tensor<6x4xf32>) permutation = [1, 0] 
    %34 = linalg.matmul ins(%17, %transposed_6 : tensor<8x6xf32>, tensor<6x4xf32>) outs(%20 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %34 : tensor<4xf32>, tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.addf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %36:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<8x4xf32>) outs(%26, %24 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %81 = linalg.index 1 : index
      %82 = arith.index_cast %81 : index to i64
      %83 = arith.maximumf %in, %out : f32
      %84 = arith.cmpf ogt, %in, %out : f32
      %85 = arith.select %84, %82, %out_12 : i64
      linalg.yield %83, %85 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded_7 = tensor.expand_shape %36#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%35, %expanded_7 : tensor<8x4xf32>, tensor<8x1xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.subf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%38 : tensor<8x4xf32>) outs(%31 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<8x1xf32>) outs(%30 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.log %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%37, %40 : tensor<8x4xf32>, tensor<8x1xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.subf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %41 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.mulf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%25 : tensor<8xf32>) -> tensor<8xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%42 : tensor<8x4xf32>) outs(%43 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<8xf32>
    %45 = tensor.empty() : tensor<f32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<f32>) -> tensor<f32>
    %47 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%44 : tensor<8xf32>) outs(%46 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<f32>
    %48 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%47 : tensor<f32>) outs(%45 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_4 : f32
      linalg.yield %81 : f32
    } -> tensor<f32>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%48 : tensor<f32>) outs(%45 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.negf %in : f32
      linalg.yield %81 : f32
    } -> tensor<f32>
    %50 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%cst_1 : tensor<f32>) outs(%45 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.negf %in : f32
      linalg.yield %81 : f32
    } -> tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel"]} ins(%50 : tensor<f32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %52 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%51 : tensor<8xf32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.divf %in, %cst_4 : f32
      linalg.yield %81 : f32
    } -> tensor<8xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<8xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%53, %33 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.mulf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%54 : tensor<8x4xf32>) outs(%31 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<8x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%55, %56 : tensor<8x4xf32>, tensor<8x1xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.mulf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%54, %57 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%19 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.subf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x4xf32>
    %59 = linalg.matmul ins(%58, %arg4 : tensor<8x4xf32>, tensor<4x6xf32>) outs(%2 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %60 = tensor.empty() : tensor<4x8xf32>
    %transposed_8 = linalg.transpose ins(%58 : tensor<8x4xf32>) outs(%60 : tensor<4x8xf32>) permutation = [1, 0] 
    %61 = tensor.empty() : tensor<4x6xf32>
    %62 = linalg.fill ins(%cst : f32) outs(%61 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %63 = linalg.matmul ins(%transposed_8, %17 : tensor<4x8xf32>, tensor<8x6xf32>) outs(%62 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %64 = tensor.empty() : tensor<1x4xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["reduction", "parallel"]} ins(%58 : tensor<8x4xf32>) outs(%65 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = arith.addf %in, %out : f32
      linalg.yield %81 : f32
    } -> tensor<1x4xf32>
    %collapsed = tensor.collapse_shape %66 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %67 = tensor.empty() : tensor<8x6xi1>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x6xf32>) outs(%67 : tensor<8x6xi1>) {
    ^bb0(%in: f32, %out: i1):
      %81 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %81 : i1
    } -> tensor<8x6xi1>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %81 = math.exp %in : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%59, %69 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %81 = arith.mulf %in, %in_12 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%68, %70, %59 : tensor<8x6xi1>, tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
      %81 = arith.select %in, %in_12, %in_13 : f32
      linalg.yield %81 : f32
    } -> tensor<8x6xf32>
    %72 = tensor.empty() : tensor<2x8xf32>
    %transposed_9 = linalg.transpose ins(%7 : tensor<8x2xf32>) outs(%72 : tensor<2x8xf32>) permutation = [1, 0] 
    %73 = tensor.empty() : tensor<2x6xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<2x6xf32>) -> tensor<2x6xf32>
    %75 = linalg.matmul ins(%transposed_9, %71 : tensor<2x8xf32>, tensor<8x6xf32>) outs(%74 : tensor<2x6xf32>) -> tensor<2x6xf32>
    %76 = tensor.empty() : tensor<6x2xf32>
    %transposed_10 = linalg.transpose ins(%arg1 : tensor<2x6xf32>) outs(%76 : tensor<6x2xf32>) permutation = [1, 0] 
    %77 = linalg.matmul ins(%71, %transposed_10 : tensor<8x6xf32>, tensor<6x2xf32>) outs(%6 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %78 = tensor.empty() : tensor<6x8xf32>
    %transposed_11 = linalg.transpose ins(%arg8 : tensor<8x6xf32>) outs(%78 : tensor<6x8xf32>) permutation = [1, 0] 
    %79 = linalg.fill ins(%cst : f32) outs(%76 : tensor<6x2xf32>) -> tensor<6x2xf32>
    %80 = linalg.matmul ins(%transposed_11, %77 : tensor<6x8xf32>, tensor<8x2xf32>) outs(%79 : tensor<6x2xf32>) -> tensor<6x2xf32>
    return %49, %80, %75, %63, %collapsed : tensor<f32>, tensor<6x2xf32>, tensor<2x6xf32>, tensor<4x6xf32>, tensor<4xf32>
  }
}
