// RUN: sbp-opt %s --allow-unregistered-dialect --sbp-print-signatures -o /dev/null | FileCheck %s

// An op without a rule is named, never silently replicated.
// CHECK-LABEL: signatures of @unknown{{$}}
// CHECK-NEXT: test.unknown
// CHECK-NEXT: error: no rule
// CHECK-NOT: {{->|blocked}}
func.func @unknown(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = "test.unknown"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}
