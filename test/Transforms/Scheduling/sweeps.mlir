// RUN: sbp-opt %s --sbp-compile-to=tasks -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: sed 's/tasks .0, 0, 0, 0, 1, 1, 1, 1. micro_batches .0, 1, 2, 3, 0, 1, 2, 3./tasks [0, 0, 0, 1, 0, 1, 1, 1] micro_batches [0, 1, 2, 0, 3, 1, 2, 3]/' %t.mlir > %t.early.mlir
// RUN: not cmp -s %t.mlir %t.early.mlir
// RUN: not sbp-opt %t.early.mlir --sbp-plan-memory --sbp-verify-phase=tasks 2>&1 | FileCheck %s --check-prefix=EARLY

// A sum over all micro-batches is read in each: a first sweep adds up the terms, a second one divides by the sum. A list that divides
// before the last term is there is refused.
// CHECK: task.launch stream 0 tasks [0, 0, 0, 0, 1, 1, 1, 1] micro_batches [0, 1, 2, 3, 0, 1, 2, 3]
// EARLY: error: {{.*}}deadlocks
func.func @mean(%x: tensor<8x4xf32> {sbp.microbatch = 0 : i64}) -> (tensor<8x4xf32>, tensor<4xf32>)
    attributes {sbp.microbatches = 4 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %e1 = tensor.empty() : tensor<8x4xf32>
  %b = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e1 : tensor<8x4xf32>) dimensions = [0]
  %r = linalg.div ins(%x, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r, %s : tensor<8x4xf32>, tensor<4xf32>
}
