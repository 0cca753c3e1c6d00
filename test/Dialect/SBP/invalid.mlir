// RUN: sbp-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{axis names must be distinct and not empty, found "x"}}
sbp.placement @p ["x" = 2, "x" = 2]

// -----

// expected-error @below {{axis names must be distinct and not empty, found ""}}
sbp.placement @p ["" = 2]

// -----

// expected-error @below {{axis sizes must be at least 1, found 0}}
sbp.placement @p ["x" = 0]

// -----

// expected-error @below {{has more than 65536 ranks}}
sbp.placement @p ["x" = 1024, "y" = 1024]

// -----

// expected-error @below {{has more than 65536 ranks}}
sbp.placement @p ["x" = 9223372036854775807, "y" = 4]

// -----

// expected-error @below {{has 4 positions but 3 ranks}}
sbp.placement @p ["x" = 4] ranks [0, 1, 2]

// -----

// expected-error @below {{ranks must be distinct, found 1 twice}}
sbp.placement @p ["x" = 3] ranks [0, 1, 1]

// -----

// expected-error @below {{ranks must lie in 0..65535, found -1}}
sbp.placement @p ["x" = 2] ranks [0, -1]

// -----

// expected-error @below {{device must be "host" or "cuda", found "tpu"}}
sbp.placement @p ["x" = 2] on "tpu"

// -----

sbp.placement @p ["x" = 2, "y" = 2]
// expected-error @below {{order must list each of the 2 axes once}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B, B], order = [0, 0]>}) { return }

// -----

// expected-error @below {{order must list each of the 2 axes once}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B, B], order = [0]>}) { return }

// -----

// expected-error @below {{order must list each of the 2 axes once}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B, B], order = [0, 7]>}) { return }

// -----

// expected-error @below {{all P components need one combiner, found sum and max}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [P, P(max)]>}) { return }

// -----

// expected-error @below {{S(-1) names a negative dimension}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(-1)]>}) { return }

// -----

// expected-error @below {{expected S(dim), B or P(combiner), found 'Q'}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [Q]>}) { return }

// -----

// expected-error @below {{unknown combiner 'avg', expected one of sum, prod, max, min, maxnum, minnum, umax, umin, and, or}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [P(avg)]>}) { return }

// -----

// expected-error @below {{argument #0: no sbp.placement named @nowhere}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@nowhere, [B]>}) { return }

// -----

// expected-note @below {{placement declared here}}
sbp.placement @p ["x" = 2, "y" = 2]
// expected-error @below {{argument #0: placement @p has 2 axes but the distribution has 1 components}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @+2 {{argument #1: S(1) names a dimension that 'tensor<4xf32>' of rank 1 does not have; its dimensions are 0 to 0}}
func.func @f(%a: tensor<4x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>},
             %b: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0: P(sum) does not exist for elements of 'i1'}}
func.func @f(%a: tensor<4xi1> {sbp.distribution = #sbp.distribution<@p, [P]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0: P(and) does not exist for elements of 'i8'; use P(sum), P(prod), P(max), P(min), P(umax) or P(umin)}}
func.func @f(%a: tensor<4xi8> {sbp.distribution = #sbp.distribution<@p, [P(and)]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0: P(sum) does not exist for elements of 'f8E4M3FN'; use S or B}}
func.func @f(%a: tensor<4xf8E4M3FN> {sbp.distribution = #sbp.distribution<@p, [P]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0: P(umax) does not exist for elements of 'f32'}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [P(umax)]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0: P(maxnum) does not exist for elements of 'i32'}}
func.func @f(%a: tensor<4xi32> {sbp.distribution = #sbp.distribution<@p, [P(maxnum)]>}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{result #0: S(2) names a dimension}}
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>}) { return %a : tensor<4xf32> }

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0 has a distribution but is not a ranked tensor: 'f32'}}
func.func @f(%a: f32 {sbp.distribution = #sbp.distribution<@p, [B]>}) { return }

// -----

// expected-note @below {{the other is declared here}}
// expected-error @below {{arguments #0 and #1 have the same sbp.name 'x'}}
func.func @f(%a: tensor<4xf32> {sbp.name = "x"}, %b: tensor<4xf32> {sbp.name = "x"}) { return }

// -----

// expected-error @below {{argument #0 has sbp.name '1', which is the position of another argument}}
func.func @f(%a: tensor<4xf32> {sbp.name = "1"}, %b: tensor<4xf32>) { return }

// -----

// expected-error @below {{argument #0 has an empty sbp.name}}
func.func @f(%a: tensor<4xf32> {sbp.name = ""}) { return }

// -----

// expected-error @below {{sbp.name of argument #0 must be a string, found 3}}
func.func @f(%a: tensor<4xf32> {sbp.name = 3}) { return }

// -----

// expected-error @below {{sbp.distribution of argument #0 must be a #sbp.distribution, found "B"}}
func.func @f(%a: tensor<4xf32> {sbp.distribution = "B"}) { return }

// -----

// expected-error @below {{unknown attribute sbp.nmae of argument #0}}
func.func @f(%a: tensor<4xf32> {sbp.nmae = "x"}) { return }

// -----

// expected-error @below {{argument #0 is state 'w' but has sbp.name 'v'; leave the name out or make them equal}}
func.func @f(%a: tensor<4xf32> {sbp.state = "w", sbp.name = "v"}) { return }

// -----

// expected-note @below {{the other is declared here}}
// expected-error @below {{arguments #0 and #1 have the same sbp.state 'w'}}
func.func @f(%a: tensor<4xf32> {sbp.state = "w"}, %b: tensor<4xf32> {sbp.state = "w"}) { return }

// -----

sbp.placement @p ["x" = 2]
// expected-note @below {{operand #0, 'tensor<4xf32>', comes from here}}
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{S(1) names a dimension that 'tensor<4xf32>' of rank 1 does not have}}
  %0 = sbp.constrain %a to #sbp.distribution<@p, [S(1)]> : tensor<4xf32>
  return
}

// -----

sbp.placement @p ["x" = 2]
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{from: S(1) names a dimension}}
  %0 = sbp.boxing %a from #sbp.distribution<@p, [S(1)]> to #sbp.distribution<@p, [B]> : tensor<4xf32>
  return
}

// -----

// expected-note @below {{there is @p here}}
sbp.placement @p ["x" = 2]
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{to: no sbp.placement named @q}}
  %0 = sbp.boxing %a from #sbp.distribution<@p, [B]> to #sbp.distribution<@q, [B]> : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{expected a #sbp.distribution, found "four"}}
  %0 = sbp.constrain %a to "four" {} : tensor<4xf32>
  return
}

// -----

sbp.placement @p ["x" = 2]
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{has 1 operands and 1 results but its signature has 0 and 1}}
  %0 = math.exp %a {sbp.signature = #sbp.signature<[] -> [<@p, [B]>]>} : tensor<4xf32>
  return
}

// -----

sbp.placement @p ["x" = 2]
func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{result #0: S(3) names a dimension}}
  %0 = math.exp %a {sbp.signature = #sbp.signature<[<@p, [B]>] -> [<@p, [S(3)]>]>} : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{an op runs on one placement, found @p and @q}}
  %0 = math.exp %a {sbp.signature = #sbp.signature<[<@p, [B]>] -> [<@q, [B]>]>} : tensor<4xf32>
  return
}

// -----

// A value kept for --compare has a name and a place.

// expected-error @+1 {{sbp.boundary of result #0 must be a string, found 3 : i64}}
func.func @boundary(%x: tensor<4xf32>) -> (tensor<4xf32> {sbp.boundary = 3 : i64}) {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{sbp.boundary_location of result #0 must be a location, found "here"}}
func.func @boundary_location(%x: tensor<4xf32>) -> (tensor<4xf32> {sbp.boundary_location = "here"}) {
  return %x : tensor<4xf32>
}

// -----

sbp.placement @p ["x" = 2]
// expected-error @below {{argument #0 is distributed by windows, #sbp.distribution<@p, [S(0, 2 windows of 3)]>; split the dimension itself, the compiler moves the halos}}
func.func @windows_of_an_argument(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0, 2 windows of 3)]>}) {
  return
}

// -----

sbp.placement @p ["x" = 2]
func.func @windows_without_step(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{windows need a size and a step of at least 1, found 3 and 0}}
  %y = sbp.constrain %x to #sbp.distribution<@p, [S(0, 2 windows of 3 step 0)]> : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

sbp.placement @p ["x" = 2, "y" = 2]
func.func @two_windows_of_one_dim(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{all axes that split dimension 0 must split the same windows of it}}
  %y = sbp.constrain %x to #sbp.distribution<@p, [S(0, 2 windows of 3), S(0)]> : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

sbp.placement @p ["x" = 2, "y" = 2]
func.func @windows_of_partial_values(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{windows are of whole values, found P(sum) beside them}}
  %y = sbp.constrain %x to #sbp.distribution<@p, [S(0, 2 windows of 3), P]> : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

sbp.placement @p ["x" = 2]
func.func @from_windows(%a: tensor<4xf32>) {
  // expected-error @below {{from: pieces of windows, #sbp.distribution<@p, [S(0, 2 windows of 3)]>, may overlap and lack elements; box what they were made of}}
  %0 = sbp.boxing %a from #sbp.distribution<@p, [S(0, 2 windows of 3)]> to #sbp.distribution<@p, [B]> : tensor<4xf32>
  return
}

// -----

// expected-note @below {{the other is declared here}}
func.func @f(%a: tensor<4xf32> {sbp.name = "a"},
             // expected-error @below {{arguments #0 and #1 have the same sbp.name 'a'}}
             %b: tensor<4xf32> {sbp.name = "a"}) { return }

// -----

// expected-error @below {{argument #0 has sbp.name "a=b"; names are written as NAME=VALUE, in UTF-8 without '=' and control characters}}
func.func @f(%a: tensor<4xf32> {sbp.name = "a=b"}) { return }

// -----

// expected-error @below {{argument #0 has sbp.name "a\FF"; names are written as NAME=VALUE, in UTF-8 without '=' and control characters}}
func.func @foreign_bytes(%x: tensor<4xf32> {sbp.name = "a\FF"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{results #0 and #1 have the same name, sbp.name and sbp.state, 'w'}}
func.func @results(%x: tensor<2xf32>, %w: tensor<2xf32> {sbp.state = "w"})
    -> (tensor<2xf32> {sbp.name = "w"}, tensor<2xf32> {sbp.state = "w"}) {
  return %x, %w : tensor<2xf32>, tensor<2xf32>
}

// -----

// expected-error @below {{results #0 and #1 have the same name, sbp.name and sbp.state, 'w'}}
func.func @results(%x: tensor<2xf32>, %w: tensor<2xf32> {sbp.state = "w"})
    -> (tensor<2xf32> {sbp.state = "w"}, tensor<2xf32> {sbp.name = "w"}) {
  return %w, %x : tensor<2xf32>, tensor<2xf32>
}

// -----

// expected-note @below {{the other is declared here}}
func.func @f(%a: tensor<4xf32> {sbp.name = "w"},
             // expected-error @below {{arguments #0 and #1 have the same name, sbp.name and sbp.state, 'w'}}
             %b: tensor<4xf32> {sbp.state = "w"}) { return }

// -----

// expected-error @below {{sbp.init of argument #0 is 'tensor<5xf32>' but the argument is 'tensor<4xf32>'}}
func.func @f(%a: tensor<4xf32> {sbp.state = "w", sbp.init = dense<0.0> : tensor<5xf32>}) { return }

// -----

// expected-error @below {{sbp.init of argument #0 must be elements, as dense<0.0> : 'tensor<4xf32>', found 1.000000e+00 : f32}}
func.func @f(%a: tensor<4xf32> {sbp.state = "w", sbp.init = 1.0 : f32}) { return }

// -----

// expected-error @below {{argument #0 has sbp.init but is not a state; add sbp.state, or give the value in --input or --weights}}
func.func @f(%a: tensor<4xf32> {sbp.init = dense<0.0> : tensor<4xf32>}) { return }

// -----

// expected-error @below {{sbp.microbatch of argument #0 is 1, which is not a dimension of 'tensor<4xf32>'}}
func.func @f(%a: tensor<4xf32> {sbp.microbatch = 1 : i64}) { return }

// -----

sbp.placement @p ["x" = 2]
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{sbp.distribution belongs on arguments and results of functions; the value of an op is distributed by sbp.constrain}}
  %b = math.exp %a {sbp.distribution = #sbp.distribution<@p, [B]>} : tensor<4xf32>
  return %b : tensor<4xf32>
}
