// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-elementwise-to-linalg,canonicalize,cse,sbp-fold-constants,sbp-fold-layouts,canonicalize,cse,sbp-raise-masks,sbp-isolate-sources))' | FileCheck %s
#all = affine_map<(b, h, i, j) -> (b, h, i, j)>
#two = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Both comparisons in one body: i >= j and i - j < 3.
// CHECK-LABEL: func @causal_window(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
func.func @causal_window(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c3 = arith.constant 3 : index
    %d = arith.subi %i, %j : index
    %p = arith.cmpi sge, %i, %j : index
    %c = arith.cmpi slt, %d, %c3 : index
    %b = arith.andi %p, %c : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Causal alone, with a number that leaves no weight.
// CHECK-LABEL: func @causal(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64}
func.func @causal(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e+30 : f32
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

// abs(i - j) <= 2, as JAX computes it on i32.
// CHECK-LABEL: func @distance(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64, window = array<i64: 2, 2>}
func.func @distance(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c2 = arith.constant 2 : i32
    %x = arith.index_cast %i : index to i32
    %y0 = arith.index_cast %j : index to i32
    %d = arith.subi %x, %y0 : i32
    %a = math.absi %d : i32
    %b = arith.cmpi sle, %a, %c2 : i32
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Hidden is what is selected where a key is far: not (a or b).
// CHECK-LABEL: func @negated(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64, window = array<i64: 3, 1>}
func.func @negated(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %true = arith.constant true
    %d = arith.subi %j, %i : index
    %n = arith.subi %i, %j : index
    %f = arith.cmpi sgt, %d, %c1 : index
    %g = arith.cmpi sgt, %n, %c3 : index
    %o = arith.ori %f, %g : i1
    %b = arith.xori %o, %true : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// Two masks of positions that are added.
// CHECK-LABEL: func @added(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64, window = array<i64: 4, 0>}
func.func @added(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c4 = arith.constant 4 : index
    %d = arith.subi %i, %j : index
    %b = arith.cmpi sge, %d, %c4 : index
    %p = arith.cmpi sgt, %j, %i : index
    %g = arith.cmpi sgt, %d, %c4 : index
    %u = arith.select %p, %low, %zero : f32
    %v = arith.select %g, %low, %zero : f32
    %r = arith.addf %u, %v : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// The last query is beside the last key: of 5 queries and 9 keys, the first is at position 4.
// CHECK-LABEL: func @more_keys(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64, window = array<i64: 1, 0>}
func.func @more_keys(%q: tensor<1x4x5x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x5x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x5x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %p0 = arith.addi %i, %c4 : index
    %d = arith.subi %p0, %j : index
    %p = arith.cmpi sge, %p0, %j : index
    %c = arith.cmpi slt, %d, %c2 : index
    %b = arith.andi %p, %c : i1
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x5x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x5x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x5x9xf32>) -> (tensor<1x4x5x8xf32>, tensor<1x4x5xf32>)
  return %y : tensor<1x4x5x8xf32>
}

// PyTorch's causal attention of 5 queries and 9 keys: the first query is beside the first key.
// CHECK-LABEL: func @first_beside_first(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64, window = array<i64: 8, -4>}
func.func @first_beside_first(%q: tensor<1x4x5x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x5x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x5x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %b = arith.cmpi sle, %j, %i : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x5x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x5x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x5x9xf32>) -> (tensor<1x4x5x8xf32>, tensor<1x4x5xf32>)
  return %y : tensor<1x4x5x8xf32>
}

// One query of a cache: it is at the last position.
// CHECK-LABEL: func @decode(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
func.func @decode(%q: tensor<1x4x1x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x1x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x1x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x1x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c5 = arith.constant 5 : index
    %b = arith.cmpi sgt, %j, %c5 : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x1x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x1x9xf32>) -> (tensor<1x4x1x8xf32>, tensor<1x4x1xf32>)
  return %y : tensor<1x4x1x8xf32>
}

// Of 9 queries and 5 keys some see none: their rows are NaN.
// CHECK-LABEL: func @rows_that_see_nothing(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64, window = array<i64: -6, 8>}
func.func @rows_that_see_nothing(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x5x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
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

// The op is causal already; the mask adds how far it reaches back.
// CHECK-LABEL: func @causal_already(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64, window = array<i64: 3, 0>}
func.func @causal_already(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c3 = arith.constant 3 : index
    %d = arith.subi %i, %j : index
    %b = arith.cmpi sle, %d, %c3 : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64, causal} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// A mask of zeros does nothing.
// CHECK-LABEL: func @zeros(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {scale = 5.000000e-01 : f64}
func.func @zeros(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %m = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x1x9x9xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %b = arith.cmpi sge, %i, %i : index
    %r = arith.select %b, %zero, %low : f32
    linalg.yield %r : f32
  } -> tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}

// As torch-mlir writes it: counting tensors, a difference of row and column, comparisons of tensors, a mask of bits, a select.
// CHECK-LABEL: func @tensors(
// CHECK-NOT:     linalg.generic
// CHECK:         nn.attention %arg0, %arg1, %arg1 {causal, scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
func.func @tensors(%q: tensor<1x4x9x8xf32>, %k: tensor<1x2x9x8xf32>) -> tensor<1x4x9x8xf32> {
  %rowse = tensor.empty() : tensor<9xi64>
  %rows = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%rowse : tensor<9xi64>) {
  ^bb0(%out: i64):
    %n = linalg.index 0 : index
    %v = arith.index_cast %n : index to i64
    linalg.yield %v : i64
  } -> tensor<9xi64>
  %columnse = tensor.empty() : tensor<9xi64>
  %columns = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%columnse : tensor<9xi64>) {
  ^bb0(%out: i64):
    %n = linalg.index 0 : index
    %v = arith.index_cast %n : index to i64
    linalg.yield %v : i64
  } -> tensor<9xi64>
  %de = tensor.empty() : tensor<9x9xi64>
  %d = linalg.generic {indexing_maps = [#row, #column, #two], iterator_types = ["parallel", "parallel"]} ins(%rows, %columns : tensor<9xi64>, tensor<9xi64>) outs(%de : tensor<9x9xi64>) {
  ^bb0(%a: i64, %b: i64, %out: i64):
    %s = arith.subi %a, %b : i64
    linalg.yield %s : i64
  } -> tensor<9x9xi64>
  %zeros = arith.constant dense<0> : tensor<9x9xi64>
  %threes = arith.constant dense<3> : tensor<9x9xi64>
  %p = arith.cmpi sge, %d, %zeros : tensor<9x9xi64>
  %c = arith.cmpi slt, %d, %threes : tensor<9x9xi64>
  %b = arith.andi %p, %c : tensor<9x9xi1>
  %seen = arith.constant dense<0.0> : tensor<9x9xf32>
  %hidden = arith.constant dense<0xFF800000> : tensor<9x9xf32>
  %f = arith.select %b, %seen, %hidden : tensor<9x9xi1>, tensor<9x9xf32>
  %m = tensor.expand_shape %f [[0, 1, 2], [3]] output_shape [1, 1, 9, 9] : tensor<9x9xf32> into tensor<1x1x9x9xf32>
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64} : (tensor<1x4x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x2x9x8xf32>, tensor<1x1x9x9xf32>) -> (tensor<1x4x9x8xf32>, tensor<1x4x9xf32>)
  return %y : tensor<1x4x9x8xf32>
}
