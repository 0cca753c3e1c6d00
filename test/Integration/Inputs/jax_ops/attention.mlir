#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map5 = affine_map<(d0, d1, d2, d3) -> ()>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d1, d4, d5)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>
module @jit_attention {
  func.func public @main(%arg0: tensor<2x6x4x8xf32> {sbp.name = "query"}, %arg1: tensor<2x6x4x8xf32> {sbp.name = "key"}, %arg2: tensor<2x6x4x8xf32> {sbp.name = "value"}) -> (tensor<2x6x4x8xf32> {sbp.name = "result"}) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant dense<-2.38197633E+38> : tensor<f32>
    %cst_3 = arith.constant dense<true> : tensor<i1>
    %cst_4 = arith.constant dense<0.353553385> : tensor<f32>
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 6, 4, 1, 8] : tensor<2x6x4x8xf32> into tensor<2x6x4x1x8xf32>
    %0 = tensor.empty() : tensor<2x4x6x1x6xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x4x6x1x6xf32>) -> tensor<2x4x6x1x6xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %arg1 : tensor<2x6x4x1x8xf32>, tensor<2x6x4x8xf32>) outs(%1 : tensor<2x4x6x1x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.mulf %in, %in_5 : f32
      %39 = arith.addf %out, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2x4x6x1x6xf32>
    %3 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%0 : tensor<2x4x6x1x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x6x1x6xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%2, %3 : tensor<2x4x6x1x6xf32>, tensor<2x4x6x1x6xf32>) outs(%0 : tensor<2x4x6x1x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.mulf %in, %in_5 : f32
      linalg.yield %38 : f32
    } -> tensor<2x4x6x1x6xf32>
    %5 = tensor.empty() : tensor<2x4x6x6xi1>
    %6 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<i1>) outs(%5 : tensor<2x4x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x6x6xi1>
    %7 = tensor.empty() : tensor<6x6xi1>
    %8 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i1>) outs(%7 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x6xi1>
    %9 = call @tril(%8) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %10 = tensor.empty() : tensor<1x1x6x6xi1>
    %11 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<6x6xi1>) outs(%10 : tensor<1x1x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x6x6xi1>
    %12 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x1x6x6xi1>) outs(%5 : tensor<2x4x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x6x6xi1>
    %13 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %12 : tensor<2x4x6x6xi1>, tensor<2x4x6x6xi1>) outs(%5 : tensor<2x4x6x6xi1>) {
    ^bb0(%in: i1, %in_5: i1, %out: i1):
      %38 = arith.andi %in, %in_5 : i1
      linalg.yield %38 : i1
    } -> tensor<2x4x6x6xi1>
    %14 = call @_where(%13, %4, %cst_2) : (tensor<2x4x6x6xi1>, tensor<2x4x6x1x6xf32>, tensor<f32>) -> tensor<1x2x4x6x6xf32>
    %15 = tensor.empty() : tensor<1x2x4x6xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%14 : tensor<1x2x4x6x6xf32>) outs(%16 : tensor<1x2x4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.maximumf %out, %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%15 : tensor<1x2x4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6xf32>
    %19 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %17 : tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>) outs(%15 : tensor<1x2x4x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.maximumf %in, %in_5 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6xf32>
    %20 = tensor.empty() : tensor<1x2x4x6x1xf32>
    %21 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x2x4x6xf32>) outs(%20 : tensor<1x2x4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x1xf32>
    %22 = tensor.empty() : tensor<1x2x4x6x6xf32>
    %23 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x2x4x6x1xf32>) outs(%22 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x6xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%14, %23 : tensor<1x2x4x6x6xf32>, tensor<1x2x4x6x6xf32>) outs(%22 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.subf %in, %in_5 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6x6xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x2x4x6x6xf32>) outs(%22 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6x6xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<1x2x4x6x6xf32>) outs(%26 : tensor<1x2x4x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %out, %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6xf32>
    %28 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x2x4x6xf32>) outs(%20 : tensor<1x2x4x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x1xf32>
    %29 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<1x2x4x6x1xf32>) outs(%22 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x6xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%25, %29 : tensor<1x2x4x6x6xf32>, tensor<1x2x4x6x6xf32>) outs(%22 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.divf %in, %in_5 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x4x6x6xf32>
    %31 = tensor.empty() : tensor<2x4x8x1x6xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<2x4x8x1x6xf32>) -> tensor<2x4x8x1x6xf32>
    %33 = linalg.generic {indexing_maps = [#map13, #map14, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %30 : tensor<2x6x4x8xf32>, tensor<1x2x4x6x6xf32>) outs(%32 : tensor<2x4x8x1x6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %38 = arith.mulf %in, %in_5 : f32
      %39 = arith.addf %out, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<2x4x8x1x6xf32>
    %34 = tensor.empty() : tensor<1x2x6x4x8xf32>
    %35 = linalg.generic {indexing_maps = [#map15, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x4x8x1x6xf32>) outs(%34 : tensor<1x2x6x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x6x4x8xf32>
    %36 = tensor.empty() : tensor<2x6x4x1x8xf32>
    %37 = linalg.generic {indexing_maps = [#map16, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x2x6x4x8xf32>) outs(%36 : tensor<2x6x4x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x6x4x1x8xf32>
    %collapsed = tensor.collapse_shape %37 [[0], [1], [2], [3, 4]] : tensor<2x6x4x1x8xf32> into tensor<2x6x4x8xf32>
    return %collapsed : tensor<2x6x4x8xf32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
    %cst = arith.constant dense<false> : tensor<i1>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<6x6xi32>
    %1 = linalg.generic {indexing_maps = [#map8], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<6x6xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<6x6xi32>
    %2 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i32>) outs(%0 : tensor<6x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<6x6xi32>
    %3 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<6x6xi32>, tensor<6x6xi32>) outs(%0 : tensor<6x6xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %9 = arith.addi %in, %in_1 : i32
      linalg.yield %9 : i32
    } -> tensor<6x6xi32>
    %4 = linalg.generic {indexing_maps = [#map8], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<6x6xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 1 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<6x6xi32>
    %5 = tensor.empty() : tensor<6x6xi1>
    %6 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<6x6xi32>, tensor<6x6xi32>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i32, %in_1: i32, %out: i1):
      %9 = arith.cmpi sge, %in, %in_1 : i32
      linalg.yield %9 : i1
    } -> tensor<6x6xi1>
    %7 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i1>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<6x6xi1>
    %8 = linalg.generic {indexing_maps = [#map8, #map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0, %7 : tensor<6x6xi1>, tensor<6x6xi1>, tensor<6x6xi1>) outs(%5 : tensor<6x6xi1>) {
    ^bb0(%in: i1, %in_1: i1, %in_2: i1, %out: i1):
      %9 = arith.select %in, %in_1, %in_2 : i1
      linalg.yield %9 : i1
    } -> tensor<6x6xi1>
    return %8 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<2x4x6x6xi1>, %arg1: tensor<2x4x6x1x6xf32>, %arg2: tensor<f32>) -> tensor<1x2x4x6x6xf32> {
    %0 = tensor.empty() : tensor<2x4x6x6xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x6x6xf32>
    %2 = tensor.empty() : tensor<1x2x4x6x6xi1>
    %3 = linalg.generic {indexing_maps = [#map17, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x4x6x6xi1>) outs(%2 : tensor<1x2x4x6x6xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x2x4x6x6xi1>
    %4 = tensor.empty() : tensor<1x2x4x6x6xf32>
    %5 = linalg.generic {indexing_maps = [#map17, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x4x6x6xf32>) outs(%4 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x6xf32>
    %6 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x4x6x1x6xf32>) outs(%4 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x6x6xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%3, %6, %5 : tensor<1x2x4x6x6xi1>, tensor<1x2x4x6x6xf32>, tensor<1x2x4x6x6xf32>) outs(%4 : tensor<1x2x4x6x6xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %8 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %8 : f32
    } -> tensor<1x2x4x6x6xf32>
    return %7 : tensor<1x2x4x6x6xf32>
  }
}
