// UltraMemV2, forward and backward, its tables split by width over four ranks: written by write.py
sbp.placement @mesh ["tp" = 4]
func.func @main(
    %x: tensor<256x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %query: tensor<256x2x2x128xf32> {sbp.name = "query"},
    %query_gain: tensor<128xf32> {sbp.name = "query_gain"},
    %keys: tensor<2x1x2x256x128xf32> {sbp.name = "keys"},
    %key_gain: tensor<128xf32> {sbp.name = "key_gain"},
    %core: tensor<1x1x2x2xf32> {sbp.name = "core"},
    %v: tensor<1x2xf32> {sbp.name = "v"},
    %permutation: tensor<65536xi32> {sbp.name = "permutation"},
    %inner: tensor<256x64xf32> {sbp.name = "inner"},
    %down: tensor<262144x64xf32> {sbp.name = "down", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %values: tensor<262144x192xf32> {sbp.name = "values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %out: tensor<192x256xf32> {sbp.name = "out"},
    %dy: tensor<256x256xf32> {sbp.name = "dy", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<1x2xf32> {sbp.name = "next_v"}, tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x256xf32> {sbp.name = "d_x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x2x2x128xf32> {sbp.name = "d_query"}, tensor<128xf32> {sbp.name = "d_query_gain"}, tensor<2x1x2x256x128xf32> {sbp.name = "d_keys"}, tensor<128xf32> {sbp.name = "d_key_gain"}, tensor<1x1x2x2xf32> {sbp.name = "d_core"}, tensor<256x64xf32> {sbp.name = "d_inner"}, tensor<262144x64xf32> {sbp.name = "d_down", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, tensor<262144x192xf32> {sbp.name = "d_values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, tensor<192x256xf32> {sbp.name = "d_out"}) {
  %zero_f32 = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<256x2x2x128xf32>
  %1 = linalg.fill ins(%zero_f32 : f32) outs(%0 : tensor<256x2x2x128xf32>) -> tensor<256x2x2x128xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %query : tensor<256x256xf32>, tensor<256x2x2x128xf32>) outs(%1 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x2x128xf32>
  %3 = tensor.empty() : tensor<256x2x2xf32>
  %4 = linalg.fill ins(%zero_f32 : f32) outs(%3 : tensor<256x2x2xf32>) -> tensor<256x2x2xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<256x2x2x128xf32>) outs(%4 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2xf32>
  %6 = tensor.empty() : tensor<256x2x2xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<256x2x2xf32>) outs(%6 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2x2xf32>
  %8 = tensor.empty() : tensor<256x2x2x128xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<256x2x2xf32>) outs(%8 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x2x2x128xf32>
  %10 = tensor.empty() : tensor<256x2x2x128xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %9 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%10 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %12 = tensor.empty() : tensor<256x2x2xf32>
  %13 = linalg.fill ins(%zero_f32 : f32) outs(%12 : tensor<256x2x2xf32>) -> tensor<256x2x2xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11, %11 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%13 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x2xf32>
  %15 = tensor.empty() : tensor<256x2x2xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<256x2x2xf32>) outs(%15 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 1.00000000000000008e-05 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2x2xf32>
  %17 = tensor.empty() : tensor<256x2x2xf32>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<256x2x2xf32>) outs(%17 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2xf32>
  %19 = tensor.empty() : tensor<256x2x2x128xf32>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %18 : tensor<256x2x2x128xf32>, tensor<256x2x2xf32>) outs(%19 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %21 = tensor.empty() : tensor<256x2x2x128xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %query_gain : tensor<256x2x2x128xf32>, tensor<128xf32>) outs(%21 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %23 = tensor.empty() : tensor<2x1x2x256xf32>
  %24 = linalg.fill ins(%zero_f32 : f32) outs(%23 : tensor<2x1x2x256xf32>) -> tensor<2x1x2x256xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%keys : tensor<2x1x2x256x128xf32>) outs(%24 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256xf32>
  %26 = tensor.empty() : tensor<2x1x2x256xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x1x2x256xf32>) outs(%26 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x256xf32>
  %28 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x1x2x256xf32>) outs(%28 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<2x1x2x256x128xf32>
  %30 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%keys, %29 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%30 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %32 = tensor.empty() : tensor<2x1x2x256xf32>
  %33 = linalg.fill ins(%zero_f32 : f32) outs(%32 : tensor<2x1x2x256xf32>) -> tensor<2x1x2x256xf32>
  %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%31, %31 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%33 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x256xf32>
  %35 = tensor.empty() : tensor<2x1x2x256xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x1x2x256xf32>) outs(%35 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 1.00000000000000008e-05 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x256xf32>
  %37 = tensor.empty() : tensor<2x1x2x256xf32>
  %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x1x2x256xf32>) outs(%37 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256xf32>
  %39 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%31, %38 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256xf32>) outs(%39 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %41 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40, %key_gain : tensor<2x1x2x256x128xf32>, tensor<128xf32>) outs(%41 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %43 = tensor.empty() : tensor<2x256x1x2x256xf32>
  %44 = linalg.fill ins(%zero_f32 : f32) outs(%43 : tensor<2x256x1x2x256xf32>) -> tensor<2x256x1x2x256xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d0, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%22, %42 : tensor<256x2x2x128xf32>, tensor<2x1x2x256x128xf32>) outs(%44 : tensor<2x256x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x256x1x2x256xf32>
  %46 = arith.constant dense<0> : tensor<i32>
  %47 = nn.gather %45, %46 {axis = 0 : i64} : (tensor<2x256x1x2x256xf32>, tensor<i32>) -> tensor<256x1x2x256xf32>
  %48 = arith.constant dense<1> : tensor<i32>
  %49 = nn.gather %45, %48 {axis = 0 : i64} : (tensor<2x256x1x2x256xf32>, tensor<i32>) -> tensor<256x1x2x256xf32>
  %50 = tensor.empty() : tensor<1x2x2xf32>
  %51 = linalg.fill ins(%zero_f32 : f32) outs(%50 : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%core : tensor<1x1x2x2xf32>) outs(%51 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %53 = tensor.empty() : tensor<1x2xf32>
  %54 = linalg.fill ins(%zero_f32 : f32) outs(%53 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %v : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%54 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %56 = tensor.empty() : tensor<1x2xf32>
  %57 = linalg.fill ins(%zero_f32 : f32) outs(%56 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %55 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%57 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %59 = tensor.empty() : tensor<1xf32>
  %60 = linalg.fill ins(%zero_f32 : f32) outs(%59 : tensor<1xf32>) -> tensor<1xf32>
  %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%58, %58 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%60 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %62 = tensor.empty() : tensor<1xf32>
  %63 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%61 : tensor<1xf32>) outs(%62 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %64 = tensor.empty() : tensor<1x2xf32>
  %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%58, %63 : tensor<1x2xf32>, tensor<1xf32>) outs(%64 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %66 = tensor.empty() : tensor<1x2xf32>
  %67 = linalg.fill ins(%zero_f32 : f32) outs(%66 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %65 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%67 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %69 = tensor.empty() : tensor<1x2xf32>
  %70 = linalg.fill ins(%zero_f32 : f32) outs(%69 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %68 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%70 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %72 = tensor.empty() : tensor<1xf32>
  %73 = linalg.fill ins(%zero_f32 : f32) outs(%72 : tensor<1xf32>) -> tensor<1xf32>
  %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%71, %71 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%73 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %75 = tensor.empty() : tensor<1xf32>
  %76 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%74 : tensor<1xf32>) outs(%75 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %77 = tensor.empty() : tensor<1x2xf32>
  %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%71, %76 : tensor<1x2xf32>, tensor<1xf32>) outs(%77 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %79 = tensor.empty() : tensor<1x2xf32>
  %80 = linalg.fill ins(%zero_f32 : f32) outs(%79 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %78 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%80 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %82 = tensor.empty() : tensor<1x2xf32>
  %83 = linalg.fill ins(%zero_f32 : f32) outs(%82 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %81 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%83 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %85 = tensor.empty() : tensor<1xf32>
  %86 = linalg.fill ins(%zero_f32 : f32) outs(%85 : tensor<1xf32>) -> tensor<1xf32>
  %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%84, %84 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%86 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %88 = tensor.empty() : tensor<1xf32>
  %89 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%87 : tensor<1xf32>) outs(%88 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %90 = tensor.empty() : tensor<1x2xf32>
  %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%84, %89 : tensor<1x2xf32>, tensor<1xf32>) outs(%90 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %92 = tensor.empty() : tensor<1x2xf32>
  %93 = linalg.fill ins(%zero_f32 : f32) outs(%92 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %91 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%93 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %95 = tensor.empty() : tensor<1x2xf32>
  %96 = linalg.fill ins(%zero_f32 : f32) outs(%95 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %94 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%96 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %98 = tensor.empty() : tensor<1xf32>
  %99 = linalg.fill ins(%zero_f32 : f32) outs(%98 : tensor<1xf32>) -> tensor<1xf32>
  %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%97, %97 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%99 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %101 = tensor.empty() : tensor<1xf32>
  %102 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%100 : tensor<1xf32>) outs(%101 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %103 = tensor.empty() : tensor<1x2xf32>
  %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%97, %102 : tensor<1x2xf32>, tensor<1xf32>) outs(%103 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %105 = tensor.empty() : tensor<1x2xf32>
  %106 = linalg.fill ins(%zero_f32 : f32) outs(%105 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %104 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%106 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %108 = tensor.empty() : tensor<1x2xf32>
  %109 = linalg.fill ins(%zero_f32 : f32) outs(%108 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %107 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%109 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %111 = tensor.empty() : tensor<1xf32>
  %112 = linalg.fill ins(%zero_f32 : f32) outs(%111 : tensor<1xf32>) -> tensor<1xf32>
  %113 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%110, %110 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%112 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %114 = tensor.empty() : tensor<1xf32>
  %115 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%113 : tensor<1xf32>) outs(%114 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %116 = tensor.empty() : tensor<1x2xf32>
  %117 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%110, %115 : tensor<1x2xf32>, tensor<1xf32>) outs(%116 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %118 = tensor.empty() : tensor<1x2xf32>
  %119 = linalg.fill ins(%zero_f32 : f32) outs(%118 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %120 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %117 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%119 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %121 = tensor.empty() : tensor<1x2xf32>
  %122 = linalg.fill ins(%zero_f32 : f32) outs(%121 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %120 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%122 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %124 = tensor.empty() : tensor<1xf32>
  %125 = linalg.fill ins(%zero_f32 : f32) outs(%124 : tensor<1xf32>) -> tensor<1xf32>
  %126 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%123, %123 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%125 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %127 = tensor.empty() : tensor<1xf32>
  %128 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%126 : tensor<1xf32>) outs(%127 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %129 = tensor.empty() : tensor<1x2xf32>
  %130 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%123, %128 : tensor<1x2xf32>, tensor<1xf32>) outs(%129 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %131 = tensor.empty() : tensor<1x2xf32>
  %132 = linalg.fill ins(%zero_f32 : f32) outs(%131 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %133 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %130 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%132 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %134 = tensor.empty() : tensor<1x2xf32>
  %135 = linalg.fill ins(%zero_f32 : f32) outs(%134 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %133 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%135 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %137 = tensor.empty() : tensor<1xf32>
  %138 = linalg.fill ins(%zero_f32 : f32) outs(%137 : tensor<1xf32>) -> tensor<1xf32>
  %139 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%136, %136 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%138 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %140 = tensor.empty() : tensor<1xf32>
  %141 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%139 : tensor<1xf32>) outs(%140 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %142 = tensor.empty() : tensor<1x2xf32>
  %143 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%136, %141 : tensor<1x2xf32>, tensor<1xf32>) outs(%142 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %144 = tensor.empty() : tensor<1x2xf32>
  %145 = linalg.fill ins(%zero_f32 : f32) outs(%144 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %146 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %143 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%145 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %147 = tensor.empty() : tensor<1x2xf32>
  %148 = linalg.fill ins(%zero_f32 : f32) outs(%147 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %146 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%148 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %150 = tensor.empty() : tensor<1xf32>
  %151 = linalg.fill ins(%zero_f32 : f32) outs(%150 : tensor<1xf32>) -> tensor<1xf32>
  %152 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%149, %149 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%151 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %153 = tensor.empty() : tensor<1xf32>
  %154 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%152 : tensor<1xf32>) outs(%153 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %155 = tensor.empty() : tensor<1x2xf32>
  %156 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%149, %154 : tensor<1x2xf32>, tensor<1xf32>) outs(%155 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %157 = tensor.empty() : tensor<1x2xf32>
  %158 = linalg.fill ins(%zero_f32 : f32) outs(%157 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %159 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%52, %156 : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%158 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1x2xf32>
  %160 = tensor.empty() : tensor<1xf32>
  %161 = linalg.fill ins(%zero_f32 : f32) outs(%160 : tensor<1xf32>) -> tensor<1xf32>
  %162 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%159, %159 : tensor<1x2xf32>, tensor<1x2xf32>) outs(%161 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %163 = tensor.empty() : tensor<1xf32>
  %164 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%162 : tensor<1xf32>) outs(%163 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %165 = tensor.empty() : tensor<1x2xf32>
  %166 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%159, %164 : tensor<1x2xf32>, tensor<1xf32>) outs(%165 : tensor<1x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2xf32>
  %167 = tensor.empty() : tensor<256x1x256xf32>
  %168 = linalg.fill ins(%zero_f32 : f32) outs(%167 : tensor<256x1x256xf32>) -> tensor<256x1x256xf32>
  %169 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%166, %47 : tensor<1x2xf32>, tensor<256x1x2x256xf32>) outs(%168 : tensor<256x1x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x256xf32>
  %170, %171 = nn.top_k %169 {axis = 2 : i64, k = 32 : i64} : (tensor<256x1x256xf32>) -> (tensor<256x1x32xf32>, tensor<256x1x32xi32>)
  %172 = tensor.empty() : tensor<256x1x256xf32>
  %173 = linalg.fill ins(%zero_f32 : f32) outs(%172 : tensor<256x1x256xf32>) -> tensor<256x1x256xf32>
  %174 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%156, %49 : tensor<1x2xf32>, tensor<256x1x2x256xf32>) outs(%173 : tensor<256x1x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x256xf32>
  %175, %176 = nn.top_k %174 {axis = 2 : i64, k = 32 : i64} : (tensor<256x1x256xf32>) -> (tensor<256x1x32xf32>, tensor<256x1x32xi32>)
  %177 = nn.gather %47, %171 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x256xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %178 = nn.gather %49, %176 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x256xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %179, %180, %181, %182 = memory_layer.tucker_top_k %177, %178, %core {k = 32 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x2x32xf32>, tensor<1x1x2x2xf32>) -> (tensor<256x1x32xf32>, tensor<256x1x32xi32>, tensor<256x1x32xi32>, tensor<256x1x32x1xf32>)
  %183 = nn.gather %171, %180 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x1x32xi32>, tensor<256x1x32xi32>) -> tensor<256x1x32xi32>
  %184 = nn.gather %176, %181 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x1x32xi32>, tensor<256x1x32xi32>) -> tensor<256x1x32xi32>
  %185 = tensor.empty() : tensor<256x1x32xi32>
  %186 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183, %184 : tensor<256x1x32xi32>, tensor<256x1x32xi32>) outs(%185 : tensor<256x1x32xi32>) {
  ^bb0(%element_0: i32, %element_1: i32, %element_out: i32):
    %s1 = arith.constant 256 : i32
    %s2 = arith.muli %element_0, %s1 : i32
    %s3 = arith.addi %s2, %element_1 : i32
    linalg.yield %s3 : i32
  } -> tensor<256x1x32xi32>
  %187 = nn.gather %permutation, %186 {axis = 0 : i64} : (tensor<65536xi32>, tensor<256x1x32xi32>) -> tensor<256x1x32xi32>
  %188 = tensor.empty() : tensor<256x1x32xi32>
  %189 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<256x1x32xi32>) outs(%188 : tensor<256x1x32xi32>) {
  ^bb0(%element_0: i32, %element_out: i32):
    %s1 = arith.constant 65536 : i32
    %s2 = arith.remsi %element_0, %s1 : i32
    %s3 = arith.constant 65536 : i32
    %s4 = arith.addi %s2, %s3 : i32
    %s5 = arith.constant 262144 : i32
    %s6 = arith.remsi %s4, %s5 : i32
    linalg.yield %s6 : i32
  } -> tensor<256x1x32xi32>
  %190 = tensor.empty() : tensor<256x64xf32>
  %191 = linalg.fill ins(%zero_f32 : f32) outs(%190 : tensor<256x64xf32>) -> tensor<256x64xf32>
  %192 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %inner : tensor<256x256xf32>, tensor<256x64xf32>) outs(%191 : tensor<256x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x64xf32>
  %193 = memory_layer.row_dot %down, %189, %192 : (tensor<262144x64xf32>, tensor<256x1x32xi32>, tensor<256x64xf32>) -> tensor<256x1x32xf32>
  %194 = tensor.empty() : tensor<256x1x32xf32>
  %195 = linalg.fill ins(%zero_f32 : f32) outs(%194 : tensor<256x1x32xf32>) -> tensor<256x1x32xf32>
  %196 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%182, %193 : tensor<256x1x32x1xf32>, tensor<256x1x32xf32>) outs(%195 : tensor<256x1x32xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x32xf32>
  %197 = memory_layer.bag %values, %189, %196 : (tensor<262144x192xf32>, tensor<256x1x32xi32>, tensor<256x1x32xf32>) -> tensor<256x192xf32>
  %198 = tensor.empty() : tensor<256x256xf32>
  %199 = linalg.fill ins(%zero_f32 : f32) outs(%198 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %200 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%197, %out : tensor<256x192xf32>, tensor<192x256xf32>) outs(%199 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %201 = tensor.empty() : tensor<256x192xf32>
  %202 = linalg.fill ins(%zero_f32 : f32) outs(%201 : tensor<256x192xf32>) -> tensor<256x192xf32>
  %203 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%dy, %out : tensor<256x256xf32>, tensor<192x256xf32>) outs(%202 : tensor<256x192xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x192xf32>
  %204 = tensor.empty() : tensor<192x256xf32>
  %205 = linalg.fill ins(%zero_f32 : f32) outs(%204 : tensor<192x256xf32>) -> tensor<192x256xf32>
  %206 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%dy, %197 : tensor<256x256xf32>, tensor<256x192xf32>) outs(%205 : tensor<192x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<192x256xf32>
  %207 = memory_layer.row_dot %values, %189, %203 : (tensor<262144x192xf32>, tensor<256x1x32xi32>, tensor<256x192xf32>) -> tensor<256x1x32xf32>
  %208 = tensor.empty() : tensor<262144x192xf32>
  %209 = linalg.fill ins(%zero_f32 : f32) outs(%208 : tensor<262144x192xf32>) -> tensor<262144x192xf32>
  %210 = memory_layer.add_outer %209, %189, %196, %203 : (tensor<262144x192xf32>, tensor<256x1x32xi32>, tensor<256x1x32xf32>, tensor<256x192xf32>) -> tensor<262144x192xf32>
  %211 = tensor.empty() : tensor<256x1x32x1xf32>
  %212 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207, %193 : tensor<256x1x32xf32>, tensor<256x1x32xf32>) outs(%211 : tensor<256x1x32x1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x1x32x1xf32>
  %213 = tensor.empty() : tensor<256x1x32xf32>
  %214 = linalg.fill ins(%zero_f32 : f32) outs(%213 : tensor<256x1x32xf32>) -> tensor<256x1x32xf32>
  %215 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%207, %182 : tensor<256x1x32xf32>, tensor<256x1x32x1xf32>) outs(%214 : tensor<256x1x32xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x32xf32>
  %216 = memory_layer.bag %down, %189, %215 : (tensor<262144x64xf32>, tensor<256x1x32xi32>, tensor<256x1x32xf32>) -> tensor<256x64xf32>
  %217 = tensor.empty() : tensor<262144x64xf32>
  %218 = linalg.fill ins(%zero_f32 : f32) outs(%217 : tensor<262144x64xf32>) -> tensor<262144x64xf32>
  %219 = memory_layer.add_outer %218, %189, %215, %192 : (tensor<262144x64xf32>, tensor<256x1x32xi32>, tensor<256x1x32xf32>, tensor<256x64xf32>) -> tensor<262144x64xf32>
  %220 = tensor.empty() : tensor<256x256xf32>
  %221 = linalg.fill ins(%zero_f32 : f32) outs(%220 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %222 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216, %inner : tensor<256x64xf32>, tensor<256x64xf32>) outs(%221 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %223 = tensor.empty() : tensor<256x64xf32>
  %224 = linalg.fill ins(%zero_f32 : f32) outs(%223 : tensor<256x64xf32>) -> tensor<256x64xf32>
  %225 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216, %x : tensor<256x64xf32>, tensor<256x256xf32>) outs(%224 : tensor<256x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x64xf32>
  %226 = nn.gather %177, %180 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %227 = nn.gather %178, %181 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %228 = tensor.empty() : tensor<1x1x2x2xf32>
  %229 = linalg.fill ins(%zero_f32 : f32) outs(%228 : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %230 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d5, d1)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%212, %226, %227 : tensor<256x1x32x1xf32>, tensor<256x1x2x32xf32>, tensor<256x1x2x32xf32>) outs(%229 : tensor<1x1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<1x1x2x2xf32>
  %231 = nn.gather %178, %181 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %232 = tensor.empty() : tensor<256x1x2x32xf32>
  %233 = linalg.fill ins(%zero_f32 : f32) outs(%232 : tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %234 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%212, %core, %231 : tensor<256x1x32x1xf32>, tensor<1x1x2x2xf32>, tensor<256x1x2x32xf32>) outs(%233 : tensor<256x1x2x32xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<256x1x2x32xf32>
  %235 = tensor.empty() : tensor<256x1x2x32xf32>
  %236 = linalg.fill ins(%zero_f32 : f32) outs(%235 : tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %237 = nn.scatter_add %236, %180, %234 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>, tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %238 = nn.gather %177, %180 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>) -> tensor<256x1x2x32xf32>
  %239 = tensor.empty() : tensor<256x1x2x32xf32>
  %240 = linalg.fill ins(%zero_f32 : f32) outs(%239 : tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %241 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d5, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%212, %core, %238 : tensor<256x1x32x1xf32>, tensor<1x1x2x2xf32>, tensor<256x1x2x32xf32>) outs(%240 : tensor<256x1x2x32xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<256x1x2x32xf32>
  %242 = tensor.empty() : tensor<256x1x2x32xf32>
  %243 = linalg.fill ins(%zero_f32 : f32) outs(%242 : tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %244 = nn.scatter_add %243, %181, %241 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x32xf32>, tensor<256x1x32xi32>, tensor<256x1x2x32xf32>) -> tensor<256x1x2x32xf32>
  %245 = tensor.empty() : tensor<256x1x2x256xf32>
  %246 = linalg.fill ins(%zero_f32 : f32) outs(%245 : tensor<256x1x2x256xf32>) -> tensor<256x1x2x256xf32>
  %247 = nn.scatter_add %246, %176, %244 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x256xf32>, tensor<256x1x32xi32>, tensor<256x1x2x32xf32>) -> tensor<256x1x2x256xf32>
  %248 = tensor.empty() : tensor<256x1x2x256xf32>
  %249 = linalg.fill ins(%zero_f32 : f32) outs(%248 : tensor<256x1x2x256xf32>) -> tensor<256x1x2x256xf32>
  %250 = nn.scatter_add %249, %171, %237 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x256xf32>, tensor<256x1x32xi32>, tensor<256x1x2x32xf32>) -> tensor<256x1x2x256xf32>
  %251 = tensor.empty() : tensor<2x256x1x2x256xf32>
  %252 = linalg.fill ins(%zero_f32 : f32) outs(%251 : tensor<2x256x1x2x256xf32>) -> tensor<2x256x1x2x256xf32>
  %253 = nn.scatter_add %252, %48, %247 {axis = 0 : i64} : (tensor<2x256x1x2x256xf32>, tensor<i32>, tensor<256x1x2x256xf32>) -> tensor<2x256x1x2x256xf32>
  %254 = tensor.empty() : tensor<2x256x1x2x256xf32>
  %255 = linalg.fill ins(%zero_f32 : f32) outs(%254 : tensor<2x256x1x2x256xf32>) -> tensor<2x256x1x2x256xf32>
  %256 = nn.scatter_add %255, %46, %250 {axis = 0 : i64} : (tensor<2x256x1x2x256xf32>, tensor<i32>, tensor<256x1x2x256xf32>) -> tensor<2x256x1x2x256xf32>
  %257 = tensor.empty() : tensor<2x256x1x2x256xf32>
  %258 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%253, %256 : tensor<2x256x1x2x256xf32>, tensor<2x256x1x2x256xf32>) outs(%257 : tensor<2x256x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x256x1x2x256xf32>
  %259 = tensor.empty() : tensor<256x2x2x128xf32>
  %260 = linalg.fill ins(%zero_f32 : f32) outs(%259 : tensor<256x2x2x128xf32>) -> tensor<256x2x2x128xf32>
  %261 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d0, d4, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d2, d5, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%258, %42 : tensor<2x256x1x2x256xf32>, tensor<2x1x2x256x128xf32>) outs(%260 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x2x128xf32>
  %262 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %263 = linalg.fill ins(%zero_f32 : f32) outs(%262 : tensor<2x1x2x256x128xf32>) -> tensor<2x1x2x256x128xf32>
  %264 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d5, d0, d2, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%258, %22 : tensor<2x256x1x2x256xf32>, tensor<256x2x2x128xf32>) outs(%263 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x256x128xf32>
  %265 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %266 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%264, %key_gain : tensor<2x1x2x256x128xf32>, tensor<128xf32>) outs(%265 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %267 = tensor.empty() : tensor<128xf32>
  %268 = linalg.fill ins(%zero_f32 : f32) outs(%267 : tensor<128xf32>) -> tensor<128xf32>
  %269 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%264, %40 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%268 : tensor<128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<128xf32>
  %270 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %271 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%266, %38 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256xf32>) outs(%270 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %272 = tensor.empty() : tensor<2x1x2x256xf32>
  %273 = linalg.fill ins(%zero_f32 : f32) outs(%272 : tensor<2x1x2x256xf32>) -> tensor<2x1x2x256xf32>
  %274 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%266, %31 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%273 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x256xf32>
  %275 = tensor.empty() : tensor<2x1x2x256xf32>
  %276 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%274, %36 : tensor<2x1x2x256xf32>, tensor<2x1x2x256xf32>) outs(%275 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<2x1x2x256xf32>
  %277 = tensor.empty() : tensor<2x1x2x256xf32>
  %278 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276 : tensor<2x1x2x256xf32>) outs(%277 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x256xf32>
  %279 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %280 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%278, %31 : tensor<2x1x2x256xf32>, tensor<2x1x2x256x128xf32>) outs(%279 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %281 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %282 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%271, %280 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%281 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %283 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %284 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%278, %31 : tensor<2x1x2x256xf32>, tensor<2x1x2x256x128xf32>) outs(%283 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %285 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %286 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%282, %284 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%285 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %287 = tensor.empty() : tensor<2x1x2x256xf32>
  %288 = linalg.fill ins(%zero_f32 : f32) outs(%287 : tensor<2x1x2x256xf32>) -> tensor<2x1x2x256xf32>
  %289 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%286 : tensor<2x1x2x256x128xf32>) outs(%288 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256xf32>
  %290 = tensor.empty() : tensor<2x1x2x256xf32>
  %291 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%289 : tensor<2x1x2x256xf32>) outs(%290 : tensor<2x1x2x256xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x256xf32>
  %292 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %293 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%291 : tensor<2x1x2x256xf32>) outs(%292 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<2x1x2x256x128xf32>
  %294 = tensor.empty() : tensor<2x1x2x256x128xf32>
  %295 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%286, %293 : tensor<2x1x2x256x128xf32>, tensor<2x1x2x256x128xf32>) outs(%294 : tensor<2x1x2x256x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x256x128xf32>
  %296 = tensor.empty() : tensor<256x2x2x128xf32>
  %297 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261, %query_gain : tensor<256x2x2x128xf32>, tensor<128xf32>) outs(%296 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %298 = tensor.empty() : tensor<128xf32>
  %299 = linalg.fill ins(%zero_f32 : f32) outs(%298 : tensor<128xf32>) -> tensor<128xf32>
  %300 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%261, %20 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%299 : tensor<128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<128xf32>
  %301 = tensor.empty() : tensor<256x2x2x128xf32>
  %302 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%297, %18 : tensor<256x2x2x128xf32>, tensor<256x2x2xf32>) outs(%301 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %303 = tensor.empty() : tensor<256x2x2xf32>
  %304 = linalg.fill ins(%zero_f32 : f32) outs(%303 : tensor<256x2x2xf32>) -> tensor<256x2x2xf32>
  %305 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%297, %11 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%304 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x2xf32>
  %306 = tensor.empty() : tensor<256x2x2xf32>
  %307 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305, %16 : tensor<256x2x2xf32>, tensor<256x2x2xf32>) outs(%306 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<256x2x2xf32>
  %308 = tensor.empty() : tensor<256x2x2xf32>
  %309 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%307 : tensor<256x2x2xf32>) outs(%308 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2x2xf32>
  %310 = tensor.empty() : tensor<256x2x2x128xf32>
  %311 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%309, %11 : tensor<256x2x2xf32>, tensor<256x2x2x128xf32>) outs(%310 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %312 = tensor.empty() : tensor<256x2x2x128xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%302, %311 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%312 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %314 = tensor.empty() : tensor<256x2x2x128xf32>
  %315 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%309, %11 : tensor<256x2x2xf32>, tensor<256x2x2x128xf32>) outs(%314 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %316 = tensor.empty() : tensor<256x2x2x128xf32>
  %317 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%313, %315 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%316 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %318 = tensor.empty() : tensor<256x2x2xf32>
  %319 = linalg.fill ins(%zero_f32 : f32) outs(%318 : tensor<256x2x2xf32>) -> tensor<256x2x2xf32>
  %320 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%317 : tensor<256x2x2x128xf32>) outs(%319 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2xf32>
  %321 = tensor.empty() : tensor<256x2x2xf32>
  %322 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<256x2x2xf32>) outs(%321 : tensor<256x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2x2xf32>
  %323 = tensor.empty() : tensor<256x2x2x128xf32>
  %324 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%322 : tensor<256x2x2xf32>) outs(%323 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x2x2x128xf32>
  %325 = tensor.empty() : tensor<256x2x2x128xf32>
  %326 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%317, %324 : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%325 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x2x128xf32>
  %327 = tensor.empty() : tensor<256x256xf32>
  %328 = linalg.fill ins(%zero_f32 : f32) outs(%327 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %329 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%326, %query : tensor<256x2x2x128xf32>, tensor<256x2x2x128xf32>) outs(%328 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %330 = tensor.empty() : tensor<256x256xf32>
  %331 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%222, %329 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%330 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x256xf32>
  %332 = tensor.empty() : tensor<256x2x2x128xf32>
  %333 = linalg.fill ins(%zero_f32 : f32) outs(%332 : tensor<256x2x2x128xf32>) -> tensor<256x2x2x128xf32>
  %334 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%326, %x : tensor<256x2x2x128xf32>, tensor<256x256xf32>) outs(%333 : tensor<256x2x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x2x128xf32>
  return %156, %200, %331, %334, %300, %295, %269, %230, %225, %219, %210, %206 : tensor<1x2xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x2x2x128xf32>, tensor<128xf32>, tensor<2x1x2x256x128xf32>, tensor<128xf32>, tensor<1x1x2x2xf32>, tensor<256x64xf32>, tensor<262144x64xf32>, tensor<262144x192xf32>, tensor<192x256xf32>
}
