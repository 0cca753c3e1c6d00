// RUN: sbp-opt %s --sbp-differentiate --split-input-file -verify-diagnostics

// expected-note@+2 {{value #0 is defined here}}
// expected-note@+1 {{the differentiated value is computed here}}
func.func @not_reached(%x: tensor<f32>, %w: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{value #0 of `wrt (...)` does not reach the differentiated value through floats}}
  %g = nn.gradient %x wrt (%w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

func.func @no_derivative(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{it is reached from this value, which is differentiated by}}
  // expected-error@+1 {{'tensor.bitcast' op has no derivative, and a gradient needs one}}
  %y = tensor.bitcast %x : tensor<4xf32> to tensor<4xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y seed %x wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

#id = affine_map<(d) -> (d)>
// The notes lead from the cast back to the value that is differentiated by.
func.func @cast_to_integer(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{it is reached from this value, which is differentiated by}}
  %e = tensor.empty() : tensor<4xf32>
  %i = tensor.empty() : tensor<4xi32>
  // expected-note@+1 {{through 'cast'}}
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%i : tensor<4xi32>) {
  ^bb0(%a: f32, %o: i32):
    %n = arith.fptosi %a : f32 to i32
    linalg.yield %n : i32
  } -> tensor<4xi32>
  %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xi32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: i32, %o: f32):
    // expected-error@+1 {{'arith.sitofp' has no derivative; pass its operand through nn.stop_gradient if it is a constant}}
    %f = arith.sitofp %a : i32 to f32
    linalg.yield %f : f32
  } -> tensor<4xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %z seed %x wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

#id = affine_map<(d) -> (d)>
func.func @cast_in_one_body(%x: tensor<4xf32>) -> tensor<4xf32> { // expected-note {{it is reached from this value, which is differentiated by}}
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = arith.fptosi %a : f32 to i32
    // expected-error@+1 {{'arith.sitofp' has no derivative}}
    %f = arith.sitofp %i : i32 to f32
    linalg.yield %f : f32
  } -> tensor<4xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y seed %x wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

// What stands behind an update of a table is no function of the table that a gradient is derived of.
func.func @behind_an_update(%t: tensor<6x4xf32>, %rows: tensor<3x2xi32>, %s: tensor<3x2xf32>, %z: tensor<3x4xf32>, %rate: tensor<f32>, // expected-note {{it is reached from this value}}
                            %squares: tensor<6xf32>, %step: tensor<i32>, %seed: tensor<3x4xf32>) -> tensor<6x4xf32> {
  // expected-error@+1 {{'memory_layer.update' op has no derivative, and a gradient needs one}}
  %u:2 = memory_layer.update row_adagrad %t, (%squares), %rows, %s, %z, %rate, %step
      : (tensor<6x4xf32>, tensor<6xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x4xf32>, tensor<f32>, tensor<i32>) -> (tensor<6x4xf32>, tensor<6xf32>)
  %y = memory_layer.bag %u#0, %rows, %s : (tensor<6x4xf32>, tensor<3x2xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y seed %seed wrt (%t) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return %g : tensor<6x4xf32>
}

// -----

// The padding value is no operand.
func.func @in_a_region(%x: tensor<4xf32>, %p: tensor<f32>, %seed: tensor<6xf32>) -> tensor<f32> { // expected-note {{it is reached from this value}}
  // expected-note@+1 {{through 'tensor.extract'}}
  %v = tensor.extract %p[] : tensor<f32>
  // expected-error@+1 {{'tensor.pad' op has no derivative in a value that its region uses; pass it through nn.stop_gradient if it is a constant}}
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y seed %seed wrt (%p) : (tensor<6xf32>, tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

func.func @scalar_cast(%p: tensor<f32>) -> tensor<f32> { // expected-note {{it is reached from this value}}
  // expected-note@+1 {{through 'tensor.extract'}}
  %v = tensor.extract %p[] : tensor<f32>
  // expected-note@+1 {{through 'arith.fptosi'}}
  %i = arith.fptosi %v : f32 to i32
  // expected-error@+1 {{'arith.sitofp' op has no derivative, and a gradient needs one; pass its operand through nn.stop_gradient if it is a constant}}
  %f = arith.sitofp %i : i32 to f32
  %y = tensor.from_elements %f : tensor<f32>
  // expected-note@+1 {{the gradient is requested here}}
  %g = nn.gradient %y wrt (%p) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %g : tensor<f32>
}

// -----

#id = affine_map<(d) -> (d)>
// An init of which only the shape is read does not reach the value, although it is an operand of an op that does.
// expected-note@+1 {{value #1 is defined here}}
func.func @shape_alone(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note@+1 {{the differentiated value is computed here}}
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.tanh %a : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  // expected-error@+1 {{value #1 of `wrt (...)` does not reach the differentiated value through floats}}
  %g:2 = nn.gradient %y seed %x wrt (%x, %w) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g#0, %g#1 : tensor<4xf32>, tensor<4xf32>
}
