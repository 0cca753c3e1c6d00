// RUN: sbp-opt %s --sbp-fold-casts | FileCheck %s

// torch.roll hides the size of the dimension that it joins.
// CHECK-LABEL: func @concat_of_casts
// CHECK-SAME:    (%[[X:.+]]: tensor<4x6x3xf32>, %[[Y:.+]]: tensor<4x2x3xf32>)
// CHECK-NEXT:    %[[Z:.+]] = tensor.concat dim(1) %[[X]], %[[Y]] : (tensor<4x6x3xf32>, tensor<4x2x3xf32>) -> tensor<4x8x3xf32>
// CHECK-NEXT:    return %[[Z]]
func.func @concat_of_casts(%x: tensor<4x6x3xf32>, %y: tensor<4x2x3xf32>) -> tensor<4x8x3xf32> {
  %0 = tensor.cast %x : tensor<4x6x3xf32> to tensor<4x?x3xf32>
  %1 = tensor.cast %y : tensor<4x2x3xf32> to tensor<4x?x3xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<4x?x3xf32>, tensor<4x?x3xf32>) -> tensor<4x8x3xf32>
  return %2 : tensor<4x8x3xf32>
}

// CHECK-LABEL: func @cast_back
// CHECK-SAME:    (%[[X:.+]]: tensor<4xf32>)
// CHECK-NEXT:    return %[[X]]
func.func @cast_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Sizes that do not add up stay for the check of models.
// CHECK-LABEL: func @contradiction
// CHECK:         tensor.concat dim(0) %{{.+}}, %{{.+}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<9xf32>
func.func @contradiction(%x: tensor<4xf32>) -> tensor<9xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}

// CHECK-LABEL: func @unknown_size
// CHECK:         tensor.cast %{{.+}} : tensor<?xf32> to tensor<4xf32>
func.func @unknown_size(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
