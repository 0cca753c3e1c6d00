// RUN: sbp-compile %s -o %t.sbpx && sbp-run %t.sbpx --input a=2x2x1xf64=1,2,3,4 | FileCheck %s

// A slice that takes one element of a dim says nothing by its step there; upstream's lowering crashed on it.
// CHECK: y: 2x1xf64 min 2 max 4 mean 3
func.func @main(%a: tensor<2x2x1xf64> {sbp.name = "a"}) -> (tensor<2x1xf64> {sbp.name = "y"}) {
  %y = tensor.extract_slice %a[0, 1, 0] [2, 1, 1] [1, 2, 1] : tensor<2x2x1xf64> to tensor<2x1xf64>
  return %y : tensor<2x1xf64>
}
