#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<64xf16> {sbp.name = "norm.weight"},
    %arg1: tensor<64xf16> {sbp.name = "norm.bias"},
    %arg2: tensor<192x64xf16> {sbp.name = "joint.weight"},
    %arg3: tensor<192xf16> {sbp.name = "joint.bias"},
    %arg4: tensor<64x64xf16> {sbp.name = "out.weight"},
    %arg5: tensor<64xf16> {sbp.name = "out.bias"},
    %arg6: tensor<64xf16> {sbp.name = "second.weight"},
    %arg7: tensor<64xf16> {sbp.name = "second.bias"},
    %arg8: tensor<128x64xf16> {sbp.name = "up.weight"},
    %arg9: tensor<128xf16> {sbp.name = "up.bias"},
    %arg10: tensor<64x128xf16> {sbp.name = "down.weight"},
    %arg11: tensor<64xf16> {sbp.name = "down.bias"},
    %arg12: tensor<2x24x64xf32> {sbp.name = "x"}) -> (tensor<2x24x64xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0.000000e+00 : f16
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f16
    %cst_2 = arith.constant 2.000000e+00 : f16
    %cst_3 = arith.constant 5.000000e-01 : f16
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 6.400000e+01 : f16
    %0 = tensor.empty() : tensor<2x24x64xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %83 = arith.truncf %in : f32 to f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %2 = tensor.empty() : tensor<2x24x1xf16>
    %3 = linalg.fill ins(%cst : f16) outs(%2 : tensor<2x24x1xf16>) -> tensor<2x24x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x24x64xf16>) outs(%3 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.addf %in, %out : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.divf %in, %cst_5 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x24x64xf16>, tensor<2x24x1xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.subf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x24x64xf16>, tensor<2x24x64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x24x64xf16>) outs(%3 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.addf %in, %out : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.divf %in, %cst_5 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.truncf %cst_4 : f64 to f16
      %84 = arith.addf %in, %83 : f16
      linalg.yield %84 : f16
    } -> tensor<2x24x1xf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = math.rsqrt %in : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %11 : tensor<2x24x64xf16>, tensor<2x24x1xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg0 : tensor<2x24x64xf16>, tensor<64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %arg1 : tensor<2x24x64xf16>, tensor<64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.addf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %collapsed = tensor.collapse_shape %14 [[0, 1], [2]] : tensor<2x24x64xf16> into tensor<48x64xf16>
    %15 = tensor.empty() : tensor<64x192xf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<192x64xf16>) outs(%15 : tensor<64x192xf16>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<192xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg3 : tensor<192xf16>) outs(%16 : tensor<192xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<192xf32>
    %18 = tensor.empty() : tensor<48x64xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<48x64xf16>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<48x64xf32>
    %20 = tensor.empty() : tensor<64x192xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<64x192xf16>) outs(%20 : tensor<64x192xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<64x192xf32>
    %22 = tensor.empty() : tensor<48x192xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<48x192xf32>) -> tensor<48x192xf32>
    %24 = linalg.matmul ins(%19, %21 : tensor<48x64xf32>, tensor<64x192xf32>) outs(%23 : tensor<48x192xf32>) -> tensor<48x192xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<192xf32>) outs(%22 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x192xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%24, %25 : tensor<48x192xf32>, tensor<48x192xf32>) outs(%22 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %83 = arith.addf %in, %in_24 : f32
      linalg.yield %83 : f32
    } -> tensor<48x192xf32>
    %27 = tensor.empty() : tensor<48x192xf16>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<48x192xf32>) outs(%27 : tensor<48x192xf16>) {
    ^bb0(%in: f32, %out: f16):
      %83 = arith.truncf %in : f32 to f16
      linalg.yield %83 : f16
    } -> tensor<48x192xf16>
    %expanded = tensor.expand_shape %28 [[0, 1], [2]] output_shape [2, 24, 192] : tensor<48x192xf16> into tensor<2x24x192xf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 24, 64] [1, 1, 1] : tensor<2x24x192xf16> to tensor<2x24x64xf16>
    %extracted_slice_6 = tensor.extract_slice %expanded[0, 0, 64] [2, 24, 64] [1, 1, 1] : tensor<2x24x192xf16> to tensor<2x24x64xf16>
    %extracted_slice_7 = tensor.extract_slice %expanded[0, 0, 128] [2, 24, 64] [1, 1, 1] : tensor<2x24x192xf16> to tensor<2x24x64xf16>
    %expanded_8 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<2x24x64xf16> into tensor<2x24x4x16xf16>
    %29 = tensor.empty() : tensor<2x4x24x16xf16>
    %transposed_9 = linalg.transpose ins(%expanded_8 : tensor<2x24x4x16xf16>) outs(%29 : tensor<2x4x24x16xf16>) permutation = [0, 2, 1, 3] 
    %expanded_10 = tensor.expand_shape %extracted_slice_6 [[0], [1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<2x24x64xf16> into tensor<2x24x4x16xf16>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x24x4x16xf16>) outs(%29 : tensor<2x4x24x16xf16>) permutation = [0, 2, 1, 3] 
    %expanded_12 = tensor.expand_shape %extracted_slice_7 [[0], [1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<2x24x64xf16> into tensor<2x24x4x16xf16>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<2x24x4x16xf16>) outs(%29 : tensor<2x4x24x16xf16>) permutation = [0, 2, 1, 3] 
    %30 = tensor.empty() : tensor<2x24x4x16xf16>
    %31:2 = "nn.attention"(%transposed_9, %transposed_11, %transposed_13) {causal, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, scale = 2.500000e-01 : f64} : (tensor<2x4x24x16xf16>, tensor<2x4x24x16xf16>, tensor<2x4x24x16xf16>) -> (tensor<2x4x24x16xf16>, tensor<2x4x24xf32>)
    %transposed_14 = linalg.transpose ins(%31#0 : tensor<2x4x24x16xf16>) outs(%30 : tensor<2x24x4x16xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2, 3]] : tensor<2x24x4x16xf16> into tensor<48x64xf16>
    %32 = tensor.empty() : tensor<64x64xf16>
    %transposed_16 = linalg.transpose ins(%arg4 : tensor<64x64xf16>) outs(%32 : tensor<64x64xf16>) permutation = [1, 0] 
    %33 = tensor.empty() : tensor<64xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg5 : tensor<64xf16>) outs(%33 : tensor<64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<64xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_15 : tensor<48x64xf16>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<48x64xf32>
    %36 = tensor.empty() : tensor<64x64xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_16 : tensor<64x64xf16>) outs(%36 : tensor<64x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<64x64xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %39 = linalg.matmul ins(%35, %37 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%38 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %40 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<64xf32>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x64xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39, %40 : tensor<48x64xf32>, tensor<48x64xf32>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %83 = arith.addf %in, %in_24 : f32
      linalg.yield %83 : f32
    } -> tensor<48x64xf32>
    %42 = tensor.empty() : tensor<48x64xf16>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<48x64xf32>) outs(%42 : tensor<48x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %83 = arith.truncf %in : f32 to f16
      linalg.yield %83 : f16
    } -> tensor<48x64xf16>
    %expanded_17 = tensor.expand_shape %43 [[0, 1], [2]] output_shape [2, 24, 64] : tensor<48x64xf16> into tensor<2x24x64xf16>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_17 : tensor<2x24x64xf16>, tensor<2x24x64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.addf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %45 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<2x24x64xf16>) outs(%3 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.addf %in, %out : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.divf %in, %cst_5 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %47 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<2x24x64xf16>, tensor<2x24x1xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.subf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %47 : tensor<2x24x64xf16>, tensor<2x24x64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%48 : tensor<2x24x64xf16>) outs(%3 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.addf %in, %out : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.divf %in, %cst_5 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = arith.truncf %cst_4 : f64 to f16
      %84 = arith.addf %in, %83 : f16
      linalg.yield %84 : f16
    } -> tensor<2x24x1xf16>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x24x1xf16>) outs(%2 : tensor<2x24x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = math.rsqrt %in : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x1xf16>
    %53 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %52 : tensor<2x24x64xf16>, tensor<2x24x1xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %54 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %arg6 : tensor<2x24x64xf16>, tensor<64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.mulf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %55 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %arg7 : tensor<2x24x64xf16>, tensor<64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.addf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %collapsed_18 = tensor.collapse_shape %55 [[0, 1], [2]] : tensor<2x24x64xf16> into tensor<48x64xf16>
    %56 = tensor.empty() : tensor<64x128xf16>
    %transposed_19 = linalg.transpose ins(%arg8 : tensor<128x64xf16>) outs(%56 : tensor<64x128xf16>) permutation = [1, 0] 
    %57 = tensor.empty() : tensor<128xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg9 : tensor<128xf16>) outs(%57 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<128xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_18 : tensor<48x64xf16>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<48x64xf32>
    %60 = tensor.empty() : tensor<64x128xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_19 : tensor<64x128xf16>) outs(%60 : tensor<64x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<64x128xf32>
    %62 = tensor.empty() : tensor<48x128xf32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%62 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %64 = linalg.matmul ins(%59, %61 : tensor<48x64xf32>, tensor<64x128xf32>) outs(%63 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %65 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<128xf32>) outs(%62 : tensor<48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x128xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64, %65 : tensor<48x128xf32>, tensor<48x128xf32>) outs(%62 : tensor<48x128xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %83 = arith.addf %in, %in_24 : f32
      linalg.yield %83 : f32
    } -> tensor<48x128xf32>
    %67 = tensor.empty() : tensor<48x128xf16>
    %68 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<48x128xf32>) outs(%67 : tensor<48x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %83 = arith.truncf %in : f32 to f16
      linalg.yield %83 : f16
    } -> tensor<48x128xf16>
    %expanded_20 = tensor.expand_shape %68 [[0, 1], [2]] output_shape [2, 24, 128] : tensor<48x128xf16> into tensor<2x24x128xf16>
    %69 = tensor.empty() : tensor<2x24x128xf16>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x24x128xf16>) outs(%69 : tensor<2x24x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %83 = math.sqrt %cst_2 : f16
      %84 = arith.divf %in, %83 : f16
      %85 = math.erf %84 : f16
      %86 = arith.addf %85, %cst_1 : f16
      %87 = arith.mulf %86, %cst_3 : f16
      %88 = arith.mulf %in, %87 : f16
      linalg.yield %88 : f16
    } -> tensor<2x24x128xf16>
    %collapsed_21 = tensor.collapse_shape %70 [[0, 1], [2]] : tensor<2x24x128xf16> into tensor<48x128xf16>
    %71 = tensor.empty() : tensor<128x64xf16>
    %transposed_22 = linalg.transpose ins(%arg10 : tensor<64x128xf16>) outs(%71 : tensor<128x64xf16>) permutation = [1, 0] 
    %72 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<64xf16>) outs(%33 : tensor<64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<64xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_21 : tensor<48x128xf16>) outs(%62 : tensor<48x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<48x128xf32>
    %74 = tensor.empty() : tensor<128x64xf32>
    %75 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_22 : tensor<128x64xf16>) outs(%74 : tensor<128x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<128x64xf32>
    %76 = linalg.matmul ins(%73, %75 : tensor<48x128xf32>, tensor<128x64xf32>) outs(%38 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %77 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<64xf32>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x64xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%76, %77 : tensor<48x64xf32>, tensor<48x64xf32>) outs(%18 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %83 = arith.addf %in, %in_24 : f32
      linalg.yield %83 : f32
    } -> tensor<48x64xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<48x64xf32>) outs(%42 : tensor<48x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %83 = arith.truncf %in : f32 to f16
      linalg.yield %83 : f16
    } -> tensor<48x64xf16>
    %expanded_23 = tensor.expand_shape %79 [[0, 1], [2]] output_shape [2, 24, 64] : tensor<48x64xf16> into tensor<2x24x64xf16>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %expanded_23 : tensor<2x24x64xf16>, tensor<2x24x64xf16>) outs(%0 : tensor<2x24x64xf16>) {
    ^bb0(%in: f16, %in_24: f16, %out: f16):
      %83 = arith.addf %in, %in_24 : f16
      linalg.yield %83 : f16
    } -> tensor<2x24x64xf16>
    %81 = tensor.empty() : tensor<2x24x64xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x24x64xf16>) outs(%81 : tensor<2x24x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %83 = arith.extf %in : f16 to f32
      linalg.yield %83 : f32
    } -> tensor<2x24x64xf32>
    return %82 : tensor<2x24x64xf32>
  }
}
