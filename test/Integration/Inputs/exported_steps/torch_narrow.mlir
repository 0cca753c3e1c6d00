#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<() -> ()>
#map10 = affine_map<(d0, d1) -> (d1)>
#map11 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<9x8xbf16> {sbp.state = "table.weight"},
    %arg1: tensor<8xbf16> {sbp.state = "norm.weight"},
    %arg2: tensor<8xbf16> {sbp.state = "norm.bias"},
    %arg3: tensor<24x8xbf16> {sbp.state = "mix.weight"},
    %arg4: tensor<8x8xbf16> {sbp.state = "out.weight"},
    %arg5: tensor<9x8xbf16> {sbp.state = "head.weight"},
    %arg6: tensor<8x5xi64> {sbp.name = "ids"},
    %arg7: tensor<8x5xi64> {sbp.name = "targets"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<9x8xbf16> {sbp.gradient_of = "table.weight", sbp.name = "gradient.table.weight"}, tensor<8xbf16> {sbp.gradient_of = "norm.weight", sbp.name = "gradient.norm.weight"}, tensor<8xbf16> {sbp.gradient_of = "norm.bias", sbp.name = "gradient.norm.bias"}, tensor<24x8xbf16> {sbp.gradient_of = "mix.weight", sbp.name = "gradient.mix.weight"}, tensor<8x8xbf16> {sbp.gradient_of = "out.weight", sbp.name = "gradient.out.weight"}, tensor<9x8xbf16> {sbp.gradient_of = "head.weight", sbp.name = "gradient.head.weight"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<9x8xbf16>
    %c-100_i64 = arith.constant -100 : i64
    %c0_i64 = arith.constant 0 : i64
    %c9 = arith.constant 9 : index
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 8.000000e+00 : bf16
    %cst_7 = arith.constant 8.000000e+00 : f32
    %cst_8 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<8x5x8xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<8x5xi64>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %136 = arith.index_cast %in : i64 to index
      %137 = linalg.index 2 : index
      %138 = arith.cmpi slt, %136, %c9 : index
      cf.assert %138, "index must be smaller than dim size"
      %139 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %139, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%136, %137] : tensor<9x8xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<8x5x8xbf16>
    %2 = tensor.empty() : tensor<8x5x1xbf16>
    %3 = linalg.fill ins(%cst_0 : bf16) outs(%2 : tensor<8x5x1xbf16>) -> tensor<8x5x1xbf16>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<8x5x8xbf16>) outs(%3 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.addf %in, %out : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<8x5x1xbf16>) outs(%2 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.divf %in, %cst_6 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<8x5x8xbf16>, tensor<8x5x1xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.subf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<8x5x8xbf16>, tensor<8x5x8xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %8 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<8x5x8xbf16>) outs(%3 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.addf %in, %out : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<8x5x1xbf16>) outs(%2 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.divf %in, %cst_6 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<8x5x1xbf16>) outs(%2 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.truncf %cst_5 : f64 to bf16
      %137 = arith.addf %in, %136 : bf16
      linalg.yield %137 : bf16
    } -> tensor<8x5x1xbf16>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<8x5x1xbf16>) outs(%2 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = math.rsqrt %in : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %12 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %11 : tensor<8x5x8xbf16>, tensor<8x5x1xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg1 : tensor<8x5x8xbf16>, tensor<8xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %14 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %arg2 : tensor<8x5x8xbf16>, tensor<8xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.addf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %15 = tensor.empty() : tensor<8x24xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<24x8xbf16>) outs(%15 : tensor<8x24xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %14 [[0, 1], [2]] : tensor<8x5x8xbf16> into tensor<40x8xbf16>
    %16 = tensor.empty() : tensor<40x24xf32>
    %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : tensor<40x24xf32>) -> tensor<40x24xf32>
    %18 = linalg.matmul ins(%collapsed, %transposed : tensor<40x8xbf16>, tensor<8x24xbf16>) outs(%17 : tensor<40x24xf32>) -> tensor<40x24xf32>
    %19 = tensor.empty() : tensor<40x24xbf16>
    %20 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<40x24xf32>) outs(%19 : tensor<40x24xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x24xbf16>
    %expanded = tensor.expand_shape %20 [[0, 1], [2, 3, 4]] output_shape [8, 5, 3, 2, 4] : tensor<40x24xbf16> into tensor<8x5x3x2x4xbf16>
    %21 = tensor.empty() : tensor<3x8x2x5x4xbf16>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<8x5x3x2x4xbf16>) outs(%21 : tensor<3x8x2x5x4xbf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_9[0, 0, 0, 0, 0] [1, 8, 2, 5, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x5x4xbf16> to tensor<1x8x2x5x4xbf16>
    %extracted_slice_10 = tensor.extract_slice %transposed_9[1, 0, 0, 0, 0] [1, 8, 2, 5, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x5x4xbf16> to tensor<1x8x2x5x4xbf16>
    %extracted_slice_11 = tensor.extract_slice %transposed_9[2, 0, 0, 0, 0] [1, 8, 2, 5, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x5x4xbf16> to tensor<1x8x2x5x4xbf16>
    %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3], [4]] : tensor<1x8x2x5x4xbf16> into tensor<8x2x5x4xbf16>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3], [4]] : tensor<1x8x2x5x4xbf16> into tensor<8x2x5x4xbf16>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2], [3], [4]] : tensor<1x8x2x5x4xbf16> into tensor<8x2x5x4xbf16>
    %22 = tensor.empty() : tensor<8x5x2x4xbf16>
    %23:2 = "nn.attention"(%collapsed_12, %collapsed_13, %collapsed_14) {causal, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, scale = 5.000000e-01 : f64} : (tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>) -> (tensor<8x2x5x4xbf16>, tensor<8x2x5xf32>)
    %transposed_15 = linalg.transpose ins(%23#0 : tensor<8x2x5x4xbf16>) outs(%22 : tensor<8x5x2x4xbf16>) permutation = [0, 2, 1, 3] 
    %24 = tensor.empty() : tensor<8x8xbf16>
    %transposed_16 = linalg.transpose ins(%arg4 : tensor<8x8xbf16>) outs(%24 : tensor<8x8xbf16>) permutation = [1, 0] 
    %collapsed_17 = tensor.collapse_shape %transposed_15 [[0, 1], [2, 3]] : tensor<8x5x2x4xbf16> into tensor<40x8xbf16>
    %25 = tensor.empty() : tensor<40x8xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %27 = linalg.matmul ins(%collapsed_17, %transposed_16 : tensor<40x8xbf16>, tensor<8x8xbf16>) outs(%26 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %28 = tensor.empty() : tensor<40x8xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<40x8xf32>) outs(%28 : tensor<40x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x8xbf16>
    %expanded_18 = tensor.expand_shape %29 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xbf16> into tensor<8x5x8xbf16>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_18 : tensor<8x5x8xbf16>, tensor<8x5x8xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.addf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %31 = tensor.empty() : tensor<8x9xbf16>
    %transposed_19 = linalg.transpose ins(%arg5 : tensor<9x8xbf16>) outs(%31 : tensor<8x9xbf16>) permutation = [1, 0] 
    %collapsed_20 = tensor.collapse_shape %30 [[0, 1], [2]] : tensor<8x5x8xbf16> into tensor<40x8xbf16>
    %32 = tensor.empty() : tensor<40x9xf32>
    %33 = linalg.fill ins(%cst_1 : f32) outs(%32 : tensor<40x9xf32>) -> tensor<40x9xf32>
    %34 = linalg.matmul ins(%collapsed_20, %transposed_19 : tensor<40x8xbf16>, tensor<8x9xbf16>) outs(%33 : tensor<40x9xf32>) -> tensor<40x9xf32>
    %35 = tensor.empty() : tensor<40x9xbf16>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<40x9xf32>) outs(%35 : tensor<40x9xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x9xbf16>
    %expanded_21 = tensor.expand_shape %36 [[0, 1], [2]] output_shape [8, 5, 9] : tensor<40x9xbf16> into tensor<8x5x9xbf16>
    %37 = tensor.empty() : tensor<8x5x9xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<8x5x9xbf16>) outs(%37 : tensor<8x5x9xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<8x5x9xf32>
    %collapsed_22 = tensor.collapse_shape %38 [[0, 1], [2]] : tensor<8x5x9xf32> into tensor<40x9xf32>
    %collapsed_23 = tensor.collapse_shape %arg7 [[0, 1]] : tensor<8x5xi64> into tensor<40xi64>
    %39 = tensor.empty() : tensor<40xi64>
    %40 = linalg.fill ins(%c0_i64 : i64) outs(%39 : tensor<40xi64>) -> tensor<40xi64>
    %41 = tensor.empty() : tensor<40xf32>
    %42 = linalg.fill ins(%cst_2 : f32) outs(%41 : tensor<40xf32>) -> tensor<40xf32>
    %43:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_22 : tensor<40x9xf32>) outs(%42, %40 : tensor<40xf32>, tensor<40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_42: i64):
      %136 = linalg.index 1 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_42 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<40xf32>, tensor<40xi64>)
    %expanded_24 = tensor.expand_shape %43#0 [[0, 1]] output_shape [40, 1] : tensor<40xf32> into tensor<40x1xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_22, %expanded_24 : tensor<40x9xf32>, tensor<40x1xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.subf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<40x9xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %46 = tensor.empty() : tensor<40x1xf32>
    %47 = linalg.fill ins(%cst_1 : f32) outs(%46 : tensor<40x1xf32>) -> tensor<40x1xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "reduction"]} ins(%45 : tensor<40x9xf32>) outs(%47 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<40x1xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<40x1xf32>) outs(%46 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.log %in : f32
      linalg.yield %136 : f32
    } -> tensor<40x1xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%44, %49 : tensor<40x9xf32>, tensor<40x1xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.subf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %51 = tensor.empty() : tensor<40xi1>
    %52 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%collapsed_23 : tensor<40xi64>) outs(%51 : tensor<40xi1>) {
    ^bb0(%in: i64, %out: i1):
      %136 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %136 : i1
    } -> tensor<40xi1>
    %53 = linalg.generic {indexing_maps = [#map7, #map7, #map8, #map7], iterator_types = ["parallel"]} ins(%52, %collapsed_23, %cst_8 : tensor<40xi1>, tensor<40xi64>, tensor<i64>) outs(%39 : tensor<40xi64>) {
    ^bb0(%in: i1, %in_42: i64, %in_43: i64, %out: i64):
      %136 = arith.select %in, %in_42, %in_43 : i64
      linalg.yield %136 : i64
    } -> tensor<40xi64>
    %expanded_25 = tensor.expand_shape %53 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %54 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_25 : tensor<40x1xi64>) outs(%47 : tensor<40x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %136 = linalg.index 0 : index
      %137 = arith.index_cast %in : i64 to index
      %138 = arith.cmpi slt, %137, %c9 : index
      cf.assert %138, "index must be smaller than dim size"
      %139 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %139, "index must be larger or equal to 0"
      %extracted = tensor.extract %50[%136, %137] : tensor<40x9xf32>
      linalg.yield %extracted : f32
    } -> tensor<40x1xf32>
    %collapsed_26 = tensor.collapse_shape %54 [[0, 1]] : tensor<40x1xf32> into tensor<40xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%collapsed_26 : tensor<40xf32>) outs(%41 : tensor<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.negf %in : f32
      linalg.yield %136 : f32
    } -> tensor<40xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map7, #map8, #map7], iterator_types = ["parallel"]} ins(%52, %55, %cst_4 : tensor<40xi1>, tensor<40xf32>, tensor<f32>) outs(%41 : tensor<40xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %136 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %136 : f32
    } -> tensor<40xf32>
    %57 = tensor.empty() : tensor<i64>
    %58 = linalg.fill ins(%c0_i64 : i64) outs(%57 : tensor<i64>) -> tensor<i64>
    %59 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["reduction"]} ins(%52 : tensor<40xi1>) outs(%58 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %136 = arith.extui %in : i1 to i64
      %137 = arith.addi %136, %out : i64
      linalg.yield %137 : i64
    } -> tensor<i64>
    %60 = tensor.empty() : tensor<f32>
    %61 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%59 : tensor<i64>) outs(%60 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %136 = arith.sitofp %in : i64 to f32
      linalg.yield %136 : f32
    } -> tensor<f32>
    %62 = linalg.fill ins(%cst_1 : f32) outs(%60 : tensor<f32>) -> tensor<f32>
    %63 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["reduction"]} ins(%56 : tensor<40xf32>) outs(%62 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<f32>
    %64 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = []} ins(%63, %61 : tensor<f32>, tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.divf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<f32>
    %65 = tensor.empty() : tensor<9xi64>
    %66 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%65 : tensor<9xi64>) {
    ^bb0(%out: i64):
      %136 = linalg.index 0 : index
      %137 = arith.index_cast %136 : index to i64
      linalg.yield %137 : i64
    } -> tensor<9xi64>
    %expanded_27 = tensor.expand_shape %collapsed_23 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %67 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = []} ins(%cst_3, %61 : tensor<f32>, tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.divf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<f32>
    %68 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%67 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.negf %in : f32
      linalg.yield %136 : f32
    } -> tensor<f32>
    %69 = tensor.empty() : tensor<40x9xi1>
    %70 = linalg.generic {indexing_maps = [#map10, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%66, %expanded_27 : tensor<9xi64>, tensor<40x1xi64>) outs(%69 : tensor<40x9xi1>) {
    ^bb0(%in: i64, %in_42: i64, %out: i1):
      %136 = arith.cmpi eq, %in, %in_42 : i64
      linalg.yield %136 : i1
    } -> tensor<40x9xi1>
    %71 = tensor.empty() : tensor<40x1xi1>
    %72 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_27 : tensor<40x1xi64>) outs(%71 : tensor<40x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %136 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %136 : i1
    } -> tensor<40x1xi1>
    %73 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%70, %72 : tensor<40x9xi1>, tensor<40x1xi1>) outs(%69 : tensor<40x9xi1>) {
    ^bb0(%in: i1, %in_42: i1, %out: i1):
      %136 = arith.andi %in, %in_42 : i1
      linalg.yield %136 : i1
    } -> tensor<40x9xi1>
    %74 = linalg.generic {indexing_maps = [#map4, #map11, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%73, %68, %cst_4 : tensor<40x9xi1>, tensor<f32>, tensor<f32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: i1, %in_42: f32, %in_43: f32, %out: f32):
      %136 = arith.select %in, %in_42, %in_43 : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %75 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<40x9xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %76 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "reduction"]} ins(%74 : tensor<40x9xf32>) outs(%47 : tensor<40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<40x1xf32>
    %77 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%75, %76 : tensor<40x9xf32>, tensor<40x1xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.mulf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%74, %77 : tensor<40x9xf32>, tensor<40x9xf32>) outs(%32 : tensor<40x9xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.subf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<40x9xf32>
    %expanded_28 = tensor.expand_shape %78 [[0, 1], [2]] output_shape [8, 5, 9] : tensor<40x9xf32> into tensor<8x5x9xf32>
    %79 = tensor.empty() : tensor<8x5x9xbf16>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<8x5x9xf32>) outs(%79 : tensor<8x5x9xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x9xbf16>
    %collapsed_29 = tensor.collapse_shape %80 [[0, 1], [2]] : tensor<8x5x9xbf16> into tensor<40x9xbf16>
    %81 = tensor.empty() : tensor<9x40xbf16>
    %transposed_30 = linalg.transpose ins(%collapsed_29 : tensor<40x9xbf16>) outs(%81 : tensor<9x40xbf16>) permutation = [1, 0] 
    %82 = tensor.empty() : tensor<9x8xf32>
    %83 = linalg.fill ins(%cst_1 : f32) outs(%82 : tensor<9x8xf32>) -> tensor<9x8xf32>
    %84 = linalg.matmul ins(%transposed_30, %collapsed_20 : tensor<9x40xbf16>, tensor<40x8xbf16>) outs(%83 : tensor<9x8xf32>) -> tensor<9x8xf32>
    %85 = tensor.empty() : tensor<9x8xbf16>
    %86 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%84 : tensor<9x8xf32>) outs(%85 : tensor<9x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<9x8xbf16>
    %87 = linalg.matmul ins(%collapsed_29, %arg5 : tensor<40x9xbf16>, tensor<9x8xbf16>) outs(%26 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %88 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%87 : tensor<40x8xf32>) outs(%28 : tensor<40x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x8xbf16>
    %expanded_31 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xbf16> into tensor<8x5x8xbf16>
    %89 = tensor.empty() : tensor<8x40xbf16>
    %transposed_32 = linalg.transpose ins(%88 : tensor<40x8xbf16>) outs(%89 : tensor<8x40xbf16>) permutation = [1, 0] 
    %90 = tensor.empty() : tensor<8x8xf32>
    %91 = linalg.fill ins(%cst_1 : f32) outs(%90 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %92 = linalg.matmul ins(%transposed_32, %collapsed_17 : tensor<8x40xbf16>, tensor<40x8xbf16>) outs(%91 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%92 : tensor<8x8xf32>) outs(%24 : tensor<8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<8x8xbf16>
    %94 = linalg.matmul ins(%88, %arg4 : tensor<40x8xbf16>, tensor<8x8xbf16>) outs(%26 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<40x8xf32>) outs(%28 : tensor<40x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x8xbf16>
    %expanded_33 = tensor.expand_shape %95 [[0, 1], [2, 3]] output_shape [8, 5, 2, 4] : tensor<40x8xbf16> into tensor<8x5x2x4xbf16>
    %96 = tensor.empty() : tensor<8x2x5x4xbf16>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<8x5x2x4xbf16>) outs(%96 : tensor<8x2x5x4xbf16>) permutation = [0, 2, 1, 3] 
    %97:3 = "nn.attention_gradient"(%collapsed_12, %collapsed_13, %collapsed_14, %23#0, %23#1, %transposed_34) {causal, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 0, 0, 0>, scale = 5.000000e-01 : f64} : (tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>, tensor<8x2x5xf32>, tensor<8x2x5x4xbf16>) -> (tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>, tensor<8x2x5x4xbf16>)
    %expanded_35 = tensor.expand_shape %97#0 [[0, 1], [2], [3], [4]] output_shape [1, 8, 2, 5, 4] : tensor<8x2x5x4xbf16> into tensor<1x8x2x5x4xbf16>
    %expanded_36 = tensor.expand_shape %97#1 [[0, 1], [2], [3], [4]] output_shape [1, 8, 2, 5, 4] : tensor<8x2x5x4xbf16> into tensor<1x8x2x5x4xbf16>
    %expanded_37 = tensor.expand_shape %97#2 [[0, 1], [2], [3], [4]] output_shape [1, 8, 2, 5, 4] : tensor<8x2x5x4xbf16> into tensor<1x8x2x5x4xbf16>
    %concat = tensor.concat dim(0) %expanded_35, %expanded_36, %expanded_37 : (tensor<1x8x2x5x4xbf16>, tensor<1x8x2x5x4xbf16>, tensor<1x8x2x5x4xbf16>) -> tensor<3x8x2x5x4xbf16>
    %98 = tensor.empty() : tensor<8x5x3x2x4xbf16>
    %transposed_38 = linalg.transpose ins(%concat : tensor<3x8x2x5x4xbf16>) outs(%98 : tensor<8x5x3x2x4xbf16>) permutation = [1, 3, 0, 2, 4] 
    %collapsed_39 = tensor.collapse_shape %transposed_38 [[0, 1], [2, 3, 4]] : tensor<8x5x3x2x4xbf16> into tensor<40x24xbf16>
    %99 = tensor.empty() : tensor<24x40xbf16>
    %transposed_40 = linalg.transpose ins(%collapsed_39 : tensor<40x24xbf16>) outs(%99 : tensor<24x40xbf16>) permutation = [1, 0] 
    %100 = tensor.empty() : tensor<24x8xf32>
    %101 = linalg.fill ins(%cst_1 : f32) outs(%100 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %102 = linalg.matmul ins(%transposed_40, %collapsed : tensor<24x40xbf16>, tensor<40x8xbf16>) outs(%101 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %103 = tensor.empty() : tensor<24x8xbf16>
    %104 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<24x8xf32>) outs(%103 : tensor<24x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<24x8xbf16>
    %105 = linalg.matmul ins(%collapsed_39, %arg3 : tensor<40x24xbf16>, tensor<24x8xbf16>) outs(%26 : tensor<40x8xf32>) -> tensor<40x8xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<40x8xf32>) outs(%28 : tensor<40x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<40x8xbf16>
    %expanded_41 = tensor.expand_shape %106 [[0, 1], [2]] output_shape [8, 5, 8] : tensor<40x8xbf16> into tensor<8x5x8xbf16>
    %107 = tensor.empty() : tensor<8x5x8xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_41 : tensor<8x5x8xbf16>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<8x5x8xbf16>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %110 = tensor.empty() : tensor<8xf32>
    %111 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg1 : tensor<8xbf16>) outs(%110 : tensor<8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<8xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %5 : tensor<8x5x8xf32>, tensor<8x5x1xbf16>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: bf16, %out: f32):
      %136 = arith.extf %in_42 : bf16 to f32
      %137 = arith.subf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<8x5x8xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %11 : tensor<8x5x8xf32>, tensor<8x5x1xbf16>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: bf16, %out: f32):
      %136 = arith.extf %in_42 : bf16 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<8x5x8xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %111 : tensor<8x5x8xf32>, tensor<8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.mulf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<8x5x8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.mulf %in, %cst_7 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %116 = tensor.empty() : tensor<8x5x1xf32>
    %117 = linalg.fill ins(%cst_1 : f32) outs(%116 : tensor<8x5x1xf32>) -> tensor<8x5x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%114 : tensor<8x5x8xf32>) outs(%117 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %113 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.mulf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<8x5x8xf32>) outs(%117 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %120 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.mulf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %118 : tensor<8x5x8xf32>, tensor<8x5x1xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.subf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %121 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.subf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<8x5x1xbf16>) outs(%2 : tensor<8x5x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.divf %in, %cst_6 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x1xbf16>
    %125 = linalg.generic {indexing_maps = [#map2, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %123 : tensor<8x5x1xbf16>, tensor<8x5x8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: bf16, %in_42: f32, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      %137 = arith.mulf %136, %in_42 : f32
      linalg.yield %137 : f32
    } -> tensor<8x5x8xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %113 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%107 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_42: f32, %out: f32):
      %136 = arith.mulf %in, %in_42 : f32
      linalg.yield %136 : f32
    } -> tensor<8x5x8xf32>
    %127 = linalg.fill ins(%cst_1 : f32) outs(%110 : tensor<8xf32>) -> tensor<8xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%126 : tensor<8x5x8xf32>) outs(%127 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<8xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%108 : tensor<8x5x8xf32>) outs(%127 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<8xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<8x5x8xf32>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %131 = tensor.empty() : tensor<8xbf16>
    %132 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%128 : tensor<8xf32>) outs(%131 : tensor<8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<8xbf16>
    %133 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%129 : tensor<8xf32>) outs(%131 : tensor<8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<8xbf16>
    %134 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %130 : tensor<8x5x8xbf16>, tensor<8x5x8xbf16>) outs(%0 : tensor<8x5x8xbf16>) {
    ^bb0(%in: bf16, %in_42: bf16, %out: bf16):
      %136 = arith.addf %in, %in_42 : bf16
      linalg.yield %136 : bf16
    } -> tensor<8x5x8xbf16>
    %135 = "nn.scatter_add"(%cst, %arg6, %134) {axis = 0 : i64} : (tensor<9x8xbf16>, tensor<8x5xi64>, tensor<8x5x8xbf16>) -> tensor<9x8xbf16>
    return %64, %135, %132, %133, %104, %93, %86 : tensor<f32>, tensor<9x8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<24x8xbf16>, tensor<8x8xbf16>, tensor<9x8xbf16>
  }
}
