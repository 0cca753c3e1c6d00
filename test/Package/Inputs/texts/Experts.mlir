#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<4x16xf32> {sbp.name = "gate.weight"},
    %arg1: tensor<4xf32> {sbp.name = "gate.bias"},
    %arg2: tensor<32x16xf32> {sbp.name = "experts.0.0.weight"},
    %arg3: tensor<32xf32> {sbp.name = "experts.0.0.bias"},
    %arg4: tensor<16x32xf32> {sbp.name = "experts.0.2.weight"},
    %arg5: tensor<16xf32> {sbp.name = "experts.0.2.bias"},
    %arg6: tensor<32x16xf32> {sbp.name = "experts.1.0.weight"},
    %arg7: tensor<32xf32> {sbp.name = "experts.1.0.bias"},
    %arg8: tensor<16x32xf32> {sbp.name = "experts.1.2.weight"},
    %arg9: tensor<16xf32> {sbp.name = "experts.1.2.bias"},
    %arg10: tensor<32x16xf32> {sbp.name = "experts.2.0.weight"},
    %arg11: tensor<32xf32> {sbp.name = "experts.2.0.bias"},
    %arg12: tensor<16x32xf32> {sbp.name = "experts.2.2.weight"},
    %arg13: tensor<16xf32> {sbp.name = "experts.2.2.bias"},
    %arg14: tensor<32x16xf32> {sbp.name = "experts.3.0.weight"},
    %arg15: tensor<32xf32> {sbp.name = "experts.3.0.bias"},
    %arg16: tensor<16x32xf32> {sbp.name = "experts.3.2.weight"},
    %arg17: tensor<16xf32> {sbp.name = "experts.3.2.bias"},
    %arg18: tensor<8x16xf32> {sbp.name = "x"}) -> (tensor<8x16xf32> {sbp.name = "result"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<8x4xf32>
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<16x4xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<4x16xf32>) outs(%0 : tensor<16x4xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x4xf32>
    %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = linalg.matmul ins(%arg18, %transposed : tensor<8x16xf32>, tensor<16x4xf32>) outs(%2 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xf32>) outs(%1 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%1 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x4xf32>
    %6 = tensor.empty() : tensor<8x4xi64>
    %7 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%6 : tensor<8x4xi64>) {
    ^bb0(%out: i64):
      %64 = linalg.index 1 : index
      %65 = arith.index_cast %64 : index to i64
      linalg.yield %65 : i64
    } -> tensor<8x4xi64>
    %8:2 = "nn.top_k"(%5) {axis = 1 : i64, k = 2 : i64} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi64>)
    %9 = tensor.empty() : tensor<8xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<8xi64>) -> tensor<8xi64>
    %11 = tensor.empty() : tensor<8xf32>
    %12 = linalg.fill ins(%cst_1 : f32) outs(%11 : tensor<8xf32>) -> tensor<8xf32>
    %13:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%8#0 : tensor<8x2xf32>) outs(%12, %10 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_16: i64):
      %64 = linalg.index 1 : index
      %65 = arith.index_cast %64 : index to i64
      %66 = arith.maximumf %in, %out : f32
      %67 = arith.cmpf ogt, %in, %out : f32
      %68 = arith.select %67, %65, %out_16 : i64
      linalg.yield %66, %68 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded = tensor.expand_shape %13#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %14 = tensor.empty() : tensor<8x2xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%8#0, %expanded : tensor<8x2xf32>, tensor<8x1xf32>) outs(%14 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.subf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x2xf32>) outs(%14 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.exp %in : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %17 = tensor.empty() : tensor<8x1xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%16 : tensor<8x2xf32>) outs(%18 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %in, %out : f32
      linalg.yield %64 : f32
    } -> tensor<8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %19 : tensor<8x2xf32>, tensor<8x1xf32>) outs(%14 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.divf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %21 = "nn.scatter"(%cst, %8#1, %20) {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<8x4xf32>, tensor<8x2xi64>, tensor<8x2xf32>) -> tensor<8x4xf32>
    %extracted_slice = tensor.extract_slice %21[0, 0] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
    %22 = tensor.empty() : tensor<16x32xf32>
    %transposed_5 = linalg.transpose ins(%arg2 : tensor<32x16xf32>) outs(%22 : tensor<16x32xf32>) permutation = [1, 0] 
    %23 = tensor.empty() : tensor<8x32xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %25 = linalg.matmul ins(%arg18, %transposed_5 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%24 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %26 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x32xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst_4 : f32
      %65 = math.erf %64 : f32
      %66 = arith.addf %65, %cst_2 : f32
      %67 = arith.mulf %66, %cst_3 : f32
      %68 = arith.mulf %in, %67 : f32
      linalg.yield %68 : f32
    } -> tensor<8x32xf32>
    %29 = tensor.empty() : tensor<32x16xf32>
    %transposed_6 = linalg.transpose ins(%arg4 : tensor<16x32xf32>) outs(%29 : tensor<32x16xf32>) permutation = [1, 0] 
    %30 = tensor.empty() : tensor<8x16xf32>
    %31 = linalg.fill ins(%cst_0 : f32) outs(%30 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %32 = linalg.matmul ins(%28, %transposed_6 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%31 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %33 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %34 : tensor<8x1xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.mulf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %in, %cst_0 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %extracted_slice_7 = tensor.extract_slice %21[0, 1] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
    %transposed_8 = linalg.transpose ins(%arg6 : tensor<32x16xf32>) outs(%22 : tensor<16x32xf32>) permutation = [1, 0] 
    %37 = linalg.matmul ins(%arg18, %transposed_8 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%24 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37, %38 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst_4 : f32
      %65 = math.erf %64 : f32
      %66 = arith.addf %65, %cst_2 : f32
      %67 = arith.mulf %66, %cst_3 : f32
      %68 = arith.mulf %in, %67 : f32
      linalg.yield %68 : f32
    } -> tensor<8x32xf32>
    %transposed_9 = linalg.transpose ins(%arg8 : tensor<16x32xf32>) outs(%29 : tensor<32x16xf32>) permutation = [1, 0] 
    %41 = linalg.matmul ins(%40, %transposed_9 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%31 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41, %42 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_7, %43 : tensor<8x1xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.mulf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%36, %44 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %extracted_slice_10 = tensor.extract_slice %21[0, 2] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
    %transposed_11 = linalg.transpose ins(%arg10 : tensor<32x16xf32>) outs(%22 : tensor<16x32xf32>) permutation = [1, 0] 
    %46 = linalg.matmul ins(%arg18, %transposed_11 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%24 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%46, %47 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst_4 : f32
      %65 = math.erf %64 : f32
      %66 = arith.addf %65, %cst_2 : f32
      %67 = arith.mulf %66, %cst_3 : f32
      %68 = arith.mulf %in, %67 : f32
      linalg.yield %68 : f32
    } -> tensor<8x32xf32>
    %transposed_12 = linalg.transpose ins(%arg12 : tensor<16x32xf32>) outs(%29 : tensor<32x16xf32>) permutation = [1, 0] 
    %50 = linalg.matmul ins(%49, %transposed_12 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%31 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50, %51 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %52 : tensor<8x1xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.mulf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%45, %53 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %extracted_slice_13 = tensor.extract_slice %21[0, 3] [8, 1] [1, 1] : tensor<8x4xf32> to tensor<8x1xf32>
    %transposed_14 = linalg.transpose ins(%arg14 : tensor<32x16xf32>) outs(%22 : tensor<16x32xf32>) permutation = [1, 0] 
    %55 = linalg.matmul ins(%arg18, %transposed_14 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%24 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg15 : tensor<32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%55, %56 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x32xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<8x32xf32>) outs(%23 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst_4 : f32
      %65 = math.erf %64 : f32
      %66 = arith.addf %65, %cst_2 : f32
      %67 = arith.mulf %66, %cst_3 : f32
      %68 = arith.mulf %in, %67 : f32
      linalg.yield %68 : f32
    } -> tensor<8x32xf32>
    %transposed_15 = linalg.transpose ins(%arg16 : tensor<16x32xf32>) outs(%29 : tensor<32x16xf32>) permutation = [1, 0] 
    %59 = linalg.matmul ins(%58, %transposed_15 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%31 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%59, %60 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_13, %61 : tensor<8x1xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.mulf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%54, %62 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%30 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %64 = arith.addf %in, %in_16 : f32
      linalg.yield %64 : f32
    } -> tensor<8x16xf32>
    return %63 : tensor<8x16xf32>
  }
}
