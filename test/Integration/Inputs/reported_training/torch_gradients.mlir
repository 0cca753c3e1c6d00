#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0) -> ()>
#map6 = affine_map<() -> ()>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<3x2xf32> {sbp.state = "teacher.teacher.weight"},
    %arg1: tensor<3xf32> {sbp.state = "teacher.teacher.bias"},
    %arg2: tensor<3x2xf32> {sbp.state = "teacher.student.weight"},
    %arg3: tensor<3xf32> {sbp.state = "teacher.student.bias"},
    %arg4: tensor<3x2xf32> {sbp.state = "rounded.line.weight"},
    %arg5: tensor<3xf32> {sbp.state = "rounded.line.bias"},
    %arg6: tensor<4x1xf32> {sbp.state = "padded.table.weight"},
    %arg7: tensor<2xf32> {sbp.state = "bce.w"},
    %arg8: tensor<2xf32> {sbp.state = "elu.w"},
    %arg9: tensor<2xf32> {sbp.state = "logaddexp.w"},
    %arg10: tensor<2x2xf32> {sbp.state = "norm.w"},
    %arg11: tensor<2x2xf32> {sbp.state = "unit.w"},
    %arg12: tensor<2xf32> {sbp.state = "power.w"},
    %arg13: tensor<2xf32> {sbp.name = "lifted_tensor_0"},
    %arg14: tensor<2xf32> {sbp.name = "lifted_tensor_1"},
    %arg15: tensor<2x2xf32> {sbp.name = "x"},
    %arg16: tensor<4xi64> {sbp.name = "ids"},
    %arg17: tensor<f32> {sbp.name = "one"}) -> (tensor<f32> {sbp.name = "loss"}, tensor<3x2xf32> {sbp.gradient_of = "teacher.student.weight", sbp.name = "gradient.teacher.student.weight"}, tensor<3xf32> {sbp.gradient_of = "teacher.student.bias", sbp.name = "gradient.teacher.student.bias"}, tensor<3x2xf32> {sbp.gradient_of = "rounded.line.weight", sbp.name = "gradient.rounded.line.weight"}, tensor<3xf32> {sbp.gradient_of = "rounded.line.bias", sbp.name = "gradient.rounded.line.bias"}, tensor<4x1xf32> {sbp.gradient_of = "padded.table.weight", sbp.name = "gradient.padded.table.weight"}, tensor<2xf32> {sbp.gradient_of = "bce.w", sbp.name = "gradient.bce.w"}, tensor<2xf32> {sbp.gradient_of = "elu.w", sbp.name = "gradient.elu.w"}, tensor<2xf32> {sbp.gradient_of = "logaddexp.w", sbp.name = "gradient.logaddexp.w"}, tensor<2x2xf32> {sbp.gradient_of = "norm.w", sbp.name = "gradient.norm.w"}, tensor<2x2xf32> {sbp.gradient_of = "unit.w", sbp.name = "gradient.unit.w"}, tensor<2xf32> {sbp.gradient_of = "power.w", sbp.name = "gradient.power.w"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<4x1xf32>
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %c4 = arith.constant 4 : index
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<2x3xf32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<4x1xf32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<2xf32>
    %cst_7 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = arith.constant 0x7FF0000000000000 : f64
    %cst_9 = arith.constant dense<0.000000e+00> : tensor<2xf32>
    %cst_10 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_11 = arith.constant 9.9999999999999998E-13 : f64
    %cst_12 = arith.constant 2.000000e+00 : f32
    %cst_13 = arith.constant 6.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %cst_14 = arith.constant 5.000000e-01 : f32
    %cst_15 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<2x3xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<3x2xf32>) outs(%0 : tensor<2x3xf32>) permutation = [1, 0] 
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = linalg.matmul ins(%arg15, %transposed : tensor<2x2xf32>, tensor<2x3xf32>) outs(%1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %2 : tensor<3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %4 = tensor.empty() : tensor<2xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<2xi64>) -> tensor<2xi64>
    %6 = tensor.empty() : tensor<2xf32>
    %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<2xf32>) -> tensor<2xf32>
    %8:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<2x3xf32>) outs(%7, %5 : tensor<2xf32>, tensor<2xi64>) {
    ^bb0(%in: f32, %out: f32, %out_26: i64):
      %156 = linalg.index 1 : index
      %157 = arith.index_cast %156 : index to i64
      %158 = arith.maximumf %in, %out : f32
      %159 = arith.cmpf ogt, %in, %out : f32
      %160 = arith.select %159, %157, %out_26 : i64
      linalg.yield %158, %160 : f32, i64
    } -> (tensor<2xf32>, tensor<2xi64>)
    %expanded = tensor.expand_shape %8#0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %expanded : tensor<2x3xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %11 = tensor.empty() : tensor<2x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<2x3xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %13 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %transposed_16 = linalg.transpose ins(%arg2 : tensor<3x2xf32>) outs(%0 : tensor<2x3xf32>) permutation = [1, 0] 
    %15 = linalg.matmul ins(%arg15, %transposed_16 : tensor<2x2xf32>, tensor<2x3xf32>) outs(%1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %15 : tensor<3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %17:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%16 : tensor<2x3xf32>) outs(%7, %5 : tensor<2xf32>, tensor<2xi64>) {
    ^bb0(%in: f32, %out: f32, %out_26: i64):
      %156 = linalg.index 1 : index
      %157 = arith.index_cast %156 : index to i64
      %158 = arith.maximumf %in, %out : f32
      %159 = arith.cmpf ogt, %in, %out : f32
      %160 = arith.select %159, %157, %out_26 : i64
      linalg.yield %158, %160 : f32, i64
    } -> (tensor<2xf32>, tensor<2xi64>)
    %expanded_17 = tensor.expand_shape %17#0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %expanded_17 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<2x3xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<2x1xf32>) outs(%11 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.log %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %21 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %22 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<2xf32>) -> tensor<2xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%23 : tensor<2x3xf32>) outs(%24 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %26 = tensor.empty() : tensor<f32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<f32>) -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%25 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%28 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.divf %in, %cst_12 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%29 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%30 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %cst_0 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %transposed_18 = linalg.transpose ins(%arg4 : tensor<3x2xf32>) outs(%0 : tensor<2x3xf32>) permutation = [1, 0] 
    %32 = linalg.matmul ins(%arg15, %transposed_18 : tensor<2x2xf32>, tensor<2x3xf32>) outs(%1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %32 : tensor<3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.roundeven %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%34, %33 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %35 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%37 : tensor<2x3xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%38 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.divf %in, %cst_13 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%31, %39 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %41 = tensor.empty() : tensor<4x1xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<4xi64>) outs(%41 : tensor<4x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %156 = arith.index_cast %in : i64 to index
      %157 = arith.cmpi slt, %156, %c4 : index
      cf.assert %157, "index must be smaller than dim size"
      %158 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %158, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg6[%156, %c0] : tensor<4x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%42 : tensor<4x1xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %44 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%40, %43 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %45 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_15, %arg13 : tensor<i64>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: i64, %in_26: f32, %out: f32):
      %156 = arith.sitofp %in : i64 to f32
      %157 = arith.subf %156, %in_26 : f32
      linalg.yield %157 : f32
    } -> tensor<2xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%45, %arg7 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_10, %arg7 : tensor<f32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.cmpf olt, %in, %in_26 : f32
      %157 = arith.select %156, %in, %in_26 : f32
      linalg.yield %157 : f32
    } -> tensor<2xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.absf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%48 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%49 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%50 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.log1p %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%47, %51 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%46, %52 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%53, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%54 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %56 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%44, %55 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %57 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_10, %arg8 : tensor<f32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.cmpf ogt, %in, %in_26 : f32
      %157 = arith.select %156, %in, %in_26 : f32
      linalg.yield %157 : f32
    } -> tensor<2xf32>
    %58 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_10, %arg8 : tensor<f32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.cmpf olt, %in, %in_26 : f32
      %157 = arith.select %156, %in, %in_26 : f32
      linalg.yield %157 : f32
    } -> tensor<2xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%58 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%59 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.subf %in, %cst_2 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%57, %60 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%61, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%62 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %64 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%56, %63 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg9, %cst_9 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%65 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.absf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%66 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %68 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg9, %cst_9 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.cmpf ogt, %in, %in_26 : f32
      %157 = arith.select %156, %in, %in_26 : f32
      linalg.yield %157 : f32
    } -> tensor<2xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%67 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %70 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%69 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.log1p %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%68, %70 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %72 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%68 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.absf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %73 = tensor.empty() : tensor<2xi1>
    %74 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%72 : tensor<2xf32>) outs(%73 : tensor<2xi1>) {
    ^bb0(%in: f32, %out: i1):
      %156 = arith.extf %in : f32 to f64
      %157 = arith.cmpf oeq, %156, %cst_8 : f64
      linalg.yield %157 : i1
    } -> tensor<2xi1>
    %75 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%74, %68, %71 : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %76 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%75, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %77 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%76 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %78 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%64, %77 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %79 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%arg10 : tensor<2x2xf32>) outs(%24 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.absf %in : f32
      %157 = math.powf %156, %cst_12 : f32
      %158 = arith.addf %157, %out : f32
      linalg.yield %158 : f32
    } -> tensor<2xf32>
    %80 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%79 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.powf %in, %cst_14 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%80, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%81 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %83 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%78, %82 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %84 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%arg11 : tensor<2x2xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.absf %in : f32
      %157 = math.powf %156, %cst_12 : f32
      %158 = arith.addf %157, %out : f32
      linalg.yield %158 : f32
    } -> tensor<2x1xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%84 : tensor<2x1xf32>) outs(%11 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.powf %in, %cst_14 : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<2x1xf32>) outs(%11 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.truncf %cst_11 : f64 to f32
      %157 = arith.cmpf ult, %in, %156 : f32
      %158 = arith.select %157, %156, %in : f32
      linalg.yield %158 : f32
    } -> tensor<2x1xf32>
    %87 = tensor.empty() : tensor<2x2xf32>
    %collapsed = tensor.collapse_shape %86 [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11, %88 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%89, %arg14 : tensor<2x2xf32>, tensor<2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%90, %arg17 : tensor<2x2xf32>, tensor<f32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%91 : tensor<2x2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %93 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%83, %92 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %94 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg12 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.fpowi %in, %c0_i64 : f32, i64
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%94, %arg12 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %96 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%95, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%96 : tensor<2xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %98 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%93, %97 : tensor<f32>, tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %99 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%cst_6, %arg17 : tensor<2xf32>, tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %100 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%99, %cst_9 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5, %arg17 : tensor<2x2xf32>, tensor<f32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%101, %arg14 : tensor<2x2xf32>, tensor<2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%89, %88 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%104, %103 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%102, %88 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%105 : tensor<2x2xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %108 = tensor.empty() : tensor<2x1xi1>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<2x1xf32>) outs(%108 : tensor<2x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %156 = arith.extf %in : f32 to f64
      %157 = arith.cmpf ogt, %156, %cst_11 : f64
      linalg.yield %157 : i1
    } -> tensor<2x1xi1>
    %110 = linalg.generic {indexing_maps = [#map1, #map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%109, %107, %cst_10 : tensor<2x1xi1>, tensor<2x1xf32>, tensor<f32>) outs(%11 : tensor<2x1xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11, %85 : tensor<2x2xf32>, tensor<2x1xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<2x1xf32>) outs(%108 : tensor<2x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %156 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %156 : i1
    } -> tensor<2x1xi1>
    %113 = linalg.generic {indexing_maps = [#map3, #map7, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%112, %cst_10, %111 : tensor<2x1xi1>, tensor<f32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%110, %113 : tensor<2x1xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%106, %114 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.addf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %expanded_19 = tensor.expand_shape %99 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %expanded_20 = tensor.expand_shape %80 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10, %expanded_20 : tensor<2x2xf32>, tensor<2x1xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_20 : tensor<2x1xf32>) outs(%108 : tensor<2x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %156 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %156 : i1
    } -> tensor<2x1xi1>
    %118 = linalg.generic {indexing_maps = [#map3, #map7, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%117, %cst_10, %116 : tensor<2x1xi1>, tensor<f32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_19, %118 : tensor<2x1xf32>, tensor<2x2xf32>) outs(%87 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x2xf32>
    %120 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_9, %arg9 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %121 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%120 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%121 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %cst_2 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %123 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%99, %122 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.divf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg8 : tensor<2xf32>) outs(%73 : tensor<2xi1>) {
    ^bb0(%in: f32, %out: i1):
      %156 = arith.cmpf ole, %in, %cst_0 : f32
      linalg.yield %156 : i1
    } -> tensor<2xi1>
    %125 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg8 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%99, %125 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %127 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%124, %126, %99 : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %128 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      %157 = math.exp %156 : f32
      %158 = arith.addf %157, %cst_2 : f32
      %159 = arith.divf %cst_2, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<2xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%128, %arg13 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%129, %99 : tensor<2xf32>, tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %131 = tensor.empty() : tensor<4xi1>
    %132 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg16 : tensor<4xi64>) outs(%131 : tensor<4xi1>) {
    ^bb0(%in: i64, %out: i1):
      %156 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %156 : i1
    } -> tensor<4xi1>
    %expanded_21 = tensor.expand_shape %132 [[0, 1]] output_shape [4, 1] : tensor<4xi1> into tensor<4x1xi1>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_21, %cst_4, %cst_10 : tensor<4x1xi1>, tensor<4x1xf32>, tensor<f32>) outs(%41 : tensor<4x1xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %156 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %156 : f32
    } -> tensor<4x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.divf %in, %cst_13 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%135 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.mulf %in, %cst_12 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%134, %136 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %138 = tensor.empty() : tensor<3x2xf32>
    %transposed_22 = linalg.transpose ins(%137 : tensor<2x3xf32>) outs(%138 : tensor<3x2xf32>) permutation = [1, 0] 
    %139 = linalg.fill ins(%cst_0 : f32) outs(%138 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %140 = linalg.matmul ins(%transposed_22, %arg15 : tensor<3x2xf32>, tensor<2x2xf32>) outs(%139 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %141 = tensor.empty() : tensor<1x3xf32>
    %142 = linalg.fill ins(%cst_0 : f32) outs(%141 : tensor<1x3xf32>) -> tensor<1x3xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["reduction", "parallel"]} ins(%137 : tensor<2x3xf32>) outs(%142 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<1x3xf32>
    %collapsed_23 = tensor.collapse_shape %143 [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    %144 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%cst_7 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.negf %in : f32
      linalg.yield %156 : f32
    } -> tensor<f32>
    %145 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel"]} ins(%144 : tensor<f32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2xf32>
    %146 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%145 : tensor<2xf32>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.divf %in, %cst_12 : f32
      linalg.yield %156 : f32
    } -> tensor<2xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<2xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%147, %14 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = math.exp %in : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%148 : tensor<2x3xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<2x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%149, %150 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.mulf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%148, %151 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %156 = arith.subf %in, %in_26 : f32
      linalg.yield %156 : f32
    } -> tensor<2x3xf32>
    %transposed_24 = linalg.transpose ins(%152 : tensor<2x3xf32>) outs(%138 : tensor<3x2xf32>) permutation = [1, 0] 
    %153 = linalg.matmul ins(%transposed_24, %arg15 : tensor<3x2xf32>, tensor<2x2xf32>) outs(%139 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map8], iterator_types = ["reduction", "parallel"]} ins(%152 : tensor<2x3xf32>) outs(%142 : tensor<1x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %156 = arith.addf %in, %out : f32
      linalg.yield %156 : f32
    } -> tensor<1x3xf32>
    %collapsed_25 = tensor.collapse_shape %154 [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    %155 = "nn.scatter_add"(%cst, %arg16, %133) {axis = 0 : i64} : (tensor<4x1xf32>, tensor<4xi64>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return %98, %153, %collapsed_25, %140, %collapsed_23, %155, %130, %127, %123, %119, %115, %100 : tensor<f32>, tensor<3x2xf32>, tensor<3xf32>, tensor<3x2xf32>, tensor<3xf32>, tensor<4x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
  }
}
