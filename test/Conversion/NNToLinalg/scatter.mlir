// RUN: sbp-opt %s --sbp-convert-nn-to-linalg -split-input-file | FileCheck %s

// Positions in order, then one slice, which is empty where the index is outside.
// CHECK-LABEL: func @rows
// CHECK-SAME:    %[[T:.+]]: tensor<7x3xf32>, %[[I:.+]]: tensor<5xi64>, %[[U:.+]]: tensor<5x3xf32>
// CHECK:         %[[R:.+]] = scf.for %[[P:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[OUTER:.+]] = %[[T]])
// CHECK:           %[[INDEX:.+]] = tensor.extract %[[I]][%[[P]]]
// CHECK:           %[[ROW:.+]] = arith.index_cast %[[INDEX]]
// CHECK:           %[[INSIDE:.+]] = arith.cmpi ult, %[[ROW]]
// CHECK:           %[[COUNT:.+]] = arith.select %[[INSIDE]]
// CHECK:           scf.for %[[C:.+]] = %{{.+}} to %[[COUNT]] step %{{.+}} iter_args(%[[INNER:.+]] = %[[OUTER]])
// CHECK:             %[[OLD:.+]] = tensor.extract %[[INNER]][%[[ROW]], %[[C]]]
// CHECK:             %[[TERM:.+]] = tensor.extract %[[U]][%[[P]], %[[C]]]
// CHECK:             %[[SUM:.+]] = arith.addf %[[OLD]], %[[TERM]]
// CHECK:             tensor.insert %[[SUM]] into %[[INNER]][%[[ROW]], %[[C]]]
// CHECK:         return %[[R]]
func.func @rows(%t: tensor<7x3xf32>, %i: tensor<5xi64>, %u: tensor<5x3xf32>) -> tensor<7x3xf32> {
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7x3xf32>, tensor<5xi64>, tensor<5x3xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
}

// -----

// The whole table is widened once and rounded once.
// CHECK-LABEL: func @narrow
// CHECK:         arith.extf
// CHECK:         scf.for {{.*}} -> (tensor<7xf32>)
// CHECK:         arith.truncf
func.func @narrow(%t: tensor<7xf16>, %i: tensor<5xi32>, %u: tensor<5xf16>) -> tensor<7xf16> {
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7xf16>, tensor<5xi32>, tensor<5xf16>) -> tensor<7xf16>
  return %r : tensor<7xf16>
}
