#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
module @jit_sorted_experts {
  func.func public @main(%arg0: tensor<9x8xf32> {sbp.name = "x"}, %arg1: tensor<4x8x6xf32> {sbp.name = "weights"}, %arg2: tensor<4xi32> {sbp.name = "sizes"}) -> (tensor<9x6xf32> {sbp.name = "result.0"}, tensor<9x6xf32> {sbp.name = "result.1"}, tensor<9x8xf32> {sbp.name = "result.2"}, tensor<4x8x6xf32> {sbp.name = "result.3"}, tensor<9x6xf32> {sbp.name = "result.4"}, tensor<9x6xi32> {sbp.name = "result.5"}) {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0> : tensor<i64>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<4.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<9x8xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<9x8xf32>) outs(%0 : tensor<9x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<9x8xbf16>
    %2 = tensor.empty() : tensor<4x8x6xbf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4x8x6xf32>) outs(%2 : tensor<4x8x6xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<4x8x6xbf16>
    %4 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %5 = tensor.empty() : tensor<9x8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<9x8xbf16>) outs(%5 : tensor<9x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<9x8xf32>
    %7 = tensor.empty() : tensor<4x8x6xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<4x8x6xbf16>) outs(%7 : tensor<4x8x6xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<4x8x6xf32>
    %9 = "nn.grouped_product"(%6, %8, %4) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %10 = tensor.empty() : tensor<4xi8>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xi32>) outs(%10 : tensor<4xi8>) {
    ^bb0(%in: i32, %out: i8):
      %83 = arith.trunci %in : i32 to i8
      linalg.yield %83 : i8
    } -> tensor<4xi8>
    %12 = tensor.empty() : tensor<4xi32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%11 : tensor<4xi8>) outs(%12 : tensor<4xi32>) {
    ^bb0(%in: i8, %out: i32):
      %83 = arith.extsi %in : i8 to i32
      linalg.yield %83 : i32
    } -> tensor<4xi32>
    %14 = "nn.cumsum"(%13) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %15 = "nn.grouped_product"(%arg0, %arg1, %14) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %16 = tensor.empty() : tensor<9x6xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<9x6xf32>) outs(%16 : tensor<9x6xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %83 = arith.truncf %in : f32 to bf16
      linalg.yield %83 : bf16
    } -> tensor<9x6xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%5 : tensor<9x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %arg0 : tensor<9x8xf32>, tensor<9x8xf32>) outs(%5 : tensor<9x8xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %83 = arith.mulf %in, %in_17 : f32
      linalg.yield %83 : f32
    } -> tensor<9x8xf32>
    %20 = tensor.empty() : tensor<9x8xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<9x8xf32>) outs(%20 : tensor<9x8xi32>) {
    ^bb0(%in: f32, %out: i32):
      %83 = arith.fptosi %in : f32 to i32
      linalg.yield %83 : i32
    } -> tensor<9x8xi32>
    %22 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%7 : tensor<4x8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x6xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg1 : tensor<4x8x6xf32>, tensor<4x8x6xf32>) outs(%7 : tensor<4x8x6xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %83 = arith.mulf %in, %in_17 : f32
      linalg.yield %83 : f32
    } -> tensor<4x8x6xf32>
    %24 = tensor.empty() : tensor<4x8x6xi32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<4x8x6xf32>) outs(%24 : tensor<4x8x6xi32>) {
    ^bb0(%in: f32, %out: i32):
      %83 = arith.fptosi %in : f32 to i32
      linalg.yield %83 : i32
    } -> tensor<4x8x6xi32>
    %26 = tensor.empty() : tensor<9x1xi64>
    %27 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%26 : tensor<9x1xi64>) {
    ^bb0(%out: i64):
      %83 = linalg.index 0 : index
      %84 = arith.index_cast %83 : index to i64
      linalg.yield %84 : i64
    } -> tensor<9x1xi64>
    %extracted_slice = tensor.extract_slice %arg2[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %28 = tensor.empty() : tensor<i64>
    %29 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i32, %out: i64):
      %83 = arith.extsi %in : i32 to i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %30 = tensor.empty() : tensor<9x8xi64>
    %31 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %32 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<i64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %33 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<9x1xi64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %34 = tensor.empty() : tensor<9x8xi1>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %31 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi sge, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %32 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi slt, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%35, %36 : tensor<9x8xi1>, tensor<9x8xi1>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i1, %in_17: i1, %out: i1):
      %83 = arith.andi %in, %in_17 : i1
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %21 : tensor<9x8xi1>, tensor<9x8xi32>) outs(%20 : tensor<9x8xi32>) {
    ^bb0(%in: i1, %in_17: i32, %out: i32):
      %83 = arith.select %in, %in_17, %c0_i32 : i32
      linalg.yield %83 : i32
    } -> tensor<9x8xi32>
    %extracted_slice_3 = tensor.extract_slice %25[0, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xi32> to tensor<1x8x6xi32>
    %collapsed_4 = tensor.collapse_shape %extracted_slice_3 [[0, 1], [2]] : tensor<1x8x6xi32> into tensor<8x6xi32>
    %39 = tensor.empty() : tensor<9x6xi32>
    %40 = linalg.fill ins(%c0_i32 : i32) outs(%39 : tensor<9x6xi32>) -> tensor<9x6xi32>
    %41 = linalg.matmul ins(%38, %collapsed_4 : tensor<9x8xi32>, tensor<8x6xi32>) outs(%40 : tensor<9x6xi32>) -> tensor<9x6xi32>
    %extracted_slice_5 = tensor.extract_slice %arg2[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [] : tensor<1xi32> into tensor<i32>
    %42 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%collapsed_6 : tensor<i32>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i32, %out: i64):
      %83 = arith.extsi %in : i32 to i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %43 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%29, %42 : tensor<i64>, tensor<i64>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i64, %in_17: i64, %out: i64):
      %83 = arith.addi %in, %in_17 : i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %44 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<i64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %32 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi sge, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %44 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi slt, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%45, %46 : tensor<9x8xi1>, tensor<9x8xi1>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i1, %in_17: i1, %out: i1):
      %83 = arith.andi %in, %in_17 : i1
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%47, %21 : tensor<9x8xi1>, tensor<9x8xi32>) outs(%20 : tensor<9x8xi32>) {
    ^bb0(%in: i1, %in_17: i32, %out: i32):
      %83 = arith.select %in, %in_17, %c0_i32 : i32
      linalg.yield %83 : i32
    } -> tensor<9x8xi32>
    %extracted_slice_7 = tensor.extract_slice %25[1, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xi32> to tensor<1x8x6xi32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x8x6xi32> into tensor<8x6xi32>
    %49 = linalg.matmul ins(%48, %collapsed_8 : tensor<9x8xi32>, tensor<8x6xi32>) outs(%40 : tensor<9x6xi32>) -> tensor<9x6xi32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%41, %49 : tensor<9x6xi32>, tensor<9x6xi32>) outs(%39 : tensor<9x6xi32>) {
    ^bb0(%in: i32, %in_17: i32, %out: i32):
      %83 = arith.addi %in, %in_17 : i32
      linalg.yield %83 : i32
    } -> tensor<9x6xi32>
    %extracted_slice_9 = tensor.extract_slice %arg2[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [] : tensor<1xi32> into tensor<i32>
    %51 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%collapsed_10 : tensor<i32>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i32, %out: i64):
      %83 = arith.extsi %in : i32 to i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %52 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%43, %51 : tensor<i64>, tensor<i64>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i64, %in_17: i64, %out: i64):
      %83 = arith.addi %in, %in_17 : i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %53 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<i64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %44 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi sge, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %53 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi slt, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %55 : tensor<9x8xi1>, tensor<9x8xi1>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i1, %in_17: i1, %out: i1):
      %83 = arith.andi %in, %in_17 : i1
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %21 : tensor<9x8xi1>, tensor<9x8xi32>) outs(%20 : tensor<9x8xi32>) {
    ^bb0(%in: i1, %in_17: i32, %out: i32):
      %83 = arith.select %in, %in_17, %c0_i32 : i32
      linalg.yield %83 : i32
    } -> tensor<9x8xi32>
    %extracted_slice_11 = tensor.extract_slice %25[2, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xi32> to tensor<1x8x6xi32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2]] : tensor<1x8x6xi32> into tensor<8x6xi32>
    %58 = linalg.matmul ins(%57, %collapsed_12 : tensor<9x8xi32>, tensor<8x6xi32>) outs(%40 : tensor<9x6xi32>) -> tensor<9x6xi32>
    %59 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %58 : tensor<9x6xi32>, tensor<9x6xi32>) outs(%39 : tensor<9x6xi32>) {
    ^bb0(%in: i32, %in_17: i32, %out: i32):
      %83 = arith.addi %in, %in_17 : i32
      linalg.yield %83 : i32
    } -> tensor<9x6xi32>
    %extracted_slice_13 = tensor.extract_slice %arg2[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [] : tensor<1xi32> into tensor<i32>
    %60 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%collapsed_14 : tensor<i32>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i32, %out: i64):
      %83 = arith.extsi %in : i32 to i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %61 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%52, %60 : tensor<i64>, tensor<i64>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i64, %in_17: i64, %out: i64):
      %83 = arith.addi %in, %in_17 : i64
      linalg.yield %83 : i64
    } -> tensor<i64>
    %62 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<i64>) outs(%30 : tensor<9x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<9x8xi64>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %53 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi sge, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %62 : tensor<9x8xi64>, tensor<9x8xi64>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i64, %in_17: i64, %out: i1):
      %83 = arith.cmpi slt, %in, %in_17 : i64
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<9x8xi1>, tensor<9x8xi1>) outs(%34 : tensor<9x8xi1>) {
    ^bb0(%in: i1, %in_17: i1, %out: i1):
      %83 = arith.andi %in, %in_17 : i1
      linalg.yield %83 : i1
    } -> tensor<9x8xi1>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%65, %21 : tensor<9x8xi1>, tensor<9x8xi32>) outs(%20 : tensor<9x8xi32>) {
    ^bb0(%in: i1, %in_17: i32, %out: i32):
      %83 = arith.select %in, %in_17, %c0_i32 : i32
      linalg.yield %83 : i32
    } -> tensor<9x8xi32>
    %extracted_slice_15 = tensor.extract_slice %25[3, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<4x8x6xi32> to tensor<1x8x6xi32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2]] : tensor<1x8x6xi32> into tensor<8x6xi32>
    %67 = linalg.matmul ins(%66, %collapsed_16 : tensor<9x8xi32>, tensor<8x6xi32>) outs(%40 : tensor<9x6xi32>) -> tensor<9x6xi32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%59, %67 : tensor<9x6xi32>, tensor<9x6xi32>) outs(%39 : tensor<9x6xi32>) {
    ^bb0(%in: i32, %in_17: i32, %out: i32):
      %83 = arith.addi %in, %in_17 : i32
      linalg.yield %83 : i32
    } -> tensor<9x6xi32>
    %69 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %70 = "nn.grouped_product"(%arg0, %arg1, %69) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %71 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %72 = "nn.grouped_product"(%arg0, %arg1, %71) : (tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x6xf32>
    %73 = tensor.empty() : tensor<9x6xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%73 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x6xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%74, %72 : tensor<9x6xf32>, tensor<9x6xf32>) outs(%73 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %83 = arith.mulf %in, %in_17 : f32
      linalg.yield %83 : f32
    } -> tensor<9x6xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%73 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x6xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%76, %75 : tensor<9x6xf32>, tensor<9x6xf32>) outs(%73 : tensor<9x6xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %83 = arith.mulf %in, %in_17 : f32
      linalg.yield %83 : f32
    } -> tensor<9x6xf32>
    %78 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %79 = "nn.grouped_outer"(%arg0, %77, %78) : (tensor<9x8xf32>, tensor<9x6xf32>, tensor<4xi32>) -> tensor<4x8x6xf32>
    %80 = "nn.cumsum"(%arg2) {axis = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
    %81 = "nn.grouped_product"(%77, %arg1, %80) {transposed} : (tensor<9x6xf32>, tensor<4x8x6xf32>, tensor<4xi32>) -> tensor<9x8xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<9x6xbf16>) outs(%73 : tensor<9x6xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %83 = arith.extf %in : bf16 to f32
      linalg.yield %83 : f32
    } -> tensor<9x6xf32>
    return %9, %70, %81, %79, %82, %68 : tensor<9x6xf32>, tensor<9x6xf32>, tensor<9x8xf32>, tensor<4x8x6xf32>, tensor<9x6xf32>, tensor<9x6xi32>
  }
}
