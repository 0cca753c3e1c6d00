// RUN: split-file %s %t
// RUN: sbp-opt %t/found.mlir --sbp-import | FileCheck %s --check-prefix=FOUND
// RUN: sbp-opt %t/returned.mlir --sbp-import | FileCheck %s --check-prefix=RETURNED
// RUN: sbp-opt %t/off.mlir --sbp-import="attention=off" | FileCheck %s --check-prefix=OFF
// RUN: sbp-opt %t/off.mlir --sbp-raise-attention=off --sbp-import | FileCheck %s --check-prefix=OFF
// RUN: sbp-opt %t/off.mlir --sbp-import | FileCheck %s --check-prefix=ON

// Heads stand behind the tokens; the mask is found to be causal afterwards (sbp-raise-masks). Nothing is left of the scores.
// FOUND-LABEL: func.func @found
// FOUND:         %[[Q:.*]] = linalg.transpose ins(%arg0 : tensor<2x6x4x4xf32>) outs(%{{.*}} : tensor<2x4x6x4xf32>) permutation = [0, 2, 1, 3]
// FOUND:         %[[K:.*]] = linalg.transpose ins(%arg1
// FOUND:         %[[V:.*]] = linalg.transpose ins(%arg2
// FOUND:         %[[Y:.*]], %{{.*}} = nn.attention %[[Q]], %[[K]], %[[V]] {causal, scale = 5.000000e-01 : f64}
// FOUND:         %[[RESULT:.*]] = linalg.transpose ins(%[[Y]]
// FOUND-NOT:     math.exp
// FOUND:         return %[[RESULT]]

// Weights that are read elsewhere have to be computed.
// RETURNED-LABEL: func.func @returned
// RETURNED-NOT:     nn.attention
// RETURNED:         math.exp

// What was switched off stays so in later imports. Without batch and heads both have size 1.
// OFF-LABEL: func.func @off
// OFF-SAME:    sbp.spelled_attention
// OFF-NOT:     nn.attention
// ON-LABEL:  func.func @off
// ON:          nn.attention {{.*}} : (tensor<1x1x6x4xf32>, tensor<1x1x6x4xf32>, tensor<1x1x6x4xf32>)

//--- found.mlir
func.func @found(%q: tensor<2x6x4x4xf32> {sbp.name = "q"}, %k: tensor<2x6x4x4xf32> {sbp.name = "k"}, %v: tensor<2x6x4x4xf32> {sbp.name = "v"}) -> (tensor<2x6x4x4xf32> {sbp.name = "y"}) {
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
  return %v9 : tensor<2x6x4x4xf32>
}

//--- returned.mlir
func.func @returned(%q: tensor<2x4x6x4xf32> {sbp.name = "q"}, %k: tensor<2x4x6x4xf32> {sbp.name = "k"}, %v: tensor<2x4x6x4xf32> {sbp.name = "v"}) -> (tensor<2x4x6x4xf32> {sbp.name = "y"}, tensor<2x4x6x6xf32> {sbp.name = "weights"}) {
  %v1_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v1_c = arith.constant 0.0 : f32
  %v1_f = linalg.fill ins(%v1_c : f32) outs(%v1_e : tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, h, j, d)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x4x6x4xf32>, tensor<2x4x6x4xf32>) outs(%v1_f : tensor<2x4x6x6xf32>) {
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
  %v3_e = tensor.empty() : tensor<2x4x6xf32>
  %v3_c = arith.constant 0xFF800000 : f32
  %v3_f = linalg.fill ins(%v3_c : f32) outs(%v3_e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v2 : tensor<2x4x6x6xf32>) outs(%v3_f : tensor<2x4x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.maximumf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %v4_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v2, %v3 : tensor<2x4x6x6xf32>, tensor<2x4x6xf32>) outs(%v4_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.subf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<2x4x6x6xf32>
  %v5_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v4 : tensor<2x4x6x6xf32>) outs(%v5_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %x = math.exp %a0 : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v6_e = tensor.empty() : tensor<2x4x6xf32>
  %v6_c = arith.constant 0.0 : f32
  %v6_f = linalg.fill ins(%v6_c : f32) outs(%v6_e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%v5 : tensor<2x4x6x6xf32>) outs(%v6_f : tensor<2x4x6xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %s = arith.addf %o, %a0 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %v7_e = tensor.empty() : tensor<2x4x6x6xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v5, %v6 : tensor<2x4x6x6xf32>, tensor<2x4x6xf32>) outs(%v7_e : tensor<2x4x6x6xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %x = arith.divf %a0, %a1 : f32
    linalg.yield %x : f32
  } -> tensor<2x4x6x6xf32>
  %v8_e = tensor.empty() : tensor<2x4x6x4xf32>
  %v8_c = arith.constant 0.0 : f32
  %v8_f = linalg.fill ins(%v8_c : f32) outs(%v8_e : tensor<2x4x6x4xf32>) -> tensor<2x4x6x4xf32>
  %v8 = linalg.generic {indexing_maps = [affine_map<(b, h, i, e, j) -> (b, h, i, j)>, affine_map<(b, h, i, e, j) -> (b, h, j, e)>, affine_map<(b, h, i, e, j) -> (b, h, i, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v7, %v : tensor<2x4x6x6xf32>, tensor<2x4x6x4xf32>) outs(%v8_f : tensor<2x4x6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6x4xf32>
  return %v8, %v7 : tensor<2x4x6x4xf32>, tensor<2x4x6x6xf32>
}

//--- off.mlir
func.func @off(%q: tensor<6x4xf32> {sbp.name = "q"}, %k: tensor<6x4xf32> {sbp.name = "k"}, %v: tensor<6x4xf32> {sbp.name = "v"}) -> (tensor<6x4xf32> {sbp.name = "y"}) {
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
  %v8 = linalg.generic {indexing_maps = [affine_map<(i, e, j) -> (i, j)>, affine_map<(i, e, j) -> (j, e)>, affine_map<(i, e, j) -> (i, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v7, %v : tensor<6x6xf32>, tensor<6x4xf32>) outs(%v8_f : tensor<6x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %p = arith.mulf %a0, %a1 : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %v8 : tensor<6x4xf32>
}
