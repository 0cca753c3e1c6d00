// Two stages: ranks 0 and 1 look up, ranks 2 to 5 multiply.
sbp.placement @first ["dp" = 2]
sbp.placement @second ["dp" = 2, "tp" = 2] ranks [2, 3, 4, 5]
func.func @main(
    %ids: tensor<8x16xi64> {sbp.name = "ids", sbp.distribution = #sbp.distribution<@first, [S(0)]>},
    %table: tensor<100x32xf32> {sbp.name = "table", sbp.distribution = #sbp.distribution<@first, [B]>},
    %w: tensor<32x64xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@second, [B, S(1)]>})
    -> (tensor<8x16x64xf32> {sbp.name = "y"}) {
  %h = nn.gather %table, %ids {axis = 0 : i64} : (tensor<100x32xf32>, tensor<8x16xi64>) -> tensor<8x16x32xf32>
  // The value as its users see it: on the ranks of the second stage, cut over "dp", the same over "tp".
  %c = sbp.constrain %h to #sbp.distribution<@second, [S(0), B]> : tensor<8x16x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (k, n)>,
                                        affine_map<(b, s, n, k) -> (b, s, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%c, %w : tensor<8x16x32xf32>, tensor<32x64xf32>) outs(%f : tensor<8x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x16x64xf32>
  return %y : tensor<8x16x64xf32>
}
