#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map11 = affine_map<(d0, d1) -> (d1, d0)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2)>
module @jit_layers {
  func.func public @main(%arg0: tensor<3x4x4xf32> {sbp.name = "w"}, %arg1: tensor<2x4xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "result.0"}, tensor<3x2xf32> {sbp.name = "result.1"}, tensor<3x4x4xf32> {sbp.name = "result.2.0"}, tensor<2x4xf32> {sbp.name = "result.2.1"}) {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<2> : tensor<i32>
    %cst_3 = arith.constant dense<1> : tensor<i32>
    %cst_4 = arith.constant dense<0> : tensor<i32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<3x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%0 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x2xf32>
    %2 = tensor.empty() : tensor<3x2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%2 : tensor<3x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x2x4xf32>
    %4 = call @dynamic_index_in_dim(%arg0, %cst_4) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %5:5 = call @closed_call(%arg1, %4) : (tensor<2x4xf32>, tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
    %6 = call @dynamic_update_index_in_dim(%1, %5#1, %cst_4) : (tensor<3x2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<3x2xf32>
    %7 = call @dynamic_update_index_in_dim_0(%3, %5#2, %cst_4) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %8 = call @dynamic_update_index_in_dim_0(%3, %5#3, %cst_4) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %9 = call @dynamic_update_index_in_dim_0(%3, %5#4, %cst_4) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %10 = call @dynamic_index_in_dim(%arg0, %cst_3) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %11:5 = call @closed_call(%5#0, %10) : (tensor<2x4xf32>, tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
    %12 = call @dynamic_update_index_in_dim(%6, %11#1, %cst_3) : (tensor<3x2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<3x2xf32>
    %13 = call @dynamic_update_index_in_dim_0(%7, %11#2, %cst_3) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %14 = call @dynamic_update_index_in_dim_0(%8, %11#3, %cst_3) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %15 = call @dynamic_update_index_in_dim_0(%9, %11#4, %cst_3) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %16 = call @dynamic_index_in_dim(%arg0, %cst_2) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %17:5 = call @closed_call(%11#0, %16) : (tensor<2x4xf32>, tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
    %18 = call @dynamic_update_index_in_dim(%12, %17#1, %cst_2) : (tensor<3x2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<3x2xf32>
    %19 = call @dynamic_update_index_in_dim_0(%13, %17#2, %cst_2) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %20 = call @dynamic_update_index_in_dim_0(%14, %17#3, %cst_2) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %21 = call @dynamic_update_index_in_dim_0(%15, %17#4, %cst_2) : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<3x2x4xf32>
    %22 = tensor.empty() : tensor<2x4xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17#0, %17#0 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%22 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %58 = arith.mulf %in, %in_6 : f32
      linalg.yield %58 : f32
    } -> tensor<2x4xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%22 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %17#0 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%22 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %58 = arith.mulf %in, %in_6 : f32
      linalg.yield %58 : f32
    } -> tensor<2x4xf32>
    %26 = tensor.empty() : tensor<f32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<f32>) -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "reduction"]} ins(%23 : tensor<2x4xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %58 = arith.addf %out, %in : f32
      linalg.yield %58 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%22 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29, %25 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%22 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %58 = arith.mulf %in, %in_6 : f32
      linalg.yield %58 : f32
    } -> tensor<2x4xf32>
    %31 = tensor.empty() : tensor<3x4x4xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%31 : tensor<3x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4x4xf32>
    %33 = tensor.empty() : tensor<i32>
    %34 = linalg.generic {indexing_maps = [#map4], iterator_types = []} outs(%33 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c3_i32 : i32
    } -> tensor<i32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%34 : tensor<i32>) outs(%33 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %58 = arith.subi %in, %c1_i32 : i32
      linalg.yield %58 : i32
    } -> tensor<i32>
    %36 = call @dynamic_index_in_dim(%arg0, %35) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %37 = call @dynamic_index_in_dim_1(%19, %35) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %38 = call @dynamic_index_in_dim_1(%20, %35) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %39 = call @dynamic_index_in_dim_1(%21, %35) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %40:2 = call @closed_call_2(%30, %36, %37, %38, %39) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>)
    %41 = call @dynamic_update_index_in_dim_3(%32, %40#1, %35) : (tensor<3x4x4xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<3x4x4xf32>
    %42 = linalg.generic {indexing_maps = [#map4], iterator_types = []} outs(%33 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c2_i32 : i32
    } -> tensor<i32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%42 : tensor<i32>) outs(%33 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %58 = arith.subi %in, %c1_i32 : i32
      linalg.yield %58 : i32
    } -> tensor<i32>
    %44 = call @dynamic_index_in_dim(%arg0, %43) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %45 = call @dynamic_index_in_dim_1(%19, %43) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %46 = call @dynamic_index_in_dim_1(%20, %43) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %47 = call @dynamic_index_in_dim_1(%21, %43) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %48:2 = call @closed_call_2(%40#0, %44, %45, %46, %47) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>)
    %49 = call @dynamic_update_index_in_dim_3(%41, %48#1, %43) : (tensor<3x4x4xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<3x4x4xf32>
    %50 = linalg.generic {indexing_maps = [#map4], iterator_types = []} outs(%33 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c1_i32 : i32
    } -> tensor<i32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%50 : tensor<i32>) outs(%33 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %58 = arith.subi %in, %c1_i32 : i32
      linalg.yield %58 : i32
    } -> tensor<i32>
    %52 = call @dynamic_index_in_dim(%arg0, %51) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %53 = call @dynamic_index_in_dim_1(%19, %51) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %54 = call @dynamic_index_in_dim_1(%20, %51) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %55 = call @dynamic_index_in_dim_1(%21, %51) : (tensor<3x2x4xf32>, tensor<i32>) -> tensor<2x4xf32>
    %56:2 = call @closed_call_2(%48#0, %52, %53, %54, %55) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>)
    %57 = call @dynamic_update_index_in_dim_3(%49, %56#1, %51) : (tensor<3x4x4xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<3x4x4xf32>
    return %28, %18, %57, %56#0 : tensor<f32>, tensor<3x2xf32>, tensor<3x4x4xf32>, tensor<2x4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4x4xf32>, %arg1: tensor<i32>) -> tensor<4x4xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c2 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<3x4x4xf32> to tensor<1x4x4xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x4x4xf32> into tensor<4x4xf32>
    return %collapsed : tensor<4x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<2x4xf32>, %arg1: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = math.tanh %in : f32
      linalg.yield %10 : f32
    } -> tensor<2x4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %3 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %10 = arith.subf %in, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<2x4xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %10 = arith.addf %in, %in_1 : f32
      linalg.yield %10 : f32
    } -> tensor<2x4xf32>
    %7 = tensor.empty() : tensor<2xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<2xf32>) -> tensor<2xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<2x4xf32>) outs(%8 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.addf %out, %in : f32
      linalg.yield %10 : f32
    } -> tensor<2xf32>
    return %6, %9, %arg0, %3, %5 : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) -> tensor<3x2xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x2xf32>
    %1 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2xf32>) outs(%0 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c2 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<3x2xf32>
    return %inserted_slice : tensor<3x2xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<3x2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<i32>) -> tensor<3x2x4xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x2x4xf32>
    %1 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x4xf32>) outs(%0 : tensor<1x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c2 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<1x2x4xf32> into tensor<3x2x4xf32>
    return %inserted_slice : tensor<3x2x4xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x2x4xf32>, %arg1: tensor<i32>) -> tensor<2x4xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c2 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<3x2x4xf32> to tensor<1x2x4xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x2x4xf32> into tensor<2x4xf32>
    return %collapsed : tensor<2x4xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<2x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<2x4xf32>, %arg3: tensor<2x4xf32>, %arg4: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x4xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg4 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x4xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg3 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.addf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x4xf32>
    %4 = tensor.empty() : tensor<4x4xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %arg2 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%5 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      %12 = arith.addf %out, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<4x4xf32>
    %7 = linalg.generic {indexing_maps = [#map11, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x4xf32>) outs(%4 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %9 = linalg.generic {indexing_maps = [#map12, #map7, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %arg1 : tensor<2x4xf32>, tensor<4x4xf32>) outs(%8 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.mulf %in, %in_0 : f32
      %12 = arith.addf %out, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<2x4xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %9 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %11 = arith.addf %in, %in_0 : f32
      linalg.yield %11 : f32
    } -> tensor<2x4xf32>
    return %10, %7 : tensor<2x4xf32>, tensor<4x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<i32>) -> tensor<3x4x4xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x4x4xf32>
    %1 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%0 : tensor<1x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x4xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c2 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<1x4x4xf32> into tensor<3x4x4xf32>
    return %inserted_slice : tensor<3x4x4xf32>
  }
}
