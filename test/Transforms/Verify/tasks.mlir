// RUN: sbp-opt %s --sbp-verify-phase=tasks --split-input-file --verify-diagnostics

// Planted faults at level 3.

// Two registers that are live together share bytes.
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = [], arena_bytes = 512 : i64} {
  %x = task.input 0 : <tensor<64xf32>>
  // expected-note@+1 {{the other register}}
  %a = task.register {offset = 0 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  // expected-error@+1 {{lies at 0 to 256 while a register at 0 to 256 is live}}
  %b = task.register {offset = 0 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%a) -> (%b) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.output 0, %b : <tensor<64xf32>>
  task.launch stream 0 tasks [0, 1] micro_batches [0, 0]
}

// -----

// A missing credit: two tokens are written before the first is read, into one copy.
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
// expected-error@+1 {{entry @main deadlocks: class 0 waits forever at task #0, micro-batch 1}}
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  %a = task.register {tokens = 2 : i64, copies = 1 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>, firings = 2 : i64} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  %b = task.register {tokens = 2 : i64, copies = 2 : i64} : <tensor<64xf32>>
  task.compute @kernel0(%a) -> (%b) {parameters = array<i64>, firings = 2 : i64} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.launch stream 0 tasks [0, 0, 1, 1] micro_batches [0, 1, 0, 1]
}

// -----

// One class launches its communications in another order: both wait for ever.
sbp.placement @line ["x" = 2]
sbp.communication @c0 "exchange" of tensor<0xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [], transfers = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>}
sbp.communication @c1 "exchange" of tensor<0xf32> {entry = @main, sequence = 1 : i64, groups = [], counts = [], transfers = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>}
func.func private @main()
// expected-error@+1 {{entry @main deadlocks}}
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  task.collective @c0() -> () : () -> ()
  task.collective @c1() -> () : () -> ()
  task.launch stream 0 tasks [0, 1] micro_batches [0, 0]
}
task.graph @main.class1 of @main attributes {ranks = array<i64: 1>, parameters = [], bindings = []} {
  task.collective @c0() -> () : () -> ()
  task.collective @c1() -> () : () -> ()
  task.launch stream 0 tasks [1, 0] micro_batches [0, 0]
}

// -----

// A class leaves a communication out.
sbp.placement @line ["x" = 1]
// expected-note @below {{its ranks are members of this communication}}
sbp.communication @c0 "exchange" of tensor<0xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [], transfers = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>}
func.func private @main()
// expected-error@+1 {{takes no part in @c0, which other ranks wait for}}
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  task.launch stream 0 tasks [] micro_batches []
}

// -----

// A class takes part in a communication once.
sbp.placement @line ["x" = 1]
sbp.communication @c0 "exchange" of tensor<0xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [], transfers = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>}
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  // expected-note@+1 {{first occurrence here}}
  task.collective @c0() -> () : () -> ()
  // expected-error@+1 {{takes part in @c0 twice}}
  task.collective @c0() -> () : () -> ()
  task.launch stream 0 tasks [0, 1] micro_batches [0, 0]
}

// -----

// A state has one updater.
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %w = task.state "w" {port = 0 : i64} : <tensor<64xf32>>
  %a = task.register alias %w : !task.register<tensor<64xf32>> : <tensor<64xf32>>
  // expected-note@+1 {{written here}}
  task.compute @kernel0(%w) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  %b = task.register alias %w : !task.register<tensor<64xf32>> : <tensor<64xf32>>
  // expected-error@+1 {{writes a register that another task writes}}
  task.compute @kernel0(%w) -> (%b) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.launch stream 0 tasks [0, 1] micro_batches [0, 0]
}

// -----

// A task that no launch list names.
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  %a = task.register : <tensor<64xf32>>
  // expected-error@+1 {{fires 1 times a step but is issued 0 times}}
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.launch stream 0 tasks [] micro_batches []
}

// -----

// A list issues a task twice for one micro-batch.
func.func private @kernel0(tensor<64xf32>) -> tensor<64xf32>
func.func private @main()
task.graph @main.class0 of @main attributes {ranks = array<i64: 0>, parameters = [], bindings = []} {
  %x = task.input 0 : <tensor<64xf32>>
  %a = task.register : <tensor<64xf32>>
  // expected-note@+1 {{the task}}
  task.compute @kernel0(%x) -> (%a) {parameters = array<i64>} : (!task.register<tensor<64xf32>>) -> (!task.register<tensor<64xf32>>)
  task.output 0, %a : <tensor<64xf32>>
  // expected-error@+1 {{issues task #0 for micro-batch 0, expected 1}}
  task.launch stream 0 tasks [0, 0] micro_batches [0, 0]
}
