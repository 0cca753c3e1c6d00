#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<16xf32> {sbp.name = "norm.weight"},
    %arg1: tensor<16x16xf32> {sbp.name = "q.weight"},
    %arg2: tensor<16xf32> {sbp.name = "q.bias"},
    %arg3: tensor<8x16xf32> {sbp.name = "k.weight"},
    %arg4: tensor<8xf32> {sbp.name = "k.bias"},
    %arg5: tensor<8x16xf32> {sbp.name = "v.weight"},
    %arg6: tensor<8xf32> {sbp.name = "v.bias"},
    %arg7: tensor<16x16xf32> {sbp.name = "o.weight"},
    %arg8: tensor<16xf32> {sbp.name = "o.bias"},
    %arg9: tensor<32x16xf32> {sbp.name = "gate.weight"},
    %arg10: tensor<32xf32> {sbp.name = "gate.bias"},
    %arg11: tensor<32x16xf32> {sbp.name = "up.weight"},
    %arg12: tensor<32xf32> {sbp.name = "up.bias"},
    %arg13: tensor<16x32xf32> {sbp.name = "down.weight"},
    %arg14: tensor<16xf32> {sbp.name = "down.bias"},
    %arg15: tensor<4x8x16xf32> {sbp.name = "x"}) -> (tensor<4x8x16xf32> {sbp.name = "result"}) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_3 = arith.constant dense<true> : tensor<8x8xi1>
    %cst_4 = arith.constant 1.600000e+01 : f32
    %cst_5 = arith.constant 2.000000e+00 : f32
    %cst_6 = arith.constant 1.000000e+01 : f32
    %cst_7 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<4x8x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %arg15 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x16xf32>
    %2 = tensor.empty() : tensor<4x8x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4x8x1xf32>) -> tensor<4x8x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<4x8x16xf32>) outs(%3 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %in, %out : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<4x8x1xf32>) outs(%2 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.divf %in, %cst_4 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<4x8x1xf32>) outs(%2 : tensor<4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.rsqrt %in : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %6 : tensor<4x8x16xf32>, tensor<4x8x1xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x16xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %arg0 : tensor<4x8x16xf32>, tensor<16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x16xf32>
    %collapsed = tensor.collapse_shape %8 [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
    %9 = tensor.empty() : tensor<16x16xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<16x16xf32>) outs(%9 : tensor<16x16xf32>) permutation = [1, 0] 
    %10 = tensor.empty() : tensor<32x16xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %12 = linalg.matmul ins(%collapsed, %transposed : tensor<32x16xf32>, tensor<16x16xf32>) outs(%11 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x16xf32>
    %expanded = tensor.expand_shape %14 [[0, 1], [2, 3]] output_shape [4, 8, 4, 4] : tensor<32x16xf32> into tensor<4x8x4x4xf32>
    %15 = tensor.empty() : tensor<4x4x8x4xf32>
    %transposed_8 = linalg.transpose ins(%expanded : tensor<4x8x4x4xf32>) outs(%15 : tensor<4x4x8x4xf32>) permutation = [0, 2, 1, 3] 
    %16 = tensor.empty() : tensor<16x8xf32>
    %transposed_9 = linalg.transpose ins(%arg3 : tensor<8x16xf32>) outs(%16 : tensor<16x8xf32>) permutation = [1, 0] 
    %17 = tensor.empty() : tensor<32x8xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %19 = linalg.matmul ins(%collapsed, %transposed_9 : tensor<32x16xf32>, tensor<16x8xf32>) outs(%18 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<8xf32>) outs(%17 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x8xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<32x8xf32>, tensor<32x8xf32>) outs(%17 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x8xf32>
    %expanded_10 = tensor.expand_shape %21 [[0, 1], [2, 3]] output_shape [4, 8, 2, 4] : tensor<32x8xf32> into tensor<4x8x2x4xf32>
    %22 = tensor.empty() : tensor<4x2x8x4xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<4x8x2x4xf32>) outs(%22 : tensor<4x2x8x4xf32>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg5 : tensor<8x16xf32>) outs(%16 : tensor<16x8xf32>) permutation = [1, 0] 
    %23 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<32x16xf32>, tensor<16x8xf32>) outs(%18 : tensor<32x8xf32>) -> tensor<32x8xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<8xf32>) outs(%17 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x8xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<32x8xf32>, tensor<32x8xf32>) outs(%17 : tensor<32x8xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x8xf32>
    %expanded_13 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [4, 8, 2, 4] : tensor<32x8xf32> into tensor<4x8x2x4xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<4x8x2x4xf32>) outs(%22 : tensor<4x2x8x4xf32>) permutation = [0, 2, 1, 3] 
    %26 = tensor.empty() : tensor<8xi64>
    %27 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%26 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %102 = linalg.index 0 : index
      %103 = arith.index_cast %102 : index to i64
      linalg.yield %103 : i64
    } -> tensor<8xi64>
    %expanded_15 = tensor.expand_shape %27 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %28 = tensor.empty() : tensor<2xi64>
    %29 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%28 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %102 = linalg.index 0 : index
      %103 = arith.index_cast %102 : index to i64
      linalg.yield %103 : i64
    } -> tensor<2xi64>
    %expanded_16 = tensor.expand_shape %29 [[0, 1]] output_shape [1, 2] : tensor<2xi64> into tensor<1x2xi64>
    %30 = tensor.empty() : tensor<1x2xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_16 : tensor<1x2xi64>) outs(%30 : tensor<1x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %102 = arith.sitofp %in : i64 to f32
      %103 = arith.divf %102, %cst_5 : f32
      linalg.yield %103 : f32
    } -> tensor<1x2xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<1x2xf32>) outs(%30 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.powf %cst_6, %in : f32
      linalg.yield %102 : f32
    } -> tensor<1x2xf32>
    %33 = tensor.empty() : tensor<8x2xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_15, %32 : tensor<8x1xi64>, tensor<1x2xf32>) outs(%33 : tensor<8x2xf32>) {
    ^bb0(%in: i64, %in_43: f32, %out: f32):
      %102 = arith.sitofp %in : i64 to f32
      %103 = arith.divf %102, %in_43 : f32
      linalg.yield %103 : f32
    } -> tensor<8x2xf32>
    %extracted_slice = tensor.extract_slice %transposed_8[0, 0, 0, 0] [4, 4, 8, 2] [1, 1, 1, 1] : tensor<4x4x8x4xf32> to tensor<4x4x8x2xf32>
    %extracted_slice_17 = tensor.extract_slice %transposed_8[0, 0, 0, 2] [4, 4, 8, 2] [1, 1, 1, 1] : tensor<4x4x8x4xf32> to tensor<4x4x8x2xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<8x2xf32>) outs(%33 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.cos %in : f32
      linalg.yield %102 : f32
    } -> tensor<8x2xf32>
    %36 = tensor.empty() : tensor<4x4x8x2xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %35 : tensor<4x4x8x2xf32>, tensor<8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<8x2xf32>) outs(%33 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.sin %in : f32
      linalg.yield %102 : f32
    } -> tensor<8x2xf32>
    %39 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %38 : tensor<4x4x8x2xf32>, tensor<8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<4x4x8x2xf32>, tensor<4x4x8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.subf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %38 : tensor<4x4x8x2xf32>, tensor<8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %42 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %35 : tensor<4x4x8x2xf32>, tensor<8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %42 : tensor<4x4x8x2xf32>, tensor<4x4x8x2xf32>) outs(%36 : tensor<4x4x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x2xf32>
    %concat = tensor.concat dim(3) %40, %43 : (tensor<4x4x8x2xf32>, tensor<4x4x8x2xf32>) -> tensor<4x4x8x4xf32>
    %extracted_slice_18 = tensor.extract_slice %transposed_11[0, 0, 0, 0] [4, 2, 8, 2] [1, 1, 1, 1] : tensor<4x2x8x4xf32> to tensor<4x2x8x2xf32>
    %extracted_slice_19 = tensor.extract_slice %transposed_11[0, 0, 0, 2] [4, 2, 8, 2] [1, 1, 1, 1] : tensor<4x2x8x4xf32> to tensor<4x2x8x2xf32>
    %44 = tensor.empty() : tensor<4x2x8x2xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_18, %35 : tensor<4x2x8x2xf32>, tensor<8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %46 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19, %38 : tensor<4x2x8x2xf32>, tensor<8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %46 : tensor<4x2x8x2xf32>, tensor<4x2x8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.subf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %48 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_18, %38 : tensor<4x2x8x2xf32>, tensor<8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19, %35 : tensor<4x2x8x2xf32>, tensor<8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %50 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %49 : tensor<4x2x8x2xf32>, tensor<4x2x8x2xf32>) outs(%44 : tensor<4x2x8x2xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x2x8x2xf32>
    %concat_20 = tensor.concat dim(3) %47, %50 : (tensor<4x2x8x2xf32>, tensor<4x2x8x2xf32>) -> tensor<4x2x8x4xf32>
    %51 = tensor.empty() : tensor<4x2x2x8x4xf32>
    %52 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_20 : tensor<4x2x8x4xf32>) outs(%51 : tensor<4x2x2x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x8x4xf32>
    %collapsed_21 = tensor.collapse_shape %52 [[0], [1, 2], [3], [4]] : tensor<4x2x2x8x4xf32> into tensor<4x4x8x4xf32>
    %53 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14 : tensor<4x2x8x4xf32>) outs(%51 : tensor<4x2x2x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x8x4xf32>
    %54 = tensor.empty() : tensor<4x4x4x8xf32>
    %transposed_22 = linalg.transpose ins(%collapsed_21 : tensor<4x4x8x4xf32>) outs(%54 : tensor<4x4x4x8xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_23 = tensor.collapse_shape %concat [[0, 1], [2], [3]] : tensor<4x4x8x4xf32> into tensor<16x8x4xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<4x4x4x8xf32> into tensor<16x4x8xf32>
    %55 = tensor.empty() : tensor<16x8x8xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %57 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<16x8x4xf32>, tensor<16x4x8xf32>) outs(%56 : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %expanded_25 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [4, 4, 8, 8] : tensor<16x8x8xf32> into tensor<4x4x8x8xf32>
    %58 = tensor.empty() : tensor<4x4x8x8xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<4x4x8x8xf32>) outs(%58 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.mulf %in, %cst_7 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x8xf32>
    %expanded_26 = tensor.expand_shape %27 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %60 = tensor.empty() : tensor<8x8xi64>
    %61 = linalg.generic {indexing_maps = [#map7, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_26, %expanded_15 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%60 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_43: i64, %out: i64):
      %102 = arith.subi %in, %in_43 : i64
      linalg.yield %102 : i64
    } -> tensor<8x8xi64>
    %62 = tensor.empty() : tensor<8x8xi1>
    %63 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<8x8xi64>) outs(%62 : tensor<8x8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %102 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %102 : i1
    } -> tensor<8x8xi1>
    %64 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%63, %cst_3 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%62 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_43: i1, %out: i1):
      %102 = arith.andi %in, %in_43 : i1
      linalg.yield %102 : i1
    } -> tensor<8x8xi1>
    %65 = linalg.generic {indexing_maps = [#map9, #map8, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %59, %cst_2 : tensor<8x8xi1>, tensor<4x4x8x8xf32>, tensor<f32>) outs(%58 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: i1, %in_43: f32, %in_44: f32, %out: f32):
      %102 = arith.select %in, %in_43, %in_44 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x8xf32>
    %66 = tensor.empty() : tensor<4x4x8xi64>
    %67 = linalg.fill ins(%c0_i64 : i64) outs(%66 : tensor<4x4x8xi64>) -> tensor<4x4x8xi64>
    %68 = tensor.empty() : tensor<4x4x8xf32>
    %69 = linalg.fill ins(%cst_0 : f32) outs(%68 : tensor<4x4x8xf32>) -> tensor<4x4x8xf32>
    %70:2 = linalg.generic {indexing_maps = [#map8, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<4x4x8x8xf32>) outs(%69, %67 : tensor<4x4x8xf32>, tensor<4x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_43: i64):
      %102 = linalg.index 3 : index
      %103 = arith.index_cast %102 : index to i64
      %104 = arith.maximumf %in, %out : f32
      %105 = arith.cmpf ogt, %in, %out : f32
      %106 = arith.select %105, %103, %out_43 : i64
      linalg.yield %104, %106 : f32, i64
    } -> (tensor<4x4x8xf32>, tensor<4x4x8xi64>)
    %expanded_27 = tensor.expand_shape %70#0 [[0], [1], [2, 3]] output_shape [4, 4, 8, 1] : tensor<4x4x8xf32> into tensor<4x4x8x1xf32>
    %71 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %expanded_27 : tensor<4x4x8x8xf32>, tensor<4x4x8x1xf32>) outs(%58 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.subf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x8xf32>
    %72 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<4x4x8x8xf32>) outs(%58 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = math.exp %in : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x8xf32>
    %73 = tensor.empty() : tensor<4x4x8x1xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<4x4x8x1xf32>) -> tensor<4x4x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%72 : tensor<4x4x8x8xf32>) outs(%74 : tensor<4x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.addf %in, %out : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x1xf32>
    %76 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %75 : tensor<4x4x8x8xf32>, tensor<4x4x8x1xf32>) outs(%58 : tensor<4x4x8x8xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.divf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x4x8x8xf32>
    %collapsed_28 = tensor.collapse_shape %76 [[0, 1], [2], [3]] : tensor<4x4x8x8xf32> into tensor<16x8x8xf32>
    %collapsed_29 = tensor.collapse_shape %53 [[0, 1, 2], [3], [4]] : tensor<4x2x2x8x4xf32> into tensor<16x8x4xf32>
    %77 = tensor.empty() : tensor<16x8x4xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<16x8x4xf32>) -> tensor<16x8x4xf32>
    %79 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<16x8x8xf32>, tensor<16x8x4xf32>) outs(%78 : tensor<16x8x4xf32>) -> tensor<16x8x4xf32>
    %expanded_30 = tensor.expand_shape %79 [[0, 1], [2], [3]] output_shape [4, 4, 8, 4] : tensor<16x8x4xf32> into tensor<4x4x8x4xf32>
    %80 = tensor.empty() : tensor<4x8x4x4xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<4x4x8x4xf32>) outs(%80 : tensor<4x8x4x4xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0, 1], [2, 3]] : tensor<4x8x4x4xf32> into tensor<32x16xf32>
    %transposed_33 = linalg.transpose ins(%arg7 : tensor<16x16xf32>) outs(%9 : tensor<16x16xf32>) permutation = [1, 0] 
    %81 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%11 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %83 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%81, %82 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x16xf32>
    %expanded_34 = tensor.expand_shape %83 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %expanded_34 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x16xf32>
    %collapsed_35 = tensor.collapse_shape %84 [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
    %85 = tensor.empty() : tensor<16x32xf32>
    %transposed_36 = linalg.transpose ins(%arg9 : tensor<32x16xf32>) outs(%85 : tensor<16x32xf32>) permutation = [1, 0] 
    %86 = tensor.empty() : tensor<32x32xf32>
    %87 = linalg.fill ins(%cst : f32) outs(%86 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %88 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%87 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<32xf32>) outs(%86 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %90 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%88, %89 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%86 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x32xf32>
    %expanded_37 = tensor.expand_shape %90 [[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
    %91 = tensor.empty() : tensor<4x8x32xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<4x8x32xf32>) outs(%91 : tensor<4x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %102 = arith.negf %in : f32
      %103 = math.exp %102 : f32
      %104 = arith.addf %103, %cst_1 : f32
      %105 = arith.divf %cst_1, %104 : f32
      linalg.yield %105 : f32
    } -> tensor<4x8x32xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %92 : tensor<4x8x32xf32>, tensor<4x8x32xf32>) outs(%91 : tensor<4x8x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x32xf32>
    %transposed_38 = linalg.transpose ins(%arg11 : tensor<32x16xf32>) outs(%85 : tensor<16x32xf32>) permutation = [1, 0] 
    %94 = linalg.matmul ins(%collapsed_35, %transposed_38 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%87 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<32xf32>) outs(%86 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %96 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%94, %95 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%86 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x32xf32>
    %expanded_39 = tensor.expand_shape %96 [[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %expanded_39 : tensor<4x8x32xf32>, tensor<4x8x32xf32>) outs(%91 : tensor<4x8x32xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.mulf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x32xf32>
    %collapsed_40 = tensor.collapse_shape %97 [[0, 1], [2]] : tensor<4x8x32xf32> into tensor<32x32xf32>
    %transposed_41 = linalg.transpose ins(%arg13 : tensor<16x32xf32>) outs(%10 : tensor<32x16xf32>) permutation = [1, 0] 
    %98 = linalg.matmul ins(%collapsed_40, %transposed_41 : tensor<32x32xf32>, tensor<32x16xf32>) outs(%11 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %100 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%98, %99 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%10 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<32x16xf32>
    %expanded_42 = tensor.expand_shape %100 [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %expanded_42 : tensor<4x8x16xf32>, tensor<4x8x16xf32>) outs(%0 : tensor<4x8x16xf32>) {
    ^bb0(%in: f32, %in_43: f32, %out: f32):
      %102 = arith.addf %in, %in_43 : f32
      linalg.yield %102 : f32
    } -> tensor<4x8x16xf32>
    return %101 : tensor<4x8x16xf32>
  }
}
