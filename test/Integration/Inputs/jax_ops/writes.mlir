#map = affine_map<() -> ()>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
module @jit_writes {
  func.func public @main(%arg0: tensor<2x6x3xf32> {sbp.name = "cache"}, %arg1: tensor<2x3xf32> {sbp.name = "x"}, %arg2: tensor<2xi32> {sbp.name = "ids"}) -> (tensor<2x6x3xf32> {sbp.name = "result.0"}, tensor<2x6x3xf32> {sbp.name = "result.1"}, tensor<2x6x3xf32> {sbp.name = "result.2"}, tensor<2x6x3xf32> {sbp.name = "result.3"}, tensor<2x6x3xf32> {sbp.name = "result.4"}, tensor<2x6x3xf32> {sbp.name = "result.5"}, tensor<2x6x3xf32> {sbp.name = "result.6"}, tensor<2x6x3xf32> {sbp.name = "result.7"}) {
    %c5_i32 = arith.constant 5 : i32
    %c7_i32 = arith.constant 7 : i32
    %c2_i32 = arith.constant 2 : i32
    %c5 = arith.constant 5 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c6_i32 = arith.constant 6 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<3> : tensor<i32>
    %cst_1 = arith.constant dense<6> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %extracted_slice = tensor.extract_slice %arg2[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %2 = tensor.empty() : tensor<i32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c6_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%1, %3, %collapsed : tensor<i1>, tensor<i32>, tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %5 = tensor.empty() : tensor<1xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%4 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %collapsed_3 = tensor.collapse_shape %6 [] : tensor<1xi32> into tensor<i32>
    %7 = "nn.scatter"(%arg0, %collapsed_3, %arg1) {axis = 1 : i64, drop_outside} : (tensor<2x6x3xf32>, tensor<i32>, tensor<2x3xf32>) -> tensor<2x6x3xf32>
    %8 = tensor.empty() : tensor<2xi32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %10 = tensor.empty() : tensor<2xi1>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg2, %9 : tensor<2xi32>, tensor<2xi32>) outs(%10 : tensor<2xi1>) {
    ^bb0(%in: i32, %in_32: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %in_32 : i32
      linalg.yield %84 : i1
    } -> tensor<2xi1>
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%cst_1 : tensor<i32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg2, %12 : tensor<2xi32>, tensor<2xi32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_32: i32, %out: i32):
      %84 = arith.addi %in, %in_32 : i32
      linalg.yield %84 : i32
    } -> tensor<2xi32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel"]} ins(%11, %13, %arg2 : tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<2xi32>
    %15 = tensor.empty() : tensor<2x1xi32>
    %16 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<2xi32>) outs(%15 : tensor<2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1xi32>
    %collapsed_4 = tensor.collapse_shape %16 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
    %17 = "nn.scatter"(%arg0, %collapsed_4, %arg1) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<2x6x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<2x6x3xf32>
    %18 = tensor.empty() : tensor<2x1x3xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x3xf32>) outs(%18 : tensor<2x1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x3xf32>
    %20 = tensor.empty() : tensor<2x2x3xf32>
    %21 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x1x3xf32>) outs(%20 : tensor<2x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x3xf32>
    %inserted_slice = tensor.insert_slice %21 into %arg0[0, 3, 0] [2, 2, 3] [1, 1, 1] : tensor<2x2x3xf32> into tensor<2x6x3xf32>
    %extracted_slice_5 = tensor.extract_slice %arg1[0, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%cst : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %23 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%8 : tensor<2xi32>) {
    ^bb0(%out: i32):
      %84 = linalg.index 0 : index
      %85 = arith.cmpi ult, %84, %c1 : index
      %86 = scf.if %85 -> (i32) {
        %extracted_32 = tensor.extract %22[%84] : tensor<1xi32>
        scf.yield %extracted_32 : i32
      } else {
        %87 = arith.subi %84, %c1 : index
        %extracted_32 = tensor.extract %6[%87] : tensor<1xi32>
        scf.yield %extracted_32 : i32
      }
      linalg.yield %86 : i32
    } -> tensor<2xi32>
    %extracted_slice_6 = tensor.extract_slice %23[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_7 = tensor.collapse_shape %extracted_slice_6 [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_8 = tensor.extract_slice %23[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_9 = tensor.collapse_shape %extracted_slice_8 [] : tensor<1xi32> into tensor<i32>
    %expanded = tensor.expand_shape %extracted_slice_5 [[0], [1, 2]] output_shape [1, 1, 3] : tensor<1x3xf32> into tensor<1x1x3xf32>
    %extracted = tensor.extract %collapsed_7[] : tensor<i32>
    %24 = arith.index_cast %extracted : i32 to index
    %25 = arith.maxsi %24, %c0 : index
    %26 = arith.minsi %25, %c1 : index
    %extracted_10 = tensor.extract %collapsed_9[] : tensor<i32>
    %27 = arith.index_cast %extracted_10 : i32 to index
    %28 = arith.maxsi %27, %c0 : index
    %29 = arith.minsi %28, %c5 : index
    %extracted_slice_11 = tensor.extract_slice %arg0[%26, %29, 0] [1, 1, 3] [1, 1, 1] : tensor<2x6x3xf32> to tensor<1x1x3xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_7 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_7 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c2_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%30, %31 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_9 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_9 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c6_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%33, %34 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%32, %35 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %37 = tensor.empty() : tensor<1x1x3xf32>
    %extracted_12 = tensor.extract %36[] : tensor<i1>
    %38 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %extracted_slice_11 : tensor<1x1x3xf32>, tensor<1x1x3xf32>) outs(%37 : tensor<1x1x3xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %84 = arith.select %extracted_12, %in, %in_32 : f32
      linalg.yield %84 : f32
    } -> tensor<1x1x3xf32>
    %inserted_slice_13 = tensor.insert_slice %38 into %arg0[%26, %29, 0] [1, 1, 3] [1, 1, 1] : tensor<1x1x3xf32> into tensor<2x6x3xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c7_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%39 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%39 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c6_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%40, %41, %39 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %43 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%42 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %collapsed_14 = tensor.collapse_shape %43 [] : tensor<1xi32> into tensor<i32>
    %44 = "nn.scatter"(%arg0, %collapsed_14, %arg1) {axis = 1 : i64, drop_outside} : (tensor<2x6x3xf32>, tensor<i32>, tensor<2x3xf32>) -> tensor<2x6x3xf32>
    %extracted_slice_15 = tensor.extract_slice %arg2[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [] : tensor<1xi32> into tensor<i32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_16 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.subi %in, %c2_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %extracted_slice_17 = tensor.extract_slice %arg1[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c2_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%1, %46, %collapsed : tensor<i1>, tensor<i32>, tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%45 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%45 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c6_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%48, %49, %45 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %51 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%47 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %52 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%50 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %53 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%8 : tensor<2xi32>) {
    ^bb0(%out: i32):
      %84 = linalg.index 0 : index
      %85 = arith.cmpi ult, %84, %c1 : index
      %86 = scf.if %85 -> (i32) {
        %extracted_32 = tensor.extract %51[%84] : tensor<1xi32>
        scf.yield %extracted_32 : i32
      } else {
        %87 = arith.subi %84, %c1 : index
        %extracted_32 = tensor.extract %52[%87] : tensor<1xi32>
        scf.yield %extracted_32 : i32
      }
      linalg.yield %86 : i32
    } -> tensor<2xi32>
    %extracted_slice_18 = tensor.extract_slice %53[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_20 = tensor.extract_slice %53[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_20 [] : tensor<1xi32> into tensor<i32>
    %expanded_22 = tensor.expand_shape %extracted_slice_17 [[0], [1, 2]] output_shape [1, 1, 3] : tensor<1x3xf32> into tensor<1x1x3xf32>
    %extracted_23 = tensor.extract %collapsed_19[] : tensor<i32>
    %54 = arith.index_cast %extracted_23 : i32 to index
    %55 = arith.maxsi %54, %c0 : index
    %56 = arith.minsi %55, %c1 : index
    %extracted_24 = tensor.extract %collapsed_21[] : tensor<i32>
    %57 = arith.index_cast %extracted_24 : i32 to index
    %58 = arith.maxsi %57, %c0 : index
    %59 = arith.minsi %58, %c5 : index
    %extracted_slice_25 = tensor.extract_slice %arg0[%56, %59, 0] [1, 1, 3] [1, 1, 1] : tensor<2x6x3xf32> to tensor<1x1x3xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_19 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_19 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c2_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%60, %61 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_21 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_21 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c6_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%63, %64 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%62, %65 : tensor<i1>, tensor<i1>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i1, %in_32: i1, %out: i1):
      %84 = arith.andi %in, %in_32 : i1
      linalg.yield %84 : i1
    } -> tensor<i1>
    %extracted_26 = tensor.extract %66[] : tensor<i1>
    %67 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_22, %extracted_slice_25 : tensor<1x1x3xf32>, tensor<1x1x3xf32>) outs(%37 : tensor<1x1x3xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %84 = arith.select %extracted_26, %in, %in_32 : f32
      linalg.yield %84 : f32
    } -> tensor<1x1x3xf32>
    %inserted_slice_27 = tensor.insert_slice %67 into %arg0[%56, %59, 0] [1, 1, 3] [1, 1, 1] : tensor<1x1x3xf32> into tensor<2x6x3xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%collapsed_16 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c5_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%68 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %84 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%68 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %84 = arith.addi %in, %c6_i32 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%69, %70, %68 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<i32>
    %extracted_28 = tensor.extract %71[] : tensor<i32>
    %72 = arith.index_cast %extracted_28 : i32 to index
    %73 = arith.maxsi %72, %c0 : index
    %74 = arith.minsi %73, %c5 : index
    %inserted_slice_29 = tensor.insert_slice %19 into %arg0[0, %74, 0] [2, 1, 3] [1, 1, 1] : tensor<2x1x3xf32> into tensor<2x6x3xf32>
    %extracted_slice_30 = tensor.extract_slice %arg1[0, 0] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
    %75 = tensor.empty() : tensor<2x1x2xf32>
    %76 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_30 : tensor<2x2xf32>) outs(%75 : tensor<2x1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x2xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %78 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg2, %77 : tensor<2xi32>, tensor<2xi32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_32: i32, %out: i32):
      %84 = arith.addi %in, %in_32 : i32
      linalg.yield %84 : i32
    } -> tensor<2xi32>
    %79 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel"]} ins(%11, %78, %arg2 : tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) outs(%8 : tensor<2xi32>) {
    ^bb0(%in: i1, %in_32: i32, %in_33: i32, %out: i32):
      %84 = arith.select %in, %in_32, %in_33 : i32
      linalg.yield %84 : i32
    } -> tensor<2xi32>
    %80 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<2xi32>) outs(%15 : tensor<2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1xi32>
    %81 = tensor.empty() : tensor<2x6x2xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x1x2xf32>) outs(%81 : tensor<2x6x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x6x2xf32>
    %collapsed_31 = tensor.collapse_shape %80 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
    %83 = "nn.scatter"(%arg0, %collapsed_31, %82) {axis = 2 : i64, drop_outside} : (tensor<2x6x3xf32>, tensor<2xi32>, tensor<2x6x2xf32>) -> tensor<2x6x3xf32>
    return %7, %17, %inserted_slice, %inserted_slice_13, %44, %inserted_slice_27, %inserted_slice_29, %83 : tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>
  }
}
