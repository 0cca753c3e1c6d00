// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// An op without a rule is named, never silently replicated.
// CHECK-LABEL: signatures of @reshape{{$}}
// CHECK-NEXT: tensor.reshape
// CHECK-NEXT: error: no rule
// CHECK-NOT: {{->|blocked}}
func.func @reshape(%x: tensor<4x6xf32>, %shape: tensor<1xindex>) -> tensor<24xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<4x6xf32>, tensor<1xindex>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}
