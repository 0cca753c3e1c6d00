// A thousand ranks compile in seconds: what a group of ranks has in common is worked out once.
// RUN: timeout 60 sbp-compile %s --strict -o %t.sbpx --report=%t.json
// RUN: FileCheck %s --input-file=%t.json
// CHECK: "kind": "all_gather"
// CHECK: "kind": "reduce_scatter"
// CHECK: "kind": "all_reduce"
// CHECK: "kind": "all_to_all"
// CHECK: "ranks": 1024
sbp.placement @line ["x" = 1024]
sbp.placement @grid ["x" = 32, "y" = 32]
func.func @main(
    %a: tensor<1030x7xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@line, [S(0)]>},
    %b: tensor<1030x7xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@line, [P]>},
    %c: tensor<1030x7xf32> {sbp.name = "c", sbp.distribution = #sbp.distribution<@line, [P(max)]>},
    %d: tensor<64x64xf32> {sbp.name = "d", sbp.distribution = #sbp.distribution<@grid, [S(0), B]>})
    -> (tensor<1030x7xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@line, [B]>},
        tensor<1030x7xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@line, [S(0)]>},
        tensor<1030x7xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@line, [B]>},
        tensor<64x64xf32> {sbp.name = "z", sbp.distribution = #sbp.distribution<@grid, [S(1), B]>}) {
  return %a, %b, %c, %d : tensor<1030x7xf32>, tensor<1030x7xf32>, tensor<1030x7xf32>, tensor<64x64xf32>
}
