// RUN: sbp-opt %s --sbp-differentiate --split-input-file | FileCheck %s

// The cotangent of the input of a convolution is a convolution of what the output's becomes with zeros between its elements, with the
// kernel from the last element to the first; nothing masks the terms, which are linear in the cotangent.
// CHECK-DAG: #[[WINDOW:.+]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[KERNEL:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[INPUT:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func @stride_two
// CHECK-DAG: %[[ORDER:.+]] = arith.constant {{.*}}dense<[2, 1, 0]> : tensor<3xi64>
// CHECK-DAG: %[[G:.+]] = tensor.insert_slice %arg2 into %{{.+}}[2] [4] [2] {{.*}}: tensor<4xf32> into tensor<11xf32>
// CHECK-DAG: %[[W:.+]] = nn.gather %arg1, %[[ORDER]] {axis = 0 : i64
// CHECK: linalg.generic {indexing_maps = [#[[KERNEL]], #[[WINDOW]], #[[INPUT]]], iterator_types = ["parallel", "reduction"]} ins(%[[W]], %[[G]] :
// CHECK-NOT: arith.select
// CHECK: return
func.func @stride_two(%x: tensor<9xf32>, %w: tensor<3xf32>, %seed: tensor<4xf32>) -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<9xf32>, tensor<3xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<9xf32>) -> tensor<9xf32>
  return %g : tensor<9xf32>
}

// -----

// Elements of windows that equal the maximum share its cotangent; a mask leaves out what is no window.
// CHECK-LABEL: func @overlapping_maximum
// CHECK: linalg.generic
// CHECK: arith.cmpf oeq
// CHECK: arith.addf
// CHECK: tensor.insert_slice {{.*}} : tensor<4xf32> into tensor<11xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: arith.divf
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf une
// CHECK: arith.select
func.func @overlapping_maximum(%x: tensor<9xf32>, %seed: tensor<4xf32>) -> tensor<9xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %k = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<9xf32>, tensor<3xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<9xf32>) -> tensor<9xf32>
  return %g : tensor<9xf32>
}

// -----

// A diagonal is read by no loops of its own: what each iteration read is added where it was.
// CHECK-LABEL: func @diagonal
// CHECK: nn.scatter_add {{.*}} : (tensor<16xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<16xf32>
// CHECK: tensor.expand_shape
func.func @diagonal(%x: tensor<4x4xf32>, %seed: tensor<4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %g : tensor<4x4xf32>
}

// -----

// A loss over classes returns the logarithm of its sums once it is differentiated: its gradient has no reduction.
// CHECK-LABEL: func @cross_entropy
// CHECK: %[[LOSS:.+]], %[[SUMS:.+]] = nn.cross_entropy %arg0, %arg1 : (tensor<4x8xf32>, tensor<4xi64>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NOT: "reduction"
// CHECK: math.exp
// CHECK: return
func.func @cross_entropy(%x: tensor<4x8xf32>, %t: tensor<4xi64>, %seed: tensor<4xf32>) -> tensor<4x8xf32> {
  %y = nn.cross_entropy %x, %t : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}
