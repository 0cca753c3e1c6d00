// What a barrier gives is made again: equal ops before and after it stay apart, with a mark.
// RUN: sbp-opt %s --sbp-import | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: nn.barrier
// CHECK: math.tanh
// CHECK: sbp.made_again
// CHECK: math.tanh
// CHECK-NOT: nn.barrier
// CHECK: return
func.func @main(%x: tensor<8xf32> {sbp.name = "x"}, %g: tensor<8xf32> {sbp.name = "g"}) -> (tensor<8xf32> {sbp.name = "y"}, tensor<8xf32> {sbp.name = "z"}) {
  %y = math.tanh %x : tensor<8xf32>
  %a, %b = nn.barrier %x, %g : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %t = math.tanh %a : tensor<8xf32>
  %z = arith.mulf %t, %b : tensor<8xf32>
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}
