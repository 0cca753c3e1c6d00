// Everything that the report lists by rank, on 192 ranks: an exchange of many messages, groups of different payloads, ranks idle.
sbp.placement @cube ["a" = 4, "b" = 6, "c" = 8]
sbp.placement @line ["x" = 96] ranks [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 142, 144, 146, 148, 150, 152, 154, 156, 158, 160, 162, 164, 166, 168, 170, 172, 174, 176, 178, 180, 182, 184, 186, 188, 190]
func.func @main(
    %a: tensor<192x192x4xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@cube, [S(2), S(1), S(1)]>},
    %b: tensor<25x16xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@cube, [S(0), P, B]>},
    %c: tensor<97x5xf32> {sbp.name = "c", sbp.distribution = #sbp.distribution<@line, [S(0)]>})
    -> (tensor<192x192x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@cube, [B, S(2), S(0)]>},
        tensor<25x16xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@cube, [S(0), S(1), B]>},
        tensor<97x5xf32> {sbp.name = "z", sbp.distribution = #sbp.distribution<@line, [B]>}) {
  return %a, %b, %c : tensor<192x192x4xf32>, tensor<25x16xf32>, tensor<97x5xf32>
}
