// More than can be chosen among is refused before memory or patience ends.
// RUN: not sbp-opt %s --sbp-compile-to=tasks -o /dev/null 2>&1 | FileCheck %s
// CHECK: too-many-axes.mlir:{{[0-9]+}}:8: error: 'linalg.matmul' op has up to 2821109907456 signatures over the 16 axes of @m, and choosing ends at 8192: use --strict, or one axis for those that are always cut alike
// CHECK-NOT: error:
sbp.placement @m ["a"=2,"b"=2,"c"=2,"d"=2,"e"=2,"f"=2,"g"=2,"h"=2,"i"=2,"j"=2,"k"=2,"l"=2,"m"=2,"n"=2,"o"=2,"p"=2]
func.func @main(%a: tensor<65536x4xf32> {sbp.name="a"}, %b: tensor<4x4xf32> {sbp.name="b"}) -> (tensor<65536x4xf32> {sbp.name="y"}) {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<65536x4xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<65536x4xf32>) -> tensor<65536x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<65536x4xf32>, tensor<4x4xf32>) outs(%f : tensor<65536x4xf32>) -> tensor<65536x4xf32>
  return %r : tensor<65536x4xf32>
}
