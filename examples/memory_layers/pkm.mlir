// PKM, forward and backward, its tables split by width over four ranks: written by write.py
sbp.placement @mesh ["tp" = 4]
func.func @main(
    %x: tensor<256x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>},
    %query: tensor<256x4x2x64xf32> {sbp.name = "query"},
    %keys: tensor<4x2x256x64xf32> {sbp.name = "keys"},
    %query_gain: tensor<64xf32> {sbp.name = "query_gain"},
    %values: tensor<65536x256xf32> {sbp.name = "values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>},
    %dy: tensor<256x256xf32> {sbp.name = "dy", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>})
    -> (tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x256xf32> {sbp.name = "d_x", sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}, tensor<256x4x2x64xf32> {sbp.name = "d_query"}, tensor<4x2x256x64xf32> {sbp.name = "d_keys"}, tensor<64xf32> {sbp.name = "d_query_gain"}, tensor<65536x256xf32> {sbp.name = "d_values", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}) {
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
  %51 = memory_layer.bag %values, %48, %50 : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>) -> tensor<256x256xf32>
  %52 = memory_layer.row_dot %values, %48, %dy : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x256xf32>) -> tensor<256x4x16xf32>
  %53 = tensor.empty() : tensor<65536x256xf32>
  %54 = linalg.fill ins(%zero_f32 : f32) outs(%53 : tensor<65536x256xf32>) -> tensor<65536x256xf32>
  %55 = memory_layer.add_outer %54, %48, %50, %dy : (tensor<65536x256xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>, tensor<256x256xf32>) -> tensor<65536x256xf32>
  %56 = tensor.empty() : tensor<256x4x16xf32>
  %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %50 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%56 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %58 = tensor.empty() : tensor<256x4xf32>
  %59 = linalg.fill ins(%zero_f32 : f32) outs(%58 : tensor<256x4xf32>) -> tensor<256x4xf32>
  %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%57 : tensor<256x4x16xf32>) outs(%59 : tensor<256x4xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4xf32>
  %61 = tensor.empty() : tensor<256x4xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<256x4xf32>) outs(%61 : tensor<256x4xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.00000000000000000e+00 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4xf32>
  %63 = tensor.empty() : tensor<256x4x16xf32>
  %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %62 : tensor<256x4x16xf32>, tensor<256x4xf32>) outs(%63 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %65 = tensor.empty() : tensor<256x4x16xf32>
  %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %64 : tensor<256x4x16xf32>, tensor<256x4x16xf32>) outs(%65 : tensor<256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x16xf32>
  %67 = tensor.empty() : tensor<256x4x50xf32>
  %68 = linalg.fill ins(%zero_f32 : f32) outs(%67 : tensor<256x4x50xf32>) -> tensor<256x4x50xf32>
  %69 = nn.scatter_add %68, %47, %66 {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<256x4x50xf32>, tensor<256x4x16xi32>, tensor<256x4x16xf32>) -> tensor<256x4x50xf32>
  %70 = tensor.empty() : tensor<256x4x16xf32>
  %71 = linalg.fill ins(%zero_f32 : f32) outs(%70 : tensor<256x4x16xf32>) -> tensor<256x4x16xf32>
  %72 = nn.scatter_add %71, %37, %69 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>, tensor<256x4x50xf32>) -> tensor<256x4x16xf32>
  %73 = tensor.empty() : tensor<256x4x16xf32>
  %74 = linalg.fill ins(%zero_f32 : f32) outs(%73 : tensor<256x4x16xf32>) -> tensor<256x4x16xf32>
  %75 = nn.scatter_add %74, %36, %69 {axis = 2 : i64} : (tensor<256x4x16xf32>, tensor<50xi32>, tensor<256x4x50xf32>) -> tensor<256x4x16xf32>
  %76 = tensor.empty() : tensor<2x256x4x16xf32>
  %77 = linalg.fill ins(%zero_f32 : f32) outs(%76 : tensor<2x256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %78 = nn.scatter_add %77, %32, %72 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>, tensor<256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %79 = tensor.empty() : tensor<2x256x4x16xf32>
  %80 = linalg.fill ins(%zero_f32 : f32) outs(%79 : tensor<2x256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %81 = nn.scatter_add %80, %28, %75 {axis = 0 : i64} : (tensor<2x256x4x16xf32>, tensor<i32>, tensor<256x4x16xf32>) -> tensor<2x256x4x16xf32>
  %82 = tensor.empty() : tensor<2x256x4x16xf32>
  %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %81 : tensor<2x256x4x16xf32>, tensor<2x256x4x16xf32>) outs(%82 : tensor<2x256x4x16xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<2x256x4x16xf32>
  %84 = tensor.empty() : tensor<2x256x4x256xf32>
  %85 = linalg.fill ins(%zero_f32 : f32) outs(%84 : tensor<2x256x4x256xf32>) -> tensor<2x256x4x256xf32>
  %86 = nn.scatter_add %85, %27, %83 {axis = 3 : i64, batch_dims = 3 : i64} : (tensor<2x256x4x256xf32>, tensor<2x256x4x16xi32>, tensor<2x256x4x16xf32>) -> tensor<2x256x4x256xf32>
  %87 = tensor.empty() : tensor<256x4x2x64xf32>
  %88 = linalg.fill ins(%zero_f32 : f32) outs(%87 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%86, %keys : tensor<2x256x4x256xf32>, tensor<4x2x256x64xf32>) outs(%88 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  %90 = tensor.empty() : tensor<4x2x256x64xf32>
  %91 = linalg.fill ins(%zero_f32 : f32) outs(%90 : tensor<4x2x256x64xf32>) -> tensor<4x2x256x64xf32>
  %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%86, %22 : tensor<2x256x4x256xf32>, tensor<256x4x2x64xf32>) outs(%91 : tensor<4x2x256x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<4x2x256x64xf32>
  %93 = tensor.empty() : tensor<256x4x2x64xf32>
  %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %query_gain : tensor<256x4x2x64xf32>, tensor<64xf32>) outs(%93 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %95 = tensor.empty() : tensor<64xf32>
  %96 = linalg.fill ins(%zero_f32 : f32) outs(%95 : tensor<64xf32>) -> tensor<64xf32>
  %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%89, %20 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%96 : tensor<64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<64xf32>
  %98 = tensor.empty() : tensor<256x4x2x64xf32>
  %99 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94, %18 : tensor<256x4x2x64xf32>, tensor<256x4x2xf32>) outs(%98 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %100 = tensor.empty() : tensor<256x4x2xf32>
  %101 = linalg.fill ins(%zero_f32 : f32) outs(%100 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %102 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %11 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%101 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2xf32>
  %103 = tensor.empty() : tensor<256x4x2xf32>
  %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %16 : tensor<256x4x2xf32>, tensor<256x4x2xf32>) outs(%103 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = math.rsqrt %element_1 : f32
    %s2 = arith.constant -5.00000000000000000e-01 : f32
    %s3 = arith.mulf %s1, %s1 : f32
    %s4 = arith.mulf %s1, %s3 : f32
    %s5 = arith.mulf %s2, %s4 : f32
    %s6 = arith.mulf %element_0, %s5 : f32
    linalg.yield %s6 : f32
  } -> tensor<256x4x2xf32>
  %105 = tensor.empty() : tensor<256x4x2xf32>
  %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<256x4x2xf32>) outs(%105 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant 1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %107 = tensor.empty() : tensor<256x4x2x64xf32>
  %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %11 : tensor<256x4x2xf32>, tensor<256x4x2x64xf32>) outs(%107 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %109 = tensor.empty() : tensor<256x4x2x64xf32>
  %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %108 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%109 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %111 = tensor.empty() : tensor<256x4x2x64xf32>
  %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %11 : tensor<256x4x2xf32>, tensor<256x4x2x64xf32>) outs(%111 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %113 = tensor.empty() : tensor<256x4x2x64xf32>
  %114 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %112 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%113 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %115 = tensor.empty() : tensor<256x4x2xf32>
  %116 = linalg.fill ins(%zero_f32 : f32) outs(%115 : tensor<256x4x2xf32>) -> tensor<256x4x2xf32>
  %117 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114 : tensor<256x4x2x64xf32>) outs(%116 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.addf %element_out, %element_0 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2xf32>
  %118 = tensor.empty() : tensor<256x4x2xf32>
  %119 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<256x4x2xf32>) outs(%118 : tensor<256x4x2xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):
    %s1 = arith.constant -1.56250000000000000e-02 : f32
    %s2 = arith.mulf %element_0, %s1 : f32
    %s3 = arith.constant 0.00000000000000000e+00 : f32
    %s4 = arith.addf %s2, %s3 : f32
    linalg.yield %s4 : f32
  } -> tensor<256x4x2xf32>
  %120 = tensor.empty() : tensor<256x4x2x64xf32>
  %121 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119 : tensor<256x4x2xf32>) outs(%120 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_out: f32):

    linalg.yield %element_0 : f32
  } -> tensor<256x4x2x64xf32>
  %122 = tensor.empty() : tensor<256x4x2x64xf32>
  %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %121 : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%122 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.addf %element_0, %element_1 : f32
    linalg.yield %s1 : f32
  } -> tensor<256x4x2x64xf32>
  %124 = tensor.empty() : tensor<256x256xf32>
  %125 = linalg.fill ins(%zero_f32 : f32) outs(%124 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %126 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%123, %query : tensor<256x4x2x64xf32>, tensor<256x4x2x64xf32>) outs(%125 : tensor<256x256xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x256xf32>
  %127 = tensor.empty() : tensor<256x4x2x64xf32>
  %128 = linalg.fill ins(%zero_f32 : f32) outs(%127 : tensor<256x4x2x64xf32>) -> tensor<256x4x2x64xf32>
  %129 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%123, %x : tensor<256x4x2x64xf32>, tensor<256x256xf32>) outs(%128 : tensor<256x4x2x64xf32>) {
  ^bb0(%element_0: f32, %element_1: f32, %element_out: f32):
    %s1 = arith.mulf %element_0, %element_1 : f32
    %s2 = arith.addf %element_out, %s1 : f32
    linalg.yield %s2 : f32
  } -> tensor<256x4x2x64xf32>
  return %51, %126, %129, %92, %97, %55 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x4x2x64xf32>, tensor<4x2x256x64xf32>, tensor<64xf32>, tensor<65536x256xf32>
}
