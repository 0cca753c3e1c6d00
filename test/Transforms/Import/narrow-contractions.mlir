// Products of a step take factors of bf16; sums, the loss and the optimizer stay f32.
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd precision=bf16 rate=0.1" --sbp-import | FileCheck %s
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x precision=f8" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x loss-scale=8" 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x precision=f16 loss-scale=0:1" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x precision=f16 loss-scale=1e40:1" 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: sed 's/f32/f64/g' %s | not sbp-opt --sbp-add-training="loss=loss data=x precision=bf16" 2>&1 | FileCheck %s --check-prefix=WIDE
// WORD: error: sbp-add-training: precision=f8 is unknown; known: bf16, f16
// SCALE: error: sbp-add-training: loss-scale=8 needs precision=f16
// HUGE: error: sbp-add-training: loss-scale=1e40:1: expected a number of f32 above 0
// ZERO: error: sbp-add-training: loss-scale=0:1: expected a number of f32 above 0 and the steps after which it doubles, such as 65536:2000
// WIDE: error: sbp-add-training: precision=bf16 makes masters of parameters of f32; 'w' is 'tensor<4x8xf64>'

// The entry that infers is as it was.
// CHECK-LABEL: func.func @main
// CHECK-NOT: bf16
// CHECK-LABEL: func.func @train
// CHECK-SAME: sbp.narrow_products = "bf16"
// CHECK: linalg.matmul {{.*}}tensor<16x4xbf16>, tensor<4x8xbf16>
// CHECK: arith.extf
// CHECK: math.tanh {{.*}} : f32
func.func @main(%x: tensor<16x4xf32> {sbp.name = "x"}, %w: tensor<4x8xf32> {sbp.name = "w"}) -> (tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x4xf32>, tensor<4x8xf32>) outs(%f : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = math.tanh %p : tensor<16x8xf32>
  %n = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%n : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%t : tensor<16x8xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
