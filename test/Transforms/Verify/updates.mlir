// RUN: sbp-opt %s --sbp-verify-phase=model --split-input-file --verify-diagnostics

!table = tensor<8x4xf32>
!sums = tensor<8xf32>

// In front of the update the old table is read, and the new one is returned.
func.func @in_order(%t: !table {sbp.state = "t"}, %a: !sums {sbp.state = "a"}, %r: tensor<2x3xi32>, %s: tensor<2x3xf32>, %z: tensor<2x4xf32>,
                    %rate: tensor<f32>, %step: tensor<i32>) -> (!table {sbp.state = "t"}, !sums {sbp.state = "a"}, tensor<2x4xf32>) {
  %y = memory_layer.bag %t, %r, %s : (!table, tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (!table, !sums, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> (!table, !sums)
  return %u#0, %u#1, %y : !table, !sums, tensor<2x4xf32>
}

// -----

!table = tensor<8x4xf32>
!sums = tensor<8xf32>

func.func @read_after_its_update(%t: !table {sbp.state = "t"}, %a: !sums {sbp.state = "a"}, %r: tensor<2x3xi32>, %s: tensor<2x3xf32>, %z: tensor<2x4xf32>,
                    %rate: tensor<f32>, %step: tensor<i32>) -> (!table {sbp.state = "t"}, !sums {sbp.state = "a"}, tensor<2x4xf32>) {
  // expected-note @+1 {{updated here}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (!table, !sums, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> (!table, !sums)
  // expected-error @+1 {{'memory_layer.bag' op reads state 't' after the update that overwrites it; read it before the update}}
  %y = memory_layer.bag %t, %r, %s : (!table, tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return %u#0, %u#1, %y : !table, !sums, tensor<2x4xf32>
}

// -----

!table = tensor<8x4xf32>
!sums = tensor<8xf32>

func.func @new_value_read(%t: !table {sbp.state = "t"}, %a: !sums {sbp.state = "a"}, %r: tensor<2x3xi32>, %s: tensor<2x3xf32>, %z: tensor<2x4xf32>,
                    %rate: tensor<f32>, %step: tensor<i32>) -> (!table {sbp.state = "t"}, !sums {sbp.state = "a"}, tensor<2x4xf32>) {
  // expected-note @+1 {{updated here}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (!table, !sums, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> (!table, !sums)
  // expected-error @+1 {{reads the updated value of state 't' in the same step; read the state before the update, or in the next step}}
  %y = memory_layer.bag %u#0, %r, %s : (!table, tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return %u#0, %u#1, %y : !table, !sums, tensor<2x4xf32>
}

// -----

sbp.placement @mesh ["p" = 4]
!table = tensor<8x4xf32>
!sums = tensor<8xf32>

func.func @width_of_adagrad(%t: !table {sbp.state = "t", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, %a: !sums {sbp.state = "a"},
                            %r: tensor<2x3xi32>, %s: tensor<2x3xf32>, %z: tensor<2x4xf32>, %rate: tensor<f32>, %step: tensor<i32>)
    -> (!table {sbp.state = "t", sbp.distribution = #sbp.distribution<@mesh, [S(1)]>}, !sums {sbp.state = "a"}) {
  // expected-error @+1 {{updates state 't' in place, which is impossible if its dimension 1 is split: row_adagrad takes a mean over the whole row; split its rows, or use lazy_adam}}
  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step
      : (!table, !sums, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> (!table, !sums)
  return %u#0, %u#1 : !table, !sums
}
