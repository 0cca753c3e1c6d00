#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1) -> (0, d1)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map9 = affine_map<(d0, d1, d2) -> (0, d1, 0)>
#map10 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
module {
  func.func @main(%arg0: tensor<18x4xf32> {sbp.state = "layer.weight_ih_l0"},
    %arg1: tensor<18x6xf32> {sbp.state = "layer.weight_hh_l0"},
    %arg2: tensor<18xf32> {sbp.state = "layer.bias_ih_l0"},
    %arg3: tensor<18xf32> {sbp.state = "layer.bias_hh_l0"},
    %arg4: tensor<1x6xf32> {sbp.state = "head.weight"},
    %arg5: tensor<1xf32> {sbp.state = "head.bias"},
    %arg6: tensor<i64> {sbp.state = "calls"},
    %arg7: tensor<8x4x4xf32> {sbp.name = "x"},
    %arg8: tensor<8x1xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<18x4xf32> {sbp.gradient_of = "layer.weight_ih_l0", sbp.name = "gradient.layer.weight_ih_l0"}, tensor<18x6xf32> {sbp.gradient_of = "layer.weight_hh_l0", sbp.name = "gradient.layer.weight_hh_l0"}, tensor<18xf32> {sbp.gradient_of = "layer.bias_ih_l0", sbp.name = "gradient.layer.bias_ih_l0"}, tensor<18xf32> {sbp.gradient_of = "layer.bias_hh_l0", sbp.name = "gradient.layer.bias_hh_l0"}, tensor<1x6xf32> {sbp.gradient_of = "head.weight", sbp.name = "gradient.head.weight"}, tensor<1xf32> {sbp.gradient_of = "head.bias", sbp.name = "gradient.head.bias"}, tensor<i64> {sbp.state = "calls"}) {
    %c3_i64 = arith.constant 3 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<8x4x6xf32>
    %cst_2 = arith.constant dense<1.250000e-01> : tensor<f32>
    %cst_3 = arith.constant dense<-1.250000e-01> : tensor<f32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<8x6xf32>
    %cst_6 = arith.constant -1.000000e+00 : f64
    %cst_7 = arith.constant 1.000000e+00 : f64
    %cst_8 = arith.constant 5.000000e-01 : f32
    %cst_9 = arith.constant 8.000000e+00 : f32
    %cst_10 = arith.constant 1.250000e-01 : f32
    %cst_11 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<i64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg6 : tensor<i64>) outs(%0 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %197 = arith.addi %in, %c1_i64 : i64
      linalg.yield %197 : i64
    } -> tensor<i64>
    %2 = tensor.empty() : tensor<4x8x4xf32>
    %transposed = linalg.transpose ins(%arg7 : tensor<8x4x4xf32>) outs(%2 : tensor<4x8x4xf32>) permutation = [1, 0, 2] 
    %3 = tensor.empty() : tensor<4x18xf32>
    %transposed_12 = linalg.transpose ins(%arg0 : tensor<18x4xf32>) outs(%3 : tensor<4x18xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]] : tensor<4x8x4xf32> into tensor<32x4xf32>
    %4 = tensor.empty() : tensor<32x18xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<32x18xf32>) -> tensor<32x18xf32>
    %6 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<32x4xf32>, tensor<4x18xf32>) outs(%5 : tensor<32x18xf32>) -> tensor<32x18xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [4, 8, 18] : tensor<32x18xf32> into tensor<4x8x18xf32>
    %7 = tensor.empty() : tensor<4x8x18xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg2 : tensor<4x8x18xf32>, tensor<18xf32>) outs(%7 : tensor<4x8x18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<4x8x18xf32>
    %extracted_slice = tensor.extract_slice %8[0, 0, 0] [1, 8, 18] [1, 1, 1] : tensor<4x8x18xf32> to tensor<1x8x18xf32>
    %extracted_slice_13 = tensor.extract_slice %8[1, 0, 0] [1, 8, 18] [1, 1, 1] : tensor<4x8x18xf32> to tensor<1x8x18xf32>
    %extracted_slice_14 = tensor.extract_slice %8[2, 0, 0] [1, 8, 18] [1, 1, 1] : tensor<4x8x18xf32> to tensor<1x8x18xf32>
    %extracted_slice_15 = tensor.extract_slice %8[3, 0, 0] [1, 8, 18] [1, 1, 1] : tensor<4x8x18xf32> to tensor<1x8x18xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x18xf32> into tensor<8x18xf32>
    %collapsed_17 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2]] : tensor<1x8x18xf32> into tensor<8x18xf32>
    %collapsed_18 = tensor.collapse_shape %extracted_slice_14 [[0, 1], [2]] : tensor<1x8x18xf32> into tensor<8x18xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2]] : tensor<1x8x18xf32> into tensor<8x18xf32>
    %extracted_slice_20 = tensor.extract_slice %collapsed_16[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_21 = tensor.extract_slice %collapsed_16[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_22 = tensor.extract_slice %collapsed_16[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %9 = tensor.empty() : tensor<6x18xf32>
    %transposed_23 = linalg.transpose ins(%arg1 : tensor<18x6xf32>) outs(%9 : tensor<6x18xf32>) permutation = [1, 0] 
    %10 = tensor.empty() : tensor<8x18xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<8x18xf32>) -> tensor<8x18xf32>
    %12 = linalg.matmul ins(%cst_5, %transposed_23 : tensor<8x6xf32>, tensor<6x18xf32>) outs(%11 : tensor<8x18xf32>) -> tensor<8x18xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %12 : tensor<18xf32>, tensor<8x18xf32>) outs(%10 : tensor<8x18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x18xf32>
    %extracted_slice_24 = tensor.extract_slice %13[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_25 = tensor.extract_slice %13[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_26 = tensor.extract_slice %13[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %14 = tensor.empty() : tensor<8x6xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_24, %extracted_slice_20 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_25, %extracted_slice_21 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_26, %16 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_22, %19 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = math.tanh %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_5, %21 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.subf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%22, %18 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23, %21 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %extracted_slice_27 = tensor.extract_slice %collapsed_17[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_28 = tensor.extract_slice %collapsed_17[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_29 = tensor.extract_slice %collapsed_17[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %25 = linalg.matmul ins(%24, %transposed_23 : tensor<8x6xf32>, tensor<6x18xf32>) outs(%11 : tensor<8x18xf32>) -> tensor<8x18xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %25 : tensor<18xf32>, tensor<8x18xf32>) outs(%10 : tensor<8x18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x18xf32>
    %extracted_slice_30 = tensor.extract_slice %26[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_31 = tensor.extract_slice %26[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_32 = tensor.extract_slice %26[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_30, %extracted_slice_27 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_31, %extracted_slice_28 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_32, %28 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_29, %31 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = math.tanh %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%24, %33 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.subf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34, %30 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%35, %33 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %extracted_slice_33 = tensor.extract_slice %collapsed_18[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_34 = tensor.extract_slice %collapsed_18[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_35 = tensor.extract_slice %collapsed_18[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %37 = linalg.matmul ins(%36, %transposed_23 : tensor<8x6xf32>, tensor<6x18xf32>) outs(%11 : tensor<8x18xf32>) -> tensor<8x18xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %37 : tensor<18xf32>, tensor<8x18xf32>) outs(%10 : tensor<8x18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x18xf32>
    %extracted_slice_36 = tensor.extract_slice %38[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_37 = tensor.extract_slice %38[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_38 = tensor.extract_slice %38[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %extracted_slice_33 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_37, %extracted_slice_34 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_38, %40 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %43 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = math.tanh %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%36, %45 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.subf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%46, %42 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%47, %45 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %extracted_slice_39 = tensor.extract_slice %collapsed_19[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_40 = tensor.extract_slice %collapsed_19[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_41 = tensor.extract_slice %collapsed_19[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %49 = linalg.matmul ins(%48, %transposed_23 : tensor<8x6xf32>, tensor<6x18xf32>) outs(%11 : tensor<8x18xf32>) -> tensor<8x18xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %49 : tensor<18xf32>, tensor<8x18xf32>) outs(%10 : tensor<8x18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x18xf32>
    %extracted_slice_42 = tensor.extract_slice %50[0, 0] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_43 = tensor.extract_slice %50[0, 6] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %extracted_slice_44 = tensor.extract_slice %50[0, 12] [8, 6] [1, 1] : tensor<8x18xf32> to tensor<8x6xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_42, %extracted_slice_39 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_43, %extracted_slice_40 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      %198 = math.exp %197 : f32
      %199 = arith.addf %198, %cst_0 : f32
      %200 = arith.divf %cst_0, %199 : f32
      linalg.yield %200 : f32
    } -> tensor<8x6xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_44, %52 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_41, %55 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = math.tanh %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%48, %57 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.subf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%58, %54 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%59, %57 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %expanded_45 = tensor.expand_shape %24 [[0, 1], [2]] output_shape [1, 8, 6] : tensor<8x6xf32> into tensor<1x8x6xf32>
    %expanded_46 = tensor.expand_shape %36 [[0, 1], [2]] output_shape [1, 8, 6] : tensor<8x6xf32> into tensor<1x8x6xf32>
    %expanded_47 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [1, 8, 6] : tensor<8x6xf32> into tensor<1x8x6xf32>
    %expanded_48 = tensor.expand_shape %60 [[0, 1], [2]] output_shape [1, 8, 6] : tensor<8x6xf32> into tensor<1x8x6xf32>
    %concat = tensor.concat dim(0) %expanded_45, %expanded_46, %expanded_47, %expanded_48 : (tensor<1x8x6xf32>, tensor<1x8x6xf32>, tensor<1x8x6xf32>, tensor<1x8x6xf32>) -> tensor<4x8x6xf32>
    %61 = tensor.empty() : tensor<8x4x6xf32>
    %transposed_49 = linalg.transpose ins(%concat : tensor<4x8x6xf32>) outs(%61 : tensor<8x4x6xf32>) permutation = [1, 0, 2] 
    %extracted_slice_50 = tensor.extract_slice %transposed_49[0, 3, 0] [8, 1, 6] [1, 1, 1] : tensor<8x4x6xf32> to tensor<8x1x6xf32>
    %collapsed_51 = tensor.collapse_shape %extracted_slice_50 [[0, 1], [2]] : tensor<8x1x6xf32> into tensor<8x6xf32>
    %62 = tensor.empty() : tensor<6x1xf32>
    %transposed_52 = linalg.transpose ins(%arg4 : tensor<1x6xf32>) outs(%62 : tensor<6x1xf32>) permutation = [1, 0] 
    %63 = tensor.empty() : tensor<8x1xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %65 = linalg.matmul ins(%collapsed_51, %transposed_52 : tensor<8x6xf32>, tensor<6x1xf32>) outs(%64 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5, %65 : tensor<1xf32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%66, %arg8 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.subf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %68 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = math.absf %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %69 = tensor.empty() : tensor<8x1xi1>
    %70 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<8x1xf32>) outs(%69 : tensor<8x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %197 = arith.extf %in : f32 to f64
      %198 = arith.cmpf olt, %197, %cst_7 : f64
      linalg.yield %198 : i1
    } -> tensor<8x1xi1>
    %71 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.mulf %in, %cst_8 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %72 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%71, %68 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.subf %in, %cst_8 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %74 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%70, %72, %73 : tensor<8x1xi1>, tensor<8x1xf32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: i1, %in_89: f32, %in_90: f32, %out: f32):
      %197 = arith.select %in, %in_89, %in_90 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %75 = tensor.empty() : tensor<f32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<f32>) -> tensor<f32>
    %77 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction", "reduction"]} ins(%74 : tensor<8x1xf32>) outs(%76 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<f32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%77 : tensor<f32>) outs(%75 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.divf %in, %cst_9 : f32
      linalg.yield %197 : f32
    } -> tensor<f32>
    %79 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<8x1xf32>) outs(%69 : tensor<8x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %197 = arith.extf %in : f32 to f64
      %198 = arith.cmpf olt, %197, %cst_6 : f64
      linalg.yield %198 : i1
    } -> tensor<8x1xi1>
    %80 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<8x1xf32>) outs(%69 : tensor<8x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %197 = arith.extf %in : f32 to f64
      %198 = arith.cmpf ogt, %197, %cst_7 : f64
      linalg.yield %198 : i1
    } -> tensor<8x1xi1>
    %81 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.mulf %in, %cst_10 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%81, %cst_4 : tensor<8x1xf32>, tensor<f32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %83 = linalg.generic {indexing_maps = [#map4, #map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%80, %cst_2, %82 : tensor<8x1xi1>, tensor<f32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: i1, %in_89: f32, %in_90: f32, %out: f32):
      %197 = arith.select %in, %in_89, %in_90 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %84 = linalg.generic {indexing_maps = [#map4, #map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%79, %cst_3, %83 : tensor<8x1xi1>, tensor<f32>, tensor<8x1xf32>) outs(%63 : tensor<8x1xf32>) {
    ^bb0(%in: i1, %in_89: f32, %in_90: f32, %out: f32):
      %197 = arith.select %in, %in_89, %in_90 : f32
      linalg.yield %197 : f32
    } -> tensor<8x1xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%14 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %86 = linalg.matmul ins(%84, %arg4 : tensor<8x1xf32>, tensor<1x6xf32>) outs(%85 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %87 = tensor.empty() : tensor<1x8xf32>
    %transposed_53 = linalg.transpose ins(%84 : tensor<8x1xf32>) outs(%87 : tensor<1x8xf32>) permutation = [1, 0] 
    %88 = tensor.empty() : tensor<1x6xf32>
    %89 = linalg.fill ins(%cst : f32) outs(%88 : tensor<1x6xf32>) -> tensor<1x6xf32>
    %90 = linalg.matmul ins(%transposed_53, %collapsed_51 : tensor<1x8xf32>, tensor<8x6xf32>) outs(%89 : tensor<1x6xf32>) -> tensor<1x6xf32>
    %91 = tensor.empty() : tensor<1x1xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "parallel"]} ins(%84 : tensor<8x1xf32>) outs(%92 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x1xf32>
    %collapsed_54 = tensor.collapse_shape %93 [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
    %94 = tensor.empty() : tensor<4xi64>
    %95 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%94 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %197 = linalg.index 0 : index
      %198 = arith.index_cast %197 : index to i64
      linalg.yield %198 : i64
    } -> tensor<4xi64>
    %expanded_55 = tensor.expand_shape %95 [[0, 1, 2]] output_shape [1, 4, 1] : tensor<4xi64> into tensor<1x4x1xi64>
    %96 = tensor.empty() : tensor<1x4x1xi1>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<1x4x1xi64>) outs(%96 : tensor<1x4x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %197 = arith.cmpi eq, %in, %c3_i64 : i64
      linalg.yield %197 : i1
    } -> tensor<1x4x1xi1>
    %98 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<8x6xf32>) outs(%61 : tensor<8x4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x6xf32>
    %99 = linalg.generic {indexing_maps = [#map9, #map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %98, %cst_1 : tensor<1x4x1xi1>, tensor<8x4x6xf32>, tensor<8x4x6xf32>) outs(%61 : tensor<8x4x6xf32>) {
    ^bb0(%in: i1, %in_89: f32, %in_90: f32, %out: f32):
      %197 = arith.select %in, %in_89, %in_90 : f32
      linalg.yield %197 : f32
    } -> tensor<8x4x6xf32>
    %100 = tensor.empty() : tensor<4x8x6xf32>
    %transposed_56 = linalg.transpose ins(%99 : tensor<8x4x6xf32>) outs(%100 : tensor<4x8x6xf32>) permutation = [1, 0, 2] 
    %extracted_slice_57 = tensor.extract_slice %transposed_56[0, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<1x8x6xf32>
    %collapsed_58 = tensor.collapse_shape %extracted_slice_57 [[0, 1], [2]] : tensor<1x8x6xf32> into tensor<8x6xf32>
    %extracted_slice_59 = tensor.extract_slice %transposed_56[1, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<1x8x6xf32>
    %collapsed_60 = tensor.collapse_shape %extracted_slice_59 [[0, 1], [2]] : tensor<1x8x6xf32> into tensor<8x6xf32>
    %extracted_slice_61 = tensor.extract_slice %transposed_56[2, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<1x8x6xf32>
    %collapsed_62 = tensor.collapse_shape %extracted_slice_61 [[0, 1], [2]] : tensor<1x8x6xf32> into tensor<8x6xf32>
    %extracted_slice_63 = tensor.extract_slice %transposed_56[3, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<1x8x6xf32>
    %collapsed_64 = tensor.collapse_shape %extracted_slice_63 [[0, 1], [2]] : tensor<1x8x6xf32> into tensor<8x6xf32>
    %101 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_64, %58 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_64, %54 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_62, %102 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_64, %103 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57, %57 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %107 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %106 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %108 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105, %107 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %109 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%108, %extracted_slice_44 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%108, %52 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %54 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %112 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%54, %111 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%101, %112 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %114 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %52 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %115 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%52, %114 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %116 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%109, %115 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %concat_65 = tensor.concat dim(1) %116, %113, %110 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %117 = linalg.matmul ins(%concat_65, %arg1 : tensor<8x18xf32>, tensor<18x6xf32>) outs(%85 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %118 = tensor.empty() : tensor<18x8xf32>
    %transposed_66 = linalg.transpose ins(%concat_65 : tensor<8x18xf32>) outs(%118 : tensor<18x8xf32>) permutation = [1, 0] 
    %119 = tensor.empty() : tensor<18x6xf32>
    %120 = linalg.fill ins(%cst : f32) outs(%119 : tensor<18x6xf32>) -> tensor<18x6xf32>
    %121 = linalg.matmul ins(%transposed_66, %48 : tensor<18x8xf32>, tensor<8x6xf32>) outs(%120 : tensor<18x6xf32>) -> tensor<18x6xf32>
    %122 = tensor.empty() : tensor<1x18xf32>
    %123 = linalg.fill ins(%cst : f32) outs(%122 : tensor<1x18xf32>) -> tensor<1x18xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "parallel"]} ins(%concat_65 : tensor<8x18xf32>) outs(%123 : tensor<1x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x18xf32>
    %collapsed_67 = tensor.collapse_shape %124 [[0, 1]] : tensor<1x18xf32> into tensor<18xf32>
    %125 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%104, %117 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %concat_68 = tensor.concat dim(1) %116, %113, %108 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %46 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %127 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %42 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %128 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_60, %127 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %128 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %131 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%45, %45 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %132 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %131 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%130, %132 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %134 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%133, %extracted_slice_38 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %135 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%133, %40 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %136 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %42 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %137 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%42, %136 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%126, %137 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %139 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %40 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%40, %139 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %141 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%134, %140 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %concat_69 = tensor.concat dim(1) %141, %138, %135 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %142 = linalg.matmul ins(%concat_69, %arg1 : tensor<8x18xf32>, tensor<18x6xf32>) outs(%85 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %transposed_70 = linalg.transpose ins(%concat_69 : tensor<8x18xf32>) outs(%118 : tensor<18x8xf32>) permutation = [1, 0] 
    %143 = linalg.matmul ins(%transposed_70, %36 : tensor<18x8xf32>, tensor<8x6xf32>) outs(%120 : tensor<18x6xf32>) -> tensor<18x6xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "parallel"]} ins(%concat_69 : tensor<8x18xf32>) outs(%123 : tensor<1x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x18xf32>
    %collapsed_71 = tensor.collapse_shape %144 [[0, 1]] : tensor<1x18xf32> into tensor<18xf32>
    %145 = tensor.empty() : tensor<18xf32>
    %146 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%collapsed_67, %collapsed_71 : tensor<18xf32>, tensor<18xf32>) outs(%145 : tensor<18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18xf32>
    %147 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129, %142 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %143 : tensor<18x6xf32>, tensor<18x6xf32>) outs(%119 : tensor<18x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18x6xf32>
    %concat_72 = tensor.concat dim(1) %141, %138, %133 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %149 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147, %34 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147, %30 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%150 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_58, %150 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %153 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147, %151 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %154 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%33, %33 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %155 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %154 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %156 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%153, %155 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %157 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%156, %extracted_slice_32 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %158 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%156, %28 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %30 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%30, %159 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %161 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%149, %160 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %162 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %28 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%28, %162 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%157, %163 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %concat_73 = tensor.concat dim(1) %164, %161, %158 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %165 = linalg.matmul ins(%concat_73, %arg1 : tensor<8x18xf32>, tensor<18x6xf32>) outs(%85 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %transposed_74 = linalg.transpose ins(%concat_73 : tensor<8x18xf32>) outs(%118 : tensor<18x8xf32>) permutation = [1, 0] 
    %166 = linalg.matmul ins(%transposed_74, %24 : tensor<18x8xf32>, tensor<8x6xf32>) outs(%120 : tensor<18x6xf32>) -> tensor<18x6xf32>
    %167 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "parallel"]} ins(%concat_73 : tensor<8x18xf32>) outs(%123 : tensor<1x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x18xf32>
    %collapsed_75 = tensor.collapse_shape %167 [[0, 1]] : tensor<1x18xf32> into tensor<18xf32>
    %168 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%146, %collapsed_75 : tensor<18xf32>, tensor<18xf32>) outs(%145 : tensor<18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18xf32>
    %169 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%152, %165 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %170 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%148, %166 : tensor<18x6xf32>, tensor<18x6xf32>) outs(%119 : tensor<18x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18x6xf32>
    %concat_76 = tensor.concat dim(1) %164, %161, %156 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %171 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%169, %22 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %172 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%169, %18 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %173 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.negf %in : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %174 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%169, %173 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %175 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21, %21 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %176 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %175 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %177 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%174, %176 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %178 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%177, %extracted_slice_26 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %179 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%177, %16 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %180 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %18 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %181 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%18, %180 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %182 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%171, %181 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %183 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11, %16 : tensor<i64>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_89: f32, %out: f32):
      %197 = arith.sitofp %in : i64 to f32
      %198 = arith.subf %197, %in_89 : f32
      linalg.yield %198 : f32
    } -> tensor<8x6xf32>
    %184 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%16, %183 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %185 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%178, %184 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%14 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.mulf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<8x6xf32>
    %concat_77 = tensor.concat dim(1) %185, %182, %179 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %transposed_78 = linalg.transpose ins(%concat_77 : tensor<8x18xf32>) outs(%118 : tensor<18x8xf32>) permutation = [1, 0] 
    %186 = linalg.matmul ins(%transposed_78, %cst_5 : tensor<18x8xf32>, tensor<8x6xf32>) outs(%120 : tensor<18x6xf32>) -> tensor<18x6xf32>
    %187 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "parallel"]} ins(%concat_77 : tensor<8x18xf32>) outs(%123 : tensor<1x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x18xf32>
    %collapsed_79 = tensor.collapse_shape %187 [[0, 1]] : tensor<1x18xf32> into tensor<18xf32>
    %188 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%168, %collapsed_79 : tensor<18xf32>, tensor<18xf32>) outs(%145 : tensor<18xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18xf32>
    %189 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%170, %186 : tensor<18x6xf32>, tensor<18x6xf32>) outs(%119 : tensor<18x6xf32>) {
    ^bb0(%in: f32, %in_89: f32, %out: f32):
      %197 = arith.addf %in, %in_89 : f32
      linalg.yield %197 : f32
    } -> tensor<18x6xf32>
    %concat_80 = tensor.concat dim(1) %185, %182, %177 : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x18xf32>
    %expanded_81 = tensor.expand_shape %concat_80 [[0, 1], [2]] output_shape [1, 8, 18] : tensor<8x18xf32> into tensor<1x8x18xf32>
    %expanded_82 = tensor.expand_shape %concat_76 [[0, 1], [2]] output_shape [1, 8, 18] : tensor<8x18xf32> into tensor<1x8x18xf32>
    %expanded_83 = tensor.expand_shape %concat_72 [[0, 1], [2]] output_shape [1, 8, 18] : tensor<8x18xf32> into tensor<1x8x18xf32>
    %expanded_84 = tensor.expand_shape %concat_68 [[0, 1], [2]] output_shape [1, 8, 18] : tensor<8x18xf32> into tensor<1x8x18xf32>
    %concat_85 = tensor.concat dim(0) %expanded_81, %expanded_82, %expanded_83, %expanded_84 : (tensor<1x8x18xf32>, tensor<1x8x18xf32>, tensor<1x8x18xf32>, tensor<1x8x18xf32>) -> tensor<4x8x18xf32>
    %190 = tensor.empty() : tensor<1x1x18xf32>
    %191 = linalg.fill ins(%cst : f32) outs(%190 : tensor<1x1x18xf32>) -> tensor<1x1x18xf32>
    %192 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%concat_85 : tensor<4x8x18xf32>) outs(%191 : tensor<1x1x18xf32>) {
    ^bb0(%in: f32, %out: f32):
      %197 = arith.addf %in, %out : f32
      linalg.yield %197 : f32
    } -> tensor<1x1x18xf32>
    %collapsed_86 = tensor.collapse_shape %192 [[0, 1, 2]] : tensor<1x1x18xf32> into tensor<18xf32>
    %collapsed_87 = tensor.collapse_shape %concat_85 [[0, 1], [2]] : tensor<4x8x18xf32> into tensor<32x18xf32>
    %193 = tensor.empty() : tensor<18x32xf32>
    %transposed_88 = linalg.transpose ins(%collapsed_87 : tensor<32x18xf32>) outs(%193 : tensor<18x32xf32>) permutation = [1, 0] 
    %194 = tensor.empty() : tensor<18x4xf32>
    %195 = linalg.fill ins(%cst : f32) outs(%194 : tensor<18x4xf32>) -> tensor<18x4xf32>
    %196 = linalg.matmul ins(%transposed_88, %collapsed : tensor<18x32xf32>, tensor<32x4xf32>) outs(%195 : tensor<18x4xf32>) -> tensor<18x4xf32>
    return %78, %196, %189, %collapsed_86, %188, %90, %collapsed_54, %1 : tensor<f32>, tensor<18x4xf32>, tensor<18x6xf32>, tensor<18xf32>, tensor<18xf32>, tensor<1x6xf32>, tensor<1xf32>, tensor<i64>
  }
}
