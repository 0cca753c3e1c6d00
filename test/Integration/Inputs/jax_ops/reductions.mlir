#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> (d1, d0)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> ()>
#map9 = affine_map<(d0, d1, d2) -> (d0 + d2, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map12 = affine_map<() -> ()>
module @jit_reductions {
  func.func public @main(%arg0: tensor<3x4xf32> {sbp.name = "x"}) -> (tensor<3x4xf32> {sbp.name = "result.0"}, tensor<3xi32> {sbp.name = "result.1"}, tensor<3x4xf32> {sbp.name = "result.2"}, tensor<4xf32> {sbp.name = "result.3"}, tensor<3xf32> {sbp.name = "result.4"}, tensor<f32> {sbp.name = "result.5"}, tensor<4xf32> {sbp.name = "result.6"}, tensor<3xi1> {sbp.name = "result.7"}, tensor<4xi1> {sbp.name = "result.8"}) {
    %true = arith.constant true
    %false = arith.constant false
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<-1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0> : tensor<i32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.fill ins(%cst_7 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xf32>) outs(%1 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.maximumf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %2 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.maximumf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<3xf32>
    %5 = tensor.empty() : tensor<3x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<3xf32>) outs(%5 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1xf32>
    %7 = tensor.empty() : tensor<3x4xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3x1xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.subf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<3x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.exp %in : f32
      linalg.yield %53 : f32
    } -> tensor<3x4xf32>
    %11 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<3x4xf32>) outs(%11 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<3xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<3xf32>) outs(%5 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<3x1xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %14 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.divf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<3x4xf32>
    %16 = call @argmax(%arg0) : (tensor<3x4xf32>) -> tensor<3xi32>
    %17 = call @cumsum(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %18 = tensor.empty() : tensor<4xf32>
    %19 = linalg.fill ins(%cst_7 : f32) outs(%18 : tensor<4xf32>) -> tensor<4xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xf32>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.maximumf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%21, %20 : tensor<4xf32>, tensor<4xf32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.maximumf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %23 = tensor.empty() : tensor<4xi1>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<4xf32>) outs(%23 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %53 = math.absf %in : f32
      %54 = arith.cmpf one, %53, %cst_0 : f32
      linalg.yield %54 : i1
    } -> tensor<4xi1>
    %25 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%24, %22, %25 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_8: f32, %in_9: f32, %out: f32):
      %53 = arith.select %in, %in_8, %in_9 : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %27 = tensor.empty() : tensor<1x4xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<4xf32>) outs(%27 : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<1x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %29 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.subf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<3x4xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.exp %in : f32
      linalg.yield %53 : f32
    } -> tensor<3x4xf32>
    %32 = linalg.fill ins(%cst_1 : f32) outs(%18 : tensor<4xf32>) -> tensor<4xf32>
    %33 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "reduction"]} ins(%31 : tensor<3x4xf32>) outs(%32 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%33 : tensor<4xf32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.absf %in : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%34 : tensor<4xf32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.log %in : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%35, %26 : tensor<4xf32>, tensor<4xf32>) outs(%18 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.addf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %37 = call @_var(%arg0, %cst_4) : (tensor<3x4xf32>, tensor<i32>) -> tensor<3xf32>
    %38 = tensor.empty() : tensor<f32>
    %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<f32>) -> tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["reduction", "reduction"]} ins(%arg0 : tensor<3x4xf32>) outs(%39 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.minimumf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<f32>
    %41 = linalg.fill ins(%cst : f32) outs(%18 : tensor<4xf32>) -> tensor<4xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xf32>) outs(%41 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.mulf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<4xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %44 = tensor.empty() : tensor<3x4xi1>
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %43 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%44 : tensor<3x4xi1>) {
    ^bb0(%in: f32, %in_8: f32, %out: i1):
      %53 = arith.cmpf ogt, %in, %in_8 : f32
      linalg.yield %53 : i1
    } -> tensor<3x4xi1>
    %46 = tensor.empty() : tensor<3xi1>
    %47 = linalg.fill ins(%false : i1) outs(%46 : tensor<3xi1>) -> tensor<3xi1>
    %48 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%45 : tensor<3x4xi1>) outs(%47 : tensor<3xi1>) {
    ^bb0(%in: i1, %out: i1):
      %53 = arith.ori %out, %in : i1
      linalg.yield %53 : i1
    } -> tensor<3xi1>
    %49 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %49 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%44 : tensor<3x4xi1>) {
    ^bb0(%in: f32, %in_8: f32, %out: i1):
      %53 = arith.cmpf ogt, %in, %in_8 : f32
      linalg.yield %53 : i1
    } -> tensor<3x4xi1>
    %51 = linalg.fill ins(%true : i1) outs(%23 : tensor<4xi1>) -> tensor<4xi1>
    %52 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "reduction"]} ins(%50 : tensor<3x4xi1>) outs(%51 : tensor<4xi1>) {
    ^bb0(%in: i1, %out: i1):
      %53 = arith.andi %out, %in : i1
      linalg.yield %53 : i1
    } -> tensor<4xi1>
    return %15, %16, %17, %36, %37, %40, %42, %48, %52 : tensor<3x4xf32>, tensor<3xi32>, tensor<3x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<f32>, tensor<4xf32>, tensor<3xi1>, tensor<4xi1>
  }
  func.func private @argmax(%arg0: tensor<3x4xf32>) -> tensor<3xi32> {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<3x4xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x4xi32>) {
    ^bb0(%out: i32):
      %7 = linalg.index 1 : index
      %8 = arith.index_cast %7 : index to i32
      linalg.yield %8 : i32
    } -> tensor<3x4xi32>
    %2 = tensor.empty() : tensor<3xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<3xf32>) -> tensor<3xf32>
    %4 = tensor.empty() : tensor<3xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<3xi32>) -> tensor<3xi32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0, %1 : tensor<3x4xf32>, tensor<3x4xi32>) outs(%3, %5 : tensor<3xf32>, tensor<3xi32>) {
    ^bb0(%in: f32, %in_0: i32, %out: f32, %out_1: i32):
      %7 = arith.cmpf ogt, %out, %in : f32
      %8 = arith.cmpf une, %out, %out : f32
      %9 = arith.ori %7, %8 : i1
      %10 = arith.cmpf oeq, %out, %in : f32
      %11 = arith.cmpi slt, %out_1, %in_0 : i32
      %12 = arith.andi %10, %11 : i1
      %13 = arith.ori %9, %12 : i1
      %14 = arith.select %9, %out, %in : f32
      %15 = arith.select %13, %out_1, %in_0 : i32
      linalg.yield %14, %15 : f32, i32
    } -> (tensor<3xf32>, tensor<3xi32>)
    return %6#1 : tensor<3xi32>
  }
  func.func private @cumsum(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3x4xf32>
    %1 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %padded = tensor.pad %arg0 low[2, 0] high[0, 0] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst : f32
    } : tensor<3x4xf32> to tensor<5x4xf32>
    %2 = tensor.empty() : tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%padded, %2 : tensor<5x4xf32>, tensor<3xf32>) outs(%1 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %4 = arith.addf %out, %in : f32
      linalg.yield %4 : f32
    } -> tensor<3x4xf32>
    return %3 : tensor<3x4xf32>
  }
  func.func private @_var(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>) -> tensor<3xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_1 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xf32>) outs(%1 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<3xf32>
    %3 = tensor.empty() : tensor<3x1xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<3xf32>) outs(%3 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1xf32>
    %5 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%3 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %5 : tensor<3x1xf32>, tensor<3x1xf32>) outs(%3 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<3x1xf32>
    %7 = tensor.empty() : tensor<3x4xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3x1xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.subf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<3x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %9 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%7 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<3x4xf32>
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %20 = arith.sitofp %in : i32 to f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%12 : tensor<f32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.subf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<3x4xf32>) outs(%1 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<3xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%13 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%14, %15 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.divf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<3xf32>
    %17 = tensor.empty() : tensor<i1>
    %18 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%13 : tensor<f32>) outs(%17 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %20 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %20 : i1
    } -> tensor<i1>
    %19 = call @_where(%18, %16, %cst_0) : (tensor<i1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    return %19 : tensor<3xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<3xf32>, %arg2: tensor<f32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg1, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.select %extracted, %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<3xf32>
    return %2 : tensor<3xf32>
  }
}
