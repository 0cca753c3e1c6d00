// RUN: sbp-opt %s --sbp-compile-to=local | FileCheck %s

// The queries of rank 0 see no keys of others. The other ranks receive two, and state where their queries and their keys begin; of the mask,
// which has all keys, they take those that they have.
// CHECK-LABEL: sbp.local_program @main.class0(
// CHECK:         %[[K:.+]] = sbp.communicate {{.*}} -> tensor<1x1x4x2xf32>
// CHECK:         nn.attention %{{.+}}, %[[K]], %[[K]] mask {{.*}}window = array<i64: 2, 0>}
// CHECK-LABEL: sbp.local_program @main.class1(
// CHECK-SAME:    %[[Q:.+]]: tensor<1x1x4x2xf32>, %{{.+}}: tensor<1x1x4x2xf32>, %[[M:.+]]: tensor<1x1x4x16xf32>, %[[QUERY:.+]]: index, %[[KEY:.+]]: index)
// CHECK-SAME:    bindings = [array<i64: 4, 8, 12>, array<i64: 2, 6, 10>]
// CHECK:         %[[K:.+]] = sbp.communicate {{.*}} -> tensor<1x1x6x2xf32>
// CHECK:         %[[FIRST:.+]] = arith.addi %{{.+}}, %[[QUERY]]
// CHECK:         %[[PART:.+]] = tensor.extract_slice %[[M]][0, 0, 0, %[[KEY]]] [1, 1, 4, 6]
// CHECK:         nn.attention %[[Q]], %[[K]], %[[K]] mask %[[PART]] first_query %[[FIRST]] first_key %[[KEY]]
sbp.placement @mesh ["sp" = 4]
func.func @main(%q: tensor<1x1x16x2xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(2)]>}, %k: tensor<1x1x16x2xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(2)]>},
    %m: tensor<1x1x16x16xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(2)]>}) -> (tensor<1x1x16x2xf32> {sbp.distribution = #sbp.distribution<@mesh, [S(2)]>}) {
  %y, %l = nn.attention %q, %k, %k mask %m {scale = 0.5 : f64, causal, window = array<i64: 2, 0>} : (tensor<1x1x16x2xf32>, tensor<1x1x16x2xf32>, tensor<1x1x16x2xf32>, tensor<1x1x16x16xf32>) -> (tensor<1x1x16x2xf32>, tensor<1x1x16xf32>)
  return %y : tensor<1x1x16x2xf32>
}
