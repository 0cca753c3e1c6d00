// RUN: sbp-opt %s -split-input-file -verify-diagnostics

func.func @one_state(%t: tensor<7x5xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{lazy_adam has 2 states, the means of gradients and of their squares, found 1}}
  %u:2 = memory_layer.update lazy_adam %t, (%t), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7x5xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7x5xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<7x5xf32>', comes from here}}
// expected-note @below {{operand #1, 'tensor<7x5xf32>', comes from here}}
func.func @state_of_another_shape(%t: tensor<7x5xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{a state of row_adagrad must have the shape rows of the table, found 'tensor<7x5xf32>' for 'tensor<7x5xf32>'}}
  %u:2 = memory_layer.update row_adagrad %t, (%t), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7x5xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7x5xf32>)
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<7x5xf32>', comes from here}}
// expected-note @below {{operand #2, 'tensor<6xi32>', comes from here}}
// expected-note @below {{operand #4, 'tensor<6x4xf32>', comes from here}}
func.func @another_width(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x4xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{z must be 6x5, found 'tensor<6x4xf32>'}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x4xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf32>)
  return
}

// -----

// expected-note @below {{operand #5, 'tensor<7xf32>', comes from here}}
func.func @rates(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<7xf32>, %step: tensor<i32>) {
  // expected-error @+1 {{rate must have no dimensions, found 'tensor<7xf32>'}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<7xf32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf32>)
  return
}

// -----

func.func @beta_of_adagrad(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{beta1 belongs to lazy_adam}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step {beta1 = 0.9 : f64}
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf32>)
  return
}

// -----

func.func @beta_of_one(%t: tensor<7x5xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{beta2 is 1.000000e+00; it must be in [0, 1)}}
  %u:3 = memory_layer.update lazy_adam %t, (%t, %t), %r, %s, %z, %rate, %step {beta2 = 1.0 : f64}
      : (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>)
  return
}

// -----

func.func @negative_epsilon(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{epsilon is -1.000000e+00; it must be at least 0}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step {epsilon = -1.0 : f64}
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf32>)
  return
}

// -----

func.func @table_alone(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{must give the table and its states, 2 results, found 1}}
  %u = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>)
  return
}

// -----

func.func @result_of_another_type(%t: tensor<7x5xf32>, %a: tensor<7xf32>, %r: tensor<6xi32>, %s: tensor<6xf32>, %z: tensor<6x5xf32>, %rate: tensor<f32>, %step: tensor<i32>) {
  // expected-error @+1 {{result #1 must be 'tensor<7xf32>', found 'tensor<7xf64>'}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (tensor<7x5xf32>, tensor<7xf32>, tensor<6xi32>, tensor<6xf32>, tensor<6x5xf32>, tensor<f32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7xf64>)
  return
}
