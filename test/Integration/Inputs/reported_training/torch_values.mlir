#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> ()>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0) -> ()>
#map11 = affine_map<(d0, d1) -> (d0)>
#map12 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map14 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map15 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map16 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @main(%arg0: tensor<4x6xf32> {sbp.name = "x"},
    %arg1: tensor<81xf64> {sbp.name = "wide"},
    %arg2: tensor<1x1x4x2xf32> {sbp.name = "q"},
    %arg3: tensor<1x1x4x2xbf16> {sbp.name = "narrow"},
    %arg4: tensor<4x4xi1> {sbp.name = "mask"},
    %arg5: tensor<4xi64> {sbp.name = "index"},
    %arg6: tensor<5xi64> {sbp.name = "experts"},
    %arg7: tensor<4xi8> {sbp.name = "image"}) -> (tensor<81xf64> {sbp.name = "gelu"}, tensor<1x1x4x2xf32> {sbp.name = "masked"}, tensor<1x1x4x2xbf16> {sbp.name = "masked_bf16"}, tensor<4xi32> {sbp.name = "histc"}, tensor<4xi64> {sbp.name = "bincount"}, tensor<4x2xi64> {sbp.name = "topk"}, tensor<4x6xf32> {sbp.name = "cumprod"}, tensor<2x6xf32> {sbp.name = "scatter_amax"}, tensor<4x6xf32> {sbp.name = "erfc"}, tensor<4x6xf32> {sbp.name = "fmod"}, tensor<4xf32> {sbp.name = "median"}, tensor<4xf32> {sbp.name = "kthvalue"}, tensor<4x6xf32> {sbp.name = "logcumsumexp"}, tensor<4xf32> {sbp.name = "uint8"}) {
    %cst = arith.constant dense<3.000000e-01> : tensor<4x6xf32>
    %false = arith.constant false
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 4.471500e-02 : f64
    %cst_2 = arith.constant 0.79788456080286541 : f64
    %cst_3 = arith.constant 5.000000e-01 : f64
    %cst_4 = arith.constant 0.70710678118654746 : f64
    %cst_5 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_8 = arith.constant dense<0.000000e+00> : tensor<2x6xf32>
    %cst_9 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_10 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_11 = arith.constant 1.000000e+00 : f64
    %cst_12 = arith.constant 3.000000e+00 : f32
    %cst_13 = arith.constant 4.000000e+00 : f32
    %cst_14 = arith.constant dense<1.000000e+00> : tensor<4x1xf32>
    %cst_15 = arith.constant dense<1.000000e+00> : tensor<4x2xf32>
    %cst_16 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
    %cst_17 = arith.constant 2.550000e+02 : f32
    %c4_i64 = arith.constant 4 : i64
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst_18 = arith.constant 0.000000e+00 : f32
    %cst_19 = arith.constant dense<0.000000e+00> : tensor<5xf32>
    %cst_20 = arith.constant dense<1.000000e+00> : tensor<5x1xf32>
    %cst_21 = arith.constant dense<4> : tensor<i64>
    %cst_22 = arith.constant dense<0> : tensor<5xi64>
    %cst_23 = arith.constant dense<1> : tensor<5x1xi64>
    %0 = tensor.empty() : tensor<81xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %out: f64):
      %104 = arith.mulf %in, %cst_1 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg1 : tensor<81xf64>, tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %104 = arith.mulf %in, %in_50 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %arg1 : tensor<81xf64>, tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %104 = arith.mulf %in, %in_50 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %3 : tensor<81xf64>, tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %104 = arith.addf %in, %in_50 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %out: f64):
      %104 = arith.mulf %in, %cst_2 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %out: f64):
      %104 = arith.mulf %in, %cst_3 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %out: f64):
      %104 = math.tanh %in : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %out: f64):
      %104 = arith.addf %in, %cst_11 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %8 : tensor<81xf64>, tensor<81xf64>) outs(%0 : tensor<81xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %104 = arith.mulf %in, %in_50 : f64
      linalg.yield %104 : f64
    } -> tensor<81xf64>
    %10 = tensor.empty() : tensor<1x1x2x4xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<1x1x4x2xf32>) outs(%10 : tensor<1x1x2x4xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg2 [[0], [1, 2], [3]] : tensor<1x1x4x2xf32> into tensor<1x4x2xf32>
    %collapsed_24 = tensor.collapse_shape %transposed [[0], [1, 2], [3]] : tensor<1x1x2x4xf32> into tensor<1x2x4xf32>
    %11 = tensor.empty() : tensor<1x4x4xf32>
    %12 = linalg.fill ins(%cst_18 : f32) outs(%11 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    %13 = linalg.batch_matmul ins(%collapsed, %collapsed_24 : tensor<1x4x2xf32>, tensor<1x2x4xf32>) outs(%12 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    %expanded = tensor.expand_shape %13 [[0], [1, 2], [3]] output_shape [1, 1, 4, 4] : tensor<1x4x4xf32> into tensor<1x1x4x4xf32>
    %14 = tensor.empty() : tensor<1x1x4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x4x4xf32>) outs(%14 : tensor<1x1x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = arith.truncf %cst_4 : f64 to f32
      %105 = arith.mulf %in, %104 : f32
      linalg.yield %105 : f32
    } -> tensor<1x1x4x4xf32>
    %16 = tensor.empty() : tensor<4x1xi1>
    %17 = linalg.fill ins(%false : i1) outs(%16 : tensor<4x1xi1>) -> tensor<4x1xi1>
    %18 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction"]} ins(%arg4 : tensor<4x4xi1>) outs(%17 : tensor<4x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %104 = arith.ori %in, %out : i1
      linalg.yield %104 : i1
    } -> tensor<4x1xi1>
    %19 = linalg.generic {indexing_maps = [#map4, #map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4, %15, %cst_5 : tensor<4x4xi1>, tensor<1x1x4x4xf32>, tensor<f32>) outs(%14 : tensor<1x1x4x4xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x4xf32>
    %20 = tensor.empty() : tensor<1x1x4xi64>
    %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : tensor<1x1x4xi64>) -> tensor<1x1x4xi64>
    %22 = tensor.empty() : tensor<1x1x4xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
    %24:2 = linalg.generic {indexing_maps = [#map1, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<1x1x4x4xf32>) outs(%23, %21 : tensor<1x1x4xf32>, tensor<1x1x4xi64>) {
    ^bb0(%in: f32, %out: f32, %out_50: i64):
      %104 = linalg.index 3 : index
      %105 = arith.index_cast %104 : index to i64
      %106 = arith.maximumf %in, %out : f32
      %107 = arith.cmpf ogt, %in, %out : f32
      %108 = arith.select %107, %105, %out_50 : i64
      linalg.yield %106, %108 : f32, i64
    } -> (tensor<1x1x4xf32>, tensor<1x1x4xi64>)
    %expanded_25 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [1, 1, 4, 1] : tensor<1x1x4xf32> into tensor<1x1x4x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_25 : tensor<1x1x4x4xf32>, tensor<1x1x4x1xf32>) outs(%14 : tensor<1x1x4x4xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %104 = arith.subf %in, %in_50 : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x4x4xf32>) outs(%14 : tensor<1x1x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = math.exp %in : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x4xf32>
    %27 = tensor.empty() : tensor<1x1x4x1xf32>
    %28 = linalg.fill ins(%cst_18 : f32) outs(%27 : tensor<1x1x4x1xf32>) -> tensor<1x1x4x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26 : tensor<1x1x4x4xf32>) outs(%28 : tensor<1x1x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = arith.addf %in, %out : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<1x1x4x4xf32>, tensor<1x1x4x1xf32>) outs(%14 : tensor<1x1x4x4xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %104 = arith.divf %in, %in_50 : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x4xf32>
    %collapsed_26 = tensor.collapse_shape %30 [[0], [1, 2], [3]] : tensor<1x1x4x4xf32> into tensor<1x4x4xf32>
    %31 = tensor.empty() : tensor<1x4x2xf32>
    %32 = linalg.fill ins(%cst_18 : f32) outs(%31 : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
    %33 = linalg.batch_matmul ins(%collapsed_26, %collapsed : tensor<1x4x4xf32>, tensor<1x4x2xf32>) outs(%32 : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
    %expanded_27 = tensor.expand_shape %33 [[0], [1, 2], [3]] output_shape [1, 1, 4, 2] : tensor<1x4x2xf32> into tensor<1x1x4x2xf32>
    %34 = tensor.empty() : tensor<1x1x4x2xf32>
    %35 = linalg.generic {indexing_maps = [#map8, #map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_27, %cst_6 : tensor<4x1xi1>, tensor<1x1x4x2xf32>, tensor<f32>) outs(%34 : tensor<1x1x4x2xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<1x1x4x2xf32>
    %36 = tensor.empty() : tensor<4x4xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map9, #map9, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg4, %cst_6, %cst_5 : tensor<4x4xi1>, tensor<f32>, tensor<f32>) outs(%36 : tensor<4x4xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<4x4xf32>
    %38 = tensor.empty() : tensor<4x4xbf16>
    %39 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<4x4xf32>) outs(%38 : tensor<4x4xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %104 = arith.truncf %in : f32 to bf16
      linalg.yield %104 : bf16
    } -> tensor<4x4xbf16>
    %expanded_28 = tensor.expand_shape %39 [[0, 1, 2], [3]] output_shape [1, 1, 4, 4] : tensor<4x4xbf16> into tensor<1x1x4x4xbf16>
    %40 = tensor.empty() : tensor<1x1x4x2xbf16>
    %41:2 = "nn.attention"(%arg3, %arg3, %arg3, %expanded_28) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 0.70710678118654746 : f64} : (tensor<1x1x4x2xbf16>, tensor<1x1x4x2xbf16>, tensor<1x1x4x2xbf16>, tensor<1x1x4x4xbf16>) -> (tensor<1x1x4x2xbf16>, tensor<1x1x4xf32>)
    %42 = linalg.generic {indexing_maps = [#map8, #map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %41#0, %cst_7 : tensor<4x1xi1>, tensor<1x1x4x2xbf16>, tensor<bf16>) outs(%40 : tensor<1x1x4x2xbf16>) {
    ^bb0(%in: i1, %in_50: bf16, %in_51: bf16, %out: bf16):
      %104 = arith.select %in, %in_50, %in_51 : bf16
      linalg.yield %104 : bf16
    } -> tensor<1x1x4x2xbf16>
    %43 = tensor.empty() : tensor<5xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<5xi64>) outs(%43 : tensor<5xf32>) {
    ^bb0(%in: i64, %out: f32):
      %104 = arith.sitofp %in : i64 to f32
      linalg.yield %104 : f32
    } -> tensor<5xf32>
    %45 = tensor.empty() : tensor<5xi1>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<5xf32>) outs(%45 : tensor<5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %104 = arith.cmpf oge, %in, %cst_18 : f32
      linalg.yield %104 : i1
    } -> tensor<5xi1>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<5xf32>) outs(%45 : tensor<5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %104 = arith.cmpf ole, %in, %cst_12 : f32
      linalg.yield %104 : i1
    } -> tensor<5xi1>
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%46, %47 : tensor<5xi1>, tensor<5xi1>) outs(%45 : tensor<5xi1>) {
    ^bb0(%in: i1, %in_50: i1, %out: i1):
      %104 = arith.andi %in, %in_50 : i1
      linalg.yield %104 : i1
    } -> tensor<5xi1>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<5xf32>) outs(%43 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = arith.divf %in, %cst_12 : f32
      linalg.yield %104 : f32
    } -> tensor<5xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%49 : tensor<5xf32>) outs(%43 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = arith.mulf %in, %cst_13 : f32
      linalg.yield %104 : f32
    } -> tensor<5xf32>
    %51 = tensor.empty() : tensor<5xi64>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%50 : tensor<5xf32>) outs(%51 : tensor<5xi64>) {
    ^bb0(%in: f32, %out: i64):
      %104 = arith.fptosi %in : f32 to i64
      linalg.yield %104 : i64
    } -> tensor<5xi64>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%52 : tensor<5xi64>) outs(%51 : tensor<5xi64>) {
    ^bb0(%in: i64, %out: i64):
      %104 = arith.maxsi %in, %c0_i64 : i64
      %105 = arith.minsi %104, %c3_i64 : i64
      linalg.yield %105 : i64
    } -> tensor<5xi64>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map10, #map], iterator_types = ["parallel"]} ins(%48, %53, %cst_21 : tensor<5xi1>, tensor<5xi64>, tensor<i64>) outs(%51 : tensor<5xi64>) {
    ^bb0(%in: i1, %in_50: i64, %in_51: i64, %out: i64):
      %104 = arith.select %in, %in_50, %in_51 : i64
      linalg.yield %104 : i64
    } -> tensor<5xi64>
    %expanded_29 = tensor.expand_shape %54 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
    %extracted_slice = tensor.extract_slice %expanded_29[0, 0] [5, 1] [1, 1] : tensor<5x1xi64> to tensor<5x1xi64>
    %collapsed_30 = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<5x1xi64> into tensor<5xi64>
    %collapsed_31 = tensor.collapse_shape %cst_20 [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
    %55 = "nn.scatter_add"(%cst_19, %collapsed_30, %collapsed_31) {axis = 0 : i64} : (tensor<5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<5xf32>
    %extracted_slice_32 = tensor.extract_slice %55[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %56 = tensor.empty() : tensor<4xi32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_32 : tensor<4xf32>) outs(%56 : tensor<4xi32>) {
    ^bb0(%in: f32, %out: i32):
      %104 = arith.fptosi %in : f32 to i32
      linalg.yield %104 : i32
    } -> tensor<4xi32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<5xi64>) outs(%51 : tensor<5xi64>) {
    ^bb0(%in: i64, %out: i64):
      %104 = arith.minsi %in, %c4_i64 : i64
      linalg.yield %104 : i64
    } -> tensor<5xi64>
    %expanded_33 = tensor.expand_shape %58 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
    %extracted_slice_34 = tensor.extract_slice %expanded_33[0, 0] [5, 1] [1, 1] : tensor<5x1xi64> to tensor<5x1xi64>
    %collapsed_35 = tensor.collapse_shape %extracted_slice_34 [[0, 1]] : tensor<5x1xi64> into tensor<5xi64>
    %collapsed_36 = tensor.collapse_shape %cst_23 [[0, 1]] : tensor<5x1xi64> into tensor<5xi64>
    %59 = "nn.scatter_add"(%cst_22, %collapsed_35, %collapsed_36) {axis = 0 : i64} : (tensor<5xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
    %extracted_slice_37 = tensor.extract_slice %59[0] [4] [1] : tensor<5xi64> to tensor<4xi64>
    %60 = tensor.empty() : tensor<4x6xi64>
    %61 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%60 : tensor<4x6xi64>) {
    ^bb0(%out: i64):
      %104 = linalg.index 1 : index
      %105 = arith.index_cast %104 : index to i64
      linalg.yield %105 : i64
    } -> tensor<4x6xi64>
    %62:2 = "nn.top_k"(%arg0) {axis = 1 : i64, k = 2 : i64} : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
    %63 = tensor.empty() : tensor<4x2xi64>
    %64 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%63 : tensor<4x2xi64>) {
    ^bb0(%out: i64):
      %104 = linalg.index 1 : index
      %105 = arith.index_cast %104 : index to i64
      linalg.yield %105 : i64
    } -> tensor<4x2xi64>
    %65:2 = "nn.sort"(%62#1) {axis = 1 : i64} : (tensor<4x2xi64>) -> (tensor<4x2xi64>, tensor<4x2xi64>)
    %extracted_slice_38 = tensor.extract_slice %arg0[0, 0] [4, 5] [1, 1] : tensor<4x6xf32> to tensor<4x5xf32>
    %concat = tensor.concat dim(1) %cst_14, %extracted_slice_38 : (tensor<4x1xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
    %66 = tensor.empty() : tensor<4x6xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0, %concat : tensor<4x6xf32>, tensor<4x6xf32>) outs(%66 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %104 = arith.mulf %in, %in_50 : f32
      linalg.yield %104 : f32
    } -> tensor<4x6xf32>
    %extracted_slice_39 = tensor.extract_slice %67[0, 0] [4, 4] [1, 1] : tensor<4x6xf32> to tensor<4x4xf32>
    %concat_40 = tensor.concat dim(1) %cst_15, %extracted_slice_39 : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x6xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%67, %concat_40 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%66 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %104 = arith.mulf %in, %in_50 : f32
      linalg.yield %104 : f32
    } -> tensor<4x6xf32>
    %extracted_slice_41 = tensor.extract_slice %68[0, 0] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
    %concat_42 = tensor.concat dim(1) %cst_16, %extracted_slice_41 : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x6xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%68, %concat_42 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%66 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %104 = arith.mulf %in, %in_50 : f32
      linalg.yield %104 : f32
    } -> tensor<4x6xf32>
    %70 = linalg.generic {indexing_maps = [#map11, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<4xi64>) outs(%60 : tensor<4x6xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x6xi64>
    %expanded_43 = tensor.expand_shape %70 [[0, 1], [2]] output_shape [1, 4, 6] : tensor<4x6xi64> into tensor<1x4x6xi64>
    %71 = tensor.empty() : tensor<2xi64>
    %72 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%71 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %104 = linalg.index 0 : index
      %105 = arith.index_cast %104 : index to i64
      linalg.yield %105 : i64
    } -> tensor<2xi64>
    %expanded_44 = tensor.expand_shape %72 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xi64> into tensor<2x1x1xi64>
    %73 = tensor.empty() : tensor<2x4x6xi1>
    %74 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %expanded_44 : tensor<1x4x6xi64>, tensor<2x1x1xi64>) outs(%73 : tensor<2x4x6xi1>) {
    ^bb0(%in: i64, %in_50: i64, %out: i1):
      %104 = arith.cmpi eq, %in, %in_50 : i64
      linalg.yield %104 : i1
    } -> tensor<2x4x6xi1>
    %expanded_45 = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 4, 6] : tensor<4x6xf32> into tensor<1x4x6xf32>
    %75 = tensor.empty() : tensor<2x6xi64>
    %76 = linalg.fill ins(%c0_i64 : i64) outs(%75 : tensor<2x6xi64>) -> tensor<2x6xi64>
    %77 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "reduction", "parallel"]} ins(%74 : tensor<2x4x6xi1>) outs(%76 : tensor<2x6xi64>) {
    ^bb0(%in: i1, %out: i64):
      %104 = arith.extui %in : i1 to i64
      %105 = arith.addi %104, %out : i64
      linalg.yield %105 : i64
    } -> tensor<2x6xi64>
    %78 = tensor.empty() : tensor<2x4x6xf32>
    %79 = linalg.generic {indexing_maps = [#map14, #map12, #map16, #map14], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %expanded_45, %cst_9 : tensor<2x4x6xi1>, tensor<1x4x6xf32>, tensor<f32>) outs(%78 : tensor<2x4x6xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<2x4x6xf32>
    %80 = tensor.empty() : tensor<2x6xf32>
    %81 = linalg.fill ins(%cst_0 : f32) outs(%80 : tensor<2x6xf32>) -> tensor<2x6xf32>
    %82:2 = linalg.generic {indexing_maps = [#map14, #map15, #map15], iterator_types = ["parallel", "reduction", "parallel"]} ins(%79 : tensor<2x4x6xf32>) outs(%81, %76 : tensor<2x6xf32>, tensor<2x6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_50: i64):
      %104 = linalg.index 1 : index
      %105 = arith.index_cast %104 : index to i64
      %106 = arith.maximumf %in, %out : f32
      %107 = arith.cmpf ogt, %in, %out : f32
      %108 = arith.select %107, %105, %out_50 : i64
      linalg.yield %106, %108 : f32, i64
    } -> (tensor<2x6xf32>, tensor<2x6xi64>)
    %83 = tensor.empty() : tensor<2x6xi1>
    %84 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<2x6xi64>) outs(%83 : tensor<2x6xi1>) {
    ^bb0(%in: i64, %out: i1):
      %104 = arith.cmpi sgt, %in, %c0_i64 : i64
      linalg.yield %104 : i1
    } -> tensor<2x6xi1>
    %85 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%84, %82#0, %cst_8 : tensor<2x6xi1>, tensor<2x6xf32>, tensor<2x6xf32>) outs(%80 : tensor<2x6xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<2x6xf32>
    %86:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %extracted_slice_46 = tensor.extract_slice %86#0[0, 2] [4, 1] [1, 1] : tensor<4x6xf32> to tensor<4x1xf32>
    %collapsed_47 = tensor.collapse_shape %extracted_slice_46 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    %87 = tensor.empty() : tensor<4x6xi1>
    %88 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%87 : tensor<4x6xi1>) {
    ^bb0(%in: f32, %in_50: f32, %out: i1):
      %104 = arith.cmpf une, %in, %in_50 : f32
      linalg.yield %104 : i1
    } -> tensor<4x6xi1>
    %89 = tensor.empty() : tensor<4xi1>
    %90 = linalg.fill ins(%false : i1) outs(%89 : tensor<4xi1>) -> tensor<4xi1>
    %91 = linalg.generic {indexing_maps = [#map2, #map11], iterator_types = ["parallel", "reduction"]} ins(%88 : tensor<4x6xi1>) outs(%90 : tensor<4xi1>) {
    ^bb0(%in: i1, %out: i1):
      %104 = arith.ori %in, %out : i1
      linalg.yield %104 : i1
    } -> tensor<4xi1>
    %92 = tensor.empty() : tensor<4xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map10, #map, #map], iterator_types = ["parallel"]} ins(%91, %cst_10, %collapsed_47 : tensor<4xi1>, tensor<f32>, tensor<4xf32>) outs(%92 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_50: f32, %in_51: f32, %out: f32):
      %104 = arith.select %in, %in_50, %in_51 : f32
      linalg.yield %104 : f32
    } -> tensor<4xf32>
    %94:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %extracted_slice_48 = tensor.extract_slice %94#0[0, 1] [4, 1] [1, 1] : tensor<4x6xf32> to tensor<4x1xf32>
    %collapsed_49 = tensor.collapse_shape %extracted_slice_48 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x6xf32>) outs(%66 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = math.exp %in : f32
      linalg.yield %104 : f32
    } -> tensor<4x6xf32>
    %96 = linalg.fill ins(%cst_18 : f32) outs(%66 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %97 = linalg.fill ins(%cst_18 : f32) outs(%92 : tensor<4xf32>) -> tensor<4xf32>
    %98 = "nn.cumsum"(%95) {axis = 1 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %99 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<4x6xf32>) outs(%66 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = math.log %in : f32
      linalg.yield %104 : f32
    } -> tensor<4x6xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<4xi8>) outs(%92 : tensor<4xf32>) {
    ^bb0(%in: i8, %out: f32):
      %104 = arith.uitofp %in : i8 to f32
      linalg.yield %104 : f32
    } -> tensor<4xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%100 : tensor<4xf32>) outs(%92 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %104 = arith.divf %in, %cst_17 : f32
      linalg.yield %104 : f32
    } -> tensor<4xf32>
    %102 = math.erfc %arg0 : tensor<4x6xf32>
    %103 = arith.remf %arg0, %cst : tensor<4x6xf32>
    return %9, %35, %42, %57, %extracted_slice_37, %65#0, %69, %85, %102, %103, %93, %collapsed_49, %99, %101 : tensor<81xf64>, tensor<1x1x4x2xf32>, tensor<1x1x4x2xbf16>, tensor<4xi32>, tensor<4xi64>, tensor<4x2xi64>, tensor<4x6xf32>, tensor<2x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4xf32>
  }
}
