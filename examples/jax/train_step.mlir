#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> ()>
#map16 = affine_map<(d0, d1) -> ()>
#map17 = affine_map<(d0, d1) -> (d0, d1)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map19 = affine_map<(d0, d1) -> (d1, d0)>
#map20 = affine_map<() -> ()>
#map21 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map24 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map25 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map26 = affine_map<(d0, d1, d2) -> (d0)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map28 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map29 = affine_map<(d0) -> ()>
#map30 = affine_map<(d0) -> (d0)>
module @jit_train_step {
  func.func public @main(%arg0: tensor<16xf32> {sbp.state = "w.bias1"}, %arg1: tensor<16xf32> {sbp.state = "w.bias2"}, %arg2: tensor<32x16xf32> {sbp.state = "w.down"}, %arg3: tensor<20x16xf32> {sbp.state = "w.embedding"}, %arg4: tensor<16x16xf32> {sbp.state = "w.output"}, %arg5: tensor<16x48xf32> {sbp.state = "w.qkv"}, %arg6: tensor<16xf32> {sbp.state = "w.scale1"}, %arg7: tensor<16xf32> {sbp.state = "w.scale2"}, %arg8: tensor<16x32xf32> {sbp.state = "w.up"}, %arg9: tensor<2x8xi32> {sbp.name = "ids"}, %arg10: tensor<2x8xi32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "result.0"}, tensor<16xf32> {sbp.state = "w.bias1"}, tensor<16xf32> {sbp.state = "w.bias2"}, tensor<32x16xf32> {sbp.state = "w.down"}, tensor<20x16xf32> {sbp.state = "w.embedding"}, tensor<16x16xf32> {sbp.state = "w.output"}, tensor<16x48xf32> {sbp.state = "w.qkv"}, tensor<16xf32> {sbp.state = "w.scale1"}, tensor<16xf32> {sbp.state = "w.scale2"}, tensor<16x32xf32> {sbp.state = "w.up"}) {
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %cst = arith.constant -1.000000e+00 : f32
    %cst_0 = arith.constant 1.600000e+01 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_6 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_7 = arith.constant dense<3.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_10 = arith.constant dense<-1.000000e+09> : tensor<f32>
    %cst_11 = arith.constant dense<true> : tensor<i1>
    %cst_12 = arith.constant dense<2.82842708> : tensor<f32>
    %cst_13 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_14 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_15 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_16 = arith.constant dense<1.600000e+01> : tensor<f32>
    %0 = call @_one_hot(%arg9) : (tensor<2x8xi32>) -> tensor<2x8x20xf32>
    %1 = tensor.empty() : tensor<2x8x16xf32>
    %2 = linalg.fill ins(%cst_2 : f32) outs(%1 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%0, %arg3 : tensor<2x8x20xf32>, tensor<20x16xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %4 = tensor.empty() : tensor<2x8xf32>
    %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %7 = tensor.empty() : tensor<2x8x1xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_16 : tensor<f32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %11 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %12 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %14 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_15 : tensor<f32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %12 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x8xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = math.rsqrt %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %20 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %22 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %25 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %27 = tensor.empty() : tensor<1x1x16xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<16xf32>) outs(%27 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %31 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<16xf32>) outs(%27 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %32 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<1x1x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %32 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %34 = tensor.empty() : tensor<2x8x48xf32>
    %35 = linalg.fill ins(%cst_2 : f32) outs(%34 : tensor<2x8x48xf32>) -> tensor<2x8x48xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33, %arg5 : tensor<2x8x16xf32>, tensor<16x48xf32>) outs(%35 : tensor<2x8x48xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x48xf32>
    %extracted_slice = tensor.extract_slice %36[0, 0, 0] [2, 8, 16] [1, 1, 1] : tensor<2x8x48xf32> to tensor<2x8x16xf32>
    %extracted_slice_17 = tensor.extract_slice %36[0, 0, 16] [2, 8, 16] [1, 1, 1] : tensor<2x8x48xf32> to tensor<2x8x16xf32>
    %extracted_slice_18 = tensor.extract_slice %36[0, 0, 32] [2, 8, 16] [1, 1, 1] : tensor<2x8x48xf32> to tensor<2x8x16xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 8, 2, 8] : tensor<2x8x16xf32> into tensor<2x8x2x8xf32>
    %37 = tensor.empty() : tensor<2x2x8x8xf32>
    %38 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x8x2x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %expanded_19 = tensor.expand_shape %extracted_slice_17 [[0], [1], [2, 3]] output_shape [2, 8, 2, 8] : tensor<2x8x16xf32> into tensor<2x8x2x8xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<2x8x2x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %expanded_20 = tensor.expand_shape %extracted_slice_18 [[0], [1], [2, 3]] output_shape [2, 8, 2, 8] : tensor<2x8x16xf32> into tensor<2x8x2x8xf32>
    %40 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x8x2x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %41 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %42 = linalg.fill ins(%cst_2 : f32) outs(%37 : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%38, %41 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %44 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %45 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %44 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %46 = tensor.empty() : tensor<8x8xi1>
    %47 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<i1>) outs(%46 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %48 = call @tril(%47) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %49:3 = call @_where(%48, %45, %cst_10) : (tensor<8x8xi1>, tensor<2x2x8x8xf32>, tensor<f32>) -> (tensor<2x2x8x8xf32>, tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>)
    %50 = tensor.empty() : tensor<2x2x8xf32>
    %51 = linalg.fill ins(%cst_1 : f32) outs(%50 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %52 = linalg.generic {indexing_maps = [#map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49#0 : tensor<2x2x8x8xf32>) outs(%51 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.maximumf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8xf32>
    %53 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%50 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %52 : tensor<2x2x8xf32>, tensor<2x2x8xf32>) outs(%50 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.maximumf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8xf32>
    %55 = tensor.empty() : tensor<2x2x8x1xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<2x2x8xf32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %57 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<2x2x8x1xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %58 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49#0, %57 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %59 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = math.exp %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %60 = linalg.fill ins(%cst_2 : f32) outs(%50 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32>
    %61 = linalg.generic {indexing_maps = [#map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<2x2x8x8xf32>) outs(%60 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<2x2x8xf32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %63 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x8x1xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %64 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %63 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %65 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %62 : tensor<2x2x8x1xf32>, tensor<2x2x8x1xf32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x1xf32>
    %66 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x1xf32>
    %67 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %65 : tensor<2x2x8x1xf32>, tensor<2x2x8x1xf32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x1xf32>
    %68 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%64, %40 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %69 = tensor.empty() : tensor<2x8x2x8xf32>
    %70 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x8x8xf32>) outs(%69 : tensor<2x8x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x8xf32>
    %collapsed = tensor.collapse_shape %70 [[0], [1], [2, 3]] : tensor<2x8x2x8xf32> into tensor<2x8x16xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg4 : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %71 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %74 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x8xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %76 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %76 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %77 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %77 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x8xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %19 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = math.rsqrt %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %83 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %85 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x8x1xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %87 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %89 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<16xf32>) outs(%27 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %90 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<1x1x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %90 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %92 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<16xf32>) outs(%27 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %93 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<1x1x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %93 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %95 = tensor.empty() : tensor<2x8x32xf32>
    %96 = linalg.fill ins(%cst_2 : f32) outs(%95 : tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg8 : tensor<2x8x16xf32>, tensor<16x32xf32>) outs(%96 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x32xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %97 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %97 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %98 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %99 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %103 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %105 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %104 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = math.tanh %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %108 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %107 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %110 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %107 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x32xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %110 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %112 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%113, %arg2 : tensor<2x8x32xf32>, tensor<32x16xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %114 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %116 = tensor.empty() : tensor<16x20xf32>
    %117 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<20x16xf32>) outs(%116 : tensor<16x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x20xf32>
    %118 = tensor.empty() : tensor<2x8x20xf32>
    %119 = linalg.fill ins(%cst_2 : f32) outs(%118 : tensor<2x8x20xf32>) -> tensor<2x8x20xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%115, %117 : tensor<2x8x16xf32>, tensor<16x20xf32>) outs(%119 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x20xf32>
    %121:3 = call @log_softmax(%120) : (tensor<2x8x20xf32>) -> (tensor<2x8x20xf32>, tensor<2x8x20xf32>, tensor<2x8x1xf32>)
    %122 = call @_one_hot(%arg10) : (tensor<2x8xi32>) -> tensor<2x8x20xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121#0, %122 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%118 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x20xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%123 : tensor<2x8x20xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %125 = tensor.empty() : tensor<f32>
    %126 = linalg.fill ins(%cst_2 : f32) outs(%125 : tensor<f32>) -> tensor<f32>
    %127 = linalg.generic {indexing_maps = [#map17, #map16], iterator_types = ["reduction", "reduction"]} ins(%124 : tensor<2x8xf32>) outs(%126 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<f32>
    %128 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%127 : tensor<f32>) outs(%125 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.divf %in, %cst_0 : f32
      linalg.yield %272 : f32
    } -> tensor<f32>
    %129 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%128 : tensor<f32>) outs(%125 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.negf %in : f32
      linalg.yield %272 : f32
    } -> tensor<f32>
    %130 = linalg.generic {indexing_maps = [#map20], iterator_types = []} outs(%125 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %131 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%130 : tensor<f32>) outs(%125 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.divf %in, %cst_0 : f32
      linalg.yield %272 : f32
    } -> tensor<f32>
    %132 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<f32>) outs(%4 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x8xf32>) outs(%118 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x20xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %122 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%118 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x20xf32>
    %135 = call @log_softmax_0(%121#1, %121#2, %134) : (tensor<2x8x20xf32>, tensor<2x8x1xf32>, tensor<2x8x20xf32>) -> tensor<2x8x20xf32>
    %136 = tensor.empty() : tensor<20x16xf32>
    %137 = linalg.fill ins(%cst_2 : f32) outs(%136 : tensor<20x16xf32>) -> tensor<20x16xf32>
    %138 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%135, %115 : tensor<2x8x20xf32>, tensor<2x8x16xf32>) outs(%137 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<20x16xf32>
    %139 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<20x16xf32>) outs(%116 : tensor<16x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x20xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map24, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135, %117 : tensor<2x8x20xf32>, tensor<16x20xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %141 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%139 : tensor<16x20xf32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x16xf32>
    %142 = tensor.empty() : tensor<16x32xf32>
    %143 = linalg.fill ins(%cst_2 : f32) outs(%142 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %144 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%140, %113 : tensor<2x8x16xf32>, tensor<2x8x32xf32>) outs(%143 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<16x32xf32>
    %145 = tensor.empty() : tensor<32x16xf32>
    %146 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%144 : tensor<16x32xf32>) outs(%145 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map24, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%140, %arg2 : tensor<2x8x16xf32>, tensor<32x16xf32>) outs(%96 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x32xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %147 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %112 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %148 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %109 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %107 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %152 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %154 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %153 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %155 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %154 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %154 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %101 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %157 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%95 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x32xf32>
    %159 = linalg.fill ins(%cst_2 : f32) outs(%145 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %160 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%158, %94 : tensor<2x8x32xf32>, tensor<2x8x16xf32>) outs(%159 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<32x16xf32>
    %161 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<32x16xf32>) outs(%142 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map24, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%158, %arg8 : tensor<2x8x32xf32>, tensor<16x32xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %163 = tensor.empty() : tensor<16xf32>
    %164 = linalg.fill ins(%cst_2 : f32) outs(%163 : tensor<16xf32>) -> tensor<16xf32>
    %165 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%162 : tensor<2x8x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %expanded_21 = tensor.expand_shape %165 [[0, 1, 2]] output_shape [1, 1, 16] : tensor<16xf32> into tensor<1x1x16xf32>
    %166 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_21 : tensor<1x1x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %162 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %168 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%167 : tensor<2x8x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %expanded_22 = tensor.expand_shape %168 [[0, 1, 2]] output_shape [1, 1, 16] : tensor<16xf32> into tensor<1x1x16xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %90 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %170 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_22 : tensor<1x1x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %169 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %expanded_23 = tensor.expand_shape %172 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %87 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23, %86 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%175 : tensor<2x8x1xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %177 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<2x8xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %79 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %178 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %180 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.negf %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%180 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %expanded_24 = tensor.expand_shape %181 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %179 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %184 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%183 : tensor<2x8x1xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %185 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<2x8xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %186 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %185 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %187 = tensor.empty() : tensor<16x16xf32>
    %188 = linalg.fill ins(%cst_2 : f32) outs(%187 : tensor<16x16xf32>) -> tensor<16x16xf32>
    %189 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%186, %collapsed : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%188 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<16x16xf32>
    %190 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%189 : tensor<16x16xf32>) outs(%187 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map24, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%186, %arg4 : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %expanded_25 = tensor.expand_shape %191 [[0], [1], [2, 3]] output_shape [2, 8, 2, 8] : tensor<2x8x16xf32> into tensor<2x8x2x8xf32>
    %192 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x8x2x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %193 = linalg.generic {indexing_maps = [#map27, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%192, %64 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %194 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%193 : tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %195 = linalg.generic {indexing_maps = [#map12, #map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%192, %40 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %196 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<2x2x8x1xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %197 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%195, %196 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %198 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%197, %59 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %199 = linalg.generic {indexing_maps = [#map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%198 : tensor<2x2x8x8xf32>) outs(%60 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8xf32>
    %expanded_26 = tensor.expand_shape %199 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32>
    %200 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x2x8x1xf32>) outs(%55 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.negf %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x1xf32>
    %201 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%195, %63 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %202 = linalg.generic {indexing_maps = [#map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%200 : tensor<2x2x8x1xf32>) outs(%60 : tensor<2x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8xf32>
    %203 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202 : tensor<2x2x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %204 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201, %203 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %205 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204, %59 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %206 = call @_where_1(%49#1, %49#2, %205) : (tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
    %207 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%206, %44 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x2x8x8xf32>
    %208 = linalg.generic {indexing_maps = [#map27, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%207, %38 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %209 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%208 : tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %210 = linalg.generic {indexing_maps = [#map12, #map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%207, %41 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%42 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x2x8x8xf32>
    %211 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209 : tensor<2x2x8x8xf32>) outs(%37 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %212 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194 : tensor<2x2x8x8xf32>) outs(%69 : tensor<2x8x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x8xf32>
    %collapsed_27 = tensor.collapse_shape %212 [[0], [1], [2, 3]] : tensor<2x8x2x8xf32> into tensor<2x8x16xf32>
    %213 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211 : tensor<2x2x8x8xf32>) outs(%69 : tensor<2x8x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x8xf32>
    %collapsed_28 = tensor.collapse_shape %213 [[0], [1], [2, 3]] : tensor<2x8x2x8xf32> into tensor<2x8x16xf32>
    %214 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%210 : tensor<2x2x8x8xf32>) outs(%69 : tensor<2x8x2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x8xf32>
    %collapsed_29 = tensor.collapse_shape %214 [[0], [1], [2, 3]] : tensor<2x8x2x8xf32> into tensor<2x8x16xf32>
    %215 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%34 : tensor<2x8x48xf32>) {
    ^bb0(%out: f32):
      %272 = linalg.index 0 : index
      %273 = linalg.index 1 : index
      %274 = linalg.index 2 : index
      %275 = arith.cmpi ult, %274, %c16 : index
      %276 = scf.if %275 -> (f32) {
        %extracted = tensor.extract %collapsed_29[%272, %273, %274] : tensor<2x8x16xf32>
        scf.yield %extracted : f32
      } else {
        %277 = arith.cmpi ult, %274, %c32 : index
        %278 = scf.if %277 -> (f32) {
          %279 = arith.subi %274, %c16 : index
          %extracted = tensor.extract %collapsed_28[%272, %273, %279] : tensor<2x8x16xf32>
          scf.yield %extracted : f32
        } else {
          %279 = arith.subi %274, %c32 : index
          %extracted = tensor.extract %collapsed_27[%272, %273, %279] : tensor<2x8x16xf32>
          scf.yield %extracted : f32
        }
        scf.yield %278 : f32
      }
      linalg.yield %276 : f32
    } -> tensor<2x8x48xf32>
    %216 = tensor.empty() : tensor<48x16xf32>
    %217 = linalg.fill ins(%cst_2 : f32) outs(%216 : tensor<48x16xf32>) -> tensor<48x16xf32>
    %218 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%215, %33 : tensor<2x8x48xf32>, tensor<2x8x16xf32>) outs(%217 : tensor<48x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<48x16xf32>
    %219 = tensor.empty() : tensor<16x48xf32>
    %220 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%218 : tensor<48x16xf32>) outs(%219 : tensor<16x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x48xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map24, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%215, %arg5 : tensor<2x8x48xf32>, tensor<16x48xf32>) outs(%2 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<2x8x16xf32>
    %222 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%221 : tensor<2x8x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %expanded_30 = tensor.expand_shape %222 [[0, 1, 2]] output_shape [1, 1, 16] : tensor<16xf32> into tensor<1x1x16xf32>
    %223 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_30 : tensor<1x1x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %221 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %225 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%224 : tensor<2x8x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %expanded_31 = tensor.expand_shape %225 [[0, 1, 2]] output_shape [1, 1, 16] : tensor<16xf32> into tensor<1x1x16xf32>
    %226 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221, %29 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %227 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_31 : tensor<1x1x16xf32>) outs(%164 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %228 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %226 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %229 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%228 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %expanded_32 = tensor.expand_shape %229 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %230 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %25 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %231 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %24 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %232 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %233 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%232 : tensor<2x8x1xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %234 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233 : tensor<2x8xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %235 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%234, %15 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %236 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230, %235 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %237 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%236 : tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.negf %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %238 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%237 : tensor<2x8x16xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %expanded_33 = tensor.expand_shape %238 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %239 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %236 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %240 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %9 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%7 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.divf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x1xf32>
    %241 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%240 : tensor<2x8x1xf32>) outs(%5 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %272 = arith.addf %out, %in : f32
      linalg.yield %272 : f32
    } -> tensor<2x8xf32>
    %242 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241 : tensor<2x8xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x16xf32>
    %243 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239, %242 : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs(%1 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<2x8x16xf32>
    %244 = linalg.fill ins(%cst_2 : f32) outs(%116 : tensor<16x20xf32>) -> tensor<16x20xf32>
    %245 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%243, %0 : tensor<2x8x16xf32>, tensor<2x8x20xf32>) outs(%244 : tensor<16x20xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      %273 = arith.addf %out, %272 : f32
      linalg.yield %273 : f32
    } -> tensor<16x20xf32>
    %246 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel"]} ins(%245 : tensor<16x20xf32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x16xf32>
    %247 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%141, %246 : tensor<20x16xf32>, tensor<20x16xf32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.addf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<20x16xf32>
    %248 = linalg.generic {indexing_maps = [#map29, #map30], iterator_types = ["parallel"]} ins(%cst_3 : tensor<f32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16xf32>
    %249 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%248, %223 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %250 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%arg0, %249 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %251 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%248, %166 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %252 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%arg1, %251 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %253 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%145 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    %254 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%253, %146 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%145 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<32x16xf32>
    %255 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg2, %254 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%145 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<32x16xf32>
    %256 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x16xf32>
    %257 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%256, %247 : tensor<20x16xf32>, tensor<20x16xf32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<20x16xf32>
    %258 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg3, %257 : tensor<20x16xf32>, tensor<20x16xf32>) outs(%136 : tensor<20x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<20x16xf32>
    %259 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%187 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16xf32>
    %260 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%259, %190 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%187 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x16xf32>
    %261 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg4, %260 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%187 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x16xf32>
    %262 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%219 : tensor<16x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x48xf32>
    %263 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%262, %220 : tensor<16x48xf32>, tensor<16x48xf32>) outs(%219 : tensor<16x48xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x48xf32>
    %264 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg5, %263 : tensor<16x48xf32>, tensor<16x48xf32>) outs(%219 : tensor<16x48xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x48xf32>
    %265 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%248, %227 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %266 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%arg6, %265 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %267 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%248, %170 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %268 = linalg.generic {indexing_maps = [#map30, #map30, #map30], iterator_types = ["parallel"]} ins(%arg7, %267 : tensor<16xf32>, tensor<16xf32>) outs(%163 : tensor<16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16xf32>
    %269 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%142 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32xf32>
    %270 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%269, %161 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%142 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.mulf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x32xf32>
    %271 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg8, %270 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%142 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %272 = arith.subf %in, %in_34 : f32
      linalg.yield %272 : f32
    } -> tensor<16x32xf32>
    return %129, %250, %252, %255, %258, %261, %264, %266, %268, %271 : tensor<f32>, tensor<16xf32>, tensor<16xf32>, tensor<32x16xf32>, tensor<20x16xf32>, tensor<16x16xf32>, tensor<16x48xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x32xf32>
  }
  func.func private @_one_hot(%arg0: tensor<2x8xi32>) -> tensor<2x8x20xf32> {
    %0 = tensor.empty() : tensor<2x8x1xi32>
    %1 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x8xi32>) outs(%0 : tensor<2x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x1xi32>
    %2 = tensor.empty() : tensor<1x1x20xi32>
    %3 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<1x1x20xi32>) {
    ^bb0(%out: i32):
      %11 = linalg.index 2 : index
      %12 = arith.index_cast %11 : index to i32
      linalg.yield %12 : i32
    } -> tensor<1x1x20xi32>
    %4 = tensor.empty() : tensor<2x8x20xi32>
    %5 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x1xi32>) outs(%4 : tensor<2x8x20xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x20xi32>
    %6 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x1x20xi32>) outs(%4 : tensor<2x8x20xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x8x20xi32>
    %7 = tensor.empty() : tensor<2x8x20xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %6 : tensor<2x8x20xi32>, tensor<2x8x20xi32>) outs(%7 : tensor<2x8x20xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %11 = arith.cmpi eq, %in, %in_0 : i32
      linalg.yield %11 : i1
    } -> tensor<2x8x20xi1>
    %9 = tensor.empty() : tensor<2x8x20xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x8x20xi1>) outs(%9 : tensor<2x8x20xf32>) {
    ^bb0(%in: i1, %out: f32):
      %11 = arith.uitofp %in : i1 to f32
      linalg.yield %11 : f32
    } -> tensor<2x8x20xf32>
    return %10 : tensor<2x8x20xf32>
  }
  func.func private @tril(%arg0: tensor<8x8xi1>) -> tensor<8x8xi1> {
    %cst = arith.constant dense<false> : tensor<i1>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x8xi32>
    %1 = linalg.generic {indexing_maps = [#map17], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<8x8xi32>
    %2 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x8xi32>
    %3 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%0 : tensor<8x8xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %9 = arith.addi %in, %in_1 : i32
      linalg.yield %9 : i32
    } -> tensor<8x8xi32>
    %4 = linalg.generic {indexing_maps = [#map17], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<8x8xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<8x8xi32>
    %5 = tensor.empty() : tensor<8x8xi1>
    %6 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<8x8xi32>, tensor<8x8xi32>) outs(%5 : tensor<8x8xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %9 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %9 : i1
    } -> tensor<8x8xi1>
    %7 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i1>) outs(%5 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8xi1>
    %8 = linalg.generic {indexing_maps = [#map17, #map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %7 : tensor<8x8xi1>, tensor<8x8xi1>, tensor<8x8xi1>) outs(%5 : tensor<8x8xi1>) {
    ^bb0(%in: i1, %in_1: i1, %in_2: i1, %out: i1):
      %9 = arith.select %in, %in_1, %in_2 : i1
      linalg.yield %9 : i1
    } -> tensor<8x8xi1>
    return %8 : tensor<8x8xi1>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<2x2x8x8xf32>, %arg2: tensor<f32>) -> (tensor<2x2x8x8xf32>, tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x2x8x8xi1>
    %1 = linalg.generic {indexing_maps = [#map24, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x8xi1>) outs(%0 : tensor<2x2x8x8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x8x8xi1>
    %2 = tensor.empty() : tensor<2x2x8x8xf32>
    %3 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%2 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %4 = linalg.generic {indexing_maps = [#map10, #map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg1, %3 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%2 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %6 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %6 : f32
    } -> tensor<2x2x8x8xf32>
    %5 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%2 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    return %4, %1, %5 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>
  }
  func.func private @log_softmax(%arg0: tensor<2x8x20xf32>) -> (tensor<2x8x20xf32>, tensor<2x8x20xf32>, tensor<2x8x1xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<2x8xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x8x20xf32>) outs(%1 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.maximumf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<2x8xf32>
    %3 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8xf32>
    %4 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%3, %2 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%0 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.maximumf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<2x8xf32>
    %5 = tensor.empty() : tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x8xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %7 = tensor.empty() : tensor<2x8x20xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x20xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%7 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<2x8x20xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x8x20xf32>) outs(%7 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.exp %in : f32
      linalg.yield %17 : f32
    } -> tensor<2x8x20xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x8x20xf32>) outs(%11 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<2x8xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x8xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x1xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x8x1xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.log %in : f32
      linalg.yield %17 : f32
    } -> tensor<2x8x1xf32>
    %15 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x8x1xf32>) outs(%7 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x20xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %15 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%7 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<2x8x20xf32>
    return %16, %10, %13 : tensor<2x8x20xf32>, tensor<2x8x20xf32>, tensor<2x8x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<2x8x20xf32>, %arg1: tensor<2x8x1xf32>, %arg2: tensor<2x8x20xf32>) -> tensor<2x8x20xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8x20xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x8x20xf32>) outs(%0 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.negf %in : f32
      linalg.yield %11 : f32
    } -> tensor<2x8x20xf32>
    %2 = tensor.empty() : tensor<2x8xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x8xf32>) -> tensor<2x8xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x8x20xf32>) outs(%3 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %out, %in : f32
      linalg.yield %11 : f32
    } -> tensor<2x8xf32>
    %expanded = tensor.expand_shape %4 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32>
    %5 = tensor.empty() : tensor<2x8x1xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg1 : tensor<2x8x1xf32>, tensor<2x8x1xf32>) outs(%5 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.divf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x8x1xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x8x1xf32>) outs(%3 : tensor<2x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.addf %out, %in : f32
      linalg.yield %11 : f32
    } -> tensor<2x8xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x8xf32>) outs(%0 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x20xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg0 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%0 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x8x20xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %9 : tensor<2x8x20xf32>, tensor<2x8x20xf32>) outs(%0 : tensor<2x8x20xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.addf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x8x20xf32>
    return %10 : tensor<2x8x20xf32>
  }
  func.func private @_where_1(%arg0: tensor<2x2x8x8xi1>, %arg1: tensor<2x2x8x8xf32>, %arg2: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x2x8x8xf32>
    %1 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map10, #map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg2, %1 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%0 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %3 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %3 : f32
    } -> tensor<2x2x8x8xf32>
    return %2 : tensor<2x2x8x8xf32>
  }
}
