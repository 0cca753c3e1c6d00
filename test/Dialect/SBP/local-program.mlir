// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --mlir-print-op-generic | sbp-opt | FileCheck %s

// What rank 1 and rank 2 do in an entry: a piece of its second argument, a piece of a constant, and where each begins.

sbp.placement @line ["x" = 3]
func.func private @main(tensor<2xf32>, tensor<6xf32>) -> tensor<6xf32>

// CHECK:      sbp.local_program @main.class0(%[[PIECE:.+]]: tensor<2xf32>, %{{.+}}: tensor<2xi64>, %{{.+}}: index) -> tensor<2xf32>
// CHECK-SAME:   bindings = [array<i64: 2, 4>]
// CHECK-SAME:   constants = {{\[\[}}dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>, #sbp.distribution<@line, [S(0)]>]]
// CHECK-SAME:   entry = @main, inputs = array<i64: 1>, outputs = array<i64: 0>
// CHECK-SAME:   parameters = [#sbp.offset<dim 0 of tensor<6xf32> at <@line, [S(0)]>>], ranks = array<i64: 1, 2>
// CHECK:        sbp.return %[[PIECE]] : tensor<2xf32>
sbp.local_program @main.class0(%piece: tensor<2xf32>, %table: tensor<2xi64>, %begin: index) -> tensor<2xf32> attributes {
    entry = @main, ranks = array<i64: 1, 2>, inputs = array<i64: 1>, outputs = array<i64: 0>,
    constants = [[dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>, #sbp.distribution<@line, [S(0)]>]],
    parameters = [#sbp.offset<dim 0 of tensor<6xf32> at <@line, [S(0)]>>], bindings = [array<i64: 2, 4>]} {
  sbp.return %piece : tensor<2xf32>
}
