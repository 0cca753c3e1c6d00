// RUN: sbp-opt %s --sbp-verify-phase=distributed --split-input-file --verify-diagnostics

// Planted faults at level 1: each is named where it stands.

sbp.placement @line ["x" = 2]

// A dropped signature.
func.func @dropped(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [S(0)]>]>} : tensor<4xf32>
  // expected-error@+1 {{has no sbp.signature}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

// exp of a partial sum is no partial sum.
func.func @unsound(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [P]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [P]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [B]>]>} : tensor<4xf32>
  // expected-error@+2 {{has an unsound signature}}
  // expected-note@+1 {{operand #0 is never read as [P]: it is not linear in that operand, so its partial values must be combined (sum) first}}
  %0 = linalg.exp {sbp.signature = #sbp.signature<[<@line, [P]>, <@line, [B]>] -> [<@line, [P]>]>} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

// A missing boxing.
// expected-note@+1 {{chosen here}}
func.func @edge(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>}) {
  // expected-error@+1 {{operand #0 needs distribution #sbp.distribution<@line, [S(0)]> but gets #sbp.distribution<@line, [B]>}}
  return %a : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

// Communications that are not numbered in program order.
func.func @numbers(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  // expected-error@+1 {{has number 1 in the sequence of communications, expected 0}}
  %0 = sbp.boxing %a from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> {sequence = 1 : i64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

func.func @unnumbered(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  // expected-error@+1 {{communicates but has no number}}
  %0 = sbp.boxing %a from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

func.func @constrained(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  // expected-error@+1 {{belongs to level 0; selection removes it}}
  %0 = sbp.constrain %a to #sbp.distribution<@line, [B]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]
sbp.placement @other ["x" = 2] ranks [2, 3]

// A number of other ranks.
func.func @number(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}, %n: tensor<i64> {sbp.distribution = #sbp.distribution<@other, [B]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %0 = tensor.extract %n[] {sbp.signature = #sbp.signature<[<@other, [B]>] -> [<@other, [B]>]>} : tensor<i64>
  // expected-note@+1 {{computed here}}
  %1 = arith.index_cast %0 {sbp.signature = #sbp.signature<[<@other, [B]>] -> [<@other, [B]>]>} : i64 to index
  // expected-error@+1 {{runs on @line but reads operand #1, a scalar that is computed on @other; only tensors are moved between placements}}
  %2 = tensor.extract_slice %a[%1] [2] [1] {sbp.signature = #sbp.signature<[<@line, [B]>, <@line, [B]>] -> [<@line, [B]>]>} : tensor<4xf32> to tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

sbp.placement @line ["x" = 2]

// A norm counted twice: the squares of a gradient that both ranks hold whole are added to partial ones, once per rank.
func.func @counted_twice(%split: tensor<f32> {sbp.distribution = #sbp.distribution<@line, [P]>},
                         // expected-note@+1 {{chosen here}}
                         %held: tensor<f32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<f32> {sbp.distribution = #sbp.distribution<@line, [P]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [B]>]>} : tensor<f32>
  // expected-error@+1 {{operand #1 needs distribution #sbp.distribution<@line, [P]> but gets #sbp.distribution<@line, [B]>}}
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%split, %held : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) attrs = {sbp.signature = #sbp.signature<[<@line, [P]>, <@line, [P]>, <@line, [B]>] -> [<@line, [P]>]>} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

sbp.placement @line ["x" = 2]

// The same fault in the signature: a whole term beside a partial one.
func.func @counted_twice_by_signature(%split: tensor<f32> {sbp.distribution = #sbp.distribution<@line, [P]>},
                                      %held: tensor<f32> {sbp.distribution = #sbp.distribution<@line, [B]>})
    -> (tensor<f32> {sbp.distribution = #sbp.distribution<@line, [P]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@line, [B]>]>} : tensor<f32>
  // expected-error@+1 {{has an unsound signature}}
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%split, %held : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) attrs = {sbp.signature = #sbp.signature<[<@line, [P]>, <@line, [B]>, <@line, [B]>] -> [<@line, [P]>]>} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
