#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map12 = affine_map<(d0, d1) -> ()>
#map13 = affine_map<(d0, d1) -> (d0, d1)>
#map14 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map15 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map18 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map19 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map20 = affine_map<() -> ()>
module @jit_ultramem {
  func.func public @main(%arg0: tensor<2x6x5xf32> {sbp.name = "params.blocks"}, %arg1: tensor<2x2xf32> {sbp.name = "params.core"}, %arg2: tensor<2x2x4x4xf32> {sbp.name = "params.keys"}, %arg3: tensor<6x2x2x4xf32> {sbp.name = "params.query"}, %arg4: tensor<8x6xf32> {sbp.name = "params.values"}, %arg5: tensor<8x6xf32> {sbp.name = "x"}, %arg6: tensor<8x5xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 4.000000e+01 : f32
    %c7 = arith.constant 7 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<8> : tensor<i32>
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %cst_4 = arith.constant dense<2> : tensor<i32>
    %0 = tensor.empty() : tensor<8x2x2x4xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<8x2x2x4xf32>) -> tensor<8x2x2x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg5, %arg3 : tensor<8x6xf32>, tensor<6x2x2x4xf32>) outs(%1 : tensor<8x2x2x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<8x2x2x4xf32>
    %3 = tensor.empty() : tensor<2x2x4x8xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<2x2x4x8xf32>) -> tensor<2x2x4x8xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %2 : tensor<2x2x4x4xf32>, tensor<8x2x2x4xf32>) outs(%4 : tensor<2x2x4x8xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<2x2x4x8xf32>
    %6 = tensor.empty() : tensor<2x8x2x4xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x2x4x8xf32>) outs(%6 : tensor<2x8x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x2x4xf32>
    %extracted_slice = tensor.extract_slice %7[0, 0, 0, 0] [1, 8, 2, 4] [1, 1, 1, 1] : tensor<2x8x2x4xf32> to tensor<1x8x2x4xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x8x2x4xf32> into tensor<8x2x4xf32>
    %extracted_slice_5 = tensor.extract_slice %7[1, 0, 0, 0] [1, 8, 2, 4] [1, 1, 1, 1] : tensor<2x8x2x4xf32> to tensor<1x8x2x4xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2], [3]] : tensor<1x8x2x4xf32> into tensor<8x2x4xf32>
    %8 = tensor.empty() : tensor<2x8x4xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg1, %collapsed : tensor<2x2xf32>, tensor<8x2x4xf32>) outs(%9 : tensor<2x8x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<2x8x4xf32>
    %11 = tensor.empty() : tensor<8x4x4xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<8x4x4xf32>) -> tensor<8x4x4xf32>
    %13 = linalg.generic {indexing_maps = [#map10, #map11, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%10, %collapsed_6 : tensor<2x8x4xf32>, tensor<8x2x4xf32>) outs(%12 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<8x4x4xf32>
    %collapsed_7 = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<8x4x4xf32> into tensor<8x16xf32>
    %14:2 = "nn.top_k"(%collapsed_7) {axis = 1 : i64, k = 4 : i64} : (tensor<8x16xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
    %15 = call @floor_divide(%14#1, %cst_4) : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
    %16 = call @remainder(%14#1, %cst_4) : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
    %17 = tensor.empty() : tensor<8x4xi32>
    %18 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %19 = tensor.empty() : tensor<8x4xi1>
    %20 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%15, %18 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%19 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %in_8 : i32
      linalg.yield %53 : i1
    } -> tensor<8x4xi1>
    %21 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %22 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%15, %21 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %53 = arith.addi %in, %in_8 : i32
      linalg.yield %53 : i32
    } -> tensor<8x4xi32>
    %23 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%20, %22, %15 : tensor<8x4xi1>, tensor<8x4xi32>, tensor<8x4xi32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i1, %in_8: i32, %in_9: i32, %out: i32):
      %53 = arith.select %in, %in_8, %in_9 : i32
      linalg.yield %53 : i32
    } -> tensor<8x4xi32>
    %24 = tensor.empty() : tensor<8x4x1xi32>
    %25 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<8x4xi32>) outs(%24 : tensor<8x4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4x1xi32>
    %26 = tensor.empty() : tensor<8x4x6xf32>
    %27 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel", "parallel", "parallel"]} outs(%26 : tensor<8x4x6xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %extracted = tensor.extract %25[%53, %54, %c0] : tensor<8x4x1xi32>
      %56 = arith.index_cast %extracted : i32 to index
      %57 = arith.maxsi %56, %c0 : index
      %58 = arith.minsi %57, %c7 : index
      %extracted_8 = tensor.extract %arg4[%58, %55] : tensor<8x6xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<8x4x6xf32>
    %28 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%16, %18 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%19 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %in_8 : i32
      linalg.yield %53 : i1
    } -> tensor<8x4xi1>
    %29 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<i32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %30 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%16, %29 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %53 = arith.addi %in, %in_8 : i32
      linalg.yield %53 : i32
    } -> tensor<8x4xi32>
    %31 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%28, %30, %16 : tensor<8x4xi1>, tensor<8x4xi32>, tensor<8x4xi32>) outs(%17 : tensor<8x4xi32>) {
    ^bb0(%in: i1, %in_8: i32, %in_9: i32, %out: i32):
      %53 = arith.select %in, %in_8, %in_9 : i32
      linalg.yield %53 : i32
    } -> tensor<8x4xi32>
    %32 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<8x4xi32>) outs(%24 : tensor<8x4x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4x1xi32>
    %33 = tensor.empty() : tensor<8x4x6x5xf32>
    %34 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%33 : tensor<8x4x6x5xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 3 : index
      %extracted = tensor.extract %32[%53, %54, %c0] : tensor<8x4x1xi32>
      %57 = arith.index_cast %extracted : i32 to index
      %58 = arith.maxsi %57, %c0 : index
      %59 = arith.minsi %58, %c1 : index
      %extracted_8 = tensor.extract %arg0[%59, %55, %56] : tensor<2x6x5xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<8x4x6x5xf32>
    %35 = tensor.empty() : tensor<8x4x5xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<8x4x5xf32>) -> tensor<8x4x5xf32>
    %37 = linalg.generic {indexing_maps = [#map16, #map17, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %34 : tensor<8x4x6xf32>, tensor<8x4x6x5xf32>) outs(%36 : tensor<8x4x5xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<8x4x5xf32>
    %38 = tensor.empty() : tensor<8x4xf32>
    %39 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%14#0 : tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.negf %in : f32
      linalg.yield %53 : f32
    } -> tensor<8x4xf32>
    %40 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.exp %in : f32
      linalg.yield %53 : f32
    } -> tensor<8x4xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %42 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%41, %40 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.addf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<8x4xf32>
    %43 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%41, %42 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%38 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.divf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<8x4xf32>
    %44 = tensor.empty() : tensor<8x5xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %46 = linalg.generic {indexing_maps = [#map18, #map19, #map14], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43, %37 : tensor<8x4xf32>, tensor<8x4x5xf32>) outs(%45 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      %54 = arith.addf %out, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<8x5xf32>
    %47 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%46, %arg6 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%44 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.subf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<8x5xf32>
    %48 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%47, %47 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%44 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %53 = arith.mulf %in, %in_8 : f32
      linalg.yield %53 : f32
    } -> tensor<8x5xf32>
    %49 = tensor.empty() : tensor<f32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<f32>) -> tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map13, #map12], iterator_types = ["reduction", "reduction"]} ins(%48 : tensor<8x5xf32>) outs(%50 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %out, %in : f32
      linalg.yield %53 : f32
    } -> tensor<f32>
    %52 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%51 : tensor<f32>) outs(%49 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.divf %in, %cst : f32
      linalg.yield %53 : f32
    } -> tensor<f32>
    return %52 : tensor<f32>
  }
  func.func private @floor_divide(%arg0: tensor<8x4xi32>, %arg1: tensor<i32>) -> tensor<8x4xi32> {
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c-1_i32 = arith.constant -1 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x4xi32>
    %1 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<i32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %2 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.divsi %in, %21 : i32
      %23 = arith.select %19, %c-2147483648_i32, %22 : i32
      %24 = arith.select %16, %c-1_i32, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<8x4xi32>
    %3 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8x4xi32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      %17 = arith.shrsi %in, %c31_i32 : i32
      %18 = arith.ori %17, %c1_i32 : i32
      %19 = arith.select %16, %c0_i32, %18 : i32
      linalg.yield %19 : i32
    } -> tensor<8x4xi32>
    %4 = tensor.empty() : tensor<i32>
    %5 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%4 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      %17 = arith.shrsi %in, %c31_i32 : i32
      %18 = arith.ori %17, %c1_i32 : i32
      %19 = arith.select %16, %c0_i32, %18 : i32
      linalg.yield %19 : i32
    } -> tensor<i32>
    %6 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<i32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %7 = tensor.empty() : tensor<8x4xi1>
    %8 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%3, %6 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %9 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.remsi %in, %21 : i32
      %23 = arith.select %19, %c0_i32, %22 : i32
      %24 = arith.select %16, %in, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<8x4xi32>
    %10 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %11 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %12 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<8x4xi1>, tensor<8x4xi1>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.andi %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %13 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %14 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%2, %13 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.subi %in, %in_1 : i32
      linalg.yield %16 : i32
    } -> tensor<8x4xi32>
    %15 = call @_where(%12, %14, %2) : (tensor<8x4xi1>, tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi32>
    return %15 : tensor<8x4xi32>
  }
  func.func private @_where(%arg0: tensor<8x4xi1>, %arg1: tensor<8x4xi32>, %arg2: tensor<8x4xi32>) -> tensor<8x4xi32> {
    %0 = tensor.empty() : tensor<8x4xi32>
    %1 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<8x4xi1>, tensor<8x4xi32>, tensor<8x4xi32>) outs(%0 : tensor<8x4xi32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<8x4xi32>
    return %1 : tensor<8x4xi32>
  }
  func.func private @remainder(%arg0: tensor<8x4xi32>, %arg1: tensor<i32>) -> tensor<8x4xi32> {
    %c-1_i32 = arith.constant -1 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %2 = call @_where_0(%1, %cst, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = tensor.empty() : tensor<8x4xi32>
    %4 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<i32>) outs(%3 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %5 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%3 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.cmpi eq, %in_1, %c0_i32 : i32
      %17 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %18 = arith.cmpi eq, %in_1, %c-1_i32 : i32
      %19 = arith.andi %17, %18 : i1
      %20 = arith.ori %16, %19 : i1
      %21 = arith.select %20, %c1_i32, %in_1 : i32
      %22 = arith.remsi %in, %21 : i32
      %23 = arith.select %19, %c0_i32, %22 : i32
      %24 = arith.select %16, %in, %23 : i32
      linalg.yield %24 : i32
    } -> tensor<8x4xi32>
    %6 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%3 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x4xi32>
    %7 = tensor.empty() : tensor<8x4xi1>
    %8 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %9 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%5, %6 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %10 = linalg.generic {indexing_maps = [#map20, #map20], iterator_types = []} ins(%2 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %11 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<i1>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x4xi1>
    %12 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%9, %11 : tensor<8x4xi1>, tensor<8x4xi1>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %13 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%12, %8 : tensor<8x4xi1>, tensor<8x4xi1>) outs(%7 : tensor<8x4xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.andi %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<8x4xi1>
    %14 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%5, %4 : tensor<8x4xi32>, tensor<8x4xi32>) outs(%3 : tensor<8x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.addi %in, %in_1 : i32
      linalg.yield %16 : i32
    } -> tensor<8x4xi32>
    %15 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%13, %14, %5 : tensor<8x4xi1>, tensor<8x4xi32>, tensor<8x4xi32>) outs(%3 : tensor<8x4xi32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %16 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %16 : i32
    } -> tensor<8x4xi32>
    return %15 : tensor<8x4xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map20, #map20, #map20, #map20], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
}
