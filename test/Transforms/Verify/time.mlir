// RUN: sbp-opt %s --sbp-verify-phase=distributed --split-input-file --verify-diagnostics

// Planted faults in an entry that is cut into micro-batches.

sbp.placement @one ["rank" = 1]

// A sum over all micro-batches is read before it is over.
func.func @early(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) attributes {sbp.time = 2 : i64} {
  // expected-error@+1 {{enters a value that micro-batches make}}
  %0 = sbp.enter_time %x {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = sbp.leave_time %0 accumulate "sum" {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

sbp.placement @one ["rank" = 1]

// The whole sum is read in every micro-batch without entering them.
func.func @whole(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64}) attributes {sbp.time = 2 : i64} {
  // expected-note@+1 {{the value}}
  %0 = sbp.leave_time %x accumulate "sum" {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{runs in every micro-batch but reads a value of the whole step, which has to enter them}}
  %1 = linalg.add {sbp.signature = #sbp.signature<[<@one, [B]>, <@one, [B]>, <@one, [B]>] -> [<@one, [B]>]>} ins(%x, %0 : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

sbp.placement @one ["rank" = 1]

func.func @once(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) attributes {sbp.time = 2 : i64} {
  %0 = sbp.leave_time %x accumulate "sum" {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{leaves a value that exists once a step}}
  %1 = sbp.leave_time %0 accumulate "sum" {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

sbp.placement @one ["rank" = 1]

func.func @pieces(%w: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.name = "w"})
    -> (tensor<1xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64}) attributes {sbp.time = 2 : i64} {
  // expected-error@+1 {{cuts dimension 0 of 'tensor<4xf32>' into pieces of 'tensor<1xf32>', expected 2 of them}}
  %0 = sbp.enter_time %w dim 0 {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

sbp.placement @one ["rank" = 1]

func.func @collected(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) attributes {sbp.time = 2 : i64} {
  // expected-error@+1 {{collects 'tensor<4xf32>' to 'tensor<4xf32>', expected 2 pieces}}
  %0 = sbp.leave_time %x collect 0 {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @one ["rank" = 1]

func.func @result(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>, sbp.microbatch = 0 : i64})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) attributes {sbp.time = 2 : i64} {
  // expected-error@+1 {{operand #0 is a value of a micro-batch but the result has no sbp.microbatch}}
  return %x : tensor<4xf32>
}

// -----

sbp.placement @one ["rank" = 1]

func.func @uncut(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, [B]>}) {
  // expected-error@+1 {{stands in an entry without sbp.time}}
  %0 = sbp.leave_time %x accumulate "sum" {sbp.signature = #sbp.signature<[<@one, [B]>] -> [<@one, [B]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
