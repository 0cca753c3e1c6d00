// What stands below a message is the part of a long line that the message is about.
// RUN: not sbp-compile %s -o %t.sbpx 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not sbp-interpret %s 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
func.func @main(%a0: tensor<8x8xf32>, %a1: tensor<8x8xf32>, %a2: tensor<8x8xf32>, %a3: tensor<8x8xf32>, %a4: tensor<8x8xf32>, %a5: tensor<8x8xf32>, %a6: tensor<8x8xf32>, %a7: tensor<8x8xf32>, %a8: tensor<8x8xf32>, %a9: tensor<8x8xf32>, %a10: tensor<8x8xf32>, %a11: tensor<8x8xf32>, %a12: tensor<8x8xf32>, %a13: tensor<8x8xf32>, %a14: tensor<8x8xf32>, %a15: tensor<8x8xf32>, %a16: tensor<8x8xf32>, %a17: tensor<8x8xf32>, %a18: tensor<8x8xf32>, %a19: tensor<8x8xf32>, %b: tensor<4x8xg32>, %c0: tensor<8x8xf32>, %c1: tensor<8x8xf32>, %c2: tensor<8x8xf32>, %c3: tensor<8x8xf32>, %c4: tensor<8x8xf32>, %c5: tensor<8x8xf32>, %c6: tensor<8x8xf32>, %c7: tensor<8x8xf32>, %c8: tensor<8x8xf32>, %c9: tensor<8x8xf32>, %c10: tensor<8x8xf32>, %c11: tensor<8x8xf32>, %c12: tensor<8x8xf32>, %c13: tensor<8x8xf32>, %c14: tensor<8x8xf32>, %c15: tensor<8x8xf32>, %c16: tensor<8x8xf32>, %c17: tensor<8x8xf32>, %c18: tensor<8x8xf32>, %c19: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %a0 : tensor<8x8xf32>
}
//      CHECK:{{.*}}long-lines.mlir:4:482: error: expected non-function type
// CHECK-NEXT:...a18: tensor<8x8xf32>, %a19: tensor<8x8xf32>, %b: tensor<4x8xg32>, {{.*}}: t...
// CHECK-NEXT:                                                               ^
