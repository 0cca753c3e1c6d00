// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// Rules are derived once per structure. What looks alike and has another rule is told apart: each function holds two ops that
// differ in one thing, in a sequence in which the first would be taken for the second.

// The literal that is filled: zero is the identity of a sum, one that of a product.
// CHECK-LABEL: signatures of @fills
// CHECK: linalg.fill
// CHECK: (-, _) -> (P){{$}}
// CHECK: linalg.fill
// CHECK-NOT: (-, _) -> (P){{$}}
// CHECK: (-, _) -> (P(prod))
func.func @fills() -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %b = linalg.fill ins(%one : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// What a body captures: products with a literal are monotone, with another value they are not known to be.
// CHECK-LABEL: signatures of @captures
// CHECK: linalg.generic
// CHECK: (P(max), _) -> (P(max))
// CHECK: linalg.generic
// CHECK: (P(max), _) -> (P(min))
// CHECK: linalg.generic
// CHECK-NOT: P(max)
// CHECK-LABEL: signatures of @attributes
#id = affine_map<(d0) -> (d0)>
func.func @captures(%x: tensor<8xf32>, %s: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %two = arith.constant 2.0 : f32
  %minus = arith.constant -2.0 : f32
  %any = tensor.extract %s[] : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.mulf %i, %two : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.mulf %i, %minus : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.mulf %i, %any : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %a, %b, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// An attribute that permits what is refused without it.
// CHECK: linalg.generic
// CHECK-NOT: (P, _) -> (P)
// CHECK: linalg.generic
// CHECK: (P, _) -> (P)
func.func @attributes(%x: tensor<8xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %e = tensor.empty() : tensor<8xbf16>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %0 = arith.truncf %i : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8xbf16>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xbf16>) attrs = {sbp.allow_rounding_partials} {
  ^bb0(%i: f32, %o: bf16):
    %0 = arith.truncf %i : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8xbf16>
  return %a, %b : tensor<8xbf16>, tensor<8xbf16>
}
