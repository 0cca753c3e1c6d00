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
// LOC: math.exp {{.*}} loc(callsite("{{.*}}inline-calls.mlir":[[# @LINE + 30]]:8 at "{{.*}}inline-calls.mlir":[[# @LINE + 2]]:8))
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

// A call inside a region is a call too.
// CHECK-LABEL: func @nested
// CHECK:         scf.for
// CHECK:           math.sin
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %1 = func.call @wave(%y) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
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
