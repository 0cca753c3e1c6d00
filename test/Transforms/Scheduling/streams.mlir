// RUN: sbp-opt %s --sbp-schedule-tasks="streams=3" --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s
// RUN: sbp-opt %s --sbp-schedule-tasks --sbp-plan-memory | FileCheck %s --check-prefix=ONE

// Copies have a launch list of their own. What one reads is not written over by a computation that may run beside it: on one stream
// the last register has the place of the first.

func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
// CHECK: arena_bytes = 1024 : i64
// ONE: arena_bytes = 768 : i64
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  // ONE: task.register {offset = 0
  // ONE: task.register {offset = 256
  // ONE: task.register {offset = 0
  %a = task.register : <tensor<64xf32>>
  %b = task.register : <tensor<64xf32>>
  %c = task.register : <tensor<64xf32>>
  %d = task.register : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.copy %a -> %b : !task.register<tensor<64xf32>> -> !task.register<tensor<64xf32>>
  task.compute @kernel0(%x) -> (%c) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.compute @kernel0(%c) -> (%d) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.output 0, %b : <tensor<64xf32>>
  task.output 1, %d : <tensor<64xf32>>
  // CHECK: task.launch stream 0 tasks [0, 2, 3] micro_batches [0, 0, 0]
  // CHECK-NEXT: task.launch stream 2 tasks [1] micro_batches [0]
  // ONE: task.launch stream 0 tasks [0, 1, 2, 3]
}
