// RUN: sbp-opt %s --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s

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
