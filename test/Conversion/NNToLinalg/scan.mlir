// RUN: sbp-opt %s --sbp-convert-nn-to-linalg -split-input-file | FileCheck %s

// The sum so far lacks the loop; the sums as they grow do not. bf16 is summed in f32.
// CHECK: #[[WHOLE:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[ROW:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @cumsum
// CHECK-SAME:    %[[X:.+]]: tensor<4x7xbf16>
// CHECK:         %[[R:.+]]:2 = linalg.generic {indexing_maps = [#[[WHOLE]], #[[ROW]], #[[WHOLE]]], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<4x7xbf16>) outs(%{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4x7xbf16>)
// CHECK:           %[[WIDE:.+]] = arith.extf
// CHECK:           %[[SUM:.+]] = arith.addf %{{.+}}, %[[WIDE]] : f32
// CHECK:           %[[SEEN:.+]] = arith.truncf %[[SUM]]
// CHECK:           linalg.yield %[[SUM]], %[[SEEN]]
// CHECK:         return %[[R]]#1
func.func @cumsum(%x: tensor<4x7xbf16>) -> tensor<4x7xbf16> {
  %y = nn.cumsum %x {axis = 1 : i64} : (tensor<4x7xbf16>) -> tensor<4x7xbf16>
  return %y : tensor<4x7xbf16>
}

// -----

// What is seen is the sum before.
// CHECK-LABEL: func @exclusive
// CHECK:       ^bb0(%{{.+}}: i32, %[[BEFORE:.+]]: i32, %{{.+}}: i32):
// CHECK:         %[[SUM:.+]] = arith.addi %[[BEFORE]]
// CHECK:         linalg.yield %[[SUM]], %[[BEFORE]]
func.func @exclusive(%x: tensor<7xi32>) -> tensor<7xi32> {
  %y = nn.cumsum %x {axis = 0 : i64, exclusive} : (tensor<7xi32>) -> tensor<7xi32>
  return %y : tensor<7xi32>
}

// -----

// Pieces of 3 and 2 elements, each from its own start.
// CHECK-LABEL: func @blocks
// CHECK-SAME:    %[[X:.+]]: tensor<5x2xf32>, %[[S:.+]]: tensor<2x2xf32>
// CHECK:         tensor.extract_slice %[[X]][0, 0] [3, 2]
// CHECK:         %[[FIRST:.+]] = tensor.extract_slice %[[S]][0, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
// CHECK:         linalg.generic {{.*}} outs(%[[FIRST]],
// CHECK:         tensor.insert_slice %{{.+}} into %{{.+}}[0, 0] [3, 2]
// CHECK:         tensor.extract_slice %[[X]][3, 0] [2, 2]
// CHECK:         %[[SECOND:.+]] = tensor.extract_slice %[[S]][1, 0] [1, 2]
// CHECK:         linalg.generic {{.*}} outs(%[[SECOND]],
// CHECK:         tensor.insert_slice %{{.+}} into %{{.+}}[3, 0] [2, 2]
func.func @blocks(%x: tensor<5x2xf32>, %s: tensor<2x2xf32>) -> tensor<5x2xf32> {
  %y = nn.cumsum %x start %s {axis = 0 : i64, blocks = 2 : i64} : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  return %y : tensor<5x2xf32>
}

// -----

// CHECK-LABEL: func @block_sum
// CHECK:         linalg.fill
// CHECK:         linalg.generic {{.*}}"reduction"
// CHECK:         tensor.insert_slice %{{.+}} into %{{.+}}[0] [1] [1] : tensor<f32> into tensor<2xf32>
// CHECK:         linalg.generic {{.*}}"reduction"
// CHECK:         tensor.insert_slice %{{.+}} into %{{.+}}[1] [1] [1] : tensor<f32> into tensor<2xf32>
func.func @block_sum(%x: tensor<5xf32>) -> tensor<2xf32> {
  %y = nn.block_sum %x {axis = 0 : i64, blocks = 2 : i64} : (tensor<5xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
