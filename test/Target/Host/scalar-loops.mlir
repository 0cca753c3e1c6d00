// RUN: sbp-compile %s -o %t.sbpx && sbp-run %t.sbpx --input row=1x3xf32=1,3,2 --input column=1x2xf32=5,4 --input core=2x1x1xf32=1,2 | FileCheck %s

// A loop around which there is no other and that gives a number instead of writing a buffer: each core at the best pair.
// CHECK: sum: 1xf32 min 45
// CHECK: score: 1x2xf32 min 15 max 30
func.func @main(%row: tensor<1x3xf32> {sbp.name = "row"}, %column: tensor<1x2xf32> {sbp.name = "column"}, %core: tensor<2x1x1xf32> {sbp.name = "core"})
    -> (tensor<1xf32> {sbp.name = "sum"}, tensor<1xi32> {sbp.name = "p"}, tensor<1xi32> {sbp.name = "q"}, tensor<1x2xf32> {sbp.name = "score"}) {
  %s, %p, %q, %g = memory_layer.tucker_top_k %row, %column, %core {k = 1 : i64}
      : (tensor<1x3xf32>, tensor<1x2xf32>, tensor<2x1x1xf32>) -> (tensor<1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xf32>)
  return %s, %p, %q, %g : tensor<1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xf32>
}
