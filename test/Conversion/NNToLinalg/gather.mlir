// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s

// The middle dim of the data is chosen by a matrix of indices; one that a model computes reads the nearest row.
// CHECK: #[[INDICES:.+]] = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
// CHECK-LABEL: func @gather
// CHECK-SAME:    %[[DATA:.+]]: tensor<4x9x5xf32>, %[[I:.+]]: tensor<2x3xi32>
// CHECK:         linalg.generic {indexing_maps = [#[[INDICES]], {{.*}}]{{.*}} ins(%[[I]] : tensor<2x3xi32>)
// CHECK-DAG:       %[[INDEX:.+]] = arith.index_cast %{{.+}} : i32 to index
// CHECK-DAG:       %[[ABOVE:.+]] = arith.maxsi %[[INDEX]], %{{.+}} : index
// CHECK-DAG:       %[[ROW:.+]] = arith.minsi %[[ABOVE]], %{{.+}} : index
// CHECK-DAG:       %[[FIRST:.+]] = linalg.index 0
// CHECK-DAG:       %[[LAST:.+]] = linalg.index 3
// CHECK:           tensor.extract %[[DATA]][%[[FIRST]], %[[ROW]], %[[LAST]]]
// CHECK-NOT:     nn.gather
func.func @gather(%data: tensor<4x9x5xf32>, %indices: tensor<2x3xi32>) -> tensor<4x2x3x5xf32> {
  %r = nn.gather %data, %indices {axis = 1 : i64} : (tensor<4x9x5xf32>, tensor<2x3xi32>) -> tensor<4x2x3x5xf32>
  return %r : tensor<4x2x3x5xf32>
}
