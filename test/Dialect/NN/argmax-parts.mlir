// RUN: sbp-opt %s --sbp-convert-nn-to-linalg | FileCheck %s
// RUN: sbp-opt %s --sbp-convert-nn-to-linalg --sbp-check-signatures=placements=2,3,2x2,8 -o /dev/null
// RUN: sbp-opt %s --sbp-convert-nn-to-linalg --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES

// Split along the axis the maximum is partial by `max`, the index by `min`.
// CHECK-LABEL: func @argmax
// CHECK:         %[[MAXIMUM:.+]] = linalg.generic
// CHECK:           arith.maximumf
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[MAXIMUM]] : tensor<4x5xbf16>, tensor<4xbf16>)
// CHECK:           arith.minsi
// RULES-LABEL: signatures of @argmax{{$}}
// RULES: (S(1), P(max)) -> (P(max))
// RULES: (S(1), B, P(min)) -> (P(min))
func.func @argmax(%x: tensor<4x5xbf16>) -> tensor<4xi32> {
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x5xbf16>) -> tensor<4xi32>
  return %i : tensor<4xi32>
}

// CHECK-LABEL: func @booleans
// CHECK:         arith.ori
// RULES-LABEL: signatures of @booleans{{$}}
// RULES: (S(0), P(or)) -> (P(or))
func.func @booleans(%x: tensor<5x3xi1>) -> tensor<3xi64> {
  %i = nn.argmax %x {axis = 0 : i64} : (tensor<5x3xi1>) -> tensor<3xi64>
  return %i : tensor<3xi64>
}
