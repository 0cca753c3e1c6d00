// RUN: sbp-opt %s --sbp-import | FileCheck %s

// The gradient that PyTorch writes of causal attention: the forward is computed with its sums, and nothing is left of scores.
// CHECK-LABEL: func.func @gradient
// CHECK:         %[[Y:.*]], %[[SUMS:.*]] = nn.attention %[[Q:.*]], %[[K:.*]], %[[V:.*]] {causal, scale = 5.000000e-01 : f64}
// CHECK:         %[[G:.*]] = linalg.transpose ins(%arg3
// CHECK:         %[[DQ:.*]], %[[DK:.*]], %[[DV:.*]] = nn.attention_gradient %[[Q]], %[[K]], %[[V]] of %[[Y]], %[[SUMS]] cotangent %[[G]] {causal, scale = 5.000000e-01 : f64}
// CHECK-NOT:     math.exp
// CHECK-NOT:     tensor<2x4x6x6xf32>
// CHECK:         return
func.func @gradient(%q: tensor<2x6x4x4xf32> {sbp.name = "q"}, %k: tensor<2x6x4x4xf32> {sbp.name = "k"}, %v: tensor<2x6x4x4xf32> {sbp.name = "v"}, %g: tensor<2x6x4x4xf32> {sbp.name = "g"}) -> (tensor<2x6x4x4xf32> {sbp.name = "y"}, tensor<2x6x4x4xf32> {sbp.name = "dq"}, tensor<2x6x4x4xf32> {sbp.name = "dk"}, tensor<2x6x4x4xf32> {sbp.name = "dv"}) {
  %v1_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v1_c = arith.constant 0.0 : f32
  %v1_f = linalg.fill ins(%v1_c : f32) outs(%v1_e : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, d) -> (b, i, h, d)>, affine_map<(b, h, i, j, d) -> (b, j, h, d)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x4x4xf32>, tensor<2x6x4x4xf32>) outs(%v1_f : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6x6xf32>
  %v2_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v1 : tensor<2x4x6x6xf32>) outs(%v2_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %m = arith.mulf %c, %a0 : f32
    linalg.yield %m : f32
  } -> tensor<2x4x6x6xf32>
  %v3_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v2 : tensor<2x4x6x6xf32>) outs(%v3_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %n = arith.cmpi sle, %j, %i : index
    %low = arith.constant 0xFF800000 : f32
    %t = arith.select %n, %a0, %low : f32
    linalg.yield %t : f32
  } -> tensor<2x4x6x6xf32>
  %v4_e = tensor.empty() : tensor<2x4x6xf32>
  %v4_c = arith.constant 0xFF800000 : f32
  %v4_f = linalg.fill ins(%v4_c : f32) outs(%v4_e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v3 : tensor<2x4x6x6xf32>) outs(%v4_f : tensor<2x4x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %v5_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v3, %v4 : tensor<2x4x6x6xf32>, tensor<2x4x6xf32>) outs(%v5_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.subf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<2x4x6x6xf32>
  %v6_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v5 : tensor<2x4x6x6xf32>) outs(%v6_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %x = math.exp %a0 : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v7_e = tensor.empty() : tensor<2x4x6xf32>
  %v7_c = arith.constant 0.0 : f32
  %v7_f = linalg.fill ins(%v7_c : f32) outs(%v7_e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v6 : tensor<2x4x6x6xf32>) outs(%v7_f : tensor<2x4x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %v8_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v8 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v6, %v7 : tensor<2x4x6x6xf32>, tensor<2x4x6xf32>) outs(%v8_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.divf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v9_e = tensor.empty() : tensor<2x6x4x4xf32>
  %v9_c = arith.constant 0.0 : f32
  %v9_f = linalg.fill ins(%v9_c : f32) outs(%v9_e : tensor<2x6x4x4xf32>) -> tensor<2x6x4x4xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(b, i, h, e, j) -> (b, h, i, j)>, affine_map<(b, i, h, e, j) -> (b, j, h, e)>, affine_map<(b, i, h, e, j) -> (b, i, h, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v8, %v : tensor<2x4x6x6xf32>, tensor<2x6x4x4xf32>) outs(%v9_f : tensor<2x6x4x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x6x4x4xf32>
  %v10_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v10_c = arith.constant 0.0 : f32
  %v10_f = linalg.fill ins(%v10_c : f32) outs(%v10_e : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, e) -> (b, i, h, e)>, affine_map<(b, h, i, j, e) -> (b, j, h, e)>, affine_map<(b, h, i, j, e) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%g, %v : tensor<2x6x4x4xf32>, tensor<2x6x4x4xf32>) outs(%v10_f : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6x6xf32>
  %v11_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v10, %v8 : tensor<2x4x6x6xf32>, tensor<2x4x6x6xf32>) outs(%v11_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x0 = arith.mulf %a0, %a1 : f32
    linalg.yield %x0 : f32
  } -> tensor<2x4x6x6xf32>
  %v12_e = tensor.empty() : tensor<2x4x6xf32>
  %v12_c = arith.constant 0.0 : f32
  %v12_f = linalg.fill ins(%v12_c : f32) outs(%v12_e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v11 : tensor<2x4x6x6xf32>) outs(%v12_f : tensor<2x4x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %v13_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v11, %v8, %v12 : tensor<2x4x6x6xf32>, tensor<2x4x6x6xf32>, tensor<2x4x6xf32>) outs(%v13_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o: f32):
    %t = arith.mulf %a1, %a2 : f32
    %x = arith.subf %a0, %t : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v14_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v13 : tensor<2x4x6x6xf32>) outs(%v14_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %n = arith.cmpi sle, %j, %i : index
    %low = arith.constant 0.0 : f32
    %t = arith.select %n, %a0, %low : f32
    linalg.yield %t : f32
  } -> tensor<2x4x6x6xf32>
  %v15_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v14 : tensor<2x4x6x6xf32>) outs(%v15_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %x = arith.mulf %a0, %c : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v16_e = tensor.empty() : tensor<2x6x4x4xf32>
  %v16_c = arith.constant 0.0 : f32
  %v16_f = linalg.fill ins(%v16_c : f32) outs(%v16_e : tensor<2x6x4x4xf32>) -> tensor<2x6x4x4xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(b, i, h, d, j) -> (b, h, i, j)>, affine_map<(b, i, h, d, j) -> (b, j, h, d)>, affine_map<(b, i, h, d, j) -> (b, i, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v15, %k : tensor<2x4x6x6xf32>, tensor<2x6x4x4xf32>) outs(%v16_f : tensor<2x6x4x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x6x4x4xf32>
  %v17_e = tensor.empty() : tensor<2x6x4x4xf32>
  %v17_c = arith.constant 0.0 : f32
  %v17_f = linalg.fill ins(%v17_c : f32) outs(%v17_e : tensor<2x6x4x4xf32>) -> tensor<2x6x4x4xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(b, j, h, d, i) -> (b, h, i, j)>, affine_map<(b, j, h, d, i) -> (b, i, h, d)>, affine_map<(b, j, h, d, i) -> (b, j, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v15, %q : tensor<2x4x6x6xf32>, tensor<2x6x4x4xf32>) outs(%v17_f : tensor<2x6x4x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x6x4x4xf32>
  %v18_e = tensor.empty() : tensor<2x6x4x4xf32>
  %v18_c = arith.constant 0.0 : f32
  %v18_f = linalg.fill ins(%v18_c : f32) outs(%v18_e : tensor<2x6x4x4xf32>) -> tensor<2x6x4x4xf32>
  %v18 = linalg.generic {indexing_maps = [affine_map<(b, j, h, e, i) -> (b, h, i, j)>, affine_map<(b, j, h, e, i) -> (b, i, h, e)>, affine_map<(b, j, h, e, i) -> (b, j, h, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v8, %g : tensor<2x4x6x6xf32>, tensor<2x6x4x4xf32>) outs(%v18_f : tensor<2x6x4x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x6x4x4xf32>
  return %v9, %v16, %v17, %v18 : tensor<2x6x4x4xf32>, tensor<2x6x4x4xf32>, tensor<2x6x4x4xf32>, tensor<2x6x4x4xf32>
}
