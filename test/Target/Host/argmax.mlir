// RUN: sbp-host-region %s -o %t.so -cpu=x86-64-v3 -print-llvm 2>&1 | FileCheck %s

// Both passes over a row work on vectors: the maximum, and the lowest index at which it stands.
// CHECK:     call <{{[0-9]+}} x float> @llvm.maximum
// CHECK:     fcmp oeq <{{[0-9]+}} x float>
// CHECK:     call <{{[0-9]+}} x i32> @llvm.smin
func.func @argmax(%x: tensor<4x4096xf32>) -> tensor<4xi32> {
  %i = nn.argmax %x {axis = 1 : i64} : (tensor<4x4096xf32>) -> tensor<4xi32>
  return %i : tensor<4xi32>
}
