// RUN: sbp-opt %s --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks --split-input-file | FileCheck %s

// Launch lists follow the data; registers that are not live together share bytes, and the bound is reached.

func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
// CHECK: func.func private @main() attributes {sbp.order = []}
func.func private @main()
// CHECK: arena_bytes = 512 : i64, arena_lower_bound = 512 : i64
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  // CHECK: task.register {{.*}}offset = [[FIRST:[0-9]+]] : i64
  %a = task.register : <tensor<64xf32>>
  %b = task.register : <tensor<64xf32>>
  // CHECK: task.register {{.*}}offset = [[SECOND:[0-9]+]] : i64
  // CHECK: task.register {{.*}}offset = [[FIRST]] : i64
  %c = task.register : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.compute @kernel0(%a) -> (%b) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.compute @kernel0(%b) -> (%c) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.output 0, %c : <tensor<64xf32>>
  // CHECK: task.launch stream 0 tasks [0, 1, 2] micro_batches [0, 0, 0]
}

// -----

// A task that overwrites a register in place waits for the other reader token by token: of each micro-batch, not of the last one.

func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  %a = task.register {tokens = 3 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%a) {firings = 3 : i64, parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  %b = task.register alias %a : !task.register<tensor<64xf32>> {tokens = 3 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%a) -> (%b) {firings = 3 : i64, in_place = array<i64: 0, 0>, parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  %c = task.register {tokens = 3 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%a) -> (%c) {firings = 3 : i64, parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  // CHECK-LABEL: alias
  // CHECK: task.launch stream 0 tasks [0, 2, 1, 0, 2, 1, 0, 2, 1] micro_batches [0, 0, 0, 1, 1, 1, 2, 2, 2]
}
