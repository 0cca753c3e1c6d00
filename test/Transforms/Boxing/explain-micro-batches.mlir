// A boxing that every micro-batch runs moves its bytes once for each: 4 times 128 bytes a step.
// RUN: sbp-compile %s --explain -o %t.sbpx 2>&1 | FileCheck %s
// CHECK: remark: boxed: result of 'linalg.matmul' from @a:[S(0)] to @a:[B] by all_gather, 512 bytes a step (at least 512); because sbp.constrain requests it

sbp.placement @a ["x" = 2]
func.func @main(%x: tensor<8x16xf32> {sbp.name = "x", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@a, [S(0)]>},
                %w: tensor<16x16xf32> {sbp.state = "w"}) -> (tensor<8x16xf32> {sbp.name = "y"})
    attributes {sbp.microbatches = 4 : i64} {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = sbp.constrain %h to #sbp.distribution<@a, [B]> : tensor<8x16xf32>
  return %c : tensor<8x16xf32>
}
