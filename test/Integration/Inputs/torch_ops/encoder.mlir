#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<24x8xf32> {sbp.name = "self_attn.in_proj_weight"},
    %arg1: tensor<24xf32> {sbp.name = "self_attn.in_proj_bias"},
    %arg2: tensor<8x8xf32> {sbp.name = "self_attn.out_proj.weight"},
    %arg3: tensor<8xf32> {sbp.name = "self_attn.out_proj.bias"},
    %arg4: tensor<16x8xf32> {sbp.name = "linear1.weight"},
    %arg5: tensor<16xf32> {sbp.name = "linear1.bias"},
    %arg6: tensor<8x16xf32> {sbp.name = "linear2.weight"},
    %arg7: tensor<8xf32> {sbp.name = "linear2.bias"},
    %arg8: tensor<8xf32> {sbp.name = "norm1.weight"},
    %arg9: tensor<8xf32> {sbp.name = "norm1.bias"},
    %arg10: tensor<8xf32> {sbp.name = "norm2.weight"},
    %arg11: tensor<8xf32> {sbp.name = "norm2.bias"},
    %arg12: tensor<2x5x8xf32> {sbp.name = "src"}) -> (tensor<2x5x8xf32> {sbp.name = "result"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.000000e-05 : f64
    %cst_4 = arith.constant 8.000000e+00 : f32
    %cst_5 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<5x2x8xf32>
    %transposed = linalg.transpose ins(%arg12 : tensor<2x5x8xf32>) outs(%0 : tensor<5x2x8xf32>) permutation = [1, 0, 2] 
    %1 = tensor.empty() : tensor<8x24xf32>
    %transposed_6 = linalg.transpose ins(%arg0 : tensor<24x8xf32>) outs(%1 : tensor<8x24xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<5x8x24xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<8x24xf32>) outs(%2 : tensor<5x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8x24xf32>
    %4 = tensor.empty() : tensor<5x2x24xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<5x2x24xf32>) -> tensor<5x2x24xf32>
    %6 = linalg.batch_matmul ins(%transposed, %3 : tensor<5x2x8xf32>, tensor<5x8x24xf32>) outs(%5 : tensor<5x2x24xf32>) -> tensor<5x2x24xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg1 : tensor<5x2x24xf32>, tensor<24xf32>) outs(%4 : tensor<5x2x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<5x2x24xf32>
    %expanded = tensor.expand_shape %7 [[0, 1], [2], [3, 4]] output_shape [1, 5, 2, 3, 8] : tensor<5x2x24xf32> into tensor<1x5x2x3x8xf32>
    %8 = tensor.empty() : tensor<3x5x2x1x8xf32>
    %transposed_7 = linalg.transpose ins(%expanded : tensor<1x5x2x3x8xf32>) outs(%8 : tensor<3x5x2x1x8xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_7 [[0], [1], [2, 3], [4]] : tensor<3x5x2x1x8xf32> into tensor<3x5x2x8xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32>
    %extracted_slice_8 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32>
    %extracted_slice_9 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32>
    %expanded_11 = tensor.expand_shape %collapsed_10 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32>
    %9 = tensor.empty() : tensor<4x5x4xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<5x4x4xf32>) outs(%9 : tensor<4x5x4xf32>) permutation = [1, 0, 2] 
    %collapsed_13 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32>
    %expanded_14 = tensor.expand_shape %collapsed_13 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<5x4x4xf32>) outs(%9 : tensor<4x5x4xf32>) permutation = [1, 0, 2] 
    %collapsed_16 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32>
    %expanded_17 = tensor.expand_shape %collapsed_16 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<5x4x4xf32>) outs(%9 : tensor<4x5x4xf32>) permutation = [1, 0, 2] 
    %expanded_19 = tensor.expand_shape %transposed_15 [[0, 1], [2], [3]] output_shape [2, 2, 5, 4] : tensor<4x5x4xf32> into tensor<2x2x5x4xf32>
    %10 = tensor.empty() : tensor<2x2x4x5xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x2x5x4xf32>) outs(%10 : tensor<2x2x4x5xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_21 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<2x2x4x5xf32> into tensor<4x4x5xf32>
    %11 = tensor.empty() : tensor<4x5x5xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %13 = linalg.batch_matmul ins(%transposed_12, %collapsed_21 : tensor<4x5x4xf32>, tensor<4x4x5xf32>) outs(%12 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %expanded_22 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [2, 2, 5, 5] : tensor<4x5x5xf32> into tensor<2x2x5x5xf32>
    %14 = tensor.empty() : tensor<2x2x5x5xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x2x5x5xf32>) outs(%14 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.mulf %in, %cst_2 : f32
      linalg.yield %75 : f32
    } -> tensor<2x2x5x5xf32>
    %16 = tensor.empty() : tensor<2x2x5xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<2x2x5xi64>) -> tensor<2x2x5xi64>
    %18 = tensor.empty() : tensor<2x2x5xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
    %20:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<2x2x5x5xf32>) outs(%19, %17 : tensor<2x2x5xf32>, tensor<2x2x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_37: i64):
      %75 = linalg.index 3 : index
      %76 = arith.index_cast %75 : index to i64
      %77 = arith.maximumf %in, %out : f32
      %78 = arith.cmpf ogt, %in, %out : f32
      %79 = arith.select %78, %76, %out_37 : i64
      linalg.yield %77, %79 : f32, i64
    } -> (tensor<2x2x5xf32>, tensor<2x2x5xi64>)
    %expanded_23 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 2, 5, 1] : tensor<2x2x5xf32> into tensor<2x2x5x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_23 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%14 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.subf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x2x5x5xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<2x2x5x5xf32>) outs(%14 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.exp %in : f32
      linalg.yield %75 : f32
    } -> tensor<2x2x5x5xf32>
    %23 = tensor.empty() : tensor<2x2x5x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x2x5x1xf32>) -> tensor<2x2x5x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<2x2x5x5xf32>) outs(%24 : tensor<2x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<2x2x5x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%14 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.divf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x2x5x5xf32>
    %collapsed_24 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : tensor<2x2x5x5xf32> into tensor<4x5x5xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%9 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %28 = linalg.batch_matmul ins(%collapsed_24, %transposed_18 : tensor<4x5x5xf32>, tensor<4x5x4xf32>) outs(%27 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %expanded_25 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 2, 5, 4] : tensor<4x5x4xf32> into tensor<2x2x5x4xf32>
    %29 = tensor.empty() : tensor<5x2x2x4xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x2x5x4xf32>) outs(%29 : tensor<5x2x2x4xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0, 1], [2, 3]] : tensor<5x2x2x4xf32> into tensor<10x8xf32>
    %30 = tensor.empty() : tensor<8x8xf32>
    %transposed_28 = linalg.transpose ins(%arg2 : tensor<8x8xf32>) outs(%30 : tensor<8x8xf32>) permutation = [1, 0] 
    %31 = tensor.empty() : tensor<10x8xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %33 = linalg.matmul ins(%collapsed_27, %transposed_28 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%32 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<8xf32>) outs(%31 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%31 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<10x8xf32>
    %expanded_29 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [5, 2, 8] : tensor<10x8xf32> into tensor<5x2x8xf32>
    %36 = tensor.empty() : tensor<2x5x8xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<5x2x8xf32>) outs(%36 : tensor<2x5x8xf32>) permutation = [1, 0, 2] 
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %transposed_30 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %38 = tensor.empty() : tensor<2x5x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<2x5x8xf32>) outs(%39 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_4 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %41 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.subf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %42 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<2x5x8xf32>) outs(%39 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_4 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.truncf %cst_3 : f64 to f32
      %76 = arith.addf %in, %75 : f32
      linalg.yield %76 : f32
    } -> tensor<2x5x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.rsqrt %in : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %47 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %arg8 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %arg9 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %collapsed_31 = tensor.collapse_shape %50 [[0, 1], [2]] : tensor<2x5x8xf32> into tensor<10x8xf32>
    %51 = tensor.empty() : tensor<8x16xf32>
    %transposed_32 = linalg.transpose ins(%arg4 : tensor<16x8xf32>) outs(%51 : tensor<8x16xf32>) permutation = [1, 0] 
    %52 = tensor.empty() : tensor<10x16xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%52 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %54 = linalg.matmul ins(%collapsed_31, %transposed_32 : tensor<10x8xf32>, tensor<8x16xf32>) outs(%53 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<16xf32>) outs(%52 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x16xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%54, %55 : tensor<10x16xf32>, tensor<10x16xf32>) outs(%52 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<10x16xf32>
    %expanded_33 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [2, 5, 16] : tensor<10x16xf32> into tensor<2x5x16xf32>
    %57 = tensor.empty() : tensor<2x5x16xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x5x16xf32>) outs(%57 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_5 : f32
      %76 = math.erf %75 : f32
      %77 = arith.addf %76, %cst_1 : f32
      %78 = arith.mulf %77, %cst_2 : f32
      %79 = arith.mulf %in, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<2x5x16xf32>
    %collapsed_34 = tensor.collapse_shape %58 [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
    %59 = tensor.empty() : tensor<16x8xf32>
    %transposed_35 = linalg.transpose ins(%arg6 : tensor<8x16xf32>) outs(%59 : tensor<16x8xf32>) permutation = [1, 0] 
    %60 = linalg.matmul ins(%collapsed_34, %transposed_35 : tensor<10x16xf32>, tensor<16x8xf32>) outs(%32 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<8xf32>) outs(%31 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %62 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%60, %61 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%31 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<10x8xf32>
    %expanded_36 = tensor.expand_shape %62 [[0, 1], [2]] output_shape [2, 5, 8] : tensor<10x8xf32> into tensor<2x5x8xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %expanded_36 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%63 : tensor<2x5x8xf32>) outs(%39 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_4 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %65 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.subf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %66 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<2x5x8xf32>) outs(%39 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.addf %in, %out : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.divf %in, %cst_4 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = arith.truncf %cst_3 : f64 to f32
      %76 = arith.addf %in, %75 : f32
      linalg.yield %76 : f32
    } -> tensor<2x5x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x5x1xf32>) outs(%38 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %75 = math.rsqrt %in : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x1xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %71 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %arg10 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.mulf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %arg11 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%36 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %75 = arith.addf %in, %in_37 : f32
      linalg.yield %75 : f32
    } -> tensor<2x5x8xf32>
    return %74 : tensor<2x5x8xf32>
  }
}
