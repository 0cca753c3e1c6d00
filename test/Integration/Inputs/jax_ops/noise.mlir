#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1) -> ()>
#map6 = affine_map<(d0, d1) -> (0, 0)>
#map7 = affine_map<(d0) -> (0)>
module @jit_noise {
  func.func public @main(%arg0: tensor<2xi32> {sbp.name = "key"}, %arg1: tensor<4x4xf32> {sbp.name = "x"}) -> (tensor<4x4xf32> {sbp.name = "result.0"}, tensor<3x5xf32> {sbp.name = "result.1"}, tensor<7xi32> {sbp.name = "result.2"}) {
    %cst = arith.constant dense<10> : tensor<i32>
    %cst_0 = arith.constant dense<0> : tensor<i32>
    %cst_1 = arith.constant dense<0.899999976> : tensor<f32>
    %0 = call @_threefry_split(%arg0) : (tensor<2xi32>) -> tensor<2x2xi32>
    %extracted_slice = tensor.extract_slice %0[0, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
    %extracted_slice_2 = tensor.extract_slice %0[1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
    %1 = call @_bernoulli(%collapsed, %cst_1) : (tensor<2xi32>, tensor<f32>) -> tensor<4x4xi1>
    %2 = tensor.empty() : tensor<4x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x4xi1>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: i1, %out: f32):
      %7 = arith.uitofp %in : i1 to f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %3 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%2 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %7 = arith.mulf %in, %in_4 : f32
      linalg.yield %7 : f32
    } -> tensor<4x4xf32>
    %5 = call @_normal(%collapsed_3) : (tensor<2xi32>) -> tensor<3x5xf32>
    %6 = call @_randint(%collapsed, %cst_0, %cst) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<7xi32>
    return %4, %5, %6 : tensor<4x4xf32>, tensor<3x5xf32>, tensor<7xi32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xi32>) -> tensor<2x2xi32> {
    %c1 = arith.constant 1 : index
    %c64_i64 = arith.constant 64 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant dense<1> : tensor<i64>
    %cst_0 = arith.constant dense<32> : tensor<i64>
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_1 = tensor.extract_slice %arg0[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_2 = tensor.collapse_shape %extracted_slice_1 [] : tensor<1xi32> into tensor<i32>
    %0 = tensor.empty() : tensor<2xi64>
    %1 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%0 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %15 = linalg.index 0 : index
      %16 = arith.index_cast %15 : index to i64
      linalg.yield %16 : i64
    } -> tensor<2xi64>
    %2 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst : tensor<i64>) outs(%0 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%2, %1 : tensor<2xi64>, tensor<2xi64>) outs(%0 : tensor<2xi64>) {
    ^bb0(%in: i64, %in_3: i64, %out: i64):
      %15 = arith.muli %in, %in_3 : i64
      linalg.yield %15 : i64
    } -> tensor<2xi64>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i64>) outs(%0 : tensor<2xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2xi64>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %4 : tensor<2xi64>, tensor<2xi64>) outs(%0 : tensor<2xi64>) {
    ^bb0(%in: i64, %in_3: i64, %out: i64):
      %15 = arith.shrui %in, %in_3 : i64
      %16 = arith.cmpi ult, %in_3, %c64_i64 : i64
      %17 = arith.select %16, %15, %c0_i64 : i64
      linalg.yield %17 : i64
    } -> tensor<2xi64>
    %6 = tensor.empty() : tensor<2xi32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%3 : tensor<2xi64>) outs(%6 : tensor<2xi32>) {
    ^bb0(%in: i64, %out: i32):
      %15 = arith.trunci %in : i64 to i32
      linalg.yield %15 : i32
    } -> tensor<2xi32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%5 : tensor<2xi64>) outs(%6 : tensor<2xi32>) {
    ^bb0(%in: i64, %out: i32):
      %15 = arith.trunci %in : i64 to i32
      linalg.yield %15 : i32
    } -> tensor<2xi32>
    %9:2 = call @threefry2x32(%collapsed, %collapsed_2, %8, %7) : (tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    %10 = tensor.empty() : tensor<2x1xi32>
    %11 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%9#0 : tensor<2xi32>) outs(%10 : tensor<2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1xi32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%9#1 : tensor<2xi32>) outs(%10 : tensor<2x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1xi32>
    %13 = tensor.empty() : tensor<2x2xi32>
    %14 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%13 : tensor<2x2xi32>) {
    ^bb0(%out: i32):
      %15 = linalg.index 0 : index
      %16 = linalg.index 1 : index
      %17 = arith.cmpi ult, %16, %c1 : index
      %18 = scf.if %17 -> (i32) {
        %extracted = tensor.extract %11[%15, %16] : tensor<2x1xi32>
        scf.yield %extracted : i32
      } else {
        %19 = arith.subi %16, %c1 : index
        %extracted = tensor.extract %12[%15, %19] : tensor<2x1xi32>
        scf.yield %extracted : i32
      }
      linalg.yield %18 : i32
    } -> tensor<2x2xi32>
    return %14 : tensor<2x2xi32>
  }
  func.func private @threefry2x32(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<2xi32>, %arg3: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
    %c466688986_i32 = arith.constant 466688986 : i32
    %cst = arith.constant dense<[17, 29, 16, 24]> : tensor<4xi32>
    %cst_0 = arith.constant dense<[13, 15, 26, 6]> : tensor<4xi32>
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg0, %arg1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.xori %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %13 = arith.xori %in, %c466688986_i32 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %3 = tensor.empty() : tensor<2xi32>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<i32>) outs(%3 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %4 : tensor<2xi32>, tensor<2xi32>) outs(%3 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<2xi32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg1 : tensor<i32>) outs(%3 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg3, %6 : tensor<2xi32>, tensor<2xi32>) outs(%3 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<2xi32>
    %8:8 = call @closed_call(%cst_1, %5, %7, %arg1, %2, %arg0, %cst_0, %cst) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %9:8 = call @closed_call(%8#0, %8#1, %8#2, %8#3, %8#4, %8#5, %8#6, %8#7) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %10:8 = call @closed_call(%9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %11:8 = call @closed_call(%10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %12:8 = call @closed_call(%11#0, %11#1, %11#2, %11#3, %11#4, %11#5, %11#6, %11#7) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    return %12#1, %12#2 : tensor<2xi32>, tensor<2xi32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi32>) -> (tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.addi %in, %c1_i32 : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %extracted_slice = tensor.extract_slice %arg6[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %2 = tensor.empty() : tensor<2xi32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %arg2 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %4 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %7 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%6 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %7 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%5, %8 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %9 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %extracted_slice_0 = tensor.extract_slice %arg6[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_1 = tensor.collapse_shape %extracted_slice_0 [] : tensor<1xi32> into tensor<i32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %10 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %12 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_1 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%10, %12 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %15 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%14 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%10, %15 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%13, %16 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%11, %17 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %extracted_slice_2 = tensor.extract_slice %arg6[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [] : tensor<1xi32> into tensor<i32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%11, %18 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_3 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %20 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_3 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %23 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%22 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %23 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%21, %24 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %25 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %extracted_slice_4 = tensor.extract_slice %arg6[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [] : tensor<1xi32> into tensor<i32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %26 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_5 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%26, %28 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_5 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %31 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%30 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%26, %31 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<2xi32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%29, %32 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%27, %33 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %35 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg3 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%27, %35 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %37 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg4 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%34, %37 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    %39 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%1 : tensor<i32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2xi32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%38, %39 : tensor<2xi32>, tensor<2xi32>) outs(%2 : tensor<2xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<2xi32>
    return %1, %36, %40, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  func.func private @_bernoulli(%arg0: tensor<2xi32>, %arg1: tensor<f32>) -> tensor<4x4xi1> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xi32>, tensor<f32>, tensor<f32>) -> tensor<4x4xf32>
    %1 = tensor.empty() : tensor<4x4xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<f32>) outs(%1 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %3 = tensor.empty() : tensor<4x4xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%3 : tensor<4x4xi1>) {
    ^bb0(%in: f32, %in_1: f32, %out: i1):
      %5 = arith.cmpf olt, %in, %in_1 : f32
      linalg.yield %5 : i1
    } -> tensor<4x4xi1>
    return %4 : tensor<4x4xi1>
  }
  func.func private @_uniform(%arg0: tensor<2xi32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<4x4xf32> {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i64 = arith.constant 64 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant dense<4> : tensor<i64>
    %cst_0 = arith.constant dense<1> : tensor<i64>
    %cst_1 = arith.constant dense<32> : tensor<i64>
    %cst_2 = arith.constant dense<9> : tensor<i32>
    %cst_3 = arith.constant dense<1065353216> : tensor<i32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<1x1xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<f32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_5 = tensor.extract_slice %arg0[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [] : tensor<1xi32> into tensor<i32>
    %3 = tensor.empty() : tensor<4x4xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<4x4xi64>) {
    ^bb0(%out: i64):
      %32 = linalg.index 0 : index
      %33 = arith.index_cast %32 : index to i64
      linalg.yield %33 : i64
    } -> tensor<4x4xi64>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<4x4xi64>) {
    ^bb0(%out: i64):
      %32 = linalg.index 1 : index
      %33 = arith.index_cast %32 : index to i64
      linalg.yield %33 : i64
    } -> tensor<4x4xi64>
    %6 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %4 : tensor<4x4xi64>, tensor<4x4xi64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.muli %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<4x4xi64>
    %8 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %5 : tensor<4x4xi64>, tensor<4x4xi64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.muli %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<4x4xi64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %9 : tensor<4x4xi64>, tensor<4x4xi64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.addi %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<4x4xi64>
    %11 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %11 : tensor<4x4xi64>, tensor<4x4xi64>) outs(%3 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.shrui %in, %in_7 : i64
      %33 = arith.cmpi ult, %in_7, %c64_i64 : i64
      %34 = arith.select %33, %32, %c0_i64 : i64
      linalg.yield %34 : i64
    } -> tensor<4x4xi64>
    %13 = tensor.empty() : tensor<4x4xi32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<4x4xi64>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i64, %out: i32):
      %32 = arith.trunci %in : i64 to i32
      linalg.yield %32 : i32
    } -> tensor<4x4xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4x4xi64>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i64, %out: i32):
      %32 = arith.trunci %in : i64 to i32
      linalg.yield %32 : i32
    } -> tensor<4x4xi32>
    %16:2 = call @threefry2x32_0(%collapsed, %collapsed_6, %15, %14) : (tensor<i32>, tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>)
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16#0, %16#1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.xori %in, %in_7 : i32
      linalg.yield %32 : i32
    } -> tensor<4x4xi32>
    %18 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.shrui %in, %in_7 : i32
      %33 = arith.cmpi ult, %in_7, %c32_i32 : i32
      %34 = arith.select %33, %32, %c0_i32 : i32
      linalg.yield %34 : i32
    } -> tensor<4x4xi32>
    %20 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%13 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.ori %in, %in_7 : i32
      linalg.yield %32 : i32
    } -> tensor<4x4xi32>
    %22 = tensor.empty() : tensor<4x4xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<4x4xi32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: i32, %out: f32):
      %32 = arith.bitcast %in : i32 to f32
      linalg.yield %32 : f32
    } -> tensor<4x4xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.subf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %1 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.subf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<1x1xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %27 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.mulf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<4x4xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1x1xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %29 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.addf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<4x4xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %30 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%22 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.maximumf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<4x4xf32>
    return %31 : tensor<4x4xf32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<4x4xi32>, %arg3: tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>) {
    %c466688986_i32 = arith.constant 466688986 : i32
    %cst = arith.constant dense<[17, 29, 16, 24]> : tensor<4xi32>
    %cst_0 = arith.constant dense<[13, 15, 26, 6]> : tensor<4xi32>
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg0, %arg1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.xori %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %13 = arith.xori %in, %c466688986_i32 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %3 = tensor.empty() : tensor<4x4xi32>
    %4 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<i32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %4 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<4x4xi32>
    %6 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<i32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3, %6 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%3 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<4x4xi32>
    %8:8 = call @closed_call_1(%cst_1, %5, %7, %arg1, %2, %arg0, %cst_0, %cst) : (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %9:8 = call @closed_call_1(%8#0, %8#1, %8#2, %8#3, %8#4, %8#5, %8#6, %8#7) : (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %10:8 = call @closed_call_1(%9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7) : (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %11:8 = call @closed_call_1(%10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7) : (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %12:8 = call @closed_call_1(%11#0, %11#1, %11#2, %11#3, %11#4, %11#5, %11#6, %11#7) : (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    return %12#1, %12#2 : tensor<4x4xi32>, tensor<4x4xi32>
  }
  func.func private @closed_call_1(%arg0: tensor<i32>, %arg1: tensor<4x4xi32>, %arg2: tensor<4x4xi32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi32>) -> (tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.addi %in, %c1_i32 : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %extracted_slice = tensor.extract_slice %arg6[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %2 = tensor.empty() : tensor<4x4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg2 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %4 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %4 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %7 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %7 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %8 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %9 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %extracted_slice_0 = tensor.extract_slice %arg6[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_1 = tensor.collapse_shape %extracted_slice_0 [] : tensor<1xi32> into tensor<i32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %10 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %12 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_1 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %12 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %15 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %15 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %17 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %extracted_slice_2 = tensor.extract_slice %arg6[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [] : tensor<1xi32> into tensor<i32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %18 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %20 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %20 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_3 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %23 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %23 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %24 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %25 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %extracted_slice_4 = tensor.extract_slice %arg6[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [] : tensor<1xi32> into tensor<i32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %26 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %28 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_5 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %28 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_5 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %31 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %31 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<4x4xi32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %33 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %35 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %35 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %37 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %37 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    %39 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<i32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x4xi32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%38, %39 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%2 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<4x4xi32>
    return %1, %36, %40, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  func.func private @_normal(%arg0: tensor<2xi32>) -> tensor<3x5xf32> {
    %0 = call @_normal_real(%arg0) : (tensor<2xi32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func private @_normal_real(%arg0: tensor<2xi32>) -> tensor<3x5xf32> {
    %cst = arith.constant 0x7F800000 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 2.83297682 : f32
    %cst_2 = arith.constant 1.50140941 : f32
    %cst_3 = arith.constant 1.00167406 : f32
    %cst_4 = arith.constant 0.246640727 : f32
    %cst_5 = arith.constant 0.00943887047 : f32
    %cst_6 = arith.constant -0.00417768164 : f32
    %cst_7 = arith.constant -0.0076224613 : f32
    %cst_8 = arith.constant -0.00125372503 : f32
    %cst_9 = arith.constant 0.00573950773 : f32
    %cst_10 = arith.constant 2.1858087E-4 : f32
    %cst_11 = arith.constant -0.00367342844 : f32
    %cst_12 = arith.constant -4.39150654E-6 : f32
    %cst_13 = arith.constant 0.00134934322 : f32
    %cst_14 = arith.constant -3.5233877E-6 : f32
    %cst_15 = arith.constant 1.00950558E-4 : f32
    %cst_16 = arith.constant 3.43273939E-7 : f32
    %cst_17 = arith.constant -2.00214257E-4 : f32
    %cst_18 = arith.constant 2.81022636E-8 : f32
    %cst_19 = arith.constant 3.000000e+00 : f32
    %cst_20 = arith.constant 2.500000e+00 : f32
    %cst_21 = arith.constant 5.000000e+00 : f32
    %cst_22 = arith.constant dense<1.41421354> : tensor<f32>
    %cst_23 = arith.constant dense<-0.99999994> : tensor<f32>
    %cst_24 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform_2(%arg0, %cst_23, %cst_24) : (tensor<2xi32>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>
    %1 = tensor.empty() : tensor<3x5xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.negf %in : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %2 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.log1p %in : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.negf %in : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %6 = tensor.empty() : tensor<3x5xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<3x5xf32>) outs(%6 : tensor<3x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %44 = arith.cmpf olt, %in, %cst_21 : f32
      linalg.yield %44 : i1
    } -> tensor<3x5xi1>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.subf %in, %cst_20 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.sqrt %in : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.subf %in, %cst_19 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %8, %10 : tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %in_25: f32, %in_26: f32, %out: f32):
      %44 = arith.select %in, %in_25, %in_26 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_18, %cst_17 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_16, %cst_15 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %14 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_14, %cst_13 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %17 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_12, %cst_11 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_10, %cst_9 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %23 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_8, %cst_7 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %26 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_6, %cst_5 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %29 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_4, %cst_3 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%31, %32 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x5xi1>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %out: f32):
      %44 = arith.select %in, %cst_2, %cst_1 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %11 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %35 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.addf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%36, %0 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.absf %in : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<3x5xf32>) outs(%6 : tensor<3x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %44 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %44 : i1
    } -> tensor<3x5xi1>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.mulf %in, %cst : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%39, %40, %37 : tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: i1, %in_25: f32, %in_26: f32, %out: f32):
      %44 = arith.select %in, %in_25, %in_26 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%42, %41 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%1 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %44 = arith.mulf %in, %in_25 : f32
      linalg.yield %44 : f32
    } -> tensor<3x5xf32>
    return %43 : tensor<3x5xf32>
  }
  func.func private @_uniform_2(%arg0: tensor<2xi32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<3x5xf32> {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i64 = arith.constant 64 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant dense<5> : tensor<i64>
    %cst_0 = arith.constant dense<1> : tensor<i64>
    %cst_1 = arith.constant dense<32> : tensor<i64>
    %cst_2 = arith.constant dense<9> : tensor<i32>
    %cst_3 = arith.constant dense<1065353216> : tensor<i32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<1x1xf32>
    %1 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<f32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_5 = tensor.extract_slice %arg0[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [] : tensor<1xi32> into tensor<i32>
    %3 = tensor.empty() : tensor<3x5xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<3x5xi64>) {
    ^bb0(%out: i64):
      %32 = linalg.index 0 : index
      %33 = arith.index_cast %32 : index to i64
      linalg.yield %33 : i64
    } -> tensor<3x5xi64>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<3x5xi64>) {
    ^bb0(%out: i64):
      %32 = linalg.index 1 : index
      %33 = arith.index_cast %32 : index to i64
      linalg.yield %33 : i64
    } -> tensor<3x5xi64>
    %6 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<i64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<3x5xi64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %4 : tensor<3x5xi64>, tensor<3x5xi64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.muli %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<3x5xi64>
    %8 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<i64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<3x5xi64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %5 : tensor<3x5xi64>, tensor<3x5xi64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.muli %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<3x5xi64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %9 : tensor<3x5xi64>, tensor<3x5xi64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.addi %in, %in_7 : i64
      linalg.yield %32 : i64
    } -> tensor<3x5xi64>
    %11 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<3x5xi64>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %11 : tensor<3x5xi64>, tensor<3x5xi64>) outs(%3 : tensor<3x5xi64>) {
    ^bb0(%in: i64, %in_7: i64, %out: i64):
      %32 = arith.shrui %in, %in_7 : i64
      %33 = arith.cmpi ult, %in_7, %c64_i64 : i64
      %34 = arith.select %33, %32, %c0_i64 : i64
      linalg.yield %34 : i64
    } -> tensor<3x5xi64>
    %13 = tensor.empty() : tensor<3x5xi32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<3x5xi64>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i64, %out: i32):
      %32 = arith.trunci %in : i64 to i32
      linalg.yield %32 : i32
    } -> tensor<3x5xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<3x5xi64>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i64, %out: i32):
      %32 = arith.trunci %in : i64 to i32
      linalg.yield %32 : i32
    } -> tensor<3x5xi32>
    %16:2 = call @threefry2x32_3(%collapsed, %collapsed_6, %15, %14) : (tensor<i32>, tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>) -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16#0, %16#1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.xori %in, %in_7 : i32
      linalg.yield %32 : i32
    } -> tensor<3x5xi32>
    %18 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.shrui %in, %in_7 : i32
      %33 = arith.cmpi ult, %in_7, %c32_i32 : i32
      %34 = arith.select %33, %32, %c0_i32 : i32
      linalg.yield %34 : i32
    } -> tensor<3x5xi32>
    %20 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%13 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %32 = arith.ori %in, %in_7 : i32
      linalg.yield %32 : i32
    } -> tensor<3x5xi32>
    %22 = tensor.empty() : tensor<3x5xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<3x5xi32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: i32, %out: f32):
      %32 = arith.bitcast %in : i32 to f32
      linalg.yield %32 : f32
    } -> tensor<3x5xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.subf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<3x5xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %1 : tensor<1x1xf32>, tensor<1x1xf32>) outs(%0 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.subf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<1x1xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %27 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.mulf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<3x5xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1x1xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x5xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %29 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.addf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<3x5xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %30 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%22 : tensor<3x5xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.maximumf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<3x5xf32>
    return %31 : tensor<3x5xf32>
  }
  func.func private @threefry2x32_3(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<3x5xi32>, %arg3: tensor<3x5xi32>) -> (tensor<3x5xi32>, tensor<3x5xi32>) {
    %c466688986_i32 = arith.constant 466688986 : i32
    %cst = arith.constant dense<[17, 29, 16, 24]> : tensor<4xi32>
    %cst_0 = arith.constant dense<[13, 15, 26, 6]> : tensor<4xi32>
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg0, %arg1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.xori %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %13 = arith.xori %in, %c466688986_i32 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %3 = tensor.empty() : tensor<3x5xi32>
    %4 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<i32>) outs(%3 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %4 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%3 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<3x5xi32>
    %6 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<i32>) outs(%3 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3, %6 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%3 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<3x5xi32>
    %8:8 = call @closed_call_4(%cst_1, %5, %7, %arg1, %2, %arg0, %cst_0, %cst) : (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %9:8 = call @closed_call_4(%8#0, %8#1, %8#2, %8#3, %8#4, %8#5, %8#6, %8#7) : (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %10:8 = call @closed_call_4(%9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7) : (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %11:8 = call @closed_call_4(%10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7) : (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %12:8 = call @closed_call_4(%11#0, %11#1, %11#2, %11#3, %11#4, %11#5, %11#6, %11#7) : (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    return %12#1, %12#2 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @closed_call_4(%arg0: tensor<i32>, %arg1: tensor<3x5xi32>, %arg2: tensor<3x5xi32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi32>) -> (tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.addi %in, %c1_i32 : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %extracted_slice = tensor.extract_slice %arg6[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %2 = tensor.empty() : tensor<3x5xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg2 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %4 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %4 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %7 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %7 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %8 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %9 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %extracted_slice_0 = tensor.extract_slice %arg6[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_1 = tensor.collapse_shape %extracted_slice_0 [] : tensor<1xi32> into tensor<i32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %10 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %12 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_1 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %12 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %15 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %15 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %17 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %extracted_slice_2 = tensor.extract_slice %arg6[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [] : tensor<1xi32> into tensor<i32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %18 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %20 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %20 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_3 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %23 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %23 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %24 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %25 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %extracted_slice_4 = tensor.extract_slice %arg6[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [] : tensor<1xi32> into tensor<i32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %26 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %28 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_5 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %28 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_5 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %31 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %31 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<3x5xi32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %33 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %35 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %35 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %37 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %37 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    %39 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<i32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<3x5xi32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%38, %39 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%2 : tensor<3x5xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<3x5xi32>
    return %1, %36, %40, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  func.func private @_randint(%arg0: tensor<2xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<7xi32> {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i64 = arith.constant 64 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant dense<65536> : tensor<i32>
    %cst_0 = arith.constant dense<1> : tensor<i32>
    %cst_1 = arith.constant dense<32> : tensor<i64>
    %cst_2 = arith.constant dense<1> : tensor<i64>
    %cst_3 = arith.constant dense<2147483647> : tensor<i32>
    %cst_4 = arith.constant dense<-2147483648> : tensor<i32>
    %0 = call @clip(%cst_3, %cst_4, %cst_3) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = tensor.empty() : tensor<i1>
    %2 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg2, %0 : tensor<i32>, tensor<i32>) outs(%1 : tensor<i1>) {
    ^bb0(%in: i32, %in_15: i32, %out: i1):
      %45 = arith.cmpi sgt, %in, %in_15 : i32
      linalg.yield %45 : i1
    } -> tensor<i1>
    %3 = call @clip_5(%arg1, %cst_4, %cst_3) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = call @clip_5(%arg2, %cst_4, %cst_3) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = tensor.empty() : tensor<1xi32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%3 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %7 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%4 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %8 = call @_threefry_split(%arg0) : (tensor<2xi32>) -> tensor<2x2xi32>
    %extracted_slice = tensor.extract_slice %8[0, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
    %extracted_slice_5 = tensor.extract_slice %8[1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
    %extracted_slice_7 = tensor.extract_slice %collapsed[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_9 = tensor.extract_slice %collapsed[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [] : tensor<1xi32> into tensor<i32>
    %9 = tensor.empty() : tensor<7xi64>
    %10 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%9 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %45 = linalg.index 0 : index
      %46 = arith.index_cast %45 : index to i64
      linalg.yield %46 : i64
    } -> tensor<7xi64>
    %11 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i64>) outs(%9 : tensor<7xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<7xi64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%11, %10 : tensor<7xi64>, tensor<7xi64>) outs(%9 : tensor<7xi64>) {
    ^bb0(%in: i64, %in_15: i64, %out: i64):
      %45 = arith.muli %in, %in_15 : i64
      linalg.yield %45 : i64
    } -> tensor<7xi64>
    %13 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst_1 : tensor<i64>) outs(%9 : tensor<7xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<7xi64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%12, %13 : tensor<7xi64>, tensor<7xi64>) outs(%9 : tensor<7xi64>) {
    ^bb0(%in: i64, %in_15: i64, %out: i64):
      %45 = arith.shrui %in, %in_15 : i64
      %46 = arith.cmpi ult, %in_15, %c64_i64 : i64
      %47 = arith.select %46, %45, %c0_i64 : i64
      linalg.yield %47 : i64
    } -> tensor<7xi64>
    %15 = tensor.empty() : tensor<7xi32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%12 : tensor<7xi64>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i64, %out: i32):
      %45 = arith.trunci %in : i64 to i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%14 : tensor<7xi64>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i64, %out: i32):
      %45 = arith.trunci %in : i64 to i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %18:2 = call @threefry2x32_6(%collapsed_8, %collapsed_10, %17, %16) : (tensor<i32>, tensor<i32>, tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18#0, %18#1 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.xori %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %extracted_slice_11 = tensor.extract_slice %collapsed_6[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_13 = tensor.extract_slice %collapsed_6[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [] : tensor<1xi32> into tensor<i32>
    %20:2 = call @threefry2x32_6(%collapsed_12, %collapsed_14, %17, %16) : (tensor<i32>, tensor<i32>, tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%20#0, %20#1 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.xori %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%7, %6 : tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.subi %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<1xi32>
    %23 = tensor.empty() : tensor<1xi1>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%7, %6 : tensor<1xi32>, tensor<1xi32>) outs(%23 : tensor<1xi1>) {
    ^bb0(%in: i32, %in_15: i32, %out: i1):
      %45 = arith.cmpi sle, %in, %in_15 : i32
      linalg.yield %45 : i1
    } -> tensor<1xi1>
    %25 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst_0 : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%24, %25, %22 : tensor<1xi1>, tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i1, %in_15: i32, %in_16: i32, %out: i32):
      %45 = arith.select %in, %in_15, %in_16 : i32
      linalg.yield %45 : i32
    } -> tensor<1xi32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%7, %6 : tensor<1xi32>, tensor<1xi32>) outs(%23 : tensor<1xi1>) {
    ^bb0(%in: i32, %in_15: i32, %out: i1):
      %45 = arith.cmpi sgt, %in, %in_15 : i32
      linalg.yield %45 : i1
    } -> tensor<1xi1>
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%2 : tensor<i1>) outs(%23 : tensor<1xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1xi1>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%28, %27 : tensor<1xi1>, tensor<1xi1>) outs(%23 : tensor<1xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %45 = arith.andi %in, %in_15 : i1
      linalg.yield %45 : i1
    } -> tensor<1xi1>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%26, %25 : tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.addi %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<1xi32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%29, %30, %26 : tensor<1xi1>, tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i1, %in_15: i32, %in_16: i32, %out: i32):
      %45 = arith.select %in, %in_15, %in_16 : i32
      linalg.yield %45 : i32
    } -> tensor<1xi32>
    %32 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%cst : tensor<i32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%32, %31 : tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.cmpi eq, %in_15, %c0_i32 : i32
      %46 = arith.select %45, %c1_i32, %in_15 : i32
      %47 = arith.remui %in, %46 : i32
      %48 = arith.select %45, %in, %47 : i32
      linalg.yield %48 : i32
    } -> tensor<1xi32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%33, %33 : tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.muli %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<1xi32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%34, %31 : tensor<1xi32>, tensor<1xi32>) outs(%5 : tensor<1xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.cmpi eq, %in_15, %c0_i32 : i32
      %46 = arith.select %45, %c1_i32, %in_15 : i32
      %47 = arith.remui %in, %46 : i32
      %48 = arith.select %45, %in, %47 : i32
      linalg.yield %48 : i32
    } -> tensor<1xi32>
    %36 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel"]} ins(%31 : tensor<1xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %36 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.cmpi eq, %in_15, %c0_i32 : i32
      %46 = arith.select %45, %c1_i32, %in_15 : i32
      %47 = arith.remui %in, %46 : i32
      %48 = arith.select %45, %in, %47 : i32
      linalg.yield %48 : i32
    } -> tensor<7xi32>
    %38 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel"]} ins(%35 : tensor<1xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%37, %38 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.muli %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%21, %36 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.cmpi eq, %in_15, %c0_i32 : i32
      %46 = arith.select %45, %c1_i32, %in_15 : i32
      %47 = arith.remui %in, %46 : i32
      %48 = arith.select %45, %in, %47 : i32
      linalg.yield %48 : i32
    } -> tensor<7xi32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%39, %40 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.addi %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%41, %36 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.cmpi eq, %in_15, %c0_i32 : i32
      %46 = arith.select %45, %c1_i32, %in_15 : i32
      %47 = arith.remui %in, %46 : i32
      %48 = arith.select %45, %in, %47 : i32
      linalg.yield %48 : i32
    } -> tensor<7xi32>
    %43 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel"]} ins(%6 : tensor<1xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%43, %42 : tensor<7xi32>, tensor<7xi32>) outs(%15 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_15: i32, %out: i32):
      %45 = arith.addi %in, %in_15 : i32
      linalg.yield %45 : i32
    } -> tensor<7xi32>
    return %44 : tensor<7xi32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg1, %arg0 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %3 = arith.maxsi %in, %in_0 : i32
      linalg.yield %3 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg2, %1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %3 = arith.minsi %in, %in_0 : i32
      linalg.yield %3 : i32
    } -> tensor<i32>
    return %2 : tensor<i32>
  }
  func.func private @clip_5(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg1, %arg0 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %3 = arith.maxsi %in, %in_0 : i32
      linalg.yield %3 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg2, %1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %3 = arith.minsi %in, %in_0 : i32
      linalg.yield %3 : i32
    } -> tensor<i32>
    return %2 : tensor<i32>
  }
  func.func private @threefry2x32_6(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<7xi32>, %arg3: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
    %c466688986_i32 = arith.constant 466688986 : i32
    %cst = arith.constant dense<[17, 29, 16, 24]> : tensor<4xi32>
    %cst_0 = arith.constant dense<[13, 15, 26, 6]> : tensor<4xi32>
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = []} ins(%arg0, %arg1 : tensor<i32>, tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.xori %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %2 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %13 = arith.xori %in, %c466688986_i32 : i32
      linalg.yield %13 : i32
    } -> tensor<i32>
    %3 = tensor.empty() : tensor<7xi32>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<i32>) outs(%3 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %4 : tensor<7xi32>, tensor<7xi32>) outs(%3 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<7xi32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg1 : tensor<i32>) outs(%3 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg3, %6 : tensor<7xi32>, tensor<7xi32>) outs(%3 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_2: i32, %out: i32):
      %13 = arith.addi %in, %in_2 : i32
      linalg.yield %13 : i32
    } -> tensor<7xi32>
    %8:8 = call @closed_call_7(%cst_1, %5, %7, %arg1, %2, %arg0, %cst_0, %cst) : (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %9:8 = call @closed_call_7(%8#0, %8#1, %8#2, %8#3, %8#4, %8#5, %8#6, %8#7) : (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %10:8 = call @closed_call_7(%9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7) : (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %11:8 = call @closed_call_7(%10#0, %10#1, %10#2, %10#3, %10#4, %10#5, %10#6, %10#7) : (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    %12:8 = call @closed_call_7(%11#0, %11#1, %11#2, %11#3, %11#4, %11#5, %11#6, %11#7) : (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)
    return %12#1, %12#2 : tensor<7xi32>, tensor<7xi32>
  }
  func.func private @closed_call_7(%arg0: tensor<i32>, %arg1: tensor<7xi32>, %arg2: tensor<7xi32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi32>) -> (tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>) {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tensor.empty() : tensor<i32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.addi %in, %c1_i32 : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %extracted_slice = tensor.extract_slice %arg6[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %2 = tensor.empty() : tensor<7xi32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %arg2 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %4 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %4 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %7 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%6 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg2, %7 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%5, %8 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %9 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %extracted_slice_0 = tensor.extract_slice %arg6[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_1 = tensor.collapse_shape %extracted_slice_0 [] : tensor<1xi32> into tensor<i32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %10 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %12 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_1 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%10, %12 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_1 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %15 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%14 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%10, %15 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%13, %16 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%11, %17 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %extracted_slice_2 = tensor.extract_slice %arg6[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [] : tensor<1xi32> into tensor<i32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%11, %18 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_3 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %20 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_3 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %23 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%22 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%18, %23 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%21, %24 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %25 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %extracted_slice_4 = tensor.extract_slice %arg6[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [] : tensor<1xi32> into tensor<i32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %26 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%collapsed_5 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%26, %28 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shli %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%collapsed_5 : tensor<i32>) outs(%0 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %41 = arith.subi %c32_i32, %in : i32
      linalg.yield %41 : i32
    } -> tensor<i32>
    %31 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%30 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%26, %31 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.shrui %in, %in_6 : i32
      %42 = arith.cmpi ult, %in_6, %c32_i32 : i32
      %43 = arith.select %42, %41, %c0_i32 : i32
      linalg.yield %43 : i32
    } -> tensor<7xi32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%29, %32 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.ori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%27, %33 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.xori %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %35 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg3 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%27, %35 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %37 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%arg4 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%34, %37 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    %39 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel"]} ins(%1 : tensor<i32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<7xi32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%38, %39 : tensor<7xi32>, tensor<7xi32>) outs(%2 : tensor<7xi32>) {
    ^bb0(%in: i32, %in_6: i32, %out: i32):
      %41 = arith.addi %in, %in_6 : i32
      linalg.yield %41 : i32
    } -> tensor<7xi32>
    return %1, %36, %40, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
}
