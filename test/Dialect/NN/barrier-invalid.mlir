// RUN: sbp-opt %s --split-input-file --verify-diagnostics

// Results have the types of operands.
func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'nn.barrier' op has results of other types than its operands}}
  %a = "nn.barrier"(%x) : (tensor<8xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @main() {
  // expected-error@+1 {{'nn.barrier' op has no operands, expected at least one}}
  "nn.barrier"() : () -> ()
  return
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<2xi1> {
  // expected-error@+1 {{'nn.all_finite' op result is 'tensor<2xi1>', expected tensor<i1>}}
  %a = nn.all_finite %x : (tensor<8xf32>) -> tensor<2xi1>
  return %a : tensor<2xi1>
}
