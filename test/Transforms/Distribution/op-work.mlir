// RUN: sbp-opt %s --sbp-compile-to=distributed -split-input-file | FileCheck %s

// Ops of nn say what they cost: none of these is done whole on every rank.

sbp.placement @tp ["tp" = 4]
// CHECK-LABEL: func @attention
// CHECK: nn.attention {{.*}}sbp.signature = #sbp.signature<[<@tp, [S(0)]>, <@tp, [S(0)]>, <@tp, [S(0)]>] -> [<@tp, [S(0)]>, <@tp, [S(0)]>]>
func.func @attention(%q: tensor<4x12x256x64xf32> {sbp.distribution = #sbp.distribution<@tp, [B]>},
                     %k: tensor<4x12x256x64xf32> {sbp.distribution = #sbp.distribution<@tp, [B]>},
                     %v: tensor<4x12x256x64xf32> {sbp.distribution = #sbp.distribution<@tp, [B]>}) -> tensor<4x12x256x64xf32> {
  %y, %l = nn.attention %q, %k, %v {scale = 0.125 : f64}
      : (tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>) -> (tensor<4x12x256x64xf32>, tensor<4x12x256xf32>)
  return %y : tensor<4x12x256x64xf32>
}

// -----

// Few heads of key and value and a causal mask: queries stay split; they are never gathered.
sbp.placement @tp ["tp" = 4]
// CHECK-LABEL: func @grouped_queries
// CHECK-NOT:   sbp.boxing %arg0
// CHECK:       sbp.boxing %arg1 {{.*}}to #sbp.distribution<@tp, [B]>
// CHECK-NOT:   sbp.boxing %arg0
// CHECK:       return
func.func @grouped_queries(%q: tensor<1x8x1024x64xf32> {sbp.distribution = #sbp.distribution<@tp, [S(2)]>},
                           %k: tensor<1x2x1024x64xf32> {sbp.distribution = #sbp.distribution<@tp, [S(2)]>},
                           %v: tensor<1x2x1024x64xf32> {sbp.distribution = #sbp.distribution<@tp, [S(2)]>}) -> tensor<1x8x1024x64xf32> {
  %y, %l = nn.attention %q, %k, %v {scale = 0.125 : f64, causal}
      : (tensor<1x8x1024x64xf32>, tensor<1x2x1024x64xf32>, tensor<1x2x1024x64xf32>) -> (tensor<1x8x1024x64xf32>, tensor<1x8x1024xf32>)
  return %y : tensor<1x8x1024x64xf32>
}

// -----

sbp.placement @tp ["tp" = 4]
// CHECK-LABEL: func @retrieval
// CHECK: nn.top_k {{.*}}sbp.signature = #sbp.signature<[<@tp, [S(0)]>] -> [<@tp, [S(0)]>, <@tp, [S(0)]>]>
func.func @retrieval(%x: tensor<64x65536xf32>) -> (tensor<64x16xf32>, tensor<64x16xi32>) {
  %v, %i = nn.top_k %x {axis = 1 : i64, k = 16 : i64} : (tensor<64x65536xf32>) -> (tensor<64x16xf32>, tensor<64x16xi32>)
  return %v, %i : tensor<64x16xf32>, tensor<64x16xi32>
}
