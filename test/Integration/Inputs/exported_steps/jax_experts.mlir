#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map14 = affine_map<(d0, d1) -> (d1)>
#map15 = affine_map<(d0, d1) -> (0, d1)>
#map16 = affine_map<(d0, d1, d2) -> ()>
#map17 = affine_map<() -> ()>
#map18 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map20 = affine_map<(d0, d1) -> (d1, d0)>
#map21 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit_experts {
  func.func public @main(%arg0: tensor<5x5xf32> {sbp.state = "params.again"}, %arg1: tensor<5xf32> {sbp.state = "params.bias"}, %arg2: tensor<4x6x5xf32> {sbp.state = "params.experts"}, %arg3: tensor<5x2xf32> {sbp.state = "params.head"}, %arg4: tensor<6x4xf32> {sbp.state = "params.router"}, %arg5: tensor<8x6xf32> {sbp.name = "x"}, %arg6: tensor<8x2xf32> {sbp.name = "y"}) -> (tensor<f32> {sbp.name = "result"}, tensor<5x5xf32> {sbp.gradient_of = "params.again", sbp.name = "gradient.params.again"}, tensor<5xf32> {sbp.gradient_of = "params.bias", sbp.name = "gradient.params.bias"}, tensor<4x6x5xf32> {sbp.gradient_of = "params.experts", sbp.name = "gradient.params.experts"}, tensor<5x2xf32> {sbp.gradient_of = "params.head", sbp.name = "gradient.params.head"}, tensor<6x4xf32> {sbp.gradient_of = "params.router", sbp.name = "gradient.params.router"}) {
    %c2_i32 = arith.constant 2 : i32
    %cst = arith.constant 6.250000e-02 : f32
    %true = arith.constant true
    %c1_i32 = arith.constant 1 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst_0 = arith.constant 0.00999999977 : f32
    %cst_1 = arith.constant 1.600000e+01 : f32
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 0.000000e+00 : f32
    %cst_4 = arith.constant dense<3> : tensor<1xi32>
    %cst_5 = arith.constant dense<2> : tensor<i32>
    %cst_6 = arith.constant dense<1> : tensor<i32>
    %cst_7 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<4> : tensor<i32>
    %cst_9 = arith.constant dense<0> : tensor<i32>
    %cst_10 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_11 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_13 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<8x4xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = linalg.matmul ins(%arg5, %arg4 : tensor<8x6xf32>, tensor<6x4xf32>) outs(%1 : tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = tensor.empty() : tensor<8xf32>
    %4 = linalg.fill ins(%cst_2 : f32) outs(%3 : tensor<8xf32>) -> tensor<8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<8x4xf32>) outs(%4 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.maximumf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<8xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_13 : tensor<f32>) outs(%3 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%6, %5 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.maximumf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8xf32>
    %8 = tensor.empty() : tensor<8x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x1xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %10 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.subf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.exp %in : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %13 = linalg.fill ins(%cst_3 : f32) outs(%3 : tensor<8xf32>) -> tensor<8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<8x4xf32>) outs(%13 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<8xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<8xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x1xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %16 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.divf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %15 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %18 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.divf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x1xf32>
    %21:2 = "nn.top_k"(%17) {axis = 1 : i64, k = 2 : i64} : (tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %22 = tensor.empty() : tensor<8x2xi32>
    %23 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<i32>) outs(%22 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2xi32>
    %24 = tensor.empty() : tensor<8x2xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21#1, %23 : tensor<8x2xi32>, tensor<8x2xi32>) outs(%24 : tensor<8x2xi1>) {
    ^bb0(%in: i32, %in_19: i32, %out: i1):
      %158 = arith.cmpi slt, %in, %in_19 : i32
      linalg.yield %158 : i1
    } -> tensor<8x2xi1>
    %26 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_8 : tensor<i32>) outs(%22 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2xi32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21#1, %26 : tensor<8x2xi32>, tensor<8x2xi32>) outs(%22 : tensor<8x2xi32>) {
    ^bb0(%in: i32, %in_19: i32, %out: i32):
      %158 = arith.addi %in, %in_19 : i32
      linalg.yield %158 : i32
    } -> tensor<8x2xi32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %27, %21#1 : tensor<8x2xi1>, tensor<8x2xi32>, tensor<8x2xi32>) outs(%22 : tensor<8x2xi32>) {
    ^bb0(%in: i1, %in_19: i32, %in_20: i32, %out: i32):
      %158 = arith.select %in, %in_19, %in_20 : i32
      linalg.yield %158 : i32
    } -> tensor<8x2xi32>
    %29 = tensor.empty() : tensor<8x2x1xi32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<8x2xi32>) outs(%29 : tensor<8x2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x2x1xi32>
    %31 = tensor.empty() : tensor<8x2x6x5xf32>
    %32 = linalg.generic {indexing_maps = [#map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%31 : tensor<8x2x6x5xf32>) {
    ^bb0(%out: f32):
      %158 = linalg.index 0 : index
      %159 = linalg.index 1 : index
      %160 = linalg.index 2 : index
      %161 = linalg.index 3 : index
      %extracted = tensor.extract %30[%158, %159, %c0] : tensor<8x2x1xi32>
      %162 = arith.index_cast %extracted : i32 to index
      %163 = arith.maxsi %162, %c0 : index
      %164 = arith.minsi %163, %c3 : index
      %extracted_19 = tensor.extract %arg2[%164, %160, %161] : tensor<4x6x5xf32>
      linalg.yield %extracted_19 : f32
    } -> tensor<8x2x6x5xf32>
    %33 = tensor.empty() : tensor<8x2x5xf32>
    %34 = linalg.fill ins(%cst_3 : f32) outs(%33 : tensor<8x2x5xf32>) -> tensor<8x2x5xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg5, %32 : tensor<8x6xf32>, tensor<8x2x6x5xf32>) outs(%34 : tensor<8x2x5xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x2x5xf32>
    %36 = tensor.empty() : tensor<8x5xf32>
    %37 = linalg.fill ins(%cst_3 : f32) outs(%36 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map13, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21#0, %35 : tensor<8x2xf32>, tensor<8x2x5xf32>) outs(%37 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x5xf32>
    %39 = tensor.empty() : tensor<1x5xf32>
    %40 = linalg.generic {indexing_maps = [#map14, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<5xf32>) outs(%39 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x5xf32>
    %41 = linalg.generic {indexing_maps = [#map15, #map], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<1x5xf32>) outs(%36 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%38, %41 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%36 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.addf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x5xf32>
    %collapsed = tensor.collapse_shape %21#0 [[0, 1]] : tensor<8x2xf32> into tensor<16xf32>
    %collapsed_14 = tensor.collapse_shape %21#1 [[0, 1]] : tensor<8x2xi32> into tensor<16xi32>
    %43 = tensor.empty() : tensor<4xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %45 = tensor.empty() : tensor<16x1xi32>
    %46 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_14 : tensor<16xi32>) outs(%45 : tensor<16x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<16x1xi32>
    %collapsed_15 = tensor.collapse_shape %46 [[0, 1]] : tensor<16x1xi32> into tensor<16xi32>
    %47 = "nn.scatter_add"(%44, %collapsed_15, %collapsed) {axis = 0 : i64, drop_outside} : (tensor<4xf32>, tensor<16xi32>, tensor<16xf32>) -> tensor<4xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_7 : tensor<f32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%47, %48 : tensor<4xf32>, tensor<4xf32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.divf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<4xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%36 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %51 = tensor.empty() : tensor<3xf32>
    %52 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%51 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3xf32>
    %53 = tensor.empty() : tensor<3x8x5xf32>
    %54 = linalg.generic {indexing_maps = [#map16, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%53 : tensor<3x8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x8x5xf32>
    %55:3 = call @closed_call(%arg0, %42, %50) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<f32>, tensor<8x5xf32>)
    %56 = call @dynamic_update_index_in_dim(%52, %55#1, %cst_9) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
    %57 = call @dynamic_update_index_in_dim_0(%54, %55#2, %cst_9) : (tensor<3x8x5xf32>, tensor<8x5xf32>, tensor<i32>) -> tensor<3x8x5xf32>
    %58:3 = call @closed_call(%arg0, %42, %55#0) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<f32>, tensor<8x5xf32>)
    %59 = call @dynamic_update_index_in_dim(%56, %58#1, %cst_6) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
    %60 = call @dynamic_update_index_in_dim_0(%57, %58#2, %cst_6) : (tensor<3x8x5xf32>, tensor<8x5xf32>, tensor<i32>) -> tensor<3x8x5xf32>
    %61:3 = call @closed_call(%arg0, %42, %58#0) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<f32>, tensor<8x5xf32>)
    %62 = call @dynamic_update_index_in_dim(%59, %61#1, %cst_5) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
    %63 = call @dynamic_update_index_in_dim_0(%60, %61#2, %cst_5) : (tensor<3x8x5xf32>, tensor<8x5xf32>, tensor<i32>) -> tensor<3x8x5xf32>
    %64 = tensor.empty() : tensor<8x2xf32>
    %65 = linalg.fill ins(%cst_3 : f32) outs(%64 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %66 = linalg.matmul ins(%61#0, %arg3 : tensor<8x5xf32>, tensor<5x2xf32>) outs(%65 : tensor<8x2xf32>) -> tensor<8x2xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%66, %arg6 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.subf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x2xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%67, %67 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x2xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %67 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x2xf32>
    %71 = tensor.empty() : tensor<f32>
    %72 = linalg.fill ins(%cst_3 : f32) outs(%71 : tensor<f32>) -> tensor<f32>
    %73 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["reduction", "reduction"]} ins(%68 : tensor<8x2xf32>) outs(%72 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<f32>
    %74 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%73 : tensor<f32>) outs(%71 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.divf %in, %cst_1 : f32
      linalg.yield %158 : f32
    } -> tensor<f32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%49, %49 : tensor<4xf32>, tensor<4xf32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<4xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_10 : tensor<f32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%76, %49 : tensor<4xf32>, tensor<4xf32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<4xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction"]} ins(%75 : tensor<4xf32>) outs(%72 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<f32>
    %79 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%78 : tensor<f32>) outs(%71 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.mulf %in, %cst_0 : f32
      linalg.yield %158 : f32
    } -> tensor<f32>
    %80 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = []} ins(%74, %79 : tensor<f32>, tensor<f32>) outs(%71 : tensor<f32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.addf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<f32>
    %81 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%71 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_0 : f32
    } -> tensor<f32>
    %82 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%81 : tensor<f32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%82, %77 : tensor<4xf32>, tensor<4xf32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<4xf32>
    %84 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%71 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %85 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%84 : tensor<f32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%85, %70 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x2xf32>
    %87 = tensor.empty() : tensor<2x5xf32>
    %88 = linalg.fill ins(%cst_3 : f32) outs(%87 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %89 = linalg.generic {indexing_maps = [#map18, #map19, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86, %61#0 : tensor<8x2xf32>, tensor<8x5xf32>) outs(%88 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<2x5xf32>
    %90 = tensor.empty() : tensor<5x2xf32>
    %91 = linalg.generic {indexing_maps = [#map20, #map], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<2x5xf32>) outs(%90 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2xf32>
    %92 = linalg.generic {indexing_maps = [#map12, #map21, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86, %arg3 : tensor<8x2xf32>, tensor<5x2xf32>) outs(%37 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x5xf32>
    %93 = tensor.empty() : tensor<5x5xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%93 : tensor<5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x5xf32>
    %95 = tensor.empty() : tensor<i32>
    %96 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%95 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c3_i32 : i32
    } -> tensor<i32>
    %97 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%96 : tensor<i32>) outs(%95 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %158 = arith.subi %in, %c1_i32 : i32
      linalg.yield %158 : i32
    } -> tensor<i32>
    %98 = call @dynamic_index_in_dim(%63, %97) : (tensor<3x8x5xf32>, tensor<i32>) -> tensor<8x5xf32>
    %99:3 = call @closed_call_1(%arg0, %42, %94, %50, %92, %98) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>)
    %100 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%95 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c2_i32 : i32
    } -> tensor<i32>
    %101 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%100 : tensor<i32>) outs(%95 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %158 = arith.subi %in, %c1_i32 : i32
      linalg.yield %158 : i32
    } -> tensor<i32>
    %102 = call @dynamic_index_in_dim(%63, %101) : (tensor<3x8x5xf32>, tensor<i32>) -> tensor<8x5xf32>
    %103:3 = call @closed_call_1(%arg0, %42, %99#0, %99#1, %99#2, %102) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>)
    %104 = linalg.generic {indexing_maps = [#map17], iterator_types = []} outs(%95 : tensor<i32>) {
    ^bb0(%out: i32):
      linalg.yield %c1_i32 : i32
    } -> tensor<i32>
    %105 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%104 : tensor<i32>) outs(%95 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %158 = arith.subi %in, %c1_i32 : i32
      linalg.yield %158 : i32
    } -> tensor<i32>
    %106 = call @dynamic_index_in_dim(%63, %105) : (tensor<3x8x5xf32>, tensor<i32>) -> tensor<8x5xf32>
    %107:3 = call @closed_call_1(%arg0, %42, %103#0, %103#1, %103#2, %106) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>)
    %108 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%83, %48 : tensor<4xf32>, tensor<4xf32>) outs(%43 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.divf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<4xf32>
    %109 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<i32>) outs(%45 : tensor<16x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<16x1xi32>
    %110 = tensor.empty() : tensor<16x1xi1>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%46, %109 : tensor<16x1xi32>, tensor<16x1xi32>) outs(%110 : tensor<16x1xi1>) {
    ^bb0(%in: i32, %in_19: i32, %out: i1):
      %158 = arith.cmpi sge, %in, %in_19 : i32
      linalg.yield %158 : i1
    } -> tensor<16x1xi1>
    %112 = tensor.empty() : tensor<1x1xi32>
    %113 = linalg.generic {indexing_maps = [#map14, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<1xi32>) outs(%112 : tensor<1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1xi32>
    %114 = linalg.generic {indexing_maps = [#map15, #map], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<1x1xi32>) outs(%45 : tensor<16x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<16x1xi32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%46, %114 : tensor<16x1xi32>, tensor<16x1xi32>) outs(%110 : tensor<16x1xi1>) {
    ^bb0(%in: i32, %in_19: i32, %out: i1):
      %158 = arith.cmpi sle, %in, %in_19 : i32
      linalg.yield %158 : i1
    } -> tensor<16x1xi1>
    %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%111, %115 : tensor<16x1xi1>, tensor<16x1xi1>) outs(%110 : tensor<16x1xi1>) {
    ^bb0(%in: i1, %in_19: i1, %out: i1):
      %158 = arith.andi %in, %in_19 : i1
      linalg.yield %158 : i1
    } -> tensor<16x1xi1>
    %117 = tensor.empty() : tensor<16xi1>
    %118 = linalg.fill ins(%true : i1) outs(%117 : tensor<16xi1>) -> tensor<16xi1>
    %119 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%116 : tensor<16x1xi1>) outs(%118 : tensor<16xi1>) {
    ^bb0(%in: i1, %out: i1):
      %158 = arith.andi %out, %in : i1
      linalg.yield %158 : i1
    } -> tensor<16xi1>
    %120 = tensor.empty() : tensor<16xf32>
    %121 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%120 : tensor<16xf32>) {
    ^bb0(%out: f32):
      %158 = linalg.index 0 : index
      %extracted = tensor.extract %46[%158, %c0] : tensor<16x1xi32>
      %159 = arith.index_cast %extracted : i32 to index
      %160 = arith.maxsi %159, %c0 : index
      %161 = arith.minsi %160, %c3 : index
      %extracted_19 = tensor.extract %108[%161] : tensor<4xf32>
      linalg.yield %extracted_19 : f32
    } -> tensor<16xf32>
    %122 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_12 : tensor<f32>) outs(%120 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%119, %121, %122 : tensor<16xi1>, tensor<16xf32>, tensor<16xf32>) outs(%120 : tensor<16xf32>) {
    ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
      %158 = arith.select %in, %in_19, %in_20 : f32
      linalg.yield %158 : f32
    } -> tensor<16xf32>
    %expanded = tensor.expand_shape %123 [[0, 1]] output_shape [8, 2] : tensor<16xf32> into tensor<8x2xf32>
    %124 = tensor.empty() : tensor<5xf32>
    %125 = linalg.fill ins(%cst_3 : f32) outs(%124 : tensor<5xf32>) -> tensor<5xf32>
    %126 = linalg.generic {indexing_maps = [#map20, #map1], iterator_types = ["parallel", "reduction"]} ins(%107#1 : tensor<8x5xf32>) outs(%125 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<5xf32>
    %expanded_16 = tensor.expand_shape %126 [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
    %127 = linalg.generic {indexing_maps = [#map20, #map1], iterator_types = ["parallel", "reduction"]} ins(%expanded_16 : tensor<1x5xf32>) outs(%125 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<5xf32>
    %128 = tensor.empty() : tensor<8x5x2xf32>
    %129 = linalg.fill ins(%cst_3 : f32) outs(%128 : tensor<8x5x2xf32>) -> tensor<8x5x2xf32>
    %130 = linalg.generic {indexing_maps = [#map6, #map12, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107#1, %21#0 : tensor<8x5xf32>, tensor<8x2xf32>) outs(%129 : tensor<8x5x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x5x2xf32>
    %131 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<8x5x2xf32>) outs(%33 : tensor<8x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x5xf32>
    %132 = linalg.generic {indexing_maps = [#map12, #map7, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%107#1, %35 : tensor<8x5xf32>, tensor<8x2x5xf32>) outs(%65 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x2xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded, %132 : tensor<8x2xf32>, tensor<8x2xf32>) outs(%64 : tensor<8x2xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.addf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x2xf32>
    %134 = tensor.empty() : tensor<8x2x5x6xf32>
    %135 = linalg.fill ins(%cst_3 : f32) outs(%134 : tensor<8x2x5x6xf32>) -> tensor<8x2x5x6xf32>
    %136 = linalg.generic {indexing_maps = [#map11, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %arg5 : tensor<8x2x5xf32>, tensor<8x6xf32>) outs(%135 : tensor<8x2x5x6xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<8x2x5x6xf32>
    %137 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<8x2x5x6xf32>) outs(%31 : tensor<8x2x6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x6x5xf32>
    %138 = tensor.empty() : tensor<4x6x5xf32>
    %139 = linalg.generic {indexing_maps = [#map16, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%138 : tensor<4x6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x6x5xf32>
    %collapsed_17 = tensor.collapse_shape %30 [[0], [1, 2]] : tensor<8x2x1xi32> into tensor<8x2xi32>
    %140 = "nn.scatter_add"(%139, %collapsed_17, %137) {axis = 0 : i64, drop_outside} : (tensor<4x6x5xf32>, tensor<8x2xi32>, tensor<8x2x6x5xf32>) -> tensor<4x6x5xf32>
    %141 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %142 = "nn.scatter_add"(%141, %21#1, %133) {axis = 1 : i64, batch_dims = 1 : i64, drop_outside} : (tensor<8x4xf32>, tensor<8x2xi32>, tensor<8x2xf32>) -> tensor<8x4xf32>
    %143 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<8x1xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%142, %143 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%144, %12 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%145 : tensor<8x4xf32>) outs(%13 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<8xf32>
    %expanded_18 = tensor.expand_shape %146 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_18 : tensor<8x1xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.negf %in : f32
      linalg.yield %158 : f32
    } -> tensor<8x1xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%142, %16 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.divf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%147 : tensor<8x1xf32>) outs(%13 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %out, %in : f32
      linalg.yield %158 : f32
    } -> tensor<8xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<8xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%148, %150 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.addf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%151, %12 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      linalg.yield %158 : f32
    } -> tensor<8x4xf32>
    %153 = tensor.empty() : tensor<4x6xf32>
    %154 = linalg.fill ins(%cst_3 : f32) outs(%153 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %155 = linalg.generic {indexing_maps = [#map18, #map19, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%152, %arg5 : tensor<8x4xf32>, tensor<8x6xf32>) outs(%154 : tensor<4x6xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %158 = arith.mulf %in, %in_19 : f32
      %159 = arith.addf %out, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<4x6xf32>
    %156 = tensor.empty() : tensor<6x4xf32>
    %157 = linalg.generic {indexing_maps = [#map20, #map], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<4x6xf32>) outs(%156 : tensor<6x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x4xf32>
    return %80, %107#0, %127, %140, %91, %157 : tensor<f32>, tensor<5x5xf32>, tensor<5xf32>, tensor<4x6x5xf32>, tensor<5x2xf32>, tensor<6x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<5x5xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<f32>, tensor<8x5xf32>) {
    %cst = arith.constant 4.000000e+01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x5xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %2 = linalg.matmul ins(%arg2, %arg0 : tensor<8x5xf32>, tensor<5x5xf32>) outs(%1 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg1 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%0 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %9 = arith.addf %in, %in_1 : f32
      linalg.yield %9 : f32
    } -> tensor<8x5xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x5xf32>) outs(%0 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = math.tanh %in : f32
      linalg.yield %9 : f32
    } -> tensor<8x5xf32>
    %5 = tensor.empty() : tensor<f32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<f32>) -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["reduction", "reduction"]} ins(%4 : tensor<8x5xf32>) outs(%6 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %out, %in : f32
      linalg.yield %9 : f32
    } -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%7 : tensor<f32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.divf %in, %cst : f32
      linalg.yield %9 : f32
    } -> tensor<f32>
    return %4, %8, %arg2 : tensor<8x5xf32>, tensor<f32>, tensor<8x5xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%arg1 : tensor<f32>) outs(%0 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c2 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4] [1] [1] : tensor<1xf32> into tensor<3xf32>
    return %inserted_slice : tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<3x8x5xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<i32>) -> tensor<3x8x5xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x8x5xf32>
    %1 = linalg.generic {indexing_maps = [#map21, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<8x5xf32>) outs(%0 : tensor<1x8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x5xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c2 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0, 0] [1, 8, 5] [1, 1, 1] : tensor<1x8x5xf32> into tensor<3x8x5xf32>
    return %inserted_slice : tensor<3x8x5xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x8x5xf32>, %arg1: tensor<i32>) -> tensor<8x5xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c2 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 8, 5] [1, 1, 1] : tensor<3x8x5xf32> to tensor<1x8x5xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x5xf32> into tensor<8x5xf32>
    return %collapsed : tensor<8x5xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<5x5xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<5x5xf32>, %arg3: tensor<8x5xf32>, %arg4: tensor<8x5xf32>, %arg5: tensor<8x5xf32>) -> (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0:4 = "nn.barrier"(%arg0, %arg1, %arg5, %arg4) : (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) -> (tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>)
    %1 = tensor.empty() : tensor<8x5xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %3 = linalg.matmul ins(%0#2, %0#0 : tensor<8x5xf32>, tensor<5x5xf32>) outs(%2 : tensor<8x5xf32>) -> tensor<8x5xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %0#1 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.addf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.tanh %in : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %5 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.subf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%0#3, %7 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.mulf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %5 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.mulf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.addf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    %11 = tensor.empty() : tensor<5x5xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<5x5xf32>) -> tensor<5x5xf32>
    %13 = linalg.generic {indexing_maps = [#map18, #map19, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10, %0#2 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%12 : tensor<5x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.mulf %in, %in_1 : f32
      %19 = arith.addf %out, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<5x5xf32>
    %14 = linalg.generic {indexing_maps = [#map20, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<5x5xf32>) outs(%11 : tensor<5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x5xf32>
    %15 = linalg.generic {indexing_maps = [#map12, #map21, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10, %0#0 : tensor<8x5xf32>, tensor<5x5xf32>) outs(%2 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.mulf %in, %in_1 : f32
      %19 = arith.addf %out, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<8x5xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %14 : tensor<5x5xf32>, tensor<5x5xf32>) outs(%11 : tensor<5x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.addf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<5x5xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3, %10 : tensor<8x5xf32>, tensor<8x5xf32>) outs(%1 : tensor<8x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.addf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<8x5xf32>
    return %16, %17, %15 : tensor<5x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>
  }
}
