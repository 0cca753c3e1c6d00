// RUN: sbp-opt %s --pass-pipeline="builtin.module(sbp-import,sbp-place-operations,func.func(sbp-assign-phases,sbp-keep-values{names=true}),sbp-cut-time,sbp-select-distributions{memory-limit=7000 repeats=true free-bound=0})" | FileCheck %s

// The column sums of %5 are a next state, a later phase that stands between ops of forward: what holds %5 for it stands in front of it, not behind the last op of forward
// that reads %5.
// CHECK: linalg.reduce
// CHECK-NOT: sbp.repeat
sbp.placement @p ["tp" = 2]
func.func @main(%arg0: tensor<8x16xf64> {sbp.name = "x"}, %arg1: tensor<8x16xf64> {sbp.name = "y"}, %arg2: tensor<16x16xf64> {sbp.state = "w"}, %arg3: tensor<16xf64> {sbp.init = dense<0.000000e+00> : tensor<16xf64>, sbp.state = "stat"}) -> (tensor<f64> {sbp.name = "loss"}, tensor<16xf64> {sbp.state = "stat"}) {
  %cst = arith.constant 0.000000e+00 : f64
  %0 = tensor.empty() : tensor<8x16xf64>
  %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<8x16xf64>) -> tensor<8x16xf64>
  %2 = linalg.matmul ins(%arg0, %arg2 : tensor<8x16xf64>, tensor<16x16xf64>) outs(%1 : tensor<8x16xf64>) -> tensor<8x16xf64>
  %3 = math.tanh %2 : tensor<8x16xf64>
  %4 = linalg.matmul ins(%3, %arg2 : tensor<8x16xf64>, tensor<16x16xf64>) outs(%1 : tensor<8x16xf64>) -> tensor<8x16xf64>
  %5 = arith.addf %4, %2 : tensor<8x16xf64>
  %6 = tensor.empty() : tensor<16xf64>
  %7 = linalg.fill ins(%cst : f64) outs(%6 : tensor<16xf64>) -> tensor<16xf64>
  %reduced = linalg.reduce { arith.addf } ins(%5 : tensor<8x16xf64>) outs(%7 : tensor<16xf64>) dimensions = [0] 
  %8 = arith.addf %arg3, %reduced : tensor<16xf64>
  %9 = arith.subf %5, %arg1 : tensor<8x16xf64>
  %10 = arith.mulf %9, %9 : tensor<8x16xf64>
  %11 = tensor.empty() : tensor<f64>
  %12 = linalg.fill ins(%cst : f64) outs(%11 : tensor<f64>) -> tensor<f64>
  %reduced_0 = linalg.reduce { arith.addf } ins(%10 : tensor<8x16xf64>) outs(%12 : tensor<f64>) dimensions = [0, 1] 
  return %reduced_0, %8 : tensor<f64>, tensor<16xf64>
}
