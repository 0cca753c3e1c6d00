// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #0, 'tensor<5x2x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<5x2x3xf32>', comes from here}}
func.func @more_than_all_pairs(%row: tensor<5x2x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{k is 10 but the grid has 3 x 3 = 9 pairs}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 10 : i64}
      : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x10xf32>, tensor<5x10xi32>, tensor<5x10xi32>, tensor<5x10x1xf32>)
  return
}

// -----

func.func @none(%row: tensor<5x2x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{k is 0; it must be at least 1}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 0 : i64}
      : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x0xf32>, tensor<5x0xi32>, tensor<5x0xi32>, tensor<5x0x1xf32>)
  return
}

// -----

// expected-note @below {{operand #2, 'tensor<2x2xf32>', comes from here}}
func.func @one_core_without_a_dimension(%row: tensor<5x2x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<2x2xf32>) {
  // expected-error @+1 {{core 'tensor<2x2xf32>' must be cores x a x b, perhaps behind token dimensions}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2x1xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<3xf32>', comes from here}}
func.func @a_vector(%row: tensor<3xf32>, %column: tensor<3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{row 'tensor<3xf32>' must be a x columns behind token dimensions}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<3xf32>, tensor<3xf32>, tensor<1x2x2xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x1xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<5x4x2x3xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<3x1x2x2xf32>', comes from here}}
func.func @heads_of_another_number(%row: tensor<5x4x2x3xf32>, %column: tensor<5x4x2x3xf32>, %core: tensor<3x1x2x2xf32>) {
  // expected-error @+1 {{core 'tensor<3x1x2x2xf32>' has other dimensions in front of its cores than the last token dimensions of 'tensor<5x4x2x3xf32>'}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x4x2x3xf32>, tensor<5x4x2x3xf32>, tensor<3x1x2x2xf32>) -> (tensor<5x4x2xf32>, tensor<5x4x2xi32>, tensor<5x4x2xi32>, tensor<5x4x2x1xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<5x3x3xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x2x2xf32>', comes from here}}
func.func @rank_of_row(%row: tensor<5x3x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{row 'tensor<5x3x3xf32>' has 3 values a column but core has 2}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x3x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2x1xf32>)
  return
}

// -----

// expected-note @below {{operand #1, 'tensor<5x3x3xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x2x2xf32>', comes from here}}
func.func @rank_of_column(%row: tensor<5x2x3xf32>, %column: tensor<5x3x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{column 'tensor<5x3x3xf32>' has 3 values a column but core has 2}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x2x3xf32>, tensor<5x3x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2x1xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<5x2x3xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x2x3xf32>', comes from here}}
func.func @other_tokens(%row: tensor<5x2x3xf32>, %column: tensor<4x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{column 'tensor<4x2x3xf32>' must have the token dimensions of 'tensor<5x2x3xf32>'}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x2x3xf32>, tensor<4x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2x1xf32>)
  return
}

// -----

func.func @scores_without_cores(%row: tensor<5x2x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{scores must be 'tensor<5x2x1xf32>', found 'tensor<5x2xf32>'}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi32>, tensor<5x2xf32>)
  return
}

// -----

func.func @positions_of_two_types(%row: tensor<5x2x3xf32>, %column: tensor<5x2x3xf32>, %core: tensor<1x2x2xf32>) {
  // expected-error @+1 {{q must be 'tensor<5x2xi32>', found 'tensor<5x2xi64>'}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<5x2x3xf32>, tensor<5x2x3xf32>, tensor<1x2x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>, tensor<5x2xi64>, tensor<5x2x1xf32>)
  return
}

// -----

func.func @columns_beyond_i32(%row: tensor<1x3000000000xf32>, %column: tensor<1x3xf32>, %core: tensor<1x1x1xf32>) {
  // expected-error @+1 {{positions of i32 cannot count 3000000000 columns; use i64}}
  %r:4 = memory_layer.tucker_top_k %row, %column, %core {k = 2 : i64}
      : (tensor<1x3000000000xf32>, tensor<1x3xf32>, tensor<1x1x1xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x1xf32>)
  return
}
