#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3, d5)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3) -> ()>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map19 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map20 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map21 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>
#map22 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d1, d4, d5)>
#map23 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>
#map24 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>
#map25 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map26 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3, d2)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map28 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map29 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map30 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map31 = affine_map<(d0, d1) -> (d1, d0)>
#map32 = affine_map<() -> ()>
#map33 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map34 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map35 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map36 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map37 = affine_map<(d0, d1, d2) -> (d0)>
#map38 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0)>
#map39 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d1, d2)>
#map40 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map41 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>
#map42 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>
#map43 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d4, d1, d2)>
#map44 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d2, d3)>
#map45 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d3, d4)>
#map46 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4, d5)>
#map47 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d1, d5, d3)>
#map48 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map49 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map50 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map51 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5, d2)>
#map52 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5, d3)>
#map53 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map54 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>
#map55 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d4)>
#map56 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>
#map57 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0, d1)>
#map58 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map59 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map60 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
#map61 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map62 = affine_map<(d0) -> ()>
#map63 = affine_map<(d0) -> (d0)>
module @jit_gpt {
  func.func public @main(%arg0: tensor<12xf32> {sbp.state = "params.bias"}, %arg1: tensor<12x8xf32> {sbp.state = "params.down"}, %arg2: tensor<8xf32> {sbp.state = "params.gain1"}, %arg3: tensor<8xf32> {sbp.state = "params.gain2"}, %arg4: tensor<8x2x4xf32> {sbp.state = "params.key"}, %arg5: tensor<2x4x8xf32> {sbp.state = "params.out"}, %arg6: tensor<8x2x4xf32> {sbp.state = "params.query"}, %arg7: tensor<11x8xf32> {sbp.state = "params.table"}, %arg8: tensor<8x12xf32> {sbp.state = "params.up"}, %arg9: tensor<8x2x4xf32> {sbp.state = "params.value"}, %arg10: tensor<8x5xi32> {sbp.name = "tokens"}, %arg11: tensor<8x5xi32> {sbp.name = "targets"}) -> (tensor<f32> {sbp.name = "result"}, tensor<12xf32> {sbp.gradient_of = "params.bias", sbp.name = "gradient.params.bias"}, tensor<12x8xf32> {sbp.gradient_of = "params.down", sbp.name = "gradient.params.down"}, tensor<8xf32> {sbp.gradient_of = "params.gain1", sbp.name = "gradient.params.gain1"}, tensor<8xf32> {sbp.gradient_of = "params.gain2", sbp.name = "gradient.params.gain2"}, tensor<8x2x4xf32> {sbp.gradient_of = "params.key", sbp.name = "gradient.params.key"}, tensor<2x4x8xf32> {sbp.gradient_of = "params.out", sbp.name = "gradient.params.out"}, tensor<8x2x4xf32> {sbp.gradient_of = "params.query", sbp.name = "gradient.params.query"}, tensor<11x8xf32> {sbp.gradient_of = "params.table", sbp.name = "gradient.params.table"}, tensor<8x12xf32> {sbp.gradient_of = "params.up", sbp.name = "gradient.params.up"}, tensor<8x2x4xf32> {sbp.gradient_of = "params.value", sbp.name = "gradient.params.value"}) {
    %cst = arith.constant 2.500000e-02 : f32
    %cst_0 = arith.constant 4.000000e+01 : f32
    %cst_1 = arith.constant 0x7F800000 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 0.000000e+00 : f32
    %c10 = arith.constant 10 : index
    %c0 = arith.constant 0 : index
    %cst_4 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_5 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_6 = arith.constant dense<3.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_9 = arith.constant dense<-2.38197633E+38> : tensor<f32>
    %cst_10 = arith.constant dense<true> : tensor<i1>
    %cst_11 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_12 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_13 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_14 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_15 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_16 = arith.constant dense<11> : tensor<i32>
    %cst_17 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x5xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_17 : tensor<i32>) outs(%0 : tensor<8x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5xi32>
    %2 = tensor.empty() : tensor<8x5xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10, %1 : tensor<8x5xi32>, tensor<8x5xi32>) outs(%2 : tensor<8x5xi1>) {
    ^bb0(%in: i32, %in_27: i32, %out: i1):
      %279 = arith.cmpi slt, %in, %in_27 : i32
      linalg.yield %279 : i1
    } -> tensor<8x5xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_16 : tensor<i32>) outs(%0 : tensor<8x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10, %4 : tensor<8x5xi32>, tensor<8x5xi32>) outs(%0 : tensor<8x5xi32>) {
    ^bb0(%in: i32, %in_27: i32, %out: i32):
      %279 = arith.addi %in, %in_27 : i32
      linalg.yield %279 : i32
    } -> tensor<8x5xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg10 : tensor<8x5xi1>, tensor<8x5xi32>, tensor<8x5xi32>) outs(%0 : tensor<8x5xi32>) {
    ^bb0(%in: i1, %in_27: i32, %in_28: i32, %out: i32):
      %279 = arith.select %in, %in_27, %in_28 : i32
      linalg.yield %279 : i32
    } -> tensor<8x5xi32>
    %7 = tensor.empty() : tensor<8x5x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<8x5xi32>) outs(%7 : tensor<8x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1xi32>
    %9 = tensor.empty() : tensor<8x5x8xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%out: f32):
      %279 = linalg.index 0 : index
      %280 = linalg.index 1 : index
      %281 = linalg.index 2 : index
      %extracted = tensor.extract %8[%279, %280, %c0] : tensor<8x5x1xi32>
      %282 = arith.index_cast %extracted : i32 to index
      %283 = arith.maxsi %282, %c0 : index
      %284 = arith.minsi %283, %c10 : index
      %extracted_27 = tensor.extract %arg7[%284, %281] : tensor<11x8xf32>
      linalg.yield %extracted_27 : f32
    } -> tensor<8x5x8xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %10 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %12 = tensor.empty() : tensor<8x5xf32>
    %13 = linalg.fill ins(%cst_3 : f32) outs(%12 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<8x5x8xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %15 = tensor.empty() : tensor<8x5x1xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<8x5xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.rsqrt %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %20 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %22 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<8x5x1xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %25 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %27 = tensor.empty() : tensor<1x1x8xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<8xf32>) outs(%27 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %31 = tensor.empty() : tensor<8x5x2x4xf32>
    %32 = linalg.fill ins(%cst_3 : f32) outs(%31 : tensor<8x5x2x4xf32>) -> tensor<8x5x2x4xf32>
    %33 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg6 : tensor<8x5x8xf32>, tensor<8x2x4xf32>) outs(%32 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x2x4xf32>
    %34 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg4 : tensor<8x5x8xf32>, tensor<8x2x4xf32>) outs(%32 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x2x4xf32>
    %35 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg9 : tensor<8x5x8xf32>, tensor<8x2x4xf32>) outs(%32 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x2x4xf32>
    %expanded = tensor.expand_shape %33 [[0], [1], [2], [3, 4]] output_shape [8, 5, 2, 1, 4] : tensor<8x5x2x4xf32> into tensor<8x5x2x1x4xf32>
    %36 = tensor.empty() : tensor<8x2x5x1x5xf32>
    %37 = linalg.fill ins(%cst_3 : f32) outs(%36 : tensor<8x2x5x1x5xf32>) -> tensor<8x2x5x1x5xf32>
    %38 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %34 : tensor<8x5x2x1x4xf32>, tensor<8x5x2x4xf32>) outs(%37 : tensor<8x2x5x1x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x5x1x5xf32>
    %39 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%36 : tensor<8x2x5x1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x5x1x5xf32>
    %40 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38, %39 : tensor<8x2x5x1x5xf32>, tensor<8x2x5x1x5xf32>) outs(%36 : tensor<8x2x5x1x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x2x5x1x5xf32>
    %41 = tensor.empty() : tensor<8x2x5x5xi1>
    %42 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<i1>) outs(%41 : tensor<8x2x5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x2x5x5xi1>
    %43 = tensor.empty() : tensor<5x5xi1>
    %44 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<i1>) outs(%43 : tensor<5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<5x5xi1>
    %45 = call @tril(%44) : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %46 = tensor.empty() : tensor<1x1x5x5xi1>
    %47 = linalg.generic {indexing_maps = [#map18, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<5x5xi1>) outs(%46 : tensor<1x1x5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x5x5xi1>
    %48 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x1x5x5xi1>) outs(%41 : tensor<8x2x5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x2x5x5xi1>
    %49 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %48 : tensor<8x2x5x5xi1>, tensor<8x2x5x5xi1>) outs(%41 : tensor<8x2x5x5xi1>) {
    ^bb0(%in: i1, %in_27: i1, %out: i1):
      %279 = arith.andi %in, %in_27 : i1
      linalg.yield %279 : i1
    } -> tensor<8x2x5x5xi1>
    %50:3 = call @_where(%49, %40, %cst_9) : (tensor<8x2x5x5xi1>, tensor<8x2x5x1x5xf32>, tensor<f32>) -> (tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>)
    %51 = tensor.empty() : tensor<1x8x2x5xf32>
    %52 = linalg.fill ins(%cst_2 : f32) outs(%51 : tensor<1x8x2x5xf32>) -> tensor<1x8x2x5xf32>
    %53 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%50#0 : tensor<1x8x2x5x5xf32>) outs(%52 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.maximumf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5xf32>
    %54 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%51 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5xf32>
    %55 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %53 : tensor<1x8x2x5xf32>, tensor<1x8x2x5xf32>) outs(%51 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.maximumf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5xf32>
    %56 = tensor.empty() : tensor<1x8x2x5x1xf32>
    %57 = linalg.generic {indexing_maps = [#map10, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<1x8x2x5xf32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x1xf32>
    %58 = tensor.empty() : tensor<1x8x2x5x5xf32>
    %59 = linalg.generic {indexing_maps = [#map20, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x8x2x5x1xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %60 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%50#0, %59 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.subf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %61 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.exp %in : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %62 = linalg.fill ins(%cst_3 : f32) outs(%51 : tensor<1x8x2x5xf32>) -> tensor<1x8x2x5xf32>
    %63 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x8x2x5x5xf32>) outs(%62 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5xf32>
    %64 = linalg.generic {indexing_maps = [#map10, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x8x2x5xf32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x1xf32>
    %65 = linalg.generic {indexing_maps = [#map20, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x8x2x5x1xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %66 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%61, %65 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %67 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64, %64 : tensor<1x8x2x5x1xf32>, tensor<1x8x2x5x1xf32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x1xf32>
    %68 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x1xf32>
    %69 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%68, %67 : tensor<1x8x2x5x1xf32>, tensor<1x8x2x5x1xf32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x1xf32>
    %70 = tensor.empty() : tensor<8x2x4x1x5xf32>
    %71 = linalg.fill ins(%cst_3 : f32) outs(%70 : tensor<8x2x4x1x5xf32>) -> tensor<8x2x4x1x5xf32>
    %72 = linalg.generic {indexing_maps = [#map21, #map22, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%35, %66 : tensor<8x5x2x4xf32>, tensor<1x8x2x5x5xf32>) outs(%71 : tensor<8x2x4x1x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x4x1x5xf32>
    %73 = tensor.empty() : tensor<1x8x5x2x4xf32>
    %74 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<8x2x4x1x5xf32>) outs(%73 : tensor<1x8x5x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x5x2x4xf32>
    %75 = tensor.empty() : tensor<8x5x2x1x4xf32>
    %76 = linalg.generic {indexing_maps = [#map24, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<1x8x5x2x4xf32>) outs(%75 : tensor<8x5x2x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x2x1x4xf32>
    %collapsed = tensor.collapse_shape %76 [[0], [1], [2], [3, 4]] : tensor<8x5x2x1x4xf32> into tensor<8x5x2x4xf32>
    %77 = linalg.fill ins(%cst_3 : f32) outs(%9 : tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %78 = linalg.generic {indexing_maps = [#map25, #map26, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%collapsed, %arg5 : tensor<8x5x2x4xf32>, tensor<2x4x8xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %78 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %79 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<8x5x8xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<8x5xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %17 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %19 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.rsqrt %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %84 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %87 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %86 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<8x5x1xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %88 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<8xf32>) outs(%27 : tensor<1x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x8xf32>
    %91 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<1x1x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %91 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %93 = tensor.empty() : tensor<8x5x12xf32>
    %94 = linalg.fill ins(%cst_3 : f32) outs(%93 : tensor<8x5x12xf32>) -> tensor<8x5x12xf32>
    %95 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92, %arg8 : tensor<8x5x8xf32>, tensor<8x12xf32>) outs(%94 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x12xf32>
    %96 = tensor.empty() : tensor<1x1x12xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<12xf32>) outs(%96 : tensor<1x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x12xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<1x1x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %98 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %99 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %99 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %100 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %101 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %105 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %106 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.tanh %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %109 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.subf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %109 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x12xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %112 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %114 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %116 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%115, %arg1 : tensor<8x5x12xf32>, tensor<12x8xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %116 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %118 = tensor.empty() : tensor<8x11xf32>
    %119 = linalg.generic {indexing_maps = [#map31, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<11x8xf32>) outs(%118 : tensor<8x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x11xf32>
    %120 = tensor.empty() : tensor<8x5x11xf32>
    %121 = linalg.fill ins(%cst_3 : f32) outs(%120 : tensor<8x5x11xf32>) -> tensor<8x5x11xf32>
    %122 = linalg.generic {indexing_maps = [#map28, #map29, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%117, %119 : tensor<8x5x8xf32>, tensor<8x11xf32>) outs(%121 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x11xf32>
    %123 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<8x5xi32>) outs(%7 : tensor<8x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1xi32>
    %124:2 = call @take_along_axis(%122, %123) : (tensor<8x5x11xf32>, tensor<8x5x1xi32>) -> (tensor<8x5x1xf32>, tensor<8x5x1x1xi32>)
    %125:2 = call @_take(%124#0, %cst_17) : (tensor<8x5x1xf32>, tensor<i32>) -> (tensor<8x5xf32>, tensor<1xi32>)
    %126 = linalg.fill ins(%cst_2 : f32) outs(%12 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%122 : tensor<8x5x11xf32>) outs(%126 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.maximumf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%128, %127 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.maximumf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<8x5xf32>) outs(%2 : tensor<8x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %279 = math.absf %in : f32
      %280 = arith.cmpf one, %279, %cst_1 : f32
      linalg.yield %280 : i1
    } -> tensor<8x5xi1>
    %131 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_15 : tensor<f32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%130, %129, %131 : tensor<8x5xi1>, tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %279 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %133 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<8x5xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %134 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<8x5x1xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x11xf32>
    %135 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %134 : tensor<8x5x11xf32>, tensor<8x5x11xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.subf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x11xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<8x5x11xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.exp %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x11xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%136 : tensor<8x5x11xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%137 : tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.absf %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%137, %131 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%2 : tensor<8x5xi1>) {
    ^bb0(%in: f32, %in_27: f32, %out: i1):
      %279 = arith.cmpf oge, %in, %in_27 : f32
      linalg.yield %279 : i1
    } -> tensor<8x5xi1>
    %140 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = math.log %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%140, %132 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%141, %125#0 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.subf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %143 = tensor.empty() : tensor<f32>
    %144 = linalg.fill ins(%cst_3 : f32) outs(%143 : tensor<f32>) -> tensor<f32>
    %145 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "reduction"]} ins(%142 : tensor<8x5xf32>) outs(%144 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<f32>
    %146 = linalg.generic {indexing_maps = [#map32, #map32], iterator_types = []} ins(%145 : tensor<f32>) outs(%143 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.divf %in, %cst_0 : f32
      linalg.yield %279 : f32
    } -> tensor<f32>
    %147 = linalg.generic {indexing_maps = [#map32], iterator_types = []} outs(%143 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %148 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<f32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.negf %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%148, %138 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%139, %131, %150 : tensor<8x5xi1>, tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %279 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%139, %150, %131 : tensor<8x5xi1>, tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %279 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.negf %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%152, %153 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %155 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<8x5xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x11xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %136 : tensor<8x5x11xf32>, tensor<8x5x11xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x11xf32>
    %157 = call @_take_1(%125#1, %149) : (tensor<1xi32>, tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %158 = call @take_along_axis_2(%124#1, %157) : (tensor<8x5x1x1xi32>, tensor<8x5x1xf32>) -> tensor<8x5x11xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %158 : tensor<8x5x11xf32>, tensor<8x5x11xf32>) outs(%120 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x11xf32>
    %160 = tensor.empty() : tensor<11x8xf32>
    %161 = linalg.fill ins(%cst_3 : f32) outs(%160 : tensor<11x8xf32>) -> tensor<11x8xf32>
    %162 = linalg.generic {indexing_maps = [#map33, #map34, #map35], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%159, %117 : tensor<8x5x11xf32>, tensor<8x5x8xf32>) outs(%161 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<11x8xf32>
    %163 = linalg.generic {indexing_maps = [#map31, #map1], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<11x8xf32>) outs(%118 : tensor<8x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x11xf32>
    %164 = linalg.generic {indexing_maps = [#map28, #map18, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%159, %119 : tensor<8x5x11xf32>, tensor<8x11xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %165 = linalg.generic {indexing_maps = [#map31, #map1], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<8x11xf32>) outs(%160 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<11x8xf32>
    %166 = tensor.empty() : tensor<8x12xf32>
    %167 = linalg.fill ins(%cst_3 : f32) outs(%166 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %168 = linalg.generic {indexing_maps = [#map33, #map34, #map35], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%164, %115 : tensor<8x5x8xf32>, tensor<8x5x12xf32>) outs(%167 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x12xf32>
    %169 = tensor.empty() : tensor<12x8xf32>
    %170 = linalg.generic {indexing_maps = [#map31, #map1], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<8x12xf32>) outs(%169 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x8xf32>
    %171 = linalg.generic {indexing_maps = [#map28, #map18, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%164, %arg1 : tensor<8x5x8xf32>, tensor<12x8xf32>) outs(%94 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x12xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %171 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %114 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %172 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %111 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %109 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %176 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %177 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %178 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %180 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %178 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %103 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %181 : tensor<8x5x12xf32>, tensor<8x5x12xf32>) outs(%93 : tensor<8x5x12xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x12xf32>
    %183 = tensor.empty() : tensor<12xf32>
    %184 = linalg.fill ins(%cst_3 : f32) outs(%183 : tensor<12xf32>) -> tensor<12xf32>
    %185 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%182 : tensor<8x5x12xf32>) outs(%184 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<12xf32>
    %expanded_18 = tensor.expand_shape %185 [[0, 1, 2]] output_shape [1, 1, 12] : tensor<12xf32> into tensor<1x1x12xf32>
    %186 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_18 : tensor<1x1x12xf32>) outs(%184 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<12xf32>
    %187 = linalg.fill ins(%cst_3 : f32) outs(%169 : tensor<12x8xf32>) -> tensor<12x8xf32>
    %188 = linalg.generic {indexing_maps = [#map33, #map34, #map35], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%182, %92 : tensor<8x5x12xf32>, tensor<8x5x8xf32>) outs(%187 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<12x8xf32>
    %189 = linalg.generic {indexing_maps = [#map31, #map1], iterator_types = ["parallel", "parallel"]} ins(%188 : tensor<12x8xf32>) outs(%166 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x12xf32>
    %190 = linalg.generic {indexing_maps = [#map28, #map18, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%182, %arg8 : tensor<8x5x12xf32>, tensor<8x12xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %190 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %192 = tensor.empty() : tensor<8xf32>
    %193 = linalg.fill ins(%cst_3 : f32) outs(%192 : tensor<8xf32>) -> tensor<8xf32>
    %194 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%191 : tensor<8x5x8xf32>) outs(%193 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8xf32>
    %expanded_19 = tensor.expand_shape %194 [[0, 1, 2]] output_shape [1, 1, 8] : tensor<8xf32> into tensor<1x1x8xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190, %91 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %196 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_19 : tensor<1x1x8xf32>) outs(%193 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %195 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%197 : tensor<8x5x8xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %expanded_20 = tensor.expand_shape %198 [[0], [1, 2]] output_shape [8, 5, 1] : tensor<8x5xf32> into tensor<8x5x1xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %88 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %199 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %201 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20, %87 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201, %17 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %203 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%202 : tensor<8x5x1xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %204 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<8x5xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %205 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %204 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %206 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %205 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %207 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %79 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %208 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206, %207 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %209 = tensor.empty() : tensor<8x2x4xf32>
    %210 = linalg.fill ins(%cst_3 : f32) outs(%209 : tensor<8x2x4xf32>) -> tensor<8x2x4xf32>
    %211 = linalg.generic {indexing_maps = [#map38, #map39, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%208, %collapsed : tensor<8x5x8xf32>, tensor<8x5x2x4xf32>) outs(%210 : tensor<8x2x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x4xf32>
    %212 = tensor.empty() : tensor<2x4x8xf32>
    %213 = linalg.generic {indexing_maps = [#map40, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<8x2x4xf32>) outs(%212 : tensor<2x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x8xf32>
    %214 = linalg.generic {indexing_maps = [#map8, #map41, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%208, %arg5 : tensor<8x5x8xf32>, tensor<2x4x8xf32>) outs(%32 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x2x4xf32>
    %expanded_21 = tensor.expand_shape %214 [[0], [1], [2], [3, 4]] output_shape [8, 5, 2, 1, 4] : tensor<8x5x2x4xf32> into tensor<8x5x2x1x4xf32>
    %215 = linalg.generic {indexing_maps = [#map42, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<8x5x2x1x4xf32>) outs(%73 : tensor<1x8x5x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x5x2x4xf32>
    %216 = linalg.generic {indexing_maps = [#map43, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%215 : tensor<1x8x5x2x4xf32>) outs(%70 : tensor<8x2x4x1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x4x1x5xf32>
    %217 = tensor.empty() : tensor<8x2x1x5x5xf32>
    %218 = linalg.fill ins(%cst_3 : f32) outs(%217 : tensor<8x2x1x5x5xf32>) -> tensor<8x2x1x5x5xf32>
    %219 = linalg.generic {indexing_maps = [#map44, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%216, %35 : tensor<8x2x4x1x5xf32>, tensor<8x5x2x4xf32>) outs(%218 : tensor<8x2x1x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x1x5x5xf32>
    %220 = linalg.generic {indexing_maps = [#map45, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%219 : tensor<8x2x1x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %221 = tensor.empty() : tensor<8x2x4x5xf32>
    %222 = linalg.fill ins(%cst_3 : f32) outs(%221 : tensor<8x2x4x5xf32>) -> tensor<8x2x4x5xf32>
    %223 = linalg.generic {indexing_maps = [#map46, #map47, #map48], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%216, %66 : tensor<8x2x4x1x5xf32>, tensor<1x8x2x5x5xf32>) outs(%222 : tensor<8x2x4x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x4x5xf32>
    %224 = linalg.generic {indexing_maps = [#map49, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%223 : tensor<8x2x4x5xf32>) outs(%31 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x2x4xf32>
    %225 = linalg.generic {indexing_maps = [#map20, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<1x8x2x5x1xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %226 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%220, %225 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %227 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%226, %61 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %228 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%227 : tensor<1x8x2x5x5xf32>) outs(%62 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5xf32>
    %expanded_22 = tensor.expand_shape %228 [[0], [1], [2], [3, 4]] output_shape [1, 8, 2, 5, 1] : tensor<1x8x2x5xf32> into tensor<1x8x2x5x1xf32>
    %229 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<1x8x2x5x1xf32>) outs(%56 : tensor<1x8x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.negf %in : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x1xf32>
    %230 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%220, %65 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %231 = tensor.empty() : tensor<8x2x5xf32>
    %232 = linalg.fill ins(%cst_3 : f32) outs(%231 : tensor<8x2x5xf32>) -> tensor<8x2x5xf32>
    %233 = linalg.generic {indexing_maps = [#map24, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%229 : tensor<1x8x2x5x1xf32>) outs(%232 : tensor<8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x2x5xf32>
    %234 = linalg.generic {indexing_maps = [#map50, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%233 : tensor<8x2x5xf32>) outs(%51 : tensor<1x8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5xf32>
    %235 = linalg.generic {indexing_maps = [#map10, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%234 : tensor<1x8x2x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %236 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%230, %235 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %237 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%236, %61 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%58 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<1x8x2x5x5xf32>
    %238 = call @_where_3(%50#1, %50#2, %237) : (tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) -> tensor<8x2x5x1x5xf32>
    %239 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%238, %39 : tensor<8x2x5x1x5xf32>, tensor<8x2x5x1x5xf32>) outs(%36 : tensor<8x2x5x1x5xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x2x5x1x5xf32>
    %240 = tensor.empty() : tensor<8x2x5x4xf32>
    %241 = linalg.fill ins(%cst_3 : f32) outs(%240 : tensor<8x2x5x4xf32>) -> tensor<8x2x5x4xf32>
    %242 = linalg.generic {indexing_maps = [#map51, #map52, #map48], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%239, %expanded : tensor<8x2x5x1x5xf32>, tensor<8x5x2x1x4xf32>) outs(%241 : tensor<8x2x5x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x5x4xf32>
    %243 = linalg.generic {indexing_maps = [#map53, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%242 : tensor<8x2x5x4xf32>) outs(%31 : tensor<8x5x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x2x4xf32>
    %244 = tensor.empty() : tensor<8x2x5x1x4xf32>
    %245 = linalg.fill ins(%cst_3 : f32) outs(%244 : tensor<8x2x5x1x4xf32>) -> tensor<8x2x5x1x4xf32>
    %246 = linalg.generic {indexing_maps = [#map54, #map55, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%239, %34 : tensor<8x2x5x1x5xf32>, tensor<8x5x2x4xf32>) outs(%245 : tensor<8x2x5x1x4xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x2x5x1x4xf32>
    %247 = linalg.generic {indexing_maps = [#map56, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%246 : tensor<8x2x5x1x4xf32>) outs(%75 : tensor<8x5x2x1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x2x1x4xf32>
    %collapsed_23 = tensor.collapse_shape %247 [[0], [1], [2], [3, 4]] : tensor<8x5x2x1x4xf32> into tensor<8x5x2x4xf32>
    %248 = linalg.fill ins(%cst_3 : f32) outs(%212 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
    %249 = linalg.generic {indexing_maps = [#map57, #map58, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%224, %30 : tensor<8x5x2x4xf32>, tensor<8x5x8xf32>) outs(%248 : tensor<2x4x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<2x4x8xf32>
    %250 = linalg.generic {indexing_maps = [#map36, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249 : tensor<2x4x8xf32>) outs(%209 : tensor<8x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x4xf32>
    %251 = linalg.generic {indexing_maps = [#map59, #map41, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%224, %arg9 : tensor<8x5x2x4xf32>, tensor<8x2x4xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %252 = linalg.generic {indexing_maps = [#map57, #map58, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%243, %30 : tensor<8x5x2x4xf32>, tensor<8x5x8xf32>) outs(%248 : tensor<2x4x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<2x4x8xf32>
    %253 = linalg.generic {indexing_maps = [#map36, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<2x4x8xf32>) outs(%209 : tensor<8x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x4xf32>
    %254 = linalg.generic {indexing_maps = [#map59, #map41, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%243, %arg4 : tensor<8x5x2x4xf32>, tensor<8x2x4xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %255 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%251, %254 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %256 = linalg.generic {indexing_maps = [#map57, #map58, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_23, %30 : tensor<8x5x2x4xf32>, tensor<8x5x8xf32>) outs(%248 : tensor<2x4x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<2x4x8xf32>
    %257 = linalg.generic {indexing_maps = [#map36, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<2x4x8xf32>) outs(%209 : tensor<8x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x4xf32>
    %258 = linalg.generic {indexing_maps = [#map59, #map41, #map27], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_23, %arg6 : tensor<8x5x2x4xf32>, tensor<8x2x4xf32>) outs(%77 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      %280 = arith.addf %out, %279 : f32
      linalg.yield %280 : f32
    } -> tensor<8x5x8xf32>
    %259 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255, %258 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %260 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %259 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %261 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%260 : tensor<8x5x8xf32>) outs(%193 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8xf32>
    %expanded_24 = tensor.expand_shape %261 [[0, 1, 2]] output_shape [1, 1, 8] : tensor<8xf32> into tensor<1x1x8xf32>
    %262 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259, %29 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %263 = linalg.generic {indexing_maps = [#map36, #map37], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_24 : tensor<1x1x8xf32>) outs(%193 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8xf32>
    %264 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %262 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %265 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%264 : tensor<8x5x8xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %expanded_25 = tensor.expand_shape %265 [[0], [1, 2]] output_shape [8, 5, 1] : tensor<8x5xf32> into tensor<8x5x1xf32>
    %266 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%262, %25 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %267 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %266 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %268 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25, %24 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %269 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%268, %17 : tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%15 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.divf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x1xf32>
    %270 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%269 : tensor<8x5x1xf32>) outs(%13 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %279 = arith.addf %out, %in : f32
      linalg.yield %279 : f32
    } -> tensor<8x5xf32>
    %271 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%270 : tensor<8x5xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x8xf32>
    %272 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %271 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %273 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%267, %272 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %274 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271, %10 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.mulf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %275 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%273, %274 : tensor<8x5x8xf32>, tensor<8x5x8xf32>) outs(%9 : tensor<8x5x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<8x5x8xf32>
    %276 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_15 : tensor<f32>) outs(%160 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<11x8xf32>
    %collapsed_26 = tensor.collapse_shape %8 [[0], [1, 2]] : tensor<8x5x1xi32> into tensor<8x5xi32>
    %277 = "nn.scatter_add"(%276, %collapsed_26, %275) {axis = 0 : i64, drop_outside} : (tensor<11x8xf32>, tensor<8x5xi32>, tensor<8x5x8xf32>) -> tensor<11x8xf32>
    %278 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%165, %277 : tensor<11x8xf32>, tensor<11x8xf32>) outs(%160 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %279 = arith.addf %in, %in_27 : f32
      linalg.yield %279 : f32
    } -> tensor<11x8xf32>
    return %146, %186, %170, %263, %196, %253, %213, %257, %278, %189, %250 : tensor<f32>, tensor<12xf32>, tensor<12x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x2x4xf32>, tensor<2x4x8xf32>, tensor<8x2x4xf32>, tensor<11x8xf32>, tensor<8x12xf32>, tensor<8x2x4xf32>
  }
  func.func private @tril(%arg0: tensor<5x5xi1>) -> tensor<5x5xi1> {
    %cst = arith.constant dense<false> : tensor<i1>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<5x5xi32>
    %1 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<5x5xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<5x5xi32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<5x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<5x5xi32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<5x5xi32>, tensor<5x5xi32>) outs(%0 : tensor<5x5xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %9 = arith.addi %in, %in_1 : i32
      linalg.yield %9 : i32
    } -> tensor<5x5xi32>
    %4 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<5x5xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<5x5xi32>
    %5 = tensor.empty() : tensor<5x5xi1>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<5x5xi32>, tensor<5x5xi32>) outs(%5 : tensor<5x5xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %9 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %9 : i1
    } -> tensor<5x5xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i1>) outs(%5 : tensor<5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<5x5xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %7 : tensor<5x5xi1>, tensor<5x5xi1>, tensor<5x5xi1>) outs(%5 : tensor<5x5xi1>) {
    ^bb0(%in: i1, %in_1: i1, %in_2: i1, %out: i1):
      %9 = arith.select %in, %in_1, %in_2 : i1
      linalg.yield %9 : i1
    } -> tensor<5x5xi1>
    return %8 : tensor<5x5xi1>
  }
  func.func private @_where(%arg0: tensor<8x2x5x5xi1>, %arg1: tensor<8x2x5x1x5xf32>, %arg2: tensor<f32>) -> (tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x2x5x5xf32>
    %1 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x5x5xf32>
    %2 = tensor.empty() : tensor<1x8x2x5x5xi1>
    %3 = linalg.generic {indexing_maps = [#map60, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x2x5x5xi1>) outs(%2 : tensor<1x8x2x5x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x8x2x5x5xi1>
    %4 = tensor.empty() : tensor<1x8x2x5x5xf32>
    %5 = linalg.generic {indexing_maps = [#map60, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<8x2x5x5xf32>) outs(%4 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %6 = linalg.generic {indexing_maps = [#map42, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<8x2x5x1x5xf32>) outs(%4 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %7 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%3, %6, %5 : tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%4 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %9 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %9 : f32
    } -> tensor<1x8x2x5x5xf32>
    %8 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%4 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    return %7, %3, %8 : tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x5x11xf32>, %arg1: tensor<8x5x1xi32>) -> (tensor<8x5x1xf32>, tensor<8x5x1x1xi32>) {
    %c10 = arith.constant 10 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<10> : tensor<1xi32>
    %cst_1 = arith.constant dense<11> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x5x1xi32>
    %1 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<8x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1xi32>
    %2 = tensor.empty() : tensor<8x5x1xi1>
    %3 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %1 : tensor<8x5x1xi32>, tensor<8x5x1xi32>) outs(%2 : tensor<8x5x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x5x1xi1>
    %4 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<8x5x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1xi32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %4 : tensor<8x5x1xi32>, tensor<8x5x1xi32>) outs(%0 : tensor<8x5x1xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<8x5x1xi32>
    %6 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<8x5x1xi1>, tensor<8x5x1xi32>, tensor<8x5x1xi32>) outs(%0 : tensor<8x5x1xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<8x5x1xi32>
    %expanded = tensor.expand_shape %6 [[0], [1], [2, 3]] output_shape [8, 5, 1, 1] : tensor<8x5x1xi32> into tensor<8x5x1x1xi32>
    %7 = tensor.empty() : tensor<8x5x1x1xi32>
    %8 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<8x5x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1x1xi32>
    %9 = tensor.empty() : tensor<8x5x1x1xi1>
    %10 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<8x5x1x1xi32>, tensor<8x5x1x1xi32>) outs(%9 : tensor<8x5x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x5x1x1xi1>
    %11 = tensor.empty() : tensor<1x1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map61, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map19, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1x1xi32>) outs(%7 : tensor<8x5x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x5x1x1xi32>
    %14 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<8x5x1x1xi32>, tensor<8x5x1x1xi32>) outs(%9 : tensor<8x5x1x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x5x1x1xi1>
    %15 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<8x5x1x1xi1>, tensor<8x5x1x1xi1>) outs(%9 : tensor<8x5x1x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<8x5x1x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<8x5x1xi1>) -> tensor<8x5x1xi1>
    %17 = linalg.generic {indexing_maps = [#map17, #map30], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<8x5x1x1xi1>) outs(%16 : tensor<8x5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<8x5x1xi1>
    %18 = tensor.empty() : tensor<8x5x1xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%18 : tensor<8x5x1xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%22, %23, %c0, %c0] : tensor<8x5x1x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c10 : index
      %extracted_3 = tensor.extract %arg0[%22, %23, %26] : tensor<8x5x11xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<8x5x1xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %19, %20 : tensor<8x5x1xi1>, tensor<8x5x1xf32>, tensor<8x5x1xf32>) outs(%18 : tensor<8x5x1xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x5x1xf32>
    return %21, %expanded : tensor<8x5x1xf32>, tensor<8x5x1x1xi32>
  }
  func.func private @_take(%arg0: tensor<8x5x1xf32>, %arg1: tensor<i32>) -> (tensor<8x5xf32>, tensor<1xi32>) {
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map32, #map32], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %20 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %20 : i1
    } -> tensor<i1>
    %2 = tensor.empty() : tensor<i32>
    %3 = linalg.generic {indexing_maps = [#map32, #map32], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%2 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %20 = arith.addi %in, %c1_i32 : i32
      linalg.yield %20 : i32
    } -> tensor<i32>
    %4 = call @_where_0(%1, %3, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = tensor.empty() : tensor<1xi32>
    %6 = linalg.generic {indexing_maps = [#map62, #map63], iterator_types = ["parallel"]} ins(%4 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %7 = linalg.generic {indexing_maps = [#map62, #map63], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %8 = tensor.empty() : tensor<1xi1>
    %9 = linalg.generic {indexing_maps = [#map63, #map63, #map63], iterator_types = ["parallel"]} ins(%6, %7 : tensor<1xi32>, tensor<1xi32>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %20 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %10 = linalg.generic {indexing_maps = [#map63, #map63], iterator_types = ["parallel"]} ins(%6 : tensor<1xi32>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %20 = arith.cmpi sle, %in, %c0_i32 : i32
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %11 = linalg.generic {indexing_maps = [#map63, #map63, #map63], iterator_types = ["parallel"]} ins(%9, %10 : tensor<1xi1>, tensor<1xi1>) outs(%8 : tensor<1xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %20 = arith.andi %in, %in_1 : i1
      linalg.yield %20 : i1
    } -> tensor<1xi1>
    %12 = linalg.fill ins(%true : i1) outs(%0 : tensor<i1>) -> tensor<i1>
    %13 = linalg.generic {indexing_maps = [#map63, #map62], iterator_types = ["reduction"]} ins(%11 : tensor<1xi1>) outs(%12 : tensor<i1>) {
    ^bb0(%in: i1, %out: i1):
      %20 = arith.andi %out, %in : i1
      linalg.yield %20 : i1
    } -> tensor<i1>
    %14 = tensor.empty() : tensor<8x5xf32>
    %15 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%14 : tensor<8x5xf32>) {
    ^bb0(%out: f32):
      %20 = linalg.index 0 : index
      %21 = linalg.index 1 : index
      %extracted = tensor.extract %6[%c0] : tensor<1xi32>
      %22 = arith.index_cast %extracted : i32 to index
      %23 = arith.maxsi %22, %c0 : index
      %24 = arith.minsi %23, %c0 : index
      %extracted_1 = tensor.extract %arg0[%20, %21, %24] : tensor<8x5x1xf32>
      linalg.yield %extracted_1 : f32
    } -> tensor<8x5xf32>
    %16 = tensor.empty() : tensor<8x5xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<i1>) outs(%16 : tensor<8x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x5xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%14 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %15, %18 : tensor<8x5xi1>, tensor<8x5xf32>, tensor<8x5xf32>) outs(%14 : tensor<8x5xf32>) {
    ^bb0(%in: i1, %in_1: f32, %in_2: f32, %out: f32):
      %20 = arith.select %in, %in_1, %in_2 : f32
      linalg.yield %20 : f32
    } -> tensor<8x5xf32>
    return %19, %6 : tensor<8x5xf32>, tensor<1xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map32, #map32, #map32, #map32], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @_take_1(%arg0: tensor<1xi32>, %arg1: tensor<8x5xf32>) -> tensor<8x5x1xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x5x1xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x1xf32>
    %collapsed = tensor.collapse_shape %arg0 [] : tensor<1xi32> into tensor<i32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 2 : i64, drop_outside} : (tensor<8x5x1xf32>, tensor<i32>, tensor<8x5xf32>) -> tensor<8x5x1xf32>
    return %2 : tensor<8x5x1xf32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<8x5x1x1xi32>, %arg1: tensor<8x5x1xf32>) -> tensor<8x5x11xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x5x11xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<8x5x11xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x11xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0], [1], [2, 3]] : tensor<8x5x1x1xi32> into tensor<8x5x1xi32>
    %2 = "nn.scatter_add"(%1, %collapsed, %arg1) {axis = 2 : i64, batch_dims = 2 : i64, drop_outside} : (tensor<8x5x11xf32>, tensor<8x5x1xi32>, tensor<8x5x1xf32>) -> tensor<8x5x11xf32>
    return %2 : tensor<8x5x11xf32>
  }
  func.func private @_where_3(%arg0: tensor<1x8x2x5x5xi1>, %arg1: tensor<1x8x2x5x5xf32>, %arg2: tensor<1x8x2x5x5xf32>) -> tensor<8x2x5x1x5xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<1x8x2x5x5xf32>
    %1 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x2x5x5xf32>
    %2 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg2, %1 : tensor<1x8x2x5x5xi1>, tensor<1x8x2x5x5xf32>, tensor<1x8x2x5x5xf32>) outs(%0 : tensor<1x8x2x5x5xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<1x8x2x5x5xf32>
    %3 = tensor.empty() : tensor<8x2x5x1x5xf32>
    %4 = linalg.generic {indexing_maps = [#map24, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x8x2x5x5xf32>) outs(%3 : tensor<8x2x5x1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x5x1x5xf32>
    return %4 : tensor<8x2x5x1x5xf32>
  }
}
