// RUN: sbp-opt %s --sbp-plan-boxings --sbp-partition --sbp-convert-local-to-task --split-input-file | FileCheck %s
// RUN: sbp-opt %s --sbp-plan-boxings --sbp-partition --sbp-convert-local-to-task --split-input-file 2>&1 | FileCheck %s --check-prefix=WARN

// Ops between communications are one task; equal regions are one kernel; what crosses is a register.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: task.graph @main.class0 of @main
// CHECK:         %[[X:.+]] = task.input 0 {{.*}} : <tensor<2xf32>>
// CHECK:         %[[R0:.+]] = task.register
// CHECK-NEXT:    task.compute @kernel0(%[[X]]) -> (%[[R0]])
// CHECK:         %[[R1:.+]] = task.register
// CHECK-NEXT:    task.collective @main.communication0(%[[R0]]) -> (%[[R1]])
// CHECK:         task.compute @kernel1(%[[R1]])
// CHECK:         task.output 0
// CHECK:       func.func private @kernel0(%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
// CHECK:         linalg.exp
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    linalg.exp
// CHECK:       func.func private @kernel1(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %e0 = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [S(0)]>]>} : tensor<4xf32>
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@line, [S(0)]>, <@line, [S(0)]>] -> [<@line, [S(0)]>]>} ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [S(0)]>]>} : tensor<4xf32>
  %1 = linalg.exp {sbp.signature = #sbp.signature<[<@line, [S(0)]>, <@line, [S(0)]>] -> [<@line, [S(0)]>]>} ins(%0 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %2 = sbp.boxing %1 from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4xf32>
  %e3 = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [B]>]>} : tensor<4xf32>
  %3 = linalg.exp {sbp.signature = #sbp.signature<[<@line, [B]>, <@line, [B]>] -> [<@line, [B]>]>} ins(%2 : tensor<4xf32>) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// The next value of a state is written over the old one, in place of the kernel's input.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @step.class0
// CHECK:         %[[W:.+]] = task.state "w" {{.*}} : <tensor<4xf32>>
// CHECK:         %[[NEW:.+]] = task.register alias %[[W]]
// CHECK-NEXT:    task.compute @kernel0(%[[W]]) -> (%[[NEW]]) {in_place = array<i64: 0, 0>
// CHECK:         task.output 0, %[[NEW]]
// CHECK:       func.func private @kernel0(%{{.*}}: tensor<4xf32>) -> (tensor<4xf32> {sbp.in_place = 0 : i64})
func.func @step(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<4xf32>
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A returned state that is read again is copied when everybody has read the old value.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @swap.class0
// CHECK:         %[[A:.+]] = task.input 0
// CHECK:         %[[W:.+]] = task.state "w"
// CHECK:         %[[NEW:.+]] = task.register alias %[[W]]
// CHECK:         task.copy %[[A]] -> %[[NEW]]
// CHECK:         task.output 0, %[[NEW]]
func.func @swap(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>},
                %w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  return %a : tensor<4xf32>
}

// -----

// The old value as a result of its own is copied before the state is overwritten.

sbp.placement @one ["x" = 1]

// CHECK-LABEL: task.graph @count.class0
// CHECK:         %[[W:.+]] = task.state "w"
// CHECK:         task.compute @kernel0(%[[W]])
// CHECK:         %[[OLD:.+]] = task.register
// CHECK:         task.copy %[[W]] -> %[[OLD]]
// CHECK:         task.output 0, %[[OLD]]
func.func @count(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>},
        tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<4xf32>
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A communication writes the next value of a state where the old one was.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: task.graph @reduce.class0
// CHECK:         %[[W:.+]] = task.state "w"
// CHECK:         %[[NEW:.+]] = task.register alias %[[W]]
// CHECK-NEXT:    task.collective @reduce.communication0({{.+}}) -> (%[[NEW]])
// CHECK-NEXT:    task.output 0, %[[NEW]]
func.func @reduce(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [P]>},
                  %w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %0 = sbp.boxing %x from #sbp.distribution<@line, [P]> to #sbp.distribution<@line, [B]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An old value that is read beside the next one costs a copy, which is told.

sbp.placement @one ["x" = 1]

// WARN: warning: state 'w' is not updated in place: {{.*}} so 16 more bytes per rank
func.func @keep(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>},
        tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@one, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@one, [B]>]>} : tensor<4xf32>
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A scalar read from a tensor is no register: the kernel behind the communication reads it again.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: task.graph @offset.class0
// CHECK:         %[[AT:.+]] = task.input 1
// CHECK:         task.collective
// CHECK:         task.compute @kernel0(%{{.+}}, %[[AT]]) -> (%{{.+}})
// CHECK:       func.func private @kernel0
// CHECK:         tensor.extract
// CHECK:         arith.index_cast
// CHECK:         tensor.extract_slice
func.func @offset(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}, %at: tensor<i64> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %i = tensor.extract %at[] {sbp.signature = #sbp.signature<[<@line, [B]>] -> [<@line, [B]>]>} : tensor<i64>
  %n = arith.index_cast %i {sbp.signature = #sbp.signature<[<@line, [B]>] -> [<@line, [B]>]>} : i64 to index
  %0 = sbp.boxing %x from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4xf32>
  %1 = tensor.extract_slice %0[%n] [2] [1] {sbp.signature = #sbp.signature<[<@line, [B]>, <@line, [B]>] -> [<@line, [B]>]>} : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
