#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0) -> ()>
#map6 = affine_map<(d0, d1, d2) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d2)>
#map10 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
module @jit_class_gradient {
  func.func public @main(%arg0: tensor<4x6xf32> {sbp.name = "x"}, %arg1: tensor<4xi32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "result.0"}, tensor<4x6xf32> {sbp.name = "result.1"}, tensor<2x2x6xf32> {sbp.name = "result.2"}) {
    %cst = arith.constant -1.000000e+00 : f32
    %c5 = arith.constant 5 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 4.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<2> : tensor<i32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<6> : tensor<i32>
    %cst_6 = arith.constant dense<4> : tensor<i32>
    %cst_7 = arith.constant dense<0> : tensor<i32>
    %cst_8 = arith.constant dense<0.000000e+00> : tensor<f32>
    %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
    %0:3 = call @log_softmax(%arg0) : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x1xf32>)
    %1 = tensor.empty() : tensor<4x1xi32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xi32>) outs(%1 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %3:2 = call @take_along_axis(%0#0, %2) : (tensor<4x6xf32>, tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>)
    %4 = tensor.empty() : tensor<f32>
    %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : tensor<f32>) -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%3#0 : tensor<4x1xf32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %48 = arith.addf %out, %in : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%6 : tensor<f32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %48 = arith.divf %in, %cst_0 : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%7 : tensor<f32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %48 = arith.negf %in : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %9 = tensor.empty() : tensor<4xi32>
    %10 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%9 : tensor<4xi32>) {
    ^bb0(%out: i32):
      %48 = linalg.index 0 : index
      %49 = arith.index_cast %48 : index to i32
      linalg.yield %49 : i32
    } -> tensor<4xi32>
    %11 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%cst_7 : tensor<i32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4xi32>
    %12 = tensor.empty() : tensor<4xi1>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%10, %11 : tensor<4xi32>, tensor<4xi32>) outs(%12 : tensor<4xi1>) {
    ^bb0(%in: i32, %in_10: i32, %out: i1):
      %48 = arith.cmpi slt, %in, %in_10 : i32
      linalg.yield %48 : i1
    } -> tensor<4xi1>
    %14 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%cst_6 : tensor<i32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4xi32>
    %15 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%10, %14 : tensor<4xi32>, tensor<4xi32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_10: i32, %out: i32):
      %48 = arith.addi %in, %in_10 : i32
      linalg.yield %48 : i32
    } -> tensor<4xi32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%13, %15, %10 : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i1, %in_10: i32, %in_11: i32, %out: i32):
      %48 = arith.select %in, %in_10, %in_11 : i32
      linalg.yield %48 : i32
    } -> tensor<4xi32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg1, %11 : tensor<4xi32>, tensor<4xi32>) outs(%12 : tensor<4xi1>) {
    ^bb0(%in: i32, %in_10: i32, %out: i1):
      %48 = arith.cmpi slt, %in, %in_10 : i32
      linalg.yield %48 : i1
    } -> tensor<4xi1>
    %18 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%cst_5 : tensor<i32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4xi32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg1, %18 : tensor<4xi32>, tensor<4xi32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_10: i32, %out: i32):
      %48 = arith.addi %in, %in_10 : i32
      linalg.yield %48 : i32
    } -> tensor<4xi32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%17, %19, %arg1 : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) outs(%9 : tensor<4xi32>) {
    ^bb0(%in: i1, %in_10: i32, %in_11: i32, %out: i32):
      %48 = arith.select %in, %in_10, %in_11 : i32
      linalg.yield %48 : i32
    } -> tensor<4xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<4xi32>) outs(%1 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<4xi32>) outs(%1 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %23 = tensor.empty() : tensor<4x2xi32>
    %24 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%23 : tensor<4x2xi32>) {
    ^bb0(%out: i32):
      %48 = linalg.index 0 : index
      %49 = linalg.index 1 : index
      %50 = arith.cmpi ult, %49, %c1 : index
      %51 = scf.if %50 -> (i32) {
        %extracted = tensor.extract %21[%48, %49] : tensor<4x1xi32>
        scf.yield %extracted : i32
      } else {
        %52 = arith.subi %49, %c1 : index
        %extracted = tensor.extract %22[%48, %52] : tensor<4x1xi32>
        scf.yield %extracted : i32
      }
      linalg.yield %51 : i32
    } -> tensor<4x2xi32>
    %25 = tensor.empty() : tensor<4xf32>
    %26 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%25 : tensor<4xf32>) {
    ^bb0(%out: f32):
      %48 = linalg.index 0 : index
      %extracted = tensor.extract %24[%48, %c0] : tensor<4x2xi32>
      %49 = arith.index_cast %extracted : i32 to index
      %extracted_10 = tensor.extract %24[%48, %c1] : tensor<4x2xi32>
      %50 = arith.index_cast %extracted_10 : i32 to index
      %51 = arith.maxsi %49, %c0 : index
      %52 = arith.minsi %51, %c3 : index
      %53 = arith.maxsi %50, %c0 : index
      %54 = arith.minsi %53, %c5 : index
      %extracted_11 = tensor.extract %0#0[%52, %54] : tensor<4x6xf32>
      linalg.yield %extracted_11 : f32
    } -> tensor<4xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%26 : tensor<4xf32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %48 = arith.addf %out, %in : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = []} ins(%8, %27 : tensor<f32>, tensor<f32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %48 = arith.subf %in, %in_10 : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map3], iterator_types = []} outs(%4 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%29 : tensor<f32>) outs(%25 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %31 = tensor.empty() : tensor<4x6xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%31 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %collapsed = tensor.collapse_shape %22 [[0, 1]] : tensor<4x1xi32> into tensor<4xi32>
    %33 = "nn.scatter_add"(%32, %collapsed, %30) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<4x6xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x6xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%29 : tensor<f32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %48 = arith.divf %in, %cst_0 : f32
      linalg.yield %48 : f32
    } -> tensor<f32>
    %35 = tensor.empty() : tensor<4x1xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<f32>) outs(%35 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %37 = call @take_along_axis_0(%3#1, %36) : (tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %37 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%31 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %48 = arith.addf %in, %in_10 : f32
      linalg.yield %48 : f32
    } -> tensor<4x6xf32>
    %39 = call @log_softmax_1(%0#1, %0#2, %38) : (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %expanded_9 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [2, 2, 1] : tensor<4xi32> into tensor<2x2x1xi32>
    %40 = call @floor_divide(%expanded_9, %cst_3) : (tensor<2x2x1xi32>, tensor<i32>) -> tensor<2x2x1xi32>
    %41:2 = call @take_along_axis_2(%expanded, %40) : (tensor<2x2x6xf32>, tensor<2x2x1xi32>) -> (tensor<2x2x6xf32>, tensor<2x2x1xi32>)
    %42 = tensor.empty() : tensor<2x2x6xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%42 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x6xf32>
    %44 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %41#0 : tensor<2x2x6xf32>, tensor<2x2x6xf32>) outs(%42 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %48 = arith.mulf %in, %in_10 : f32
      linalg.yield %48 : f32
    } -> tensor<2x2x6xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%42 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x6xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %44 : tensor<2x2x6xf32>, tensor<2x2x6xf32>) outs(%42 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %48 = arith.mulf %in, %in_10 : f32
      linalg.yield %48 : f32
    } -> tensor<2x2x6xf32>
    %47 = call @take_along_axis_3(%41#1, %46) : (tensor<2x2x1xi32>, tensor<2x2x6xf32>) -> tensor<2x2x6xf32>
    return %28, %39, %47 : tensor<f32>, tensor<4x6xf32>, tensor<2x2x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x1xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x6xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.maximumf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%3, %2 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.maximumf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %5 = tensor.empty() : tensor<4x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %7 = tensor.empty() : tensor<4x6xf32>
    %8 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x1xf32>) outs(%7 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%7 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<4x6xf32>) outs(%7 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.exp %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<4x6xf32>) outs(%11 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<4x1xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.log %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x1xf32>
    %15 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<4x1xf32>) outs(%7 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %15 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%7 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    return %16, %10, %13 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6xf32>, %arg1: tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>) {
    %c5 = arith.constant 5 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<5> : tensor<1xi32>
    %cst_1 = arith.constant dense<6> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<4x1xi32>
    %1 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %2 = tensor.empty() : tensor<4x1xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<4x1xi32>, tensor<4x1xi32>) outs(%2 : tensor<4x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1xi1>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<4x1xi32>, tensor<4x1xi32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<4x1xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<4x1xi1>, tensor<4x1xi32>, tensor<4x1xi32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<4x1xi32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [4, 1, 1] : tensor<4x1xi32> into tensor<4x1x1xi32>
    %7 = tensor.empty() : tensor<4x1x1xi32>
    %8 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<4x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1x1xi32>
    %9 = tensor.empty() : tensor<4x1x1xi1>
    %10 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<4x1x1xi32>, tensor<4x1x1xi32>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %11 = tensor.empty() : tensor<1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xi32>) outs(%7 : tensor<4x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<4x1x1xi32>, tensor<4x1x1xi32>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %15 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<4x1x1xi1>, tensor<4x1x1xi1>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<4x1xi1>) -> tensor<4x1xi1>
    %17 = linalg.generic {indexing_maps = [#map7, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<4x1x1xi1>) outs(%16 : tensor<4x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<4x1xi1>
    %18 = tensor.empty() : tensor<4x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<4x1xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %extracted = tensor.extract %expanded[%22, %c0, %c0] : tensor<4x1x1xi32>
      %23 = arith.index_cast %extracted : i32 to index
      %24 = arith.maxsi %23, %c0 : index
      %25 = arith.minsi %24, %c5 : index
      %extracted_3 = tensor.extract %arg0[%22, %25] : tensor<4x6xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<4x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %19, %20 : tensor<4x1xi1>, tensor<4x1xf32>, tensor<4x1xf32>) outs(%18 : tensor<4x1xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x1xf32>
    return %21, %expanded : tensor<4x1xf32>, tensor<4x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<4x1x1xi32>, %arg1: tensor<4x1xf32>) -> tensor<4x6xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x6xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<4x1x1xi32> into tensor<4x1xi32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<4x6xf32>, tensor<4x1xi32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<4x6xf32>, %arg1: tensor<4x1xf32>, %arg2: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x6xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.negf %in : f32
      linalg.yield %11 : f32
    } -> tensor<4x6xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<4x6xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %out, %in : f32
      linalg.yield %11 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
    %5 = tensor.empty() : tensor<4x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded, %arg1 : tensor<4x1xf32>, tensor<4x1xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.divf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<4x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<4x1xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %out, %in : f32
      linalg.yield %11 : f32
    } -> tensor<4xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %arg0 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<4x6xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %9 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.addf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<4x6xf32>
    return %10 : tensor<4x6xf32>
  }
  func.func private @floor_divide(%arg0: tensor<2x2x1xi32>, %arg1: tensor<i32>) -> tensor<2x2x1xi32> {
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c-1_i32 = arith.constant -1 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<2x2x1xi32>
    %1 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %2 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.divsi %in, %21 : i32
      %23 = arith.select %19, %c-2147483648_i32, %22 : i32
      %24 = arith.select %16, %c-1_i32, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<2x2x1xi32>
    %3 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      %17 = arith.shrsi %in, %c31_i32 : i32
      %18 = arith.ori %17, %c1_i32 : i32
      %19 = arith.select %16, %c0_i32, %18 : i32
      linalg.yield %19 : i32
    } -> tensor<2x2x1xi32>
    %4 = tensor.empty() : tensor<i32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%4 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      %17 = arith.shrsi %in, %c31_i32 : i32
      %18 = arith.ori %17, %c1_i32 : i32
      %19 = arith.select %16, %c0_i32, %18 : i32
      linalg.yield %19 : i32
    } -> tensor<i32>
    %6 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %7 = tensor.empty() : tensor<2x2x1xi1>
    %8 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%7 : tensor<2x2x1xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<2x2x1xi1>
    %9 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.remsi %in, %21 : i32
      %23 = arith.select %19, %c0_i32, %22 : i32
      %24 = arith.select %16, %in, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<2x2x1xi32>
    %10 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %11 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %10 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%7 : tensor<2x2x1xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<2x2x1xi1>
    %12 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %11 : tensor<2x2x1xi1>, tensor<2x2x1xi1>) outs(%7 : tensor<2x2x1xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.andi %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<2x2x1xi1>
    %13 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %14 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %13 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.subi %in, %in_1 : i32
      linalg.yield %16 : i32
    } -> tensor<2x2x1xi32>
    %15 = call @_where(%12, %14, %2) : (tensor<2x2x1xi1>, tensor<2x2x1xi32>, tensor<2x2x1xi32>) -> tensor<2x2x1xi32>
    return %15 : tensor<2x2x1xi32>
  }
  func.func private @_where(%arg0: tensor<2x2x1xi1>, %arg1: tensor<2x2x1xi32>, %arg2: tensor<2x2x1xi32>) -> tensor<2x2x1xi32> {
    %0 = tensor.empty() : tensor<2x2x1xi32>
    %1 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<2x2x1xi1>, tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<2x2x1xi32>
    return %1 : tensor<2x2x1xi32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<2x2x6xf32>, %arg1: tensor<2x2x1xi32>) -> (tensor<2x2x6xf32>, tensor<2x2x1xi32>) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<1> : tensor<1xi32>
    %cst_1 = arith.constant dense<2> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<2x2x1xi32>
    %1 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %2 = tensor.empty() : tensor<2x2x1xi1>
    %3 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %1 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%2 : tensor<2x2x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<2x2x1xi1>
    %4 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %5 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %4 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<2x2x1xi32>
    %6 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<2x2x1xi1>, tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<2x2x1xi32>
    %7 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %1 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%2 : tensor<2x2x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<2x2x1xi1>
    %8 = tensor.empty() : tensor<1x1x1xi32>
    %9 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%8 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %10 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x1x1xi32>) outs(%0 : tensor<2x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x2x1xi32>
    %11 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %10 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%2 : tensor<2x2x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<2x2x1xi1>
    %12 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %11 : tensor<2x2x1xi1>, tensor<2x2x1xi1>) outs(%2 : tensor<2x2x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<2x2x1xi1>
    %13 = tensor.empty() : tensor<2x2xi1>
    %14 = linalg.fill ins(%true : i1) outs(%13 : tensor<2x2xi1>) -> tensor<2x2xi1>
    %15 = linalg.generic {indexing_maps = [#map7, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<2x2x1xi1>) outs(%14 : tensor<2x2xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<2x2xi1>
    %16 = tensor.empty() : tensor<2x2x6xf32>
    %17 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel", "parallel", "parallel"]} outs(%16 : tensor<2x2x6xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 1 : index
      %24 = linalg.index 2 : index
      %extracted = tensor.extract %6[%22, %23, %c0] : tensor<2x2x1xi32>
      %25 = arith.index_cast %extracted : i32 to index
      %26 = arith.maxsi %25, %c0 : index
      %27 = arith.minsi %26, %c1 : index
      %extracted_3 = tensor.extract %arg0[%22, %27, %24] : tensor<2x2x6xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<2x2x6xf32>
    %18 = tensor.empty() : tensor<2x2x6xi1>
    %19 = linalg.generic {indexing_maps = [#map11, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x2xi1>) outs(%18 : tensor<2x2x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x6xi1>
    %20 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%16 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x6xf32>
    %21 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %17, %20 : tensor<2x2x6xi1>, tensor<2x2x6xf32>, tensor<2x2x6xf32>) outs(%16 : tensor<2x2x6xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<2x2x6xf32>
    return %21, %6 : tensor<2x2x6xf32>, tensor<2x2x1xi32>
  }
  func.func private @take_along_axis_3(%arg0: tensor<2x2x1xi32>, %arg1: tensor<2x2x6xf32>) -> tensor<2x2x6xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x2x6xf32>
    %1 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x6xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<2x2x1xi32> into tensor<2x2xi32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<2x2x6xf32>, tensor<2x2xi32>, tensor<2x2x6xf32>) -> tensor<2x2x6xf32>
    return %2 : tensor<2x2x6xf32>
  }
}
