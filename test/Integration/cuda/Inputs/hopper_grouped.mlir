// Experts that are spread over the ranks: each multiplies the rows of its own, and their results are added up.
sbp.placement @experts ["ep" = RANKS]
func.func @main(%x: tensor<300x64xf16> {sbp.name = "x", sbp.distribution = #sbp.distribution<@experts, [B]>},
                %w: tensor<5x64x136xf16> {sbp.name = "w", sbp.distribution = #sbp.distribution<@experts, [S(0)]>},
                %sizes: tensor<5xi32> {sbp.name = "sizes", sbp.distribution = #sbp.distribution<@experts, [B]>})
    -> (tensor<300x136xf16> {sbp.name = "y", sbp.distribution = #sbp.distribution<@experts, [B]>}) {
  %ends = nn.cumsum %sizes {axis = 0 : i64} : (tensor<5xi32>) -> tensor<5xi32>
  %y = nn.grouped_product %x, %w, %ends : (tensor<300x64xf16>, tensor<5x64x136xf16>, tensor<5xi32>) -> tensor<300x136xf16>
  return %y : tensor<300x136xf16>
}
