// What the host target refuses, each with a message at the op.
// RUN: split-file %s %t
// RUN: not sbp-host-region %t/dynamic.mlir 2>&1 | FileCheck %t/dynamic.mlir
// RUN: not sbp-host-region %t/type.mlir 2>&1 | FileCheck %t/type.mlir
// RUN: not sbp-host-region %t/in_place.mlir 2>&1 | FileCheck %t/in_place.mlir
// RUN: not sbp-host-region %t/unknown.mlir 2>&1 | FileCheck %t/unknown.mlir
// RUN: not sbp-host-region %t/type.mlir --cpu=z80 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: unknown cpu 'z80': use native, x86-64-v3 or x86-64-v4

//--- dynamic.mlir
// CHECK: dynamic.mlir:2:1: error: region has a value of type 'tensor<?xf32>' at its boundary; expected a ranked static tensor
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

//--- type.mlir
// CHECK: type.mlir:2:1: error: region has element type 'i16'; expected f64, f32, f16, bf16, i64, i32, i8, i1, f8E4M3FN or f8E5M2
func.func @f(%x: tensor<2xi16>) -> tensor<2xi16> {
  return %x : tensor<2xi16>
}

//--- in_place.mlir
// CHECK: in_place.mlir:3:1: error: result #0 of type 'tensor<2xf32>' cannot share the buffer of argument #1
// CHECK: in_place.mlir:3:33: note: the argument, 'tensor<3xf32>'
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<2xf32> {sbp.in_place = 1 : i64}) {
  return %x : tensor<2xf32>
}

//--- unknown.mlir
// CHECK: unknown.mlir:4:8: error:
func.func @f(%x: tensor<4xf32>) -> tensor<1x1xf32> {
  %i = arith.constant dense<1> : tensor<1x1xindex>
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<4xf32>, tensor<1x1xindex>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
