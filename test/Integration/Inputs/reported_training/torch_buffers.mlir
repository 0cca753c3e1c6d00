#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> ()>
#map8 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map9 = affine_map<(d0, d1, d2) -> (0, d2)>
#map10 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<3x6xf32> {sbp.state = "line.weight"},
    %arg1: tensor<3xf32> {sbp.state = "line.bias"},
    %arg2: tensor<6x3xf32> {sbp.state = "table.weight"},
    %arg3: tensor<4x4xf32> {sbp.state = "square.weight"},
    %arg4: tensor<6xf32> {sbp.name = "scale"},
    %arg5: tensor<1x6xi64> {sbp.name = "ids"},
    %arg6: tensor<6x4xf32> {sbp.name = "angles"},
    %arg7: tensor<1x4xf32> {sbp.name = "row"},
    %arg8: tensor<8x6xf32> {sbp.name = "x"},
    %arg9: tensor<8x6x3xf32> {sbp.name = "y"},
    %arg10: tensor<8x6x4xf32> {sbp.name = "z"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<3x6xf32> {sbp.gradient_of = "line.weight", sbp.name = "gradient.line.weight"}, tensor<3xf32> {sbp.gradient_of = "line.bias", sbp.name = "gradient.line.bias"}, tensor<6x3xf32> {sbp.gradient_of = "table.weight", sbp.name = "gradient.table.weight"}, tensor<4x4xf32> {sbp.gradient_of = "square.weight", sbp.name = "gradient.square.weight"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<6x3xf32>
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c6 = arith.constant 6 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x3xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<8x6x3xf32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<8x6x4xf32>
    %cst_4 = arith.constant 2.400000e+01 : f32
    %cst_5 = arith.constant 1.440000e+02 : f32
    %cst_6 = arith.constant 1.920000e+02 : f32
    %cst_7 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x6xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8, %arg4 : tensor<8x6xf32>, tensor<6xf32>) outs(%0 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6xf32>
    %2 = tensor.empty() : tensor<6x3xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<3x6xf32>) outs(%2 : tensor<6x3xf32>) permutation = [1, 0] 
    %3 = tensor.empty() : tensor<8x3xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %5 = linalg.matmul ins(%1, %transposed : tensor<8x6xf32>, tensor<6x3xf32>) outs(%4 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %5 : tensor<3xf32>, tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %8 = tensor.empty() : tensor<f32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<f32>) -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction"]} ins(%7 : tensor<8x3xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%10 : tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_4 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %12 = tensor.empty() : tensor<1x6x3xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<1x6xi64>) outs(%12 : tensor<1x6x3xf32>) {
    ^bb0(%in: i64, %out: f32):
      %67 = arith.index_cast %in : i64 to index
      %68 = linalg.index 2 : index
      %69 = arith.cmpi slt, %67, %c6 : index
      cf.assert %69, "index must be smaller than dim size"
      %70 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %70, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%67, %68] : tensor<6x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x6x3xf32>
    %14 = tensor.empty() : tensor<8x6x3xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %13 : tensor<8x6x3xf32>, tensor<1x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<8x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%16 : tensor<8x6x3xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%17 : tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_5 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%11, %18 : tensor<f32>, tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %20 = tensor.empty() : tensor<4x4xf32>
    %transposed_8 = linalg.transpose ins(%arg3 : tensor<4x4xf32>) outs(%20 : tensor<4x4xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg10 [[0, 1], [2]] : tensor<8x6x4xf32> into tensor<48x4xf32>
    %21 = tensor.empty() : tensor<48x4xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<48x4xf32>) -> tensor<48x4xf32>
    %23 = linalg.matmul ins(%collapsed, %transposed_8 : tensor<48x4xf32>, tensor<4x4xf32>) outs(%22 : tensor<48x4xf32>) -> tensor<48x4xf32>
    %expanded = tensor.expand_shape %23 [[0, 1], [2]] output_shape [8, 6, 4] : tensor<48x4xf32> into tensor<8x6x4xf32>
    %24 = tensor.empty() : tensor<8x6x4xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg6 : tensor<8x6x4xf32>, tensor<6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%26 : tensor<8x6x4xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%27 : tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_6 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%19, %28 : tensor<f32>, tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg7 : tensor<8x6x4xf32>, tensor<1x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["reduction", "reduction", "reduction"]} ins(%31 : tensor<8x6x4xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%32 : tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_6 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%29, %33 : tensor<f32>, tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_6 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %37 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.mulf %in, %cst_7 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %37 : tensor<8x6x4xf32>, tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %39 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %arg7 : tensor<8x6x4xf32>, tensor<1x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %collapsed_9 = tensor.collapse_shape %39 [[0, 1], [2]] : tensor<8x6x4xf32> into tensor<48x4xf32>
    %40 = tensor.empty() : tensor<4x48xf32>
    %transposed_10 = linalg.transpose ins(%collapsed_9 : tensor<48x4xf32>) outs(%40 : tensor<4x48xf32>) permutation = [1, 0] 
    %41 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %42 = linalg.matmul ins(%transposed_10, %collapsed : tensor<4x48xf32>, tensor<48x4xf32>) outs(%41 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.mulf %in, %cst_7 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %44 : tensor<8x6x4xf32>, tensor<8x6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %46 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %arg6 : tensor<8x6x4xf32>, tensor<6x4xf32>) outs(%24 : tensor<8x6x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x4xf32>
    %collapsed_11 = tensor.collapse_shape %46 [[0, 1], [2]] : tensor<8x6x4xf32> into tensor<48x4xf32>
    %transposed_12 = linalg.transpose ins(%collapsed_11 : tensor<48x4xf32>) outs(%40 : tensor<4x48xf32>) permutation = [1, 0] 
    %47 = linalg.matmul ins(%transposed_12, %collapsed : tensor<4x48xf32>, tensor<48x4xf32>) outs(%41 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%42, %47 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%20 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.addf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<4x4xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<8x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_5 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<8x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<8x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.mulf %in, %cst_7 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %52 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %51 : tensor<8x6x3xf32>, tensor<8x6x3xf32>) outs(%14 : tensor<8x6x3xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6x3xf32>
    %53 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<1x6x3xf32>) -> tensor<1x6x3xf32>
    %54 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction", "parallel", "parallel"]} ins(%52 : tensor<8x6x3xf32>) outs(%53 : tensor<1x6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<1x6x3xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst_4 : f32
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.mulf %in, %cst_7 : f32
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%55, %57 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%3 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<8x3xf32>
    %59 = tensor.empty() : tensor<3x8xf32>
    %transposed_13 = linalg.transpose ins(%58 : tensor<8x3xf32>) outs(%59 : tensor<3x8xf32>) permutation = [1, 0] 
    %60 = tensor.empty() : tensor<3x6xf32>
    %61 = linalg.fill ins(%cst_0 : f32) outs(%60 : tensor<3x6xf32>) -> tensor<3x6xf32>
    %62 = linalg.matmul ins(%transposed_13, %1 : tensor<3x8xf32>, tensor<8x6xf32>) outs(%61 : tensor<3x6xf32>) -> tensor<3x6xf32>
    %63 = tensor.empty() : tensor<1x3xf32>
    %64 = linalg.fill ins(%cst_0 : f32) outs(%63 : tensor<1x3xf32>) -> tensor<1x3xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "parallel"]} ins(%58 : tensor<8x3xf32>) outs(%64 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<1x3xf32>
    %collapsed_14 = tensor.collapse_shape %65 [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    %66 = "nn.scatter_add"(%cst, %arg5, %54) {axis = 0 : i64} : (tensor<6x3xf32>, tensor<1x6xi64>, tensor<1x6x3xf32>) -> tensor<6x3xf32>
    return %34, %62, %collapsed_14, %66, %48 : tensor<f32>, tensor<3x6xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<4x4xf32>
  }
}
