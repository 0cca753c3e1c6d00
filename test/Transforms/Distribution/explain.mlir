// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions=explain=true -o /dev/null 2>&1 | FileCheck %s
// RUN: sbp-opt %s --sbp-place-operations --sbp-select-distributions=print-rates=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=RATES

// Every choice says what came second.
// CHECK: remark: chosen: {{.*}}, here {{.*}} s; runner-up: {{.*}} s with everything else as chosen

// RATES: cost model of the choice of distributions
// RATES: duplicate flop
// RATES: stored parameter
// RATES: boxing
sbp.placement @p ["x" = 2]
func.func @main(%a: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                %b: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %y : tensor<512x512xf32>
}
