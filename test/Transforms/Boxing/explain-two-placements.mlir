// Gathered on one placement, then moved to a reader on another of more axes, which could read parts of a sum.
// RUN: sbp-opt %s --sbp-explain-boxings -o - 2>&1 | FileCheck %s
// CHECK: all of argument #0 'x' is gathered on every rank for 'linalg.negf'
// CHECK: func.func @main
sbp.placement @line ["a" = 2]
sbp.placement @plane ["a" = 2, "b" = 3]
func.func @main(%x: tensor<512x512xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@plane, [B, B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@plane, [B, B]>]>} : tensor<512x512xf32>
  %b = sbp.boxing %x from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> {sequence = 0 : i64} : tensor<512x512xf32>
  %m = sbp.boxing %b from #sbp.distribution<@line, [B]> to #sbp.distribution<@plane, [B, B]> {sequence = 1 : i64} : tensor<512x512xf32>
  %y = linalg.negf {sbp.signature = #sbp.signature<[<@plane, [B, B]>, <@plane, [B, B]>] -> [<@plane, [B, B]>]>}
      ins(%m : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}
