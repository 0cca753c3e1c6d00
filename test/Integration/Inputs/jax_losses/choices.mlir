#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map10 = affine_map<() -> ()>
#map11 = affine_map<(d0, d1, d2) -> (d0 + d2, d1)>
#map12 = affine_map<(d0, d1, d2) -> (d2)>
#map13 = affine_map<(d0, d1, d2) -> ()>
#map14 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
module @jit_choices {
  func.func public @main(%arg0: tensor<4x6xf32> {sbp.name = "params.experts"}, %arg1: tensor<6x4xf32> {sbp.name = "params.gate"}, %arg2: tensor<6x3xf32> {sbp.name = "params.last"}, %arg3: tensor<10x6xf32> {sbp.name = "params.table"}, %arg4: tensor<8xi32> {sbp.name = "tokens"}, %arg5: tensor<8x6xi32> {sbp.name = "picked"}) -> (tensor<f32> {sbp.name = "result"}) {
    %cst = arith.constant 1.800000e+01 : f32
    %c3 = arith.constant 3 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c9 = arith.constant 9 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant dense<6> : tensor<i32>
    %cst_3 = arith.constant dense<4> : tensor<i32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<10> : tensor<i32>
    %cst_7 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_7 : tensor<i32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8xi32>
    %2 = tensor.empty() : tensor<8xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg4, %1 : tensor<8xi32>, tensor<8xi32>) outs(%2 : tensor<8xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %67 = arith.cmpi slt, %in, %in_8 : i32
      linalg.yield %67 : i1
    } -> tensor<8xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_6 : tensor<i32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg4, %4 : tensor<8xi32>, tensor<8xi32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %67 = arith.addi %in, %in_8 : i32
      linalg.yield %67 : i32
    } -> tensor<8xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %5, %arg4 : tensor<8xi1>, tensor<8xi32>, tensor<8xi32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i1, %in_8: i32, %in_9: i32, %out: i32):
      %67 = arith.select %in, %in_8, %in_9 : i32
      linalg.yield %67 : i32
    } -> tensor<8xi32>
    %7 = tensor.empty() : tensor<8x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8xi32>) outs(%7 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1xi32>
    %9 = tensor.empty() : tensor<8x6xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%9 : tensor<8x6xf32>) {
    ^bb0(%out: f32):
      %67 = linalg.index 0 : index
      %68 = linalg.index 1 : index
      %extracted = tensor.extract %8[%67, %c0] : tensor<8x1xi32>
      %69 = arith.index_cast %extracted : i32 to index
      %70 = arith.maxsi %69, %c0 : index
      %71 = arith.minsi %70, %c9 : index
      %extracted_8 = tensor.extract %arg3[%71, %68] : tensor<10x6xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<8x6xf32>
    %11 = tensor.empty() : tensor<8x4xf32>
    %12 = linalg.fill ins(%cst_1 : f32) outs(%11 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %13 = linalg.matmul ins(%10, %arg1 : tensor<8x6xf32>, tensor<6x4xf32>) outs(%12 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %14:2 = "nn.top_k"(%13) {axis = 1 : i64, k = 2 : i64} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %15 = tensor.empty() : tensor<8xf32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<8xf32>) -> tensor<8xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%14#0 : tensor<8x2xf32>) outs(%16 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.maximumf %out, %in : f32
      linalg.yield %67 : f32
    } -> tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>) outs(%15 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %17 : tensor<8xf32>, tensor<8xf32>) outs(%15 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.maximumf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<8xf32>
    %20 = tensor.empty() : tensor<8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<8xf32>) outs(%20 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %22 = tensor.empty() : tensor<8x2xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<8x1xf32>) outs(%22 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%14#0, %23 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%22 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.subf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<8x2xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<8x2xf32>) outs(%22 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.exp %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x2xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%15 : tensor<8xf32>) -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%25 : tensor<8x2xf32>) outs(%26 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %out, %in : f32
      linalg.yield %67 : f32
    } -> tensor<8xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<8xf32>) outs(%20 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<8x1xf32>) outs(%22 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%25, %29 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%22 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.divf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<8x2xf32>
    %31 = tensor.empty() : tensor<8x2xi32>
    %32 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_7 : tensor<i32>) outs(%31 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2xi32>
    %33 = tensor.empty() : tensor<8x2xi1>
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%14#1, %32 : tensor<8x2xi32>, tensor<8x2xi32>) outs(%33 : tensor<8x2xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %67 = arith.cmpi slt, %in, %in_8 : i32
      linalg.yield %67 : i1
    } -> tensor<8x2xi1>
    %35 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%31 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2xi32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%14#1, %35 : tensor<8x2xi32>, tensor<8x2xi32>) outs(%31 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %67 = arith.addi %in, %in_8 : i32
      linalg.yield %67 : i32
    } -> tensor<8x2xi32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%34, %36, %14#1 : tensor<8x2xi1>, tensor<8x2xi32>, tensor<8x2xi32>) outs(%31 : tensor<8x2xi32>) {
    ^bb0(%in: i1, %in_8: i32, %in_9: i32, %out: i32):
      %67 = arith.select %in, %in_8, %in_9 : i32
      linalg.yield %67 : i32
    } -> tensor<8x2xi32>
    %38 = tensor.empty() : tensor<8x2x1xi32>
    %39 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<8x2xi32>) outs(%38 : tensor<8x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x1xi32>
    %40 = tensor.empty() : tensor<8x2x6xf32>
    %41 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel", "parallel", "parallel"]} outs(%40 : tensor<8x2x6xf32>) {
    ^bb0(%out: f32):
      %67 = linalg.index 0 : index
      %68 = linalg.index 1 : index
      %69 = linalg.index 2 : index
      %extracted = tensor.extract %39[%67, %68, %c0] : tensor<8x2x1xi32>
      %70 = arith.index_cast %extracted : i32 to index
      %71 = arith.maxsi %70, %c0 : index
      %72 = arith.minsi %71, %c3 : index
      %extracted_8 = tensor.extract %arg0[%72, %69] : tensor<4x6xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<8x2x6xf32>
    %42 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map9, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%30, %41 : tensor<8x2xf32>, tensor<8x2x6xf32>) outs(%42 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.mulf %in, %in_8 : f32
      %68 = arith.addf %out, %67 : f32
      linalg.yield %68 : f32
    } -> tensor<8x6xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%10, %43 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%9 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.mulf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6xf32>
    %45 = call @sort(%44) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %46 = call @cumsum(%45) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %47 = call @take_along_axis(%10, %arg5) : (tensor<8x6xf32>, tensor<8x6xi32>) -> tensor<8x6xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%46, %47 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%9 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.addf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<8x6xf32>
    %49 = tensor.empty() : tensor<6x6xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%49 : tensor<6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x6xf32>
    %51 = call @remainder(%arg4, %cst_2) : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%51, %1 : tensor<8xi32>, tensor<8xi32>) outs(%2 : tensor<8xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %67 = arith.cmpi slt, %in, %in_8 : i32
      linalg.yield %67 : i1
    } -> tensor<8xi1>
    %53 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8xi32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%51, %53 : tensor<8xi32>, tensor<8xi32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %67 = arith.addi %in, %in_8 : i32
      linalg.yield %67 : i32
    } -> tensor<8xi32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%52, %54, %51 : tensor<8xi1>, tensor<8xi32>, tensor<8xi32>) outs(%0 : tensor<8xi32>) {
    ^bb0(%in: i1, %in_8: i32, %in_9: i32, %out: i32):
      %67 = arith.select %in, %in_8, %in_9 : i32
      linalg.yield %67 : i32
    } -> tensor<8xi32>
    %56 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<8xi32>) outs(%7 : tensor<8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x1xi32>
    %collapsed = tensor.collapse_shape %56 [[0, 1]] : tensor<8x1xi32> into tensor<8xi32>
    %57 = "nn.scatter_add"(%50, %collapsed, %48) {axis = 0 : i64, drop_outside} : (tensor<6x6xf32>, tensor<8xi32>, tensor<8x6xf32>) -> tensor<6x6xf32>
    %58 = tensor.empty() : tensor<6x3xf32>
    %59 = linalg.fill ins(%cst_1 : f32) outs(%58 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %60 = linalg.matmul ins(%57, %arg2 : tensor<6x6xf32>, tensor<6x3xf32>) outs(%59 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<6x3xf32>) outs(%58 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<6x3xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%61, %61 : tensor<6x3xf32>, tensor<6x3xf32>) outs(%58 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %67 = arith.mulf %in, %in_8 : f32
      linalg.yield %67 : f32
    } -> tensor<6x3xf32>
    %63 = tensor.empty() : tensor<f32>
    %64 = linalg.fill ins(%cst_1 : f32) outs(%63 : tensor<f32>) -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["reduction", "reduction"]} ins(%62 : tensor<6x3xf32>) outs(%64 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %out, %in : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    %66 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = []} ins(%65 : tensor<f32>) outs(%63 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.divf %in, %cst : f32
      linalg.yield %67 : f32
    } -> tensor<f32>
    return %66 : tensor<f32>
  }
  func.func private @sort(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %0:2 = "nn.sort"(%arg0) {axis = 1 : i64} : (tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xi32>)
    return %0#0 : tensor<8x6xf32>
  }
  func.func private @cumsum(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<8x6xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x6xf32>
    %padded = tensor.pad %arg0 low[7, 0] high[0, 0] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst : f32
    } : tensor<8x6xf32> to tensor<15x6xf32>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [#map11, #map12, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%padded, %2 : tensor<15x6xf32>, tensor<8xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %4 = arith.addf %out, %in : f32
      linalg.yield %4 : f32
    } -> tensor<8x6xf32>
    return %3 : tensor<8x6xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x6xf32>, %arg1: tensor<8x6xi32>) -> tensor<8x6xf32> {
    %c5 = arith.constant 5 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<5> : tensor<1xi32>
    %cst_1 = arith.constant dense<6> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<8x6xi32>
    %1 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<8x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x6xi32>
    %2 = tensor.empty() : tensor<8x6xi1>
    %3 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<8x6xi32>, tensor<8x6xi32>) outs(%2 : tensor<8x6xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x6xi1>
    %4 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<8x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x6xi32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<8x6xi32>, tensor<8x6xi32>) outs(%0 : tensor<8x6xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<8x6xi32>
    %6 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<8x6xi1>, tensor<8x6xi32>, tensor<8x6xi32>) outs(%0 : tensor<8x6xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<8x6xi32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [8, 6, 1] : tensor<8x6xi32> into tensor<8x6x1xi32>
    %7 = tensor.empty() : tensor<8x6x1xi32>
    %8 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<8x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x6x1xi32>
    %9 = tensor.empty() : tensor<8x6x1xi1>
    %10 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<8x6x1xi32>, tensor<8x6x1xi32>) outs(%9 : tensor<8x6x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x6x1xi1>
    %11 = tensor.empty() : tensor<1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xi32>) outs(%7 : tensor<8x6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x6x1xi32>
    %14 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<8x6x1xi32>, tensor<8x6x1xi32>) outs(%9 : tensor<8x6x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<8x6x1xi1>
    %15 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<8x6x1xi1>, tensor<8x6x1xi1>) outs(%9 : tensor<8x6x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<8x6x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<8x6xi1>) -> tensor<8x6xi1>
    %17 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<8x6x1xi1>) outs(%16 : tensor<8x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<8x6xi1>
    %18 = tensor.empty() : tensor<8x6xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<8x6xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%22, %23, %c0] : tensor<8x6x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c5 : index
      %extracted_3 = tensor.extract %arg0[%22, %26] : tensor<8x6xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<8x6xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x6xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%17, %19, %20 : tensor<8x6xi1>, tensor<8x6xf32>, tensor<8x6xf32>) outs(%18 : tensor<8x6xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<8x6xf32>
    return %21 : tensor<8x6xf32>
  }
  func.func private @remainder(%arg0: tensor<8xi32>, %arg1: tensor<i32>) -> tensor<8xi32> {
    %c-1_i32 = arith.constant -1 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = []} ins(%arg1 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %2 = call @_where(%1, %cst, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = tensor.empty() : tensor<8xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%2 : tensor<i32>) outs(%3 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg0, %4 : tensor<8xi32>, tensor<8xi32>) outs(%3 : tensor<8xi32>) {
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
    } -> tensor<8xi32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i32>) outs(%3 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8xi32>
    %7 = tensor.empty() : tensor<8xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%5, %6 : tensor<8xi32>, tensor<8xi32>) outs(%7 : tensor<8xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8xi1>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%5, %6 : tensor<8xi32>, tensor<8xi32>) outs(%7 : tensor<8xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %in_1 : i32
      linalg.yield %16 : i1
    } -> tensor<8xi1>
    %10 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = []} ins(%2 : tensor<i32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %16 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %16 : i1
    } -> tensor<i1>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%10 : tensor<i1>) outs(%7 : tensor<8xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8xi1>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%9, %11 : tensor<8xi1>, tensor<8xi1>) outs(%7 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.cmpi ne, %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<8xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%12, %8 : tensor<8xi1>, tensor<8xi1>) outs(%7 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_1: i1, %out: i1):
      %16 = arith.andi %in, %in_1 : i1
      linalg.yield %16 : i1
    } -> tensor<8xi1>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%5, %4 : tensor<8xi32>, tensor<8xi32>) outs(%3 : tensor<8xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %16 = arith.addi %in, %in_1 : i32
      linalg.yield %16 : i32
    } -> tensor<8xi32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%13, %14, %5 : tensor<8xi1>, tensor<8xi32>, tensor<8xi32>) outs(%3 : tensor<8xi32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %16 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %16 : i32
    } -> tensor<8xi32>
    return %15 : tensor<8xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map10, #map10, #map10, #map10], iterator_types = []} ins(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
      %2 = arith.select %in, %in_0, %in_1 : i32
      linalg.yield %2 : i32
    } -> tensor<i32>
    return %1 : tensor<i32>
  }
}
