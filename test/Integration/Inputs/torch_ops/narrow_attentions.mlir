#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> ()>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<2x4x5x8xf32> {sbp.name = "query"},
    %arg1: tensor<2x2x5x8xf32> {sbp.name = "key"},
    %arg2: tensor<5x5xf32> {sbp.name = "mask"}) -> (tensor<2x4x5x8xf32> {sbp.name = "result.0"}, tensor<2x4x5x8xf32> {sbp.name = "result.1"}, tensor<2x4x5x8xf32> {sbp.name = "result.2"}, tensor<2x4x5x8xf32> {sbp.name = "result.3"}, tensor<2x4x3x8xf32> {sbp.name = "result.4"}, tensor<2x4x5x8xf32> {sbp.name = "result.5"}) {
    %c0_i64 = arith.constant 0 : i64
    %false = arith.constant false
    %cst = arith.constant dense<true> : tensor<5x3xi1>
    %cst_0 = arith.constant dense<true> : tensor<3x5xi1>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<-6.550400e+04> : tensor<f32>
    %cst_4 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x4x5x8xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x4x5x8xf32>) outs(%0 : tensor<2x4x5x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<2x4x5x8xf16>
    %2 = tensor.empty() : tensor<2x2x5x8xf16>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x5x8xf32>) outs(%2 : tensor<2x2x5x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<2x2x5x8xf16>
    %4 = tensor.empty() : tensor<5x5xf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<5x5xf32>) outs(%4 : tensor<5x5xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<5x5xf16>
    %6 = tensor.empty() : tensor<5x5xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<5x5xf32>) outs(%6 : tensor<5x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %51 = arith.cmpf ogt, %in, %cst_4 : f32
      linalg.yield %51 : i1
    } -> tensor<5x5xi1>
    %8 = tensor.empty() : tensor<5x1xi1>
    %9 = linalg.fill ins(%false : i1) outs(%8 : tensor<5x1xi1>) -> tensor<5x1xi1>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<5x5xi1>) outs(%9 : tensor<5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %51 = arith.ori %in, %out : i1
      linalg.yield %51 : i1
    } -> tensor<5x1xi1>
    %11 = tensor.empty() : tensor<5x5xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map3, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %cst_2, %cst_3 : tensor<5x5xi1>, tensor<f32>, tensor<f32>) outs(%11 : tensor<5x5xf32>) {
    ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
      %51 = arith.select %in, %in_12, %in_13 : f32
      linalg.yield %51 : f32
    } -> tensor<5x5xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<5x5xf32>) outs(%4 : tensor<5x5xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<5x5xf16>
    %expanded = tensor.expand_shape %13 [[0, 1, 2], [3]] output_shape [1, 1, 5, 5] : tensor<5x5xf16> into tensor<1x1x5x5xf16>
    %14:2 = "nn.attention"(%1, %1, %1, %expanded) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 0.35355339059327373 : f64} : (tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<1x1x5x5xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x4x5xf32>)
    %15 = linalg.generic {indexing_maps = [#map4, #map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %14#0, %cst_1 : tensor<5x1xi1>, tensor<2x4x5x8xf16>, tensor<f16>) outs(%0 : tensor<2x4x5x8xf16>) {
    ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
      %51 = arith.select %in, %in_12, %in_13 : f16
      linalg.yield %51 : f16
    } -> tensor<2x4x5x8xf16>
    %expanded_5 = tensor.expand_shape %5 [[0, 1, 2], [3]] output_shape [1, 1, 5, 5] : tensor<5x5xf16> into tensor<1x1x5x5xf16>
    %extracted_slice = tensor.extract_slice %1[0, 0, 0, 0] [2, 4, 3, 8] [1, 1, 1, 1] : tensor<2x4x5x8xf16> to tensor<2x4x3x8xf16>
    %16 = tensor.empty() : tensor<5xi64>
    %17 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%16 : tensor<5xi64>) {
    ^bb0(%out: i64):
      %51 = linalg.index 0 : index
      %52 = arith.index_cast %51 : index to i64
      linalg.yield %52 : i64
    } -> tensor<5xi64>
    %expanded_6 = tensor.expand_shape %17 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
    %18 = tensor.empty() : tensor<3xi64>
    %19 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%18 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %51 = linalg.index 0 : index
      %52 = arith.index_cast %51 : index to i64
      linalg.yield %52 : i64
    } -> tensor<3xi64>
    %expanded_7 = tensor.expand_shape %19 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %20 = tensor.empty() : tensor<3x5xi64>
    %21 = linalg.generic {indexing_maps = [#map7, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_6, %expanded_7 : tensor<1x5xi64>, tensor<3x1xi64>) outs(%20 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %in_12: i64, %out: i64):
      %51 = arith.subi %in, %in_12 : i64
      linalg.yield %51 : i64
    } -> tensor<3x5xi64>
    %22 = tensor.empty() : tensor<3x5xi1>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<3x5xi64>) outs(%22 : tensor<3x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %51 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %51 : i1
    } -> tensor<3x5xi1>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23, %cst_0 : tensor<3x5xi1>, tensor<3x5xi1>) outs(%22 : tensor<3x5xi1>) {
    ^bb0(%in: i1, %in_12: i1, %out: i1):
      %51 = arith.andi %in, %in_12 : i1
      linalg.yield %51 : i1
    } -> tensor<3x5xi1>
    %25 = tensor.empty() : tensor<3x5xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map3, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %cst_2, %cst_3 : tensor<3x5xi1>, tensor<f32>, tensor<f32>) outs(%25 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
      %51 = arith.select %in, %in_12, %in_13 : f32
      linalg.yield %51 : f32
    } -> tensor<3x5xf32>
    %27 = tensor.empty() : tensor<3x5xf16>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<3x5xf32>) outs(%27 : tensor<3x5xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<3x5xf16>
    %expanded_8 = tensor.expand_shape %28 [[0, 1, 2], [3]] output_shape [1, 1, 3, 5] : tensor<3x5xf16> into tensor<1x1x3x5xf16>
    %expanded_9 = tensor.expand_shape %19 [[0, 1]] output_shape [1, 3] : tensor<3xi64> into tensor<1x3xi64>
    %expanded_10 = tensor.expand_shape %17 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64>
    %29 = tensor.empty() : tensor<5x3xi64>
    %30 = linalg.generic {indexing_maps = [#map7, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_9, %expanded_10 : tensor<1x3xi64>, tensor<5x1xi64>) outs(%29 : tensor<5x3xi64>) {
    ^bb0(%in: i64, %in_12: i64, %out: i64):
      %51 = arith.subi %in, %in_12 : i64
      linalg.yield %51 : i64
    } -> tensor<5x3xi64>
    %31 = tensor.empty() : tensor<5x3xi1>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<5x3xi64>) outs(%31 : tensor<5x3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %51 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %51 : i1
    } -> tensor<5x3xi1>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %cst : tensor<5x3xi1>, tensor<5x3xi1>) outs(%31 : tensor<5x3xi1>) {
    ^bb0(%in: i1, %in_12: i1, %out: i1):
      %51 = arith.andi %in, %in_12 : i1
      linalg.yield %51 : i1
    } -> tensor<5x3xi1>
    %34 = tensor.empty() : tensor<5x3xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map3, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %cst_2, %cst_3 : tensor<5x3xi1>, tensor<f32>, tensor<f32>) outs(%34 : tensor<5x3xf32>) {
    ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
      %51 = arith.select %in, %in_12, %in_13 : f32
      linalg.yield %51 : f32
    } -> tensor<5x3xf32>
    %36 = tensor.empty() : tensor<5x3xf16>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<5x3xf32>) outs(%36 : tensor<5x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %51 = arith.truncf %in : f32 to f16
      linalg.yield %51 : f16
    } -> tensor<5x3xf16>
    %expanded_11 = tensor.expand_shape %37 [[0, 1, 2], [3]] output_shape [1, 1, 5, 3] : tensor<5x3xf16> into tensor<1x1x5x3xf16>
    %38 = tensor.empty() : tensor<2x4x5x8xf32>
    %39:2 = "nn.attention"(%1, %1, %1) {causal, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, scale = 0.35355339059327373 : f64} : (tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x4x5xf32>)
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39#0 : tensor<2x4x5x8xf16>) outs(%38 : tensor<2x4x5x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x8xf32>
    %41:2 = "nn.attention"(%1, %3, %3) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, scale = 0.35355339059327373 : f64} : (tensor<2x4x5x8xf16>, tensor<2x2x5x8xf16>, tensor<2x2x5x8xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x4x5xf32>)
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41#0 : tensor<2x4x5x8xf16>) outs(%38 : tensor<2x4x5x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x8xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x4x5x8xf16>) outs(%38 : tensor<2x4x5x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x8xf32>
    %44:2 = "nn.attention"(%1, %1, %1, %expanded_5) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 3.000000e-01 : f64} : (tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<1x1x5x5xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x4x5xf32>)
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44#0 : tensor<2x4x5x8xf16>) outs(%38 : tensor<2x4x5x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x8xf32>
    %46 = tensor.empty() : tensor<2x4x3x8xf32>
    %47:2 = "nn.attention"(%extracted_slice, %1, %1, %expanded_8) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 0.35355339059327373 : f64} : (tensor<2x4x3x8xf16>, tensor<2x4x5x8xf16>, tensor<2x4x5x8xf16>, tensor<1x1x3x5xf16>) -> (tensor<2x4x3x8xf16>, tensor<2x4x3xf32>)
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47#0 : tensor<2x4x3x8xf16>) outs(%46 : tensor<2x4x3x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x3x8xf32>
    %49:2 = "nn.attention"(%1, %extracted_slice, %extracted_slice, %expanded_11) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>, scale = 0.35355339059327373 : f64} : (tensor<2x4x5x8xf16>, tensor<2x4x3x8xf16>, tensor<2x4x3x8xf16>, tensor<1x1x5x3xf16>) -> (tensor<2x4x5x8xf16>, tensor<2x4x5xf32>)
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49#0 : tensor<2x4x5x8xf16>) outs(%38 : tensor<2x4x5x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %51 = arith.extf %in : f16 to f32
      linalg.yield %51 : f32
    } -> tensor<2x4x5x8xf32>
    return %40, %42, %43, %45, %48, %50 : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>
  }
}
