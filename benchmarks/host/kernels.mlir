// Kernels of one transformer block (512 tokens, width 768, 12 heads), f32: what benchmarks/host/run.py measures.

// y = gelu_tanh(x + bias)
#id_gelu = affine_map<(d0, d1) -> (d0, d1)>
#col_gelu = affine_map<(d0, d1) -> (d1)>
func.func @bias_gelu(%x: tensor<512x3072xf32>, %b: tensor<3072xf32>) -> tensor<512x3072xf32> {
  %e = tensor.empty() : tensor<512x3072xf32>
  %0 = linalg.generic {indexing_maps = [#id_gelu, #col_gelu, #id_gelu], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : tensor<512x3072xf32>, tensor<3072xf32>) outs(%e : tensor<512x3072xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<512x3072xf32>
  %1 = linalg.generic {indexing_maps = [#id_gelu, #id_gelu], iterator_types = ["parallel", "parallel"]}
    ins(%0 : tensor<512x3072xf32>) outs(%e : tensor<512x3072xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c0 = arith.constant 0.7978845608 : f32
    %c1 = arith.constant 0.044715 : f32
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %x2 = arith.mulf %a, %a : f32
    %x3 = arith.mulf %x2, %a : f32
    %t = arith.mulf %x3, %c1 : f32
    %u = arith.addf %a, %t : f32
    %v = arith.mulf %u, %c0 : f32
    %w = math.tanh %v : f32
    %p = arith.addf %w, %one : f32
    %q = arith.mulf %a, %h : f32
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<512x3072xf32>
  return %1 : tensor<512x3072xf32>
}

// y = gelu_erf(x + bias)
#id_gelu_erf = affine_map<(d0, d1) -> (d0, d1)>
#col_gelu_erf = affine_map<(d0, d1) -> (d1)>
func.func @bias_gelu_erf(%x: tensor<512x3072xf32>, %b: tensor<3072xf32>) -> tensor<512x3072xf32> {
  %e = tensor.empty() : tensor<512x3072xf32>
  %0 = linalg.generic {indexing_maps = [#id_gelu_erf, #col_gelu_erf, #id_gelu_erf], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : tensor<512x3072xf32>, tensor<3072xf32>) outs(%e : tensor<512x3072xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<512x3072xf32>
  %1 = linalg.generic {indexing_maps = [#id_gelu_erf, #id_gelu_erf], iterator_types = ["parallel", "parallel"]}
    ins(%0 : tensor<512x3072xf32>) outs(%e : tensor<512x3072xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c0 = arith.constant 0.70710678 : f32
    %h = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %v = arith.mulf %a, %c0 : f32
    %w = math.erf %v : f32
    %p = arith.addf %w, %one : f32
    %q = arith.mulf %a, %h : f32
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<512x3072xf32>
  return %1 : tensor<512x3072xf32>
}

// s = x + r (also an output: the residual stream); y = layernorm(s) * g + b, two-pass statistics
#id_ln = affine_map<(d0, d1) -> (d0, d1)>
#row_ln = affine_map<(d0, d1) -> (d0)>
#col_ln = affine_map<(d0, d1) -> (d1)>
#r1_ln = affine_map<(d0) -> (d0)>
!T_ln = tensor<512x768xf32>
!R_ln = tensor<512xf32>
func.func @residual_ln(%x: !T_ln, %r: !T_ln, %g: tensor<768xf32>, %b: tensor<768xf32>) -> (!T_ln, !T_ln) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 768.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : !T_ln
  %er = tensor.empty() : !R_ln
  %s = linalg.generic {indexing_maps = [#id_ln, #id_ln, #id_ln], iterator_types = ["parallel", "parallel"]}
    ins(%x, %r : !T_ln, !T_ln) outs(%e : !T_ln) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %v = arith.addf %a, %c : f32
    linalg.yield %v : f32
  } -> !T_ln
  %z0 = linalg.fill ins(%zero : f32) outs(%er : !R_ln) -> !R_ln
  %sum = linalg.generic {indexing_maps = [#id_ln, #row_ln], iterator_types = ["parallel", "reduction"]}
    ins(%s : !T_ln) outs(%z0 : !R_ln) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> !R_ln
  %mean = linalg.generic {indexing_maps = [#r1_ln, #r1_ln], iterator_types = ["parallel"]}
    ins(%sum : !R_ln) outs(%er : !R_ln) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> !R_ln
  %z1 = linalg.fill ins(%zero : f32) outs(%er : !R_ln) -> !R_ln
  %var = linalg.generic {indexing_maps = [#id_ln, #row_ln, #row_ln], iterator_types = ["parallel", "reduction"]}
    ins(%s, %mean : !T_ln, !R_ln) outs(%z1 : !R_ln) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    %v = arith.addf %o, %q : f32
    linalg.yield %v : f32
  } -> !R_ln
  %rstd = linalg.generic {indexing_maps = [#r1_ln, #r1_ln], iterator_types = ["parallel"]}
    ins(%var : !R_ln) outs(%er : !R_ln) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    %w = arith.addf %v, %eps : f32
    %q = math.rsqrt %w : f32
    linalg.yield %q : f32
  } -> !R_ln
  %y = linalg.generic {indexing_maps = [#id_ln, #row_ln, #row_ln, #col_ln, #col_ln, #id_ln], iterator_types = ["parallel", "parallel"]}
    ins(%s, %mean, %rstd, %g, %b : !T_ln, !R_ln, !R_ln, tensor<768xf32>, tensor<768xf32>) outs(%e : !T_ln) {
  ^bb0(%a: f32, %m: f32, %q: f32, %gg: f32, %bb: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %v = arith.mulf %d, %q : f32
    %w = arith.mulf %v, %gg : f32
    %u = arith.addf %w, %bb : f32
    linalg.yield %u : f32
  } -> !T_ln
  return %s, %y : !T_ln, !T_ln
}

// 12 heads x 512 x 512 attention scores, as (6144, 512)
#id_softmax = affine_map<(d0, d1) -> (d0, d1)>
#row_softmax = affine_map<(d0, d1) -> (d0)>
!T_softmax = tensor<6144x512xf32>
!R_softmax = tensor<6144xf32>
func.func @softmax(%x: !T_softmax) -> !T_softmax {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : !T_softmax
  %er = tensor.empty() : !R_softmax
  %z0 = linalg.fill ins(%ninf : f32) outs(%er : !R_softmax) -> !R_softmax
  %max = linalg.generic {indexing_maps = [#id_softmax, #row_softmax], iterator_types = ["parallel", "reduction"]}
    ins(%x : !T_softmax) outs(%z0 : !R_softmax) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> !R_softmax
  %p = linalg.generic {indexing_maps = [#id_softmax, #row_softmax, #id_softmax], iterator_types = ["parallel", "parallel"]}
    ins(%x, %max : !T_softmax, !R_softmax) outs(%e : !T_softmax) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> !T_softmax
  %z1 = linalg.fill ins(%zero : f32) outs(%er : !R_softmax) -> !R_softmax
  %sum = linalg.generic {indexing_maps = [#id_softmax, #row_softmax], iterator_types = ["parallel", "reduction"]}
    ins(%p : !T_softmax) outs(%z1 : !R_softmax) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> !R_softmax
  %y = linalg.generic {indexing_maps = [#id_softmax, #row_softmax, #id_softmax], iterator_types = ["parallel", "parallel"]}
    ins(%p, %sum : !T_softmax, !R_softmax) outs(%e : !T_softmax) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %v = arith.divf %a, %s : f32
    linalg.yield %v : f32
  } -> !T_softmax
  return %y : !T_softmax
}

func.func @mm(%a: tensor<512x768xf32>, %b: tensor<768x3072xf32>) -> tensor<512x3072xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x3072xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<512x3072xf32>) -> tensor<512x3072xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<512x768xf32>, tensor<768x3072xf32>) outs(%z : tensor<512x3072xf32>) -> tensor<512x3072xf32>
  return %0 : tensor<512x3072xf32>
}

// head split (512, 12*64) -> (12, 512, 64); embedding gather; sum to scalar
func.func @headsplit(%x: tensor<512x768xf32>) -> tensor<12x512x64xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [512, 12, 64] : tensor<512x768xf32> into tensor<512x12x64xf32>
  %e = tensor.empty() : tensor<12x512x64xf32>
  %1 = linalg.transpose ins(%0 : tensor<512x12x64xf32>) outs(%e : tensor<12x512x64xf32>) permutation = [1, 0, 2]
  return %1 : tensor<12x512x64xf32>
}
func.func @transpose2d(%x: tensor<2048x768xf32>) -> tensor<768x2048xf32> {
  %e = tensor.empty() : tensor<768x2048xf32>
  %1 = linalg.transpose ins(%x : tensor<2048x768xf32>) outs(%e : tensor<768x2048xf32>) permutation = [1, 0]
  return %1 : tensor<768x2048xf32>
}
#id_misc = affine_map<(d0, d1) -> (d0, d1)>
#row_misc = affine_map<(d0, d1) -> (d0)>
func.func @embed(%t: tensor<8192x768xf32>, %ids: tensor<2048xi32>) -> tensor<2048x768xf32> {
  %e = tensor.empty() : tensor<2048x768xf32>
  %0 = linalg.generic {indexing_maps = [#row_misc, #id_misc], iterator_types = ["parallel", "parallel"]}
    ins(%ids : tensor<2048xi32>) outs(%e : tensor<2048x768xf32>) {
  ^bb0(%i: i32, %o: f32):
    %c = linalg.index 1 : index
    %r = arith.index_cast %i : i32 to index
    %v = tensor.extract %t[%r, %c] : tensor<8192x768xf32>
    linalg.yield %v : f32
  } -> tensor<2048x768xf32>
  return %0 : tensor<2048x768xf32>
}
#v_misc = affine_map<(d0) -> (d0)>
#s_misc = affine_map<(d0) -> ()>
func.func @sumall(%x: tensor<1572864xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#v_misc, #s_misc], iterator_types = ["reduction"]}
    ins(%x : tensor<1572864xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @copy(%x: tensor<512x3072xf32>) -> tensor<512x3072xf32> {
  %e = tensor.empty() : tensor<512x3072xf32>
  %1 = linalg.copy ins(%x : tensor<512x3072xf32>) outs(%e : tensor<512x3072xf32>) -> tensor<512x3072xf32>
  return %1 : tensor<512x3072xf32>
}
