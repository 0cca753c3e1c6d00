#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<() -> ()>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<16x8xf32> {sbp.state = "layers.0.weight"},
    %arg1: tensor<16xf32> {sbp.state = "layers.0.bias"},
    %arg2: tensor<16xf32> {sbp.state = "layers.1.weight"},
    %arg3: tensor<16xf32> {sbp.state = "layers.1.bias"},
    %arg4: tensor<4x16xf32> {sbp.state = "layers.4.weight"},
    %arg5: tensor<4xf32> {sbp.state = "layers.4.bias"},
    %arg6: tensor<16xf32> {sbp.state = "layers.1.running_mean"},
    %arg7: tensor<16xf32> {sbp.state = "layers.1.running_var"},
    %arg8: tensor<i64> {sbp.state = "layers.1.num_batches_tracked"},
    %arg9: tensor<32x8xf32> {sbp.name = "x"},
    %arg10: tensor<32xi64> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<16x8xf32> {sbp.gradient_of = "layers.0.weight", sbp.name = "gradient.layers.0.weight"}, tensor<16xf32> {sbp.gradient_of = "layers.0.bias", sbp.name = "gradient.layers.0.bias"}, tensor<16xf32> {sbp.gradient_of = "layers.1.weight", sbp.name = "gradient.layers.1.weight"}, tensor<16xf32> {sbp.gradient_of = "layers.1.bias", sbp.name = "gradient.layers.1.bias"}, tensor<4x16xf32> {sbp.gradient_of = "layers.4.weight", sbp.name = "gradient.layers.4.weight"}, tensor<4xf32> {sbp.gradient_of = "layers.4.bias", sbp.name = "gradient.layers.4.bias"}, tensor<16xf32> {sbp.state = "layers.1.running_mean"}, tensor<16xf32> {sbp.state = "layers.1.running_var"}, tensor<i64> {sbp.state = "layers.1.num_batches_tracked"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c4 = arith.constant 4 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.032258064516129 : f64
    %cst_4 = arith.constant 9.000000e-01 : f64
    %cst_5 = arith.constant 1.000000e-01 : f64
    %cst_6 = arith.constant 1.000000e-05 : f64
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 3.125000e-02 : f32
    %cst_9 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<8x16xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<16x8xf32>) outs(%0 : tensor<8x16xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<32x16xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %3 = linalg.matmul ins(%arg9, %transposed : tensor<32x8xf32>, tensor<8x16xf32>) outs(%2 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %3 : tensor<16xf32>, tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.addf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %5 = tensor.empty() : tensor<i64>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg8 : tensor<i64>) outs(%5 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %103 = arith.addi %in, %c1_i64 : i64
      linalg.yield %103 : i64
    } -> tensor<i64>
    %7 = tensor.empty() : tensor<1x16xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%4 : tensor<32x16xf32>) outs(%8 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1x16xf32>) outs(%7 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.divf %in, %cst_7 : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %10 : tensor<32x16xf32>, tensor<1x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%12 : tensor<32x16xf32>) outs(%8 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<1x16xf32>) outs(%7 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.divf %in, %cst_7 : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<1x16xf32>) outs(%7 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_6 : f64 to f32
      %104 = arith.addf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<1x16xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<1x16xf32>) outs(%7 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.rsqrt %in : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %16 : tensor<32x16xf32>, tensor<1x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %collapsed = tensor.collapse_shape %10 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %collapsed_10 = tensor.collapse_shape %16 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %18 = tensor.empty() : tensor<16xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_5 : f64 to f32
      %104 = arith.mulf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<16xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg6 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_4 : f64 to f32
      %104 = arith.mulf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<16xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%19, %20 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.addf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %collapsed_11 = tensor.collapse_shape %14 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_3 : f64 to f32
      %104 = arith.mulf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<16xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%22 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_5 : f64 to f32
      %104 = arith.mulf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<16xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_4 : f64 to f32
      %104 = arith.mulf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<16xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%23, %24 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.addf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %arg2 : tensor<32x16xf32>, tensor<16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%26, %arg3 : tensor<32x16xf32>, tensor<16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.addf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.cmpf ugt, %in, %cst : f32
      %104 = arith.select %103, %in, %cst : f32
      linalg.yield %104 : f32
    } -> tensor<32x16xf32>
    %29 = tensor.empty() : tensor<16x4xf32>
    %transposed_12 = linalg.transpose ins(%arg4 : tensor<4x16xf32>) outs(%29 : tensor<16x4xf32>) permutation = [1, 0] 
    %30 = tensor.empty() : tensor<32x4xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %32 = linalg.matmul ins(%28, %transposed_12 : tensor<32x16xf32>, tensor<16x4xf32>) outs(%31 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %32 : tensor<4xf32>, tensor<32x4xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.addf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %34 = tensor.empty() : tensor<32xi64>
    %35 = linalg.fill ins(%c0_i64 : i64) outs(%34 : tensor<32xi64>) -> tensor<32xi64>
    %36 = tensor.empty() : tensor<32xf32>
    %37 = linalg.fill ins(%cst_0 : f32) outs(%36 : tensor<32xf32>) -> tensor<32xf32>
    %38:2 = linalg.generic {indexing_maps = [#map1, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%33 : tensor<32x4xf32>) outs(%37, %35 : tensor<32xf32>, tensor<32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_23: i64):
      %103 = linalg.index 1 : index
      %104 = arith.index_cast %103 : index to i64
      %105 = arith.maximumf %in, %out : f32
      %106 = arith.cmpf ogt, %in, %out : f32
      %107 = arith.select %106, %104, %out_23 : i64
      linalg.yield %105, %107 : f32, i64
    } -> (tensor<32xf32>, tensor<32xi64>)
    %expanded = tensor.expand_shape %38#0 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %expanded : tensor<32x4xf32>, tensor<32x1xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<32x4xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.exp %in : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %41 = tensor.empty() : tensor<32x1xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<32x1xf32>) -> tensor<32x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "reduction"]} ins(%40 : tensor<32x4xf32>) outs(%42 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<32x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<32x1xf32>) outs(%41 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.log %in : f32
      linalg.yield %103 : f32
    } -> tensor<32x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %44 : tensor<32x4xf32>, tensor<32x1xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %46 = tensor.empty() : tensor<32xi1>
    %47 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xi64>) outs(%46 : tensor<32xi1>) {
    ^bb0(%in: i64, %out: i1):
      %103 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %103 : i1
    } -> tensor<32xi1>
    %48 = linalg.generic {indexing_maps = [#map4, #map4, #map7, #map4], iterator_types = ["parallel"]} ins(%47, %arg10, %cst_9 : tensor<32xi1>, tensor<32xi64>, tensor<i64>) outs(%34 : tensor<32xi64>) {
    ^bb0(%in: i1, %in_23: i64, %in_24: i64, %out: i64):
      %103 = arith.select %in, %in_23, %in_24 : i64
      linalg.yield %103 : i64
    } -> tensor<32xi64>
    %expanded_13 = tensor.expand_shape %48 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_13 : tensor<32x1xi64>) outs(%42 : tensor<32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %103 = linalg.index 0 : index
      %104 = arith.index_cast %in : i64 to index
      %105 = arith.cmpi slt, %104, %c4 : index
      cf.assert %105, "index must be smaller than dim size"
      %106 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %106, "index must be larger or equal to 0"
      %extracted = tensor.extract %45[%103, %104] : tensor<32x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<32x1xf32>
    %collapsed_14 = tensor.collapse_shape %49 [[0, 1]] : tensor<32x1xf32> into tensor<32xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_14 : tensor<32xf32>) outs(%36 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.negf %in : f32
      linalg.yield %103 : f32
    } -> tensor<32xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4, #map7, #map4], iterator_types = ["parallel"]} ins(%47, %50, %cst_2 : tensor<32xi1>, tensor<32xf32>, tensor<f32>) outs(%36 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
      %103 = arith.select %in, %in_23, %in_24 : f32
      linalg.yield %103 : f32
    } -> tensor<32xf32>
    %52 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<i64>) -> tensor<i64>
    %53 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["reduction"]} ins(%47 : tensor<32xi1>) outs(%52 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %103 = arith.extui %in : i1 to i64
      %104 = arith.addi %103, %out : i64
      linalg.yield %104 : i64
    } -> tensor<i64>
    %54 = tensor.empty() : tensor<f32>
    %55 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%53 : tensor<i64>) outs(%54 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %103 = arith.sitofp %in : i64 to f32
      linalg.yield %103 : f32
    } -> tensor<f32>
    %56 = linalg.fill ins(%cst : f32) outs(%54 : tensor<f32>) -> tensor<f32>
    %57 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["reduction"]} ins(%51 : tensor<32xf32>) outs(%56 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<f32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%57, %55 : tensor<f32>, tensor<f32>) outs(%54 : tensor<f32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.divf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<f32>
    %59 = tensor.empty() : tensor<4xi64>
    %60 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%59 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %103 = linalg.index 0 : index
      %104 = arith.index_cast %103 : index to i64
      linalg.yield %104 : i64
    } -> tensor<4xi64>
    %expanded_15 = tensor.expand_shape %arg10 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %61 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%cst_1, %55 : tensor<f32>, tensor<f32>) outs(%54 : tensor<f32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.divf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<f32>
    %62 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%61 : tensor<f32>) outs(%54 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.negf %in : f32
      linalg.yield %103 : f32
    } -> tensor<f32>
    %63 = tensor.empty() : tensor<32x4xi1>
    %64 = linalg.generic {indexing_maps = [#map, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%60, %expanded_15 : tensor<4xi64>, tensor<32x1xi64>) outs(%63 : tensor<32x4xi1>) {
    ^bb0(%in: i64, %in_23: i64, %out: i1):
      %103 = arith.cmpi eq, %in, %in_23 : i64
      linalg.yield %103 : i1
    } -> tensor<32x4xi1>
    %65 = tensor.empty() : tensor<32x1xi1>
    %66 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_15 : tensor<32x1xi64>) outs(%65 : tensor<32x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %103 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %103 : i1
    } -> tensor<32x1xi1>
    %67 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%64, %66 : tensor<32x4xi1>, tensor<32x1xi1>) outs(%63 : tensor<32x4xi1>) {
    ^bb0(%in: i1, %in_23: i1, %out: i1):
      %103 = arith.andi %in, %in_23 : i1
      linalg.yield %103 : i1
    } -> tensor<32x4xi1>
    %68 = linalg.generic {indexing_maps = [#map1, #map8, #map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%67, %62, %cst_2 : tensor<32x4xi1>, tensor<f32>, tensor<f32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
      %103 = arith.select %in, %in_23, %in_24 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<32x4xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.exp %in : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "reduction"]} ins(%68 : tensor<32x4xf32>) outs(%42 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<32x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%69, %70 : tensor<32x4xf32>, tensor<32x1xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%68, %71 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%30 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x4xf32>
    %73 = linalg.matmul ins(%72, %arg4 : tensor<32x4xf32>, tensor<4x16xf32>) outs(%2 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %74 = tensor.empty() : tensor<4x32xf32>
    %transposed_16 = linalg.transpose ins(%72 : tensor<32x4xf32>) outs(%74 : tensor<4x32xf32>) permutation = [1, 0] 
    %75 = tensor.empty() : tensor<4x16xf32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %77 = linalg.matmul ins(%transposed_16, %28 : tensor<4x32xf32>, tensor<32x16xf32>) outs(%76 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %78 = tensor.empty() : tensor<1x4xf32>
    %79 = linalg.fill ins(%cst : f32) outs(%78 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%72 : tensor<32x4xf32>) outs(%79 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x4xf32>
    %collapsed_17 = tensor.collapse_shape %80 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %81 = tensor.empty() : tensor<32x16xi1>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<32x16xf32>) outs(%81 : tensor<32x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %103 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %103 : i1
    } -> tensor<32x16xi1>
    %83 = linalg.generic {indexing_maps = [#map1, #map8, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%82, %cst_2, %73 : tensor<32x16xi1>, tensor<f32>, tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
      %103 = arith.select %in, %in_23, %in_24 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %84 = linalg.fill ins(%cst : f32) outs(%18 : tensor<16xf32>) -> tensor<16xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "parallel"]} ins(%83 : tensor<32x16xf32>) outs(%84 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83, %11 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "parallel"]} ins(%86 : tensor<32x16xf32>) outs(%84 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %88 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%85 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.mulf %in, %cst_8 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %expanded_18 = tensor.expand_shape %88 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%87 : tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.mulf %in, %cst_8 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %90 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_10, %collapsed_10 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %91 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%89, %90 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %expanded_19 = tensor.expand_shape %91 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_10, %arg2 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %expanded_20 = tensor.expand_shape %92 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %expanded_19 : tensor<32x16xf32>, tensor<1x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83, %93 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%94, %expanded_18 : tensor<32x16xf32>, tensor<1x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.subf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%95, %expanded_20 : tensor<32x16xf32>, tensor<1x16xf32>) outs(%1 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%87, %collapsed_10 : tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %103 = arith.mulf %in, %in_23 : f32
      linalg.yield %103 : f32
    } -> tensor<16xf32>
    %98 = tensor.empty() : tensor<16x32xf32>
    %transposed_21 = linalg.transpose ins(%96 : tensor<32x16xf32>) outs(%98 : tensor<16x32xf32>) permutation = [1, 0] 
    %99 = tensor.empty() : tensor<16x8xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<16x8xf32>) -> tensor<16x8xf32>
    %101 = linalg.matmul ins(%transposed_21, %arg9 : tensor<16x32xf32>, tensor<32x8xf32>) outs(%100 : tensor<16x8xf32>) -> tensor<16x8xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "parallel"]} ins(%96 : tensor<32x16xf32>) outs(%8 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x16xf32>
    %collapsed_22 = tensor.collapse_shape %102 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    return %58, %101, %collapsed_22, %97, %85, %77, %collapsed_17, %21, %25, %6 : tensor<f32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<16xf32>, tensor<16xf32>, tensor<i64>
  }
}
