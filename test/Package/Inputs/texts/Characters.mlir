#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<20x8xf32> {sbp.name = "embed.weight"},
    %arg1: tensor<16x8xf32> {sbp.name = "rnn.weight_ih_l0"},
    %arg2: tensor<16x16xf32> {sbp.name = "rnn.weight_hh_l0"},
    %arg3: tensor<16xf32> {sbp.name = "rnn.bias_ih_l0"},
    %arg4: tensor<16xf32> {sbp.name = "rnn.bias_hh_l0"},
    %arg5: tensor<20x16xf32> {sbp.name = "head.weight"},
    %arg6: tensor<20xf32> {sbp.name = "head.bias"},
    %arg7: tensor<4x6xi64> {sbp.name = "ids"}) -> (tensor<4x6x20xf32> {sbp.name = "result"}) {
    %c0_i64 = arith.constant 0 : i64
    %c20 = arith.constant 20 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<4x16xf32>
    %0 = tensor.empty() : tensor<4x6x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<4x6xi64>) outs(%0 : tensor<4x6x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %59 = arith.index_cast %in : i64 to index
      %60 = linalg.index 2 : index
      %61 = arith.cmpi slt, %59, %c20 : index
      cf.assert %61, "index must be smaller than dim size"
      %62 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %62, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%59, %60] : tensor<20x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x6x8xf32>
    %2 = tensor.empty() : tensor<6x4x8xf32>
    %transposed = linalg.transpose ins(%1 : tensor<4x6x8xf32>) outs(%2 : tensor<6x4x8xf32>) permutation = [1, 0, 2] 
    %3 = tensor.empty() : tensor<8x16xf32>
    %transposed_2 = linalg.transpose ins(%arg1 : tensor<16x8xf32>) outs(%3 : tensor<8x16xf32>) permutation = [1, 0] 
    %4 = tensor.empty() : tensor<6x8x16xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_2 : tensor<8x16xf32>) outs(%4 : tensor<6x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x8x16xf32>
    %6 = tensor.empty() : tensor<6x4x16xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
    %8 = linalg.batch_matmul ins(%transposed, %5 : tensor<6x4x8xf32>, tensor<6x8x16xf32>) outs(%7 : tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg3 : tensor<6x4x16xf32>, tensor<16xf32>) outs(%6 : tensor<6x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<6x4x16xf32>
    %extracted_slice = tensor.extract_slice %9[0, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %extracted_slice_3 = tensor.extract_slice %9[1, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %extracted_slice_4 = tensor.extract_slice %9[2, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %extracted_slice_5 = tensor.extract_slice %9[3, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %extracted_slice_6 = tensor.extract_slice %9[4, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %extracted_slice_7 = tensor.extract_slice %9[5, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<6x4x16xf32> to tensor<1x4x16xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_3 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %collapsed_9 = tensor.collapse_shape %extracted_slice_4 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_6 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %10 = tensor.empty() : tensor<16x16xf32>
    %transposed_13 = linalg.transpose ins(%arg2 : tensor<16x16xf32>) outs(%10 : tensor<16x16xf32>) permutation = [1, 0] 
    %11 = tensor.empty() : tensor<4x16xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %13 = linalg.matmul ins(%cst_1, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%13, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded = tensor.expand_shape %15 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %16 = tensor.empty() : tensor<1x4x16xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %collapsed : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %collapsed_14 = tensor.collapse_shape %18 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %19 = linalg.matmul ins(%collapsed_14, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%19, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded_15 = tensor.expand_shape %20 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %collapsed_8 : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %collapsed_16 = tensor.collapse_shape %22 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %23 = linalg.matmul ins(%collapsed_16, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%23, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded_17 = tensor.expand_shape %24 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17, %collapsed_9 : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %collapsed_18 = tensor.collapse_shape %26 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %27 = linalg.matmul ins(%collapsed_18, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%27, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded_19 = tensor.expand_shape %28 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19, %collapsed_10 : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %collapsed_20 = tensor.collapse_shape %30 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %31 = linalg.matmul ins(%collapsed_20, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%31, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded_21 = tensor.expand_shape %32 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21, %collapsed_11 : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %collapsed_22 = tensor.collapse_shape %34 [[0, 1], [2]] : tensor<1x4x16xf32> into tensor<4x16xf32>
    %35 = linalg.matmul ins(%collapsed_22, %transposed_13 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %36 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%35, %14 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%11 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16xf32>
    %expanded_23 = tensor.expand_shape %36 [[0, 1], [2]] output_shape [1, 4, 16] : tensor<4x16xf32> into tensor<1x4x16xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23, %collapsed_12 : tensor<1x4x16xf32>, tensor<4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x4x16xf32>) outs(%16 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x4x16xf32>
    %concat = tensor.concat dim(0) %18, %22, %26, %30, %34, %38 : (tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>) -> tensor<6x4x16xf32>
    %39 = tensor.empty() : tensor<4x6x16xf32>
    %transposed_24 = linalg.transpose ins(%concat : tensor<6x4x16xf32>) outs(%39 : tensor<4x6x16xf32>) permutation = [1, 0, 2] 
    %40 = tensor.empty() : tensor<16x20xf32>
    %transposed_25 = linalg.transpose ins(%arg5 : tensor<20x16xf32>) outs(%40 : tensor<16x20xf32>) permutation = [1, 0] 
    %41 = tensor.empty() : tensor<4x16x20xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<16x20xf32>) outs(%41 : tensor<4x16x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x20xf32>
    %43 = tensor.empty() : tensor<4x6x20xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<4x6x20xf32>) -> tensor<4x6x20xf32>
    %45 = linalg.batch_matmul ins(%transposed_24, %42 : tensor<4x6x16xf32>, tensor<4x16x20xf32>) outs(%44 : tensor<4x6x20xf32>) -> tensor<4x6x20xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %arg6 : tensor<4x6x20xf32>, tensor<20xf32>) outs(%43 : tensor<4x6x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.addf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x20xf32>
    %47 = tensor.empty() : tensor<4x6xi64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<4x6xi64>) -> tensor<4x6xi64>
    %49 = tensor.empty() : tensor<4x6xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %51:2 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46 : tensor<4x6x20xf32>) outs(%50, %48 : tensor<4x6xf32>, tensor<4x6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_27: i64):
      %59 = linalg.index 2 : index
      %60 = arith.index_cast %59 : index to i64
      %61 = arith.maximumf %in, %out : f32
      %62 = arith.cmpf ogt, %in, %out : f32
      %63 = arith.select %62, %60, %out_27 : i64
      linalg.yield %61, %63 : f32, i64
    } -> (tensor<4x6xf32>, tensor<4x6xi64>)
    %expanded_26 = tensor.expand_shape %51#0 [[0], [1, 2]] output_shape [4, 6, 1] : tensor<4x6xf32> into tensor<4x6x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %expanded_26 : tensor<4x6x20xf32>, tensor<4x6x1xf32>) outs(%43 : tensor<4x6x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.subf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x20xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<4x6x20xf32>) outs(%43 : tensor<4x6x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x20xf32>
    %54 = tensor.empty() : tensor<4x6x1xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53 : tensor<4x6x20xf32>) outs(%55 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %out : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<4x6x1xf32>) outs(%54 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.log %in : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %57 : tensor<4x6x20xf32>, tensor<4x6x1xf32>) outs(%43 : tensor<4x6x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %59 = arith.subf %in, %in_27 : f32
      linalg.yield %59 : f32
    } -> tensor<4x6x20xf32>
    return %58 : tensor<4x6x20xf32>
  }
}
