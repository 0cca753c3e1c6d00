// RUN: sbp-opt %s --sbp-schedule-tasks --sbp-plan-memory --sbp-verify-phase=tasks --split-input-file | FileCheck %s

// Offsets are multiples of 256, states and what aliases them are no part of the arena, the largest live set is the bound.

func.func private @kernel0(tensor<65xf32>) -> tensor<65xf32>
func.func private @main()
// CHECK: arena_bytes = 1024 : i64, arena_lower_bound = 1024 : i64
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %w = task.state "w" {port = 0 : i64} : <tensor<65xf32>>
  // CHECK: task.register {offset = [[A:0|512]] : i64
  %a = task.register : <tensor<65xf32>>
  // CHECK: task.register {offset = [[B:0|512]] : i64
  %b = task.register : <tensor<65xf32>>
  // CHECK: task.register {offset = [[A]] : i64
  %c = task.register : <tensor<65xf32>>
  // CHECK: task.register alias %{{.+}} : !task.register<tensor<65xf32>> : <tensor<65xf32>>
  %new = task.register alias %w : !task.register<tensor<65xf32>> : <tensor<65xf32>>
  task.compute @kernel0(%w) -> (%a) {parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.compute @kernel0(%a) -> (%b) {parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.compute @kernel0(%b) -> (%c) {parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.compute @kernel0(%w) -> (%new) {in_place = array<i64: 0, 0>, parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.output 0, %c : <tensor<65xf32>>
  task.output 1, %new : <tensor<65xf32>>
}

// -----

// Several copies lie a stride apart; a register of nothing costs nothing.

func.func private @kernel0(tensor<65xf32>) -> tensor<65xf32>
func.func private @kernel1(tensor<0xf32>) -> tensor<0xf32>
func.func private @main()
// CHECK: arena_bytes = 1536 : i64
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<65xf32>>
  %n = task.input 1 : <tensor<0xf32>>
  // CHECK: task.register {copies = 2 : i64, offset = {{[0-9]+}} : i64, stride = 512 : i64, tokens = 2 : i64
  %a = task.register {tokens = 2 : i64, copies = 2 : i64} : <tensor<65xf32>>
  %b = task.register : <tensor<65xf32>>
  %e = task.register : <tensor<0xf32>>
  task.compute @kernel0(%x) -> (%a) {firings = 2 : i64, parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.compute @kernel0(%a) -> (%b) {firings = 2 : i64, parameters = array<i64>} : (!task.register<tensor<65xf32>>) -> (!task.register<tensor<65xf32>>)
  task.compute @kernel1(%n) -> (%e) {parameters = array<i64>} : (!task.register<tensor<0xf32>>) -> (!task.register<tensor<0xf32>>)
  task.output 0, %b : <tensor<65xf32>>
  task.output 1, %e : <tensor<0xf32>>
}
