// RUN: sbp-opt %s --sbp-verify-phase=model --split-input-file --verify-diagnostics --allow-unregistered-dialect

// An op without SBP rules is named, never silently replicated.
func.func @unknown(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no SBP rules; write it with other ops of linalg, tensor or nn}}
  %0 = "test.unknown"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @refused(%a: tensor<4xf32>, %b: tensor<1xf32>, %i: tensor<1x1xindex>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be distributed: scatters to coordinates that must be unique and are not checked; write nn.scatter or nn.scatter_add}}
  %0 = tensor.scatter %b into %a[%i] scatter_dims([0]) unique : (tensor<1xf32>, tensor<4xf32>, tensor<1x1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sbp.placement @line ["x" = 2]

func.func @early(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{belongs to level 1, not to a model}}
  %0 = sbp.boxing %a from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [S(0)]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}


// -----

// A body that cannot be analysed: what is in the way, and what to write.
func.func @captured(%x: tensor<4xi64>, %o: tensor<4xf32>, %t: tensor<9xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot be distributed: the body reads a tensor that is not an operand (tensor.extract); raise it to nn.gather}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: i64, %out: f32):
    %i = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%i] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An op of a supported dialect that belongs inside a target.
func.func @layout(%x: tensor<16x16xf32>, %e: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
  // expected-error @below {{'linalg.pack' op cannot be distributed: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op}}
  %y = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<16x16xf32> -> tensor<2x2x8x8xf32>
  return %y : tensor<2x2x8x8xf32>
}

// -----

func.func @unfilled(%a: tensor<4x6xf32>, %b: tensor<6x4xf32>) -> tensor<4x4xf32> {
  // expected-note @below {{created here}}
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{adds to operand #2, a tensor.empty whose elements are undefined; fill it first (linalg.fill)}}
  %c = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

// -----

func.func @position(%a: tensor<4x6xf32>) -> tensor<3x6xf32> {
  %i = arith.constant dense<[0, 7, 1]> : tensor<3xi64>
  // expected-error @below {{reads position 7 (element 1 of its indices) of 4; positions count from 0}}
  %c = nn.gather %a, %i {axis = 0 : i64} : (tensor<4x6xf32>, tensor<3xi64>) -> tensor<3x6xf32>
  return %c : tensor<3x6xf32>
}
