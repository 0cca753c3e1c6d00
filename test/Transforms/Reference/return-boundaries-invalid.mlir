// RUN: sbp-opt %s --sbp-return-boundaries -split-input-file -verify-diagnostics

// expected-error @below {{has no list sbp.boundaries; sbp-return-boxed-values leaves it on the module at level 1}}
module {
}

// -----

// expected-error @below {{an element of sbp.boundaries has entry, location, name, number and result, found {entry = "main"}}}
module attributes {sbp.boundaries = [{entry = "main"}]} {
}

// -----

// expected-error @unknown {{boundary "inside" is result #1 of operation 0 of @main, which does not exist}}
module attributes {sbp.boundaries = [{entry = "main", location = loc(unknown), name = "inside", number = 0 : i64, result = 1 : i64}]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() {sbp.number = 0 : i64} : tensor<4xf32>
    return %e : tensor<4xf32>
  }
}

// -----

// expected-error @unknown {{boundary "inside" is result #0 of operation 7 of @main, which does not exist}}
module attributes {sbp.boundaries = [{entry = "main", location = loc(unknown), name = "inside", number = 7 : i64, result = 0 : i64}]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
