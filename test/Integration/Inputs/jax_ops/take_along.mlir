#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @jit_take_along {
  func.func public @main(%arg0: tensor<3x5xf32> {sbp.name = "x"}, %arg1: tensor<3x2xi32> {sbp.name = "positions"}) -> (tensor<3x2xf32> {sbp.name = "result"}) {
    %0 = call @take_along_axis(%arg0, %arg1) : (tensor<3x5xf32>, tensor<3x2xi32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<3x5xf32>, %arg1: tensor<3x2xi32>) -> tensor<3x2xf32> {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = arith.constant dense<4> : tensor<1xi32>
    %cst_1 = arith.constant dense<5> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<3x2xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%0 : tensor<3x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x2xi32>
    %2 = tensor.empty() : tensor<3x2xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1 : tensor<3x2xi32>, tensor<3x2xi32>) outs(%2 : tensor<3x2xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<3x2xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%0 : tensor<3x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x2xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4 : tensor<3x2xi32>, tensor<3x2xi32>) outs(%0 : tensor<3x2xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %22 = arith.addi %in, %in_3 : i32
      linalg.yield %22 : i32
    } -> tensor<3x2xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %5, %arg1 : tensor<3x2xi1>, tensor<3x2xi32>, tensor<3x2xi32>) outs(%0 : tensor<3x2xi32>) {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %22 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %22 : i32
    } -> tensor<3x2xi32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [3, 2, 1] : tensor<3x2xi32> into tensor<3x2x1xi32>
    %7 = tensor.empty() : tensor<3x2x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%7 : tensor<3x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x2x1xi32>
    %9 = tensor.empty() : tensor<3x2x1xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<3x2x1xi32>, tensor<3x2x1xi32>) outs(%9 : tensor<3x2x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sge, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<3x2x1xi1>
    %11 = tensor.empty() : tensor<1x1x1xi32>
    %12 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<1xi32>) outs(%11 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %13 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xi32>) outs(%7 : tensor<3x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x2x1xi32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %13 : tensor<3x2x1xi32>, tensor<3x2x1xi32>) outs(%9 : tensor<3x2x1xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %22 = arith.cmpi sle, %in, %in_3 : i32
      linalg.yield %22 : i1
    } -> tensor<3x2x1xi1>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<3x2x1xi1>, tensor<3x2x1xi1>) outs(%9 : tensor<3x2x1xi1>) {
    ^bb0(%in: i1, %in_3: i1, %out: i1):
      %22 = arith.andi %in, %in_3 : i1
      linalg.yield %22 : i1
    } -> tensor<3x2x1xi1>
    %16 = linalg.fill ins(%true : i1) outs(%2 : tensor<3x2xi1>) -> tensor<3x2xi1>
    %17 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<3x2x1xi1>) outs(%16 : tensor<3x2xi1>) {
    ^bb0(%in: i1, %out: i1):
      %22 = arith.andi %out, %in : i1
      linalg.yield %22 : i1
    } -> tensor<3x2xi1>
    %18 = tensor.empty() : tensor<3x2xf32>
    %19 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%18 : tensor<3x2xf32>) {
    ^bb0(%out: f32):
      %22 = linalg.index 0 : index
      %23 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%22, %23, %c0] : tensor<3x2x1xi32>
      %24 = arith.index_cast %extracted : i32 to index
      %25 = arith.maxsi %24, %c0 : index
      %26 = arith.minsi %25, %c4 : index
      %extracted_3 = tensor.extract %arg0[%22, %26] : tensor<3x5xf32>
      linalg.yield %extracted_3 : f32
    } -> tensor<3x2xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%18 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x2xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %19, %20 : tensor<3x2xi1>, tensor<3x2xf32>, tensor<3x2xf32>) outs(%18 : tensor<3x2xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %22 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<3x2xf32>
    return %21 : tensor<3x2xf32>
  }
}
