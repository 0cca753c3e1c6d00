// The first norm has more rows than there are clusters of 4 blocks; a softmax of its first rows has a cluster for each.
module @cluster_rows {
  func.func @main(%x: tensor<34x16400xf32> {sbp.name = "x"}, %g: tensor<16400xf32> {sbp.name = "g"}, %h: tensor<16400xf32> {sbp.name = "h"})
      -> (tensor<34x16400xf32> {sbp.name = "y"}, tensor<2x16400xf32> {sbp.name = "z"}) {
    %y = nn.layer_norm %x, %g, %h {epsilon = 1.0e-5 : f64} : (tensor<34x16400xf32>, tensor<16400xf32>, tensor<16400xf32>) -> tensor<34x16400xf32>
    %s = tensor.extract_slice %y[0, 0] [2, 16400] [1, 1] : tensor<34x16400xf32> to tensor<2x16400xf32>
    %e = tensor.empty() : tensor<2x16400xf32>
    %z = linalg.softmax dimension(1) ins(%s : tensor<2x16400xf32>) outs(%e : tensor<2x16400xf32>) -> tensor<2x16400xf32>
    return %y, %z : tensor<34x16400xf32>, tensor<2x16400xf32>
  }
}
