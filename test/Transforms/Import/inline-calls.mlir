// RUN: sbp-opt %s --sbp-inline-calls | FileCheck %s
// RUN: sbp-opt %s --sbp-inline-calls --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// The n-th call of a function keeps its number; a call inside belongs to the repeat around it.
// CHECK-LABEL: func @repeated
// CHECK:         %[[A:.+]] = math.exp %{{.+}} {sbp.layer = 0 : i64}
// CHECK:         %[[B:.+]] = math.sin %[[A]] {sbp.layer = 0 : i64}
// CHECK:         %[[C:.+]] = math.exp %[[B]] {sbp.layer = 1 : i64}
// CHECK:         %[[D:.+]] = math.sin %[[C]] {sbp.layer = 1 : i64}
// CHECK:         return %[[D]]
// LOC-LABEL: func @repeated
// LOC: math.exp {{.*}} loc(callsite("{{.*}}inline-calls.mlir":[[# @LINE + 16]]:8 at "{{.*}}inline-calls.mlir":[[# @LINE + 2]]:8))
func.func @repeated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @layer(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @once
// CHECK:         math.sin %{{.+}} : tensor<4xf32>
func.func @once(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @wave(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NOT: func
func.func private @layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = call @wave(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @wave(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.sin %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
