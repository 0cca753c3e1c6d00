// RUN: sbp-opt %s --sbp-raise-row-sums | FileCheck %s
// RUN: sbp-opt %source/test/Integration/Inputs/jax_ops/product_keys.mlir --sbp-compile-to=model | FileCheck %s --check-prefix=JAX
// RUN: sbp-opt %source/test/Integration/Inputs/torch_ops/bags.mlir --sbp-compile-to=model | FileCheck %s --check-prefix=TORCH

// PyTorch's embedding_bag, with weights, as a sum and as a mean; rows that are compared, or masked, are gathered.
// TORCH-NOT: nn.gather {{.*}}tensor<5x3xi64>
// TORCH: memory_layer.bag %arg2, {{.*}} : (tensor<9x6xf32>, tensor<5x1x3xi64>, tensor<5x1x3xf32>) -> tensor<5x1x6xf32>
// TORCH-COUNT-2: memory_layer.bag {{.*}}, %arg0, {{.*}} : (tensor<9x6xf32>, tensor<5x3xi64>, tensor<5x3xf32>) -> tensor<5x6xf32>
// TORCH: nn.gather %arg2, %arg1 {axis = 0 : i64} : (tensor<9x6xf32>, tensor<5x4xi64>) -> tensor<5x4x6xf32>

// A train step through product keys as JAX differentiates it: rows are summed, multiplied and added to, and never stood in a row.
// JAX-NOT: tensor<5x2x3x8xf32>
// JAX: memory_layer.bag %arg3
// JAX: memory_layer.row_dot %arg3
// JAX: memory_layer.add_outer {{.*}} -> tensor<49x8xf32>
// JAX-NOT: tensor<5x2x3x8xf32>

// Heads and slots are summed, tokens stay: JAX's einsum("thm,thmv->tv", weights, table[rows]).
// CHECK-LABEL: func @weighted_sum
// CHECK-NOT: nn.gather
// CHECK: %[[Y:.+]] = memory_layer.bag %arg0, %arg1, %arg2 : (tensor<20x6xf32>, tensor<5x2x3xi32>, tensor<5x2x3xf32>) -> tensor<5x6xf32>
// CHECK-NEXT: return %[[Y]]
func.func @weighted_sum(%table: tensor<20x6xf32>, %rows: tensor<5x2x3xi32>, %weights: tensor<5x2x3xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x2x3xi32>) -> tensor<5x2x3x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, h, m) -> (t, h, m)>, affine_map<(t, v, h, m) -> (t, h, m, v)>, affine_map<(t, v, h, m) -> (t, v)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%weights, %g : tensor<5x2x3xf32>, tensor<5x2x3x6xf32>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

// Two readers, one of each kind; what stands elsewhere is brought into order, the rows first.
// CHECK-LABEL: func @two_readers
// CHECK-NOT: nn.gather
// CHECK: %[[R:.+]] = linalg.transpose ins(%arg1 : tensor<3x5xi32>)
// CHECK: %[[W:.+]] = linalg.transpose ins(%arg2 : tensor<3x5xf32>)
// CHECK: %[[B:.+]] = memory_layer.bag %arg0, %[[R]], %[[W]] : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3xf32>) -> tensor<5x6xf32>
// CHECK: %[[Y:.+]] = linalg.transpose ins(%[[B]] : tensor<5x6xf32>) outs(%{{.*}} : tensor<6x5xf32>)
// CHECK: %[[D:.+]] = memory_layer.row_dot %arg0, %{{.*}}, %arg3 : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x6xf32>) -> tensor<5x3xf32>
// CHECK: %[[G:.+]] = linalg.transpose ins(%[[D]] : tensor<5x3xf32>) outs(%{{.*}} : tensor<3x5xf32>)
// CHECK: return %[[Y]], %[[G]]
func.func @two_readers(%table: tensor<20x6xf32>, %rows: tensor<3x5xi32>, %weights: tensor<3x5xf32>, %dy: tensor<5x6xf32>) -> (tensor<6x5xf32>, tensor<3x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<3x5xi32>) -> tensor<3x5x6xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(v, t, m) -> (m, t, v)>, affine_map<(v, t, m) -> (m, t)>, affine_map<(v, t, m) -> (v, t)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%g, %weights : tensor<3x5x6xf32>, tensor<3x5xf32>) outs(%f : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %e2 = tensor.empty() : tensor<3x5xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(m, t, v) -> (t, v)>, affine_map<(m, t, v) -> (m, t, v)>, affine_map<(m, t, v) -> (m, t)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %g : tensor<5x6xf32>, tensor<3x5x6xf32>) outs(%f2 : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %y, %d : tensor<6x5xf32>, tensor<3x5xf32>
}

// Without weights every row counts once.
// CHECK-LABEL: func @plain_sum
// CHECK: %[[ONE:.+]] = linalg.fill {{.*}} -> tensor<5x3xf32>
// CHECK: memory_layer.bag %arg0, %arg1, %[[ONE]] : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3xf32>) -> tensor<5x6xf32>
func.func @plain_sum(%table: tensor<20x6xf32>, %rows: tensor<5x3xi32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>) -> tensor<5x3x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, m, v)>, affine_map<(t, v, m) -> (t, v)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%g : tensor<5x3x6xf32>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

// The gradient of a table: an outer product, transposed, added where rows were taken.
// CHECK-LABEL: func @gradient_of_a_table
// CHECK-NOT: nn.scatter_add
// CHECK: memory_layer.add_outer %arg0, %arg1, %arg2, %arg3 {drop_outside} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3xf32>, tensor<5x6xf32>) -> tensor<20x6xf32>
// CHECK-NEXT: return
func.func @gradient_of_a_table(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %weights: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %e = tensor.empty() : tensor<5x6x3xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, v)>, affine_map<(t, v, m) -> (t, m)>, affine_map<(t, v, m) -> (t, v, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%dy, %weights : tensor<5x6xf32>, tensor<5x3xf32>) outs(%e : tensor<5x6x3xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<5x6x3xf32>
  %e2 = tensor.empty() : tensor<5x3x6xf32>
  %t = linalg.transpose ins(%o : tensor<5x6x3xf32>) outs(%e2 : tensor<5x3x6xf32>) permutation = [0, 2, 1]
  %y = nn.scatter_add %init, %rows, %t {axis = 0 : i64, drop_outside} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %y : tensor<20x6xf32>
}

// Rows that somebody else reads are there anyway; a product with a matrix is none with what stands outside.
// CHECK-LABEL: func @rows_that_are_read
// CHECK: nn.gather
// CHECK-NOT: memory_layer
func.func @rows_that_are_read(%table: tensor<20x6xf32>, %rows: tensor<5x3xi32>) -> (tensor<5x6xf32>, tensor<5x3x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>) -> tensor<5x3x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, m, v)>, affine_map<(t, v, m) -> (t, v)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%g : tensor<5x3x6xf32>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %y, %g : tensor<5x6xf32>, tensor<5x3x6xf32>
}

// CHECK-LABEL: func @embeddings_of_a_linear_layer
// CHECK: nn.gather
// CHECK: linalg.matmul
func.func @embeddings_of_a_linear_layer(%table: tensor<20x6xf32>, %rows: tensor<5xi32>, %w: tensor<6x4xf32>) -> tensor<5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  %e = tensor.empty() : tensor<5x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x4xf32>) -> tensor<5x4xf32>
  %y = linalg.matmul ins(%g, %w : tensor<5x6xf32>, tensor<6x4xf32>) outs(%f : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %y : tensor<5x4xf32>
}

// A reader of rows that are reshaped reads rows of reshaped numbers; a head that is the only one is a slot dimension of size 1.
// CHECK-LABEL: func @reshaped_rows
// CHECK-NOT: nn.gather
// CHECK-DAG: %[[U:.+]] = tensor.expand_shape %arg1 {{.*}} : tensor<6x3xi32> into tensor<6x3x1xi32>
// CHECK-DAG: %[[E:.+]] = tensor.expand_shape %arg1 {{.*}} : tensor<6x3xi32> into tensor<2x3x3xi32>
// CHECK-DAG: memory_layer.bag %arg0, %{{.*}} : (tensor<20x5xf32>, tensor<6x3x1xi32>, tensor<6x3x1xf32>) -> tensor<6x5xf32>
// CHECK-DAG: memory_layer.row_dot %arg0, %[[E]], %arg3 : (tensor<20x5xf32>, tensor<2x3x3xi32>, tensor<2x3x5xf32>) -> tensor<2x3x3xf32>
func.func @reshaped_rows(%table: tensor<20x5xf32>, %rows: tensor<6x3xi32>, %weights: tensor<6x1x3xf32>, %z: tensor<2x3x5xf32>) -> (tensor<6x5xf32>, tensor<2x3x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x5xf32>, tensor<6x3xi32>) -> tensor<6x3x5xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, h, m) -> (t, h, m)>, affine_map<(t, v, h, m) -> (t, m, v)>, affine_map<(t, v, h, m) -> (t, v)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%weights, %g : tensor<6x1x3xf32>, tensor<6x3x5xf32>) outs(%f : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %x = tensor.expand_shape %g [[0, 1], [2], [3]] output_shape [2, 3, 3, 5] : tensor<6x3x5xf32> into tensor<2x3x3x5xf32>
  %e2 = tensor.empty() : tensor<2x3x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(b, t, m, v) -> (b, t, m, v)>, affine_map<(b, t, m, v) -> (b, t, v)>, affine_map<(b, t, m, v) -> (b, t, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %z : tensor<2x3x3x5xf32>, tensor<2x3x5xf32>) outs(%f2 : tensor<2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3x3xf32>
  return %y, %d : tensor<6x5xf32>, tensor<2x3x3xf32>
}

// CHECK-LABEL: func @product_that_is_reshaped
// CHECK: %[[R:.+]] = tensor.expand_shape %arg1 {{.*}} : tensor<6x3xi32> into tensor<2x3x3xi32>
// CHECK: memory_layer.add_outer %arg0, %[[R]], %arg2, %arg3 : (tensor<20x5xf32>, tensor<2x3x3xi32>, tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<20x5xf32>
func.func @product_that_is_reshaped(%init: tensor<20x5xf32>, %rows: tensor<6x3xi32>, %weights: tensor<2x3x3xf32>, %z: tensor<2x3x5xf32>) -> tensor<20x5xf32> {
  %e = tensor.empty() : tensor<2x3x3x5xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, t, m, v) -> (b, t, m)>, affine_map<(b, t, m, v) -> (b, t, v)>, affine_map<(b, t, m, v) -> (b, t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%weights, %z : tensor<2x3x3xf32>, tensor<2x3x5xf32>) outs(%e : tensor<2x3x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x3x3x5xf32>
  %c = tensor.collapse_shape %o [[0, 1], [2], [3]] : tensor<2x3x3x5xf32> into tensor<6x3x5xf32>
  %y = nn.scatter_add %init, %rows, %c {axis = 0 : i64} : (tensor<20x5xf32>, tensor<6x3xi32>, tensor<6x3x5xf32>) -> tensor<20x5xf32>
  return %y : tensor<20x5xf32>
}

// A reshape that somebody reads as it is leaves everything in place; one that cuts a row is none of the rows.
// CHECK-LABEL: func @reshape_that_is_read
// CHECK: nn.gather
// CHECK-NOT: nn.gather
// CHECK-NOT: memory_layer
func.func @reshape_that_is_read(%table: tensor<20x6xf32>, %rows: tensor<6x3xi32>) -> (tensor<2x3x3x6xf32>, tensor<6x3x2x3xf32>) {
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<6x3xi32>) -> tensor<6x3x6xf32>
  %x = tensor.expand_shape %g [[0, 1], [2], [3]] output_shape [2, 3, 3, 6] : tensor<6x3x6xf32> into tensor<2x3x3x6xf32>
  %c = tensor.expand_shape %g [[0], [1], [2, 3]] output_shape [6, 3, 2, 3] : tensor<6x3x6xf32> into tensor<6x3x2x3xf32>
  return %x, %c : tensor<2x3x3x6xf32>, tensor<6x3x2x3xf32>
}

// As hands write it, and as it is differentiated: a product first, then its sum over slots or over columns.
// CHECK-LABEL: func @product_that_is_summed
// CHECK-NOT: nn.gather
// CHECK: %[[Y:.+]] = memory_layer.bag %arg0, %arg1, %arg2 : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3xf32>) -> tensor<5x6xf32>
// CHECK: %[[D:.+]] = memory_layer.row_dot %arg0, %arg1, %arg3 : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x6xf32>) -> tensor<5x3xf32>
// CHECK-NOT: tensor<5x3x6xf32>
// CHECK: return %[[Y]], %[[D]]
func.func @product_that_is_summed(%table: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %weights: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> (tensor<5x6xf32>, tensor<5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>) -> tensor<5x3x6xf32>
  %w = tensor.expand_shape %weights [[0], [1, 2]] output_shape [5, 3, 1] : tensor<5x3xf32> into tensor<5x3x1xf32>
  %e = tensor.empty() : tensor<5x3x6xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m, 0)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %w : tensor<5x3x6xf32>, tensor<5x3x1xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x3x6xf32>
  %e1 = tensor.empty() : tensor<5x6xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, m, v)>, affine_map<(t, v, m) -> (t, v)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p : tensor<5x3x6xf32>) outs(%f1 : tensor<5x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%dy, %g : tensor<5x6xf32>, tensor<5x3x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x3x6xf32>
  %e2 = tensor.empty() : tensor<5x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q : tensor<5x3x6xf32>) outs(%f2 : tensor<5x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  return %y, %d : tensor<5x6xf32>, tensor<5x3xf32>
}

// A product that somebody else reads is there anyway.
// CHECK-LABEL: func @product_that_is_read
// CHECK: nn.gather
// CHECK-NOT: memory_layer
func.func @product_that_is_read(%table: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %weights: tensor<5x3xf32>) -> (tensor<5x6xf32>, tensor<5x3x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>) -> tensor<5x3x6xf32>
  %e = tensor.empty() : tensor<5x3x6xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %weights : tensor<5x3x6xf32>, tensor<5x3xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x3x6xf32>
  %e1 = tensor.empty() : tensor<5x6xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, m, v)>, affine_map<(t, v, m) -> (t, v)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p : tensor<5x3x6xf32>) outs(%f1 : tensor<5x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %y, %p : tensor<5x6xf32>, tensor<5x3x6xf32>
}
