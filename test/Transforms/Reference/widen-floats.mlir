// RUN: sbp-opt %s --sbp-widen-floats | FileCheck %s

// Types, constants and attributes; casts between floats are gone, integers stay as they are.

// CHECK-LABEL: func @main
// CHECK-SAME:    (%[[X:.+]]: tensor<2xf64>, %{{.+}}: tensor<2xi32>) -> tensor<2xf64>
// CHECK:         arith.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf64>
// CHECK:         %[[SUM:.+]] = linalg.generic
// CHECK-SAME:      ins(%[[X]]
// CHECK:           arith.addf %{{.+}}, %{{.+}} : f64
// CHECK-NOT:       arith.truncf
// CHECK:           linalg.yield
// CHECK-SAME:        f64
// CHECK:         return %[[SUM]] : tensor<2xf64>
#same = affine_map<(i) -> (i)>
func.func @main(%x: tensor<2xf32>, %i: tensor<2xi32>) -> tensor<2xf16> {
  %c = arith.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf16>
  %0 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %s = arith.addf %a, %b : f32
    %t = arith.truncf %s : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2xf16>
  return %0 : tensor<2xf16>
}
