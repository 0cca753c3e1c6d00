// RUN: split-file %s %t
// RUN: sbp-opt %t/master.mlir --sbp-import | FileCheck %s --check-prefix=MASTER
// RUN: sbp-opt %t/narrow.mlir --sbp-import | FileCheck %s --check-prefix=NARROW
// RUN: sbp-opt %t/unused.mlir --sbp-import 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: not sbp-opt %t/integers.mlir 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not sbp-opt %t/type.mlir 2>&1 | FileCheck %s --check-prefix=TYPE

// The gradient of an f32 master whose readers take it in bf16: products of bf16 into f32, added in f32.
// MASTER-LABEL: func.func @main
// MASTER:       %[[A:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{.*}} : tensor<4x8xbf16>, tensor<4x2xbf16>) outs(%{{.*}} : tensor<8x2xf32>)
// MASTER:       %[[B:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{.*}} : tensor<4x8xbf16>, tensor<4x2xbf16>) outs(%{{.*}} : tensor<8x2xf32>)
// MASTER:       %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<8x2xf32>, tensor<8x2xf32>)
// MASTER:       return %[[SUM]]

// A narrow state has a narrow gradient, which is where sbp.gradient requests it before it is rounded.
// NARROW-LABEL: func.func @main
// NARROW:       %[[SUM:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x2xf32>)
// NARROW:       %[[MOVED:.*]] = sbp.constrain %[[SUM]] to #sbp.distribution<@mesh, [S(0)]>
// NARROW:       %[[GRADIENT:.*]] = linalg.generic {{.*}} ins(%[[MOVED]] : tensor<8x2xf32>) outs(%{{.*}} : tensor<8x2xbf16>)
// NARROW:       return %[[GRADIENT]]

// UNUSED: unused.mlir:1:17: warning: sbp.accumulate of argument #0 'w' has no effect: no nn.gradient is taken by it
// INTEGERS: integers.mlir:1:17: error: sbp.accumulate of argument #0 is 'f32', but the argument is 'tensor<4xi32>'; it must be a tensor of f32, bf16 or f16
// TYPE: type.mlir:1:17: error: sbp.accumulate of argument #0 is 'bf16'; sums of gradients are widened to f32 alone

//--- master.mlir
func.func @main(%w: tensor<8x2xf32> {sbp.state = "w", sbp.accumulate = f32}, %x: tensor<4x8xbf16>, %z: tensor<4x8xbf16>, %s: tensor<4x2xbf16>) -> tensor<8x2xf32> {
  %narrow = arith.truncf %w : tensor<8x2xf32> to tensor<8x2xbf16>
  %e = tensor.empty() : tensor<4x2xbf16>
  %zero = arith.constant 0.0 : bf16
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %a = linalg.matmul ins(%x, %narrow : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%f : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %b = linalg.matmul ins(%z, %narrow : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%f : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %y = arith.mulf %a, %b : tensor<4x2xbf16>
  %g = nn.gradient %y seed %s wrt (%w) : (tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return %g : tensor<8x2xf32>
}

//--- narrow.mlir
sbp.placement @mesh ["dp" = 2]
func.func @main(%w: tensor<8x2xbf16> {sbp.state = "w", sbp.accumulate = f32, sbp.gradient = #sbp.distribution<@mesh, [S(0)]>}, %x: tensor<4x8xbf16>, %s: tensor<4x2xbf16>) -> tensor<8x2xbf16> {
  %e = tensor.empty() : tensor<4x2xbf16>
  %zero = arith.constant 0.0 : bf16
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%f : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %g = nn.gradient %y seed %s wrt (%w) : (tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<8x2xbf16>) -> tensor<8x2xbf16>
  return %g : tensor<8x2xbf16>
}

//--- unused.mlir
func.func @main(%w: tensor<4xf32> {sbp.name = "w", sbp.accumulate = f32}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

//--- integers.mlir
func.func @main(%w: tensor<4xi32> {sbp.state = "w", sbp.accumulate = f32}) -> tensor<4xi32> {
  return %w : tensor<4xi32>
}

//--- type.mlir
func.func @main(%w: tensor<4xf32> {sbp.state = "w", sbp.accumulate = bf16}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
