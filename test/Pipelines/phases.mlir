// RUN: rm -rf %t && sbp-opt %s --sbp-compile-to=tasks --sbp-dump-phases=%t -o /dev/null
// RUN: FileCheck %s --check-prefix=MODEL --input-file=%t/0-model.mlir
// RUN: FileCheck %s --check-prefix=DISTRIBUTED --input-file=%t/1-distributed.mlir
// RUN: FileCheck %s --check-prefix=LOCAL --input-file=%t/2-local.mlir
// RUN: FileCheck %s --check-prefix=TASKS --input-file=%t/3-tasks.mlir

// Every phase leaves a file; each has its own vocabulary.

// MODEL:       linalg.exp ins
// DISTRIBUTED: linalg.exp {sbp.signature
// LOCAL:       sbp.local_program @main.class0(%{{.*}}: tensor<2xf32>)
// TASKS:       task.launch

sbp.placement @line ["x" = 2]
func.func @main(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
