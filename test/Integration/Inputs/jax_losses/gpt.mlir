#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d5, d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3, d5)>
#map16 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map18 = affine_map<(d0, d1, d2, d3) -> ()>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map21 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map22 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map23 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map24 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>
#map25 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d1, d4, d5)>
#map26 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>
#map28 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map29 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map31 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map32 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map33 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map34 = affine_map<(d0, d1) -> (d1, d0)>
#map35 = affine_map<() -> ()>
#map36 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
#map37 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>
#map38 = affine_map<(d0, d1, d2, d3) -> (d3)>
module @jit_gpt {
  func.func public @main(%arg0: tensor<12x8xf32> {sbp.name = "params.embedding"}, %arg1: tensor<8xf32> {sbp.name = "params.gain"}, %arg2: tensor<16xf32> {sbp.name = "params.layers.0.bias"}, %arg3: tensor<16x8xf32> {sbp.name = "params.layers.0.down"}, %arg4: tensor<8xf32> {sbp.name = "params.layers.0.gain1"}, %arg5: tensor<8xf32> {sbp.name = "params.layers.0.gain2"}, %arg6: tensor<2x4x8xf32> {sbp.name = "params.layers.0.out"}, %arg7: tensor<8x3x2x4xf32> {sbp.name = "params.layers.0.qkv"}, %arg8: tensor<8xf32> {sbp.name = "params.layers.0.shift1"}, %arg9: tensor<8xf32> {sbp.name = "params.layers.0.shift2"}, %arg10: tensor<8x16xf32> {sbp.name = "params.layers.0.up"}, %arg11: tensor<16xf32> {sbp.name = "params.layers.1.bias"}, %arg12: tensor<16x8xf32> {sbp.name = "params.layers.1.down"}, %arg13: tensor<8xf32> {sbp.name = "params.layers.1.gain1"}, %arg14: tensor<8xf32> {sbp.name = "params.layers.1.gain2"}, %arg15: tensor<2x4x8xf32> {sbp.name = "params.layers.1.out"}, %arg16: tensor<8x3x2x4xf32> {sbp.name = "params.layers.1.qkv"}, %arg17: tensor<8xf32> {sbp.name = "params.layers.1.shift1"}, %arg18: tensor<8xf32> {sbp.name = "params.layers.1.shift2"}, %arg19: tensor<8x16xf32> {sbp.name = "params.layers.1.up"}, %arg20: tensor<6x8xf32> {sbp.name = "params.positions"}, %arg21: tensor<8xf32> {sbp.name = "params.shift"}, %arg22: tensor<4x6xi32> {sbp.name = "tokens"}, %arg23: tensor<4x6xi32> {sbp.name = "targets"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 2.400000e+01 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c11 = arith.constant 11 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_4 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<-2.38197633E+38> : tensor<f32>
    %cst_7 = arith.constant dense<true> : tensor<i1>
    %cst_8 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_9 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_10 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_11 = arith.constant dense<12> : tensor<i32>
    %cst_12 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<4x6xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<i32>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6xi32>
    %2 = tensor.empty() : tensor<4x6xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg22, %1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%2 : tensor<4x6xi1>) {
    ^bb0(%in: i32, %in_26: i32, %out: i1):
      %236 = arith.cmpi slt, %in, %in_26 : i32
      linalg.yield %236 : i1
    } -> tensor<4x6xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<i32>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg22, %4 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i32, %in_26: i32, %out: i32):
      %236 = arith.addi %in, %in_26 : i32
      linalg.yield %236 : i32
    } -> tensor<4x6xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg22 : tensor<4x6xi1>, tensor<4x6xi32>, tensor<4x6xi32>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i1, %in_26: i32, %in_27: i32, %out: i32):
      %236 = arith.select %in, %in_26, %in_27 : i32
      linalg.yield %236 : i32
    } -> tensor<4x6xi32>
    %7 = tensor.empty() : tensor<4x6x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<4x6xi32>) outs(%7 : tensor<4x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1xi32>
    %9 = tensor.empty() : tensor<4x6x8xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%out: f32):
      %236 = linalg.index 0 : index
      %237 = linalg.index 1 : index
      %238 = linalg.index 2 : index
      %extracted = tensor.extract %8[%236, %237, %c0] : tensor<4x6x1xi32>
      %239 = arith.index_cast %extracted : i32 to index
      %240 = arith.maxsi %239, %c0 : index
      %241 = arith.minsi %240, %c11 : index
      %extracted_26 = tensor.extract %arg0[%241, %238] : tensor<12x8xf32>
      linalg.yield %extracted_26 : f32
    } -> tensor<4x6x8xf32>
    %11 = tensor.empty() : tensor<1x6x8xf32>
    %12 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg20 : tensor<6x8xf32>) outs(%11 : tensor<1x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x6x8xf32>
    %13 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %15 = tensor.empty() : tensor<4x6xf32>
    %16 = linalg.fill ins(%cst_1 : f32) outs(%15 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %18 = tensor.empty() : tensor<4x6x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %20 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %22 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %22 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %23 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.rsqrt %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %31 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %31 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %33 = tensor.empty() : tensor<1x1x8xf32>
    %34 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %35 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %38 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %38 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %40 = tensor.empty() : tensor<3x2x4x4x6xf32>
    %41 = linalg.fill ins(%cst_1 : f32) outs(%40 : tensor<3x2x4x4x6xf32>) -> tensor<3x2x4x4x6xf32>
    %42 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg7, %39 : tensor<8x3x2x4xf32>, tensor<4x6x8xf32>) outs(%41 : tensor<3x2x4x4x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<3x2x4x4x6xf32>
    %43 = tensor.empty() : tensor<3x4x6x2x4xf32>
    %44 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<3x2x4x4x6xf32>) outs(%43 : tensor<3x4x6x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4x6x2x4xf32>
    %extracted_slice = tensor.extract_slice %44[0, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %extracted_slice_13 = tensor.extract_slice %44[1, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %extracted_slice_15 = tensor.extract_slice %44[2, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %expanded = tensor.expand_shape %collapsed [[0], [1], [2], [3, 4]] output_shape [4, 6, 2, 1, 4] : tensor<4x6x2x4xf32> into tensor<4x6x2x1x4xf32>
    %45 = tensor.empty() : tensor<4x2x6x1x6xf32>
    %46 = linalg.fill ins(%cst_1 : f32) outs(%45 : tensor<4x2x6x1x6xf32>) -> tensor<4x2x6x1x6xf32>
    %47 = linalg.generic {indexing_maps = [#map15, #map16, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %collapsed_14 : tensor<4x6x2x1x4xf32>, tensor<4x6x2x4xf32>) outs(%46 : tensor<4x2x6x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x2x6x1x6xf32>
    %48 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%45 : tensor<4x2x6x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x6x1x6xf32>
    %49 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%47, %48 : tensor<4x2x6x1x6xf32>, tensor<4x2x6x1x6xf32>) outs(%45 : tensor<4x2x6x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x2x6x1x6xf32>
    %50 = tensor.empty() : tensor<4x2x6x6xi1>
    %51 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<i1>) outs(%50 : tensor<4x2x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x2x6x6xi1>
    %52 = tensor.empty() : tensor<6x6xi1>
    %53 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<i1>) outs(%52 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x6xi1>
    %54 = call @tril(%53) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %55 = tensor.empty() : tensor<1x1x6x6xi1>
    %56 = linalg.generic {indexing_maps = [#map20, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<6x6xi1>) outs(%55 : tensor<1x1x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x6x6xi1>
    %57 = linalg.generic {indexing_maps = [#map21, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x1x6x6xi1>) outs(%50 : tensor<4x2x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x2x6x6xi1>
    %58 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %57 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xi1>) outs(%50 : tensor<4x2x6x6xi1>) {
    ^bb0(%in: i1, %in_26: i1, %out: i1):
      %236 = arith.andi %in, %in_26 : i1
      linalg.yield %236 : i1
    } -> tensor<4x2x6x6xi1>
    %59 = call @_where(%58, %49, %cst_6) : (tensor<4x2x6x6xi1>, tensor<4x2x6x1x6xf32>, tensor<f32>) -> tensor<1x4x2x6x6xf32>
    %60 = tensor.empty() : tensor<1x4x2x6xf32>
    %61 = linalg.fill ins(%cst_0 : f32) outs(%60 : tensor<1x4x2x6xf32>) -> tensor<1x4x2x6xf32>
    %62 = linalg.generic {indexing_maps = [#map14, #map22], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<1x4x2x6x6xf32>) outs(%61 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.maximumf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %63 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%60 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6xf32>
    %64 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %62 : tensor<1x4x2x6xf32>, tensor<1x4x2x6xf32>) outs(%60 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.maximumf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %65 = tensor.empty() : tensor<1x4x2x6x1xf32>
    %66 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x4x2x6xf32>) outs(%65 : tensor<1x4x2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x1xf32>
    %67 = tensor.empty() : tensor<1x4x2x6x6xf32>
    %68 = linalg.generic {indexing_maps = [#map23, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<1x4x2x6x1xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %69 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%59, %68 : tensor<1x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %70 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.exp %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %71 = linalg.fill ins(%cst_1 : f32) outs(%60 : tensor<1x4x2x6xf32>) -> tensor<1x4x2x6xf32>
    %72 = linalg.generic {indexing_maps = [#map14, #map22], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%70 : tensor<1x4x2x6x6xf32>) outs(%71 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %73 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<1x4x2x6xf32>) outs(%65 : tensor<1x4x2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x1xf32>
    %74 = linalg.generic {indexing_maps = [#map23, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x4x2x6x1xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %75 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%70, %74 : tensor<1x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %76 = tensor.empty() : tensor<4x2x4x1x6xf32>
    %77 = linalg.fill ins(%cst_1 : f32) outs(%76 : tensor<4x2x4x1x6xf32>) -> tensor<4x2x4x1x6xf32>
    %78 = linalg.generic {indexing_maps = [#map24, #map25, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_16, %75 : tensor<4x6x2x4xf32>, tensor<1x4x2x6x6xf32>) outs(%77 : tensor<4x2x4x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x2x4x1x6xf32>
    %79 = tensor.empty() : tensor<1x4x6x2x4xf32>
    %80 = linalg.generic {indexing_maps = [#map26, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<4x2x4x1x6xf32>) outs(%79 : tensor<1x4x6x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x6x2x4xf32>
    %81 = tensor.empty() : tensor<4x6x2x1x4xf32>
    %82 = linalg.generic {indexing_maps = [#map27, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<1x4x6x2x4xf32>) outs(%81 : tensor<4x6x2x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x2x1x4xf32>
    %collapsed_17 = tensor.collapse_shape %82 [[0], [1], [2], [3, 4]] : tensor<4x6x2x1x4xf32> into tensor<4x6x2x4xf32>
    %83 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
    %84 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_17, %arg6 : tensor<4x6x2x4xf32>, tensor<2x4x8xf32>) outs(%83 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x8xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %84 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %89 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %89 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %90 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %28 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.rsqrt %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %97 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %97 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %99 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %100 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %100 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %102 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %103 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %103 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %105 = tensor.empty() : tensor<4x6x16xf32>
    %106 = linalg.fill ins(%cst_1 : f32) outs(%105 : tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %107 = linalg.generic {indexing_maps = [#map31, #map32, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg10 : tensor<4x6x8xf32>, tensor<8x16xf32>) outs(%106 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x16xf32>
    %108 = tensor.empty() : tensor<1x1x16xf32>
    %109 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<16xf32>) outs(%108 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %110 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<1x1x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %110 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %111 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %111 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %114 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %113 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %115 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %117 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %116 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.tanh %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %120 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %119 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %122 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %121 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %123 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %125 = linalg.generic {indexing_maps = [#map31, #map32, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%124, %arg3 : tensor<4x6x16xf32>, tensor<16x8xf32>) outs(%83 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x8xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %125 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%126 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %130 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %130 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %131 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%132 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %135 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %28 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.rsqrt %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %138 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %138 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %140 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %141 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %141 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %143 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %144 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %144 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %146 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg16, %145 : tensor<8x3x2x4xf32>, tensor<4x6x8xf32>) outs(%41 : tensor<3x2x4x4x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<3x2x4x4x6xf32>
    %147 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%146 : tensor<3x2x4x4x6xf32>) outs(%43 : tensor<3x4x6x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4x6x2x4xf32>
    %extracted_slice_18 = tensor.extract_slice %147[0, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %extracted_slice_20 = tensor.extract_slice %147[1, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %extracted_slice_22 = tensor.extract_slice %147[2, 0, 0, 0, 0] [1, 4, 6, 2, 4] [1, 1, 1, 1, 1] : tensor<3x4x6x2x4xf32> to tensor<1x4x6x2x4xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2], [3], [4]] : tensor<1x4x6x2x4xf32> into tensor<4x6x2x4xf32>
    %expanded_24 = tensor.expand_shape %collapsed_19 [[0], [1], [2], [3, 4]] output_shape [4, 6, 2, 1, 4] : tensor<4x6x2x4xf32> into tensor<4x6x2x1x4xf32>
    %148 = linalg.generic {indexing_maps = [#map15, #map16, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_24, %collapsed_21 : tensor<4x6x2x1x4xf32>, tensor<4x6x2x4xf32>) outs(%46 : tensor<4x2x6x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x2x6x1x6xf32>
    %149 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%148, %48 : tensor<4x2x6x1x6xf32>, tensor<4x2x6x1x6xf32>) outs(%45 : tensor<4x2x6x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x2x6x1x6xf32>
    %150 = call @tril(%53) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %151 = linalg.generic {indexing_maps = [#map20, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%150 : tensor<6x6xi1>) outs(%55 : tensor<1x1x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x6x6xi1>
    %152 = linalg.generic {indexing_maps = [#map21, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%151 : tensor<1x1x6x6xi1>) outs(%50 : tensor<4x2x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x2x6x6xi1>
    %153 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %152 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xi1>) outs(%50 : tensor<4x2x6x6xi1>) {
    ^bb0(%in: i1, %in_26: i1, %out: i1):
      %236 = arith.andi %in, %in_26 : i1
      linalg.yield %236 : i1
    } -> tensor<4x2x6x6xi1>
    %154 = call @_where(%153, %149, %cst_6) : (tensor<4x2x6x6xi1>, tensor<4x2x6x1x6xf32>, tensor<f32>) -> tensor<1x4x2x6x6xf32>
    %155 = linalg.generic {indexing_maps = [#map14, #map22], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%154 : tensor<1x4x2x6x6xf32>) outs(%61 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.maximumf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %156 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %155 : tensor<1x4x2x6xf32>, tensor<1x4x2x6xf32>) outs(%60 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.maximumf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %157 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%156 : tensor<1x4x2x6xf32>) outs(%65 : tensor<1x4x2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x1xf32>
    %158 = linalg.generic {indexing_maps = [#map23, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<1x4x2x6x1xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %159 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%154, %158 : tensor<1x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %160 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.exp %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %161 = linalg.generic {indexing_maps = [#map14, #map22], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%160 : tensor<1x4x2x6x6xf32>) outs(%71 : tensor<1x4x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6xf32>
    %162 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%161 : tensor<1x4x2x6xf32>) outs(%65 : tensor<1x4x2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x1xf32>
    %163 = linalg.generic {indexing_maps = [#map23, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%162 : tensor<1x4x2x6x1xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %164 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%160, %163 : tensor<1x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>) outs(%67 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<1x4x2x6x6xf32>
    %165 = linalg.generic {indexing_maps = [#map24, #map25, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_23, %164 : tensor<4x6x2x4xf32>, tensor<1x4x2x6x6xf32>) outs(%77 : tensor<4x2x4x1x6xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x2x4x1x6xf32>
    %166 = linalg.generic {indexing_maps = [#map26, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%165 : tensor<4x2x4x1x6xf32>) outs(%79 : tensor<1x4x6x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x6x2x4xf32>
    %167 = linalg.generic {indexing_maps = [#map27, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<1x4x6x2x4xf32>) outs(%81 : tensor<4x6x2x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x2x1x4xf32>
    %collapsed_25 = tensor.collapse_shape %167 [[0], [1], [2], [3, 4]] : tensor<4x6x2x1x4xf32> into tensor<4x6x2x4xf32>
    %168 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_25, %arg15 : tensor<4x6x2x4xf32>, tensor<2x4x8xf32>) outs(%83 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x8xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %168 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%169 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %171 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %173 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %173 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %174 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%175 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %28 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %180 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.rsqrt %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %181 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %181 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %183 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %184 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %185 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %184 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %186 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %187 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185, %187 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %189 = linalg.generic {indexing_maps = [#map31, #map32, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%188, %arg19 : tensor<4x6x8xf32>, tensor<8x16xf32>) outs(%106 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x16xf32>
    %190 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<16xf32>) outs(%108 : tensor<1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16xf32>
    %191 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<1x1x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x16xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %191 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %192 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %192 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %194 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %195 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %196 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.tanh %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %198 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %199 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %201 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %200 : tensor<4x6x16xf32>, tensor<4x6x16xf32>) outs(%105 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x16xf32>
    %202 = linalg.generic {indexing_maps = [#map31, #map32, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%201, %arg12 : tensor<4x6x16xf32>, tensor<16x8xf32>) outs(%83 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x8xf32>
    %203 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %202 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%203 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %205 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %206 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %207 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %208 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203, %207 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.subf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %209 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %208 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %210 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%209 : tensor<4x6x8xf32>) outs(%16 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6xf32>
    %211 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<4x6xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %212 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %20 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.divf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %213 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %28 : tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %214 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213 : tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = math.rsqrt %in : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x1xf32>
    %215 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<4x6x1xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %216 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %215 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %217 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %218 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %219 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %218 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %220 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<8xf32>) outs(%33 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %221 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<1x1x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x8xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %221 : tensor<4x6x8xf32>, tensor<4x6x8xf32>) outs(%9 : tensor<4x6x8xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.addf %in, %in_26 : f32
      linalg.yield %236 : f32
    } -> tensor<4x6x8xf32>
    %223 = tensor.empty() : tensor<8x12xf32>
    %224 = linalg.generic {indexing_maps = [#map34, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<12x8xf32>) outs(%223 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x12xf32>
    %225 = tensor.empty() : tensor<4x6x12xf32>
    %226 = linalg.fill ins(%cst_1 : f32) outs(%225 : tensor<4x6x12xf32>) -> tensor<4x6x12xf32>
    %227 = linalg.generic {indexing_maps = [#map31, #map32, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%222, %224 : tensor<4x6x8xf32>, tensor<8x12xf32>) outs(%226 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %236 = arith.mulf %in, %in_26 : f32
      %237 = arith.addf %out, %236 : f32
      linalg.yield %237 : f32
    } -> tensor<4x6x12xf32>
    %228 = call @log_softmax(%227) : (tensor<4x6x12xf32>) -> tensor<4x6x12xf32>
    %229 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<4x6xi32>) outs(%7 : tensor<4x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1xi32>
    %230 = call @take_along_axis(%228, %229) : (tensor<4x6x12xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %231 = tensor.empty() : tensor<f32>
    %232 = linalg.fill ins(%cst_1 : f32) outs(%231 : tensor<f32>) -> tensor<f32>
    %233 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["reduction", "reduction", "reduction"]} ins(%230 : tensor<4x6x1xf32>) outs(%232 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.addf %out, %in : f32
      linalg.yield %236 : f32
    } -> tensor<f32>
    %234 = linalg.generic {indexing_maps = [#map35, #map35], iterator_types = []} ins(%233 : tensor<f32>) outs(%231 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.divf %in, %cst : f32
      linalg.yield %236 : f32
    } -> tensor<f32>
    %235 = linalg.generic {indexing_maps = [#map35, #map35], iterator_types = []} ins(%234 : tensor<f32>) outs(%231 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %236 = arith.negf %in : f32
      linalg.yield %236 : f32
    } -> tensor<f32>
    return %235 : tensor<f32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
    %cst = arith.constant dense<false> : tensor<i1>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<6x6xi32>
    %1 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<6x6xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<6x6xi32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<6x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x6xi32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<6x6xi32>, tensor<6x6xi32>) outs(%0 : tensor<6x6xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %9 = arith.addi %in, %in_1 : i32
      linalg.yield %9 : i32
    } -> tensor<6x6xi32>
    %4 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<6x6xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<6x6xi32>
    %5 = tensor.empty() : tensor<6x6xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<6x6xi32>, tensor<6x6xi32>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %9 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %9 : i1
    } -> tensor<6x6xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i1>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x6xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %7 : tensor<6x6xi1>, tensor<6x6xi1>, tensor<6x6xi1>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %in_1: i1, %in_2: i1, %out: i1):
      %9 = arith.select %in, %in_1, %in_2 : i1
      linalg.yield %9 : i1
    } -> tensor<6x6xi1>
    return %8 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x1x6xf32>, %arg2: tensor<f32>) -> tensor<1x4x2x6x6xf32> {
    %0 = tensor.empty() : tensor<4x2x6x6xf32>
    %1 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x6x6xf32>
    %2 = tensor.empty() : tensor<1x4x2x6x6xi1>
    %3 = linalg.generic {indexing_maps = [#map36, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x2x6x6xi1>) outs(%2 : tensor<1x4x2x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x4x2x6x6xi1>
    %4 = tensor.empty() : tensor<1x4x2x6x6xf32>
    %5 = linalg.generic {indexing_maps = [#map36, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<4x2x6x6xf32>) outs(%4 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %6 = linalg.generic {indexing_maps = [#map37, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4x2x6x1x6xf32>) outs(%4 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x6x6xf32>
    %7 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%3, %6, %5 : tensor<1x4x2x6x6xi1>, tensor<1x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>) outs(%4 : tensor<1x4x2x6x6xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %8 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %8 : f32
    } -> tensor<1x4x2x6x6xf32>
    return %7 : tensor<1x4x2x6x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x12xf32>) -> tensor<4x6x12xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<4x6xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<4x6x12xf32>) outs(%1 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.maximumf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %2 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.maximumf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    %5 = tensor.empty() : tensor<4x6x1xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<4x6xf32>) outs(%5 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %7 = tensor.empty() : tensor<4x6x12xf32>
    %8 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<4x6x1xf32>) outs(%7 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x12xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<4x6x12xf32>, tensor<4x6x12xf32>) outs(%7 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x6x12xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x6x12xf32>) outs(%7 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.exp %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x6x12xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<4x6x12xf32>) outs(%11 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x6xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<4x6xf32>) outs(%5 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<4x6x1xf32>) outs(%5 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.log %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x6x1xf32>
    %15 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<4x6x1xf32>) outs(%7 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x12xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %15 : tensor<4x6x12xf32>, tensor<4x6x12xf32>) outs(%7 : tensor<4x6x12xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x6x12xf32>
    return %16 : tensor<4x6x12xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x12xf32>, %arg1: tensor<4x6x1xi32>) -> tensor<4x6x1xf32> {
    %c11 = arith.constant 11 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<11> : tensor<1xi32>
    %cst_1 = arith.constant dense<12> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<4x6x1xi32>
    %1 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<4x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1xi32>
    %2 = tensor.empty() : tensor<4x6x1xi1>
    %3 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %1 : tensor<4x6x1xi32>, tensor<4x6x1xi32>) outs(%2 : tensor<4x6x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x6x1xi1>
    %4 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<4x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1xi32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %4 : tensor<4x6x1xi32>, tensor<4x6x1xi32>) outs(%0 : tensor<4x6x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<4x6x1xi32>
    %6 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>, tensor<4x6x1xi32>) outs(%0 : tensor<4x6x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<4x6x1xi32>
    %expanded = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [4, 6, 1, 1] : tensor<4x6x1xi32> into tensor<4x6x1x1xi32>
    %7 = tensor.empty() : tensor<4x6x1x1xi32>
    %8 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<4x6x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1x1xi32>
    %9 = tensor.empty() : tensor<4x6x1x1xi1>
    %10 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) outs(%9 : tensor<4x6x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x6x1x1xi1>
    %11 = tensor.empty() : tensor<1x1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map38, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map21, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1x1xi32>) outs(%7 : tensor<4x6x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x6x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) outs(%9 : tensor<4x6x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x6x1x1xi1>
    %15 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<4x6x1x1xi1>, tensor<4x6x1x1xi1>) outs(%9 : tensor<4x6x1x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<4x6x1x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<4x6x1xi1>) -> tensor<4x6x1xi1>
    %17 = linalg.generic {indexing_maps = [#map19, #map33], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<4x6x1x1xi1>) outs(%16 : tensor<4x6x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<4x6x1xi1>
    %18 = tensor.empty() : tensor<4x6x1xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%22, %23, %c0, %c0] : tensor<4x6x1x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c11 : index
      %extracted_3 = tensor.extract %arg0[%22, %23, %26] : tensor<4x6x12xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<4x6x1xf32>
    %20 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %19, %20 : tensor<4x6x1xi1>, tensor<4x6x1xf32>, tensor<4x6x1xf32>) outs(%18 : tensor<4x6x1xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x6x1xf32>
    return %21 : tensor<4x6x1xf32>
  }
}
