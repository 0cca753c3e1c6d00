// RUN: sbp-opt %s -split-input-file -verify-diagnostics

// expected-note @below {{operand #0, 'tensor<10x4xf32>', comes from here}}
func.func @no_such_axis(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<10x3xf32> {
  // expected-error @+1 {{axis 2 is not a dimension of 'tensor<10x4xf32>'}}
  %r = nn.gather %data, %indices {axis = 2 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<10x3xf32>
  return %r : tensor<10x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<10x4xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<3xi64>', comes from here}}
func.func @wrong_shape(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<10x3xf32> {
  // expected-error @+1 {{result must be 'tensor<3x4xf32>', found 'tensor<10x3xf32>'}}
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<10x3xf32>
  return %r : tensor<10x3xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<10x4xf32>', comes from here}}
func.func @wrong_elements(%data: tensor<10x4xf32>, %indices: tensor<3xi64>) -> tensor<3x4xf16> {
  // expected-error @+1 {{result has elements of 'f16' but data of 'f32'}}
  %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<10x4xf32>, tensor<3xi64>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x6xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4xf32>', comes from here}}
func.func @norm_of_other_dimensions(%x: tensor<4x6xf32>, %w: tensor<4xf32>) -> tensor<4x6xf32> {
  // expected-error @+1 {{parameter 'tensor<4xf32>' does not have the trailing dimensions of 'tensor<4x6xf32>'}}
  %y = nn.rms_norm %x, %w {epsilon = 0.0 : f64} : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x6xbf16>', comes from here}}
// expected-note @below {{operand #1, 'tensor<6xf32>', comes from here}}
func.func @norm_of_other_elements(%x: tensor<4x6xbf16>, %w: tensor<6xf32>) -> tensor<4x6xbf16> {
  // expected-error @+1 {{parameter has elements of 'f32' but input of 'bf16'}}
  %y = nn.rms_norm %x, %w {epsilon = 0.0 : f64} : (tensor<4x6xbf16>, tensor<6xf32>) -> tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// expected-note @below {{operand #1, 'tensor<6xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<4x6xf32>', comes from here}}
func.func @norm_with_other_bias(%x: tensor<4x6xf32>, %w: tensor<6xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error @+1 {{parameters differ: 'tensor<6xf32>' and 'tensor<4x6xf32>'}}
  %y = nn.layer_norm %x, %w, %b {epsilon = 0.0 : f64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x6xf32>', comes from here}}
func.func @norm_into_another_type(%x: tensor<4x6xf32>, %w: tensor<6xf32>) -> tensor<4x6xf16> {
  // expected-error @+1 {{result must be 'tensor<4x6xf32>', found 'tensor<4x6xf16>'}}
  %y = nn.rms_norm %x, %w {epsilon = 0.0 : f64} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf16>
  return %y : tensor<4x6xf16>
}

// -----

// expected-note @below {{operand #0, 'tensor<5x7xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<7xi64>', comes from here}}
func.func @targets_of_another_shape(%x: tensor<5x7xf32>, %t: tensor<7xi64>) -> tensor<5xf32> {
  // expected-error @+1 {{targets 'tensor<7xi64>' must have the dimensions of 'tensor<5x7xf32>' but the last}}
  %y = nn.cross_entropy %x, %t : (tensor<5x7xf32>, tensor<7xi64>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<5x7xbf16>', comes from here}}
// expected-note @below {{operand #1, 'tensor<5xi64>', comes from here}}
func.func @loss_in_bf16(%x: tensor<5x7xbf16>, %t: tensor<5xi64>) -> tensor<5xbf16> {
  // expected-error @+1 {{result #0 must be 'tensor<5xf32>', found 'tensor<5xbf16>'}}
  %y = nn.cross_entropy %x, %t : (tensor<5x7xbf16>, tensor<5xi64>) -> tensor<5xbf16>
  return %y : tensor<5xbf16>
}

// -----

// expected-note @+2 {{operand #0, 'tensor<5x7xf32>', comes from here}}
// expected-note @+1 {{operand #1, 'tensor<5xi64>', comes from here}}
func.func @log_sum_exp_keeps_the_type(%x: tensor<5x7xf32>, %t: tensor<5xi64>) -> tensor<5xf64> {
  // expected-error @+1 {{result #1 must be 'tensor<5xf32>', found 'tensor<5xf64>'}}
  %y, %l = nn.cross_entropy %x, %t : (tensor<5x7xf32>, tensor<5xi64>) -> (tensor<5xf32>, tensor<5xf64>)
  return %l : tensor<5xf64>
}

// -----

// expected-note @below {{operand #0, 'tensor<4x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x5xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<4x5xf32>', comes from here}}
func.func @attention_without_heads(%q: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{operand 'tensor<4x5xf32>' must have 4 dimensions: batch, heads, positions, width}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64} : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>)
  return %y : tensor<4x5xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<2x1x1x1xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<3x1x1x1xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<3x1x1x1xf32>', comes from here}}
func.func @attention_batches(%q: tensor<2x1x1x1xf32>, %k: tensor<3x1x1x1xf32>) -> tensor<2x1x1x1xf32> {
  // expected-error @+1 {{batch sizes differ: 2, 3 and 3}}
  %y, %l = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x1x1x1xf32>, tensor<3x1x1x1xf32>, tensor<3x1x1x1xf32>) -> (tensor<2x1x1x1xf32>, tensor<2x1x1xf32>)
  return %y : tensor<2x1x1x1xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<1x4x1x1xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1x3x1x1xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x3x1x1xf32>', comes from here}}
func.func @attention_groups(%q: tensor<1x4x1x1xf32>, %k: tensor<1x3x1x1xf32>) -> tensor<1x4x1x1xf32> {
  // expected-error @+1 {{heads of key (3) and value (3) must be equal and divide those of query (4)}}
  %y, %l = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<1x4x1x1xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) -> (tensor<1x4x1x1xf32>, tensor<1x4x1xf32>)
  return %y : tensor<1x4x1x1xf32>
}

// -----

// expected-note @below {{operand #1, 'tensor<1x1x2x1xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x1x3x1xf32>', comes from here}}
func.func @attention_positions(%q: tensor<1x1x1x1xf32>, %k: tensor<1x1x2x1xf32>, %v: tensor<1x1x3x1xf32>) -> tensor<1x1x1x1xf32> {
  // expected-error @+1 {{key has 2 positions but value 3}}
  %y, %l = nn.attention %q, %k, %v {scale = 1.0 : f64} : (tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1xf32>)
  return %y : tensor<1x1x1x1xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<1x1x1x2xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1x1x1x1xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x1x1x1xf32>', comes from here}}
func.func @attention_widths(%q: tensor<1x1x1x2xf32>, %k: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  // expected-error @+1 {{query has width 2 but key 1}}
  %y, %l = nn.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1xf32>)
  return %y : tensor<1x1x1x1xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<1x1x3x1xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1x1x3x1xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x1x3x1xf32>', comes from here}}
// expected-note @below {{operand #3, 'tensor<1x1x2x3xf32>', comes from here}}
func.func @attention_mask(%q: tensor<1x1x3x1xf32>, %m: tensor<1x1x2x3xf32>) -> tensor<1x1x3x1xf32> {
  // expected-error @+1 {{mask 'tensor<1x1x2x3xf32>' does not broadcast to 1x1x3x3}}
  %y, %l = nn.attention %q, %q, %q mask %m {scale = 1.0 : f64} : (tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x2x3xf32>) -> (tensor<1x1x3x1xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x1xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<1x1x3x2xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1x1x3x2xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x1x3x2xf32>', comes from here}}
func.func @attention_result(%q: tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{log_sum_exp must be 'tensor<1x1x3xf32>', found 'tensor<1x1x2xf32>'}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x2xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<1x1x3x2xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<1x1x3x2xf16>', comes from here}}
// expected-note @below {{operand #2, 'tensor<1x1x3x2xf32>', comes from here}}
func.func @attention_elements(%q: tensor<1x1x3x2xf32>, %k: tensor<1x1x3x2xf16>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{operand has elements of 'f16' but query of 'f32'}}
  %y, %l = nn.attention %q, %k, %q {scale = 1.0 : f64} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf16>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<3x10xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<3x2xi64>', comes from here}}
func.func @batch_behind_axis(%data: tensor<3x10xf32>, %indices: tensor<3x2xi64>) -> tensor<3x2xf32> {
  // expected-error @+1 {{batch_dims is 2; it must be from 0 to 1, in front of axis and within the indices}}
  %r = nn.gather %data, %indices {axis = 1 : i64, batch_dims = 2 : i64} : (tensor<3x10xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<3x10xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<4x2xi64>', comes from here}}
func.func @batches_of_two_sizes(%data: tensor<3x10xf32>, %indices: tensor<4x2xi64>) -> tensor<3x2xf32> {
  // expected-error @+1 {{batch dimension 0 has size 3 in 'tensor<3x10xf32>' but 4 in the indices, 'tensor<4x2xi64>'}}
  %r = nn.gather %data, %indices {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<3x10xf32>, tensor<4x2xi64>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @window_of_three(%q: tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{window must have 2 numbers, how far it reaches back and forward, found 3}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64, window = array<i64: 1, 1, 1>} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

func.func @empty_window(%q: tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{window is empty: it reaches 1 keys back and -2 forward; their sum must be at least 0}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64, window = array<i64: 1, -2>} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

func.func @far_window(%q: tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{window reaches 4294967296 keys; it must reach at most 2147483648 in either direction}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64, window = array<i64: 4294967296, 0>} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

func.func @causal_window_that_reaches_forward(%q: tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{is causal but its window reaches 1 keys forward; it must reach 0 keys forward}}
  %y, %l = nn.attention %q, %q, %q {scale = 1.0 : f64, causal, window = array<i64: 1, 1>} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

func.func @first_query_of_nothing(%q: tensor<1x1x3x2xf32>, %i: index) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{has first_query but is not causal and has no window}}
  %y, %l = nn.attention %q, %q, %q first_query %i {scale = 1.0 : f64} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, index) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}

// -----

func.func @first_key_without_window(%q: tensor<1x1x3x2xf32>, %i: index) -> tensor<1x1x3x2xf32> {
  // expected-error @+1 {{has first_key but no window}}
  %y, %l = nn.attention %q, %q, %q first_key %i {scale = 1.0 : f64, causal} : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, index) -> (tensor<1x1x3x2xf32>, tensor<1x1x3xf32>)
  return %y : tensor<1x1x3x2xf32>
}
