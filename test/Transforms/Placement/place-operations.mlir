// RUN: sbp-opt %s --split-input-file --sbp-place-operations | FileCheck %s

// Operands on several placements: the one declared later; what nobody placed runs where it is used.
// CHECK-LABEL: func @several
// CHECK:         linalg.exp {sbp.placement = @b}
// CHECK:         linalg.abs {sbp.placement = @a}
// CHECK:         linalg.add {sbp.placement = @b}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @several(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@a, [B]>},
                   %y: tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}, %free: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%free : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.abs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.mul ins(%s, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.add ins(%m, %f : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// An annotation places its producer only if none of the operands is placed.
// CHECK-LABEL: func @annotated_result
// CHECK:         linalg.exp {sbp.placement = @b}
// CHECK:         linalg.abs {sbp.placement = @a}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @annotated_result(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@a, [B]>}, %free: tensor<4xf32>)
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}, tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%free : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.abs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// What makes a state's next value runs where the state lives.
// CHECK-LABEL: func @update
// CHECK:         linalg.mul {sbp.placement = @a}
// CHECK:         linalg.add {sbp.placement = @a}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @update(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@a, [B]>},
                  %g: tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}) -> (tensor<4xf32> {sbp.state = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.mul ins(%g, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.add ins(%w, %s : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %n : tensor<4xf32>
}

// -----

// Ops without tensor operands have one user each.
// CHECK-LABEL: func @sources
// CHECK-COUNT-2: tensor.empty
sbp.placement @a ["x" = 2]
func.func @sources(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.abs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// A source that nobody reads is left alone.
// CHECK-LABEL: func @unused_source
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    return
sbp.placement @a ["x" = 2]
func.func @unused_source(%x: tensor<4xf32>) -> tensor<4xf32> {
  %unused = arith.constant 1.0 : f32
  return %x : tensor<4xf32>
}

// -----

// Of an op that only its operand places, and that one only its other reader, the init is made there too.
// CHECK-LABEL: func @late
// CHECK-NOT:     sbp.placement = @a
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @late(%free: tensor<4xf32>, %y: tensor<4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%free : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.abs ins(%f : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.add ins(%f, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %g, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// A number is made where it is read, on each placement that reads it: only the tensor that it is of is moved. It draws no op
// to where that tensor is.
// CHECK-LABEL: func @numbers
// CHECK-DAG:     %[[MB:.*]] = tensor.extract %arg2[] {sbp.placement = @b}
// CHECK-DAG:     %[[MA:.*]] = tensor.extract %arg2[] {sbp.placement = @a}
// CHECK-DAG:     %[[A:.*]] = arith.index_cast %[[MA]] {sbp.placement = @a}
// CHECK-DAG:     %[[B:.*]] = arith.index_cast %[[MB]] {sbp.placement = @b}
// CHECK-DAG:     tensor.extract_slice %arg0[%[[A]], 0] {{.*}} {sbp.placement = @a}
// CHECK-DAG:     tensor.extract_slice %arg1[%[[B]], 0] {{.*}} {sbp.placement = @b}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @numbers(%x: tensor<8x4xf32> {sbp.distribution = #sbp.distribution<@a, [S(0)]>}, %y: tensor<8x4xf32> {sbp.distribution = #sbp.distribution<@b, [S(0)]>},
                   %at: tensor<i64> {sbp.distribution = #sbp.distribution<@b, [B]>}) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %n = tensor.extract %at[] : tensor<i64>
  %i = arith.index_cast %n : i64 to index
  %s = tensor.extract_slice %x[%i, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %t = tensor.extract_slice %y[%i, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  return %s, %t : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// A backward pass that came with the model: the gradient of w1 runs on the first stage, so that one cotangent crosses; by its operands
// alone it would run on the second.
// CHECK-LABEL: func @imported_backward
// CHECK:         linalg.matmul {sbp.placement = @a}
// CHECK:         linalg.matmul {sbp.placement = @b}
// CHECK:         linalg.reduce {{.*}}sbp.placement = @b
// CHECK:         linalg.matmul {sbp.placement = @b}
// CHECK:         linalg.matmul {sbp.placement = @b}
// CHECK:         linalg.matmul {sbp.placement = @a}
// CHECK:         linalg.mul {sbp.placement = @a}
// CHECK:         linalg.sub {sbp.placement = @a}
// CHECK:         linalg.sub {sbp.placement = @b}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @imported_backward(%x: tensor<4x8xf32> {sbp.distribution = #sbp.distribution<@a, [B]>},
                             %y: tensor<8x4xf32> {sbp.distribution = #sbp.distribution<@b, [B]>},
                             %w1: tensor<4x4xf32> {sbp.state = "w1", sbp.distribution = #sbp.distribution<@a, [B]>},
                             %w2: tensor<4x4xf32> {sbp.state = "w2", sbp.distribution = #sbp.distribution<@b, [B]>})
    -> (tensor<f32>, tensor<4x4xf32> {sbp.state = "w1"}, tensor<4x4xf32> {sbp.state = "w2"}) {
  %e = tensor.empty() : tensor<4x4xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %i = tensor.empty() : tensor<4x8xf32>
  %s = tensor.empty() : tensor<f32>
  %h = linalg.matmul ins(%w1, %x : tensor<4x4xf32>, tensor<4x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o = linalg.matmul ins(%w2, %h : tensor<4x4xf32>, tensor<4x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  %l = linalg.reduce {arith.addf} ins(%o : tensor<4x8xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
  %g2 = linalg.matmul ins(%h, %y : tensor<4x8xf32>, tensor<8x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %dh = linalg.matmul ins(%y, %w2 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %g1 = linalg.matmul ins(%x, %dh : tensor<4x8xf32>, tensor<8x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %q1 = linalg.mul ins(%g1, %g1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n1 = linalg.sub ins(%w1, %q1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n2 = linalg.sub ins(%w2, %g2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %l, %n1, %n2 : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}
