#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map11 = affine_map<(d0, d1) -> (d1, d0)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit_straight {
  func.func public @main(%arg0: tensor<8xf32> {sbp.state = "params.bias"}, %arg1: tensor<6x8xf32> {sbp.state = "params.first"}, %arg2: tensor<8x3xf32> {sbp.state = "params.zeros"}, %arg3: tensor<8x6xf32> {sbp.name = "x"}, %arg4: tensor<8x3xf32> {sbp.name = "labels"}) -> (tensor<f32> {sbp.name = "result"}, tensor<8xf32> {sbp.gradient_of = "params.bias", sbp.name = "gradient.params.bias"}, tensor<6x8xf32> {sbp.gradient_of = "params.first", sbp.name = "gradient.params.first"}, tensor<8x3xf32> {sbp.gradient_of = "params.zeros", sbp.name = "gradient.params.zeros"}) {
    %cst = arith.constant -1.000000e+00 : f32
    %cst_0 = arith.constant 8.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<0.00999999977> : tensor<f32>
    %cst_3 = arith.constant dense<-0.00999999977> : tensor<f32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<4.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = linalg.matmul ins(%arg3, %arg1 : tensor<8x6xf32>, tensor<6x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = tensor.empty() : tensor<1x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8xf32>) outs(%3 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.addf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8xf32>
    %7:3 = call @softplus(%6) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
    %8 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %7#0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8xf32>
    %10 = call @round(%9) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %8 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.divf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %7#0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.subf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7#0, %12 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.addf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8xf32>
    %14 = tensor.empty() : tensor<8x3xf32>
    %15 = linalg.fill ins(%cst_1 : f32) outs(%14 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %16 = linalg.matmul ins(%13, %arg2 : tensor<8x8xf32>, tensor<8x3xf32>) outs(%15 : tensor<8x3xf32>) -> tensor<8x3xf32>
    %17:3 = call @log_sigmoid(%16) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>)
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %17#0 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %arg4 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.subf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.negf %in : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %22:3 = call @log_sigmoid(%21) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>)
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %22#0 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %23 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.addf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %25 = tensor.empty() : tensor<8xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<8xf32>) -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%24 : tensor<8x3xf32>) outs(%26 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.addf %out, %in : f32
      linalg.yield %57 : f32
    } -> tensor<8xf32>
    %28 = tensor.empty() : tensor<f32>
    %29 = linalg.fill ins(%cst_1 : f32) outs(%28 : tensor<f32>) -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%27 : tensor<8xf32>) outs(%29 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.addf %out, %in : f32
      linalg.yield %57 : f32
    } -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%30 : tensor<f32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.divf %in, %cst_0 : f32
      linalg.yield %57 : f32
    } -> tensor<f32>
    %32 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%31 : tensor<f32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.negf %in : f32
      linalg.yield %57 : f32
    } -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%28 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%33 : tensor<f32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.divf %in, %cst_0 : f32
      linalg.yield %57 : f32
    } -> tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel"]} ins(%34 : tensor<f32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<8xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %36 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %38 = call @log_sigmoid_1(%22#1, %22#2, %37) : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.negf %in : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %36 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %41 = call @log_sigmoid_1(%17#1, %17#2, %40) : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %41 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.addf %in, %in_6 : f32
      linalg.yield %57 : f32
    } -> tensor<8x3xf32>
    %43 = tensor.empty() : tensor<3x8xf32>
    %44 = linalg.fill ins(%cst_1 : f32) outs(%43 : tensor<3x8xf32>) -> tensor<3x8xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%42, %13 : tensor<8x3xf32>, tensor<8x8xf32>) outs(%44 : tensor<3x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      %58 = arith.addf %out, %57 : f32
      linalg.yield %58 : f32
    } -> tensor<3x8xf32>
    %46 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<3x8xf32>) outs(%14 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %47 = linalg.generic {indexing_maps = [#map12, #map13, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%42, %arg2 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%1 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      %58 = arith.addf %out, %57 : f32
      linalg.yield %58 : f32
    } -> tensor<8x8xf32>
    %48 = call @softplus_3(%7#1, %7#2, %47) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %49 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "reduction"]} ins(%48 : tensor<8x8xf32>) outs(%26 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.addf %out, %in : f32
      linalg.yield %57 : f32
    } -> tensor<8xf32>
    %expanded = tensor.expand_shape %49 [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    %50 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x8xf32>) outs(%26 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %57 = arith.addf %out, %in : f32
      linalg.yield %57 : f32
    } -> tensor<8xf32>
    %51 = call @clip(%48, %cst_3, %cst_2) : (tensor<8x8xf32>, tensor<f32>, tensor<f32>) -> tensor<8x8xf32>
    %52 = tensor.empty() : tensor<8x6xf32>
    %53 = linalg.fill ins(%cst_1 : f32) outs(%52 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%51, %arg3 : tensor<8x8xf32>, tensor<8x6xf32>) outs(%53 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %57 = arith.mulf %in, %in_6 : f32
      %58 = arith.addf %out, %57 : f32
      linalg.yield %58 : f32
    } -> tensor<8x6xf32>
    %55 = tensor.empty() : tensor<6x8xf32>
    %56 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<8x6xf32>) outs(%55 : tensor<6x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x8xf32>
    return %32, %50, %56, %46 : tensor<f32>, tensor<8xf32>, tensor<6x8xf32>, tensor<8x3xf32>
  }
  func.func private @softplus(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %4 = tensor.empty() : tensor<8x8xi1>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %3 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<8x8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x8xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %10 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %6, %11 : tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %13 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<8x8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x8xi1>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %1, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<8x8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x8xi1>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %1, %12 : tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %17 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %20 = tensor.empty() : tensor<i1>
    %21 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%20 : tensor<i1>) {
    ^bb0(%out: i1):
      linalg.yield %false : i1
    } -> tensor<i1>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%21 : tensor<i1>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i1, %out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %17 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %26 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x8xf32>
    return %12, %19, %27 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @round(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.roundeven %in : f32
      linalg.yield %2 : f32
    } -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @log_sigmoid(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) {
    %0 = tensor.empty() : tensor<8x3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8x3xf32>
    %2:3 = call @softplus_0(%1) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>)
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2#0 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8x3xf32>
    return %3, %2#1, %2#2 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>
  }
  func.func private @softplus_0(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x3xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %4 = tensor.empty() : tensor<8x3xi1>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %3 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%4 : tensor<8x3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x3xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %10 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %6, %11 : tensor<8x3xi1>, tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %13 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%4 : tensor<8x3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x3xi1>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %1, %arg0 : tensor<8x3xi1>, tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%4 : tensor<8x3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8x3xi1>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %1, %12 : tensor<8x3xi1>, tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %17 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %20 = tensor.empty() : tensor<i1>
    %21 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%20 : tensor<i1>) {
    ^bb0(%out: i1):
      linalg.yield %false : i1
    } -> tensor<i1>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%21 : tensor<i1>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i1, %out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x3xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %17 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %26 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8x3xf32>
    return %12, %19, %27 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>
  }
  func.func private @log_sigmoid_1(%arg0: tensor<8x3xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = tensor.empty() : tensor<8x3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8x3xf32>
    %2 = call @softplus_2(%arg0, %arg1, %1) : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8x3xf32>
    return %3 : tensor<8x3xf32>
  }
  func.func private @softplus_2(%arg0: tensor<8x3xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = tensor.empty() : tensor<8x3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg0 : tensor<8x3xf32>, tensor<8x3xf32>) outs(%0 : tensor<8x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @softplus_3(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @clip(%arg0: tensor<8x8xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x8xf32> {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.maximumf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8xf32>
    %3 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.minimumf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8x8xf32>
    return %4 : tensor<8x8xf32>
  }
}
