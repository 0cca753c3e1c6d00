// RUN: sbp-compile %s -o %t.sbpx --explain --report=%t.json 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.json

// The name of a location is the path of a module: messages begin with it, and the report shows it before the place.
// CHECK: model.py:182:{{.*}} remark: layers.0.down: boxed: result of 'linalg.matmul'
// CHECK: model.py:190:{{.*}} note: layers.0: read here
// REPORT: "location": "layers.0.down (model.py:182)"
sbp.placement @ranks ["tp" = 2]
func.func @main(
    %x: tensor<4x8xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@ranks, [S(1)]>},
    %w: tensor<8x4xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@ranks, [S(0)]>})
    -> (tensor<4x4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@ranks, [B]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32> loc("layers.0.down"("model.py":182:0))
  %y = math.exp %m : tensor<4x4xf32> loc("layers.0"("model.py":190:0))
  return %y : tensor<4x4xf32>
}
