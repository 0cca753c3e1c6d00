// RUN: split-file %s %t
// RUN: sbp-opt %t/returned.mlir --sbp-import=explain=true --verify-diagnostics | FileCheck %s
// RUN: sbp-opt %t/dropout.mlir --sbp-import=explain=true --verify-diagnostics | FileCheck %s
// RUN: sbp-opt %t/cotangent.mlir --sbp-import=explain=true --verify-diagnostics | FileCheck %s

// Weights that are returned, dropout on weights, and a cotangent of the scores from elsewhere: all is computed as it is written, and a remark
// says why.
// CHECK-NOT: nn.attention
// CHECK:     math.exp
// CHECK-NOT: nn.attention

//--- returned.mlir
func.func @returned(%q: tensor<6x4xf32> {sbp.name = "q"}, %k: tensor<6x4xf32> {sbp.name = "k"}, %v: tensor<6x4xf32> {sbp.name = "v"}, %g: tensor<6x4xf32> {sbp.name = "g"}) -> (tensor<6x4xf32> {sbp.name = "y"}, tensor<6x4xf32> {sbp.name = "dq"}, tensor<6x4xf32> {sbp.name = "dk"}, tensor<6x4xf32> {sbp.name = "dv"}, tensor<6x6xf32> {sbp.name = "further"}) {
  %v1_e = tensor.empty() : tensor<6x6xf32>
  %v1_c = arith.constant 0.0 : f32
  %v1_f = linalg.fill ins(%v1_c : f32) outs(%v1_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v1_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v2_e = tensor.empty() : tensor<6x6xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v1 : tensor<6x6xf32>) outs(%v2_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %m = arith.mulf %c, %a0 : f32
    linalg.yield %m : f32
  } -> tensor<6x6xf32>
  %v3_e = tensor.empty() : tensor<6xf32>
  %v3_c = arith.constant 0xFF800000 : f32
  %v3_f = linalg.fill ins(%v3_c : f32) outs(%v3_e : tensor<6xf32>) -> tensor<6xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v2 : tensor<6x6xf32>) outs(%v3_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v4_e = tensor.empty() : tensor<6x6xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v2, %v3 : tensor<6x6xf32>, tensor<6xf32>) outs(%v4_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.subf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<6x6xf32>
  %v5_e = tensor.empty() : tensor<6x6xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<6x6xf32>) outs(%v5_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %x = math.exp %a0 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v6_e = tensor.empty() : tensor<6xf32>
  %v6_c = arith.constant 0.0 : f32
  %v6_f = linalg.fill ins(%v6_c : f32) outs(%v6_e : tensor<6xf32>) -> tensor<6xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v5 : tensor<6x6xf32>) outs(%v6_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v7_e = tensor.empty() : tensor<6x6xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v5, %v6 : tensor<6x6xf32>, tensor<6xf32>) outs(%v7_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.divf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v8_e = tensor.empty() : tensor<6x4xf32>
  %v8_c = arith.constant 0.0 : f32
  %v8_f = linalg.fill ins(%v8_c : f32) outs(%v8_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  // expected-remark@+1 {{attention stays as it is written: a value that is computed of its scores is returned}}
  %v8 = linalg.generic {indexing_maps = [affine_map<(i, e, j) -> (i, j)>, affine_map<(i, e, j) -> (j, e)>, affine_map<(i, e, j) -> (i, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v7, %v : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v8_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v9_e = tensor.empty() : tensor<6x6xf32>
  %v9_c = arith.constant 0.0 : f32
  %v9_f = linalg.fill ins(%v9_c : f32) outs(%v9_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(i, j, e) -> (i, e)>, affine_map<(i, j, e) -> (j, e)>, affine_map<(i, j, e) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g, %v : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v9_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v10_e = tensor.empty() : tensor<6x6xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v9, %v7 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v10_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<6x6xf32>
  %v11_e = tensor.empty() : tensor<6xf32>
  %v11_c = arith.constant 0.0 : f32
  %v11_f = linalg.fill ins(%v11_c : f32) outs(%v11_e : tensor<6xf32>) -> tensor<6xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v10 : tensor<6x6xf32>) outs(%v11_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v12_e = tensor.empty() : tensor<6x6xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10, %v7, %v11 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6xf32>) outs(%v12_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o: f32):
    %t = arith.mulf %a1, %a2 : f32
    %x = arith.subf %a0, %t : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v13_e = tensor.empty() : tensor<6x6xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v12 : tensor<6x6xf32>) outs(%v13_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %x = arith.mulf %a0, %c : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v14_e = tensor.empty() : tensor<6x4xf32>
  %v14_c = arith.constant 0.0 : f32
  %v14_f = linalg.fill ins(%v14_c : f32) outs(%v14_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v13, %k : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v14_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v15_e = tensor.empty() : tensor<6x4xf32>
  %v15_c = arith.constant 0.0 : f32
  %v15_f = linalg.fill ins(%v15_c : f32) outs(%v15_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(j, d, i) -> (i, j)>, affine_map<(j, d, i) -> (i, d)>, affine_map<(j, d, i) -> (j, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v13, %q : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v15_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v16_e = tensor.empty() : tensor<6x4xf32>
  %v16_c = arith.constant 0.0 : f32
  %v16_f = linalg.fill ins(%v16_c : f32) outs(%v16_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(j, e, i) -> (i, j)>, affine_map<(j, e, i) -> (i, e)>, affine_map<(j, e, i) -> (j, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v7, %g : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v16_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  // expected-note@+1 {{here}}
  return %v8, %v14, %v15, %v16, %v7 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x6xf32>
}

//--- dropout.mlir
func.func @dropout(%q: tensor<6x4xf32> {sbp.name = "q"}, %k: tensor<6x4xf32> {sbp.name = "k"}, %v: tensor<6x4xf32> {sbp.name = "v"}, %g: tensor<6x4xf32> {sbp.name = "g"}, %more: tensor<6x6xf32> {sbp.name = "more"}) -> (tensor<6x4xf32> {sbp.name = "y"}, tensor<6x4xf32> {sbp.name = "dq"}, tensor<6x4xf32> {sbp.name = "dk"}, tensor<6x4xf32> {sbp.name = "dv"}) {
  %v1_e = tensor.empty() : tensor<6x6xf32>
  %v1_c = arith.constant 0.0 : f32
  %v1_f = linalg.fill ins(%v1_c : f32) outs(%v1_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v1_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v2_e = tensor.empty() : tensor<6x6xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v1 : tensor<6x6xf32>) outs(%v2_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %m = arith.mulf %c, %a0 : f32
    linalg.yield %m : f32
  } -> tensor<6x6xf32>
  %v3_e = tensor.empty() : tensor<6xf32>
  %v3_c = arith.constant 0xFF800000 : f32
  %v3_f = linalg.fill ins(%v3_c : f32) outs(%v3_e : tensor<6xf32>) -> tensor<6xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v2 : tensor<6x6xf32>) outs(%v3_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v4_e = tensor.empty() : tensor<6x6xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v2, %v3 : tensor<6x6xf32>, tensor<6xf32>) outs(%v4_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.subf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<6x6xf32>
  %v5_e = tensor.empty() : tensor<6x6xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<6x6xf32>) outs(%v5_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %x = math.exp %a0 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v6_e = tensor.empty() : tensor<6xf32>
  %v6_c = arith.constant 0.0 : f32
  %v6_f = linalg.fill ins(%v6_c : f32) outs(%v6_e : tensor<6xf32>) -> tensor<6xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v5 : tensor<6x6xf32>) outs(%v6_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v7_e = tensor.empty() : tensor<6x6xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v5, %v6 : tensor<6x6xf32>, tensor<6xf32>) outs(%v7_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.divf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v8_e = tensor.empty() : tensor<6x6xf32>
  // expected-note@+1 {{here}}
  %v8 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v7, %more : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v8_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<6x6xf32>
  %v9_e = tensor.empty() : tensor<6x4xf32>
  %v9_c = arith.constant 0.0 : f32
  %v9_f = linalg.fill ins(%v9_c : f32) outs(%v9_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  // expected-remark@+1 {{attention stays as it is written: its weights are changed after the softmax, as by dropout}}
  %v9 = linalg.generic {indexing_maps = [affine_map<(i, e, j) -> (i, j)>, affine_map<(i, e, j) -> (j, e)>, affine_map<(i, e, j) -> (i, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %v : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v9_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v10_e = tensor.empty() : tensor<6x6xf32>
  %v10_c = arith.constant 0.0 : f32
  %v10_f = linalg.fill ins(%v10_c : f32) outs(%v10_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j, e) -> (i, e)>, affine_map<(i, j, e) -> (j, e)>, affine_map<(i, j, e) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g, %v : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v10_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v11_e = tensor.empty() : tensor<6x6xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10, %more : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v11_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<6x6xf32>
  %v12_e = tensor.empty() : tensor<6x6xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v11, %v7 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v12_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<6x6xf32>
  %v13_e = tensor.empty() : tensor<6xf32>
  %v13_c = arith.constant 0.0 : f32
  %v13_f = linalg.fill ins(%v13_c : f32) outs(%v13_e : tensor<6xf32>) -> tensor<6xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v12 : tensor<6x6xf32>) outs(%v13_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v14_e = tensor.empty() : tensor<6x6xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v12, %v7, %v13 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6xf32>) outs(%v14_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o: f32):
    %t = arith.mulf %a1, %a2 : f32
    %x = arith.subf %a0, %t : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v15_e = tensor.empty() : tensor<6x6xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v14 : tensor<6x6xf32>) outs(%v15_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %x = arith.mulf %a0, %c : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v16_e = tensor.empty() : tensor<6x4xf32>
  %v16_c = arith.constant 0.0 : f32
  %v16_f = linalg.fill ins(%v16_c : f32) outs(%v16_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v15, %k : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v16_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v17_e = tensor.empty() : tensor<6x4xf32>
  %v17_c = arith.constant 0.0 : f32
  %v17_f = linalg.fill ins(%v17_c : f32) outs(%v17_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(j, d, i) -> (i, j)>, affine_map<(j, d, i) -> (i, d)>, affine_map<(j, d, i) -> (j, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v15, %q : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v17_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v18_e = tensor.empty() : tensor<6x4xf32>
  %v18_c = arith.constant 0.0 : f32
  %v18_f = linalg.fill ins(%v18_c : f32) outs(%v18_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v18 = linalg.generic {indexing_maps = [affine_map<(j, e, i) -> (i, j)>, affine_map<(j, e, i) -> (i, e)>, affine_map<(j, e, i) -> (j, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %g : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v18_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %v9, %v16, %v17, %v18 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
}

//--- cotangent.mlir
func.func @cotangent(%q: tensor<6x4xf32> {sbp.name = "q"}, %k: tensor<6x4xf32> {sbp.name = "k"}, %v: tensor<6x4xf32> {sbp.name = "v"}, %g: tensor<6x4xf32> {sbp.name = "g"}, %more: tensor<6x6xf32> {sbp.name = "more"}) -> (tensor<6x4xf32> {sbp.name = "y"}, tensor<6x4xf32> {sbp.name = "dq"}, tensor<6x4xf32> {sbp.name = "dk"}, tensor<6x4xf32> {sbp.name = "dv"}) {
  %v1_e = tensor.empty() : tensor<6x6xf32>
  %v1_c = arith.constant 0.0 : f32
  %v1_f = linalg.fill ins(%v1_c : f32) outs(%v1_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v1_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v2_e = tensor.empty() : tensor<6x6xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v1 : tensor<6x6xf32>) outs(%v2_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %m = arith.mulf %c, %a0 : f32
    linalg.yield %m : f32
  } -> tensor<6x6xf32>
  %v3_e = tensor.empty() : tensor<6xf32>
  %v3_c = arith.constant 0xFF800000 : f32
  %v3_f = linalg.fill ins(%v3_c : f32) outs(%v3_e : tensor<6xf32>) -> tensor<6xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v2 : tensor<6x6xf32>) outs(%v3_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v4_e = tensor.empty() : tensor<6x6xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v2, %v3 : tensor<6x6xf32>, tensor<6xf32>) outs(%v4_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.subf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<6x6xf32>
  %v5_e = tensor.empty() : tensor<6x6xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<6x6xf32>) outs(%v5_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %x = math.exp %a0 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v6_e = tensor.empty() : tensor<6xf32>
  %v6_c = arith.constant 0.0 : f32
  %v6_f = linalg.fill ins(%v6_c : f32) outs(%v6_e : tensor<6xf32>) -> tensor<6xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v5 : tensor<6x6xf32>) outs(%v6_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v7_e = tensor.empty() : tensor<6x6xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v5, %v6 : tensor<6x6xf32>, tensor<6xf32>) outs(%v7_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.divf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v8_e = tensor.empty() : tensor<6x4xf32>
  %v8_c = arith.constant 0.0 : f32
  %v8_f = linalg.fill ins(%v8_c : f32) outs(%v8_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  // expected-remark@+1 {{attention stays as it is written: a product that is no part of its gradient reads what is computed of its scores}}
  %v8 = linalg.generic {indexing_maps = [affine_map<(i, e, j) -> (i, j)>, affine_map<(i, e, j) -> (j, e)>, affine_map<(i, e, j) -> (i, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v7, %v : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v8_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v9_e = tensor.empty() : tensor<6x6xf32>
  %v9_c = arith.constant 0.0 : f32
  %v9_f = linalg.fill ins(%v9_c : f32) outs(%v9_e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(i, j, e) -> (i, e)>, affine_map<(i, j, e) -> (j, e)>, affine_map<(i, j, e) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g, %v : tensor<6x4xf32>, tensor<6x4xf32>) outs(%v9_f : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  %v10_e = tensor.empty() : tensor<6x6xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v9, %v7 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v10_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<6x6xf32>
  %v11_e = tensor.empty() : tensor<6xf32>
  %v11_c = arith.constant 0.0 : f32
  %v11_f = linalg.fill ins(%v11_c : f32) outs(%v11_e : tensor<6xf32>) -> tensor<6xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%v10 : tensor<6x6xf32>) outs(%v11_f : tensor<6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %v12_e = tensor.empty() : tensor<6x6xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v10, %v7, %v11 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6xf32>) outs(%v12_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o: f32):
    %t = arith.mulf %a1, %a2 : f32
    %x = arith.subf %a0, %t : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v13_e = tensor.empty() : tensor<6x6xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v12, %more : tensor<6x6xf32>, tensor<6x6xf32>) outs(%v13_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.addf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v14_e = tensor.empty() : tensor<6x6xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v13 : tensor<6x6xf32>) outs(%v14_e : tensor<6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %x = arith.mulf %a0, %c : f32
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  %v15_e = tensor.empty() : tensor<6x4xf32>
  %v15_c = arith.constant 0.0 : f32
  %v15_f = linalg.fill ins(%v15_c : f32) outs(%v15_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  // expected-note@+1 {{here}}
  %v15 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v14, %k : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v15_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v16_e = tensor.empty() : tensor<6x4xf32>
  %v16_c = arith.constant 0.0 : f32
  %v16_f = linalg.fill ins(%v16_c : f32) outs(%v16_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(j, d, i) -> (i, j)>, affine_map<(j, d, i) -> (i, d)>, affine_map<(j, d, i) -> (j, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v14, %q : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v16_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %v17_e = tensor.empty() : tensor<6x4xf32>
  %v17_c = arith.constant 0.0 : f32
  %v17_f = linalg.fill ins(%v17_c : f32) outs(%v17_e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(j, e, i) -> (i, j)>, affine_map<(j, e, i) -> (i, e)>, affine_map<(j, e, i) -> (j, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v7, %g : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v17_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %v8, %v15, %v16, %v17 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
}
