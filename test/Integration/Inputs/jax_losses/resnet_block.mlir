#map = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map13 = affine_map<(d0, d1) -> ()>
#map14 = affine_map<(d0, d1) -> (d0, d1)>
#map15 = affine_map<(d0, d1) -> (d0)>
#map16 = affine_map<() -> ()>
#map17 = affine_map<(d0, d1) -> (d0, 0)>
#map18 = affine_map<(d0, d1, d2) -> ()>
#map19 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map20 = affine_map<(d0, d1, d2) -> (d2)>
#map21 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map22 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @jit_resnet_block {
  func.func public @main(%arg0: tensor<3x3x4x6xf32> {sbp.name = "params.first"}, %arg1: tensor<4xf32> {sbp.name = "params.gain0"}, %arg2: tensor<6xf32> {sbp.name = "params.gain1"}, %arg3: tensor<6xf32> {sbp.name = "params.gain2"}, %arg4: tensor<6x5xf32> {sbp.name = "params.head"}, %arg5: tensor<1x1x4x6xf32> {sbp.name = "params.projection"}, %arg6: tensor<3x3x6x6xf32> {sbp.name = "params.second"}, %arg7: tensor<4xf32> {sbp.name = "params.shift0"}, %arg8: tensor<6xf32> {sbp.name = "params.shift1"}, %arg9: tensor<6xf32> {sbp.name = "params.shift2"}, %arg10: tensor<3x3x2x4xf32> {sbp.name = "params.stem"}, %arg11: tensor<4x8x8x2xf32> {sbp.name = "x"}, %arg12: tensor<4xi32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 4.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<1.600000e+01> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_6 = arith.constant dense<0> : tensor<i32>
    %cst_7 = arith.constant dense<2.560000e+02> : tensor<f32>
    %0 = tensor.empty() : tensor<4x8x8x4xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
    %padded = tensor.pad %arg11 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_1 : f32
    } : tensor<4x8x8x2xf32> to tensor<4x10x10x2xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg10 : tensor<4x10x10x2xf32>, tensor<3x3x2x4xf32>) outs(%1 : tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
    %3 = tensor.empty() : tensor<4xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<4xf32>) -> tensor<4xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%2 : tensor<4x8x8x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.addf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<4xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%5, %6 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.divf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4xf32>
    %8 = call @_var(%2, %cst_6) : (tensor<4x8x8x4xf32>, tensor<i32>) -> tensor<4xf32>
    %9 = tensor.empty() : tensor<1x1x1x4xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<4xf32>) outs(%9 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x1x1x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %11 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.subf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8x4xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%8, %13 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%14 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = math.rsqrt %in : f32
      linalg.yield %94 : f32
    } -> tensor<4xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<4xf32>) outs(%9 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %17 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x1x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8x4xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4xf32>) outs(%9 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %20 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x1x1x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8x4xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7 : tensor<4xf32>) outs(%9 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %23 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x1x1x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8x4xf32>
    %25 = call @relu(%24) : (tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
    %26 = tensor.empty() : tensor<4x4x4x4xf32>
    %27 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%26 : tensor<4x4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x4x4xf32>
    %padded_8 = tensor.pad %25 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<4x8x8x4xf32> to tensor<4x10x10x4xf32>
    %28 = tensor.empty() : tensor<3x3xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_8, %28 : tensor<4x10x10x4xf32>, tensor<3x3xf32>) outs(%27 : tensor<4x4x4x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.maximumf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<4x4x4x4xf32>
    %30 = tensor.empty() : tensor<4x2x2x6xf32>
    %31 = linalg.fill ins(%cst_1 : f32) outs(%30 : tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %padded_9 = tensor.pad %29 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_1 : f32
    } : tensor<4x4x4x4xf32> to tensor<4x5x5x4xf32>
    %32 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_9, %arg0 : tensor<4x5x5x4xf32>, tensor<3x3x4x6xf32>) outs(%31 : tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %33 = tensor.empty() : tensor<6xf32>
    %34 = linalg.fill ins(%cst_1 : f32) outs(%33 : tensor<6xf32>) -> tensor<6xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%32 : tensor<4x2x2x6xf32>) outs(%34 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.addf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_3 : tensor<f32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%35, %36 : tensor<6xf32>, tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.divf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %38 = call @_var_0(%32, %cst_6) : (tensor<4x2x2x6xf32>, tensor<i32>) -> tensor<6xf32>
    %39 = tensor.empty() : tensor<1x1x1x6xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %41 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.subf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%38, %43 : tensor<6xf32>, tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%44 : tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = math.rsqrt %in : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %47 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %50 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %50 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %53 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %54 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %53 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %55 = call @relu_2(%54) : (tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %padded_10 = tensor.pad %55 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_1 : f32
    } : tensor<4x2x2x6xf32> to tensor<4x4x4x6xf32>
    %56 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_10, %arg6 : tensor<4x4x4x6xf32>, tensor<3x3x6x6xf32>) outs(%31 : tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%56 : tensor<4x2x2x6xf32>) outs(%34 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.addf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%57, %36 : tensor<6xf32>, tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.divf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %59 = call @_var_0(%56, %cst_6) : (tensor<4x2x2x6xf32>, tensor<i32>) -> tensor<6xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %61 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.subf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%59, %43 : tensor<6xf32>, tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%63 : tensor<6xf32>) outs(%33 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = math.rsqrt %in : f32
      linalg.yield %94 : f32
    } -> tensor<6xf32>
    %65 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %66 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %66 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %68 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %69 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %70 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %69 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.mulf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg9 : tensor<6xf32>) outs(%39 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %72 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x1x1x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %72 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %74 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%29, %arg5 : tensor<4x4x4x4xf32>, tensor<1x1x4x6xf32>) outs(%31 : tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %75 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %74 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%30 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.addf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x2x2x6xf32>
    %76 = call @relu_2(%75) : (tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32>
    %77 = tensor.empty() : tensor<4x6xf32>
    %78 = linalg.fill ins(%cst_1 : f32) outs(%77 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %79 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%76 : tensor<4x2x2x6xf32>) outs(%78 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.addf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<4x6xf32>
    %80 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%77 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6xf32>
    %81 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%79, %80 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%77 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %94 = arith.divf %in, %in_11 : f32
      linalg.yield %94 : f32
    } -> tensor<4x6xf32>
    %82 = tensor.empty() : tensor<4x5xf32>
    %83 = linalg.fill ins(%cst_1 : f32) outs(%82 : tensor<4x5xf32>) -> tensor<4x5xf32>
    %84 = linalg.matmul ins(%81, %arg4 : tensor<4x6xf32>, tensor<6x5xf32>) outs(%83 : tensor<4x5xf32>) -> tensor<4x5xf32>
    %85 = call @log_softmax(%84) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %86 = tensor.empty() : tensor<4x1xi32>
    %87 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<4xi32>) outs(%86 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %88 = call @take_along_axis(%85, %87) : (tensor<4x5xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    %89 = tensor.empty() : tensor<f32>
    %90 = linalg.fill ins(%cst_1 : f32) outs(%89 : tensor<f32>) -> tensor<f32>
    %91 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["reduction", "reduction"]} ins(%88 : tensor<4x1xf32>) outs(%90 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.addf %out, %in : f32
      linalg.yield %94 : f32
    } -> tensor<f32>
    %92 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%91 : tensor<f32>) outs(%89 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.divf %in, %cst_0 : f32
      linalg.yield %94 : f32
    } -> tensor<f32>
    %93 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%92 : tensor<f32>) outs(%89 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %94 = arith.negf %in : f32
      linalg.yield %94 : f32
    } -> tensor<f32>
    return %93 : tensor<f32>
  }
  func.func private @_var(%arg0: tensor<4x8x8x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %cst = arith.constant 2.560000e+02 : f32
    %cst_0 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_1 = arith.constant dense<2.560000e+02> : tensor<f32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%arg0 : tensor<4x8x8x4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<4xf32>
    %3 = tensor.empty() : tensor<1x1x1x4xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<4xf32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %5 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<1x1x1x4xf32>
    %7 = tensor.empty() : tensor<4x8x8x4xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x1x1x4xf32>) outs(%7 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%7 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.subf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<4x8x8x4xf32>
    %10 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%7 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<4x8x8x4xf32>
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %20 = arith.sitofp %in : i32 to f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%12 : tensor<f32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.subf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%10 : tensor<4x8x8x4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<4xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%13 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%14, %15 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<4xf32>
    %17 = tensor.empty() : tensor<i1>
    %18 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%13 : tensor<f32>) outs(%17 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %20 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %20 : i1
    } -> tensor<i1>
    %19 = call @_where(%18, %16, %cst_0) : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %19 : tensor<4xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg1, %1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.select %extracted, %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
  func.func private @relu(%arg0: tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x8x8x4xf32>
    %1 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8x4xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) outs(%0 : tensor<4x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4x8x8x4xf32>
    return %2 : tensor<4x8x8x4xf32>
  }
  func.func private @_var_0(%arg0: tensor<4x2x2x6xf32>, %arg1: tensor<i32>) -> tensor<6xf32> {
    %cst = arith.constant 1.600000e+01 : f32
    %cst_0 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_1 = arith.constant dense<1.600000e+01> : tensor<f32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%arg0 : tensor<4x2x2x6xf32>) outs(%1 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<6xf32>
    %3 = tensor.empty() : tensor<1x1x1x6xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<6xf32>) outs(%3 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %5 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%3 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x6xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x1x1x6xf32>, tensor<1x1x1x6xf32>) outs(%3 : tensor<1x1x1x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<1x1x1x6xf32>
    %7 = tensor.empty() : tensor<4x2x2x6xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x1x1x6xf32>) outs(%7 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%7 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.subf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<4x2x2x6xf32>
    %10 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%7 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<4x2x2x6xf32>
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %20 = arith.sitofp %in : i32 to f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%12 : tensor<f32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.subf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%10 : tensor<4x2x2x6xf32>) outs(%1 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<6xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%13 : tensor<f32>) outs(%0 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%14, %15 : tensor<6xf32>, tensor<6xf32>) outs(%0 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<6xf32>
    %17 = tensor.empty() : tensor<i1>
    %18 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%13 : tensor<f32>) outs(%17 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %20 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %20 : i1
    } -> tensor<i1>
    %19 = call @_where_1(%18, %16, %cst_0) : (tensor<i1>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
    return %19 : tensor<6xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<6xf32>, %arg2: tensor<f32>) -> tensor<6xf32> {
    %0 = tensor.empty() : tensor<6xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6xf32>
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg1, %1 : tensor<6xf32>, tensor<6xf32>) outs(%0 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.select %extracted, %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  func.func private @relu_2(%arg0: tensor<4x2x2x6xf32>) -> tensor<4x2x2x6xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4x2x2x6xf32>
    %1 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x2x6xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<4x2x2x6xf32>, tensor<4x2x2x6xf32>) outs(%0 : tensor<4x2x2x6xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.maximumf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4x2x2x6xf32>
    return %2 : tensor<4x2x2x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x5xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.maximumf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %2 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.maximumf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %5 = tensor.empty() : tensor<4x1xf32>
    %6 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %7 = tensor.empty() : tensor<4x5xf32>
    %8 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x1xf32>) outs(%7 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x5xf32>
    %9 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%7 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x5xf32>
    %10 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<4x5xf32>) outs(%7 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.exp %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x5xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %12 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<4x5xf32>) outs(%11 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.addf %out, %in : f32
      linalg.yield %17 : f32
    } -> tensor<4xf32>
    %13 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %14 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<4x1xf32>) outs(%5 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = math.log %in : f32
      linalg.yield %17 : f32
    } -> tensor<4x1xf32>
    %15 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<4x1xf32>) outs(%7 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x5xf32>
    %16 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%9, %15 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%7 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %17 = arith.subf %in, %in_2 : f32
      linalg.yield %17 : f32
    } -> tensor<4x5xf32>
    return %16 : tensor<4x5xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x5xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x1xf32> {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<4> : tensor<1xi32>
    %cst_1 = arith.constant dense<5> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<4x1xi32>
    %1 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %2 = tensor.empty() : tensor<4x1xi1>
    %3 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<4x1xi32>, tensor<4x1xi32>) outs(%2 : tensor<4x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1xi1>
    %4 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1xi32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<4x1xi32>, tensor<4x1xi32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<4x1xi32>
    %6 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<4x1xi1>, tensor<4x1xi32>, tensor<4x1xi32>) outs(%0 : tensor<4x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<4x1xi32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [4, 1, 1] : tensor<4x1xi32> into tensor<4x1x1xi32>
    %7 = tensor.empty() : tensor<4x1x1xi32>
    %8 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<4x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1x1xi32>
    %9 = tensor.empty() : tensor<4x1x1xi1>
    %10 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<4x1x1xi32>, tensor<4x1x1xi32>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %11 = tensor.empty() : tensor<1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map20, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map21, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xi32>) outs(%7 : tensor<4x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<4x1x1xi32>, tensor<4x1x1xi32>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %15 = linalg.generic {indexing_maps = [#map19, #map19, #map19], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<4x1x1xi1>, tensor<4x1x1xi1>) outs(%9 : tensor<4x1x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<4x1x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<4x1xi1>) -> tensor<4x1xi1>
    %17 = linalg.generic {indexing_maps = [#map19, #map22], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<4x1x1xi1>) outs(%16 : tensor<4x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<4x1xi1>
    %18 = tensor.empty() : tensor<4x1xf32>
    %19 = linalg.generic {indexing_maps = [#map14], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<4x1xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %extracted = tensor.extract %expanded[%22, %c0, %c0] : tensor<4x1x1xi32>
      %23 = arith.index_cast %extracted : i32 to index
      %24 = arith.maxsi %23, %c0 : index
      %25 = arith.minsi %24, %c4 : index
      %extracted_3 = tensor.extract %arg0[%22, %25] : tensor<4x5xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<4x1xf32>
    %20 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x1xf32>
    %21 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%17, %19, %20 : tensor<4x1xi1>, tensor<4x1xf32>, tensor<4x1xf32>) outs(%18 : tensor<4x1xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x1xf32>
    return %21 : tensor<4x1xf32>
  }
}
