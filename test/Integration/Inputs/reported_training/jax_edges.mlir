#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<() -> ()>
module @jit_edges {
  func.func public @main(%arg0: tensor<8xf32> {sbp.state = "params.bce"}, %arg1: tensor<8xf32> {sbp.state = "params.celu"}, %arg2: tensor<8xf32> {sbp.state = "params.elu"}, %arg3: tensor<8xf32> {sbp.state = "params.gelu_exact"}, %arg4: tensor<8xf32> {sbp.state = "params.log_sigmoid"}, %arg5: tensor<8xf32> {sbp.state = "params.logaddexp"}, %arg6: tensor<8xf32> {sbp.state = "params.silu"}, %arg7: tensor<8xf32> {sbp.state = "params.softplus"}, %arg8: tensor<f32> {sbp.name = "one"}) -> (tensor<f32> {sbp.name = "result"}, tensor<8xf32> {sbp.gradient_of = "params.bce", sbp.name = "gradient.params.bce"}, tensor<8xf32> {sbp.gradient_of = "params.celu", sbp.name = "gradient.params.celu"}, tensor<8xf32> {sbp.gradient_of = "params.elu", sbp.name = "gradient.params.elu"}, tensor<8xf32> {sbp.gradient_of = "params.gelu_exact", sbp.name = "gradient.params.gelu_exact"}, tensor<8xf32> {sbp.gradient_of = "params.log_sigmoid", sbp.name = "gradient.params.log_sigmoid"}, tensor<8xf32> {sbp.gradient_of = "params.logaddexp", sbp.name = "gradient.params.logaddexp"}, tensor<8xf32> {sbp.gradient_of = "params.silu", sbp.name = "gradient.params.silu"}, tensor<8xf32> {sbp.gradient_of = "params.softplus", sbp.name = "gradient.params.softplus"}) {
    %cst = arith.constant 1.12837911 : f32
    %cst_0 = arith.constant -0.37612626 : f32
    %cst_1 = arith.constant 0.112835854 : f32
    %cst_2 = arith.constant -0.0268538129 : f32
    %cst_3 = arith.constant 0.00518832775 : f32
    %cst_4 = arith.constant -8.0101937E-4 : f32
    %cst_5 = arith.constant 7.85386146E-5 : f32
    %cst_6 = arith.constant -88.7228394 : f32
    %cst_7 = arith.constant 0.564189494 : f32
    %cst_8 = arith.constant -0.282076746 : f32
    %cst_9 = arith.constant 0.42184633 : f32
    %cst_10 = arith.constant -1.01526523 : f32
    %cst_11 = arith.constant 2.92101908 : f32
    %cst_12 = arith.constant -7.49551868 : f32
    %cst_13 = arith.constant 1.297720e+01 : f32
    %cst_14 = arith.constant -10.477664 : f32
    %cst_15 = arith.constant 0.563825965 : f32
    %cst_16 = arith.constant -0.274112701 : f32
    %cst_17 = arith.constant 3.404880e-01 : f32
    %cst_18 = arith.constant -0.494451523 : f32
    %cst_19 = arith.constant 0.621000468 : f32
    %cst_20 = arith.constant -0.582473278 : f32
    %cst_21 = arith.constant 0.368742466 : f32
    %cst_22 = arith.constant -0.138703942 : f32
    %cst_23 = arith.constant 2.326820e-02 : f32
    %cst_24 = arith.constant 2.000000e+00 : f32
    %cst_25 = arith.constant 1.000000e+00 : f32
    %cst_26 = arith.constant 0.000000e+00 : f32
    %cst_27 = arith.constant dense<-1.12837923> : tensor<f32>
    %cst_28 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_29 = arith.constant dense<0.707106769> : tensor<f32>
    %cst_30 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_31 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_32 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_33 = arith.constant dense<[0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<8xf32>
    %0:3 = call @silu(%arg6) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %1 = tensor.empty() : tensor<f32>
    %2 = linalg.fill ins(%cst_26 : f32) outs(%1 : tensor<f32>) -> tensor<f32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%0#0 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%3 : tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_26 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %5:3 = call @softplus(%arg7) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%5#0 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%4, %6 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %8:5 = call @elu(%arg2) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>)
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%8#0 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%7, %9 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %11:4 = call @celu(%arg1) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%11#0 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%10, %12 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %14:3 = call @log_sigmoid(%arg4) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%14#0 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%13, %15 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %17 = tensor.empty() : tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_32 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg5, %18 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.maximumf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg5, %18 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.subf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %21 = tensor.empty() : tensor<8xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%20, %20 : tensor<8xf32>, tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_34: f32, %out: i1):
      %143 = arith.cmpf une, %in, %in_34 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg5, %18 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%20 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.absf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%24 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.exp %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%26 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.log1p %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%19, %27 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%22, %23, %28 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_31 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg5, %30 : tensor<8xf32>, tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_34: f32, %out: i1):
      %143 = arith.cmpf oeq, %in, %in_34 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%31, %18, %arg5 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%29, %30 : tensor<8xf32>, tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_34: f32, %out: i1):
      %143 = arith.cmpf oeq, %in, %in_34 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%33, %18, %29 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%32, %34 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.subf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.exp %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%29 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%16, %37 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_30 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%39, %arg3 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_29 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%41, %42 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%43, %43 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%43 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.absf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.divf %cst_25, %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%45 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = math.exp %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%46 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.divf %cst_25, %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%48, %49 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%46 : tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %143 = arith.cmpf olt, %in, %cst_24 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%47 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.mulf %in, %cst_23 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%52 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_22 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%53, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%54 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_21 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%55, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%56 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_20 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%57, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%58 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_19 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%59, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%60 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_18 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%61, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%62 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_17 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%63, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%64 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_16 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%65, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%66 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_15 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%47 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.mulf %in, %cst_14 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%68 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_13 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%69, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%70 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_12 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%71, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%72 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_11 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%73, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%74 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_10 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%75, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%76 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_9 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%77, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%78 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_8 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%79, %47 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%80 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_7 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%51, %67, %81 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%50, %82 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%45 : tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %143 = arith.cmpf olt, %in, %cst_6 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%84, %83 : tensor<8xi1>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %out: f32):
      %143 = arith.select %in, %cst_26, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%43 : tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %143 = arith.cmpf olt, %in, %cst_26 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%85 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.subf %cst_24, %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%86, %87, %85 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.mulf %in, %cst_5 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%89 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_4 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%90, %44 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%91 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_3 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%92, %44 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%93 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_2 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%94, %44 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%95 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_1 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%96, %44 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%97 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst_0 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%98, %44 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%99 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %in, %cst : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%43, %100 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%101 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.subf %cst_25, %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%46 : tensor<8xf32>) outs(%21 : tensor<8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %143 = arith.cmpf olt, %in, %cst_25 : f32
      linalg.yield %143 : i1
    } -> tensor<8xi1>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%103, %102, %88 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %143 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%40, %104 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%105 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %107 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%38, %106 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %108:3 = call @log_sigmoid(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %110:3 = call @log_sigmoid(%109) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_33 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%111, %108#0 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_28 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%113, %cst_33 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.subf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%114, %110#0 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%112, %115 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.subf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%116 : tensor<8xf32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.addf %out, %in : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %118 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%107, %117 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %119 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%118, %arg8 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<f32>
    %120 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%120 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%114, %121 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%111, %120 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %124 = call @log_sigmoid_2(%110#1, %110#2, %122) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%124 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %126 = call @log_sigmoid_2(%108#1, %108#2, %123) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%125, %126 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%40, %120 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%120, %104 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_27 : tensor<f32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%130, %128 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%131, %48 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%132, %42 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%133 : tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %143 = arith.negf %in : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%39, %129 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%134, %135 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.addf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%120, %36 : tensor<8xf32>, tensor<8xf32>) outs(%17 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %143 = arith.mulf %in, %in_34 : f32
      linalg.yield %143 : f32
    } -> tensor<8xf32>
    %138 = call @log_sigmoid_2(%14#1, %14#2, %120) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %139 = call @celu_4(%11#1, %11#2, %11#3, %120) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %140 = call @elu_5(%8#1, %8#2, %8#3, %8#4, %120) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>, tensor<8xf32>) -> tensor<8xf32>
    %141 = call @softplus_8(%5#1, %5#2, %120) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %142 = call @silu_9(%0#1, %0#2, %arg6, %120) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %119, %127, %139, %140, %136, %138, %137, %142, %141 : tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @silu(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.negf %in : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = math.exp %in : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %2 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.addf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %4 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.divf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.subf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %9 = arith.mulf %in, %in_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8xf32>
    return %8, %7, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @softplus(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %4 = tensor.empty() : tensor<8xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %3 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %10 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6, %11 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %13 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %1, %arg0 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%12, %13 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%16, %1, %12 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %17 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
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
    %24 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %17 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %26 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    return %12, %19, %27 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @elu(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>) {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = tensor.empty() : tensor<8xi1>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_1: f32, %out: i1):
      %10 = arith.cmpf ogt, %in, %in_1 : f32
      linalg.yield %10 : i1
    } -> tensor<8xi1>
    %4:2 = call @_where(%3, %cst_0, %arg0) : (tensor<8xi1>, tensor<f32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4#0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = math.expm1 %in : f32
      linalg.yield %10 : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %10 = arith.addf %in, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %10 = arith.mulf %in, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<8xf32>
    %9 = call @_where_0(%3, %arg0, %8) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %9, %3, %4#1, %7, %3 : tensor<8xf32>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>
  }
  func.func private @_where(%arg0: tensor<8xi1>, %arg1: tensor<f32>, %arg2: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1, %arg2 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    return %2, %3 : tensor<8xf32>, tensor<8xf32>
  }
  func.func private @_where_0(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1, %arg2 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %2 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %2 : f32
    } -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @celu(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %cst = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.maximumf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %3 = tensor.empty() : tensor<8xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %2 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %22 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %22 : i1
    } -> tensor<8xi1>
    %5 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%4, %5, %1 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %22 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %2 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %22 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %22 : i1
    } -> tensor<8xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%7, %8, %5 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %22 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %9 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.divf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.minimumf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %11 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %22 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %22 : i1
    } -> tensor<8xi1>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%12, %5, %1 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %22 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %11 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %22 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %22 : i1
    } -> tensor<8xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %8, %5 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %22 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%13, %15 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.divf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%11, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.divf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%17 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.expm1 %in : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%18, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.addf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %18 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.mulf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %20 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.addf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<8xf32>
    return %21, %10, %16, %19 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @log_sigmoid(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    %2:3 = call @softplus_1(%1) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2#0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    return %3, %2#1, %2#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @softplus_1(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %false = arith.constant false
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0x7F800000> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.maximumf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %4 = tensor.empty() : tensor<8xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %3 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf une, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.negf %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.log1p %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %10 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.addf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6, %11 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %13 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %1, %arg0 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%12, %13 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<8xi1>) {
    ^bb0(%in: f32, %in_2: f32, %out: i1):
      %28 = arith.cmpf oeq, %in, %in_2 : f32
      linalg.yield %28 : i1
    } -> tensor<8xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%16, %1, %12 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
      %28 = arith.select %in, %in_2, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %17 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
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
    %24 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%23 : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %17 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %26 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.mulf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<8xf32>
    return %12, %19, %27 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @log_sigmoid_2(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    %2 = call @softplus_3(%arg0, %arg1, %1) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.negf %in : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
  func.func private @softplus_3(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @celu_4(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> tensor<8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg3 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %arg2 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.divf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %arg1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %arg0 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %6 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<8xf32>
    return %7 : tensor<8xf32>
  }
  func.func private @elu_5(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xi1>, %arg4: tensor<8xf32>) -> tensor<8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<f32>
    %0:2 = call @_where_6(%arg3, %arg4) : (tensor<8xi1>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%1 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %0#1 : tensor<8xf32>, tensor<8xf32>) outs(%1 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %arg2 : tensor<8xf32>, tensor<8xf32>) outs(%1 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<8xf32>
    %5 = call @_where_7(%arg0, %arg1, %4) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0#0, %5 : tensor<8xf32>, tensor<8xf32>) outs(%1 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<8xf32>
    return %6 : tensor<8xf32>
  }
  func.func private @_where_6(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1, %arg1 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1, %1 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %4 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    return %3, %2 : tensor<8xf32>, tensor<8xf32>
  }
  func.func private @_where_7(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1, %arg2 : tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %3 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %3 : f32
    } -> tensor<8xf32>
    return %2 : tensor<8xf32>
  }
  func.func private @softplus_8(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.mulf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @silu_9(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg3 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %arg1 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg0 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %3 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
}
