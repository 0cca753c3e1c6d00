// RUN: sbp-opt %s --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s
// RUN: sbp-opt %s --sbp-schedule-tasks="streams=2" --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s --check-prefix=TWO
// RUN: sed s/1f1b/gpipe/ %s | sbp-opt --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s --check-prefix=GPIPE
// RUN: sed s/1f1b/zero_bubble/ %s | sbp-opt --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s --check-prefix=ZERO
// RUN: sbp-opt %s --sbp-schedule-tasks="credits=1,1" --sbp-plan-memory --sbp-verify-phase=tasks | FileCheck %s --check-prefix=CREDITS
// RUN: not sbp-opt %s --sbp-schedule-tasks="credits=1,1,1" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: sbp-opt %s --sbp-schedule-tasks="explain=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: sed s/1f1b/2f2b/ %s | not sbp-opt --sbp-schedule-tasks 2>&1 | FileCheck %s --check-prefix=KIND

// Two stages, four micro-batches. Tasks of the first stage: 0 forward, 1 send, 2 receive, 3 gradient of the weight; of the second: 0
// receive, 1 forward, 2 gradient of the input, 3 send, 4 gradient of the weight. The last task of each updates its state once.

// The second stage saves what it receives until backward: its copies are the micro-batches in flight and the one that arrives. What
// lives inside of one group has one copy and shares its bytes with what lives inside of others.
// CHECK: sbp.pipeline = {kind = "1f1b"
// CHECK: task.graph @main.class0 {{.*}}arena_bytes = 512
// CHECK: task.launch stream 0 tasks [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 2, 3, 4] micro_batches [0, 0, 1, 1, 0, 0, 2, 2, 1, 1, 3, 3, 2, 2, 3, 3, 0]
// CHECK: task.graph @main.class1 {{.*}}arena_bytes = 1280
// CHECK: task.register {copies = 2
// CHECK-NOT: copies
// CHECK: task.launch stream 0 tasks [0, 1, 0, 2, 3, 4, 1, 2, 0, 3, 4, 1, 2, 0, 3, 4, 1, 2, 3, 4, 5]

// Where transfers overlap with computation, what they move has a copy more.
// TWO: task.graph @main.class0
// TWO: task.register {copies = 2
// TWO: task.register {copies = 2
// TWO: task.launch stream 0 tasks [0, 0, 3, 0, 3, 0, 3, 3, 4] micro_batches [0, 1, 0, 2, 1, 3, 2, 3, 0]
// TWO-NEXT: task.launch stream 1 tasks [1, 1, 2, 1, 2, 1, 2, 2] micro_batches [0, 1, 0, 2, 1, 3, 2, 3]
// TWO: task.graph @main.class1
// TWO: task.register {copies = 3

// GPIPE: task.launch stream 0 tasks [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 4]
// GPIPE: task.graph @main.class1
// GPIPE: task.register {copies = 4
// GPIPE: task.register {copies = 4
// GPIPE: task.launch stream 0 tasks [0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4, 5]

// The gradient of the last stage's weight waits for a gap, since no other stage waits for it.
// ZERO: task.graph @main.class1
// ZERO: task.launch stream 0 tasks [0, 1, 0, 2, 3, 1, 2, 4, 3, 0, 1, 2, 0, 4, 3, 1, 2, 4, 3, 4, 5] micro_batches [0, 0, 1, 0, 0, 1, 1, 0, 1, 2, 2, 2, 3, 1, 2, 3, 3, 2, 3, 3, 0]

// CREDITS: task.launch stream 0 tasks [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4]
// CREDITS: task.graph @main.class1
// CREDITS-NOT: copies
// CREDITS: task.launch stream 0 tasks [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5]

// EXPLAIN: pipelines.mlir:[[#]]:1: remark: schedule 1f1b of 4 micro-batches: stage 1 takes longest, 300 units per micro-batch; the step takes 1435 units, the busiest rank works 1200; in flight per rank: 2, 1

// COUNT: pipelines.mlir:[[#]]:1: error: expected 2 credits, one per rank; found 3
// KIND: error: unknown schedule '2f2b'; expected one of 1f1b, gpipe, greedy, interleaved, zero_bubble

sbp.placement @s0 ["x" = 1] ranks [0]
sbp.placement @s1 ["x" = 1] ranks [1]
sbp.communication @forward0 "exchange" of tensor<64xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [], transfers = [#sbp.transfer<combine [0] to [64] : [0] -> [1]>],
  from = #sbp.distribution<@s0, [B]>, to = #sbp.distribution<@s1, [B]>}
sbp.communication @backward0 "exchange" of tensor<64xf32> {entry = @main, sequence = 1 : i64, groups = [], counts = [], transfers = [#sbp.transfer<combine [0] to [64] : [1] -> [0]>],
  from = #sbp.distribution<@s1, [B]>, to = #sbp.distribution<@s0, [B]>}
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @kernel1(tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
func.func private @main() attributes {sbp.schedule = "1f1b"}
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %w = task.state "w0" {port = 0 : i64} : <tensor<64xf32>>
  %y = task.register {tokens = 4 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%w) -> (%y) {firings = 4 : i64, parameters = array<i64>, duration = 100 : i64, stage = 0 : i64} : (!task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  task.collective @forward0(%y) -> () {firings = 4 : i64} : (!task.register<tensor<64xf32>>) -> ()
  %g = task.register {tokens = 4 : i64} : <tensor<64xf32>>
  task.collective @backward0() -> (%g) {firings = 4 : i64} : () -> !task.register<tensor<64xf32>>
  %dw = task.register : <tensor<64xf32>>
  task.compute @kernel1(%w, %g) -> (%dw) {firings = 4 : i64, parameters = array<i64>, duration = 100 : i64, stage = 0 : i64, backward = true} : (!task.register<tensor<64xf32>>, !task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  %new = task.register alias %w : !task.register<tensor<64xf32>> : <tensor<64xf32>>
  task.compute @kernel1(%w, %dw) -> (%new) {in_place = array<i64: 0, 0>, parameters = array<i64>} : (!task.register<tensor<64xf32>>, !task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  task.output 0, %new : <tensor<64xf32>>
}
task.graph @main.class1 of @main attributes {ranks = array<i64: 1>, parameters = [], bindings = []} {
  %w = task.state "w1" {port = 1 : i64} : <tensor<64xf32>>
  %x = task.register {tokens = 4 : i64} : <tensor<64xf32>>
  task.collective @forward0() -> (%x) {firings = 4 : i64} : () -> !task.register<tensor<64xf32>>
  %y = task.register {tokens = 4 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%y) {firings = 4 : i64, parameters = array<i64>, duration = 100 : i64, stage = 1 : i64} : (!task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  %dx = task.register {tokens = 4 : i64} : <tensor<64xf32>>
  task.compute @kernel1(%x, %y) -> (%dx) {firings = 4 : i64, parameters = array<i64>, duration = 100 : i64, stage = 1 : i64, backward = true} : (!task.register<tensor<64xf32>>, !task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  task.collective @backward0(%dx) -> () {firings = 4 : i64} : (!task.register<tensor<64xf32>>) -> ()
  %dw = task.register : <tensor<64xf32>>
  task.compute @kernel1(%x, %y) -> (%dw) {firings = 4 : i64, parameters = array<i64>, duration = 100 : i64, stage = 1 : i64, backward = true} : (!task.register<tensor<64xf32>>, !task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  %new = task.register alias %w : !task.register<tensor<64xf32>> : <tensor<64xf32>>
  task.compute @kernel1(%w, %dw) -> (%new) {in_place = array<i64: 0, 0>, parameters = array<i64>} : (!task.register<tensor<64xf32>>, !task.register<tensor<64xf32>>) -> !task.register<tensor<64xf32>>
  task.output 1, %new : <tensor<64xf32>>
}

