// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s

// A few greatest: every element is compared with the least of those found, and few are put among them.
// CHECK-LABEL: func @few
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %{{.+}} : tensor<3x50xf32> to tensor<50xf32>
// CHECK:           scf.for
// CHECK:             %[[STEPS:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : index
// CHECK:             scf.for %{{.+}} = %{{.+}} to %[[STEPS]]
// CHECK-NOT:     nn.top_k
func.func @few(%x: tensor<3x50xf32>) -> (tensor<3x4xf32>, tensor<3x4xi64>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 4 : i64} : (tensor<3x50xf32>) -> (tensor<3x4xf32>, tensor<3x4xi64>)
  return %v, %i : tensor<3x4xf32>, tensor<3x4xi64>
}

// Many: the row is sorted by merging, and cut.
// CHECK-LABEL: func @many
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %{{.+}} : tensor<3x500xf32> to tensor<500xf32>
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:           tensor.extract_slice %{{.+}} : tensor<500xf32> to tensor<200xf32>
// CHECK-NOT:     nn.top_k
func.func @many(%x: tensor<3x500xf32>) -> (tensor<3x200xf32>, tensor<3x200xi64>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 200 : i64} : (tensor<3x500xf32>) -> (tensor<3x200xf32>, tensor<3x200xi64>)
  return %v, %i : tensor<3x200xf32>, tensor<3x200xi64>
}
