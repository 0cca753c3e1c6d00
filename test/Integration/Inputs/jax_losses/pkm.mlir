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
#map20 = affine_map<() -> ()>
#map21 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map22 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
module @jit_pkm {
  func.func public @main(%arg0: tensor<2x2x5x4xf32> {sbp.name = "params.keys"}, %arg1: tensor<6x2x2x4xf32> {sbp.name = "params.query"}, %arg2: tensor<25x6xf32> {sbp.name = "params.values"}, %arg3: tensor<8x6xf32> {sbp.name = "x"}, %arg4: tensor<8x6xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 4.800000e+01 : f32
    %c24 = arith.constant 24 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<25> : tensor<i32>
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<5> : tensor<i32>
    %0 = tensor.empty() : tensor<8x2x2x4xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<8x2x2x4xf32>) -> tensor<8x2x2x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg3, %arg1 : tensor<8x6xf32>, tensor<6x2x2x4xf32>) outs(%1 : tensor<8x2x2x4xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.mulf %in, %in_14 : f32
      %65 = arith.addf %out, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<8x2x2x4xf32>
    %3 = tensor.empty() : tensor<2x2x5x8xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<2x2x5x8xf32>) -> tensor<2x2x5x8xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %2 : tensor<2x2x5x4xf32>, tensor<8x2x2x4xf32>) outs(%4 : tensor<2x2x5x8xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.mulf %in, %in_14 : f32
      %65 = arith.addf %out, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<2x2x5x8xf32>
    %6 = tensor.empty() : tensor<2x8x2x5xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x2x5x8xf32>) outs(%6 : tensor<2x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x5xf32>
    %8:2 = "nn.top_k"(%7) {axis = 3 : i64, k = 3 : i64} : (tensor<2x8x2x5xf32>) -> (tensor<2x8x2x3xf32>, tensor<2x8x2x3xi32>)
    %extracted_slice = tensor.extract_slice %8#0[0, 0, 0, 0] [1, 8, 2, 3] [1, 1, 1, 1] : tensor<2x8x2x3xf32> to tensor<1x8x2x3xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x8x2x3xf32> into tensor<8x2x3xf32>
    %extracted_slice_6 = tensor.extract_slice %8#0[1, 0, 0, 0] [1, 8, 2, 3] [1, 1, 1, 1] : tensor<2x8x2x3xf32> to tensor<1x8x2x3xf32>
    %collapsed_7 = tensor.collapse_shape %extracted_slice_6 [[0, 1], [2], [3]] : tensor<1x8x2x3xf32> into tensor<8x2x3xf32>
    %extracted_slice_8 = tensor.extract_slice %8#1[0, 0, 0, 0] [1, 8, 2, 3] [1, 1, 1, 1] : tensor<2x8x2x3xi32> to tensor<1x8x2x3xi32>
    %collapsed_9 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2], [3]] : tensor<1x8x2x3xi32> into tensor<8x2x3xi32>
    %extracted_slice_10 = tensor.extract_slice %8#1[1, 0, 0, 0] [1, 8, 2, 3] [1, 1, 1, 1] : tensor<2x8x2x3xi32> to tensor<1x8x2x3xi32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3]] : tensor<1x8x2x3xi32> into tensor<8x2x3xi32>
    %9 = tensor.empty() : tensor<8x2x3x1xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<8x2x3xf32>) outs(%9 : tensor<8x2x3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x3x1xf32>
    %11 = tensor.empty() : tensor<8x2x1x3xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<8x2x3xf32>) outs(%11 : tensor<8x2x1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x1x3xf32>
    %13 = tensor.empty() : tensor<8x2x3x3xf32>
    %14 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<8x2x3x1xf32>) outs(%13 : tensor<8x2x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x3x3xf32>
    %15 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<8x2x1x3xf32>) outs(%13 : tensor<8x2x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x3x3xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<8x2x3x3xf32>, tensor<8x2x3x3xf32>) outs(%13 : tensor<8x2x3x3xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.addf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2x3x3xf32>
    %collapsed_12 = tensor.collapse_shape %16 [[0], [1], [2, 3]] : tensor<8x2x3x3xf32> into tensor<8x2x9xf32>
    %17:2 = "nn.top_k"(%collapsed_12) {axis = 2 : i64, k = 3 : i64} : (tensor<8x2x9xf32>) -> (tensor<8x2x3xf32>, tensor<8x2x3xi32>)
    %18 = tensor.empty() : tensor<8x2x3x1xi32>
    %19 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<8x2x3xi32>) outs(%18 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x1xi32>
    %20 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<i32>) outs(%18 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x1xi32>
    %21 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %20 : tensor<8x2x3x1xi32>, tensor<8x2x3x1xi32>) outs(%18 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %in_14: i32, %out: i32):
      %64 = arith.muli %in, %in_14 : i32
      linalg.yield %64 : i32
    } -> tensor<8x2x3x1xi32>
    %22 = tensor.empty() : tensor<8x2x1x3xi32>
    %23 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_11 : tensor<8x2x3xi32>) outs(%22 : tensor<8x2x1x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x1x3xi32>
    %24 = tensor.empty() : tensor<8x2x3x3xi32>
    %25 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<8x2x3x1xi32>) outs(%24 : tensor<8x2x3x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x3xi32>
    %26 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<8x2x1x3xi32>) outs(%24 : tensor<8x2x3x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x3xi32>
    %27 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %26 : tensor<8x2x3x3xi32>, tensor<8x2x3x3xi32>) outs(%24 : tensor<8x2x3x3xi32>) {
    ^bb0(%in: i32, %in_14: i32, %out: i32):
      %64 = arith.addi %in, %in_14 : i32
      linalg.yield %64 : i32
    } -> tensor<8x2x3x3xi32>
    %collapsed_13 = tensor.collapse_shape %27 [[0], [1], [2, 3]] : tensor<8x2x3x3xi32> into tensor<8x2x9xi32>
    %28 = call @take_along_axis(%collapsed_13, %17#1) : (tensor<8x2x9xi32>, tensor<8x2x3xi32>) -> tensor<8x2x3xi32>
    %29 = tensor.empty() : tensor<8x2xf32>
    %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %31 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17#0 : tensor<8x2x3xf32>) outs(%30 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.maximumf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %32 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%29 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    %33 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%32, %31 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%29 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.maximumf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %34 = tensor.empty() : tensor<8x2x1xf32>
    %35 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<8x2xf32>) outs(%34 : tensor<8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x1xf32>
    %36 = tensor.empty() : tensor<8x2x3xf32>
    %37 = linalg.generic {indexing_maps = [#map16, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<8x2x1xf32>) outs(%36 : tensor<8x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x3xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17#0, %37 : tensor<8x2x3xf32>, tensor<8x2x3xf32>) outs(%36 : tensor<8x2x3xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.subf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2x3xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<8x2x3xf32>) outs(%36 : tensor<8x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.exp %in : f32
      linalg.yield %64 : f32
    } -> tensor<8x2x3xf32>
    %40 = linalg.fill ins(%cst_1 : f32) outs(%29 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<8x2x3xf32>) outs(%40 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<8x2xf32>
    %42 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<8x2xf32>) outs(%34 : tensor<8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x1xf32>
    %43 = linalg.generic {indexing_maps = [#map16, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<8x2x1xf32>) outs(%36 : tensor<8x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x3xf32>
    %44 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %43 : tensor<8x2x3xf32>, tensor<8x2x3xf32>) outs(%36 : tensor<8x2x3xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.divf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x2x3xf32>
    %45 = tensor.empty() : tensor<8x2x3xi32>
    %46 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%45 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3xi32>
    %47 = tensor.empty() : tensor<8x2x3xi1>
    %48 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %46 : tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%47 : tensor<8x2x3xi1>) {
    ^bb0(%in: i32, %in_14: i32, %out: i1):
      %64 = arith.cmpi slt, %in, %in_14 : i32
      linalg.yield %64 : i1
    } -> tensor<8x2x3xi1>
    %49 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%45 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3xi32>
    %50 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %49 : tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%45 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %in_14: i32, %out: i32):
      %64 = arith.addi %in, %in_14 : i32
      linalg.yield %64 : i32
    } -> tensor<8x2x3xi32>
    %51 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %50, %28 : tensor<8x2x3xi1>, tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%45 : tensor<8x2x3xi32>) {
    ^bb0(%in: i1, %in_14: i32, %in_15: i32, %out: i32):
      %64 = arith.select %in, %in_14, %in_15 : i32
      linalg.yield %64 : i32
    } -> tensor<8x2x3xi32>
    %52 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<8x2x3xi32>) outs(%18 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x1xi32>
    %53 = tensor.empty() : tensor<8x2x3x6xf32>
    %54 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%53 : tensor<8x2x3x6xf32>) {
    ^bb0(%out: f32):
      %64 = linalg.index 0 : index
      %65 = linalg.index 1 : index
      %66 = linalg.index 2 : index
      %67 = linalg.index 3 : index
      %extracted = tensor.extract %52[%64, %65, %66, %c0] : tensor<8x2x3x1xi32>
      %68 = arith.index_cast %extracted : i32 to index
      %69 = arith.maxsi %68, %c0 : index
      %70 = arith.minsi %69, %c24 : index
      %extracted_14 = tensor.extract %arg2[%70, %67] : tensor<25x6xf32>
      linalg.yield %extracted_14 : f32
    } -> tensor<8x2x3x6xf32>
    %55 = tensor.empty() : tensor<8x6xf32>
    %56 = linalg.fill ins(%cst_1 : f32) outs(%55 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %57 = linalg.generic {indexing_maps = [#map18, #map5, #map19], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%44, %54 : tensor<8x2x3xf32>, tensor<8x2x3x6xf32>) outs(%56 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.mulf %in, %in_14 : f32
      %65 = arith.addf %out, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<8x6xf32>
    %58 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%57, %arg4 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%55 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.subf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x6xf32>
    %59 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel"]} ins(%58, %58 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%55 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %64 = arith.mulf %in, %in_14 : f32
      linalg.yield %64 : f32
    } -> tensor<8x6xf32>
    %60 = tensor.empty() : tensor<f32>
    %61 = linalg.fill ins(%cst_1 : f32) outs(%60 : tensor<f32>) -> tensor<f32>
    %62 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["reduction", "reduction"]} ins(%59 : tensor<8x6xf32>) outs(%61 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<f32>
    %63 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%62 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst : f32
      linalg.yield %64 : f32
    } -> tensor<f32>
    return %63 : tensor<f32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x2x9xi32>, %arg1: tensor<8x2x3xi32>) -> tensor<8x2x3xi32> {
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<-2147483648> : tensor<i32>
    %cst_0 = arith.constant dense<8> : tensor<1xi32>
    %cst_1 = arith.constant dense<9> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x2x3xi32>
    %1 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3xi32>
    %2 = tensor.empty() : tensor<8x2x3xi1>
    %3 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %1 : tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%2 : tensor<8x2x3xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<8x2x3xi1>
    %4 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3xi32>
    %5 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %4 : tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %21 = arith.addi %in, %in_3 : i32
      linalg.yield %21 : i32
    } -> tensor<8x2x3xi32>
    %6 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<8x2x3xi1>, tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %21 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %21 : i32
    } -> tensor<8x2x3xi32>
    %expanded = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [8, 2, 3, 1] : tensor<8x2x3xi32> into tensor<8x2x3x1xi32>
    %7 = tensor.empty() : tensor<8x2x3x1xi32>
    %8 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x1xi32>
    %9 = tensor.empty() : tensor<8x2x3x1xi1>
    %10 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<8x2x3x1xi32>, tensor<8x2x3x1xi32>) outs(%9 : tensor<8x2x3x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<8x2x3x1xi1>
    %11 = tensor.empty() : tensor<1x1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map21, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map22, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1x1xi32>) outs(%7 : tensor<8x2x3x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3x1xi32>
    %14 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<8x2x3x1xi32>, tensor<8x2x3x1xi32>) outs(%9 : tensor<8x2x3x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %21 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %21 : i1
    } -> tensor<8x2x3x1xi1>
    %15 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<8x2x3x1xi1>, tensor<8x2x3x1xi1>) outs(%9 : tensor<8x2x3x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %21 = arith.andi %in, %in_3 : i1
      linalg.yield %21 : i1
    } -> tensor<8x2x3x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<8x2x3xi1>) -> tensor<8x2x3xi1>
    %17 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<8x2x3x1xi1>) outs(%16 : tensor<8x2x3xi1>) {
    ^bb0(%in: i1, %out: i1):
      %21 = arith.andi %out, %in : i1
      linalg.yield %21 : i1
    } -> tensor<8x2x3xi1>
    %18 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%out: i32):
      %21 = linalg.index 0 : index
      %22 = linalg.index 1 : index
      %23 = linalg.index 2 : index
      %extracted = tensor.extract %expanded[%21, %22, %23, %c0] : tensor<8x2x3x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c8 : index
      %extracted_3 = tensor.extract %arg0[%21, %22, %26] : tensor<8x2x9xi32>
      linalg.yield %extracted_3 : i32
    } -> tensor<8x2x3xi32>
    %19 = linalg.generic {indexing_maps = [#map17, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x3xi32>
    %20 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %18, %19 : tensor<8x2x3xi1>, tensor<8x2x3xi32>, tensor<8x2x3xi32>) outs(%0 : tensor<8x2x3xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %21 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %21 : i32
    } -> tensor<8x2x3xi32>
    return %20 : tensor<8x2x3xi32>
  }
}
