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
#map16 = affine_map<(d0, d1) -> (d0, 0)>
#map17 = affine_map<() -> ()>
#map18 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map20 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map21 = affine_map<(d0, d1) -> (d1, d0)>
#map22 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map23 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map24 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map25 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map26 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map27 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map28 = affine_map<(d0, d1, d2) -> ()>
#map29 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map30 = affine_map<(d0, d1, d2) -> (d2)>
#map31 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
module @jit_images {
  func.func public @main(%arg0: tensor<3x3x3x4xf32> {sbp.state = "params.conv"}, %arg1: tensor<4xf32> {sbp.state = "params.gain"}, %arg2: tensor<4x3xf32> {sbp.state = "params.head"}, %arg3: tensor<4xf32> {sbp.state = "averages.mean"}, %arg4: tensor<4xf32> {sbp.state = "averages.var"}, %arg5: tensor<8x8x8x3xf32> {sbp.name = "x"}, %arg6: tensor<8xi32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "result"}, tensor<3x3x3x4xf32> {sbp.gradient_of = "params.conv", sbp.name = "gradient.params.conv"}, tensor<4xf32> {sbp.gradient_of = "params.gain", sbp.name = "gradient.params.gain"}, tensor<4x3xf32> {sbp.gradient_of = "params.head", sbp.name = "gradient.params.head"}, tensor<4xf32> {sbp.state = "averages.mean"}, tensor<4xf32> {sbp.state = "averages.var"}) {
    %true = arith.constant true
    %cst = arith.constant 1.250000e-01 : f32
    %c8_i32 = arith.constant 8 : i32
    %c7_i32 = arith.constant 7 : i32
    %c6_i32 = arith.constant 6 : i32
    %c5_i32 = arith.constant 5 : i32
    %c4_i32 = arith.constant 4 : i32
    %c3_i32 = arith.constant 3 : i32
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 8.000000e+00 : f32
    %cst_1 = arith.constant 0x7F800000 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 0.000000e+00 : f32
    %cst_4 = arith.constant dense<1.600000e+01> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_7 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_8 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_9 = arith.constant dense<0.899999976> : tensor<f32>
    %cst_10 = arith.constant dense<0> : tensor<i32>
    %cst_11 = arith.constant dense<5.120000e+02> : tensor<f32>
    %cst_12 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x8x8x4xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<8x8x8x4xf32>) -> tensor<8x8x8x4xf32>
    %padded = tensor.pad %arg5 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_3 : f32
    } : tensor<8x8x8x3xf32> to tensor<8x10x10x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<8x10x10x3xf32>, tensor<3x3x3x4xf32>) outs(%1 : tensor<8x8x8x4xf32>) -> tensor<8x8x8x4xf32>
    %3 = tensor.empty() : tensor<4xf32>
    %4 = linalg.fill ins(%cst_3 : f32) outs(%3 : tensor<4xf32>) -> tensor<4xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%2 : tensor<8x8x8x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_11 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%5, %6 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %8:5 = call @_var(%2, %cst_10) : (tensor<8x8x8x4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<8x8x8x4xf32>, tensor<f32>, tensor<i1>, tensor<4xf32>)
    %9 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_9 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%9, %arg3 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_8 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%11, %7 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%10, %12 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%9, %arg4 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%11, %8#0 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%14, %15 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %17 = tensor.empty() : tensor<1x1x1x4xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<4xf32>) outs(%17 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %19 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x1x1x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %19 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.subf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%8#0, %21 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = math.rsqrt %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%23, %22 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%25, %24 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<4xf32>) outs(%17 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x1x1x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %28 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4xf32>) outs(%17 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x1x1x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %31 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %33:3 = call @silu(%32) : (tensor<8x8x8x4xf32>) -> (tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>)
    %34 = tensor.empty() : tensor<8x4x4x4xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4x4xf32>
    %padded_13 = tensor.pad %33#0 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_2 : f32
    } : tensor<8x8x8x4xf32> to tensor<8x9x9x4xf32>
    %36 = tensor.empty() : tensor<3x3xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_13, %36 : tensor<8x9x9x4xf32>, tensor<3x3xf32>) outs(%35 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.maximumf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %38 = tensor.empty() : tensor<8x4xf32>
    %39 = linalg.fill ins(%cst_3 : f32) outs(%38 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %40 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%37 : tensor<8x4x4x4xf32>) outs(%39 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<8x4xf32>
    %41 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %42 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4xf32>
    %43 = tensor.empty() : tensor<8x3xf32>
    %44 = linalg.fill ins(%cst_3 : f32) outs(%43 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %45 = linalg.matmul ins(%42, %arg2 : tensor<8x4xf32>, tensor<4x3xf32>) outs(%44 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %46 = tensor.empty() : tensor<8x1xi32>
    %47 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<8xi32>) outs(%46 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1xi32>
    %48:2 = call @take_along_axis(%45, %47) : (tensor<8x3xf32>, tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>)
    %49:2 = call @_take(%48#0, %cst_10) : (tensor<8x1xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %50 = tensor.empty() : tensor<8xf32>
    %51 = linalg.fill ins(%cst_2 : f32) outs(%50 : tensor<8xf32>) -> tensor<8xf32>
    %52 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "reduction"]} ins(%45 : tensor<8x3xf32>) outs(%51 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.maximumf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%53, %52 : tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.maximumf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %55 = tensor.empty() : tensor<8xi1>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%54 : tensor<8xf32>) outs(%55 : tensor<8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %170 = math.absf %in : f32
      %171 = arith.cmpf one, %170, %cst_1 : f32
      linalg.yield %171 : i1
    } -> tensor<8xi1>
    %57 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%56, %54, %57 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %59 = tensor.empty() : tensor<8x1xf32>
    %60 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<8xf32>) outs(%59 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %61 = linalg.generic {indexing_maps = [#map16, #map14], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<8x1xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %62 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%45, %61 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.subf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x3xf32>
    %63 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<8x3xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = math.exp %in : f32
      linalg.yield %170 : f32
    } -> tensor<8x3xf32>
    %64 = linalg.fill ins(%cst_3 : f32) outs(%50 : tensor<8xf32>) -> tensor<8xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "reduction"]} ins(%63 : tensor<8x3xf32>) outs(%64 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%65 : tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = math.absf %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %67 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%65, %57 : tensor<8xf32>, tensor<8xf32>) outs(%55 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8xi1>
    %68 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%66 : tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = math.log %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%68, %58 : tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%69, %49#0 : tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.subf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %71 = tensor.empty() : tensor<f32>
    %72 = linalg.fill ins(%cst_3 : f32) outs(%71 : tensor<f32>) -> tensor<f32>
    %73 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%70 : tensor<8xf32>) outs(%72 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<f32>
    %74 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%73 : tensor<f32>) outs(%71 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.divf %in, %cst_0 : f32
      linalg.yield %170 : f32
    } -> tensor<f32>
    %75 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%71 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %76 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%75 : tensor<f32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%76 : tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.negf %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%76, %66 : tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%67, %57, %78 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%67, %78, %57 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%79 : tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.negf %in : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%80, %81 : tensor<8xf32>, tensor<8xf32>) outs(%50 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8xf32>
    %83 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<8xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %84 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%83, %63 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x3xf32>
    %85 = call @_take_1(%49#1, %77) : (tensor<1xi32>, tensor<8xf32>) -> tensor<8x1xf32>
    %86 = call @take_along_axis_2(%48#1, %85) : (tensor<8x1x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    %87 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%84, %86 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%43 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x3xf32>
    %88 = tensor.empty() : tensor<3x4xf32>
    %89 = linalg.fill ins(%cst_3 : f32) outs(%88 : tensor<3x4xf32>) -> tensor<3x4xf32>
    %90 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87, %42 : tensor<8x3xf32>, tensor<8x4xf32>) outs(%89 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      %171 = arith.addf %out, %170 : f32
      linalg.yield %171 : f32
    } -> tensor<3x4xf32>
    %91 = tensor.empty() : tensor<4x3xf32>
    %92 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel"]} ins(%90 : tensor<3x4xf32>) outs(%91 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x3xf32>
    %93 = linalg.generic {indexing_maps = [#map22, #map23, #map20], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87, %arg2 : tensor<8x3xf32>, tensor<4x3xf32>) outs(%39 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      %171 = arith.addf %out, %170 : f32
      linalg.yield %171 : f32
    } -> tensor<8x4xf32>
    %94 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%93, %41 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4xf32>
    %95 = linalg.generic {indexing_maps = [#map24, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<8x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4x4xf32>
    %extracted_slice = tensor.extract_slice %padded_13[0, 0, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %extracted_slice_14 = tensor.extract_slice %padded_13[0, 0, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %96 = tensor.empty() : tensor<8x4x4x4xi1>
    %97 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %extracted_slice_14 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %98 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %extracted_slice, %extracted_slice_14 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %99 = tensor.empty() : tensor<8x4x4x4xi32>
    %100 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<8x4x4x4xi1>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %out: i32):
      %170 = arith.xori %in, %true : i1
      %171 = arith.extui %170 : i1 to i32
      linalg.yield %171 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_15 = tensor.extract_slice %padded_13[0, 0, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %101 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %extracted_slice_15 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %102 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %98, %extracted_slice_15 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %103 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %100 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c2_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_16 = tensor.extract_slice %padded_13[0, 1, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %104 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102, %extracted_slice_16 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %105 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %102, %extracted_slice_16 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %106 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %103 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c3_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_17 = tensor.extract_slice %padded_13[0, 1, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %107 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %extracted_slice_17 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %108 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %105, %extracted_slice_17 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %109 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %106 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c4_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_18 = tensor.extract_slice %padded_13[0, 1, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %110 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %extracted_slice_18 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %111 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %108, %extracted_slice_18 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %112 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %109 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c5_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_19 = tensor.extract_slice %padded_13[0, 2, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %113 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111, %extracted_slice_19 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %114 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %111, %extracted_slice_19 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %115 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %112 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c6_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_20 = tensor.extract_slice %padded_13[0, 2, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %116 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %extracted_slice_20 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %117 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %114, %extracted_slice_20 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %170 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %118 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %115 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c7_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %extracted_slice_21 = tensor.extract_slice %padded_13[0, 2, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x9x9x4xf32> to tensor<8x4x4x4xf32>
    %119 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117, %extracted_slice_21 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %in_33: f32, %out: i1):
      %170 = arith.cmpf oge, %in, %in_33 : f32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %120 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %118 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xi32>) outs(%99 : tensor<8x4x4x4xi32>) {
    ^bb0(%in: i1, %in_33: i32, %out: i32):
      %170 = arith.select %in, %in_33, %c8_i32 : i32
      linalg.yield %170 : i32
    } -> tensor<8x4x4x4xi32>
    %121 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %122 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %123 = tensor.empty() : tensor<8x9x9x4xf32>
    %124 = linalg.fill ins(%cst_3 : f32) outs(%123 : tensor<8x9x9x4xf32>) -> tensor<8x9x9x4xf32>
    %inserted_slice = tensor.insert_slice %122 into %124[0, 0, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %125 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c1_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %126 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_22 = tensor.insert_slice %126 into %124[0, 0, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %127 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_22 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %128 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c2_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %129 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_23 = tensor.insert_slice %129 into %124[0, 0, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %130 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127, %inserted_slice_23 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %131 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c3_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %132 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_24 = tensor.insert_slice %132 into %124[0, 1, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %133 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130, %inserted_slice_24 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %134 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c4_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %135 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_25 = tensor.insert_slice %135 into %124[0, 1, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %136 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %inserted_slice_25 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %137 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c5_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %138 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_26 = tensor.insert_slice %138 into %124[0, 1, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %139 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %inserted_slice_26 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %140 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c6_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %141 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_27 = tensor.insert_slice %141 into %124[0, 2, 0, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %142 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139, %inserted_slice_27 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %143 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c7_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %144 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_28 = tensor.insert_slice %144 into %124[0, 2, 1, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %145 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %inserted_slice_28 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %146 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<8x4x4x4xi32>) outs(%96 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: i32, %out: i1):
      %170 = arith.cmpi eq, %in, %c8_i32 : i32
      linalg.yield %170 : i1
    } -> tensor<8x4x4x4xi1>
    %147 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146, %95 : tensor<8x4x4x4xi1>, tensor<8x4x4x4xf32>) outs(%34 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %170 = arith.select %in, %in_33, %cst_3 : f32
      linalg.yield %170 : f32
    } -> tensor<8x4x4x4xf32>
    %inserted_slice_29 = tensor.insert_slice %147 into %124[0, 2, 2, 0] [8, 4, 4, 4] [1, 2, 2, 1] : tensor<8x4x4x4xf32> into tensor<8x9x9x4xf32>
    %148 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%145, %inserted_slice_29 : tensor<8x9x9x4xf32>, tensor<8x9x9x4xf32>) outs(%123 : tensor<8x9x9x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x9x9x4xf32>
    %extracted_slice_30 = tensor.extract_slice %148[0, 0, 0, 0] [8, 8, 8, 4] [1, 1, 1, 1] : tensor<8x9x9x4xf32> to tensor<8x8x8x4xf32>
    %149 = call @silu_3(%33#1, %33#2, %32, %extracted_slice_30) : (tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) -> tensor<8x8x8x4xf32>
    %150 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %149 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%150 : tensor<8x8x8x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %151 [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : tensor<4xf32> into tensor<1x1x1x4xf32>
    %152 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149, %31 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded : tensor<1x1x1x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %154 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %152 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%154 : tensor<8x8x8x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %expanded_31 = tensor.expand_shape %155 [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : tensor<4xf32> into tensor<1x1x1x4xf32>
    %156 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152, %28 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_31 : tensor<1x1x1x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%157, %26 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156 : tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.negf %in : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%159 : tensor<8x8x8x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %expanded_32 = tensor.expand_shape %160 [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : tensor<4xf32> into tensor<1x1x1x4xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_32 : tensor<1x1x1x4xf32>) outs(%4 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %170 = arith.addf %out, %in : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %162 = call @_var_4(%8#1, %8#2, %8#3, %8#4, %158) : (tensor<8x8x8x4xf32>, tensor<f32>, tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x8x8x4xf32>
    %163 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156, %162 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%161, %6 : tensor<4xf32>, tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.divf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<4xf32>
    %165 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164 : tensor<4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %166 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163, %165 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.addf %in, %in_33 : f32
      linalg.yield %170 : f32
    } -> tensor<8x8x8x4xf32>
    %167 = tensor.empty() : tensor<3x3x3x4xf32>
    %168 = linalg.fill ins(%cst_3 : f32) outs(%167 : tensor<3x3x3x4xf32>) -> tensor<3x3x3x4xf32>
    %169 = linalg.generic {indexing_maps = [#map25, #map26, #map27], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %166 : tensor<8x10x10x3xf32>, tensor<8x8x8x4xf32>) outs(%168 : tensor<3x3x3x4xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %170 = arith.mulf %in, %in_33 : f32
      %171 = arith.addf %out, %170 : f32
      linalg.yield %171 : f32
    } -> tensor<3x3x3x4xf32>
    return %74, %169, %153, %92, %13, %16 : tensor<f32>, tensor<3x3x3x4xf32>, tensor<4xf32>, tensor<4x3xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func private @_var(%arg0: tensor<8x8x8x4xf32>, %arg1: tensor<i32>) -> (tensor<4xf32>, tensor<8x8x8x4xf32>, tensor<f32>, tensor<i1>, tensor<4xf32>) {
    %cst = arith.constant 5.120000e+02 : f32
    %cst_0 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<5.120000e+02> : tensor<f32>
    %cst_3 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%arg0 : tensor<8x8x8x4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<4xf32>
    %3 = tensor.empty() : tensor<1x1x1x4xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<4xf32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %5 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) outs(%3 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.divf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<1x1x1x4xf32>
    %7 = tensor.empty() : tensor<8x8x8x4xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x1x1x4xf32>) outs(%7 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%7 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.subf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x8x8x4xf32>
    %10 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%7 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.mulf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x8x8x4xf32>
    %11 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%7 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %9 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%7 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.mulf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x8x8x4xf32>
    %13 = tensor.empty() : tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%13 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %22 = arith.sitofp %in : i32 to f32
      linalg.yield %22 : f32
    } -> tensor<f32>
    %15 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%14 : tensor<f32>) outs(%13 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.subf %cst, %in : f32
      linalg.yield %22 : f32
    } -> tensor<f32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%10 : tensor<8x8x8x4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<4xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%15 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%16, %17 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.divf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4xf32>
    %19 = tensor.empty() : tensor<i1>
    %20 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%15 : tensor<f32>) outs(%19 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %22 = arith.cmpf ogt, %in, %cst_3 : f32
      linalg.yield %22 : i1
    } -> tensor<i1>
    %21:2 = call @_where(%20, %18, %cst_0) : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %21#0, %12, %15, %20, %21#1 : tensor<4xf32>, tensor<8x8x8x4xf32>, tensor<f32>, tensor<i1>, tensor<4xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg1, %1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.select %extracted, %in, %in_0 : f32
      linalg.yield %4 : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    return %2, %3 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @silu(%arg0: tensor<8x8x8x4xf32>) -> (tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x8x8x4xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.negf %in : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = math.exp %in : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %3 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %4 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %2 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.addf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %4 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.divf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %5 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.subf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %6 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    %8 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %5 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x8x4xf32>
    return %8, %7, %5 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x3xf32>, %arg1: tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>) {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<2> : tensor<1xi32>
    %cst_1 = arith.constant dense<3> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x1xi32>
    %1 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1xi32>
    %2 = tensor.empty() : tensor<8x1xi1>
    %3 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<8x1xi32>, tensor<8x1xi32>) outs(%2 : tensor<8x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x1xi1>
    %4 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1xi32>
    %5 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<8x1xi32>, tensor<8x1xi32>) outs(%0 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<8x1xi32>
    %6 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<8x1xi1>, tensor<8x1xi32>, tensor<8x1xi32>) outs(%0 : tensor<8x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<8x1xi32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [8, 1, 1] : tensor<8x1xi32> into tensor<8x1x1xi32>
    %7 = tensor.empty() : tensor<8x1x1xi32>
    %8 = linalg.generic {indexing_maps = [#map28, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<8x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1x1xi32>
    %9 = tensor.empty() : tensor<8x1x1xi1>
    %10 = linalg.generic {indexing_maps = [#map29, #map29, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<8x1x1xi32>, tensor<8x1x1xi32>) outs(%9 : tensor<8x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x1x1xi1>
    %11 = tensor.empty() : tensor<1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map30, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map31, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xi32>) outs(%7 : tensor<8x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map29, #map29, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<8x1x1xi32>, tensor<8x1x1xi32>) outs(%9 : tensor<8x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x1x1xi1>
    %15 = linalg.generic {indexing_maps = [#map29, #map29, #map29], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<8x1x1xi1>, tensor<8x1x1xi1>) outs(%9 : tensor<8x1x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<8x1x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<8x1xi1>) -> tensor<8x1xi1>
    %17 = linalg.generic {indexing_maps = [#map29, #map20], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<8x1x1xi1>) outs(%16 : tensor<8x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<8x1xi1>
    %18 = tensor.empty() : tensor<8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map14], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<8x1xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %extracted = tensor.extract %expanded[%22, %c0, %c0] : tensor<8x1x1xi32>
      %23 = arith.index_cast %extracted : i32 to index
      %24 = arith.maxsi %23, %c0 : index
      %25 = arith.minsi %24, %c2 : index
      %extracted_3 = tensor.extract %arg0[%22, %25] : tensor<8x3xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel"]} ins(%17, %19, %20 : tensor<8x1xi1>, tensor<8x1xf32>, tensor<8x1xf32>) outs(%18 : tensor<8x1xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x1xf32>
    return %21, %expanded : tensor<8x1xf32>, tensor<8x1x1xi32>
  }
  func.func private @_take(%arg0: tensor<8x1xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>) {
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %20 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %20 : i1
    } -> tensor<i1>
    %2 = tensor.empty() : tensor<i32>
    %3 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %20 = arith.addi %in, %c1_i32 : i32
      linalg.yield %20 : i32
    } -> tensor<i32>
    %4 = call @_where_0(%1, %3, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = tensor.empty() : tensor<1xi32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%4 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %8 = tensor.empty() : tensor<1xi1>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%6, %7 : tensor<1xi32>, tensor<1xi32>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %20 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%6 : tensor<1xi32>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %20 = arith.cmpi sle, %in, %c0_i32 : i32
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%9, %10 : tensor<1xi1>, tensor<1xi1>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %20 = arith.andi %in, %in_1 : i1
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %12 = linalg.fill ins(%true : i1) outs(%0 : tensor<i1>) -> tensor<i1>
    %13 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%11 : tensor<1xi1>) outs(%12 : tensor<i1>) {
    ^bb0(%in: i1, %out: i1):
      %20 = arith.andi %out, %in : i1
      linalg.yield %20 : i1
    } -> tensor<i1>
    %14 = tensor.empty() : tensor<8xf32>
    %15 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%14 : tensor<8xf32>) {
    ^bb0(%out: f32):
      %20 = linalg.index 0 : index
      %extracted = tensor.extract %6[%c0] : tensor<1xi32>
      %21 = arith.index_cast %extracted : i32 to index
      %22 = arith.maxsi %21, %c0 : index
      %23 = arith.minsi %22, %c0 : index
      %extracted_1 = tensor.extract %arg0[%20, %23] : tensor<8x1xf32>
      linalg.yield %extracted_1 : f32
    } -> tensor<8xf32>
    %16 = tensor.empty() : tensor<8xi1>
    %17 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%13 : tensor<i1>) outs(%16 : tensor<8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8xi1>
    %18 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%14 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%17, %15, %18 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%14 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_1: f32, %in_2: f32, %out: f32):
      %20 = arith.select %in, %in_1, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<8xf32>
    return %19, %6 : tensor<8xf32>, tensor<1xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map17, #map17, #map17, #map17], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @_take_1(%arg0: tensor<1xi32>, %arg1: tensor<8xf32>) -> tensor<8x1xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x1xf32>
    %1 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %collapsed = tensor.collapse_shape %arg0 [] : tensor<1xi32> into tensor<i32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 1 : i64, drop_outside} : (tensor<8x1xf32>, tensor<i32>, tensor<8xf32>) -> tensor<8x1xf32>
    return %2 : tensor<8x1xf32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<8x1x1xi32>, %arg1: tensor<8x1xf32>) -> tensor<8x3xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x3xf32>
    %1 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<8x1x1xi32> into tensor<8x1xi32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<8x3xf32>, tensor<8x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    return %2 : tensor<8x3xf32>
  }
  func.func private @silu_3(%arg0: tensor<8x8x8x4xf32>, %arg1: tensor<8x8x8x4xf32>, %arg2: tensor<8x8x8x4xf32>, %arg3: tensor<8x8x8x4xf32>) -> tensor<8x8x8x4xf32> {
    %0 = tensor.empty() : tensor<8x8x8x4xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2, %arg3 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8x8x4xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3, %arg1 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8x8x4xf32>
    %3 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg0 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8x8x4xf32>
    %4 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %3 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%0 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8x8x4xf32>
    return %4 : tensor<8x8x8x4xf32>
  }
  func.func private @_var_4(%arg0: tensor<8x8x8x4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<4xf32>, %arg4: tensor<4xf32>) -> tensor<8x8x8x4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<5.120000e+02> : tensor<f32>
    %0 = call @_where_5(%arg2, %arg3, %arg4) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg1 : tensor<f32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%0, %2 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.divf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<4xf32>
    %4 = tensor.empty() : tensor<8x8x8x4xf32>
    %5 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<4xf32>) outs(%4 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %arg0 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%4 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.mulf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<8x8x8x4xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<8x8x8x4xf32>) outs(%4 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.negf %in : f32
      linalg.yield %16 : f32
    } -> tensor<8x8x8x4xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%7 : tensor<8x8x8x4xf32>) outs(%8 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.addf %out, %in : f32
      linalg.yield %16 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %9 [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : tensor<4xf32> into tensor<1x1x1x4xf32>
    %10 = tensor.empty() : tensor<1x1x1x4xf32>
    %11 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%10 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x4xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %11 : tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>) outs(%10 : tensor<1x1x1x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.divf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<1x1x1x4xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%12 : tensor<1x1x1x4xf32>) outs(%8 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.addf %out, %in : f32
      linalg.yield %16 : f32
    } -> tensor<4xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<4xf32>) outs(%4 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x4xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %14 : tensor<8x8x8x4xf32>, tensor<8x8x8x4xf32>) outs(%4 : tensor<8x8x8x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.addf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<8x8x8x4xf32>
    return %15 : tensor<8x8x8x4xf32>
  }
  func.func private @_where_5(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg2, %1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.select %extracted, %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
