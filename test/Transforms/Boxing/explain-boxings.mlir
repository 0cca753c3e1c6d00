// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-select-distributions --sbp-plan-boxings --sbp-explain-boxings=remarks=true -o /dev/null -verify-diagnostics

// A partial result that is wanted whole: bytes, bound, and what would halve them.
sbp.placement @p ["x" = 2]
func.func @result(%a: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                  %b: tensor<512x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<512x512xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  // expected-remark @below {{boxed: result of 'linalg.matmul' from @p:[P] to @p:[B] by all_reduce, 2097152 bytes a step (at least 2097152); because result #0 'y' has this distribution}}
  %y = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  // expected-note @below {{read here; to avoid it: change the result to @p:[S(0)], which moves 1048576 bytes}}
  return %y : tensor<512x512xf32>
}

// -----

// The reader cannot read what is cut, and nobody asked for all of it: a warning where it is read.
#flip = affine_map<(d0, d1) -> (-d0 + 511, d1)>
#same = affine_map<(d0, d1) -> (d0, d1)>
sbp.placement @p ["x" = 2]
// expected-remark @+2 {{boxed: argument #0 'x' from @p:[S(0)] to @p:[B] by all_gather, 8192 bytes a step (at least 8192); because operand #0 of 'linalg.generic' requires this distribution}}
// expected-note @+1 {{computed here as @p:[S(0)]; loop d0 (512) cannot be split: operand #0 is not indexed by the plain dimension once (-d0 + 511)}}
func.func @gather(%x: tensor<512x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) -> tensor<512x4xf32> {
  %e = tensor.empty() : tensor<512x4xf32>
  // expected-warning @+3 {{'linalg.generic' needs all of argument #0 'x' on every rank: 8192 bytes are gathered a step although no annotation requests it}}
  // expected-note @+2 {{'linalg.generic' cannot read [S(0)] as operand #0: loop d0 (512) cannot be split: operand #0 is not indexed by the plain dimension once (-d0 + 511); to avoid it, produce it as @p:[B], it also reads [S(1)] (4096 bytes from here)}}
  // expected-note @+1 {{to avoid it, produce it as @p:[B], it also reads [S(1)] (4096 bytes from here); if the gather is intended, request it with sbp.constrain}}
  %y = linalg.generic {indexing_maps = [#flip, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<512x4xf32>) outs(%e : tensor<512x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<512x4xf32>
  return %y : tensor<512x4xf32>
}

// -----

// The same gather, asked for: no warning.
sbp.placement @p ["x" = 2]
// expected-remark @below {{to @p:[B] by all_gather, 8192 bytes a step (at least 8192); because sbp.constrain requests it}}
func.func @asked(%x: tensor<512x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                 %z: tensor<3x4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) -> tensor<515x4xf32> {
  %c = sbp.constrain %x to #sbp.distribution<@p, [B]> : tensor<512x4xf32>
  // expected-note @below {{read here; to avoid it: change the sbp.constrain to @p:[S(0)], which moves nothing}}
  %y = tensor.concat dim(0) %c, %z : (tensor<512x4xf32>, tensor<3x4xf32>) -> tensor<515x4xf32>
  return %y : tensor<515x4xf32>
}

// -----

// A statistic that is not linear: what is reduced, and why before and not after.
sbp.placement @p ["x" = 2]
func.func @statistic(%x: tensor<64x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<64xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  // expected-remark @below {{boxed: result of 'linalg.reduce' from @p:[P] to @p:[S(0)] by reduce_scatter, 256 bytes a step (at least 256); because operand #0 of 'linalg.sqrt' requires this distribution}}
  %s = linalg.reduce ins(%x : tensor<64x512xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  // expected-note @below {{read here; 'linalg.sqrt' cannot read [P] as operand #0: it is not linear in that operand, so its partial values must be combined (sum) first; to avoid it, split no dimension over which result of 'linalg.reduce' is reduced}}
  %y = linalg.sqrt ins(%s : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// -----

// Nothing moves: nothing to avoid.
sbp.placement @p ["x" = 2]
// expected-remark @below {{boxed: argument #0 from @p:[B] to @p:[S(0)] by slice, 0 bytes; because result #0 has this distribution}}
func.func @slice(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  return %x : tensor<4xf32>
}
