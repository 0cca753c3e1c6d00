// RUN: split-file %s %t
// RUN: sbp-opt %t/inputs.mlir --sbp-inline-calls --sbp-keep-values | FileCheck %s --check-prefix=INPUTS
// RUN: sed s/inputs/contractions/ %t/inputs.mlir | sbp-opt --sbp-inline-calls --sbp-keep-values | FileCheck %s --check-prefix=CONTRACTIONS
// RUN: not sbp-opt %t/public.mlir --sbp-inline-calls 2>&1 | FileCheck %s --check-prefix=PUBLIC
// RUN: not sbp-opt %t/word.mlir --sbp-inline-calls 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not sbp-opt %t/op.mlir --sbp-inline-calls 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not sbp-opt %t/update.mlir --sbp-inline-calls 2>&1 | FileCheck %s --check-prefix=UPDATE

// What backward reads is made again from the arguments: nothing inside of the call is kept.
// INPUTS-LABEL: func.func @main
// INPUTS-COUNT-3: linalg.matmul {nn.checkpoint = {group = 0 : i64, keep = "inputs"}}
// INPUTS:         linalg.matmul {nn.checkpoint = {group = 0 : i64, keep = "inputs"}, sbp.made_again, sbp.phase = 1 : i64} ins(%arg0, %arg1
// INPUTS:         %[[AGAIN:.*]] = linalg.matmul {nn.checkpoint = {group = 0 : i64, keep = "inputs"}, sbp.made_again, sbp.phase = 1 : i64}
// INPUTS:         linalg.matmul {sbp.phase = 1 : i64} ins(%[[AGAIN]], %

// Products are kept, so backward reads the second one.
// CONTRACTIONS-LABEL: func.func @main
// CONTRACTIONS:       linalg.matmul {{.*}}keep = "contractions"
// CONTRACTIONS:       %[[SECOND:.*]] = linalg.matmul {{.*}}keep = "contractions"
// CONTRACTIONS-NOT:   made_again
// CONTRACTIONS:       linalg.matmul {sbp.phase = 1 : i64} ins(%[[SECOND]], %

// PUBLIC: public.mlir:1:1: error: nn.checkpoint on @main, which is public: an entry is nothing that backward could make again
// WORD: word.mlir:5:8: error: nn.checkpoint is {keep = "everything"}, expected {keep = "inputs"} or {keep = "contractions"}
// OP: op.mlir:2:8: error: nn.checkpoint belongs on calls and private functions
// UPDATE: update.mlir:6:8: error: nn.checkpoint on a call of @write, which writes a state: backward would write it once more
// UPDATE: update.mlir:2:10: note: the state is written here

//--- inputs.mlir
func.func private @part(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = linalg.matmul ins(%p, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.matmul ins(%q, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r, %q : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func @main(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>, %g: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %r:2 = func.call @part(%a, %w) {nn.checkpoint = {keep = "inputs"}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %e = tensor.empty() {sbp.phase = 1 : i64} : tensor<4x4xf32>
  %d = linalg.matmul {sbp.phase = 1 : i64} ins(%r#1, %g : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r#0, %d : tensor<4x4xf32>, tensor<4x4xf32>
}

//--- public.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {nn.checkpoint = {keep = "inputs"}} {
  return %a : tensor<4xf32>
}

//--- word.mlir
func.func private @part(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = func.call @part(%a) {nn.checkpoint = {keep = "everything"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- op.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %a, %a {nn.checkpoint = {keep = "inputs"}} : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- update.mlir
func.func private @write(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>, %z: tensor<6x5xf32>, %n: tensor<f32>, %i: tensor<i32>) -> tensor<7x5xf32> {
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %n, %i : (tensor<7x5xf32>, tensor<7xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf32>)
  return %u#0 : tensor<7x5xf32>
}
func.func @main(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6x3xi32>, %s: tensor<6x3xf32>, %z: tensor<6x5xf32>, %n: tensor<f32>, %i: tensor<i32>) -> tensor<7x5xf32> {
  %u = func.call @write(%t, %a, %r, %s, %z, %n, %i) {nn.checkpoint = {keep = "inputs"}} : (tensor<7x5xf32>, tensor<7xf32>, tensor<6x3xi32>, tensor<6x3xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> tensor<7x5xf32>
  return %u : tensor<7x5xf32>
}
