// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions=strict=true -verify-diagnostics

sbp.placement @p ["x" = 2]
func.func @open_argument(%x: tensor<4x4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
    // expected-error @below {{argument #1 'w' is not determined: --strict chooses nothing; give it an sbp.distribution}}
                         %w: tensor<4x4xf32> {sbp.name = "w"}) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-note @below {{fits: [[B], [B], [B]] -> [[B]]}}
  // expected-note @below {{fits: [[B], [P], [B]] -> [[P]]}}
  %y = linalg.mul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

sbp.placement @p ["x" = 2]
// expected-note @below {{argument #0 is @p:[P]; it is not linear in that operand, so its partial values must be combined (sum) first}}
func.func @misfit(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [P]>}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+3 {{result of 'linalg.sqrt' is not determined: no sound signature accepts its operands as they are, and --strict moves nothing; put an sbp.constrain on an operand}}
  // expected-note @+2 {{fits: [[B], [B]] -> [[B]]}}
  // expected-note @+1 {{fits: [[S(0)], [S(0)]] -> [[S(0)]]}}
  %y = linalg.sqrt ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
// expected-note @below {{it comes from here}}
func.func @other_placement(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@a, [S(0)]>},
                           %w: tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [S(0)]>}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{result of 'linalg.max' is computed on @b but argument #0 lives on @a; move it with sbp.constrain, --strict moves nothing}}
  %y = linalg.max ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Which rule is in the way, and what would be accepted.
sbp.placement @p ["x" = 2]
// expected-note @below {{argument #0 is @p:[S(1)]; loop d1 (8) cannot be split: dimension 1 is normalised as a whole; the alternative `statistics` splits it; sbp.constrain it to #sbp.distribution<@p, [S(0)]>, which is enough}}
func.func @blocked(%x: tensor<8x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-error @+3 {{result of 'linalg.softmax' is not determined: no sound signature accepts its operands as they are}}
  // expected-note @+2 {{fits: [[B], [B]] -> [[B]]}}
  // expected-note @+1 {{fits: [[S(0)], [S(0)]] -> [[S(0)]]}}
  %y = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// A position is no operand that could be moved.
sbp.placement @p ["x" = 2]
// expected-note @below {{argument #0 is @p:[S(0)]; dimension 0 is part of no loop that can be split; sbp.constrain it to #sbp.distribution<@p, [B]>, which is enough}}
func.func @part_of_the_update(%u: tensor<2xi1> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
    // expected-note @below {{argument #1 is @p:[S(0)]}}
                              %x: tensor<8xi1> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                              %s: tensor<i64> {sbp.distribution = #sbp.distribution<@p, [B]>}) -> tensor<8xi1> {
  %n = tensor.extract %s[] : tensor<i64>
  %i = arith.index_cast %n : i64 to index
  // expected-error @+5 {{result of 'tensor.insert_slice' is not determined: no sound signature accepts its operands as they are}}
  // expected-note @+4 {{fits: [[B], [B], [B]] -> [[B]]}}
  // expected-note @+3 {{fits: [[B], [S(0)], [B]] -> [[S(0)]]}}
  // expected-note @+2 {{fits: [[P(and)], [P(and)], [B]] -> [[P(and)]]}}
  // expected-note @+1 {{fits: [[P(or)], [P(or)], [B]] -> [[P(or)]]}}
  %r = tensor.insert_slice %u into %x[%i] [2] [1] : tensor<2xi1> into tensor<8xi1>
  return %r : tensor<8xi1>
}

// -----

// A convolution reads windows of what is split: the note says which, to be written into an sbp.constrain.
sbp.placement @p ["x" = 2]
// expected-note @below {{argument #0 is @p:[S(0)]; it is read as S(0, 6 windows of 3)}}
func.func @windows(%x: tensor<8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
    // expected-note @below {{argument #1 is @p:[B]}}
                   %w: tensor<3xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  // expected-error @+5 {{result of 'linalg.conv_1d' is not determined: no sound signature accepts its operands as they are}}
  // expected-note @+4 {{fits: [[B], [B], [B]] -> [[B]]}}
  // expected-note @+3 {{fits: [[S(0, 6 windows of 3)], [B], [S(0)]] -> [[S(0)]]}}
  // expected-note @+2 {{fits: [[P], [B], [P]] -> [[P]]}}
  // expected-note @+1 {{fits: [[B], [P], [P]] -> [[P]]}}
  %y = linalg.conv_1d ins(%x, %w : tensor<8xf32>, tensor<3xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

// Split heads of queries ask for split heads of keys and values, which moves nothing; making the queries whole would.
sbp.placement @p ["x" = 4]
// expected-note-re @below {{argument #0 is @p:[S(1)]{{$}}}}
func.func @heads(%q: tensor<1x8x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>},
    // expected-note @below {{argument #1 is @p:[B]; sbp.constrain it to #sbp.distribution<@p, [S(1)]>, together with the other operands named here}}
                 %k: tensor<1x8x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [B]>},
    // expected-note @below {{argument #2 is @p:[B]; sbp.constrain it to #sbp.distribution<@p, [S(1)]>, together with the other operands named here}}
                 %v: tensor<1x8x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) -> tensor<1x8x64x16xf32> {
  // expected-error @+6 {{result #0 of 'nn.attention' is not determined}}
  // expected-note @+5 {{fits: [[B], [B], [B]]}}
  // expected-note @+4 {{fits: [[S(0)], [S(0)], [S(0)]]}}
  // expected-note @+3 {{fits: [[S(1)], [S(1)], [S(1)]]}}
  // expected-note @+2 {{fits: [[S(2)], [B], [B]]}}
  // expected-note @+1 {{fits: [[B], [B], [S(3)]]}}
  %y, %l = nn.attention %q, %k, %v {scale = 0.25 : f64} : (tensor<1x8x64x16xf32>, tensor<1x8x64x16xf32>, tensor<1x8x64x16xf32>) -> (tensor<1x8x64x16xf32>, tensor<1x8x64xf32>)
  return %y : tensor<1x8x64x16xf32>
}

// -----

// More ranks than groups: keys and values whole, queries as they are. Keys that are cut name the form that could.
sbp.placement @p ["x" = 4]
// expected-note-re @below {{argument #0 is @p:[S(2)]{{$}}}}
func.func @groups(%q: tensor<1x8x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>},
    // expected-note @below {{argument #1 is @p:[S(2)]; loop d3 (64) cannot be split: key positions are normalised as a whole; the alternative `parts` splits them; sbp.constrain it to #sbp.distribution<@p, [B]>, together with the other operands named here}}
                  %k: tensor<1x2x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>},
    // expected-note @below {{argument #2 is @p:[S(2)]; loop d3 (64) cannot be split: key positions are normalised as a whole; the alternative `parts` splits them; sbp.constrain it to #sbp.distribution<@p, [B]>, together with the other operands named here}}
                  %v: tensor<1x2x64x16xf32> {sbp.distribution = #sbp.distribution<@p, [S(2)]>}) -> tensor<1x8x64x16xf32> {
  // expected-error @+6 {{result #0 of 'nn.attention' is not determined}}
  // expected-note @+5 {{fits: [[B], [B], [B]]}}
  // expected-note @+4 {{fits: [[S(0)], [S(0)], [S(0)]]}}
  // expected-note @+3 {{fits: [[S(2)], [B], [B]]}}
  // expected-note @+2 {{fits: [[B], [B], [S(3)]]}}
  // expected-note @+1 {{fits: [[S(1)], [B], [B]]}}
  %y, %l = nn.attention %q, %k, %v {scale = 0.25 : f64} : (tensor<1x8x64x16xf32>, tensor<1x2x64x16xf32>, tensor<1x2x64x16xf32>) -> (tensor<1x8x64x16xf32>, tensor<1x8x64xf32>)
  return %y : tensor<1x8x64x16xf32>
}
