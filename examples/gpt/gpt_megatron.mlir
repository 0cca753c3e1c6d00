// Generated: python3 generate.py --placement dp=2,tp=2 --annotate megatron
sbp.placement @mesh ["dp" = 2, "tp" = 2]
func.func @main(
    %x: tensor<5x10x128xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
    %h0.ln1.weight: tensor<128xf32> {sbp.name = "h.0.ln1.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %h0.ln1.bias: tensor<128xf32> {sbp.name = "h.0.ln1.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %h0.ln2.weight: tensor<128xf32> {sbp.name = "h.0.ln2.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %h0.ln2.bias: tensor<128xf32> {sbp.name = "h.0.ln2.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %h0.attention.query.weight: tensor<128x128xf32> {sbp.name = "h.0.attention.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %h0.attention.query.bias: tensor<128xf32> {sbp.name = "h.0.attention.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.attention.key.weight: tensor<128x128xf32> {sbp.name = "h.0.attention.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %h0.attention.key.bias: tensor<128xf32> {sbp.name = "h.0.attention.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.attention.value.weight: tensor<128x128xf32> {sbp.name = "h.0.attention.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %h0.attention.value.bias: tensor<128xf32> {sbp.name = "h.0.attention.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.attention.output.weight: tensor<128x128xf32> {sbp.name = "h.0.attention.output.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.attention.output.bias: tensor<128xf32> {sbp.name = "h.0.attention.output.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %h0.mlp.up.weight: tensor<128x512xf32> {sbp.name = "h.0.mlp.up.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %h0.mlp.up.bias: tensor<512xf32> {sbp.name = "h.0.mlp.up.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.mlp.down.weight: tensor<512x128xf32> {sbp.name = "h.0.mlp.down.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %h0.mlp.down.bias: tensor<128xf32> {sbp.name = "h.0.mlp.down.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>})
    -> (tensor<5x10x128xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty_1 = tensor.empty() : tensor<5x10xf32>
  %init_2 = linalg.fill ins(%zero : f32) outs(%empty_1 : tensor<5x10xf32>) -> tensor<5x10xf32>
  %sum_3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<5x10x128xf32>) outs(%init_2 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_4 = tensor.empty() : tensor<5x10xf32>
  %mean_5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%sum_3 : tensor<5x10xf32>) outs(%empty_4 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 128.0 : f32
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_6 = tensor.empty() : tensor<5x10x128xf32>
  %centred_7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %mean_5 : tensor<5x10x128xf32>, tensor<5x10xf32>) outs(%empty_6 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_8 = tensor.empty() : tensor<5x10xf32>
  %init_9 = linalg.fill ins(%zero : f32) outs(%empty_8 : tensor<5x10xf32>) -> tensor<5x10xf32>
  %squares_10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%centred_7 : tensor<5x10x128xf32>) outs(%init_9 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.mulf %a, %a : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_11 = tensor.empty() : tensor<5x10xf32>
  %scale_12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%squares_10 : tensor<5x10xf32>) outs(%empty_11 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 128.0 : f32
    %v = arith.divf %a, %n : f32
    %eps = arith.constant 1.0e-5 : f32
    %e = arith.addf %v, %eps : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_13 = tensor.empty() : tensor<5x10x128xf32>
  %normal_14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%centred_7, %scale_12 : tensor<5x10x128xf32>, tensor<5x10xf32>) outs(%empty_13 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_15 = tensor.empty() : tensor<5x10x128xf32>
  %norm_16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%normal_14, %h0.ln1.weight, %h0.ln1.bias : tensor<5x10x128xf32>, tensor<128xf32>, tensor<128xf32>) outs(%empty_15 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %m, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_17 = tensor.empty() : tensor<5x10x128xf32>
  %init_18 = linalg.fill ins(%zero : f32) outs(%empty_17 : tensor<5x10x128xf32>) -> tensor<5x10x128xf32>
  %query_19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %h0.attention.query.weight : tensor<5x10x128xf32>, tensor<128x128xf32>) outs(%init_18 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_20 = tensor.empty() : tensor<5x10x128xf32>
  %query_21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%query_19, %h0.attention.query.bias : tensor<5x10x128xf32>, tensor<128xf32>) outs(%empty_20 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %heads_22 = tensor.expand_shape %query_21 [[0], [1], [2, 3]] output_shape [5, 10, 8, 16] : tensor<5x10x128xf32> into tensor<5x10x8x16xf32>
  %empty_23 = tensor.empty() : tensor<5x10x128xf32>
  %init_24 = linalg.fill ins(%zero : f32) outs(%empty_23 : tensor<5x10x128xf32>) -> tensor<5x10x128xf32>
  %key_25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %h0.attention.key.weight : tensor<5x10x128xf32>, tensor<128x128xf32>) outs(%init_24 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_26 = tensor.empty() : tensor<5x10x128xf32>
  %key_27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%key_25, %h0.attention.key.bias : tensor<5x10x128xf32>, tensor<128xf32>) outs(%empty_26 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %heads_28 = tensor.expand_shape %key_27 [[0], [1], [2, 3]] output_shape [5, 10, 8, 16] : tensor<5x10x128xf32> into tensor<5x10x8x16xf32>
  %empty_29 = tensor.empty() : tensor<5x10x128xf32>
  %init_30 = linalg.fill ins(%zero : f32) outs(%empty_29 : tensor<5x10x128xf32>) -> tensor<5x10x128xf32>
  %value_31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_16, %h0.attention.value.weight : tensor<5x10x128xf32>, tensor<128x128xf32>) outs(%init_30 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_32 = tensor.empty() : tensor<5x10x128xf32>
  %value_33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%value_31, %h0.attention.value.bias : tensor<5x10x128xf32>, tensor<128xf32>) outs(%empty_32 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %heads_34 = tensor.expand_shape %value_33 [[0], [1], [2, 3]] output_shape [5, 10, 8, 16] : tensor<5x10x128xf32> into tensor<5x10x8x16xf32>
  %empty_35 = tensor.empty() : tensor<5x8x10x10xf32>
  %init_36 = linalg.fill ins(%zero : f32) outs(%empty_35 : tensor<5x8x10x10xf32>) -> tensor<5x8x10x10xf32>
  %scores_37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%heads_22, %heads_28 : tensor<5x10x8x16xf32>, tensor<5x10x8x16xf32>) outs(%init_36 : tensor<5x8x10x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10x10xf32>
  %empty_38 = tensor.empty() : tensor<5x8x10x10xf32>
  %masked_39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%scores_37 : tensor<5x8x10x10xf32>) outs(%empty_38 : tensor<5x8x10x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %factor = arith.constant 0.25 : f32
    %s = arith.mulf %a, %factor : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %seen = arith.cmpi sle, %j, %i : index
    %hidden = arith.constant 0xFF800000 : f32
    %r = arith.select %seen, %s, %hidden : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10x10xf32>
  %empty_40 = tensor.empty() : tensor<5x8x10xf32>
  %init_41 = linalg.fill ins(%lowest : f32) outs(%empty_40 : tensor<5x8x10xf32>) -> tensor<5x8x10xf32>
  %largest_42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%masked_39 : tensor<5x8x10x10xf32>) outs(%init_41 : tensor<5x8x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.maximumf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10xf32>
  %empty_43 = tensor.empty() : tensor<5x8x10x10xf32>
  %powers_44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%masked_39, %largest_42 : tensor<5x8x10x10xf32>, tensor<5x8x10xf32>) outs(%empty_43 : tensor<5x8x10x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    %r = math.exp %s : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10x10xf32>
  %empty_45 = tensor.empty() : tensor<5x8x10xf32>
  %init_46 = linalg.fill ins(%zero : f32) outs(%empty_45 : tensor<5x8x10xf32>) -> tensor<5x8x10xf32>
  %total_47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%powers_44 : tensor<5x8x10x10xf32>) outs(%init_46 : tensor<5x8x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10xf32>
  %empty_48 = tensor.empty() : tensor<5x8x10x10xf32>
  %weights_49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%powers_44, %total_47 : tensor<5x8x10x10xf32>, tensor<5x8x10xf32>) outs(%empty_48 : tensor<5x8x10x10xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x8x10x10xf32>
  %empty_50 = tensor.empty() : tensor<5x10x8x16xf32>
  %init_51 = linalg.fill ins(%zero : f32) outs(%empty_50 : tensor<5x10x8x16xf32>) -> tensor<5x10x8x16xf32>
  %mixed_52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%weights_49, %heads_34 : tensor<5x8x10x10xf32>, tensor<5x10x8x16xf32>) outs(%init_51 : tensor<5x10x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x8x16xf32>
  %merged_53 = tensor.collapse_shape %mixed_52 [[0], [1], [2, 3]] : tensor<5x10x8x16xf32> into tensor<5x10x128xf32>
  %empty_54 = tensor.empty() : tensor<5x10x128xf32>
  %init_55 = linalg.fill ins(%zero : f32) outs(%empty_54 : tensor<5x10x128xf32>) -> tensor<5x10x128xf32>
  %attended_56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%merged_53, %h0.attention.output.weight : tensor<5x10x128xf32>, tensor<128x128xf32>) outs(%init_55 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %seen_57 = sbp.constrain %attended_56 to #sbp.distribution<@mesh, [S(0), B]> : tensor<5x10x128xf32>
  %empty_58 = tensor.empty() : tensor<5x10x128xf32>
  %attended_59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%seen_57, %h0.attention.output.bias : tensor<5x10x128xf32>, tensor<128xf32>) outs(%empty_58 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_60 = tensor.empty() : tensor<5x10x128xf32>
  %residual_61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %attended_59 : tensor<5x10x128xf32>, tensor<5x10x128xf32>) outs(%empty_60 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_62 = tensor.empty() : tensor<5x10xf32>
  %init_63 = linalg.fill ins(%zero : f32) outs(%empty_62 : tensor<5x10xf32>) -> tensor<5x10xf32>
  %sum_64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%residual_61 : tensor<5x10x128xf32>) outs(%init_63 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %out, %a : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_65 = tensor.empty() : tensor<5x10xf32>
  %mean_66 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%sum_64 : tensor<5x10xf32>) outs(%empty_65 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 128.0 : f32
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_67 = tensor.empty() : tensor<5x10x128xf32>
  %centred_68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%residual_61, %mean_66 : tensor<5x10x128xf32>, tensor<5x10xf32>) outs(%empty_67 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_69 = tensor.empty() : tensor<5x10xf32>
  %init_70 = linalg.fill ins(%zero : f32) outs(%empty_69 : tensor<5x10xf32>) -> tensor<5x10xf32>
  %squares_71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%centred_68 : tensor<5x10x128xf32>) outs(%init_70 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.mulf %a, %a : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_72 = tensor.empty() : tensor<5x10xf32>
  %scale_73 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%squares_71 : tensor<5x10xf32>) outs(%empty_72 : tensor<5x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 128.0 : f32
    %v = arith.divf %a, %n : f32
    %eps = arith.constant 1.0e-5 : f32
    %e = arith.addf %v, %eps : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<5x10xf32>
  %empty_74 = tensor.empty() : tensor<5x10x128xf32>
  %normal_75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%centred_68, %scale_73 : tensor<5x10x128xf32>, tensor<5x10xf32>) outs(%empty_74 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_76 = tensor.empty() : tensor<5x10x128xf32>
  %norm_77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%normal_75, %h0.ln2.weight, %h0.ln2.bias : tensor<5x10x128xf32>, tensor<128xf32>, tensor<128xf32>) outs(%empty_76 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %m, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_78 = tensor.empty() : tensor<5x10x512xf32>
  %init_79 = linalg.fill ins(%zero : f32) outs(%empty_78 : tensor<5x10x512xf32>) -> tensor<5x10x512xf32>
  %up_80 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%norm_77, %h0.mlp.up.weight : tensor<5x10x128xf32>, tensor<128x512xf32>) outs(%init_79 : tensor<5x10x512xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x512xf32>
  %empty_81 = tensor.empty() : tensor<5x10x512xf32>
  %up_82 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%up_80, %h0.mlp.up.bias : tensor<5x10x512xf32>, tensor<512xf32>) outs(%empty_81 : tensor<5x10x512xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x512xf32>
  %empty_83 = tensor.empty() : tensor<5x10x512xf32>
  %gelu_84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%up_82 : tensor<5x10x512xf32>) outs(%empty_83 : tensor<5x10x512xf32>) {
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
  } -> tensor<5x10x512xf32>
  %empty_85 = tensor.empty() : tensor<5x10x128xf32>
  %init_86 = linalg.fill ins(%zero : f32) outs(%empty_85 : tensor<5x10x128xf32>) -> tensor<5x10x128xf32>
  %down_87 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%gelu_84, %h0.mlp.down.weight : tensor<5x10x512xf32>, tensor<512x128xf32>) outs(%init_86 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %out, %p : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %seen_88 = sbp.constrain %down_87 to #sbp.distribution<@mesh, [S(0), B]> : tensor<5x10x128xf32>
  %empty_89 = tensor.empty() : tensor<5x10x128xf32>
  %down_90 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%seen_88, %h0.mlp.down.bias : tensor<5x10x128xf32>, tensor<128xf32>) outs(%empty_89 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  %empty_91 = tensor.empty() : tensor<5x10x128xf32>
  %residual_92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%residual_61, %down_90 : tensor<5x10x128xf32>, tensor<5x10x128xf32>) outs(%empty_91 : tensor<5x10x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5x10x128xf32>
  return %residual_92 : tensor<5x10x128xf32>
}
