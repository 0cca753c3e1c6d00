module @hopper_attention {
  sbp.placement @p ["ranks" = RANKS]
  func.func @main(
      %q: tensor<1x4x325x64xf16> {sbp.name = "q", sbp.distribution = #sbp.distribution<@p, [S(2)]>},
      %k: tensor<1x2x325x64xf16> {sbp.name = "k", sbp.distribution = #sbp.distribution<@p, [B]>},
      %v: tensor<1x2x325x64xf16> {sbp.name = "v", sbp.distribution = #sbp.distribution<@p, [B]>})
      -> (tensor<1x4x325x64xf16> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(2)]>}) {
    %y, %l = nn.attention %q, %k, %v {scale = 0.125 : f64, causal}
        : (tensor<1x4x325x64xf16>, tensor<1x2x325x64xf16>, tensor<1x2x325x64xf16>) -> (tensor<1x4x325x64xf16>, tensor<1x4x325xf32>)
    return %y : tensor<1x4x325x64xf16>
  }
}
