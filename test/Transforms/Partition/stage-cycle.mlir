// RUN: not sbp-compile %s -o %t.sbpx 2>&1 | FileCheck %s
// RUN: sed 's/to #sbp.distribution<@a, /to #sbp.distribution<@a2, /' %s > %t.mlir
// RUN: sbp-compile %t.mlir -o %t.sbpx --report=%t.json
// RUN: FileCheck %s --check-prefix=CHUNK --input-file=%t.json

// Forward goes from @a to @b and back to @a: no stage can be ordered before the other.
// CHECK: stage-cycle.mlir:[[#BACK:]]:8: error: forward returns from @b to @a, which it has left before: the stages form a cycle; give what runs there later a placement of its own, perhaps on the same ranks
// CHECK: stage-cycle.mlir:[[#BACK-4]]:8: note: @a to @b

// A placement of its own on the same ranks is a second chunk of them.
// CHUNK: "schedule": {
// CHUNK: "chunks": 2

sbp.placement @a ["x" = 1] ranks [0]
sbp.placement @b ["x" = 1] ranks [1]
sbp.placement @a2 ["x" = 1] ranks [0]
func.func @train(
    %x: tensor<8x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@a, [B]>},
    %w1: tensor<4x4xf32> {sbp.state = "w1", sbp.distribution = #sbp.distribution<@a, [B]>},
    %w2: tensor<4x4xf32> {sbp.state = "w2", sbp.distribution = #sbp.distribution<@b, [B]>})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<4x4xf32> {sbp.state = "w1"}, tensor<4x4xf32> {sbp.state = "w2"})
    attributes {sbp.microbatches = 4 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.matmul ins(%x, %w1 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %h = sbp.constrain %s to #sbp.distribution<@b, [B]> : tensor<8x4xf32>
  %e2 = tensor.empty() : tensor<8x4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %t = linalg.matmul ins(%h, %w2 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f2 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %b = sbp.constrain %t to #sbp.distribution<@a, [B]> : tensor<8x4xf32>
  %q = arith.mulf %b, %b : tensor<8x4xf32>
  %e3 = tensor.empty() : tensor<f32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%q : tensor<8x4xf32>) outs(%f3 : tensor<f32>) dimensions = [0, 1]
  %g:2 = nn.gradient %loss wrt (%w1, %w2) : (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %n1 = arith.subf %w1, %g#0 : tensor<4x4xf32>
  %n2 = arith.subf %w2, %g#1 : tensor<4x4xf32>
  return %loss, %n1, %n2 : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}
