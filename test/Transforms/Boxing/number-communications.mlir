// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions --sbp-plan-boxings --sbp-verify-phase=phase=distributed | FileCheck %s

// An exchange that reduces for several ranks is one communication, though its plan has two halves.
// CHECK-LABEL: func @two_halves
// CHECK:         sbp.boxing {{.*}}[P, S(0)]{{.*}} sequence = 0
// CHECK:         sbp.boxing {{.*}}[S(0), B]{{.*}} sequence = 1
sbp.placement @p ["x" = 2, "y" = 3] ranks [2, 3, 6, 5, 4, 1]
func.func @two_halves(%a: tensor<3x4xf32> {sbp.distribution = #sbp.distribution<@p, [P, S(0)]>})
    -> (tensor<3x4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), B]>},
        tensor<3x4xf32> {sbp.distribution = #sbp.distribution<@p, [B, S(1)]>}) {
  return %a, %a : tensor<3x4xf32>, tensor<3x4xf32>
}
