// RUN: sbp-opt %s --sbp-plan-boxings --split-input-file | FileCheck %s

// Communications are numbered in program order; a boxing that only slices has no number.

sbp.placement @line ["x" = 2]

// CHECK-LABEL: func @numbered
// CHECK:         sbp.boxing {{.*}} {sequence = 0 : i64}
// CHECK:         sbp.boxing %{{.*}} from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [S(1)]> : tensor
// CHECK:         sbp.boxing {{.*}} {sequence = 1 : i64}
func.func @numbered(%a: tensor<4x2xf32> {sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<4x2xf32> {sbp.distribution = #sbp.distribution<@line, [B]>}) {
  %0 = sbp.boxing %a from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4x2xf32>
  %1 = sbp.boxing %0 from #sbp.distribution<@line, [B]> to #sbp.distribution<@line, [S(1)]> : tensor<4x2xf32>
  %2 = sbp.boxing %1 from #sbp.distribution<@line, [S(1)]> to #sbp.distribution<@line, [B]> : tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}
