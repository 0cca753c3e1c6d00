// RUN: not sbp-opt %s --sbp-prepare-kernels 2>&1 | FileCheck %s

// A task whose kernel is nowhere is an error of its own line.

func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  %a = task.register : <tensor<64xf32>>
  // CHECK: :[[#@LINE+1]]:3: error: 'task.compute' op calls @kernel7, which is not a kernel
  task.compute @kernel7(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.output 0, %a : <tensor<64xf32>>
}
