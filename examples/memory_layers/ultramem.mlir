// UltraMem, forward and backward, its tables split by width over four ranks: written by write.py
sbp.placement @mesh ["tp" = 4]
func.func @main(
    %x: tensor<256x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %query: tensor<256x2x128xf32> {sbp.name = "query"},
    %query_gain: tensor<128xf32> {sbp.name = "query_gain"},
    %keys: tensor<2x1x2x512x128xf32> {sbp.name = "keys"},
    %key_gain: tensor<128xf32> {sbp.name = "key_gain"},
    %core: tensor<1x2x2x2xf32> {sbp.name = "core"},
    %v: tensor<1x2xf32> {sbp.name = "v"},
    %permutation: tensor<262144xi32> {sbp.name = "permutation"},
    %values: tensor<65536x2x64xf32> {sbp.name = "values", sbp.distribution = #sbp.distribution<@mesh, [S(2)]>},
    %out: tensor<4x2x64x256xf32> {sbp.name = "out"},
    %dy: tensor<256x256xf32> {sbp.name = "dy", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<1x2xf32> {sbp.name = "next_v"}, tensor<f32> {sbp.name = "penalty"}, tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x256xf32> {sbp.name = "d_x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x2x128xf32> {sbp.name = "d_query"}, tensor<128xf32> {sbp.name = "d_query_gain"}, tensor<2x1x2x512x128xf32> {sbp.name = "d_keys"}, tensor<128xf32> {sbp.name = "d_key_gain"}, tensor<1x2x2x2xf32> {sbp.name = "d_core"}, tensor<65536x2x64xf32> {sbp.name = "d_values", sbp.distribution = #sbp.distribution<@mesh, [S(2)]>}, tensor<4x2x64x256xf32> {sbp.name = "d_out"}) {
  %zero_f32 = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<256x2x128xf32>
  %1 = linalg.fill ins(%zero_f32 : f32) outs(%0 : tensor<256x2x128xf32>) -> tensor<256x2x128xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %query : tensor<256x256xf32>, tensor<256x2x128xf32>) outs(%1 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x128xf32>
  %3 = tensor.empty() : tensor<256x2xf32>
  %4 = linalg.fill ins(%zero_f32 : f32) outs(%3 : tensor<256x2xf32>) -> tensor<256x2xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<256x2x128xf32>) outs(%4 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2xf32>
  %6 = tensor.empty() : tensor<256x2xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<256x2xf32>) outs(%6 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2xf32>
  %8 = tensor.empty() : tensor<256x2x128xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<256x2xf32>) outs(%8 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x2x128xf32>
  %10 = tensor.empty() : tensor<256x2x128xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %9 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%10 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %12 = tensor.empty() : tensor<256x2xf32>
  %13 = linalg.fill ins(%zero_f32 : f32) outs(%12 : tensor<256x2xf32>) -> tensor<256x2xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11, %11 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%13 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2xf32>
  %15 = tensor.empty() : tensor<256x2xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<256x2xf32>) outs(%15 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 1.00000000000000008e-05 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2xf32>
  %17 = tensor.empty() : tensor<256x2xf32>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<256x2xf32>) outs(%17 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2xf32>
  %19 = tensor.empty() : tensor<256x2x128xf32>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %18 : tensor<256x2x128xf32>, tensor<256x2xf32>) outs(%19 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %21 = tensor.empty() : tensor<256x2x128xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %query_gain : tensor<256x2x128xf32>, tensor<128xf32>) outs(%21 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %23 = tensor.empty() : tensor<2x1x2x512xf32>
  %24 = linalg.fill ins(%zero_f32 : f32) outs(%23 : tensor<2x1x2x512xf32>) -> tensor<2x1x2x512xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%keys : tensor<2x1x2x512x128xf32>) outs(%24 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512xf32>
  %26 = tensor.empty() : tensor<2x1x2x512xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x1x2x512xf32>) outs(%26 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x512xf32>
  %28 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x1x2x512xf32>) outs(%28 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<2x1x2x512x128xf32>
  %30 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%keys, %29 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%30 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %32 = tensor.empty() : tensor<2x1x2x512xf32>
  %33 = linalg.fill ins(%zero_f32 : f32) outs(%32 : tensor<2x1x2x512xf32>) -> tensor<2x1x2x512xf32>
  %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%31, %31 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%33 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x512xf32>
  %35 = tensor.empty() : tensor<2x1x2x512xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x1x2x512xf32>) outs(%35 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 1.00000000000000008e-05 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x512xf32>
  %37 = tensor.empty() : tensor<2x1x2x512xf32>
  %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x1x2x512xf32>) outs(%37 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512xf32>
  %39 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%31, %38 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512xf32>) outs(%39 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %41 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40, %key_gain : tensor<2x1x2x512x128xf32>, tensor<128xf32>) outs(%41 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %43 = tensor.empty() : tensor<2x256x1x2x512xf32>
  %44 = linalg.fill ins(%zero_f32 : f32) outs(%43 : tensor<2x256x1x2x512xf32>) -> tensor<2x256x1x2x512xf32>
  %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d0, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%22, %42 : tensor<256x2x128xf32>, tensor<2x1x2x512x128xf32>) outs(%44 : tensor<2x256x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x256x1x2x512xf32>
  %46 = arith.constant dense<0> : tensor<i32>
  %47 = nn.gather %45, %46 {axis = 0 : i64} : (tensor<2x256x1x2x512xf32>, tensor<i32>) -> tensor<256x1x2x512xf32>
  %48 = arith.constant dense<1> : tensor<i32>
  %49 = nn.gather %45, %48 {axis = 0 : i64} : (tensor<2x256x1x2x512xf32>, tensor<i32>) -> tensor<256x1x2x512xf32>
  %50 = tensor.empty() : tensor<1x2x2xf32>
  %51 = linalg.fill ins(%zero_f32 : f32) outs(%50 : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%core : tensor<1x2x2x2xf32>) outs(%51 : tensor<1x2x2xf32>) {
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
  %167 = tensor.empty() : tensor<256x1x512xf32>
  %168 = linalg.fill ins(%zero_f32 : f32) outs(%167 : tensor<256x1x512xf32>) -> tensor<256x1x512xf32>
  %169 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%166, %47 : tensor<1x2xf32>, tensor<256x1x2x512xf32>) outs(%168 : tensor<256x1x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x512xf32>
  %170, %171 = nn.top_k %169 {axis = 2 : i64, k = 64 : i64} : (tensor<256x1x512xf32>) -> (tensor<256x1x64xf32>, tensor<256x1x64xi32>)
  %172 = tensor.empty() : tensor<256x1x512xf32>
  %173 = linalg.fill ins(%zero_f32 : f32) outs(%172 : tensor<256x1x512xf32>) -> tensor<256x1x512xf32>
  %174 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%156, %49 : tensor<1x2xf32>, tensor<256x1x2x512xf32>) outs(%173 : tensor<256x1x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x1x512xf32>
  %175, %176 = nn.top_k %174 {axis = 2 : i64, k = 64 : i64} : (tensor<256x1x512xf32>) -> (tensor<256x1x64xf32>, tensor<256x1x64xi32>)
  %177 = nn.gather %47, %171 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x512xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %178 = nn.gather %49, %176 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x512xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %179, %180, %181, %182 = memory_layer.tucker_top_k %177, %178, %core {k = 64 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x2x64xf32>, tensor<1x2x2x2xf32>) -> (tensor<256x1x64xf32>, tensor<256x1x64xi32>, tensor<256x1x64xi32>, tensor<256x1x64x2xf32>)
  %183 = nn.gather %171, %180 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x1x64xi32>, tensor<256x1x64xi32>) -> tensor<256x1x64xi32>
  %184 = nn.gather %176, %181 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x1x64xi32>, tensor<256x1x64xi32>) -> tensor<256x1x64xi32>
  %185 = tensor.empty() : tensor<256x1x64xi32>
  %186 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183, %184 : tensor<256x1x64xi32>, tensor<256x1x64xi32>) outs(%185 : tensor<256x1x64xi32>) {
  ^bb0(%element_0: i32, %element_1: i32, %element_out: i32):
    %s1 = arith.constant 512 : i32
    %s2 = arith.muli %element_0, %s1 : i32
    %s3 = arith.addi %s2, %element_1 : i32
    linalg.yield %s3 : i32
  } -> tensor<256x1x64xi32>
  %187 = nn.gather %permutation, %186 {axis = 0 : i64} : (tensor<262144xi32>, tensor<256x1x64xi32>) -> tensor<256x1x64xi32>
  %188 = tensor.empty() : tensor<256x1x64xi32>
  %189 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<256x1x64xi32>) outs(%188 : tensor<256x1x64xi32>) {
  ^bb0(%element_0: i32, %element_out: i32):
    %s1 = arith.constant 65536 : i32
    %s2 = arith.divsi %element_0, %s1 : i32
    linalg.yield %s2 : i32
  } -> tensor<256x1x64xi32>
  %190 = tensor.empty() : tensor<256x1x64xi32>
  %191 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<256x1x64xi32>) outs(%190 : tensor<256x1x64xi32>) {
  ^bb0(%element_0: i32, %element_out: i32):
    %s1 = arith.constant 65536 : i32
    %s2 = arith.remsi %element_0, %s1 : i32
    linalg.yield %s2 : i32
  } -> tensor<256x1x64xi32>
  %192 = memory_layer.bag %values, %191, %182 into %189 {segments = 4 : i64} : (tensor<65536x2x64xf32>, tensor<256x1x64xi32>, tensor<256x1x64x2xf32>, tensor<256x1x64xi32>) -> tensor<256x4x2x64xf32>
  %193 = tensor.empty() : tensor<1x2x2xf32>
  %194 = linalg.fill ins(%zero_f32 : f32) outs(%193 : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %195 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%core : tensor<1x2x2x2xf32>) outs(%194 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %196 = tensor.empty() : tensor<1xf32>
  %197 = linalg.fill ins(%zero_f32 : f32) outs(%196 : tensor<1xf32>) -> tensor<1xf32>
  %198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%195, %195 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%197 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %199 = arith.constant dense<[[1.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %200 = arith.constant dense<[[0.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %201 = arith.constant dense<[[0.0, 1.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %202 = arith.constant dense<[[0.0, 0.0], [1.0, 0.0]]> : tensor<2x2xf32>
  %203 = tensor.empty() : tensor<1xf32>
  %204 = linalg.fill ins(%zero_f32 : f32) outs(%203 : tensor<1xf32>) -> tensor<1xf32>
  %205 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%195, %199 : tensor<1x2x2xf32>, tensor<2x2xf32>) outs(%204 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %206 = tensor.empty() : tensor<1xf32>
  %207 = linalg.fill ins(%zero_f32 : f32) outs(%206 : tensor<1xf32>) -> tensor<1xf32>
  %208 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%195, %200 : tensor<1x2x2xf32>, tensor<2x2xf32>) outs(%207 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %209 = tensor.empty() : tensor<1xf32>
  %210 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%205, %208 : tensor<1xf32>, tensor<1xf32>) outs(%209 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %211 = tensor.empty() : tensor<1xf32>
  %212 = linalg.fill ins(%zero_f32 : f32) outs(%211 : tensor<1xf32>) -> tensor<1xf32>
  %213 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%195, %201 : tensor<1x2x2xf32>, tensor<2x2xf32>) outs(%212 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %214 = tensor.empty() : tensor<1xf32>
  %215 = linalg.fill ins(%zero_f32 : f32) outs(%214 : tensor<1xf32>) -> tensor<1xf32>
  %216 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%195, %202 : tensor<1x2x2xf32>, tensor<2x2xf32>) outs(%215 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %217 = tensor.empty() : tensor<1xf32>
  %218 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%213, %216 : tensor<1xf32>, tensor<1xf32>) outs(%217 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %219 = tensor.empty() : tensor<1xf32>
  %220 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%218 : tensor<1xf32>) outs(%219 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %221 = tensor.empty() : tensor<1xf32>
  %222 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%210, %220 : tensor<1xf32>, tensor<1xf32>) outs(%221 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %223 = tensor.empty() : tensor<1xf32>
  %224 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%222 : tensor<1xf32>) outs(%223 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.absf %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %225 = tensor.empty() : tensor<1xf32>
  %226 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%224 : tensor<1xf32>) outs(%225 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 2.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %227 = tensor.empty() : tensor<1xf32>
  %228 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%198, %226 : tensor<1xf32>, tensor<1xf32>) outs(%227 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %229 = tensor.empty() : tensor<1xf32>
  %230 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%228 : tensor<1xf32>) outs(%229 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 9.99999999999999980e-13 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %231 = tensor.empty() : tensor<1xf32>
  %232 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%230 : tensor<1xf32>) outs(%231 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %233 = tensor.empty() : tensor<1xf32>
  %234 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%228, %232 : tensor<1xf32>, tensor<1xf32>) outs(%233 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %235 = tensor.empty() : tensor<1xf32>
  %236 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%224 : tensor<1xf32>) outs(%235 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -2.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %237 = tensor.empty() : tensor<1xf32>
  %238 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%198, %236 : tensor<1xf32>, tensor<1xf32>) outs(%237 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %239 = tensor.empty() : tensor<1xf32>
  %240 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%238 : tensor<1xf32>) outs(%239 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 0.00000000000000000e+00 : f32
    %s2 = arith.maximumf %element_0, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %241 = tensor.empty() : tensor<1xf32>
  %242 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%240 : tensor<1xf32>) outs(%241 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 9.99999999999999980e-13 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %243 = tensor.empty() : tensor<1xf32>
  %244 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%242 : tensor<1xf32>) outs(%243 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = math.rsqrt %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %245 = tensor.empty() : tensor<1xf32>
  %246 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%240, %244 : tensor<1xf32>, tensor<1xf32>) outs(%245 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %247 = tensor.empty() : tensor<1xf32>
  %248 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%246 : tensor<1xf32>) outs(%247 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %249 = tensor.empty() : tensor<1xf32>
  %250 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%234, %248 : tensor<1xf32>, tensor<1xf32>) outs(%249 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %251 = tensor.empty() : tensor<1xf32>
  %252 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%250 : tensor<1xf32>) outs(%251 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 5.00000000000000000e-01 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %253 = tensor.empty() : tensor<1xf32>
  %254 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%252 : tensor<1xf32>) outs(%253 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant -1.49999999999999994e-01 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %255 = tensor.empty() : tensor<1xf32>
  %256 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%254 : tensor<1xf32>) outs(%255 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 0.00000000000000000e+00 : f32
    %s2 = arith.maximumf %element_0, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<1xf32>
  %257 = tensor.empty() : tensor<f32>
  %258 = linalg.fill ins(%zero_f32 : f32) outs(%257 : tensor<f32>) -> tensor<f32>
  %259 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%256, %256 : tensor<1xf32>, tensor<1xf32>) outs(%258 : tensor<f32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<f32>
  %260 = tensor.empty() : tensor<f32>
  %261 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%259 : tensor<f32>) outs(%260 : tensor<f32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000002e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<f32>
  %262 = tensor.empty() : tensor<256x256xf32>
  %263 = linalg.fill ins(%zero_f32 : f32) outs(%262 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %264 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%192, %out : tensor<256x4x2x64xf32>, tensor<4x2x64x256xf32>) outs(%263 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %265 = arith.constant dense<1.0> : tensor<f32>
  %266 = tensor.empty() : tensor<256x4x2x64xf32>
  %267 = linalg.fill ins(%zero_f32 : f32) outs(%266 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %268 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%dy, %out : tensor<256x256xf32>, tensor<4x2x64x256xf32>) outs(%267 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  %269 = tensor.empty() : tensor<4x2x64x256xf32>
  %270 = linalg.fill ins(%zero_f32 : f32) outs(%269 : tensor<4x2x64x256xf32>) -> tensor<4x2x64x256xf32>
  %271 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%dy, %192 : tensor<256x256xf32>, tensor<256x4x2x64xf32>) outs(%270 : tensor<4x2x64x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<4x2x64x256xf32>
  %272 = tensor.empty() : tensor<f32>
  %273 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%265 : tensor<f32>) outs(%272 : tensor<f32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000002e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<f32>
  %274 = tensor.empty() : tensor<1xf32>
  %275 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%273, %256 : tensor<f32>, tensor<1xf32>) outs(%274 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %276 = tensor.empty() : tensor<1xf32>
  %277 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%273, %256 : tensor<f32>, tensor<1xf32>) outs(%276 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %278 = tensor.empty() : tensor<1xf32>
  %279 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%275, %277 : tensor<1xf32>, tensor<1xf32>) outs(%278 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %280 = tensor.empty() : tensor<1xf32>
  %281 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%279, %254 : tensor<1xf32>, tensor<1xf32>) outs(%280 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.constant 0.00000000000000000e+00 : f32
    %s2 = arith.constant 1.00000000000000000e+00 : f32
    %s3 = arith.cmpf ogt, %element_1, %s1 : f32
    %s4 = arith.select %s3, %s2, %s1 : f32
    %s5 = arith.mulf %element_0, %s4 : f32
    linalg.yield %s5 : f32
  } -> tensor<1xf32>
  %282 = tensor.empty() : tensor<1xf32>
  %283 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%281 : tensor<1xf32>) outs(%282 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %284 = tensor.empty() : tensor<1xf32>
  %285 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%283 : tensor<1xf32>) outs(%284 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 5.00000000000000000e-01 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %286 = tensor.empty() : tensor<1xf32>
  %287 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%285 : tensor<1xf32>) outs(%286 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %288 = tensor.empty() : tensor<1xf32>
  %289 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%287, %244 : tensor<1xf32>, tensor<1xf32>) outs(%288 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %290 = tensor.empty() : tensor<1xf32>
  %291 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%287, %240 : tensor<1xf32>, tensor<1xf32>) outs(%290 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %292 = tensor.empty() : tensor<1xf32>
  %293 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%291, %242 : tensor<1xf32>, tensor<1xf32>) outs(%292 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<1xf32>
  %294 = tensor.empty() : tensor<1xf32>
  %295 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%293 : tensor<1xf32>) outs(%294 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %296 = tensor.empty() : tensor<1xf32>
  %297 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%289, %295 : tensor<1xf32>, tensor<1xf32>) outs(%296 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %298 = tensor.empty() : tensor<1xf32>
  %299 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%297, %238 : tensor<1xf32>, tensor<1xf32>) outs(%298 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.constant 0.00000000000000000e+00 : f32
    %s2 = arith.constant 1.00000000000000000e+00 : f32
    %s3 = arith.cmpf ogt, %element_1, %s1 : f32
    %s4 = arith.select %s3, %s2, %s1 : f32
    %s5 = arith.mulf %element_0, %s4 : f32
    linalg.yield %s5 : f32
  } -> tensor<1xf32>
  %300 = tensor.empty() : tensor<1xf32>
  %301 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%299 : tensor<1xf32>) outs(%300 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -2.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %302 = tensor.empty() : tensor<1xf32>
  %303 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%285, %232 : tensor<1xf32>, tensor<1xf32>) outs(%302 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %304 = tensor.empty() : tensor<1xf32>
  %305 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%285, %228 : tensor<1xf32>, tensor<1xf32>) outs(%304 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %306 = tensor.empty() : tensor<1xf32>
  %307 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%305, %230 : tensor<1xf32>, tensor<1xf32>) outs(%306 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<1xf32>
  %308 = tensor.empty() : tensor<1xf32>
  %309 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%307 : tensor<1xf32>) outs(%308 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %310 = tensor.empty() : tensor<1xf32>
  %311 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%303, %309 : tensor<1xf32>, tensor<1xf32>) outs(%310 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %312 = tensor.empty() : tensor<1xf32>
  %313 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%299, %311 : tensor<1xf32>, tensor<1xf32>) outs(%312 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %314 = tensor.empty() : tensor<1xf32>
  %315 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%311 : tensor<1xf32>) outs(%314 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 2.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %316 = tensor.empty() : tensor<1xf32>
  %317 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%301, %315 : tensor<1xf32>, tensor<1xf32>) outs(%316 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %318 = tensor.empty() : tensor<1xf32>
  %319 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%317, %222 : tensor<1xf32>, tensor<1xf32>) outs(%318 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.constant 2.00000000000000000e+00 : f32
    %s2 = arith.constant 0.00000000000000000e+00 : f32
    %s3 = arith.constant 1.00000000000000000e+00 : f32
    %s4 = arith.cmpf ogt, %element_1, %s2 : f32
    %s5 = arith.select %s4, %s3, %s2 : f32
    %s6 = arith.mulf %s1, %s5 : f32
    %s7 = arith.constant -1.00000000000000000e+00 : f32
    %s8 = arith.addf %s6, %s7 : f32
    %s9 = arith.mulf %element_0, %s8 : f32
    linalg.yield %s9 : f32
  } -> tensor<1xf32>
  %320 = tensor.empty() : tensor<1xf32>
  %321 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%319 : tensor<1xf32>) outs(%320 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<1xf32>
  %322 = tensor.empty() : tensor<1xf32>
  %323 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%321, %216 : tensor<1xf32>, tensor<1xf32>) outs(%322 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %324 = tensor.empty() : tensor<1xf32>
  %325 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%321, %213 : tensor<1xf32>, tensor<1xf32>) outs(%324 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %326 = tensor.empty() : tensor<1x2x2xf32>
  %327 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325, %202 : tensor<1xf32>, tensor<2x2xf32>) outs(%326 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %328 = tensor.empty() : tensor<1x2x2xf32>
  %329 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %201 : tensor<1xf32>, tensor<2x2xf32>) outs(%328 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %330 = tensor.empty() : tensor<1x2x2xf32>
  %331 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%327, %329 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%330 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %332 = tensor.empty() : tensor<1xf32>
  %333 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%319, %208 : tensor<1xf32>, tensor<1xf32>) outs(%332 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %334 = tensor.empty() : tensor<1xf32>
  %335 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%319, %205 : tensor<1xf32>, tensor<1xf32>) outs(%334 : tensor<1xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1xf32>
  %336 = tensor.empty() : tensor<1x2x2xf32>
  %337 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %200 : tensor<1xf32>, tensor<2x2xf32>) outs(%336 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %338 = tensor.empty() : tensor<1x2x2xf32>
  %339 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%331, %337 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%338 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %340 = tensor.empty() : tensor<1x2x2xf32>
  %341 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333, %199 : tensor<1xf32>, tensor<2x2xf32>) outs(%340 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %342 = tensor.empty() : tensor<1x2x2xf32>
  %343 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%339, %341 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%342 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %344 = tensor.empty() : tensor<1x2x2xf32>
  %345 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %195 : tensor<1xf32>, tensor<1x2x2xf32>) outs(%344 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %346 = tensor.empty() : tensor<1x2x2xf32>
  %347 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343, %345 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%346 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %348 = tensor.empty() : tensor<1x2x2xf32>
  %349 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %195 : tensor<1xf32>, tensor<1x2x2xf32>) outs(%348 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %350 = tensor.empty() : tensor<1x2x2xf32>
  %351 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347, %349 : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%350 : tensor<1x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2xf32>
  %352 = tensor.empty() : tensor<1x2x2x2xf32>
  %353 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%351 : tensor<1x2x2xf32>) outs(%352 : tensor<1x2x2x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<1x2x2x2xf32>
  %354 = memory_layer.row_dot %values, %191, %268 at %189 : (tensor<65536x2x64xf32>, tensor<256x1x64xi32>, tensor<256x4x2x64xf32>, tensor<256x1x64xi32>) -> tensor<256x1x64x2xf32>
  %355 = tensor.empty() : tensor<65536x2x64xf32>
  %356 = linalg.fill ins(%zero_f32 : f32) outs(%355 : tensor<65536x2x64xf32>) -> tensor<65536x2x64xf32>
  %357 = memory_layer.add_outer %356, %191, %182, %268 at %189 : (tensor<65536x2x64xf32>, tensor<256x1x64xi32>, tensor<256x1x64x2xf32>, tensor<256x4x2x64xf32>, tensor<256x1x64xi32>) -> tensor<65536x2x64xf32>
  %358 = nn.gather %177, %180 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %359 = nn.gather %178, %181 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %360 = tensor.empty() : tensor<1x2x2x2xf32>
  %361 = linalg.fill ins(%zero_f32 : f32) outs(%360 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %362 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d5, d1)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%354, %358, %359 : tensor<256x1x64x2xf32>, tensor<256x1x2x64xf32>, tensor<256x1x2x64xf32>) outs(%361 : tensor<1x2x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<1x2x2x2xf32>
  %363 = tensor.empty() : tensor<1x2x2x2xf32>
  %364 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%353, %362 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%363 : tensor<1x2x2x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<1x2x2x2xf32>
  %365 = nn.gather %178, %181 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %366 = tensor.empty() : tensor<256x1x2x64xf32>
  %367 = linalg.fill ins(%zero_f32 : f32) outs(%366 : tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %368 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%354, %core, %365 : tensor<256x1x64x2xf32>, tensor<1x2x2x2xf32>, tensor<256x1x2x64xf32>) outs(%367 : tensor<256x1x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<256x1x2x64xf32>
  %369 = tensor.empty() : tensor<256x1x2x64xf32>
  %370 = linalg.fill ins(%zero_f32 : f32) outs(%369 : tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %371 = nn.scatter_add %370, %180, %368 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>, tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %372 = nn.gather %177, %180 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>) -> tensor<256x1x2x64xf32>
  %373 = tensor.empty() : tensor<256x1x2x64xf32>
  %374 = linalg.fill ins(%zero_f32 : f32) outs(%373 : tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %375 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d5, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%354, %core, %372 : tensor<256x1x64x2xf32>, tensor<1x2x2x2xf32>, tensor<256x1x2x64xf32>) outs(%374 : tensor<256x1x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_2: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.mulf %s1, %element_2 : f32
    %s3 = arith.addf %element_out, %s2 : f32
    linalg.yield %s3 : f32
  } -> tensor<256x1x2x64xf32>
  %376 = tensor.empty() : tensor<256x1x2x64xf32>
  %377 = linalg.fill ins(%zero_f32 : f32) outs(%376 : tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %378 = nn.scatter_add %377, %181, %375 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x64xf32>, tensor<256x1x64xi32>, tensor<256x1x2x64xf32>) -> tensor<256x1x2x64xf32>
  %379 = tensor.empty() : tensor<256x1x2x512xf32>
  %380 = linalg.fill ins(%zero_f32 : f32) outs(%379 : tensor<256x1x2x512xf32>) -> tensor<256x1x2x512xf32>
  %381 = nn.scatter_add %380, %176, %378 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x512xf32>, tensor<256x1x64xi32>, tensor<256x1x2x64xf32>) -> tensor<256x1x2x512xf32>
  %382 = tensor.empty() : tensor<256x1x2x512xf32>
  %383 = linalg.fill ins(%zero_f32 : f32) outs(%382 : tensor<256x1x2x512xf32>) -> tensor<256x1x2x512xf32>
  %384 = nn.scatter_add %383, %171, %371 {axis = 3 : i64, batch_dims = 2 : i64} : (tensor<256x1x2x512xf32>, tensor<256x1x64xi32>, tensor<256x1x2x64xf32>) -> tensor<256x1x2x512xf32>
  %385 = tensor.empty() : tensor<2x256x1x2x512xf32>
  %386 = linalg.fill ins(%zero_f32 : f32) outs(%385 : tensor<2x256x1x2x512xf32>) -> tensor<2x256x1x2x512xf32>
  %387 = nn.scatter_add %386, %48, %381 {axis = 0 : i64} : (tensor<2x256x1x2x512xf32>, tensor<i32>, tensor<256x1x2x512xf32>) -> tensor<2x256x1x2x512xf32>
  %388 = tensor.empty() : tensor<2x256x1x2x512xf32>
  %389 = linalg.fill ins(%zero_f32 : f32) outs(%388 : tensor<2x256x1x2x512xf32>) -> tensor<2x256x1x2x512xf32>
  %390 = nn.scatter_add %389, %46, %384 {axis = 0 : i64} : (tensor<2x256x1x2x512xf32>, tensor<i32>, tensor<256x1x2x512xf32>) -> tensor<2x256x1x2x512xf32>
  %391 = tensor.empty() : tensor<2x256x1x2x512xf32>
  %392 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%387, %390 : tensor<2x256x1x2x512xf32>, tensor<2x256x1x2x512xf32>) outs(%391 : tensor<2x256x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x256x1x2x512xf32>
  %393 = tensor.empty() : tensor<256x2x128xf32>
  %394 = linalg.fill ins(%zero_f32 : f32) outs(%393 : tensor<256x2x128xf32>) -> tensor<256x2x128xf32>
  %395 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d0, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d3, d4, d5, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%392, %42 : tensor<2x256x1x2x512xf32>, tensor<2x1x2x512x128xf32>) outs(%394 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x128xf32>
  %396 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %397 = linalg.fill ins(%zero_f32 : f32) outs(%396 : tensor<2x1x2x512x128xf32>) -> tensor<2x1x2x512x128xf32>
  %398 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d5, d0, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%392, %22 : tensor<2x256x1x2x512xf32>, tensor<256x2x128xf32>) outs(%397 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x512x128xf32>
  %399 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %400 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%398, %key_gain : tensor<2x1x2x512x128xf32>, tensor<128xf32>) outs(%399 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %401 = tensor.empty() : tensor<128xf32>
  %402 = linalg.fill ins(%zero_f32 : f32) outs(%401 : tensor<128xf32>) -> tensor<128xf32>
  %403 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%398, %40 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%402 : tensor<128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<128xf32>
  %404 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %405 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%400, %38 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512xf32>) outs(%404 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %406 = tensor.empty() : tensor<2x1x2x512xf32>
  %407 = linalg.fill ins(%zero_f32 : f32) outs(%406 : tensor<2x1x2x512xf32>) -> tensor<2x1x2x512xf32>
  %408 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%400, %31 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%407 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<2x1x2x512xf32>
  %409 = tensor.empty() : tensor<2x1x2x512xf32>
  %410 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%408, %36 : tensor<2x1x2x512xf32>, tensor<2x1x2x512xf32>) outs(%409 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<2x1x2x512xf32>
  %411 = tensor.empty() : tensor<2x1x2x512xf32>
  %412 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%410 : tensor<2x1x2x512xf32>) outs(%411 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x512xf32>
  %413 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %414 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%412, %31 : tensor<2x1x2x512xf32>, tensor<2x1x2x512x128xf32>) outs(%413 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %415 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %416 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%405, %414 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%415 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %417 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %418 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%412, %31 : tensor<2x1x2x512xf32>, tensor<2x1x2x512x128xf32>) outs(%417 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %419 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %420 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%416, %418 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%419 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %421 = tensor.empty() : tensor<2x1x2x512xf32>
  %422 = linalg.fill ins(%zero_f32 : f32) outs(%421 : tensor<2x1x2x512xf32>) -> tensor<2x1x2x512xf32>
  %423 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%420 : tensor<2x1x2x512x128xf32>) outs(%422 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512xf32>
  %424 = tensor.empty() : tensor<2x1x2x512xf32>
  %425 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%423 : tensor<2x1x2x512xf32>) outs(%424 : tensor<2x1x2x512xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<2x1x2x512xf32>
  %426 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %427 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%425 : tensor<2x1x2x512xf32>) outs(%426 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<2x1x2x512x128xf32>
  %428 = tensor.empty() : tensor<2x1x2x512x128xf32>
  %429 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%420, %427 : tensor<2x1x2x512x128xf32>, tensor<2x1x2x512x128xf32>) outs(%428 : tensor<2x1x2x512x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x1x2x512x128xf32>
  %430 = tensor.empty() : tensor<256x2x128xf32>
  %431 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%395, %query_gain : tensor<256x2x128xf32>, tensor<128xf32>) outs(%430 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %432 = tensor.empty() : tensor<128xf32>
  %433 = linalg.fill ins(%zero_f32 : f32) outs(%432 : tensor<128xf32>) -> tensor<128xf32>
  %434 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%395, %20 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%433 : tensor<128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<128xf32>
  %435 = tensor.empty() : tensor<256x2x128xf32>
  %436 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%431, %18 : tensor<256x2x128xf32>, tensor<256x2xf32>) outs(%435 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %437 = tensor.empty() : tensor<256x2xf32>
  %438 = linalg.fill ins(%zero_f32 : f32) outs(%437 : tensor<256x2xf32>) -> tensor<256x2xf32>
  %439 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%431, %11 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%438 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2xf32>
  %440 = tensor.empty() : tensor<256x2xf32>
  %441 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%439, %16 : tensor<256x2xf32>, tensor<256x2xf32>) outs(%440 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<256x2xf32>
  %442 = tensor.empty() : tensor<256x2xf32>
  %443 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%441 : tensor<256x2xf32>) outs(%442 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2xf32>
  %444 = tensor.empty() : tensor<256x2x128xf32>
  %445 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%443, %11 : tensor<256x2xf32>, tensor<256x2x128xf32>) outs(%444 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %446 = tensor.empty() : tensor<256x2x128xf32>
  %447 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%436, %445 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%446 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %448 = tensor.empty() : tensor<256x2x128xf32>
  %449 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%443, %11 : tensor<256x2xf32>, tensor<256x2x128xf32>) outs(%448 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %450 = tensor.empty() : tensor<256x2x128xf32>
  %451 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%447, %449 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%450 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %452 = tensor.empty() : tensor<256x2xf32>
  %453 = linalg.fill ins(%zero_f32 : f32) outs(%452 : tensor<256x2xf32>) -> tensor<256x2xf32>
  %454 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%451 : tensor<256x2x128xf32>) outs(%453 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2xf32>
  %455 = tensor.empty() : tensor<256x2xf32>
  %456 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%454 : tensor<256x2xf32>) outs(%455 : tensor<256x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -7.81250000000000000e-03 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x2xf32>
  %457 = tensor.empty() : tensor<256x2x128xf32>
  %458 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%456 : tensor<256x2xf32>) outs(%457 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x2x128xf32>
  %459 = tensor.empty() : tensor<256x2x128xf32>
  %460 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%451, %458 : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%459 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x2x128xf32>
  %461 = tensor.empty() : tensor<256x256xf32>
  %462 = linalg.fill ins(%zero_f32 : f32) outs(%461 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %463 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%460, %query : tensor<256x2x128xf32>, tensor<256x2x128xf32>) outs(%462 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %464 = tensor.empty() : tensor<256x2x128xf32>
  %465 = linalg.fill ins(%zero_f32 : f32) outs(%464 : tensor<256x2x128xf32>) -> tensor<256x2x128xf32>
  %466 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%460, %x : tensor<256x2x128xf32>, tensor<256x256xf32>) outs(%465 : tensor<256x2x128xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x2x128xf32>
  return %156, %261, %264, %463, %466, %434, %429, %403, %364, %357, %271 : tensor<1x2xf32>, tensor<f32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x2x128xf32>, tensor<128xf32>, tensor<2x1x2x512x128xf32>, tensor<128xf32>, tensor<1x2x2x2xf32>, tensor<65536x2x64xf32>, tensor<4x2x64x256xf32>
}
