// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions=explain=true -o /dev/null 2>&1 | FileCheck %s

// An argument that arrives cut along the rows that are normalised: the other cut would move nothing.
// CHECK: argument #0 'x' is annotated @p:[S(1)], next to boxings that move {{[0-9]+}} bytes a step; @p:[S(0)] would save [[BYTES:[0-9]+]] of [[BYTES]] bytes a step in all
sbp.placement @p ["x" = 2]
func.func @argument(%x: tensor<512x512xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                    %w: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<512x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %y = linalg.matmul ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}

// -----

// A constrain in the middle that nobody needs.
// CHECK: sbp.constrain of result of 'linalg.exp' is annotated @p:[B], next to boxings that move 2097152 bytes a step; @p:[S(0)] would save 2097152 of 2097152 bytes a step in all
// CHECK: argument #0 'x' is annotated @p:[S(0)]; @p:[B] would save 2097152 of 2097152 bytes a step in all, and a rank would hold 2097152 bytes of it instead of 1048576
sbp.placement @p ["x" = 2]
func.func @constrain(%x: tensor<1024x512xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<1024x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %e = tensor.empty() : tensor<1024x512xf32>
  %h = linalg.exp ins(%x : tensor<1024x512xf32>) outs(%e : tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %c = sbp.constrain %h to #sbp.distribution<@p, [B]> : tensor<1024x512xf32>
  %y = linalg.tanh ins(%c : tensor<1024x512xf32>) outs(%e : tensor<1024x512xf32>) -> tensor<1024x512xf32>
  return %y : tensor<1024x512xf32>
}

// -----

// What another form of an op makes is followed too: softmax goes, its parts stay.
// CHECK: sbp.constrain of result of 'linalg.softmax' is annotated @p:[B], next to boxings that move {{[0-9]+}} bytes a step; @p:[S(1)] would save
sbp.placement @p ["x" = 2]
func.func @another_form(%x: tensor<8192x8192xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<8192x8192xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %e = tensor.empty() : tensor<8192x8192xf32>
  %h = linalg.softmax dimension(1) ins(%x : tensor<8192x8192xf32>) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %c = sbp.constrain %h to #sbp.distribution<@p, [B]> : tensor<8192x8192xf32>
  %y = linalg.tanh ins(%c : tensor<8192x8192xf32>) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %y : tensor<8192x8192xf32>
}

// -----

// An argument that lies where nobody uses it: on the placement of its user it would not move.
// CHECK: argument #1 'w' is annotated @a:[B], next to boxings that move {{[0-9]+}} bytes a step; @b:[B] would save [[BYTES:[0-9]+]] of
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @elsewhere(%x: tensor<512x512xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@b, [S(0)]>},
                     %w: tensor<512x512xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@a, [B]>})
    -> (tensor<512x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@b, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %y = linalg.matmul ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}
