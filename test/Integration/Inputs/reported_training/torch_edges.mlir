#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<4xf32> {sbp.state = "sigmoid.w"},
    %arg1: tensor<4xf32> {sbp.state = "silu.w"},
    %arg2: tensor<4xf32> {sbp.state = "softplus.w"},
    %arg3: tensor<4xf32> {sbp.state = "mish.w"},
    %arg4: tensor<4xf32> {sbp.state = "elu.w"},
    %arg5: tensor<4xf32> {sbp.state = "selu.w"},
    %arg6: tensor<4xf32> {sbp.state = "celu.w"},
    %arg7: tensor<4xf32> {sbp.state = "leaky_relu.w"},
    %arg8: tensor<4xf32> {sbp.state = "logsigmoid.w"},
    %arg9: tensor<4xf32> {sbp.state = "logaddexp.w"},
    %arg10: tensor<4xf32> {sbp.state = "bce_of_0.w"},
    %arg11: tensor<4xf32> {sbp.state = "bce_of_1.w"},
    %arg12: tensor<4xf32> {sbp.state = "glu.w"},
    %arg13: tensor<4xf16> {sbp.state = "sigmoid_f16.w"},
    %arg14: tensor<4xf16> {sbp.state = "silu_f16.w"},
    %arg15: tensor<4xf16> {sbp.state = "softplus_f16.w"},
    %arg16: tensor<f32> {sbp.name = "one"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<4xf32> {sbp.gradient_of = "sigmoid.w", sbp.name = "gradient.sigmoid.w"}, tensor<4xf32> {sbp.gradient_of = "silu.w", sbp.name = "gradient.silu.w"}, tensor<4xf32> {sbp.gradient_of = "softplus.w", sbp.name = "gradient.softplus.w"}, tensor<4xf32> {sbp.gradient_of = "mish.w", sbp.name = "gradient.mish.w"}, tensor<4xf32> {sbp.gradient_of = "elu.w", sbp.name = "gradient.elu.w"}, tensor<4xf32> {sbp.gradient_of = "selu.w", sbp.name = "gradient.selu.w"}, tensor<4xf32> {sbp.gradient_of = "celu.w", sbp.name = "gradient.celu.w"}, tensor<4xf32> {sbp.gradient_of = "leaky_relu.w", sbp.name = "gradient.leaky_relu.w"}, tensor<4xf32> {sbp.gradient_of = "logsigmoid.w", sbp.name = "gradient.logsigmoid.w"}, tensor<4xf32> {sbp.gradient_of = "logaddexp.w", sbp.name = "gradient.logaddexp.w"}, tensor<4xf32> {sbp.gradient_of = "bce_of_0.w", sbp.name = "gradient.bce_of_0.w"}, tensor<4xf32> {sbp.gradient_of = "bce_of_1.w", sbp.name = "gradient.bce_of_1.w"}, tensor<4xf32> {sbp.gradient_of = "glu.w", sbp.name = "gradient.glu.w"}, tensor<4xf16> {sbp.gradient_of = "sigmoid_f16.w", sbp.name = "gradient.sigmoid_f16.w"}, tensor<4xf16> {sbp.gradient_of = "silu_f16.w", sbp.name = "gradient.silu_f16.w"}, tensor<4xf16> {sbp.gradient_of = "softplus_f16.w", sbp.name = "gradient.softplus_f16.w"}) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f16
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<4xf32>
    %cst_3 = arith.constant 0x7FF0000000000000 : f64
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<4xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = arith.constant 1.7580993408473766 : f64
    %cst_8 = arith.constant 1.000000e-02 : f64
    %cst_9 = arith.constant 1.0507009873554805 : f64
    %cst_10 = arith.constant 1.6732632423543772 : f64
    %cst_11 = arith.constant 2.000000e+01 : f32
    %cst_12 = arith.constant dense<-1> : tensor<i64>
    %cst_13 = arith.constant dense<0> : tensor<i64>
    %cst_14 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%1, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%2 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%5 : tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst_0 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %7 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%8, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%9 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%6, %10 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%12 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %14 = tensor.empty() : tensor<4xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ogt, %in, %cst_11 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%15, %arg2, %13 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%16, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%17 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%11, %18 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%20 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ogt, %in, %cst_11 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%22, %arg3, %21 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%23 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.tanh %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %24 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%25, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%26 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%19, %27 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg4 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf ogt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg4 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%30 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%31 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.subf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%29, %32 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%33, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%34 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%28, %35 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg5 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf ogt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%37 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_9 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg5 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%39 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%40 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.subf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%41 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_9 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%42 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_10 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%38, %43 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%44, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%45 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %47 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%36, %46 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.expm1 %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ogt, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%49, %arg6, %48 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%50, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%51 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%47, %52 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %54 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg7 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf ogt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg7 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%55 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_8 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%54, %56 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%57, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%58 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %60 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%53, %59 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %61 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg8 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.absf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%62 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%63 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%64 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%61, %65 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%66, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%67 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %69 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%60, %68 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg9, %cst_4 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%70 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.absf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%71 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg9, %cst_4 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf ogt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%72 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%74 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%73, %75 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%73 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.absf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%77 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.extf %in : f32 to f64
      %213 = arith.cmpf oeq, %212, %cst_3 : f64
      linalg.yield %213 : i1
    } -> tensor<4xi1>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%78, %73, %76 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%79, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%80 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %82 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%69, %81 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%cst_2, %arg10 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg10 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.absf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%85 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%86 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%87 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%84, %88 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%83, %89 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%90, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%91 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%82, %92 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%cst_4, %arg11 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_5, %arg11 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.cmpf olt, %in, %in_18 : f32
      %213 = arith.select %212, %in, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg11 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.absf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%96 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%97 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%98 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%95, %99 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%94, %100 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%101, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%102 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %104 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%93, %103 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %concat = tensor.concat dim(0) %cst_2, %arg12 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %extracted_slice = tensor.extract_slice %concat[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %extracted_slice_15 = tensor.extract_slice %concat[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_15 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice, %105 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%106, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%107 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %109 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%104, %108 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %110 = tensor.empty() : tensor<4xf16>
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<4xf16>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %212 = arith.negf %in : f16
      %213 = math.exp %212 : f16
      %214 = arith.addf %213, %cst_1 : f16
      %215 = arith.divf %cst_1, %214 : f16
      linalg.yield %215 : f16
    } -> tensor<4xf16>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%111 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%112, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%113 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %115 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%109, %114 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%116 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%116, %117 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%118 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%119 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%120, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%121 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %123 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%115, %122 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%124 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%125 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.log1p %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%124 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ogt, %in, %cst_11 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %128 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%127, %124, %126 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%128 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%129 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%130, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%131 : tensor<4xf32>) outs(%4 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %out : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %133 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%123, %132 : tensor<f32>, tensor<f32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<f32>
    %134 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%cst_2, %arg16 : tensor<4xf32>, tensor<f32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%134 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%135 : tensor<4xf16>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %212 = arith.extf %in : f16 to f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%136, %125 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%125 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%137, %138 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.divf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%127, %136, %139 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%140 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %142 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%136, %117 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_14, %117 : tensor<i64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%116, %143 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%144 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%142, %145 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%146 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %148 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_14, %112 : tensor<i64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%112, %148 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%136, %149 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%150 : tensor<4xf32>) outs(%110 : tensor<4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %212 = arith.truncf %in : f32 to f16
      linalg.yield %212 : f16
    } -> tensor<4xf16>
    %152 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_6, %105 : tensor<f32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%152, %105 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%153, %extracted_slice : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%154, %134 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%105, %134 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %concat_16 = tensor.concat dim(0) %156, %155 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %extracted_slice_17 = tensor.extract_slice %concat_16[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg11 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%157, %cst_2 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%158, %134 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%160, %cst_4 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%161, %134 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%cst_4, %arg9 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.subf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%163 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%164 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %165 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.divf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf olt, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %168 = tensor.empty() : tensor<4xi64>
    %169 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel"]} ins(%167, %cst_14, %cst_13 : tensor<4xi1>, tensor<i64>, tensor<i64>) outs(%168 : tensor<4xi64>) {
    ^bb0(%in: i1, %in_18: i64, %in_19: i64, %out: i64):
      %212 = arith.select %in, %in_18, %in_19 : i64
      linalg.yield %212 : i64
    } -> tensor<4xi64>
    %170 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel"]} ins(%167, %cst_14, %cst_12 : tensor<4xi1>, tensor<i64>, tensor<i64>) outs(%168 : tensor<4xi64>) {
    ^bb0(%in: i1, %in_18: i64, %in_19: i64, %out: i64):
      %212 = arith.select %in, %in_18, %in_19 : i64
      linalg.yield %212 : i64
    } -> tensor<4xi64>
    %171 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%64 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %172 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%64, %171 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.divf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%170, %172 : tensor<4xi64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.mulf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%169, %173 : tensor<4xi64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %174 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ogt, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %177 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%134 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_8 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %178 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%176, %134, %177 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ole, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %180 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %180 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%179, %181, %134 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ole, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %184 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%134 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_7 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %186 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%184, %185 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%134 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.truncf %cst_9 : f64 to f32
      %213 = arith.mulf %in, %212 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%183, %186, %187 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<4xf32>) outs(%14 : tensor<4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %212 = arith.cmpf ole, %in, %cst_0 : f32
      linalg.yield %212 : i1
    } -> tensor<4xi1>
    %190 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = math.exp %in : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %190 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%189, %191, %134 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.negf %in : f32
      %213 = math.exp %212 : f32
      %214 = arith.addf %213, %cst : f32
      %215 = arith.divf %cst, %214 : f32
      linalg.yield %215 : f32
    } -> tensor<4xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %193 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %24 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %196 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_14, %195 : tensor<i64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%194, %196 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %197 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.addf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %198 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %200 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %12 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%12 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%200, %201 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.divf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%15, %134, %202 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %212 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %7 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_14, %7 : tensor<i64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %205 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%206 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %212 = arith.addf %in, %cst : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%204, %207 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%cst_14, %1 : tensor<i64>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: i64, %in_18: f32, %out: f32):
      %212 = arith.sitofp %in : i64 to f32
      %213 = arith.subf %212, %in_18 : f32
      linalg.yield %213 : f32
    } -> tensor<4xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %209 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %210 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %212 = arith.mulf %in, %in_18 : f32
      linalg.yield %212 : f32
    } -> tensor<4xf32>
    return %133, %211, %208, %203, %199, %192, %188, %182, %178, %175, %166, %162, %159, %extracted_slice_17, %151, %147, %141 : tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
  }
}
