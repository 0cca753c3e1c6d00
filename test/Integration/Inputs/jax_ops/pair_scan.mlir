#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_pair_scan {
  func.func public @main(%arg0: tensor<6x3xf32> {sbp.name = "x"}, %arg1: tensor<3xf32> {sbp.name = "decay.0"}, %arg2: tensor<3xf32> {sbp.name = "decay.1"}) -> (tensor<6x3xf32> {sbp.name = "result"}) {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %arg2 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.negf %in : f32
      linalg.yield %27 : f32
    } -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.exp %in : f32
      linalg.yield %27 : f32
    } -> tensor<3xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %3 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %5 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.divf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3xf32>
    %7 = tensor.empty() : tensor<6x3xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3xf32>) outs(%7 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x3xf32>
    %extracted_slice = tensor.extract_slice %8[0, 0] [3, 3] [2, 1] : tensor<6x3xf32> to tensor<3x3xf32>
    %extracted_slice_1 = tensor.extract_slice %arg0[0, 0] [3, 3] [2, 1] : tensor<6x3xf32> to tensor<3x3xf32>
    %extracted_slice_2 = tensor.extract_slice %8[1, 0] [3, 3] [2, 1] : tensor<6x3xf32> to tensor<3x3xf32>
    %extracted_slice_3 = tensor.extract_slice %arg0[1, 0] [3, 3] [2, 1] : tensor<6x3xf32> to tensor<3x3xf32>
    %9 = tensor.empty() : tensor<3x3xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %extracted_slice_2 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%9 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.mulf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3x3xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2, %extracted_slice_1 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%9 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.mulf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3x3xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%11, %extracted_slice_3 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%9 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3x3xf32>
    %extracted_slice_4 = tensor.extract_slice %12[0, 0] [1, 3] [2, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %extracted_slice_5 = tensor.extract_slice %10[1, 0] [1, 3] [2, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %extracted_slice_6 = tensor.extract_slice %12[1, 0] [1, 3] [2, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %13 = tensor.empty() : tensor<1x3xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5, %extracted_slice_4 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%13 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.mulf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<1x3xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%14, %extracted_slice_6 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%13 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<1x3xf32>
    %extracted_slice_7 = tensor.extract_slice %10[2, 0] [1, 3] [2, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %extracted_slice_8 = tensor.extract_slice %12[2, 0] [1, 3] [2, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_7, %15 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%13 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.mulf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<1x3xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16, %extracted_slice_8 : tensor<1x3xf32>, tensor<1x3xf32>) outs(%13 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<1x3xf32>
    %extracted_slice_9 = tensor.extract_slice %12[0, 0] [1, 3] [1, 1] : tensor<3x3xf32> to tensor<1x3xf32>
    %18 = tensor.empty() : tensor<2x3xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<2x3xf32>) {
    ^bb0(%out: f32):
      %27 = linalg.index 1 : index
      %28 = linalg.index 0 : index
      %29 = arith.cmpi ult, %28, %c1 : index
      %30 = scf.if %29 -> (f32) {
        %extracted = tensor.extract %extracted_slice_9[%28, %27] : tensor<1x3xf32>
        scf.yield %extracted : f32
      } else {
        %31 = arith.subi %28, %c1 : index
        %extracted = tensor.extract %17[%31, %27] : tensor<1x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %30 : f32
    } -> tensor<2x3xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%9 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %inserted_slice = tensor.insert_slice %19 into %20[0, 0] [2, 3] [2, 1] : tensor<2x3xf32> into tensor<3x3xf32>
    %inserted_slice_10 = tensor.insert_slice %15 into %20[1, 0] [1, 3] [2, 1] : tensor<1x3xf32> into tensor<3x3xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_10 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%9 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<3x3xf32>
    %extracted_slice_11 = tensor.extract_slice %21[0, 0] [2, 3] [1, 1] : tensor<3x3xf32> to tensor<2x3xf32>
    %extracted_slice_12 = tensor.extract_slice %8[2, 0] [2, 3] [2, 1] : tensor<6x3xf32> to tensor<2x3xf32>
    %extracted_slice_13 = tensor.extract_slice %arg0[2, 0] [2, 3] [2, 1] : tensor<6x3xf32> to tensor<2x3xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12, %extracted_slice_11 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%18 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.mulf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<2x3xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%22, %extracted_slice_13 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%18 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<2x3xf32>
    %extracted_slice_14 = tensor.extract_slice %arg0[0, 0] [1, 3] [1, 1] : tensor<6x3xf32> to tensor<1x3xf32>
    %24 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%9 : tensor<3x3xf32>) {
    ^bb0(%out: f32):
      %27 = linalg.index 1 : index
      %28 = linalg.index 0 : index
      %29 = arith.cmpi ult, %28, %c1 : index
      %30 = scf.if %29 -> (f32) {
        %extracted = tensor.extract %extracted_slice_14[%28, %27] : tensor<1x3xf32>
        scf.yield %extracted : f32
      } else {
        %31 = arith.subi %28, %c1 : index
        %extracted = tensor.extract %23[%31, %27] : tensor<2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %30 : f32
    } -> tensor<3x3xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%7 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %inserted_slice_15 = tensor.insert_slice %24 into %25[0, 0] [3, 3] [2, 1] : tensor<3x3xf32> into tensor<6x3xf32>
    %inserted_slice_16 = tensor.insert_slice %21 into %25[1, 0] [3, 3] [2, 1] : tensor<3x3xf32> into tensor<6x3xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_15, %inserted_slice_16 : tensor<6x3xf32>, tensor<6x3xf32>) outs(%7 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %27 = arith.addf %in, %in_17 : f32
      linalg.yield %27 : f32
    } -> tensor<6x3xf32>
    return %26 : tensor<6x3xf32>
  }
}
