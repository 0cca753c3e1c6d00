// RUN: sbp-opt %s --sbp-convert-nn-to-linalg -split-input-file | FileCheck %s

// Positions in order, then one slice of the nearest row.
// CHECK-LABEL: func @rows
// CHECK-SAME:    %[[T:.+]]: tensor<7x3xf32>, %[[I:.+]]: tensor<5xi64>, %[[U:.+]]: tensor<5x3xf32>
// CHECK:         %[[R:.+]] = scf.for %[[P:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[OUTER:.+]] = %[[T]])
// CHECK:           %[[INDEX:.+]] = tensor.extract %[[I]][%[[P]]]
// CHECK:           arith.index_cast %[[INDEX]]
// CHECK:           arith.maxsi
// CHECK:           %[[ROW:.+]] = arith.minsi
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

// All slots of a row one after the other: widened at the first, rounded at the last, and the table is never another one.
// CHECK-LABEL: func @narrow
// CHECK-NOT:     tensor<7xf32>
// CHECK:         scf.for {{.*}} -> (tensor<7xf16>, tensor<f32>)
// CHECK:           arith.extf
// CHECK:           arith.addf
// CHECK:           arith.truncf
// CHECK-NOT:     tensor<7xf32>
func.func @narrow(%t: tensor<7xf16>, %i: tensor<5xi32>, %u: tensor<5xf16>) -> tensor<7xf16> {
  %r = nn.scatter_add %t, %i, %u {axis = 0 : i64} : (tensor<7xf16>, tensor<5xi32>, tensor<5xf16>) -> tensor<7xf16>
  return %r : tensor<7xf16>
}

// -----

// The last update of a row wins: nothing of the table is read.
// CHECK-LABEL: func @replaces
// CHECK-SAME:    %[[T:.+]]: tensor<7x3xbf16>, %[[I:.+]]: tensor<5xi64>, %[[U:.+]]: tensor<5x3xbf16>
// CHECK:         scf.for %[[P:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[OUTER:.+]] = %[[T]])
// CHECK:           %[[ROW:.+]] = arith.minsi
// CHECK:           scf.for %[[C:.+]] = %{{.+}} iter_args(%[[INNER:.+]] = %[[OUTER]])
// CHECK-NOT:         tensor.extract %[[INNER]]
// CHECK:             %[[NEW:.+]] = tensor.extract %[[U]][%[[P]], %[[C]]]
// CHECK:             tensor.insert %[[NEW]] into %[[INNER]][%[[ROW]], %[[C]]]
func.func @replaces(%t: tensor<7x3xbf16>, %i: tensor<5xi64>, %u: tensor<5x3xbf16>) -> tensor<7x3xbf16> {
  %r = nn.scatter %t, %i, %u {axis = 0 : i64} : (tensor<7x3xbf16>, tensor<5xi64>, tensor<5x3xbf16>) -> tensor<7x3xbf16>
  return %r : tensor<7x3xbf16>
}
