// RUN: sbp-opt %s --split-input-file --sbp-import --sbp-place-operations --sbp-select-distributions --sbp-plan-boxings --sbp-explain-boxings -o /dev/null -verify-diagnostics

// A layer that is called twice warns once, at its own line.
#flip = affine_map<(d0, d1) -> (-d0 + 4095, d1)>
#same = affine_map<(d0, d1) -> (d0, d1)>
sbp.placement @p ["x" = 2]
func.func private @layer(%x: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %e = tensor.empty() : tensor<4096x64xf32>
  // expected-warning @+2 {{'linalg.generic' needs all of argument #0 on every rank: 1048576 bytes are gathered a step although no annotation requests it, and 1 more times at this line}}
  // expected-note @+1 {{to avoid it, produce it as @p:[B], it also reads [S(1)] (524288 bytes from here); if the gather is intended, request it with sbp.constrain}}
  %y = linalg.generic {indexing_maps = [#flip, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4096x64xf32>) outs(%e : tensor<4096x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4096x64xf32>
  return %y : tensor<4096x64xf32>
}
// expected-note @below {{computed here as @p:[S(0)]; loop d0 (4096) cannot be split: operand #0 is not indexed by the plain dimension once (-d0 + 4095)}}
func.func @main(%a: tensor<4096x64xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %b: tensor<4096x64xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4096x64xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}, tensor<4096x64xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %c = call @layer(%a) : (tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %d = call @layer(%b) : (tensor<4096x64xf32>) -> tensor<4096x64xf32>
  return %c, %d : tensor<4096x64xf32>, tensor<4096x64xf32>
}

// -----

// Gathers that were chosen: one warning, at the largest.
sbp.placement @p ["tp" = 4]
// expected-note @below {{computed here as @p:[S(1)]; gathering was the cheapest choice, see --explain; if it is intended, request it with sbp.constrain}}
func.func @main(%x: tensor<8x4096xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                %w: tensor<4096x4096xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<8x4096xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(1)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4096xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4096xf32>) -> tensor<8x4096xf32>
  // expected-warning @below {{all of argument #0 'x' is gathered on every rank for 'linalg.matmul', 393216 bytes a step, although no annotation requests it}}
  %y = linalg.matmul ins(%x, %w : tensor<8x4096xf32>, tensor<4096x4096xf32>) outs(%f : tensor<8x4096xf32>) -> tensor<8x4096xf32>
  return %y : tensor<8x4096xf32>
}

// -----

// Partial values are completed where they are read: nothing but the sum is asked of them, however it is carried out.
sbp.placement @p ["dp" = 2, "tp" = 2]
func.func @main(%x: tensor<6x8xf32> {sbp.distribution = #sbp.distribution<@p, [S(0), S(1)]>},
                %w: tensor<8x8xf32> {sbp.distribution = #sbp.distribution<@p, [B, S(0)]>}) -> (tensor<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<6x8xf32>, tensor<8x8xf32>) outs(%f : tensor<6x8xf32>) -> tensor<6x8xf32>
  %y = math.exp %h : tensor<6x8xf32>
  return %y : tensor<6x8xf32>
}

// -----

// A result that is left whole asks for it; that another stage reads it, too, does not make the gather its fault.
sbp.placement @a ["x" = 2] ranks [0, 1]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @main(%x: tensor<6x8xf32> {sbp.distribution = #sbp.distribution<@a, [S(0)]>},
                %w: tensor<6x8xf32> {sbp.distribution = #sbp.distribution<@b, [S(0)]>})
    -> (tensor<6x8xf32> {sbp.distribution = #sbp.distribution<@b, [S(0)]>}, tensor<6x8xf32>) {
  %h = math.exp %x : tensor<6x8xf32>
  %y = arith.mulf %h, %w : tensor<6x8xf32>
  return %y, %h : tensor<6x8xf32>, tensor<6x8xf32>
}

// -----

// The sums of the pieces of a running sum travel: that is how it is split, and nobody wrote two ops.
sbp.placement @p ["x" = 4]
func.func @main(%a: tensor<64x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>}) -> tensor<64x512xf32> {
  %s = nn.cumsum %a {axis = 1 : i64} : (tensor<64x512xf32>) -> tensor<64x512xf32>
  return %s : tensor<64x512xf32>
}
