// The maximum of a row of bf16 is formed in f32, whose vectors it fills: the same value, since it is one of the elements.
// RUN: sbp-host-region %s -o %t.so --vector-width=512 --cpu=x86-64-v4 --print-llvm | FileCheck %s
// CHECK: @llvm.maximum.v16f32(<16 x float>
func.func @maximum(%x: tensor<8x256xbf16>) -> tensor<8xbf16> {
  %least = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<8xbf16>
  %start = linalg.fill ins(%least : bf16) outs(%e : tensor<8xbf16>) -> tensor<8xbf16>
  %m = linalg.reduce ins(%x : tensor<8x256xbf16>) outs(%start : tensor<8xbf16>) dimensions = [1] (%a: bf16, %s: bf16) {
    %t = arith.maximumf %a, %s : bf16
    linalg.yield %t : bf16
  }
  return %m : tensor<8xbf16>
}
