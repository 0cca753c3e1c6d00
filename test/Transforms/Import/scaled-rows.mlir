// RUN: sbp-opt %s --sbp-raise-row-sums | FileCheck %s

// Constants that scale an outer product go to its scores, [tokens x slots], wherever they stand; the order of roundings stays.
// CHECK-LABEL: func @of_the_product
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[C:.+]] = arith.constant -0.00999999977 : f32
// CHECK-NEXT: %[[Y:.+]] = arith.mulf %[[X]], %[[C]]
// CHECK-NEXT: linalg.yield %[[Y]]
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3
func.func @of_the_product(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    %r = arith.mulf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// CHECK-LABEL: func @of_one_factor
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.*}}: f32):
// CHECK: arith.mulf %[[X]]
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3
func.func @of_one_factor(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %r = arith.mulf %d, %c : f32
    %p = arith.mulf %r, %s : f32
    linalg.yield %p : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// No reciprocal: a division stays one.
// CHECK-LABEL: func @divided_and_negated
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.*}}: f32):
// CHECK: %[[Q:.+]] = arith.divf %[[X]], %
// CHECK-NEXT: %[[N:.+]] = arith.negf %[[Q]]
// CHECK-NEXT: linalg.yield %[[N]]
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3
func.func @divided_and_negated(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %d, %s : f32
    %q = arith.divf %p, %c : f32
    %n = arith.negf %q : f32
    linalg.yield %n : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// Ops behind the product, a transpose among them or not, are part of it.
// CHECK-LABEL: func @in_ops_of_their_own
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.*}}: f32):
// CHECK: %[[M:.+]] = arith.mulf %[[X]]
// CHECK-NEXT: arith.negf %[[M]]
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3
// CHECK-NOT: tensor<5x3x6xf32>
// CHECK: return
func.func @in_ops_of_their_own(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    linalg.yield %p : f32
  } -> tensor<5x3x6xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m, v)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%outer : tensor<5x3x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.mulf %x, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x3x6xf32>
  %n = linalg.negf ins(%scaled : tensor<5x3x6xf32>) outs(%e : tensor<5x3x6xf32>) -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %n {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// CHECK-LABEL: func @by_tensors_of_one_constant
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.*}}: f32):
// CHECK: %[[Q:.+]] = arith.divf %[[X]]
// CHECK: arith.mulf %[[Q]]
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3
func.func @by_tensors_of_one_constant(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    linalg.yield %p : f32
  } -> tensor<5x3x6xf32>
  %filled = linalg.fill ins(%c : f32) outs(%e : tensor<5x3x6xf32>) -> tensor<5x3x6xf32>
  %q = linalg.div ins(%outer, %filled : tensor<5x3x6xf32>, tensor<5x3x6xf32>) outs(%e : tensor<5x3x6xf32>) -> tensor<5x3x6xf32>
  %dense = arith.constant dense<0.5> : tensor<5x3x6xf32>
  %h = linalg.mul ins(%dense, %q : tensor<5x3x6xf32>, tensor<5x3x6xf32>) outs(%e : tensor<5x3x6xf32>) -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %h {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// A scale of losses that a product can bear would leave nothing of scores in f16: they become f32.
// CHECK-LABEL: func @of_f16
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf16>) outs(%{{.*}} : tensor<5x3xf32>)
// CHECK: arith.constant 1.638400e+04 : f32
// CHECK: memory_layer.add_outer %arg0, %arg1, %[[S]], %arg3 : (tensor<20x6xf16>, tensor<5x3xi32>, tensor<5x3xf32>, tensor<5x6xf16>)
func.func @of_f16(%init: tensor<20x6xf16>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf16>, %dy: tensor<5x6xf16>) -> tensor<20x6xf16> {
  %c = arith.constant 16384.0 : f16
  %e = tensor.empty() : tensor<5x3x6xf16>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf16>, tensor<5x6xf16>) outs(%e : tensor<5x3x6xf16>) {
  ^bb0(%s: f16, %d: f16, %o: f16):
    %p = arith.mulf %s, %d : f16
    %r = arith.divf %p, %c : f16
    linalg.yield %r : f16
  } -> tensor<5x3x6xf16>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf16>, tensor<5x3xi32>, tensor<5x3x6xf16>) -> tensor<20x6xf16>
  return %next : tensor<20x6xf16>
}

// With zero or infinity the order of factors decides what is NaN.
// CHECK-LABEL: func @by_infinity
// CHECK-NOT: memory_layer
// CHECK: return
func.func @by_infinity(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    %r = arith.mulf %p, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// One over a product is no multiple of it; neither is a square.
// CHECK-LABEL: func @of_a_quotient
// CHECK-NOT: memory_layer
// CHECK: return
func.func @of_a_quotient(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    %r = arith.divf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// CHECK-LABEL: func @of_a_square
// CHECK-NOT: memory_layer
// CHECK: return
func.func @of_a_square(%init: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %scores: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> tensor<20x6xf32> {
  %c = arith.constant -1.0e-02 : f32
  %e = tensor.empty() : tensor<5x3x6xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, m)>, affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %dy : tensor<5x3xf32>, tensor<5x6xf32>) outs(%e : tensor<5x3x6xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %p = arith.mulf %s, %d : f32
    %r = arith.mulf %p, %s : f32
    linalg.yield %r : f32
  } -> tensor<5x3x6xf32>
  %next = nn.scatter_add %init, %rows, %outer {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>, tensor<5x3x6xf32>) -> tensor<20x6xf32>
  return %next : tensor<20x6xf32>
}

// Weighted sums and products of gathered rows bear factors alike: the scores that go in, or those that come out.
// CHECK-LABEL: func @readers
// CHECK: %[[W:.+]] = linalg.generic {{.*}} ins(%arg2 : tensor<5x3xf32>)
// CHECK: arith.mulf
// CHECK: memory_layer.bag %arg0, %arg1, %[[W]]
// CHECK: %[[D:.+]] = memory_layer.row_dot %arg0, %arg1, %arg3
// CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<5x3xf32>)
// CHECK: arith.divf
func.func @readers(%table: tensor<20x6xf32>, %rows: tensor<5x3xi32>, %weights: tensor<5x3xf32>, %dy: tensor<5x6xf32>) -> (tensor<5x6xf32>, tensor<5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 0.125 : f32
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5x3xi32>) -> tensor<5x3x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(t, v, m) -> (t, m)>, affine_map<(t, v, m) -> (t, m, v)>, affine_map<(t, v, m) -> (t, v)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %g : tensor<5x3xf32>, tensor<5x3x6xf32>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  %e2 = tensor.empty() : tensor<5x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(t, m, v) -> (t, v)>, affine_map<(t, m, v) -> (t, m, v)>, affine_map<(t, m, v) -> (t, m)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%dy, %g : tensor<5x6xf32>, tensor<5x3x6xf32>) outs(%f2 : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.divf %p, %c : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  return %y, %d : tensor<5x6xf32>, tensor<5x3xf32>
}
