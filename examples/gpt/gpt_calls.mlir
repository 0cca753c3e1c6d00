// Generated: python3 generate.py --layers 3 --batch 2 --tokens 4 --width 16 --heads 2 --calls --annotate none
func.func @main(
    %x: tensor<2x4x16xf32> {sbp.name = "x"},
    %h0.ln1.weight: tensor<16xf32> {sbp.name = "h.0.ln1.weight"},
    %h0.ln1.bias: tensor<16xf32> {sbp.name = "h.0.ln1.bias"},
    %h0.ln2.weight: tensor<16xf32> {sbp.name = "h.0.ln2.weight"},
    %h0.ln2.bias: tensor<16xf32> {sbp.name = "h.0.ln2.bias"},
    %h0.attention.query.weight: tensor<16x16xf32> {sbp.name = "h.0.attention.query.weight"},
    %h0.attention.query.bias: tensor<16xf32> {sbp.name = "h.0.attention.query.bias"},
    %h0.attention.key.weight: tensor<16x16xf32> {sbp.name = "h.0.attention.key.weight"},
    %h0.attention.key.bias: tensor<16xf32> {sbp.name = "h.0.attention.key.bias"},
    %h0.attention.value.weight: tensor<16x16xf32> {sbp.name = "h.0.attention.value.weight"},
    %h0.attention.value.bias: tensor<16xf32> {sbp.name = "h.0.attention.value.bias"},
    %h0.attention.output.weight: tensor<16x16xf32> {sbp.name = "h.0.attention.output.weight"},
    %h0.attention.output.bias: tensor<16xf32> {sbp.name = "h.0.attention.output.bias"},
    %h0.mlp.up.weight: tensor<16x64xf32> {sbp.name = "h.0.mlp.up.weight"},
    %h0.mlp.up.bias: tensor<64xf32> {sbp.name = "h.0.mlp.up.bias"},
    %h0.mlp.down.weight: tensor<64x16xf32> {sbp.name = "h.0.mlp.down.weight"},
    %h0.mlp.down.bias: tensor<16xf32> {sbp.name = "h.0.mlp.down.bias"},
    %h1.ln1.weight: tensor<16xf32> {sbp.name = "h.1.ln1.weight"},
    %h1.ln1.bias: tensor<16xf32> {sbp.name = "h.1.ln1.bias"},
    %h1.ln2.weight: tensor<16xf32> {sbp.name = "h.1.ln2.weight"},
    %h1.ln2.bias: tensor<16xf32> {sbp.name = "h.1.ln2.bias"},
    %h1.attention.query.weight: tensor<16x16xf32> {sbp.name = "h.1.attention.query.weight"},
    %h1.attention.query.bias: tensor<16xf32> {sbp.name = "h.1.attention.query.bias"},
    %h1.attention.key.weight: tensor<16x16xf32> {sbp.name = "h.1.attention.key.weight"},
    %h1.attention.key.bias: tensor<16xf32> {sbp.name = "h.1.attention.key.bias"},
    %h1.attention.value.weight: tensor<16x16xf32> {sbp.name = "h.1.attention.value.weight"},
    %h1.attention.value.bias: tensor<16xf32> {sbp.name = "h.1.attention.value.bias"},
    %h1.attention.output.weight: tensor<16x16xf32> {sbp.name = "h.1.attention.output.weight"},
    %h1.attention.output.bias: tensor<16xf32> {sbp.name = "h.1.attention.output.bias"},
    %h1.mlp.up.weight: tensor<16x64xf32> {sbp.name = "h.1.mlp.up.weight"},
    %h1.mlp.up.bias: tensor<64xf32> {sbp.name = "h.1.mlp.up.bias"},
    %h1.mlp.down.weight: tensor<64x16xf32> {sbp.name = "h.1.mlp.down.weight"},
    %h1.mlp.down.bias: tensor<16xf32> {sbp.name = "h.1.mlp.down.bias"},
    %h2.ln1.weight: tensor<16xf32> {sbp.name = "h.2.ln1.weight"},
    %h2.ln1.bias: tensor<16xf32> {sbp.name = "h.2.ln1.bias"},
    %h2.ln2.weight: tensor<16xf32> {sbp.name = "h.2.ln2.weight"},
    %h2.ln2.bias: tensor<16xf32> {sbp.name = "h.2.ln2.bias"},
    %h2.attention.query.weight: tensor<16x16xf32> {sbp.name = "h.2.attention.query.weight"},
    %h2.attention.query.bias: tensor<16xf32> {sbp.name = "h.2.attention.query.bias"},
    %h2.attention.key.weight: tensor<16x16xf32> {sbp.name = "h.2.attention.key.weight"},
    %h2.attention.key.bias: tensor<16xf32> {sbp.name = "h.2.attention.key.bias"},
    %h2.attention.value.weight: tensor<16x16xf32> {sbp.name = "h.2.attention.value.weight"},
    %h2.attention.value.bias: tensor<16xf32> {sbp.name = "h.2.attention.value.bias"},
    %h2.attention.output.weight: tensor<16x16xf32> {sbp.name = "h.2.attention.output.weight"},
    %h2.attention.output.bias: tensor<16xf32> {sbp.name = "h.2.attention.output.bias"},
    %h2.mlp.up.weight: tensor<16x64xf32> {sbp.name = "h.2.mlp.up.weight"},
    %h2.mlp.up.bias: tensor<64xf32> {sbp.name = "h.2.mlp.up.bias"},
    %h2.mlp.down.weight: tensor<64x16xf32> {sbp.name = "h.2.mlp.down.weight"},
    %h2.mlp.down.bias: tensor<16xf32> {sbp.name = "h.2.mlp.down.bias"})
    -> (tensor<2x4x16xf32> {sbp.name = "y"}) {
  %layer_1 = call @block(%x, %h0.ln1.weight, %h0.ln1.bias, %h0.ln2.weight, %h0.ln2.bias, %h0.attention.query.weight, %h0.attention.query.bias, %h0.attention.key.weight, %h0.attention.key.bias, %h0.attention.value.weight, %h0.attention.value.bias, %h0.attention.output.weight, %h0.attention.output.bias, %h0.mlp.up.weight, %h0.mlp.up.bias, %h0.mlp.down.weight, %h0.mlp.down.bias) : (tensor<2x4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>) -> tensor<2x4x16xf32>
  %layer_2 = call @block(%layer_1, %h1.ln1.weight, %h1.ln1.bias, %h1.ln2.weight, %h1.ln2.bias, %h1.attention.query.weight, %h1.attention.query.bias, %h1.attention.key.weight, %h1.attention.key.bias, %h1.attention.value.weight, %h1.attention.value.bias, %h1.attention.output.weight, %h1.attention.output.bias, %h1.mlp.up.weight, %h1.mlp.up.bias, %h1.mlp.down.weight, %h1.mlp.down.bias) : (tensor<2x4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>) -> tensor<2x4x16xf32>
  %layer_3 = call @block(%layer_2, %h2.ln1.weight, %h2.ln1.bias, %h2.ln2.weight, %h2.ln2.bias, %h2.attention.query.weight, %h2.attention.query.bias, %h2.attention.key.weight, %h2.attention.key.bias, %h2.attention.value.weight, %h2.attention.value.bias, %h2.attention.output.weight, %h2.attention.output.bias, %h2.mlp.up.weight, %h2.mlp.up.bias, %h2.mlp.down.weight, %h2.mlp.down.bias) : (tensor<2x4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>) -> tensor<2x4x16xf32>
  return %layer_3 : tensor<2x4x16xf32>
}
func.func private @block(%x: tensor<2x4x16xf32>, %ln1.weight: tensor<16xf32>, %ln1.bias: tensor<16xf32>, %ln2.weight: tensor<16xf32>, %ln2.bias: tensor<16xf32>, %attention.query.weight: tensor<16x16xf32>, %attention.query.bias: tensor<16xf32>, %attention.key.weight: tensor<16x16xf32>, %attention.key.bias: tensor<16xf32>, %attention.value.weight: tensor<16x16xf32>, %attention.value.bias: tensor<16xf32>, %attention.output.weight: tensor<16x16xf32>, %attention.output.bias: tensor<16xf32>, %mlp.up.weight: tensor<16x64xf32>, %mlp.up.bias: tensor<64xf32>, %mlp.down.weight: tensor<64x16xf32>, %mlp.down.bias: tensor<16xf32>) -> tensor<2x4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty_1 = tensor.empty() : tensor<2x4xf32>
  %init_2 = linalg.fill ins(%zero : f32) outs(%empty_1 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %sum_3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<2x4x16xf32>) outs(%init_2 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_4 = tensor.empty() : tensor<2x4xf32>
  %mean_5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%sum_3 : tensor<2x4xf32>) outs(%empty_4 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 16.0 : f32
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_6 = tensor.empty() : tensor<2x4x16xf32>
  %centred_7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %mean_5 : tensor<2x4x16xf32>, tensor<2x4xf32>) outs(%empty_6 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_8 = tensor.empty() : tensor<2x4xf32>
  %init_9 = linalg.fill ins(%zero : f32) outs(%empty_8 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %squares_10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%centred_7 : tensor<2x4x16xf32>) outs(%init_9 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.mulf %a, %a : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_11 = tensor.empty() : tensor<2x4xf32>
  %scale_12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%squares_10 : tensor<2x4xf32>) outs(%empty_11 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 16.0 : f32
    %v = arith.divf %a, %n : f32
    %eps = arith.constant 1.0e-5 : f32
    %e = arith.addf %v, %eps : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_13 = tensor.empty() : tensor<2x4x16xf32>
  %normal_14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%centred_7, %scale_12 : tensor<2x4x16xf32>, tensor<2x4xf32>) outs(%empty_13 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_15 = tensor.empty() : tensor<2x4x16xf32>
  %norm_16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%normal_14, %ln1.weight, %ln1.bias : tensor<2x4x16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%empty_15 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %m, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_17 = tensor.empty() : tensor<2x4x16xf32>
  %init_18 = linalg.fill ins(%zero : f32) outs(%empty_17 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %query_19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %attention.query.weight : tensor<2x4x16xf32>, tensor<16x16xf32>) outs(%init_18 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_20 = tensor.empty() : tensor<2x4x16xf32>
  %query_21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%query_19, %attention.query.bias : tensor<2x4x16xf32>, tensor<16xf32>) outs(%empty_20 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %heads_22 = tensor.expand_shape %query_21 [[0], [1], [2, 3]] output_shape [2, 4, 2, 8] : tensor<2x4x16xf32> into tensor<2x4x2x8xf32>
  %empty_23 = tensor.empty() : tensor<2x4x16xf32>
  %init_24 = linalg.fill ins(%zero : f32) outs(%empty_23 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %key_25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %attention.key.weight : tensor<2x4x16xf32>, tensor<16x16xf32>) outs(%init_24 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_26 = tensor.empty() : tensor<2x4x16xf32>
  %key_27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%key_25, %attention.key.bias : tensor<2x4x16xf32>, tensor<16xf32>) outs(%empty_26 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %heads_28 = tensor.expand_shape %key_27 [[0], [1], [2, 3]] output_shape [2, 4, 2, 8] : tensor<2x4x16xf32> into tensor<2x4x2x8xf32>
  %empty_29 = tensor.empty() : tensor<2x4x16xf32>
  %init_30 = linalg.fill ins(%zero : f32) outs(%empty_29 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %value_31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %attention.value.weight : tensor<2x4x16xf32>, tensor<16x16xf32>) outs(%init_30 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_32 = tensor.empty() : tensor<2x4x16xf32>
  %value_33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%value_31, %attention.value.bias : tensor<2x4x16xf32>, tensor<16xf32>) outs(%empty_32 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %heads_34 = tensor.expand_shape %value_33 [[0], [1], [2, 3]] output_shape [2, 4, 2, 8] : tensor<2x4x16xf32> into tensor<2x4x2x8xf32>
  %empty_35 = tensor.empty() : tensor<2x2x4x4xf32>
  %init_36 = linalg.fill ins(%zero : f32) outs(%empty_35 : tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %scores_37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%heads_22, %heads_28 : tensor<2x4x2x8xf32>, tensor<2x4x2x8xf32>) outs(%init_36 : tensor<2x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4x4xf32>
  %empty_38 = tensor.empty() : tensor<2x2x4x4xf32>
  %masked_39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%scores_37 : tensor<2x2x4x4xf32>) outs(%empty_38 : tensor<2x2x4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %factor = arith.constant 0.3535533905932738 : f32
    %s = arith.mulf %a, %factor : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %seen = arith.cmpi sle, %j, %i : index
    %hidden = arith.constant 0xFF800000 : f32
    %r = arith.select %seen, %s, %hidden : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4x4xf32>
  %empty_40 = tensor.empty() : tensor<2x2x4xf32>
  %init_41 = linalg.fill ins(%lowest : f32) outs(%empty_40 : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
  %largest_42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%masked_39 : tensor<2x2x4x4xf32>) outs(%init_41 : tensor<2x2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.maximumf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4xf32>
  %empty_43 = tensor.empty() : tensor<2x2x4x4xf32>
  %powers_44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%masked_39, %largest_42 : tensor<2x2x4x4xf32>, tensor<2x2x4xf32>) outs(%empty_43 : tensor<2x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    %r = math.exp %s : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4x4xf32>
  %empty_45 = tensor.empty() : tensor<2x2x4xf32>
  %init_46 = linalg.fill ins(%zero : f32) outs(%empty_45 : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
  %total_47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%powers_44 : tensor<2x2x4x4xf32>) outs(%init_46 : tensor<2x2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4xf32>
  %empty_48 = tensor.empty() : tensor<2x2x4x4xf32>
  %weights_49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%powers_44, %total_47 : tensor<2x2x4x4xf32>, tensor<2x2x4xf32>) outs(%empty_48 : tensor<2x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x2x4x4xf32>
  %empty_50 = tensor.empty() : tensor<2x4x2x8xf32>
  %init_51 = linalg.fill ins(%zero : f32) outs(%empty_50 : tensor<2x4x2x8xf32>) -> tensor<2x4x2x8xf32>
  %mixed_52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%weights_49, %heads_34 : tensor<2x2x4x4xf32>, tensor<2x4x2x8xf32>) outs(%init_51 : tensor<2x4x2x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x2x8xf32>
  %merged_53 = tensor.collapse_shape %mixed_52 [[0], [1], [2, 3]] : tensor<2x4x2x8xf32> into tensor<2x4x16xf32>
  %empty_54 = tensor.empty() : tensor<2x4x16xf32>
  %init_55 = linalg.fill ins(%zero : f32) outs(%empty_54 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %attended_56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%merged_53, %attention.output.weight : tensor<2x4x16xf32>, tensor<16x16xf32>) outs(%init_55 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_57 = tensor.empty() : tensor<2x4x16xf32>
  %attended_58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%attended_56, %attention.output.bias : tensor<2x4x16xf32>, tensor<16xf32>) outs(%empty_57 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_59 = tensor.empty() : tensor<2x4x16xf32>
  %residual_60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %attended_58 : tensor<2x4x16xf32>, tensor<2x4x16xf32>) outs(%empty_59 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_61 = tensor.empty() : tensor<2x4xf32>
  %init_62 = linalg.fill ins(%zero : f32) outs(%empty_61 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %sum_63 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%residual_60 : tensor<2x4x16xf32>) outs(%init_62 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_64 = tensor.empty() : tensor<2x4xf32>
  %mean_65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%sum_63 : tensor<2x4xf32>) outs(%empty_64 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 16.0 : f32
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_66 = tensor.empty() : tensor<2x4x16xf32>
  %centred_67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%residual_60, %mean_65 : tensor<2x4x16xf32>, tensor<2x4xf32>) outs(%empty_66 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_68 = tensor.empty() : tensor<2x4xf32>
  %init_69 = linalg.fill ins(%zero : f32) outs(%empty_68 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %squares_70 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%centred_67 : tensor<2x4x16xf32>) outs(%init_69 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.mulf %a, %a : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_71 = tensor.empty() : tensor<2x4xf32>
  %scale_72 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%squares_70 : tensor<2x4xf32>) outs(%empty_71 : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 16.0 : f32
    %v = arith.divf %a, %n : f32
    %eps = arith.constant 1.0e-5 : f32
    %e = arith.addf %v, %eps : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %empty_73 = tensor.empty() : tensor<2x4x16xf32>
  %normal_74 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%centred_67, %scale_72 : tensor<2x4x16xf32>, tensor<2x4xf32>) outs(%empty_73 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_75 = tensor.empty() : tensor<2x4x16xf32>
  %norm_76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%normal_74, %ln2.weight, %ln2.bias : tensor<2x4x16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%empty_75 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %m, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_77 = tensor.empty() : tensor<2x4x64xf32>
  %init_78 = linalg.fill ins(%zero : f32) outs(%empty_77 : tensor<2x4x64xf32>) -> tensor<2x4x64xf32>
  %up_79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_76, %mlp.up.weight : tensor<2x4x16xf32>, tensor<16x64xf32>) outs(%init_78 : tensor<2x4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x64xf32>
  %empty_80 = tensor.empty() : tensor<2x4x64xf32>
  %up_81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%up_79, %mlp.up.bias : tensor<2x4x64xf32>, tensor<64xf32>) outs(%empty_80 : tensor<2x4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x64xf32>
  %empty_82 = tensor.empty() : tensor<2x4x64xf32>
  %gelu_83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%up_81 : tensor<2x4x64xf32>) outs(%empty_82 : tensor<2x4x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c = arith.constant 0.70710678118654757 : f32
    %s = arith.mulf %a, %c : f32
    %e = math.erf %s : f32
    %one = arith.constant 1.0 : f32
    %q = arith.addf %e, %one : f32
    %half = arith.constant 0.5 : f32
    %h = arith.mulf %a, %half : f32
    %r = arith.mulf %h, %q : f32
    linalg.yield %r : f32
  } -> tensor<2x4x64xf32>
  %empty_84 = tensor.empty() : tensor<2x4x16xf32>
  %init_85 = linalg.fill ins(%zero : f32) outs(%empty_84 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %down_86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%gelu_83, %mlp.down.weight : tensor<2x4x64xf32>, tensor<64x16xf32>) outs(%init_85 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_87 = tensor.empty() : tensor<2x4x16xf32>
  %down_88 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%down_86, %mlp.down.bias : tensor<2x4x16xf32>, tensor<16xf32>) outs(%empty_87 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  %empty_89 = tensor.empty() : tensor<2x4x16xf32>
  %residual_90 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%residual_60, %down_88 : tensor<2x4x16xf32>, tensor<2x4x16xf32>) outs(%empty_89 : tensor<2x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4x16xf32>
  return %residual_90 : tensor<2x4x16xf32>
}
