// RUN: sbp-opt %s --sbp-verify-phase=local --split-input-file --verify-diagnostics

// Planted faults at level 2.

// One class takes part in its communications in another order.
sbp.placement @line ["x" = 2]
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>]}
sbp.communication @c1 "exchange" of tensor<2xf32> {entry = @main, sequence = 1 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>]}
func.func private @main(tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
sbp.local_program @main.class0(%a: tensor<1xf32>) attributes {entry = @main, ranks = array<i64: 0>,
    inputs = array<i64: 0>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  %0 = sbp.communicate @c0(%a) : (tensor<1xf32>) -> tensor<2xf32>
  %1 = sbp.communicate @c1(%a) : (tensor<1xf32>) -> tensor<2xf32>
  sbp.return
}
sbp.local_program @main.class1(%a: tensor<1xf32>) attributes {entry = @main, ranks = array<i64: 1>,
    inputs = array<i64: 0>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  // expected-error@+1 {{takes part in @c1 where the sequence of all classes has @c0}}
  %0 = sbp.communicate @c1(%a) : (tensor<1xf32>) -> tensor<2xf32>
  %1 = sbp.communicate @c0(%a) : (tensor<1xf32>) -> tensor<2xf32>
  sbp.return
}

// -----

// A class leaves one out.
sbp.placement @line ["x" = 2]
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>]}
func.func private @main(tensor<2xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
// expected-error@+1 {{takes no part in @c0, which other ranks wait for}}
sbp.local_program @main.class0(%a: tensor<1xf32>) attributes {entry = @main, ranks = array<i64: 0, 1>,
    inputs = array<i64: 0>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

// A partial value is counted twice.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{partial value 0 is counted twice in [0:2]: #sbp.transfer<combine [0] to [2] : [0, 0, 1] -> [0, 1]>}}
sbp.communication @c0 "all_reduce" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum",
  groups = [array<i64: 0, 1>], counts = [array<i64: 2, 2>],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 0, 1] -> [0, 1]>]}

// -----

// A sum becomes a term of a maximum only when all of it has met.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{combines 1 of 2 partial values}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum",
  groups = [], counts = [],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [P(max)]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0] -> [0]>, #sbp.transfer<combine [0] to [2] : [1] -> [1]>]}

// -----

// A partial value is left out.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{combines 1 of 2 partial values in [0:2]: #sbp.transfer<combine [0] to [2] : [1] -> [0, 1]>}}
sbp.communication @c0 "all_reduce" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum",
  groups = [array<i64: 0, 1>], counts = [array<i64: 2, 2>],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [1] -> [0, 1]>]}

// -----

// An element never arrives.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 1 misses 1 elements of its [0:2]}}
sbp.communication @c0 "all_gather" of tensor<2xf32> {entry = @main, sequence = 0 : i64,
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0]>]}

// -----

// An element is routed by nobody.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{the sources hold 1 of 2 elements of [0:2]: #sbp.transfer<route [0] to [2] : [0] -> [0, 1]>}}
sbp.communication @c0 "all_gather" of tensor<2xf32> {entry = @main, sequence = 0 : i64,
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<route [0] to [2] : [0] -> [0, 1]>]}

// -----

// An element is routed twice.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{ranks 0 and 1 hold the same elements [0:2]: #sbp.transfer<route}}
sbp.communication @c0 "all_gather" of tensor<2xf32> {entry = @main, sequence = 0 : i64,
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@line, [B]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<route [0] to [2] : [0, 1] -> [0, 1]>]}

// -----

// Pieces of different partial values make no tensor.
sbp.placement @grid ["x" = 2, "y" = 2]
// expected-error@+1 {{routes 2 partial values as if they were one}}
sbp.communication @c0 "all_gather" of tensor<2xf32> {entry = @main, sequence = 0 : i64,
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@grid, [P, S(0)]>, to = #sbp.distribution<@grid, [P, B]>,
  transfers = [#sbp.transfer<route [0] to [2] : [0, 3] -> [0, 1]>]}

// -----

// A term of what is scattered is left out.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{combines 1 of 2 partial values}}
sbp.communication @c0 "reduce_scatter" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum",
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [S(0)]>,
  transfers = [#sbp.transfer<scatter [0] to [2] : [1] -> [0, 1]>]}

// -----

// Part of what a rank has room for is not scattered.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 1 misses 1 elements of its [1:2]}}
sbp.communication @c0 "reduce_scatter" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum",
  groups = [array<i64: 0, 1>], counts = [array<i64: 1, 1>],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [S(0)]>,
  transfers = [#sbp.transfer<scatter [0] to [1] : [0, 1] -> [0, 1]>]}

// -----

// Two transfers give the same element.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 1 gets [1:2] twice: #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]> and #sbp.transfer<combine [1] to [2] : [1] -> [1]>}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [1]>]}

// -----

// A rank gets what it has no room for.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 0 has no room for [0:2]: #sbp.transfer<combine [0] to [2] : [0, 1] -> [0]>}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum", groups = [], counts = [],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [S(0)]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 1] -> [0]>, #sbp.transfer<combine [1] to [2] : [0, 1] -> [1]>]}

// -----

// A rank sends what it does not have.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 0 does not hold all of [0:2]: #sbp.transfer<combine [0] to [2] : [0] -> [0, 1]>}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0] -> [0, 1]>]}

// -----

// A rank that is not there sends.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank -1 holds nothing of [0:1]}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [-1] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>]}

// -----

// A rank that is not there receives.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{rank 2 has no room for [1:2]}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<route [1] to [2] : [1] -> [0, 1, 2]>]}

// -----

// A box without elements.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{moves nothing: #sbp.transfer<combine [1] to [1] : [0] -> [0, 1]>}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, groups = [], counts = [],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [1] : [0] -> [0, 1]>, #sbp.transfer<combine [1] to [2] : [1] -> [0, 1]>, #sbp.transfer<combine [1] to [1] : [0] -> [0, 1]>]}

// -----

// A sum is no maximum.
sbp.placement @line ["x" = 2]
// expected-error@+1 {{combines with another combiner than the source's}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "max", groups = [], counts = [],
  from = #sbp.distribution<@line, [P]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 1] -> [0, 1]>]}

// -----

// Two of four terms meet in each half of the ranks: nothing is wrong.
sbp.placement @grid ["x" = 2, "y" = 2]
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum", groups = [], counts = [],
  from = #sbp.distribution<@grid, [P, P]>, to = #sbp.distribution<@grid, [B, P]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 2] -> [0, 2]>, #sbp.transfer<combine [0] to [2] : [1, 3] -> [1, 3]>]}

// -----

// The same, but one half leaves a term out.
sbp.placement @grid ["x" = 2, "y" = 2]
// expected-error@+1 {{term 3 is counted 0 times in [0:2]}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum", groups = [], counts = [],
  from = #sbp.distribution<@grid, [P, P]>, to = #sbp.distribution<@grid, [B, P]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 2] -> [0, 2]>, #sbp.transfer<combine [0] to [2] : [1] -> [1, 3]>]}

// -----

// The same, but both halves have one of the terms.
sbp.placement @grid ["x" = 2, "y" = 2]
// expected-error@+1 {{term 1 is counted 2 times in [0:2]}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum", groups = [], counts = [],
  from = #sbp.distribution<@grid, [P, P]>, to = #sbp.distribution<@grid, [B, P]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 1, 2] -> [0, 2]>, #sbp.transfer<combine [0] to [2] : [1, 3] -> [1, 3]>]}

// -----

// Copies of a partial value have different terms.
sbp.placement @grid ["x" = 2, "y" = 2]
// expected-error@+1 {{ranks 0 and 2 differ on [0:2]}}
sbp.communication @c0 "exchange" of tensor<2xf32> {entry = @main, sequence = 0 : i64, combiner = "sum", groups = [], counts = [],
  from = #sbp.distribution<@grid, [P, P]>, to = #sbp.distribution<@grid, [B, P]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0, 2] -> [0]>, #sbp.transfer<combine [0] to [2] : [1, 3] -> [1]>, #sbp.transfer<combine [0] to [2] : [0, 3] -> [2]>, #sbp.transfer<combine [0] to [2] : [1, 2] -> [3]>]}

// -----

// A wrong offset.
sbp.placement @line ["x" = 2]
func.func private @main(tensor<4xf32> {sbp.distribution = #sbp.distribution<@line, [B]>})
// expected-error@+1 {{parameter #0 is 1 on rank 1 but #sbp.offset<dim 0 of tensor<4xf32> at <@line, [S(0)]>> begins at 2}}
sbp.local_program @main.class0(%a: tensor<4xf32>, %b: index) attributes {entry = @main, ranks = array<i64: 0, 1>,
    inputs = array<i64: 0>, outputs = array<i64>, constants = [],
    parameters = [#sbp.offset<dim 0 of tensor<4xf32> at <@line, [S(0)]>>], bindings = [array<i64: 0, 1>]} {
  sbp.return
}

// -----

// A piece of the wrong shape.
sbp.placement @line ["x" = 2]
sbp.communication @c0 "all_gather" of tensor<3xf32> {entry = @main, sequence = 0 : i64,
  groups = [array<i64: 0, 1>], counts = [array<i64: 2, 1>],
  from = #sbp.distribution<@line, [S(0)]>, to = #sbp.distribution<@line, [B]>,
  transfers = [#sbp.transfer<combine [0] to [2] : [0] -> [0, 1]>, #sbp.transfer<combine [2] to [3] : [1] -> [0, 1]>]}
func.func private @main(tensor<3xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
sbp.local_program @main.class0(%a: tensor<2xf32>) attributes {entry = @main, ranks = array<i64: 0, 1>,
    inputs = array<i64: 0>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  // expected-error@+1 {{has 'tensor<2xf32>' before the communication but rank 1 holds 'tensor<1xf32>'}}
  %0 = sbp.communicate @c0(%a) : (tensor<2xf32>) -> tensor<3xf32>
  sbp.return
}

// -----

// Two programs for one rank.
sbp.placement @line ["x" = 2]
func.func private @main()
// expected-note@+1 {{first program here}}
sbp.local_program @main.class0() attributes {entry = @main, ranks = array<i64: 0, 1>,
    inputs = array<i64>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  sbp.return
}
// expected-error@+1 {{is a program of rank 1, which already has a program in @main}}
sbp.local_program @main.class1() attributes {entry = @main, ranks = array<i64: 1>,
    inputs = array<i64>, outputs = array<i64>, constants = [], parameters = [], bindings = []} {
  sbp.return
}
