// RUN: sbp-opt %s --sbp-check-model --split-input-file --verify-diagnostics | FileCheck %s

#map = affine_map<(i) -> (i)>
// Casts, choices and ops that move elements are allowed.
// CHECK-LABEL: func @moved
func.func @moved(%x: tensor<4x4xf8E5M2>, %i: tensor<2xi32>, %c: tensor<4x4xi1>) -> (tensor<2x4xf8E5M2>, tensor<4x4xf32>, tensor<4x4xf8E5M2>) {
  %rows = nn.gather %x, %i {axis = 0 : i64} : (tensor<4x4xf8E5M2>, tensor<2xi32>) -> tensor<2x4xf8E5M2>
  %wide = arith.extf %x : tensor<4x4xf8E5M2> to tensor<4x4xf32>
  %same = nn.stop_gradient %x : tensor<4x4xf8E5M2>
  %e = tensor.empty() : tensor<4x4xf8E5M2>
  %t = linalg.transpose ins(%same : tensor<4x4xf8E5M2>) outs(%e : tensor<4x4xf8E5M2>) permutation = [1, 0]
  %chosen = arith.select %c, %t, %x : tensor<4x4xi1>, tensor<4x4xf8E5M2>
  return %rows, %wide, %chosen : tensor<2x4xf8E5M2>, tensor<4x4xf32>, tensor<4x4xf8E5M2>
}

// -----

func.func @elementwise(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // expected-error @below {{'arith.addf' op computes with elements of f8E4M3FN, which are only stored, moved and cast; cast operands to f32 or bf16 before (arith.extf) and the result back after (arith.truncf)}}
  %y = arith.addf %x, %x : tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
}

// -----

#map = affine_map<(i) -> (i)>
func.func @body(%x: tensor<4xf8E4M3FN>) -> tensor<4xi1> {
  %e = tensor.empty() : tensor<4xi1>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<4xf8E4M3FN>) outs(%e : tensor<4xi1>) {
  ^bb0(%a: f8E4M3FN, %out: i1):
    // expected-error @below {{'arith.cmpf' op computes with elements of f8E4M3FN}}
    %r = arith.cmpf ogt, %a, %a : f8E4M3FN
    linalg.yield %r : i1
  } -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// -----

// A named op widens its operands in a body that nobody wrote.
func.func @named(%x: tensor<4x4xf8E5M2>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'linalg.matmul' op computes with elements of f8E5M2}}
  %y = linalg.matmul ins(%x, %x : tensor<4x4xf8E5M2>, tensor<4x4xf8E5M2>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

func.func @scattered(%x: tensor<4x4xf8E5M2>, %i: tensor<2xi32>, %u: tensor<2x4xf8E5M2>) -> tensor<4x4xf8E5M2> {
  // expected-error @below {{'nn.scatter_add' op computes with elements of f8E5M2}}
  %y = nn.scatter_add %x, %i, %u {axis = 0 : i64} : (tensor<4x4xf8E5M2>, tensor<2xi32>, tensor<2x4xf8E5M2>) -> tensor<4x4xf8E5M2>
  return %y : tensor<4x4xf8E5M2>
}
