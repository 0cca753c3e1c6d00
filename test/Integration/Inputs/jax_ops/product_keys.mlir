#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d2, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d0, d4)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map14 = affine_map<(d0, d1) -> ()>
#map15 = affine_map<(d0, d1) -> (d0, d1)>
#map16 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map17 = affine_map<(d0, d1, d2) -> ()>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map24 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map25 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d4, d3)>
#map26 = affine_map<(d0, d1, d2, d3) -> (d2, d1, d0, d3)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map28 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d0, d3)>
#map29 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1, d2)>
#map31 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>
#map32 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
#map33 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
#map34 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
#map35 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map36 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map37 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
module @jit_product_keys {
  func.func public @main(%arg0: tensor<5x6xf32> {sbp.name = "x"}, %arg1: tensor<6x2x2x4xf32> {sbp.name = "query"}, %arg2: tensor<2x2x7x4xf32> {sbp.name = "keys"}, %arg3: tensor<49x8xf32> {sbp.name = "values"}, %arg4: tensor<5x8xf32> {sbp.name = "dy"}) -> (tensor<f32> {sbp.name = "result.0"}, tensor<5x6xf32> {sbp.name = "result.1.0"}, tensor<6x2x2x4xf32> {sbp.name = "result.1.1"}, tensor<2x2x7x4xf32> {sbp.name = "result.1.2"}, tensor<49x8xf32> {sbp.name = "result.2"}) {
    %c48 = arith.constant 48 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_2 = arith.constant dense<49> : tensor<i32>
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant dense<7> : tensor<i32>
    %0 = tensor.empty() : tensor<5x2x2x4xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<5x2x2x4xf32>) -> tensor<5x2x2x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<5x6xf32>, tensor<6x2x2x4xf32>) outs(%1 : tensor<5x2x2x4xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<5x2x2x4xf32>
    %3 = tensor.empty() : tensor<2x2x7x5xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<2x2x7x5xf32>) -> tensor<2x2x7x5xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %2 : tensor<2x2x7x4xf32>, tensor<5x2x2x4xf32>) outs(%4 : tensor<2x2x7x5xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x2x7x5xf32>
    %6 = tensor.empty() : tensor<2x5x2x7xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x2x7x5xf32>) outs(%6 : tensor<2x5x2x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x2x7xf32>
    %8:2 = "nn.top_k"(%7) {axis = 3 : i64, k = 3 : i64} : (tensor<2x5x2x7xf32>) -> (tensor<2x5x2x3xf32>, tensor<2x5x2x3xi32>)
    %extracted_slice = tensor.extract_slice %8#0[0, 0, 0, 0] [1, 5, 2, 3] [1, 1, 1, 1] : tensor<2x5x2x3xf32> to tensor<1x5x2x3xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x5x2x3xf32> into tensor<5x2x3xf32>
    %extracted_slice_8 = tensor.extract_slice %8#0[1, 0, 0, 0] [1, 5, 2, 3] [1, 1, 1, 1] : tensor<2x5x2x3xf32> to tensor<1x5x2x3xf32>
    %collapsed_9 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2], [3]] : tensor<1x5x2x3xf32> into tensor<5x2x3xf32>
    %extracted_slice_10 = tensor.extract_slice %8#1[0, 0, 0, 0] [1, 5, 2, 3] [1, 1, 1, 1] : tensor<2x5x2x3xi32> to tensor<1x5x2x3xi32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3]] : tensor<1x5x2x3xi32> into tensor<5x2x3xi32>
    %extracted_slice_12 = tensor.extract_slice %8#1[1, 0, 0, 0] [1, 5, 2, 3] [1, 1, 1, 1] : tensor<2x5x2x3xi32> to tensor<1x5x2x3xi32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2], [3]] : tensor<1x5x2x3xi32> into tensor<5x2x3xi32>
    %9 = tensor.empty() : tensor<5x2x3x1xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<5x2x3xf32>) outs(%9 : tensor<5x2x3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3x1xf32>
    %11 = tensor.empty() : tensor<5x2x1x3xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<5x2x3xf32>) outs(%11 : tensor<5x2x1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x1x3xf32>
    %13 = tensor.empty() : tensor<5x2x3x3xf32>
    %14 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<5x2x3x1xf32>) outs(%13 : tensor<5x2x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3x3xf32>
    %15 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<5x2x1x3xf32>) outs(%13 : tensor<5x2x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3x3xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<5x2x3x3xf32>, tensor<5x2x3x3xf32>) outs(%13 : tensor<5x2x3x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.addf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3x3xf32>
    %collapsed_14 = tensor.collapse_shape %16 [[0], [1], [2, 3]] : tensor<5x2x3x3xf32> into tensor<5x2x9xf32>
    %17:2 = "nn.top_k"(%collapsed_14) {axis = 2 : i64, k = 3 : i64} : (tensor<5x2x9xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xi32>)
    %18 = tensor.empty() : tensor<5x2x3x1xi32>
    %19 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_11 : tensor<5x2x3xi32>) outs(%18 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x1xi32>
    %20 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<i32>) outs(%18 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x1xi32>
    %21 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %20 : tensor<5x2x3x1xi32>, tensor<5x2x3x1xi32>) outs(%18 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %in_21: i32, %out: i32):
      %120 = arith.muli %in, %in_21 : i32
      linalg.yield %120 : i32
    } -> tensor<5x2x3x1xi32>
    %22 = tensor.empty() : tensor<5x2x1x3xi32>
    %23 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<5x2x3xi32>) outs(%22 : tensor<5x2x1x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x1x3xi32>
    %24 = tensor.empty() : tensor<5x2x3x3xi32>
    %25 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<5x2x3x1xi32>) outs(%24 : tensor<5x2x3x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x3xi32>
    %26 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<5x2x1x3xi32>) outs(%24 : tensor<5x2x3x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x3xi32>
    %27 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %26 : tensor<5x2x3x3xi32>, tensor<5x2x3x3xi32>) outs(%24 : tensor<5x2x3x3xi32>) {
    ^bb0(%in: i32, %in_21: i32, %out: i32):
      %120 = arith.addi %in, %in_21 : i32
      linalg.yield %120 : i32
    } -> tensor<5x2x3x3xi32>
    %collapsed_15 = tensor.collapse_shape %27 [[0], [1], [2, 3]] : tensor<5x2x3x3xi32> into tensor<5x2x9xi32>
    %28 = call @take_along_axis(%collapsed_15, %17#1) : (tensor<5x2x9xi32>, tensor<5x2x3xi32>) -> tensor<5x2x3xi32>
    %29 = tensor.empty() : tensor<5x2xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<5x2xf32>) -> tensor<5x2xf32>
    %31 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17#0 : tensor<5x2x3xf32>) outs(%30 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.maximumf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2xf32>
    %32 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%29 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2xf32>
    %33 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%32, %31 : tensor<5x2xf32>, tensor<5x2xf32>) outs(%29 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.maximumf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2xf32>
    %34 = tensor.empty() : tensor<5x2x1xf32>
    %35 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<5x2xf32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x1xf32>
    %36 = tensor.empty() : tensor<5x2x3xf32>
    %37 = linalg.generic {indexing_maps = [#map16, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<5x2x1xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17#0, %37 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.subf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = math.exp %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<5x2xf32>) -> tensor<5x2xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<5x2x3xf32>) outs(%40 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2xf32>
    %42 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<5x2xf32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x1xf32>
    %43 = linalg.generic {indexing_maps = [#map16, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<5x2x1xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3xf32>
    %44 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %43 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.divf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %45 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %42 : tensor<5x2x1xf32>, tensor<5x2x1xf32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x1xf32>
    %46 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x1xf32>
    %47 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %45 : tensor<5x2x1xf32>, tensor<5x2x1xf32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.divf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x1xf32>
    %48 = tensor.empty() : tensor<5x2x3xi32>
    %49 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%48 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3xi32>
    %50 = tensor.empty() : tensor<5x2x3xi1>
    %51 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %49 : tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%50 : tensor<5x2x3xi1>) {
    ^bb0(%in: i32, %in_21: i32, %out: i1):
      %120 = arith.cmpi slt, %in, %in_21 : i32
      linalg.yield %120 : i1
    } -> tensor<5x2x3xi1>
    %52 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%48 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3xi32>
    %53 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %52 : tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%48 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %in_21: i32, %out: i32):
      %120 = arith.addi %in, %in_21 : i32
      linalg.yield %120 : i32
    } -> tensor<5x2x3xi32>
    %54 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %53, %28 : tensor<5x2x3xi1>, tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%48 : tensor<5x2x3xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %120 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %120 : i32
    } -> tensor<5x2x3xi32>
    %55 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<5x2x3xi32>) outs(%18 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x1xi32>
    %56 = tensor.empty() : tensor<5x2x3x8xf32>
    %57 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%56 : tensor<5x2x3x8xf32>) {
    ^bb0(%out: f32):
      %120 = linalg.index 0 : index
      %121 = linalg.index 1 : index
      %122 = linalg.index 2 : index
      %123 = linalg.index 3 : index
      %extracted = tensor.extract %55[%120, %121, %122, %c0] : tensor<5x2x3x1xi32>
      %124 = arith.index_cast %extracted : i32 to index
      %125 = arith.maxsi %124, %c0 : index
      %126 = arith.minsi %125, %c48 : index
      %extracted_21 = tensor.extract %arg3[%126, %123] : tensor<49x8xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<5x2x3x8xf32>
    %58 = tensor.empty() : tensor<5x8xf32>
    %59 = linalg.fill ins(%cst_0 : f32) outs(%58 : tensor<5x8xf32>) -> tensor<5x8xf32>
    %60 = linalg.generic {indexing_maps = [#map18, #map5, #map19], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%44, %57 : tensor<5x2x3xf32>, tensor<5x2x3x8xf32>) outs(%59 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<5x8xf32>
    %61 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%60, %arg4 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%58 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x8xf32>
    %62 = tensor.empty() : tensor<f32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%62 : tensor<f32>) -> tensor<f32>
    %64 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["reduction", "reduction"]} ins(%61 : tensor<5x8xf32>) outs(%63 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%58 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8xf32>
    %66 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%65, %arg4 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%58 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x8xf32>
    %67 = tensor.empty() : tensor<5x8x2x3xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<5x8x2x3xf32>) -> tensor<5x8x2x3xf32>
    %69 = linalg.generic {indexing_maps = [#map19, #map18, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %44 : tensor<5x8xf32>, tensor<5x2x3xf32>) outs(%68 : tensor<5x8x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<5x8x2x3xf32>
    %70 = linalg.generic {indexing_maps = [#map20, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<5x8x2x3xf32>) outs(%56 : tensor<5x2x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3x8xf32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%36 : tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
    %72 = linalg.generic {indexing_maps = [#map21, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%66, %57 : tensor<5x8xf32>, tensor<5x2x3x8xf32>) outs(%71 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<5x2x3xf32>
    %73 = tensor.empty() : tensor<49x8xf32>
    %74 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%73 : tensor<49x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<49x8xf32>
    %collapsed_16 = tensor.collapse_shape %55 [[0], [1], [2, 3]] : tensor<5x2x3x1xi32> into tensor<5x2x3xi32>
    %75 = "nn.scatter_add"(%74, %collapsed_16, %70) {axis = 0 : i64, drop_outside} : (tensor<49x8xf32>, tensor<5x2x3xi32>, tensor<5x2x3x8xf32>) -> tensor<49x8xf32>
    %76 = linalg.generic {indexing_maps = [#map16, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<5x2x1xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3xf32>
    %77 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %76 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %78 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %39 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %79 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<5x2x3xf32>) outs(%40 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2xf32>
    %expanded = tensor.expand_shape %79 [[0], [1, 2]] output_shape [5, 2, 1] : tensor<5x2xf32> into tensor<5x2x1xf32>
    %80 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<5x2x1xf32>) outs(%34 : tensor<5x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.negf %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x1xf32>
    %81 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %43 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.divf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %82 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<5x2x1xf32>) outs(%40 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2xf32>
    %83 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<5x2xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x3xf32>
    %84 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %83 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.addf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %85 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %39 : tensor<5x2x3xf32>, tensor<5x2x3xf32>) outs(%36 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %86 = tensor.empty() : tensor<5x2x9xf32>
    %87 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%86 : tensor<5x2x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x9xf32>
    %88 = "nn.scatter_add"(%87, %17#1, %85) {axis = 2 : i64, batch_dims = 2 : i64, drop_outside} : (tensor<5x2x9xf32>, tensor<5x2x3xi32>, tensor<5x2x3xf32>) -> tensor<5x2x9xf32>
    %expanded_17 = tensor.expand_shape %88 [[0], [1], [2, 3]] output_shape [5, 2, 3, 3] : tensor<5x2x9xf32> into tensor<5x2x3x3xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_17 : tensor<5x2x3x3xf32>) outs(%71 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %expanded_18 = tensor.expand_shape %89 [[0], [1], [2, 3]] output_shape [5, 2, 3, 1] : tensor<5x2x3xf32> into tensor<5x2x3x1xf32>
    %90 = linalg.generic {indexing_maps = [#map22, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_17 : tensor<5x2x3x3xf32>) outs(%71 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %expanded_19 = tensor.expand_shape %90 [[0], [1], [2, 3]] output_shape [5, 2, 1, 3] : tensor<5x2x3xf32> into tensor<5x2x1x3xf32>
    %91 = linalg.generic {indexing_maps = [#map22, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_19 : tensor<5x2x1x3xf32>) outs(%71 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_18 : tensor<5x2x3x1xf32>) outs(%71 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %out, %in : f32
      linalg.yield %120 : f32
    } -> tensor<5x2x3xf32>
    %93 = tensor.empty() : tensor<1x5x2x3xf32>
    %94 = linalg.generic {indexing_maps = [#map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<5x2x3xf32>) outs(%93 : tensor<1x5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x5x2x3xf32>
    %padded = tensor.pad %94 low[1, 0, 0, 0] high[0, 0, 0, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x5x2x3xf32> to tensor<2x5x2x3xf32>
    %95 = linalg.generic {indexing_maps = [#map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<5x2x3xf32>) outs(%93 : tensor<1x5x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x5x2x3xf32>
    %padded_20 = tensor.pad %95 low[0, 0, 0, 0] high[1, 0, 0, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x5x2x3xf32> to tensor<2x5x2x3xf32>
    %96 = tensor.empty() : tensor<2x5x2x3xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%padded, %padded_20 : tensor<2x5x2x3xf32>, tensor<2x5x2x3xf32>) outs(%96 : tensor<2x5x2x3xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.addf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<2x5x2x3xf32>
    %98 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%6 : tensor<2x5x2x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x2x7xf32>
    %99 = "nn.scatter_add"(%98, %8#1, %97) {axis = 3 : i64, batch_dims = 3 : i64, drop_outside} : (tensor<2x5x2x7xf32>, tensor<2x5x2x3xi32>, tensor<2x5x2x3xf32>) -> tensor<2x5x2x7xf32>
    %100 = linalg.generic {indexing_maps = [#map20, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<2x5x2x7xf32>) outs(%3 : tensor<2x2x7x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x7x5xf32>
    %101 = tensor.empty() : tensor<2x2x5x4xf32>
    %102 = linalg.fill ins(%cst_0 : f32) outs(%101 : tensor<2x2x5x4xf32>) -> tensor<2x2x5x4xf32>
    %103 = linalg.generic {indexing_maps = [#map24, #map25, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%100, %arg2 : tensor<2x2x7x5xf32>, tensor<2x2x7x4xf32>) outs(%102 : tensor<2x2x5x4xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x2x5x4xf32>
    %104 = linalg.generic {indexing_maps = [#map26, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<2x2x5x4xf32>) outs(%0 : tensor<5x2x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x2x4xf32>
    %105 = tensor.empty() : tensor<2x2x7x4xf32>
    %106 = linalg.fill ins(%cst_0 : f32) outs(%105 : tensor<2x2x7x4xf32>) -> tensor<2x2x7x4xf32>
    %107 = linalg.generic {indexing_maps = [#map27, #map28, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%100, %2 : tensor<2x2x7x5xf32>, tensor<5x2x2x4xf32>) outs(%106 : tensor<2x2x7x4xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x2x7x4xf32>
    %108 = linalg.generic {indexing_maps = [#map29, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107 : tensor<2x2x7x4xf32>) outs(%105 : tensor<2x2x7x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x7x4xf32>
    %109 = tensor.empty() : tensor<2x2x4x6xf32>
    %110 = linalg.fill ins(%cst_0 : f32) outs(%109 : tensor<2x2x4x6xf32>) -> tensor<2x2x4x6xf32>
    %111 = linalg.generic {indexing_maps = [#map30, #map31, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg0 : tensor<5x2x2x4xf32>, tensor<5x6xf32>) outs(%110 : tensor<2x2x4x6xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x2x4x6xf32>
    %112 = tensor.empty() : tensor<6x2x2x4xf32>
    %113 = linalg.generic {indexing_maps = [#map32, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<2x2x4x6xf32>) outs(%112 : tensor<6x2x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x2x2x4xf32>
    %114 = tensor.empty() : tensor<5x6xf32>
    %115 = linalg.fill ins(%cst_0 : f32) outs(%114 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %116 = linalg.generic {indexing_maps = [#map33, #map34, #map35], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%104, %arg1 : tensor<5x2x2x4xf32>, tensor<6x2x2x4xf32>) outs(%115 : tensor<5x6xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      %121 = arith.addf %out, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<5x6xf32>
    %117 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%73 : tensor<49x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<49x8xf32>
    %118 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%117, %75 : tensor<49x8xf32>, tensor<49x8xf32>) outs(%73 : tensor<49x8xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.mulf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<49x8xf32>
    %119 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%arg3, %118 : tensor<49x8xf32>, tensor<49x8xf32>) outs(%73 : tensor<49x8xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %120 = arith.subf %in, %in_21 : f32
      linalg.yield %120 : f32
    } -> tensor<49x8xf32>
    return %64, %116, %113, %108, %119 : tensor<f32>, tensor<5x6xf32>, tensor<6x2x2x4xf32>, tensor<2x2x7x4xf32>, tensor<49x8xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<5x2x9xi32>, %arg1: tensor<5x2x3xi32>) -> tensor<5x2x3xi32> {
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<-2147483648> : tensor<i32>
    %cst_0 = arith.constant dense<8> : tensor<1xi32>
    %cst_1 = arith.constant dense<9> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<5x2x3xi32>
    %1 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3xi32>
    %2 = tensor.empty() : tensor<5x2x3xi1>
    %3 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %1 : tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%2 : tensor<5x2x3xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<5x2x3xi1>
    %4 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3xi32>
    %5 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %4 : tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %21 = arith.addi %in, %in_3 : i32
      linalg.yield %21 : i32
    } -> tensor<5x2x3xi32>
    %6 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<5x2x3xi1>, tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %21 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %21 : i32
    } -> tensor<5x2x3xi32>
    %expanded = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [5, 2, 3, 1] : tensor<5x2x3xi32> into tensor<5x2x3x1xi32>
    %7 = tensor.empty() : tensor<5x2x3x1xi32>
    %8 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x1xi32>
    %9 = tensor.empty() : tensor<5x2x3x1xi1>
    %10 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<5x2x3x1xi32>, tensor<5x2x3x1xi32>) outs(%9 : tensor<5x2x3x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<5x2x3x1xi1>
    %11 = tensor.empty() : tensor<1x1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map36, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map37, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1x1xi32>) outs(%7 : tensor<5x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3x1xi32>
    %14 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<5x2x3x1xi32>, tensor<5x2x3x1xi32>) outs(%9 : tensor<5x2x3x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<5x2x3x1xi1>
    %15 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<5x2x3x1xi1>, tensor<5x2x3x1xi1>) outs(%9 : tensor<5x2x3x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %21 = arith.andi %in, %in_3 : i1
      linalg.yield %21 : i1
    } -> tensor<5x2x3x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<5x2x3xi1>) -> tensor<5x2x3xi1>
    %17 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<5x2x3x1xi1>) outs(%16 : tensor<5x2x3xi1>) {
    ^bb0(%in: i1, %out: i1):
      %21 = arith.andi %out, %in : i1
      linalg.yield %21 : i1
    } -> tensor<5x2x3xi1>
    %18 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%out: i32):
      %21 = linalg.index 0 : index
      %22 = linalg.index 1 : index
      %23 = linalg.index 2 : index
      %extracted = tensor.extract %expanded[%21, %22, %23, %c0] : tensor<5x2x3x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c8 : index
      %extracted_3 = tensor.extract %arg0[%21, %22, %26] : tensor<5x2x9xi32>
      linalg.yield %extracted_3 : i32
    } -> tensor<5x2x3xi32>
    %19 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x2x3xi32>
    %20 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %18, %19 : tensor<5x2x3xi1>, tensor<5x2x3xi32>, tensor<5x2x3xi32>) outs(%0 : tensor<5x2x3xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %21 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %21 : i32
    } -> tensor<5x2x3xi32>
    return %20 : tensor<5x2x3xi32>
  }
}
