// PEER, forward and backward, its tables split by width over four ranks: written by write.py
sbp.placement @mesh ["tp" = 4]
func.func @main(
    %x: tensor<256x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %query: tensor<256x4x2x64xf32> {sbp.name = "query"},
    %keys: tensor<4x2x256x64xf32> {sbp.name = "keys"},
    %query_gain: tensor<64xf32> {sbp.name = "query_gain"},
    %down: tensor<65536x256xf32> {sbp.name = "down", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %values: tensor<65536x256xf32> {sbp.name = "values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %dy: tensor<256x256xf32> {sbp.name = "dy", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x256xf32> {sbp.name = "d_x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x4x2x64xf32> {sbp.name = "d_query"}, tensor<4x2x256x64xf32> {sbp.name = "d_keys"}, tensor<64xf32> {sbp.name = "d_query_gain"}, tensor<65536x256xf32> {sbp.name = "d_down", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, tensor<65536x256xf32> {sbp.name = "d_values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}) {
  %zero_f32 = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<256x4x2x64xf32>
  %1 = linalg.fill ins(%zero_f32 : f32) outs(%0 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %query : tensor<256x256xf32>, tensor<256x4x2x64xf32>) outs(%1 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  %3 = tensor.empty() : tensor<256x4x2xf32>
  %4 = linalg.fill ins(%zero_f32 : f32) outs(%3 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<256x4x2x64xf32>) outs(%4 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2xf32>
  %6 = tensor.empty() : tensor<256x4x2xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<256x4x2xf32>) outs(%6 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %8 = tensor.empty() : tensor<256x4x2x64xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<256x4x2xf32>) outs(%8 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x4x2x64xf32>
  %10 = tensor.empty() : tensor<256x4x2x64xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %9 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%10 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %12 = tensor.empty() : tensor<256x4x2xf32>
  %13 = linalg.fill ins(%zero_f32 : f32) outs(%12 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11, %11 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%13 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2xf32>
  %15 = tensor.empty() : tensor<256x4x2xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<256x4x2xf32>) outs(%15 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 1.00000000000000008e-05 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %17 = tensor.empty() : tensor<256x4x2xf32>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<256x4x2xf32>) outs(%17 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2xf32>
  %19 = tensor.empty() : tensor<256x4x2x64xf32>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %18 : tensor<256x4x2x64xf32>, tensor<256x4x2xf32>) outs(%19 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %21 = tensor.empty() : tensor<256x4x2x64xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %query_gain : tensor<256x4x2x64xf32>, tensor<64xf32>) outs(%21 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %23 = tensor.empty() : tensor<2x256x4x256xf32>
  %24 = linalg.fill ins(%zero_f32 : f32) outs(%23 : tensor<2x256x4x256xf32>) -> tensor<2x256x4x256xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%22, %keys : tensor<256x4x2x64xf32>, tensor<4x2x256x64xf32>) outs(%24 : tensor<2x256x4x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x256x4x256xf32>
  %26, %27 = nn.top_k %25 {axis = 3 : i64, k = 16 : i64} : (tensor<2x256x4x256xf32>) -> (tensor<2x256x4x16xf32>, tensor<2x256x4x16xi32>)
  %28 = arith.constant dense<0> : tensor<i32>
  %29 = nn.gather %26, %28 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>) -> tensor<256x4x16xf32>
  %30 = arith.constant dense<0> : tensor<i32>
  %31 = nn.gather %27, %30 {axis = 0 : i64} : (tensor<2x256x4x16xi32>, tensor<i32>) -> tensor<256x4x16xi32>
  %32 = arith.constant dense<1> : tensor<i32>
  %33 = nn.gather %26, %32 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>) -> tensor<256x4x16xf32>
  %34 = arith.constant dense<1> : tensor<i32>
  %35 = nn.gather %27, %34 {axis = 0 : i64} : (tensor<2x256x4x16xi32>, tensor<i32>) -> tensor<256x4x16xi32>
  %36 = arith.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<50xi32>
  %37 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<50xi32>
  %38 = nn.gather %29, %36 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>) -> tensor<256x4x50xf32>
  %39 = nn.gather %33, %37 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>) -> tensor<256x4x50xf32>
  %40 = tensor.empty() : tensor<256x4x50xf32>
  %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %39 : tensor<256x4x50xf32>, tensor<256x4x50xf32>) outs(%40 : tensor<256x4x50xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x50xf32>
  %42 = nn.gather %31, %36 {axis = 2 : i64} : (tensor<256x4x16xi32>, tensor<50xi32>) -> tensor<256x4x50xi32>
  %43 = nn.gather %35, %37 {axis = 2 : i64} : (tensor<256x4x16xi32>, tensor<50xi32>) -> tensor<256x4x50xi32>
  %44 = tensor.empty() : tensor<256x4x50xi32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %43 : tensor<256x4x50xi32>, tensor<256x4x50xi32>) outs(%44 : tensor<256x4x50xi32>) {
  ^bb0(%element_0: i32, %element_1: i32, %element_out: i32):
    %s1 = arith.constant 256 : i32
    %s2 = arith.muli %element_0, %s1 : i32
    %s3 = arith.addi %s2, %element_1 : i32
    linalg.yield %s3 : i32
  } -> tensor<256x4x50xi32>
  %46, %47 = nn.top_k %41 {axis = 2 : i64, k = 16 : i64} : (tensor<256x4x50xf32>) -> (tensor<256x4x16xf32>, tensor<256x4x16xi32>)
  %48 = nn.gather %45, %47 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x4x50xi32>, tensor<256x4x16xi32>) -> tensor<256x4x16xi32>
  %49 = tensor.empty() : tensor<256x4x16xf32>
  %50 = linalg.softmax dimension(2) ins(%46 : tensor<256x4x16xf32>) outs(%49 : tensor<256x4x16xf32>) -> tensor<256x4x16xf32>
  %51 = memory_layer.row_dot %down, %48, %x : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x256xf32>) -> tensor<256x4x16xf32>
  %52 = tensor.empty() : tensor<256x4x16xf32>
  %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<256x4x16xf32>) outs(%52 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 5.00000000000000000e-01 : f32
    %s2 = arith.constant 1.00000000000000000e+00 : f32
    %s3 = arith.constant 7.07106781186547573e-01 : f32
    %s4 = arith.mulf %element_0, %s3 : f32
    %s5 = math.erf %s4 : f32
    %s6 = arith.addf %s2, %s5 : f32
    %s7 = arith.mulf %s1, %s6 : f32
    %s8 = arith.mulf %element_0, %s7 : f32
    linalg.yield %s8 : f32
  } -> tensor<256x4x16xf32>
  %54 = tensor.empty() : tensor<256x4x16xf32>
  %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%54 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %56 = memory_layer.bag %values, %48, %55 : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>) -> tensor<256x256xf32>
  %57 = memory_layer.row_dot %values, %48, %dy : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x256xf32>) -> tensor<256x4x16xf32>
  %58 = tensor.empty() : tensor<65536x256xf32>
  %59 = linalg.fill ins(%zero_f32 : f32) outs(%58 : tensor<65536x256xf32>) -> tensor<65536x256xf32>
  %60 = memory_layer.add_outer %59, %48, %55, %dy : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>, tensor<256x256xf32>) -> tensor<65536x256xf32>
  %61 = tensor.empty() : tensor<256x4x16xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %53 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%61 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %63 = tensor.empty() : tensor<256x4x16xf32>
  %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %50 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%63 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %65 = tensor.empty() : tensor<256x4x16xf32>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %51 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%65 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.constant -5.00000000000000000e-01 : f32
    %s2 = arith.mulf %element_1, %element_1 : f32
    %s3 = arith.mulf %s1, %s2 : f32
    %s4 = math.exp %s3 : f32
    %s5 = arith.constant 5.00000000000000000e-01 : f32
    %s6 = arith.constant 1.00000000000000000e+00 : f32
    %s7 = arith.constant 7.07106781186547573e-01 : f32
    %s8 = arith.mulf %element_1, %s7 : f32
    %s9 = math.erf %s8 : f32
    %s10 = arith.addf %s6, %s9 : f32
    %s11 = arith.mulf %s5, %s10 : f32
    %s12 = arith.mulf %element_1, %s4 : f32
    %s13 = arith.constant 3.98942280401432703e-01 : f32
    %s14 = arith.mulf %s12, %s13 : f32
    %s15 = arith.addf %s11, %s14 : f32
    %s16 = arith.mulf %element_0, %s15 : f32
    linalg.yield %s16 : f32
  } -> tensor<256x4x16xf32>
  %67 = memory_layer.bag %down, %48, %66 : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>) -> tensor<256x256xf32>
  %68 = tensor.empty() : tensor<65536x256xf32>
  %69 = linalg.fill ins(%zero_f32 : f32) outs(%68 : tensor<65536x256xf32>) -> tensor<65536x256xf32>
  %70 = memory_layer.add_outer %69, %48, %66, %x : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>, tensor<256x256xf32>) -> tensor<65536x256xf32>
  %71 = tensor.empty() : tensor<256x4x16xf32>
  %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %50 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%71 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %73 = tensor.empty() : tensor<256x4xf32>
  %74 = linalg.fill ins(%zero_f32 : f32) outs(%73 : tensor<256x4xf32>) -> tensor<256x4xf32>
  %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<256x4x16xf32>) outs(%74 : tensor<256x4xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4xf32>
  %76 = tensor.empty() : tensor<256x4xf32>
  %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%75 : tensor<256x4xf32>) outs(%76 : tensor<256x4xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4xf32>
  %78 = tensor.empty() : tensor<256x4x16xf32>
  %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %77 : tensor<256x4x16xf32>, tensor<256x4xf32>) outs(%78 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %80 = tensor.empty() : tensor<256x4x16xf32>
  %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %79 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%80 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %82 = tensor.empty() : tensor<256x4x50xf32>
  %83 = linalg.fill ins(%zero_f32 : f32) outs(%82 : tensor<256x4x50xf32>) -> tensor<256x4x50xf32>
  %84 = nn.scatter_add %83, %47, %81 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x4x50xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>) -> tensor<256x4x50xf32>
  %85 = tensor.empty() : tensor<256x4x16xf32>
  %86 = linalg.fill ins(%zero_f32 : f32) outs(%85 : tensor<256x4x16xf32>) -> tensor<256x4x16xf32>
  %87 = nn.scatter_add %86, %37, %84 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>, tensor<256x4x50xf32>) -> tensor<256x4x16xf32>
  %88 = tensor.empty() : tensor<256x4x16xf32>
  %89 = linalg.fill ins(%zero_f32 : f32) outs(%88 : tensor<256x4x16xf32>) -> tensor<256x4x16xf32>
  %90 = nn.scatter_add %89, %36, %84 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>, tensor<256x4x50xf32>) -> tensor<256x4x16xf32>
  %91 = tensor.empty() : tensor<2x256x4x16xf32>
  %92 = linalg.fill ins(%zero_f32 : f32) outs(%91 : tensor<2x256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %93 = nn.scatter_add %92, %32, %87 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>, tensor<256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %94 = tensor.empty() : tensor<2x256x4x16xf32>
  %95 = linalg.fill ins(%zero_f32 : f32) outs(%94 : tensor<2x256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %96 = nn.scatter_add %95, %28, %90 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>, tensor<256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %97 = tensor.empty() : tensor<2x256x4x16xf32>
  %98 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %96 : tensor<2x256x4x16xf32>, tensor<2x256x4x16xf32>) outs(%97 : tensor<2x256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x256x4x16xf32>
  %99 = tensor.empty() : tensor<2x256x4x256xf32>
  %100 = linalg.fill ins(%zero_f32 : f32) outs(%99 : tensor<2x256x4x256xf32>) -> tensor<2x256x4x256xf32>
  %101 = nn.scatter_add %100, %27, %98 {axis = 3 : i64, batch_dims = 3 : i64} : (tensor<2x256x4x256xf32>, tensor<2x256x4x16xi32>, tensor<2x256x4x16xf32>) -> tensor<2x256x4x256xf32>
  %102 = tensor.empty() : tensor<256x4x2x64xf32>
  %103 = linalg.fill ins(%zero_f32 : f32) outs(%102 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%101, %keys : tensor<2x256x4x256xf32>, tensor<4x2x256x64xf32>) outs(%103 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  %105 = tensor.empty() : tensor<4x2x256x64xf32>
  %106 = linalg.fill ins(%zero_f32 : f32) outs(%105 : tensor<4x2x256x64xf32>) -> tensor<4x2x256x64xf32>
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%101, %22 : tensor<2x256x4x256xf32>, tensor<256x4x2x64xf32>) outs(%106 : tensor<4x2x256x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<4x2x256x64xf32>
  %108 = tensor.empty() : tensor<256x4x2x64xf32>
  %109 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %query_gain : tensor<256x4x2x64xf32>, tensor<64xf32>) outs(%108 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %110 = tensor.empty() : tensor<64xf32>
  %111 = linalg.fill ins(%zero_f32 : f32) outs(%110 : tensor<64xf32>) -> tensor<64xf32>
  %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%104, %20 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%111 : tensor<64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<64xf32>
  %113 = tensor.empty() : tensor<256x4x2x64xf32>
  %114 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109, %18 : tensor<256x4x2x64xf32>, tensor<256x4x2xf32>) outs(%113 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %115 = tensor.empty() : tensor<256x4x2xf32>
  %116 = linalg.fill ins(%zero_f32 : f32) outs(%115 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %117 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%109, %11 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%116 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2xf32>
  %118 = tensor.empty() : tensor<256x4x2xf32>
  %119 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %16 : tensor<256x4x2xf32>, tensor<256x4x2xf32>) outs(%118 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<256x4x2xf32>
  %120 = tensor.empty() : tensor<256x4x2xf32>
  %121 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<256x4x2xf32>) outs(%120 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %122 = tensor.empty() : tensor<256x4x2x64xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %11 : tensor<256x4x2xf32>, tensor<256x4x2x64xf32>) outs(%122 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %124 = tensor.empty() : tensor<256x4x2x64xf32>
  %125 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %123 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%124 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %126 = tensor.empty() : tensor<256x4x2x64xf32>
  %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %11 : tensor<256x4x2xf32>, tensor<256x4x2x64xf32>) outs(%126 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %128 = tensor.empty() : tensor<256x4x2x64xf32>
  %129 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %127 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%128 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %130 = tensor.empty() : tensor<256x4x2xf32>
  %131 = linalg.fill ins(%zero_f32 : f32) outs(%130 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %132 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%129 : tensor<256x4x2x64xf32>) outs(%131 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2xf32>
  %133 = tensor.empty() : tensor<256x4x2xf32>
  %134 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<256x4x2xf32>) outs(%133 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %135 = tensor.empty() : tensor<256x4x2x64xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134 : tensor<256x4x2xf32>) outs(%135 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x4x2x64xf32>
  %137 = tensor.empty() : tensor<256x4x2x64xf32>
  %138 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129, %136 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%137 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %139 = tensor.empty() : tensor<256x256xf32>
  %140 = linalg.fill ins(%zero_f32 : f32) outs(%139 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %141 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%138, %query : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%140 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %142 = tensor.empty() : tensor<256x256xf32>
  %143 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%67, %141 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%142 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x256xf32>
  %144 = tensor.empty() : tensor<256x4x2x64xf32>
  %145 = linalg.fill ins(%zero_f32 : f32) outs(%144 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %146 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%138, %x : tensor<256x4x2x64xf32>, tensor<256x256xf32>) outs(%145 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  return %56, %143, %146, %107, %112, %70, %60 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x4x2x64xf32>, tensor<4x2x256x64xf32>, tensor<64xf32>, tensor<65536x256xf32>, tensor<65536x256xf32>
}
