// The same regions give the same bytes, and no loop checks at run time whether its buffers overlap.
// RUN: sbp-host-region %s -o %t.first.so && sbp-host-region %s -o %t.second.so && cmp %t.first.so %t.second.so
// RUN: sbp-host-region %s --print-llvm -o %t.so | FileCheck %s --implicit-check-not=memcheck
// CHECK: define {{.*}}@nest_

// Equal regions and equal nests are compiled once.
// RUN: sbp-host-region %s --print-llvm -o %t.so | grep -c "define void @region_" | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}1{{$}}
func.func @first(%x: tensor<16x70xf32>) -> tensor<16x70xf32> {
  %e = tensor.empty() : tensor<16x70xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<16x70xf32>) outs(%e : tensor<16x70xf32>) -> tensor<16x70xf32>
  return %r : tensor<16x70xf32>
}
func.func @second(%y: tensor<16x70xf32>) -> tensor<16x70xf32> {
  %e = tensor.empty() : tensor<16x70xf32>
  %r = linalg.softmax dimension(1) ins(%y : tensor<16x70xf32>) outs(%e : tensor<16x70xf32>) -> tensor<16x70xf32>
  return %r : tensor<16x70xf32>
}
