// What ops state of their work is what the interpreter counts, whatever the shapes are.
// RUN: sbp-opt %s --sbp-check-work -o /dev/null | FileCheck %s

// 2 x 3 x 4 x 5 products and sums; both operands and the init are read, the result is written.
// CHECK: linalg.matmul flops 1.200000e+02 counted 120 bytes 2.480000e+02
func.func @matmul(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %c: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>) outs(%c : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK: nn.layer_norm flops 7.000000e+02 counted 700
func.func @layer_norm(%x: tensor<5x10xf32>, %g: tensor<10xf32>, %b: tensor<10xf32>) -> tensor<5x10xf32> {
  %0 = nn.layer_norm %x, %g, %b {epsilon = 1.0e-5 : f64} : (tensor<5x10xf32>, tensor<10xf32>, tensor<10xf32>) -> tensor<5x10xf32>
  return %0 : tensor<5x10xf32>
}

// CHECK: nn.rms_norm flops 4.800000e+02 counted 480
func.func @rms_norm(%x: tensor<3x20xf32>, %g: tensor<20xf32>) -> tensor<3x20xf32> {
  %0 = nn.rms_norm %x, %g {epsilon = 1.0e-5 : f64} : (tensor<3x20xf32>, tensor<20xf32>) -> tensor<3x20xf32>
  return %0 : tensor<3x20xf32>
}

// CHECK: nn.cross_entropy flops 4.890000e+02 counted 489
func.func @cross_entropy(%x: tensor<3x20xf32>, %t: tensor<3xi64> {test.range = [0, 19]}) -> tensor<3xf32> {
  %0 = nn.cross_entropy %x, %t : (tensor<3x20xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: nn.attention flops 3.288000e+03 counted 3288
// CHECK: nn.attention flops 4.224000e+03 counted 4224
func.func @attention(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x7x5xf32>, %v: tensor<2x3x7x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4x2xf32>) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64} : (tensor<2x3x4x5xf32>, tensor<2x3x7x5xf32>, tensor<2x3x7x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4xf32>)
  %z, %m = nn.attention %q, %k, %v {scale = 0.5 : f64, causal} : (tensor<2x3x4x5xf32>, tensor<2x3x7x5xf32>, tensor<2x3x7x2xf32>) -> (tensor<2x3x4x2xf32>, tensor<2x3x4xf32>)
  return %y, %z : tensor<2x3x4x2xf32>, tensor<2x3x4x2xf32>
}

// Kernels take keys in blocks of 128 and skip what is hidden whole: of 300 x 300 scores 128 x 128 and 256 x 44, with 2 x 3 + 10 + 2 x 2
// operations each. Nothing less than that is left out, and one block leaves nothing out.
// CHECK: nn.attention flops 1.249440e+06 counted 1802400 bytes
// CHECK: nn.attention flops 3.287040e+05 counted 328704 bytes
func.func @hidden_blocks(%q: tensor<1x1x300x3xf32>, %v: tensor<1x1x300x2xf32>, %r: tensor<1x1x128x3xf32>, %w: tensor<1x1x128x2xf32>)
    -> (tensor<1x1x300x2xf32>, tensor<1x1x128x2xf32>) {
  %y, %l = nn.attention %q, %q, %v {scale = 0.5 : f64, causal} : (tensor<1x1x300x3xf32>, tensor<1x1x300x3xf32>, tensor<1x1x300x2xf32>) -> (tensor<1x1x300x2xf32>, tensor<1x1x300xf32>)
  %z, %m = nn.attention %r, %r, %w {scale = 0.5 : f64, causal} : (tensor<1x1x128x3xf32>, tensor<1x1x128x3xf32>, tensor<1x1x128x2xf32>) -> (tensor<1x1x128x2xf32>, tensor<1x1x128xf32>)
  return %y, %z : tensor<1x1x300x2xf32>, tensor<1x1x128x2xf32>
}

// They leave out as well what lies outside of a window: of 400 x 400 scores, 128 x 137 are computed three times and 16 x 16 once.
// CHECK: nn.attention flops 1.060480e+06 counted 4163200 bytes
func.func @window(%q: tensor<1x1x400x3xf32>, %k: tensor<1x1x400x3xf32>, %v: tensor<1x1x400x2xf32>) -> tensor<1x1x400x2xf32> {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64, causal, window = array<i64: 9, 0>} : (tensor<1x1x400x3xf32>, tensor<1x1x400x3xf32>, tensor<1x1x400x2xf32>) -> (tensor<1x1x400x2xf32>, tensor<1x1x400xf32>)
  return %y : tensor<1x1x400x2xf32>
}

// The rows that are taken, the indices, the result; finding the place of a row is counted apart.
// CHECK: nn.gather flops 0.000000e+00 counted 0 bytes 5.600000e+01
// CHECK: nn.scatter_add flops 6.000000e+00 counted 6 bytes {{.*}} placed 4.000000e+00
// CHECK: nn.scatter flops 0.000000e+00 counted 0 bytes {{.*}} placed 4.000000e+00
func.func @rows(%x: tensor<9x3xf32>, %i: tensor<2xi32> {test.range = [0, 8]}) -> (tensor<2x3xf32>, tensor<9x3xf32>, tensor<9x3xf32>) {
  %0 = nn.gather %x, %i {axis = 0 : i64} : (tensor<9x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = nn.scatter_add %x, %i, %0 {axis = 0 : i64} : (tensor<9x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<9x3xf32>
  %2 = nn.scatter %x, %i, %0 {axis = 0 : i64} : (tensor<9x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<9x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<9x3xf32>, tensor<9x3xf32>
}

// Its form that communicates statistics has a reciprocal in place of the quotient, and a product.
// CHECK: linalg.softmax flops 7.500000e+01 counted 75
// CHECK-NEXT:   statistics flops 9.000000e+01
func.func @softmax(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// Targets run ops that share rows on one row after the other: the maximum reads 60 bytes from memory; the exponential reads them again, and makes
// what the sum and the quotient read.
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{[^ ]+$}}
// CHECK: linalg.generic flops 3.000000e+01 counted 30 bytes {{.*}} in rows 1.200000e+02
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{.*}} in rows 6.000000e+01
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{.*}} in rows 6.000000e+01
#whole = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @softmax_of_rows(%x: tensor<3x5xf32>, %init: tensor<3xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %max = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %exp = linalg.generic {indexing_maps = [#whole, #row, #whole], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<3x5xf32>, tensor<3xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x5xf32>
  %sum = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<3x5xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#whole, #row, #whole], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<3x5xf32>, tensor<3xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}

// Two sums of the same rows do not need each other: each reads them. Nor do rows stay that are returned.
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{[^ ]+$}}
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{[^ ]+$}}
// CHECK: linalg.generic flops 1.500000e+01 counted 15 bytes {{[^ ]+$}}
func.func @each_for_itself(%x: tensor<3x5xf32>, %init: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3x5xf32>) {
  %e = tensor.empty() : tensor<3x5xf32>
  %twice = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<3x5xf32>
  %max = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]} ins(%twice : tensor<3x5xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]} ins(%twice : tensor<3x5xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %sum, %max, %twice : tensor<3xf32>, tensor<3xf32>, tensor<3x5xf32>
}
