// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-elementwise-to-linalg,canonicalize,cse,sbp-fold-constants,sbp-fold-layouts,canonicalize,cse,sbp-raise-masks,sbp-isolate-sources))' | FileCheck %s
#all = affine_map<(b, h, i, j) -> (b, h, i, j)>

// A number of which some weight is left is a bias: nothing is hidden.
// CHECK-LABEL: func @small_number(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {scale = 5.000000e-01 : f64}
func.func @small_number(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e+04 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %b = arith.cmpi sge, %i, %j : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// max(i - 2, 0) <= j: the bound that no position reaches does nothing.
// CHECK-LABEL: func @clamped_is_not_followed(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {scale = 5.000000e-01 : f64}
func.func @clamped_is_not_followed(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %x = arith.subi %i, %c2 : index
    %u = arith.maxsi %x, %c4 : index
    %b = arith.cmpi sle, %u, %j : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// A slope beside the window: the mask stays, and the window is known.
// CHECK-LABEL: func @slope(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {causal, scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
func.func @slope(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : index
    %slope = arith.constant 0.5 : f32
    %d = arith.subi %i, %j : index
    %k0 = arith.index_cast %d : index to i32
    %f = arith.sitofp %k0 : i32 to f32
    %s = arith.mulf %f, %slope : f32
    %p = arith.cmpi sge, %i, %j : index
    %c = arith.cmpi sle, %d, %c2 : index
    %b = arith.andi %p, %c : i1
    %r = arith.select %b, %s, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Padding beside the window, from an argument: the same.
// CHECK-LABEL: func @padding(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {causal, scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
func.func @padding(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>, %pad: tensor<9xi1>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (j)>, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%pad : tensor<9xi1>) outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%in: i1, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : index
    %d = arith.subi %i, %j : index
    %p = arith.cmpi sge, %i, %j : index
    %c = arith.cmpi sle, %d, %c2 : index
    %n = arith.andi %p, %c : i1
    %b = arith.andi %n, %in : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// With a number instead of -inf, a row whose window is padding is no NaN: nothing is known.
// CHECK-LABEL: func @padding_by_number(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {scale = 5.000000e-01 : f64}
func.func @padding_by_number(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>, %pad: tensor<9xi1>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e+30 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (j)>, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%pad : tensor<9xi1>) outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%in: i1, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %p = arith.cmpi sge, %i, %j : index
    %b = arith.andi %p, %in : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Of 9 queries and 5 keys some see none: by a number their rows are means, no NaN.
// CHECK-LABEL: func @rows_that_are_means(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {scale = 5.000000e-01 : f64}
func.func @rows_that_are_means(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x5x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e+30 : f32
  %e = tensor.empty() : tensor<1x1x9x5xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : index
    %d = arith.subi %j, %i : index
    %p = arith.cmpi sge, %d, %c2 : index
    %r = arith.select %p, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x5xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>, tensor<1x1x9x5xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Every second key is hidden: no window, but what lies ahead is.
// CHECK-LABEL: func @stripes(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {causal, scale = 5.000000e-01 : f64}
func.func @stripes(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %d = arith.subi %i, %j : index
    %o = arith.remsi %d, %c2 : index
    %e0 = arith.cmpi eq, %o, %c0 : index
    %p = arith.cmpi sge, %i, %j : index
    %b = arith.andi %p, %e0 : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Blocks of queries are no distances: floor(i / 3) >= floor(j / 3).
// CHECK-LABEL: func @blocks(
// CHECK:         linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 mask %{{[^ ]+}} {scale = 5.000000e-01 : f64}
func.func @blocks(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c3 = arith.constant 3 : index
    %x = arith.divui %i, %c3 : index
    %y0 = arith.divui %j, %c3 : index
    %b = arith.cmpi sge, %x, %y0 : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}
