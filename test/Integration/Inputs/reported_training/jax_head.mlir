#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<() -> ()>
module @jit_head {
  func.func public @main(%arg0: tensor<2xf32> {sbp.state = "params.head"}, %arg1: tensor<3xf32> {sbp.state = "params.rounded"}, %arg2: tensor<2xf32> {sbp.state = "params.softplus"}, %arg3: tensor<3x2xf32> {sbp.name = "x"}, %arg4: tensor<3xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "result"}, tensor<2xf32> {sbp.gradient_of = "params.head", sbp.name = "gradient.params.head"}, tensor<3xf32> {sbp.gradient_of = "params.rounded", sbp.name = "gradient.params.rounded"}, tensor<2xf32> {sbp.gradient_of = "params.softplus", sbp.name = "gradient.params.softplus"}) {
    %cst = arith.constant -1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<[1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf32>
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg4, %arg1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %2 = call @round(%1) : (tensor<3xf32>) -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.subf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %3 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.addf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %4 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %4 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %8 = tensor.empty() : tensor<f32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<f32>) -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%5 : tensor<3xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.addf %out, %in : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %12 = linalg.matvec ins(%arg3, %arg0 : tensor<3x2xf32>, tensor<2xf32>) outs(%11 : tensor<3xf32>) -> tensor<3xf32>
    %13:3 = call @log_sigmoid(%12) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%cst_3, %13#0 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %cst_3 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.subf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%12 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.negf %in : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %18:3 = call @log_sigmoid(%17) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%16, %18#0 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%14, %19 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.addf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%20 : tensor<3xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.addf %out, %in : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%21 : tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.negf %in : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%10, %22 : tensor<f32>, tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.addf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %24 = linalg.matvec ins(%arg3, %arg2 : tensor<3x2xf32>, tensor<2xf32>) outs(%11 : tensor<3xf32>) -> tensor<3xf32>
    %25:3 = call @softplus_0(%24) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%25#0 : tensor<3xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.addf %out, %in : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%23, %26 : tensor<f32>, tensor<f32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.addf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<f32>
    %28 = call @softplus_1(%25#1, %25#2, %15) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %29 = tensor.empty() : tensor<2xf32>
    %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<2xf32>) -> tensor<2xf32>
    %31 = linalg.vecmat ins(%28, %arg3 : tensor<3xf32>, tensor<3x2xf32>) outs(%30 : tensor<2xf32>) -> tensor<2xf32>
    %32 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%8 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%32 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%16, %33 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %35 = call @log_sigmoid_2(%18#1, %18#2, %34) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %43 = arith.negf %in : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%cst_3, %33 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %38 = call @log_sigmoid_2(%13#1, %13#2, %37) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%36, %38 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.addf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %40 = linalg.vecmat ins(%39, %arg3 : tensor<3xf32>, tensor<3x2xf32>) outs(%30 : tensor<2xf32>) -> tensor<2xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %7 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg4, %41 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %43 = arith.mulf %in, %in_4 : f32
      linalg.yield %43 : f32
    } -> tensor<3xf32>
    return %27, %40, %42, %31 : tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>
  }
  func.func private @round(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.roundeven %in : f32
      linalg.yield %2 : f32
    } -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @log_sigmoid(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<3xf32>
    %2:3 = call @softplus(%1) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2#0 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<3xf32>
    return %3, %2#1, %2#2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func private @softplus(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %4 = tensor.empty() : tensor<3xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %3 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %10 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6, %11 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %13 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %1, %arg0 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%12, %13 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%16, %1, %12 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %17 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %20 = tensor.empty() : tensor<i1>
    %21 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%20 : tensor<i1>) {
    ^bb0(%out: i1):
      linalg.yield %false : i1
    } -> tensor<i1>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%21 : tensor<i1>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i1, %out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %17 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %26 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    return %12, %19, %27 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func private @softplus_0(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %4 = tensor.empty() : tensor<3xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %3 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %10 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6, %11 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %13 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %1, %arg0 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%12, %13 : tensor<3xf32>, tensor<3xf32>) outs(%4 : tensor<3xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<3xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%16, %1, %12 : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %17 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %20 = tensor.empty() : tensor<i1>
    %21 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%20 : tensor<i1>) {
    ^bb0(%out: i1):
      linalg.yield %false : i1
    } -> tensor<i1>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%21 : tensor<i1>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i1, %out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %17 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %26 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<3xf32>
    return %12, %19, %27 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func private @softplus_1(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @log_sigmoid_2(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<3xf32>
    %2 = call @softplus_3(%arg0, %arg1, %1) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<3xf32>
    return %3 : tensor<3xf32>
  }
  func.func private @softplus_3(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
