#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map10 = affine_map<(d0, d1) -> (d0)>
#map11 = affine_map<(d0, d1) -> (d0, 0)>
#map12 = affine_map<(d0) -> (d0)>
#map13 = affine_map<(d0) -> ()>
#map14 = affine_map<() -> ()>
#map15 = affine_map<(d0, d1) -> (0, d1)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map18 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map19 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @main(%arg0: tensor<11x8xf32> {sbp.state = "table.weight"},
    %arg1: tensor<24x8xf32> {sbp.state = "layer.self_attn.in_proj_weight"},
    %arg2: tensor<24xf32> {sbp.state = "layer.self_attn.in_proj_bias"},
    %arg3: tensor<8x8xf32> {sbp.state = "layer.self_attn.out_proj.weight"},
    %arg4: tensor<8xf32> {sbp.state = "layer.self_attn.out_proj.bias"},
    %arg5: tensor<16x8xf32> {sbp.state = "layer.linear1.weight"},
    %arg6: tensor<16xf32> {sbp.state = "layer.linear1.bias"},
    %arg7: tensor<8x16xf32> {sbp.state = "layer.linear2.weight"},
    %arg8: tensor<8xf32> {sbp.state = "layer.linear2.bias"},
    %arg9: tensor<8xf32> {sbp.state = "layer.norm1.weight"},
    %arg10: tensor<8xf32> {sbp.state = "layer.norm1.bias"},
    %arg11: tensor<8xf32> {sbp.state = "layer.norm2.weight"},
    %arg12: tensor<8xf32> {sbp.state = "layer.norm2.bias"},
    %arg13: tensor<1x5x8xf32> {sbp.name = "positions"},
    %arg14: tensor<8x5xi64> {sbp.name = "ids"},
    %arg15: tensor<8x5xi64> {sbp.name = "targets"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<11x8xf32> {sbp.gradient_of = "table.weight", sbp.name = "gradient.table.weight"}, tensor<24x8xf32> {sbp.gradient_of = "layer.self_attn.in_proj_weight", sbp.name = "gradient.layer.self_attn.in_proj_weight"}, tensor<24xf32> {sbp.gradient_of = "layer.self_attn.in_proj_bias", sbp.name = "gradient.layer.self_attn.in_proj_bias"}, tensor<8x8xf32> {sbp.gradient_of = "layer.self_attn.out_proj.weight", sbp.name = "gradient.layer.self_attn.out_proj.weight"}, tensor<8xf32> {sbp.gradient_of = "layer.self_attn.out_proj.bias", sbp.name = "gradient.layer.self_attn.out_proj.bias"}, tensor<16x8xf32> {sbp.gradient_of = "layer.linear1.weight", sbp.name = "gradient.layer.linear1.weight"}, tensor<16xf32> {sbp.gradient_of = "layer.linear1.bias", sbp.name = "gradient.layer.linear1.bias"}, tensor<8x16xf32> {sbp.gradient_of = "layer.linear2.weight", sbp.name = "gradient.layer.linear2.weight"}, tensor<8xf32> {sbp.gradient_of = "layer.linear2.bias", sbp.name = "gradient.layer.linear2.bias"}, tensor<8xf32> {sbp.gradient_of = "layer.norm1.weight", sbp.name = "gradient.layer.norm1.weight"}, tensor<8xf32> {sbp.gradient_of = "layer.norm1.bias", sbp.name = "gradient.layer.norm1.bias"}, tensor<8xf32> {sbp.gradient_of = "layer.norm2.weight", sbp.name = "gradient.layer.norm2.weight"}, tensor<8xf32> {sbp.gradient_of = "layer.norm2.bias", sbp.name = "gradient.layer.norm2.bias"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<11x8xf32>
    %c-100_i64 = arith.constant -100 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c11 = arith.constant 11 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<3x5x8x8xf32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_8 = arith.constant dense<0.000000e+00> : tensor<8x5xf32>
    %cst_9 = arith.constant 0.3989422804014327 : f64
    %cst_10 = arith.constant 0.70710678118654757 : f64
    %cst_11 = arith.constant 1.000000e-05 : f64
    %cst_12 = arith.constant 8.000000e+00 : f32
    %cst_13 = arith.constant 1.41421354 : f32
    %cst_14 = arith.constant -5.000000e-01 : f32
    %cst_15 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<8x5x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<8x5xi64>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %200 = arith.index_cast %in : i64 to index
      %201 = linalg.index 2 : index
      %202 = arith.cmpi slt, %200, %c11 : index
      cf.assert %202, "index must be smaller than dim size"
      %203 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %203, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%200, %201] : tensor<11x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x5x8xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg13 : tensor<8x5x8xf32>, tensor<1x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %3 = tensor.empty() : tensor<8x5xi1>
    %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<8x5xi64>) outs(%3 : tensor<8x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi eq, %in, %c0_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<8x5xi1>
    %5 = tensor.empty() : tensor<8x5xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map4, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%4, %cst_7, %cst_8 : tensor<8x5xi1>, tensor<f32>, tensor<8x5xf32>) outs(%5 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5xf32>
    %7 = tensor.empty() : tensor<5x8x8xf32>
    %transposed = linalg.transpose ins(%2 : tensor<8x5x8xf32>) outs(%7 : tensor<5x8x8xf32>) permutation = [1, 0, 2] 
    %8 = tensor.empty() : tensor<8x24xf32>
    %transposed_16 = linalg.transpose ins(%arg1 : tensor<24x8xf32>) outs(%8 : tensor<8x24xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]] : tensor<5x8x8xf32> into tensor<40x8xf32>
    %9 = tensor.empty() : tensor<40x24xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<40x24xf32>) -> tensor<40x24xf32>
    %11 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<40x8xf32>, tensor<8x24xf32>) outs(%10 : tensor<40x24xf32>) -> tensor<40x24xf32>
    %expanded = tensor.expand_shape %11 [[0, 1], [2]] output_shape [5, 8, 24] : tensor<40x24xf32> into tensor<5x8x24xf32>
    %12 = tensor.empty() : tensor<5x8x24xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg2 : tensor<5x8x24xf32>, tensor<24xf32>) outs(%12 : tensor<5x8x24xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<5x8x24xf32>
    %expanded_17 = tensor.expand_shape %13 [[0, 1], [2], [3, 4]] output_shape [1, 5, 8, 3, 8] : tensor<5x8x24xf32> into tensor<1x5x8x3x8xf32>
    %14 = tensor.empty() : tensor<3x5x8x1x8xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x5x8x3x8xf32>) outs(%14 : tensor<3x5x8x1x8xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed_19 = tensor.collapse_shape %transposed_18 [[0], [1], [2, 3], [4]] : tensor<3x5x8x1x8xf32> into tensor<3x5x8x8xf32>
    %extracted_slice = tensor.extract_slice %collapsed_19[0, 0, 0, 0] [1, 5, 8, 8] [1, 1, 1, 1] : tensor<3x5x8x8xf32> to tensor<1x5x8x8xf32>
    %extracted_slice_20 = tensor.extract_slice %collapsed_19[1, 0, 0, 0] [1, 5, 8, 8] [1, 1, 1, 1] : tensor<3x5x8x8xf32> to tensor<1x5x8x8xf32>
    %extracted_slice_21 = tensor.extract_slice %collapsed_19[2, 0, 0, 0] [1, 5, 8, 8] [1, 1, 1, 1] : tensor<3x5x8x8xf32> to tensor<1x5x8x8xf32>
    %collapsed_22 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x5x8x8xf32> into tensor<5x64xf32>
    %expanded_23 = tensor.expand_shape %collapsed_22 [[0], [1, 2]] output_shape [5, 16, 4] : tensor<5x64xf32> into tensor<5x16x4xf32>
    %15 = tensor.empty() : tensor<16x5x4xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<5x16x4xf32>) outs(%15 : tensor<16x5x4xf32>) permutation = [1, 0, 2] 
    %collapsed_25 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2, 3]] : tensor<1x5x8x8xf32> into tensor<5x64xf32>
    %expanded_26 = tensor.expand_shape %collapsed_25 [[0], [1, 2]] output_shape [5, 16, 4] : tensor<5x64xf32> into tensor<5x16x4xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<5x16x4xf32>) outs(%15 : tensor<16x5x4xf32>) permutation = [1, 0, 2] 
    %collapsed_28 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2, 3]] : tensor<1x5x8x8xf32> into tensor<5x64xf32>
    %expanded_29 = tensor.expand_shape %collapsed_28 [[0], [1, 2]] output_shape [5, 16, 4] : tensor<5x64xf32> into tensor<5x16x4xf32>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<5x16x4xf32>) outs(%15 : tensor<16x5x4xf32>) permutation = [1, 0, 2] 
    %expanded_31 = tensor.expand_shape %6 [[0], [1, 2, 3]] output_shape [8, 1, 1, 5] : tensor<8x5xf32> into tensor<8x1x1x5xf32>
    %16 = tensor.empty() : tensor<8x2x1x5xf32>
    %collapsed_32 = tensor.collapse_shape %expanded_31 [[0, 1], [2], [3]] : tensor<8x1x1x5xf32> into tensor<8x1x5xf32>
    %17 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_32 : tensor<8x1x5xf32>) outs(%16 : tensor<8x2x1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x1x5xf32>
    %expanded_33 = tensor.expand_shape %transposed_24 [[0, 1], [2], [3]] output_shape [8, 2, 5, 4] : tensor<16x5x4xf32> into tensor<8x2x5x4xf32>
    %expanded_34 = tensor.expand_shape %transposed_27 [[0, 1], [2], [3]] output_shape [8, 2, 5, 4] : tensor<16x5x4xf32> into tensor<8x2x5x4xf32>
    %expanded_35 = tensor.expand_shape %transposed_30 [[0, 1], [2], [3]] output_shape [8, 2, 5, 4] : tensor<16x5x4xf32> into tensor<8x2x5x4xf32>
    %18 = tensor.empty() : tensor<5x8x2x4xf32>
    %19:2 = "nn.attention"(%expanded_33, %expanded_34, %expanded_35, %17) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 5.000000e-01 : f64} : (tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x1x5xf32>) -> (tensor<8x2x5x4xf32>, tensor<8x2x5xf32>)
    %transposed_36 = linalg.transpose ins(%19#0 : tensor<8x2x5x4xf32>) outs(%18 : tensor<5x8x2x4xf32>) permutation = [2, 0, 1, 3] 
    %collapsed_37 = tensor.collapse_shape %transposed_36 [[0, 1], [2, 3]] : tensor<5x8x2x4xf32> into tensor<40x8xf32>
    %20 = tensor.empty() : tensor<8x8xf32>
    %transposed_38 = linalg.transpose ins(%arg3 : tensor<8x8xf32>) outs(%20 : tensor<8x8xf32>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<40x8xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %23 = linalg.matmul ins(%collapsed_37, %transposed_38 : tensor<40x8xf32>, tensor<8x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %24 = linalg.generic {indexing_maps = [#map8, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg4, %23 : tensor<8xf32>, tensor<40x8xf32>) outs(%21 : tensor<40x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x8xf32>
    %expanded_39 = tensor.expand_shape %24 [[0, 1], [2]] output_shape [5, 8, 8] : tensor<40x8xf32> into tensor<5x8x8xf32>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<5x8x8xf32>) outs(%0 : tensor<8x5x8xf32>) permutation = [1, 0, 2] 
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %transposed_40 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %26 = tensor.empty() : tensor<8x5x1xf32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<8x5x1xf32>) -> tensor<8x5x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%25 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %29 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %30 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.truncf %cst_11 : f64 to f32
      %201 = arith.addf %in, %200 : f32
      linalg.yield %201 : f32
    } -> tensor<8x5x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.rsqrt %in : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %35 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %arg9 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %arg10 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %collapsed_41 = tensor.collapse_shape %38 [[0, 1], [2]] : tensor<8x5x8xf32> into tensor<40x8xf32>
    %39 = tensor.empty() : tensor<8x16xf32>
    %transposed_42 = linalg.transpose ins(%arg5 : tensor<16x8xf32>) outs(%39 : tensor<8x16xf32>) permutation = [1, 0] 
    %40 = tensor.empty() : tensor<40x16xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<40x16xf32>) -> tensor<40x16xf32>
    %42 = linalg.matmul ins(%collapsed_41, %transposed_42 : tensor<40x8xf32>, tensor<8x16xf32>) outs(%41 : tensor<40x16xf32>) -> tensor<40x16xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg6, %42 : tensor<16xf32>, tensor<40x16xf32>) outs(%40 : tensor<40x16xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x16xf32>
    %expanded_43 = tensor.expand_shape %43 [[0, 1], [2]] output_shape [8, 5, 16] : tensor<40x16xf32> into tensor<8x5x16xf32>
    %44 = tensor.empty() : tensor<8x5x16xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_13 : f32
      %201 = math.erf %200 : f32
      %202 = arith.addf %201, %cst_1 : f32
      %203 = arith.mulf %202, %cst_2 : f32
      %204 = arith.mulf %in, %203 : f32
      linalg.yield %204 : f32
    } -> tensor<8x5x16xf32>
    %collapsed_44 = tensor.collapse_shape %45 [[0, 1], [2]] : tensor<8x5x16xf32> into tensor<40x16xf32>
    %46 = tensor.empty() : tensor<16x8xf32>
    %transposed_45 = linalg.transpose ins(%arg7 : tensor<8x16xf32>) outs(%46 : tensor<16x8xf32>) permutation = [1, 0] 
    %47 = linalg.matmul ins(%collapsed_44, %transposed_45 : tensor<40x16xf32>, tensor<16x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %48 = linalg.generic {indexing_maps = [#map8, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg8, %47 : tensor<8xf32>, tensor<40x8xf32>) outs(%21 : tensor<40x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x8xf32>
    %expanded_46 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xf32> into tensor<8x5x8xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %expanded_46 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%49 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %51 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %52 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.truncf %cst_11 : f64 to f32
      %201 = arith.addf %in, %200 : f32
      linalg.yield %201 : f32
    } -> tensor<8x5x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.rsqrt %in : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %57 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %arg11 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %arg12 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %61 = tensor.empty() : tensor<8x11xf32>
    %transposed_47 = linalg.transpose ins(%arg0 : tensor<11x8xf32>) outs(%61 : tensor<8x11xf32>) permutation = [1, 0] 
    %collapsed_48 = tensor.collapse_shape %60 [[0, 1], [2]] : tensor<8x5x8xf32> into tensor<40x8xf32>
    %62 = tensor.empty() : tensor<40x11xf32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%62 : tensor<40x11xf32>) -> tensor<40x11xf32>
    %64 = linalg.matmul ins(%collapsed_48, %transposed_47 : tensor<40x8xf32>, tensor<8x11xf32>) outs(%63 : tensor<40x11xf32>) -> tensor<40x11xf32>
    %collapsed_49 = tensor.collapse_shape %arg15 [[0, 1]] : tensor<8x5xi64> into tensor<40xi64>
    %65 = tensor.empty() : tensor<40xi64>
    %66 = linalg.fill ins(%c0_i64 : i64) outs(%65 : tensor<40xi64>) -> tensor<40xi64>
    %67 = tensor.empty() : tensor<40xf32>
    %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : tensor<40xf32>) -> tensor<40xf32>
    %69:2 = linalg.generic {indexing_maps = [#map3, #map10, #map10], iterator_types = ["parallel", "reduction"]} ins(%64 : tensor<40x11xf32>) outs(%68, %66 : tensor<40xf32>, tensor<40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_92: i64):
      %200 = linalg.index 1 : index
      %201 = arith.index_cast %200 : index to i64
      %202 = arith.maximumf %in, %out : f32
      %203 = arith.cmpf ogt, %in, %out : f32
      %204 = arith.select %203, %201, %out_92 : i64
      linalg.yield %202, %204 : f32, i64
    } -> (tensor<40xf32>, tensor<40xi64>)
    %expanded_50 = tensor.expand_shape %69#0 [[0, 1]] output_shape [40, 1] : tensor<40xf32> into tensor<40x1xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%64, %expanded_50 : tensor<40x11xf32>, tensor<40x1xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<40x11xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.exp %in : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %72 = tensor.empty() : tensor<40x1xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%72 : tensor<40x1xf32>) -> tensor<40x1xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["parallel", "reduction"]} ins(%71 : tensor<40x11xf32>) outs(%73 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<40x1xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<40x1xf32>) outs(%72 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.log %in : f32
      linalg.yield %200 : f32
    } -> tensor<40x1xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %75 : tensor<40x11xf32>, tensor<40x1xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %77 = tensor.empty() : tensor<40xi1>
    %78 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel"]} ins(%collapsed_49 : tensor<40xi64>) outs(%77 : tensor<40xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<40xi1>
    %79 = linalg.generic {indexing_maps = [#map12, #map12, #map13, #map12], iterator_types = ["parallel"]} ins(%78, %collapsed_49, %cst_15 : tensor<40xi1>, tensor<40xi64>, tensor<i64>) outs(%65 : tensor<40xi64>) {
    ^bb0(%in: i1, %in_92: i64, %in_93: i64, %out: i64):
      %200 = arith.select %in, %in_92, %in_93 : i64
      linalg.yield %200 : i64
    } -> tensor<40xi64>
    %expanded_51 = tensor.expand_shape %79 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %80 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_51 : tensor<40x1xi64>) outs(%73 : tensor<40x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %200 = linalg.index 0 : index
      %201 = arith.index_cast %in : i64 to index
      %202 = arith.cmpi slt, %201, %c11 : index
      cf.assert %202, "index must be smaller than dim size"
      %203 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %203, "index must be larger or equal to 0"
      %extracted = tensor.extract %76[%200, %201] : tensor<40x11xf32>
      linalg.yield %extracted : f32
    } -> tensor<40x1xf32>
    %collapsed_52 = tensor.collapse_shape %80 [[0, 1]] : tensor<40x1xf32> into tensor<40xf32>
    %81 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel"]} ins(%collapsed_52 : tensor<40xf32>) outs(%67 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.negf %in : f32
      linalg.yield %200 : f32
    } -> tensor<40xf32>
    %82 = linalg.generic {indexing_maps = [#map12, #map12, #map13, #map12], iterator_types = ["parallel"]} ins(%78, %81, %cst_6 : tensor<40xi1>, tensor<40xf32>, tensor<f32>) outs(%67 : tensor<40xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<40xf32>
    %83 = tensor.empty() : tensor<i64>
    %84 = linalg.fill ins(%c0_i64 : i64) outs(%83 : tensor<i64>) -> tensor<i64>
    %85 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["reduction"]} ins(%78 : tensor<40xi1>) outs(%84 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %200 = arith.extui %in : i1 to i64
      %201 = arith.addi %200, %out : i64
      linalg.yield %201 : i64
    } -> tensor<i64>
    %86 = tensor.empty() : tensor<f32>
    %87 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%85 : tensor<i64>) outs(%86 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %200 = arith.sitofp %in : i64 to f32
      linalg.yield %200 : f32
    } -> tensor<f32>
    %88 = linalg.fill ins(%cst_0 : f32) outs(%86 : tensor<f32>) -> tensor<f32>
    %89 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["reduction"]} ins(%82 : tensor<40xf32>) outs(%88 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<f32>
    %90 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%89, %87 : tensor<f32>, tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.divf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<f32>
    %91 = tensor.empty() : tensor<11xi64>
    %92 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel"]} outs(%91 : tensor<11xi64>) {
    ^bb0(%out: i64):
      %200 = linalg.index 0 : index
      %201 = arith.index_cast %200 : index to i64
      linalg.yield %201 : i64
    } -> tensor<11xi64>
    %expanded_53 = tensor.expand_shape %collapsed_49 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %93 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = []} ins(%cst_5, %87 : tensor<f32>, tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.divf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<f32>
    %94 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%93 : tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.negf %in : f32
      linalg.yield %200 : f32
    } -> tensor<f32>
    %95 = tensor.empty() : tensor<40x11xi1>
    %96 = linalg.generic {indexing_maps = [#map8, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%92, %expanded_53 : tensor<11xi64>, tensor<40x1xi64>) outs(%95 : tensor<40x11xi1>) {
    ^bb0(%in: i64, %in_92: i64, %out: i1):
      %200 = arith.cmpi eq, %in, %in_92 : i64
      linalg.yield %200 : i1
    } -> tensor<40x11xi1>
    %97 = tensor.empty() : tensor<40x1xi1>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_53 : tensor<40x1xi64>) outs(%97 : tensor<40x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<40x1xi1>
    %99 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%96, %98 : tensor<40x11xi1>, tensor<40x1xi1>) outs(%95 : tensor<40x11xi1>) {
    ^bb0(%in: i1, %in_92: i1, %out: i1):
      %200 = arith.andi %in, %in_92 : i1
      linalg.yield %200 : i1
    } -> tensor<40x11xi1>
    %100 = linalg.generic {indexing_maps = [#map3, #map4, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%99, %94, %cst_6 : tensor<40x11xi1>, tensor<f32>, tensor<f32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<40x11xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.exp %in : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["parallel", "reduction"]} ins(%100 : tensor<40x11xf32>) outs(%73 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<40x1xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%101, %102 : tensor<40x11xf32>, tensor<40x1xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%100, %103 : tensor<40x11xf32>, tensor<40x11xf32>) outs(%62 : tensor<40x11xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<40x11xf32>
    %105 = tensor.empty() : tensor<11x40xf32>
    %transposed_54 = linalg.transpose ins(%104 : tensor<40x11xf32>) outs(%105 : tensor<11x40xf32>) permutation = [1, 0] 
    %106 = tensor.empty() : tensor<11x8xf32>
    %107 = linalg.fill ins(%cst_0 : f32) outs(%106 : tensor<11x8xf32>) -> tensor<11x8xf32>
    %108 = linalg.matmul ins(%transposed_54, %collapsed_48 : tensor<11x40xf32>, tensor<40x8xf32>) outs(%107 : tensor<11x8xf32>) -> tensor<11x8xf32>
    %109 = linalg.matmul ins(%104, %arg0 : tensor<40x11xf32>, tensor<11x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %expanded_55 = tensor.expand_shape %109 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xf32> into tensor<8x5x8xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55, %arg11 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.mulf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %58 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%113 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %114 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %112 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %115 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %119 = linalg.generic {indexing_maps = [#map9, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %117 : tensor<8x5x1xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55, %58 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %121 = tensor.empty() : tensor<8xf32>
    %122 = linalg.fill ins(%cst_0 : f32) outs(%121 : tensor<8xf32>) -> tensor<8xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%120 : tensor<8x5x8xf32>) outs(%122 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%expanded_55 : tensor<8x5x8xf32>) outs(%122 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8xf32>
    %collapsed_56 = tensor.collapse_shape %119 [[0, 1], [2]] : tensor<8x5x8xf32> into tensor<40x8xf32>
    %125 = linalg.matmul ins(%collapsed_56, %arg7 : tensor<40x8xf32>, tensor<8x16xf32>) outs(%41 : tensor<40x16xf32>) -> tensor<40x16xf32>
    %126 = tensor.empty() : tensor<8x40xf32>
    %transposed_57 = linalg.transpose ins(%collapsed_56 : tensor<40x8xf32>) outs(%126 : tensor<8x40xf32>) permutation = [1, 0] 
    %127 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %128 = linalg.matmul ins(%transposed_57, %collapsed_44 : tensor<8x40xf32>, tensor<40x16xf32>) outs(%127 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %129 = tensor.empty() : tensor<1x8xf32>
    %130 = linalg.fill ins(%cst_0 : f32) outs(%129 : tensor<1x8xf32>) -> tensor<1x8xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map15], iterator_types = ["reduction", "parallel"]} ins(%collapsed_56 : tensor<40x8xf32>) outs(%130 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<1x8xf32>
    %collapsed_58 = tensor.collapse_shape %131 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %expanded_59 = tensor.expand_shape %125 [[0, 1], [2]] output_shape [8, 5, 16] : tensor<40x16xf32> into tensor<8x5x16xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.truncf %cst_10 : f64 to f32
      %201 = arith.mulf %in, %200 : f32
      linalg.yield %201 : f32
    } -> tensor<8x5x16xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.erf %in : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %cst_1 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.mulf %in, %cst_2 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %expanded_43 : tensor<8x5x16xf32>, tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.mulf %in, %cst_14 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = math.exp %in : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.truncf %cst_9 : f64 to f32
      %201 = arith.mulf %in, %200 : f32
      linalg.yield %201 : f32
    } -> tensor<8x5x16xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %139 : tensor<8x5x16xf32>, tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %140 : tensor<8x5x16xf32>, tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %141 : tensor<8x5x16xf32>, tensor<8x5x16xf32>) outs(%44 : tensor<8x5x16xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x16xf32>
    %collapsed_60 = tensor.collapse_shape %142 [[0, 1], [2]] : tensor<8x5x16xf32> into tensor<40x16xf32>
    %143 = linalg.matmul ins(%collapsed_60, %arg5 : tensor<40x16xf32>, tensor<16x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %144 = tensor.empty() : tensor<16x40xf32>
    %transposed_61 = linalg.transpose ins(%collapsed_60 : tensor<40x16xf32>) outs(%144 : tensor<16x40xf32>) permutation = [1, 0] 
    %145 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<16x8xf32>) -> tensor<16x8xf32>
    %146 = linalg.matmul ins(%transposed_61, %collapsed_41 : tensor<16x40xf32>, tensor<40x8xf32>) outs(%145 : tensor<16x8xf32>) -> tensor<16x8xf32>
    %147 = tensor.empty() : tensor<1x16xf32>
    %148 = linalg.fill ins(%cst_0 : f32) outs(%147 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map15], iterator_types = ["reduction", "parallel"]} ins(%collapsed_60 : tensor<40x16xf32>) outs(%148 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<1x16xf32>
    %collapsed_62 = tensor.collapse_shape %149 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %expanded_63 = tensor.expand_shape %143 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xf32> into tensor<8x5x8xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %expanded_63 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %arg9 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.mulf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%151 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %36 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%154 : tensor<8x5x8xf32>) outs(%27 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %155 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %153 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %156 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.subf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<8x5x1xf32>) outs(%26 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.divf %in, %cst_12 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x1xf32>
    %160 = linalg.generic {indexing_maps = [#map9, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %158 : tensor<8x5x1xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %36 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.mulf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%161 : tensor<8x5x8xf32>) outs(%122 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction", "parallel"]} ins(%150 : tensor<8x5x8xf32>) outs(%122 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<8xf32>
    %transposed_64 = linalg.transpose ins(%160 : tensor<8x5x8xf32>) outs(%7 : tensor<5x8x8xf32>) permutation = [1, 0, 2] 
    %collapsed_65 = tensor.collapse_shape %transposed_64 [[0, 1], [2]] : tensor<5x8x8xf32> into tensor<40x8xf32>
    %164 = linalg.matmul ins(%collapsed_65, %arg3 : tensor<40x8xf32>, tensor<8x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %transposed_66 = linalg.transpose ins(%collapsed_65 : tensor<40x8xf32>) outs(%126 : tensor<8x40xf32>) permutation = [1, 0] 
    %165 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %166 = linalg.matmul ins(%transposed_66, %collapsed_37 : tensor<8x40xf32>, tensor<40x8xf32>) outs(%165 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map15], iterator_types = ["reduction", "parallel"]} ins(%collapsed_65 : tensor<40x8xf32>) outs(%130 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<1x8xf32>
    %collapsed_67 = tensor.collapse_shape %167 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %expanded_68 = tensor.expand_shape %164 [[0, 1], [2, 3]] output_shape [5, 8, 2, 4] : tensor<40x8xf32> into tensor<5x8x2x4xf32>
    %168 = tensor.empty() : tensor<8x2x5x4xf32>
    %transposed_69 = linalg.transpose ins(%expanded_68 : tensor<5x8x2x4xf32>) outs(%168 : tensor<8x2x5x4xf32>) permutation = [1, 2, 0, 3] 
    %169:4 = "nn.attention_gradient"(%expanded_33, %expanded_34, %expanded_35, %17, %19#0, %19#1, %transposed_69) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>, scale = 5.000000e-01 : f64} : (tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x1x5xf32>, tensor<8x2x5x4xf32>, tensor<8x2x5xf32>, tensor<8x2x5x4xf32>) -> (tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x5x4xf32>, tensor<8x2x1x5xf32>)
    %collapsed_70 = tensor.collapse_shape %169#2 [[0, 1], [2], [3]] : tensor<8x2x5x4xf32> into tensor<16x5x4xf32>
    %collapsed_71 = tensor.collapse_shape %169#1 [[0, 1], [2], [3]] : tensor<8x2x5x4xf32> into tensor<16x5x4xf32>
    %collapsed_72 = tensor.collapse_shape %169#0 [[0, 1], [2], [3]] : tensor<8x2x5x4xf32> into tensor<16x5x4xf32>
    %170 = tensor.empty() : tensor<5x16x4xf32>
    %transposed_73 = linalg.transpose ins(%collapsed_70 : tensor<16x5x4xf32>) outs(%170 : tensor<5x16x4xf32>) permutation = [1, 0, 2] 
    %collapsed_74 = tensor.collapse_shape %transposed_73 [[0], [1, 2]] : tensor<5x16x4xf32> into tensor<5x64xf32>
    %transposed_75 = linalg.transpose ins(%collapsed_71 : tensor<16x5x4xf32>) outs(%170 : tensor<5x16x4xf32>) permutation = [1, 0, 2] 
    %collapsed_76 = tensor.collapse_shape %transposed_75 [[0], [1, 2]] : tensor<5x16x4xf32> into tensor<5x64xf32>
    %transposed_77 = linalg.transpose ins(%collapsed_72 : tensor<16x5x4xf32>) outs(%170 : tensor<5x16x4xf32>) permutation = [1, 0, 2] 
    %collapsed_78 = tensor.collapse_shape %transposed_77 [[0], [1, 2]] : tensor<5x16x4xf32> into tensor<5x64xf32>
    %171 = tensor.empty() : tensor<3xi64>
    %172 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel"]} outs(%171 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %200 = linalg.index 0 : index
      %201 = arith.index_cast %200 : index to i64
      linalg.yield %201 : i64
    } -> tensor<3xi64>
    %expanded_79 = tensor.expand_shape %172 [[0, 1, 2, 3]] output_shape [3, 1, 1, 1] : tensor<3xi64> into tensor<3x1x1x1xi64>
    %173 = tensor.empty() : tensor<3x1x1x1xi1>
    %174 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_79 : tensor<3x1x1x1xi64>) outs(%173 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi eq, %in, %c2_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<3x1x1x1xi1>
    %175 = tensor.empty() : tensor<3x5x8x8xf32>
    %expanded_80 = tensor.expand_shape %collapsed_74 [[0], [1, 2]] output_shape [5, 8, 8] : tensor<5x64xf32> into tensor<5x8x8xf32>
    %176 = linalg.generic {indexing_maps = [#map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_80 : tensor<5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5x8x8xf32>
    %177 = linalg.generic {indexing_maps = [#map17, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %176, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x5x8x8xf32>, tensor<3x5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<3x5x8x8xf32>
    %178 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_79 : tensor<3x1x1x1xi64>) outs(%173 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi eq, %in, %c1_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<3x1x1x1xi1>
    %expanded_81 = tensor.expand_shape %collapsed_76 [[0], [1, 2]] output_shape [5, 8, 8] : tensor<5x64xf32> into tensor<5x8x8xf32>
    %179 = linalg.generic {indexing_maps = [#map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_81 : tensor<5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5x8x8xf32>
    %180 = linalg.generic {indexing_maps = [#map17, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %179, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x5x8x8xf32>, tensor<3x5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<3x5x8x8xf32>
    %181 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177, %180 : tensor<3x5x8x8xf32>, tensor<3x5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<3x5x8x8xf32>
    %182 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_79 : tensor<3x1x1x1xi64>) outs(%173 : tensor<3x1x1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi eq, %in, %c0_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<3x1x1x1xi1>
    %expanded_82 = tensor.expand_shape %collapsed_78 [[0], [1, 2]] output_shape [5, 8, 8] : tensor<5x64xf32> into tensor<5x8x8xf32>
    %183 = linalg.generic {indexing_maps = [#map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_82 : tensor<5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5x8x8xf32>
    %184 = linalg.generic {indexing_maps = [#map17, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %183, %cst_4 : tensor<3x1x1x1xi1>, tensor<3x5x8x8xf32>, tensor<3x5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<3x5x8x8xf32>
    %185 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181, %184 : tensor<3x5x8x8xf32>, tensor<3x5x8x8xf32>) outs(%175 : tensor<3x5x8x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<3x5x8x8xf32>
    %expanded_83 = tensor.expand_shape %185 [[0], [1], [2], [3, 4]] output_shape [3, 5, 8, 1, 8] : tensor<3x5x8x8xf32> into tensor<3x5x8x1x8xf32>
    %186 = tensor.empty() : tensor<1x5x8x3x8xf32>
    %transposed_84 = linalg.transpose ins(%expanded_83 : tensor<3x5x8x1x8xf32>) outs(%186 : tensor<1x5x8x3x8xf32>) permutation = [3, 1, 2, 0, 4] 
    %collapsed_85 = tensor.collapse_shape %transposed_84 [[0, 1], [2], [3, 4]] : tensor<1x5x8x3x8xf32> into tensor<5x8x24xf32>
    %187 = tensor.empty() : tensor<1x1x24xf32>
    %188 = linalg.fill ins(%cst_0 : f32) outs(%187 : tensor<1x1x24xf32>) -> tensor<1x1x24xf32>
    %189 = linalg.generic {indexing_maps = [#map1, #map18], iterator_types = ["reduction", "reduction", "parallel"]} ins(%collapsed_85 : tensor<5x8x24xf32>) outs(%188 : tensor<1x1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %200 = arith.addf %in, %out : f32
      linalg.yield %200 : f32
    } -> tensor<1x1x24xf32>
    %collapsed_86 = tensor.collapse_shape %189 [[0, 1, 2]] : tensor<1x1x24xf32> into tensor<24xf32>
    %collapsed_87 = tensor.collapse_shape %transposed_84 [[0, 1, 2], [3, 4]] : tensor<1x5x8x3x8xf32> into tensor<40x24xf32>
    %190 = tensor.empty() : tensor<24x40xf32>
    %transposed_88 = linalg.transpose ins(%collapsed_87 : tensor<40x24xf32>) outs(%190 : tensor<24x40xf32>) permutation = [1, 0] 
    %191 = tensor.empty() : tensor<24x8xf32>
    %192 = linalg.fill ins(%cst_0 : f32) outs(%191 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %193 = linalg.matmul ins(%transposed_88, %collapsed : tensor<24x40xf32>, tensor<40x8xf32>) outs(%192 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %194 = linalg.matmul ins(%collapsed_87, %arg1 : tensor<40x24xf32>, tensor<24x8xf32>) outs(%22 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %expanded_89 = tensor.expand_shape %194 [[0, 1], [2]] output_shape [5, 8, 8] : tensor<40x8xf32> into tensor<5x8x8xf32>
    %transposed_90 = linalg.transpose ins(%expanded_89 : tensor<5x8x8xf32>) outs(%0 : tensor<8x5x8xf32>) permutation = [1, 0, 2] 
    %195 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %transposed_90 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<8x5xi64>) outs(%3 : tensor<8x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %200 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %200 : i1
    } -> tensor<8x5xi1>
    %expanded_91 = tensor.expand_shape %196 [[0], [1, 2]] output_shape [8, 5, 1] : tensor<8x5xi1> into tensor<8x5x1xi1>
    %197 = linalg.generic {indexing_maps = [#map9, #map1, #map19, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_91, %195, %cst_6 : tensor<8x5x1xi1>, tensor<8x5x8xf32>, tensor<f32>) outs(%0 : tensor<8x5x8xf32>) {
    ^bb0(%in: i1, %in_92: f32, %in_93: f32, %out: f32):
      %200 = arith.select %in, %in_92, %in_93 : f32
      linalg.yield %200 : f32
    } -> tensor<8x5x8xf32>
    %198 = "nn.scatter_add"(%cst, %arg14, %197) {axis = 0 : i64} : (tensor<11x8xf32>, tensor<8x5xi64>, tensor<8x5x8xf32>) -> tensor<11x8xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%108, %198 : tensor<11x8xf32>, tensor<11x8xf32>) outs(%106 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %in_92: f32, %out: f32):
      %200 = arith.addf %in, %in_92 : f32
      linalg.yield %200 : f32
    } -> tensor<11x8xf32>
    return %90, %199, %193, %collapsed_86, %166, %collapsed_67, %146, %collapsed_62, %128, %collapsed_58, %162, %163, %123, %124 : tensor<f32>, tensor<11x8xf32>, tensor<24x8xf32>, tensor<24xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
}
