module {
  func.func @main(%arg0: tensor<4x6x3xf32> {sbp.name = "x"}) -> (tensor<4x6x3xf32> {sbp.name = "result.0"}, tensor<4x6x3xf32> {sbp.name = "result.1"}, tensor<4x6x3xf32> {sbp.name = "result.2"}, tensor<4x6x3xf32> {sbp.name = "result.3"}) {
    %extracted_slice = tensor.extract_slice %arg0[0, 2, 0] [4, 4, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<4x4x3xf32>
    %extracted_slice_0 = tensor.extract_slice %arg0[0, 0, 0] [4, 2, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<4x2x3xf32>
    %concat = tensor.concat dim(1) %extracted_slice, %extracted_slice_0 : (tensor<4x4x3xf32>, tensor<4x2x3xf32>) -> tensor<4x6x3xf32>
    %extracted_slice_1 = tensor.extract_slice %arg0[3, 0, 0] [1, 6, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<1x6x3xf32>
    %extracted_slice_2 = tensor.extract_slice %arg0[0, 0, 0] [3, 6, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<3x6x3xf32>
    %concat_3 = tensor.concat dim(0) %extracted_slice_1, %extracted_slice_2 : (tensor<1x6x3xf32>, tensor<3x6x3xf32>) -> tensor<4x6x3xf32>
    %extracted_slice_4 = tensor.extract_slice %concat_3[0, 3, 0] [4, 3, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<4x3x3xf32>
    %extracted_slice_5 = tensor.extract_slice %concat_3[0, 0, 0] [4, 3, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<4x3x3xf32>
    %concat_6 = tensor.concat dim(1) %extracted_slice_4, %extracted_slice_5 : (tensor<4x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x6x3xf32>
    %extracted_slice_7 = tensor.extract_slice %arg0[1, 0, 0] [3, 6, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<3x6x3xf32>
    %extracted_slice_8 = tensor.extract_slice %arg0[0, 0, 0] [1, 6, 3] [1, 1, 1] : tensor<4x6x3xf32> to tensor<1x6x3xf32>
    %concat_9 = tensor.concat dim(0) %extracted_slice_7, %extracted_slice_8 : (tensor<3x6x3xf32>, tensor<1x6x3xf32>) -> tensor<4x6x3xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1, 2]] : tensor<4x6x3xf32> into tensor<72xf32>
    %extracted_slice_10 = tensor.extract_slice %collapsed[70] [2] [1] : tensor<72xf32> to tensor<2xf32>
    %extracted_slice_11 = tensor.extract_slice %collapsed[0] [70] [1] : tensor<72xf32> to tensor<70xf32>
    %concat_12 = tensor.concat dim(0) %extracted_slice_10, %extracted_slice_11 : (tensor<2xf32>, tensor<70xf32>) -> tensor<72xf32>
    %expanded = tensor.expand_shape %concat_12 [[0, 1, 2]] output_shape [4, 6, 3] : tensor<72xf32> into tensor<4x6x3xf32>
    return %concat, %concat_6, %concat_9, %expanded : tensor<4x6x3xf32>, tensor<4x6x3xf32>, tensor<4x6x3xf32>, tensor<4x6x3xf32>
  }
}
