// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s

// Nine elements: four merges, two in each round: from the row to a second one of its size and back.
// CHECK-LABEL: func @sort
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %{{.+}} : tensor<3x9xf32> to tensor<9xf32>
// CHECK:           scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[WIDTH:.+]] = %{{.+}}, %[[ROW:.+]] = %{{.+}}, %{{.+}} = %{{.+}}, %[[OTHER:.+]] = %{{.+}}, %{{.+}} = %{{.+}}) -> (index, tensor<9xf32>, tensor<9xi64>, tensor<9xf32>, tensor<9xi64>)
// CHECK:             arith.addi %[[WIDTH]], %[[WIDTH]]
// CHECK:             %{{.+}} = scf.for {{.*}} iter_args(%{{.+}} = %[[OTHER]],
// CHECK:               scf.for
// CHECK:                 tensor.extract %[[ROW]]
// CHECK:             %{{.+}} = scf.for {{.*}} iter_args(%{{.+}} = %[[ROW]],
// CHECK-NOT:     nn.sort
func.func @sort(%x: tensor<3x9xf32>) -> (tensor<3x9xf32>, tensor<3x9xi64>) {
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<3x9xf32>) -> (tensor<3x9xf32>, tensor<3x9xi64>)
  return %v, %i : tensor<3x9xf32>, tensor<3x9xi64>
}
