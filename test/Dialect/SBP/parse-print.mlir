// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --mlir-print-op-generic | sbp-opt | FileCheck %s

// CHECK: sbp.placement @mesh ["dp" = 2, "tp" = 2]{{$}}
sbp.placement @mesh ["dp" = 2, "tp" = 2]
// Ranks that are 0, 1, 2, ... are not printed.
// CHECK: sbp.placement @same ["x" = 2]{{$}}
sbp.placement @same ["x" = 2] ranks [0, 1]
// CHECK: sbp.placement @back ["dp" = 2, "tp" = 2] on "host" ranks [6, 5, 4, 7]
sbp.placement @back ["dp" = 2, "tp" = 2] on "host" ranks [6, 5, 4, 7]
// CHECK: sbp.placement @one []
sbp.placement @one []

// CHECK-LABEL: func @distributions
// CHECK-SAME: #sbp.distribution<@mesh, [S(0), B]>, sbp.name = "x"
// CHECK-SAME: #sbp.distribution<@mesh, [P, P]>
// CHECK-SAME: #sbp.distribution<@mesh, [P(max), B]>
// CHECK-SAME: #sbp.distribution<@mesh, [S(0), S(0)], order = [1, 0]>
// CHECK-SAME: #sbp.distribution<@mesh, [S(0), S(0)]>
// CHECK-SAME: #sbp.distribution<@one, []>
func.func @distributions(
    %a: tensor<4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
    %b: tensor<4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P, P(sum)]>},
    %c: tensor<4xf32> {sbp.distribution = #sbp.distribution<@mesh, [P(max), B]>},
    %d: tensor<4xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), S(0)], order = [1, 0]>},
    %e: tensor<4xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(0), S(0)], order = [0, 1]>},
    %f: tensor<4xf32> {sbp.distribution = #sbp.distribution<@one, []>}) {
  return
}

// CHECK-LABEL: func @ops
func.func @ops(%a: tensor<4xf32>) -> (tensor<4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) {
  // CHECK: sbp.constrain %{{.+}} to #sbp.distribution<@mesh, [S(0), B]> : tensor<4xf32>
  %0 = sbp.constrain %a to #sbp.distribution<@mesh, [S(0), B]> : tensor<4xf32>
  // CHECK: sbp.boxing %{{.+}} from #sbp.distribution<@mesh, [S(0), B]> to #sbp.distribution<@mesh, [B, B]> {reason = "why"} : tensor<4xf32>
  %1 = sbp.boxing %0 from #sbp.distribution<@mesh, [S(0), B]> to #sbp.distribution<@mesh, [B, B]> {reason = "why"} : tensor<4xf32>
  // CHECK: math.exp {{.*}} {sbp.signature = #sbp.signature<[<@mesh, [S(0), B]>] -> [<@mesh, [S(0), B]>]>}
  %2 = math.exp %1 {sbp.signature = #sbp.signature<[#sbp.distribution<@mesh, [S(0), B]>] -> [<@mesh, [S(0), B]>]>} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Windows: step 1 and from 0 are not printed.
// CHECK-LABEL: func @windows
// CHECK:         sbp.constrain %{{.*}} to #sbp.distribution<@mesh, [S(0, 8 windows of 3 step 2 from -1), B]>
// CHECK:         sbp.constrain %{{.*}} to #sbp.distribution<@mesh, [S(0, 14 windows of 3), S(0, 14 windows of 3)]>
func.func @windows(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %y = sbp.constrain %x to #sbp.distribution<@mesh, [S(0, 8 windows of 3 step 2 from -1), B]> : tensor<16xf32>
  %z = sbp.constrain %x to #sbp.distribution<@mesh, [S(0, 14 windows of 3 step 1 from 0), S(0, 14 windows of 3)]> : tensor<16xf32>
  return %y, %z : tensor<16xf32>, tensor<16xf32>
}
