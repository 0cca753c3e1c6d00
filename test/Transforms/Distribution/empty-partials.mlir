// A value without elements is made as one distribution and read as another over constraints that each cost nothing.
// RUN: sbp-opt %s --split-input-file --sbp-compile-to=distributed | FileCheck %s
// CHECK: func.func @main
// CHECK: linalg.generic

sbp.placement @p0 ["a" = 7] ranks [1, 4, 3, 2, 6, 0, 5]
sbp.placement @p1 ["a" = 7]
func.func @main(%x: tensor<1x1x0xbf16> {sbp.name = "x"}) -> (tensor<1x0xbf16> {sbp.name = "y"}) {
  %split = sbp.constrain %x to #sbp.distribution<@p0, [S(2)]> : tensor<1x1x0xbf16>
  %collapsed = tensor.collapse_shape %split [[0], [1, 2]] : tensor<1x1x0xbf16> into tensor<1x0xbf16>
  %partial = sbp.constrain %collapsed to #sbp.distribution<@p1, [P(minnum)]> : tensor<1x0xbf16>
  %whole = sbp.constrain %partial to #sbp.distribution<@p1, [B]> : tensor<1x0xbf16>
  %empty = tensor.empty() : tensor<1x0xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]} ins(%whole : tensor<1x0xbf16>) outs(%empty : tensor<1x0xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to bf16
    %r = arith.addf %a, %f : bf16
    linalg.yield %r : bf16
  } -> tensor<1x0xbf16>
  return %y : tensor<1x0xbf16>
}

// -----

// A table of empty rows may be read as parts of a sum: making them moves nothing.
// CHECK: func.func @rows
// CHECK: memory_layer.row_dot
sbp.placement @p ["a" = 2]
func.func @rows(%other: tensor<2x4xf64> {sbp.name = "other"}, %table: tensor<1x0xbf16> {sbp.name = "table"},
                %indices: tensor<0x5x6x5xi64> {sbp.name = "indices"}, %at: tensor<0x5x6x5xi64> {sbp.name = "at"},
                %x: tensor<0x5x3x0xbf16> {sbp.name = "x"}) -> (tensor<0x5x6x5xbf16> {sbp.name = "r"}) {
  %0 = memory_layer.row_dot %table, %indices, %x at %at
      : (tensor<1x0xbf16>, tensor<0x5x6x5xi64>, tensor<0x5x3x0xbf16>, tensor<0x5x6x5xi64>) -> tensor<0x5x6x5xbf16>
  return %0 : tensor<0x5x6x5xbf16>
}
