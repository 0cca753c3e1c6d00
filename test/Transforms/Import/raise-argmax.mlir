// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-raise-captures))' -split-input-file | FileCheck %s

#whole = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>

// How JAX writes argmax: a reduction of (value, index) that no dimension can be split of.
// CHECK-LABEL: func @argmax
// CHECK-SAME:    (%[[X:.+]]: tensor<3x4xf32>)
// CHECK:         %[[I:.+]] = nn.argmax %[[X]] {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3xi32>
// CHECK:         return %[[I]]
func.func @argmax(%x: tensor<3x4xf32>) -> tensor<3xi32> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<3x4xi32>
  %count = linalg.generic {indexing_maps = [#whole], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<3x4xi32>
  %1 = tensor.empty() : tensor<3xf32>
  %values = linalg.fill ins(%lowest : f32) outs(%1 : tensor<3xf32>) -> tensor<3xf32>
  %2 = tensor.empty() : tensor<3xi32>
  %indices = linalg.fill ins(%zero : i32) outs(%2 : tensor<3xi32>) -> tensor<3xi32>
  %r:2 = linalg.generic {indexing_maps = [#whole, #whole, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %count : tensor<3x4xf32>, tensor<3x4xi32>) outs(%values, %indices : tensor<3xf32>, tensor<3xi32>) {
  ^bb0(%v: f32, %i: i32, %best: f32, %j: i32):
    %greater = arith.cmpf ogt, %best, %v : f32
    %nan = arith.cmpf une, %best, %best : f32
    %keep = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %best, %v : f32
    %earlier = arith.cmpi slt, %j, %i : i32
    %tie = arith.andi %equal, %earlier : i1
    %stay = arith.ori %keep, %tie : i1
    %value = arith.select %keep, %best, %v : f32
    %index = arith.select %stay, %j, %i : i32
    linalg.yield %value, %index : f32, i32
  } -> (tensor<3xf32>, tensor<3xi32>)
  return %r#1 : tensor<3xi32>
}

// -----

#whole = affine_map<(a, b) -> (a, b)>
#column = affine_map<(a, b) -> (b)>

// Its value is used too: a maximum of its own.
// CHECK-LABEL: func @maximum_too
// CHECK-SAME:    (%[[X:.+]]: tensor<3x4xi8>)
// CHECK-DAG:     nn.argmax %[[X]] {axis = 0 : i64} : (tensor<3x4xi8>) -> tensor<4xi64>
// CHECK-DAG:     arith.maxsi
func.func @maximum_too(%x: tensor<3x4xi8>) -> (tensor<4xi8>, tensor<4xi64>) {
  %zero = arith.constant 0 : i64
  %lowest = arith.constant -128 : i8
  %0 = tensor.empty() : tensor<3x4xi64>
  %count = linalg.generic {indexing_maps = [#whole], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x4xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    linalg.yield %c : i64
  } -> tensor<3x4xi64>
  %1 = tensor.empty() : tensor<4xi8>
  %values = linalg.fill ins(%lowest : i8) outs(%1 : tensor<4xi8>) -> tensor<4xi8>
  %2 = tensor.empty() : tensor<4xi64>
  %indices = linalg.fill ins(%zero : i64) outs(%2 : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#whole, #whole, #column, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x, %count : tensor<3x4xi8>, tensor<3x4xi64>) outs(%values, %indices : tensor<4xi8>, tensor<4xi64>) {
  ^bb0(%v: i8, %i: i64, %best: i8, %j: i64):
    %new = arith.cmpi sgt, %v, %best : i8
    %value = arith.select %new, %v, %best : i8
    %index = arith.select %new, %i, %j : i64
    linalg.yield %value, %index : i8, i64
  } -> (tensor<4xi8>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<4xi64>
}

// -----

#whole = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>

// The last of several maxima: something else.
// CHECK-LABEL: func @last
// CHECK-NOT:     nn.argmax
func.func @last(%x: tensor<3x4xi8>) -> tensor<3xi32> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128 : i8
  %0 = tensor.empty() : tensor<3x4xi32>
  %count = linalg.generic {indexing_maps = [#whole], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<3x4xi32>
  %1 = tensor.empty() : tensor<3xi8>
  %values = linalg.fill ins(%lowest : i8) outs(%1 : tensor<3xi8>) -> tensor<3xi8>
  %2 = tensor.empty() : tensor<3xi32>
  %indices = linalg.fill ins(%zero : i32) outs(%2 : tensor<3xi32>) -> tensor<3xi32>
  %r:2 = linalg.generic {indexing_maps = [#whole, #whole, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %count : tensor<3x4xi8>, tensor<3x4xi32>) outs(%values, %indices : tensor<3xi8>, tensor<3xi32>) {
  ^bb0(%v: i8, %i: i32, %best: i8, %j: i32):
    %new = arith.cmpi sge, %v, %best : i8
    %value = arith.select %new, %v, %best : i8
    %index = arith.select %new, %i, %j : i32
    linalg.yield %value, %index : i8, i32
  } -> (tensor<3xi8>, tensor<3xi32>)
  return %r#1 : tensor<3xi32>
}
