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
  func.func @main(%arg0: tensor<48x16xf32> {sbp.name = "self_attn.in_proj_weight"},
    %arg1: tensor<48xf32> {sbp.name = "self_attn.in_proj_bias"},
    %arg2: tensor<16x16xf32> {sbp.name = "self_attn.out_proj.weight"},
    %arg3: tensor<16xf32> {sbp.name = "self_attn.out_proj.bias"},
    %arg4: tensor<32x16xf32> {sbp.name = "linear1.weight"},
    %arg5: tensor<32xf32> {sbp.name = "linear1.bias"},
    %arg6: tensor<16x32xf32> {sbp.name = "linear2.weight"},
    %arg7: tensor<16xf32> {sbp.name = "linear2.bias"},
    %arg8: tensor<16xf32> {sbp.name = "norm1.weight"},
    %arg9: tensor<16xf32> {sbp.name = "norm1.bias"},
    %arg10: tensor<16xf32> {sbp.name = "norm2.weight"},
    %arg11: tensor<16xf32> {sbp.name = "norm2.bias"},
    %arg12: tensor<4x8x16xf32> {sbp.name = "src"}) -> (tensor<4x8x16xf32> {sbp.name = "result"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.600000e+01 : f32
    %0 = tensor.empty() : tensor<8x4x16xf32>
    %transposed = linalg.transpose ins(%arg12 : tensor<4x8x16xf32>) outs(%0 : tensor<8x4x16xf32>) permutation = [1, 0, 2] 
    %1 = tensor.empty() : tensor<16x48xf32>
    %transposed_4 = linalg.transpose ins(%arg0 : tensor<48x16xf32>) outs(%1 : tensor<16x48xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<8x16x48xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_4 : tensor<16x48xf32>) outs(%2 : tensor<8x16x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x48xf32>
    %4 = tensor.empty() : tensor<8x4x48xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<8x4x48xf32>) -> tensor<8x4x48xf32>
    %6 = linalg.batch_matmul ins(%transposed, %3 : tensor<8x4x16xf32>, tensor<8x16x48xf32>) outs(%5 : tensor<8x4x48xf32>) -> tensor<8x4x48xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg1 : tensor<8x4x48xf32>, tensor<48xf32>) outs(%4 : tensor<8x4x48xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<8x4x48xf32>
    %expanded = tensor.expand_shape %7 [[0, 1], [2], [3, 4]] output_shape [1, 8, 4, 3, 16] : tensor<8x4x48xf32> into tensor<1x8x4x3x16xf32>
    %8 = tensor.empty() : tensor<3x8x4x1x16xf32>
    %transposed_5 = linalg.transpose ins(%expanded : tensor<1x8x4x3x16xf32>) outs(%8 : tensor<3x8x4x1x16xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_5 [[0], [1], [2, 3], [4]] : tensor<3x8x4x1x16xf32> into tensor<3x8x4x16xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<3x8x4x16xf32> to tensor<1x8x4x16xf32>
    %extracted_slice_6 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<3x8x4x16xf32> to tensor<1x8x4x16xf32>
    %extracted_slice_7 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<3x8x4x16xf32> to tensor<1x8x4x16xf32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x8x4x16xf32> into tensor<8x64xf32>
    %expanded_9 = tensor.expand_shape %collapsed_8 [[0], [1, 2]] output_shape [8, 16, 4] : tensor<8x64xf32> into tensor<8x16x4xf32>
    %9 = tensor.empty() : tensor<16x8x4xf32>
    %transposed_10 = linalg.transpose ins(%expanded_9 : tensor<8x16x4xf32>) outs(%9 : tensor<16x8x4xf32>) permutation = [1, 0, 2] 
    %collapsed_11 = tensor.collapse_shape %extracted_slice_6 [[0, 1], [2, 3]] : tensor<1x8x4x16xf32> into tensor<8x64xf32>
    %expanded_12 = tensor.expand_shape %collapsed_11 [[0], [1, 2]] output_shape [8, 16, 4] : tensor<8x64xf32> into tensor<8x16x4xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<8x16x4xf32>) outs(%9 : tensor<16x8x4xf32>) permutation = [1, 0, 2] 
    %collapsed_14 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2, 3]] : tensor<1x8x4x16xf32> into tensor<8x64xf32>
    %expanded_15 = tensor.expand_shape %collapsed_14 [[0], [1, 2]] output_shape [8, 16, 4] : tensor<8x64xf32> into tensor<8x16x4xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<8x16x4xf32>) outs(%9 : tensor<16x8x4xf32>) permutation = [1, 0, 2] 
    %expanded_17 = tensor.expand_shape %transposed_13 [[0, 1], [2], [3]] output_shape [4, 4, 8, 4] : tensor<16x8x4xf32> into tensor<4x4x8x4xf32>
    %10 = tensor.empty() : tensor<4x4x4x8xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<4x4x8x4xf32>) outs(%10 : tensor<4x4x4x8xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_19 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<4x4x4x8xf32> into tensor<16x4x8xf32>
    %11 = tensor.empty() : tensor<16x8x8xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %13 = linalg.batch_matmul ins(%transposed_10, %collapsed_19 : tensor<16x8x4xf32>, tensor<16x4x8xf32>) outs(%12 : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %expanded_20 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [4, 4, 8, 8] : tensor<16x8x8xf32> into tensor<4x4x8x8xf32>
    %14 = tensor.empty() : tensor<4x4x8x8xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<4x4x8x8xf32>) outs(%14 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.mulf %in, %cst_2 : f32
      linalg.yield %74 : f32
    } -> tensor<4x4x8x8xf32>
    %16 = tensor.empty() : tensor<4x4x8xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<4x4x8xi64>) -> tensor<4x4x8xi64>
    %18 = tensor.empty() : tensor<4x4x8xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<4x4x8xf32>) -> tensor<4x4x8xf32>
    %20:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<4x4x8x8xf32>) outs(%19, %17 : tensor<4x4x8xf32>, tensor<4x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_35: i64):
      %74 = linalg.index 3 : index
      %75 = arith.index_cast %74 : index to i64
      %76 = arith.maximumf %in, %out : f32
      %77 = arith.cmpf ogt, %in, %out : f32
      %78 = arith.select %77, %75, %out_35 : i64
      linalg.yield %76, %78 : f32, i64
    } -> (tensor<4x4x8xf32>, tensor<4x4x8xi64>)
    %expanded_21 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [4, 4, 8, 1] : tensor<4x4x8xf32> into tensor<4x4x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_21 : tensor<4x4x8x8xf32>, tensor<4x4x8x1xf32>) outs(%14 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.subf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x4x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<4x4x8x8xf32>) outs(%14 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = math.exp %in : f32
      linalg.yield %74 : f32
    } -> tensor<4x4x8x8xf32>
    %23 = tensor.empty() : tensor<4x4x8x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<4x4x8x1xf32>) -> tensor<4x4x8x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<4x4x8x8xf32>) outs(%24 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.addf %in, %out : f32
      linalg.yield %74 : f32
    } -> tensor<4x4x8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<4x4x8x8xf32>, tensor<4x4x8x1xf32>) outs(%14 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.divf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x4x8x8xf32>
    %collapsed_22 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : tensor<4x4x8x8xf32> into tensor<16x8x8xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%9 : tensor<16x8x4xf32>) -> tensor<16x8x4xf32>
    %28 = linalg.batch_matmul ins(%collapsed_22, %transposed_16 : tensor<16x8x8xf32>, tensor<16x8x4xf32>) outs(%27 : tensor<16x8x4xf32>) -> tensor<16x8x4xf32>
    %expanded_23 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [4, 4, 8, 4] : tensor<16x8x4xf32> into tensor<4x4x8x4xf32>
    %29 = tensor.empty() : tensor<8x4x4x4xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<4x4x8x4xf32>) outs(%29 : tensor<8x4x4x4xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_25 = tensor.collapse_shape %transposed_24 [[0, 1], [2, 3]] : tensor<8x4x4x4xf32> into tensor<32x16xf32>
    %30 = tensor.empty() : tensor<16x16xf32>
    %transposed_26 = linalg.transpose ins(%arg2 : tensor<16x16xf32>) outs(%30 : tensor<16x16xf32>) permutation = [1, 0] 
    %31 = tensor.empty() : tensor<32x16xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %33 = linalg.matmul ins(%collapsed_25, %transposed_26 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%32 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<16xf32>) outs(%31 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%31 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<32x16xf32>
    %expanded_27 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [8, 4, 16] : tensor<32x16xf32> into tensor<8x4x16xf32>
    %36 = tensor.empty() : tensor<4x8x16xf32>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<8x4x16xf32>) outs(%36 : tensor<4x8x16xf32>) permutation = [1, 0, 2] 
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %transposed_28 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %38 = tensor.empty() : tensor<4x8x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<4x8x1xf32>) -> tensor<4x8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<4x8x16xf32>) outs(%39 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.addf %in, %out : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.divf %in, %cst_3 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %41 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.subf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %42 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<4x8x16xf32>) outs(%39 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.addf %in, %out : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.divf %in, %cst_3 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.truncf %cst_1 : f64 to f32
      %75 = arith.addf %in, %74 : f32
      linalg.yield %75 : f32
    } -> tensor<4x8x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = math.rsqrt %in : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %47 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %arg8 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %arg9 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %collapsed_29 = tensor.collapse_shape %50 [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
    %51 = tensor.empty() : tensor<16x32xf32>
    %transposed_30 = linalg.transpose ins(%arg4 : tensor<32x16xf32>) outs(%51 : tensor<16x32xf32>) permutation = [1, 0] 
    %52 = tensor.empty() : tensor<32x32xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%52 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %54 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%53 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<32xf32>) outs(%52 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%54, %55 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%52 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<32x32xf32>
    %expanded_31 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
    %57 = tensor.empty() : tensor<4x8x32xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<4x8x32xf32>) outs(%57 : tensor<4x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.cmpf ugt, %in, %cst : f32
      %75 = arith.select %74, %in, %cst : f32
      linalg.yield %75 : f32
    } -> tensor<4x8x32xf32>
    %collapsed_32 = tensor.collapse_shape %58 [[0, 1], [2]] : tensor<4x8x32xf32> into tensor<32x32xf32>
    %transposed_33 = linalg.transpose ins(%arg6 : tensor<16x32xf32>) outs(%31 : tensor<32x16xf32>) permutation = [1, 0] 
    %59 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<32x32xf32>, tensor<32x16xf32>) outs(%32 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %60 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<16xf32>) outs(%31 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %61 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%31 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<32x16xf32>
    %expanded_34 = tensor.expand_shape %61 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %expanded_34 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<4x8x16xf32>) outs(%39 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.addf %in, %out : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.divf %in, %cst_3 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %64 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.subf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %65 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<4x8x16xf32>) outs(%39 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.addf %in, %out : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.divf %in, %cst_3 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = arith.truncf %cst_1 : f64 to f32
      %75 = arith.addf %in, %74 : f32
      linalg.yield %75 : f32
    } -> tensor<4x8x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<4x8x1xf32>) outs(%38 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %74 = math.rsqrt %in : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %70 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg10 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.mulf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %arg11 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%36 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %74 = arith.addf %in, %in_35 : f32
      linalg.yield %74 : f32
    } -> tensor<4x8x16xf32>
    return %73 : tensor<4x8x16xf32>
  }
}
