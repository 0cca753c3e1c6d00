// RUN: sbp-opt %s --sbp-compile-to=local --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s

// Between selection and partition no upstream rewrite runs: it would merge equal ops whose distributions differ.

// CHECK:      sbp-select-distributions
// CHECK-NOT:  canonicalize
// CHECK-NOT:  cse
// CHECK:      sbp-plan-boxings
// CHECK-NOT:  canonicalize
// CHECK-NOT:  cse
// CHECK:      sbp-partition

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
