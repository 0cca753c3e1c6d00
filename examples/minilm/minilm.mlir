#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map13 = affine_map<(d0, d1) -> (d1)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map17 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map18 = affine_map<(d0, d1) -> (d0, 0)>
module {
  sbp.placement @mesh ["dp" = 2, "tp" = 2]
  func.func @main(%arg0: tensor<30522x384xf32> {sbp.name = "embeddings.word_embeddings.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg1: tensor<512x384xf32> {sbp.name = "embeddings.position_embeddings.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg2: tensor<2x384xf32> {sbp.name = "embeddings.token_type_embeddings.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg3: tensor<384xf32> {sbp.name = "embeddings.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg4: tensor<384xf32> {sbp.name = "embeddings.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg5: tensor<384x384xf32> {sbp.name = "encoder.layer.0.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg6: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg7: tensor<384x384xf32> {sbp.name = "encoder.layer.0.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg8: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg9: tensor<384x384xf32> {sbp.name = "encoder.layer.0.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg10: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg11: tensor<384x384xf32> {sbp.name = "encoder.layer.0.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg12: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg13: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg14: tensor<384xf32> {sbp.name = "encoder.layer.0.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg15: tensor<1536x384xf32> {sbp.name = "encoder.layer.0.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg16: tensor<1536xf32> {sbp.name = "encoder.layer.0.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg17: tensor<384x1536xf32> {sbp.name = "encoder.layer.0.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg18: tensor<384xf32> {sbp.name = "encoder.layer.0.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg19: tensor<384xf32> {sbp.name = "encoder.layer.0.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg20: tensor<384xf32> {sbp.name = "encoder.layer.0.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg21: tensor<384x384xf32> {sbp.name = "encoder.layer.1.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg22: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg23: tensor<384x384xf32> {sbp.name = "encoder.layer.1.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg24: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg25: tensor<384x384xf32> {sbp.name = "encoder.layer.1.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg26: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg27: tensor<384x384xf32> {sbp.name = "encoder.layer.1.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg28: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg29: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg30: tensor<384xf32> {sbp.name = "encoder.layer.1.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg31: tensor<1536x384xf32> {sbp.name = "encoder.layer.1.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg32: tensor<1536xf32> {sbp.name = "encoder.layer.1.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg33: tensor<384x1536xf32> {sbp.name = "encoder.layer.1.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg34: tensor<384xf32> {sbp.name = "encoder.layer.1.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg35: tensor<384xf32> {sbp.name = "encoder.layer.1.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg36: tensor<384xf32> {sbp.name = "encoder.layer.1.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg37: tensor<384x384xf32> {sbp.name = "encoder.layer.2.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg38: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg39: tensor<384x384xf32> {sbp.name = "encoder.layer.2.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg40: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg41: tensor<384x384xf32> {sbp.name = "encoder.layer.2.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg42: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg43: tensor<384x384xf32> {sbp.name = "encoder.layer.2.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg44: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg45: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg46: tensor<384xf32> {sbp.name = "encoder.layer.2.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg47: tensor<1536x384xf32> {sbp.name = "encoder.layer.2.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg48: tensor<1536xf32> {sbp.name = "encoder.layer.2.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg49: tensor<384x1536xf32> {sbp.name = "encoder.layer.2.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg50: tensor<384xf32> {sbp.name = "encoder.layer.2.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg51: tensor<384xf32> {sbp.name = "encoder.layer.2.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg52: tensor<384xf32> {sbp.name = "encoder.layer.2.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg53: tensor<384x384xf32> {sbp.name = "encoder.layer.3.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg54: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg55: tensor<384x384xf32> {sbp.name = "encoder.layer.3.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg56: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg57: tensor<384x384xf32> {sbp.name = "encoder.layer.3.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg58: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg59: tensor<384x384xf32> {sbp.name = "encoder.layer.3.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg60: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg61: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg62: tensor<384xf32> {sbp.name = "encoder.layer.3.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg63: tensor<1536x384xf32> {sbp.name = "encoder.layer.3.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg64: tensor<1536xf32> {sbp.name = "encoder.layer.3.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg65: tensor<384x1536xf32> {sbp.name = "encoder.layer.3.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg66: tensor<384xf32> {sbp.name = "encoder.layer.3.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg67: tensor<384xf32> {sbp.name = "encoder.layer.3.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg68: tensor<384xf32> {sbp.name = "encoder.layer.3.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg69: tensor<384x384xf32> {sbp.name = "encoder.layer.4.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg70: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg71: tensor<384x384xf32> {sbp.name = "encoder.layer.4.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg72: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg73: tensor<384x384xf32> {sbp.name = "encoder.layer.4.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg74: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg75: tensor<384x384xf32> {sbp.name = "encoder.layer.4.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg76: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg77: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg78: tensor<384xf32> {sbp.name = "encoder.layer.4.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg79: tensor<1536x384xf32> {sbp.name = "encoder.layer.4.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg80: tensor<1536xf32> {sbp.name = "encoder.layer.4.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg81: tensor<384x1536xf32> {sbp.name = "encoder.layer.4.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg82: tensor<384xf32> {sbp.name = "encoder.layer.4.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg83: tensor<384xf32> {sbp.name = "encoder.layer.4.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg84: tensor<384xf32> {sbp.name = "encoder.layer.4.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg85: tensor<384x384xf32> {sbp.name = "encoder.layer.5.attention.self.query.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg86: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.self.query.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg87: tensor<384x384xf32> {sbp.name = "encoder.layer.5.attention.self.key.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg88: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.self.key.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg89: tensor<384x384xf32> {sbp.name = "encoder.layer.5.attention.self.value.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg90: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.self.value.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg91: tensor<384x384xf32> {sbp.name = "encoder.layer.5.attention.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg92: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg93: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg94: tensor<384xf32> {sbp.name = "encoder.layer.5.attention.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg95: tensor<1536x384xf32> {sbp.name = "encoder.layer.5.intermediate.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg96: tensor<1536xf32> {sbp.name = "encoder.layer.5.intermediate.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>},
    %arg97: tensor<384x1536xf32> {sbp.name = "encoder.layer.5.output.dense.weight", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
    %arg98: tensor<384xf32> {sbp.name = "encoder.layer.5.output.dense.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg99: tensor<384xf32> {sbp.name = "encoder.layer.5.output.LayerNorm.weight", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg100: tensor<384xf32> {sbp.name = "encoder.layer.5.output.LayerNorm.bias", sbp.distribution = #sbp.distribution<@mesh, [B, B]>},
    %arg101: tensor<8x32xi64> {sbp.name = "ids", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
    %arg102: tensor<8x32xi64> {sbp.name = "mask", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) -> (tensor<8x384xf32> {sbp.name = "embedding", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) {
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c32_i64 = arith.constant 32 : i64
    %c30522 = arith.constant 30522 : index
    %c2 = arith.constant 2 : index
    %c512 = arith.constant 512 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.17677669529663689 : f64
    %cst_6 = arith.constant 9.9999999999999998E-13 : f64
    %cst_7 = arith.constant 3.840000e+02 : f32
    %cst_8 = arith.constant 1.41421354 : f32
    %cst_9 = arith.constant dense<0> : tensor<8x32xi64>
    %0 = tensor.empty() : tensor<32xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %376 = linalg.index 0 : index
      %377 = arith.index_cast %376 : index to i64
      linalg.yield %377 : i64
    } -> tensor<32xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %2 = tensor.empty() : tensor<8x32x384xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg101 : tensor<8x32xi64>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %376 = arith.index_cast %in : i64 to index
      %377 = linalg.index 2 : index
      %378 = arith.cmpi slt, %376, %c30522 : index
      cf.assert %378, "index must be smaller than dim size"
      %379 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %379, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%376, %377] : tensor<30522x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x32x384xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<8x32xi64>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %376 = arith.index_cast %in : i64 to index
      %377 = linalg.index 2 : index
      %378 = arith.cmpi slt, %376, %c2 : index
      cf.assert %378, "index must be smaller than dim size"
      %379 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %379, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%376, %377] : tensor<2x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x32x384xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %4 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %6 = tensor.empty() : tensor<1x32x384xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x32xi64>) outs(%6 : tensor<1x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %376 = arith.index_cast %in : i64 to index
      %377 = linalg.index 2 : index
      %378 = arith.cmpi slt, %376, %c512 : index
      cf.assert %378, "index must be smaller than dim size"
      %379 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %379, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%376, %377] : tensor<512x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x384xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %7 : tensor<8x32x384xf32>, tensor<1x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %9 = tensor.empty() : tensor<8x32x1xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<8x32x1xf32>) -> tensor<8x32x1xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %12 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %13 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %18 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg3 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg4 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %22 = tensor.empty() : tensor<8x32xi1>
    %23 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg102 : tensor<8x32xi64>) outs(%22 : tensor<8x32xi1>) {
    ^bb0(%in: i64, %out: i1):
      %376 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %376 : i1
    } -> tensor<8x32xi1>
    %24 = tensor.empty() : tensor<8xi64>
    %25 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%24 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %376 = linalg.index 0 : index
      %377 = arith.index_cast %376 : index to i64
      linalg.yield %377 : i64
    } -> tensor<8xi64>
    %expanded_10 = tensor.expand_shape %25 [[0, 1, 2, 3]] output_shape [8, 1, 1, 1] : tensor<8xi64> into tensor<8x1x1x1xi64>
    %expanded_11 = tensor.expand_shape %1 [[0, 1, 2, 3]] output_shape [1, 1, 32, 1] : tensor<32xi64> into tensor<1x1x32x1xi64>
    %expanded_12 = tensor.expand_shape %1 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xi64> into tensor<1x1x1x32xi64>
    %26 = tensor.empty() : tensor<1x1x32x1xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<1x1x32x1xi64>) outs(%26 : tensor<1x1x32x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %376 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %376 : i1
    } -> tensor<1x1x32x1xi1>
    %28 = linalg.generic {indexing_maps = [#map8, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %27 : tensor<i1>, tensor<1x1x32x1xi1>) outs(%26 : tensor<1x1x32x1xi1>) {
    ^bb0(%in: i1, %in_174: i1, %out: i1):
      %376 = arith.andi %in, %in_174 : i1
      linalg.yield %376 : i1
    } -> tensor<1x1x32x1xi1>
    %29 = tensor.empty() : tensor<8x1x1x32xi1>
    %30 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_12 : tensor<8x1x1x1xi64>, tensor<1x1x1x32xi64>) outs(%29 : tensor<8x1x1x32xi1>) {
    ^bb0(%in: i64, %in_174: i64, %out: i1):
      %376 = arith.cmpi slt, %in, %c0_i64 : i64
      %377 = arith.addi %in, %c8_i64 : i64
      %378 = arith.select %376, %377, %in : i64
      %379 = arith.index_cast %378 : i64 to index
      %380 = arith.cmpi slt, %in_174, %c0_i64 : i64
      %381 = arith.addi %in_174, %c32_i64 : i64
      %382 = arith.select %380, %381, %in_174 : i64
      %383 = arith.index_cast %382 : i64 to index
      %extracted = tensor.extract %23[%379, %383] : tensor<8x32xi1>
      linalg.yield %extracted : i1
    } -> tensor<8x1x1x32xi1>
    %31 = tensor.empty() : tensor<8x1x32x32xi1>
    %32 = linalg.generic {indexing_maps = [#map11, #map12, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<1x1x32x1xi1>, tensor<8x1x1x32xi1>) outs(%31 : tensor<8x1x32x32xi1>) {
    ^bb0(%in: i1, %in_174: i1, %out: i1):
      %376 = arith.andi %in, %in_174 : i1
      linalg.yield %376 : i1
    } -> tensor<8x1x32x32xi1>
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %33 = tensor.empty() : tensor<384x384xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %34 = tensor.empty() : tensor<256x384xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %36 = linalg.matmul ins(%collapsed, %transposed : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %37 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%36, %37 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_13 = tensor.expand_shape %38 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %39 = tensor.empty() : tensor<8x12x32x32xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_15 = linalg.transpose ins(%arg7 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %40 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %41 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%40, %41 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_16 = tensor.expand_shape %42 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_17 = linalg.transpose ins(%arg9 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %43 = linalg.matmul ins(%collapsed, %transposed_17 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %44 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%43, %44 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_18 = tensor.expand_shape %45 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%expanded_16 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_21 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %46 = tensor.empty() : tensor<96x32x32xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %48 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_23 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %50 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %49, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %51 = tensor.empty() : tensor<8x12x32xi64>
    %52 = linalg.fill ins(%c0_i64 : i64) outs(%51 : tensor<8x12x32xi64>) -> tensor<8x12x32xi64>
    %53 = tensor.empty() : tensor<8x12x32xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<8x12x32xf32>) -> tensor<8x12x32xf32>
    %55:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%50 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_24 = tensor.expand_shape %55#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %expanded_24 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %58 = tensor.empty() : tensor<8x12x32x1xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<8x12x32x1xf32>) -> tensor<8x12x32x1xf32>
    %60 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %61 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %60 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_25 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_26 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %62 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_27 = tensor.expand_shape %62 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %63 = tensor.empty() : tensor<8x32x12x32xf32>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_29 = tensor.collapse_shape %transposed_28 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_30 = linalg.transpose ins(%arg11 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %64 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %65 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %66 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%64, %65 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_31 = tensor.expand_shape %66 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %21 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %70 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %69 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %71 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %70 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %73 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %74 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %75 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg13 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %arg14 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_32 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %79 = tensor.empty() : tensor<384x1536xf32>
    %transposed_33 = linalg.transpose ins(%arg15 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %80 = tensor.empty() : tensor<256x1536xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %82 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %83 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%82, %83 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_34 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %85 = tensor.empty() : tensor<8x32x1536xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_35 = tensor.collapse_shape %86 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %87 = tensor.empty() : tensor<1536x384xf32>
    %transposed_36 = linalg.transpose ins(%arg17 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %88 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %89 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%88, %89 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_37 = tensor.expand_shape %90 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %78 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %92 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %93 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %94 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %97 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %99 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %99 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %arg19 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %102 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %arg20 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_38 = tensor.collapse_shape %102 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_39 = linalg.transpose ins(%arg21 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %103 = linalg.matmul ins(%collapsed_38, %transposed_39 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %104 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %105 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%103, %104 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_40 = tensor.expand_shape %105 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_41 = linalg.transpose ins(%expanded_40 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_42 = linalg.transpose ins(%arg23 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %106 = linalg.matmul ins(%collapsed_38, %transposed_42 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %107 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %108 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%106, %107 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_43 = tensor.expand_shape %108 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_44 = linalg.transpose ins(%arg25 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %109 = linalg.matmul ins(%collapsed_38, %transposed_44 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %110 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %111 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%109, %110 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_45 = tensor.expand_shape %111 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_46 = linalg.transpose ins(%expanded_45 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_47 = linalg.transpose ins(%expanded_43 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_48 = tensor.collapse_shape %transposed_41 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_49 = tensor.collapse_shape %transposed_47 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %112 = linalg.batch_matmul ins(%collapsed_48, %collapsed_49 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_50 = tensor.expand_shape %112 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %114 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %113, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %115:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_51 = tensor.expand_shape %115#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %116 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %expanded_51 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %117 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %118 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%117 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %119 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117, %118 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_52 = tensor.collapse_shape %119 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_53 = tensor.collapse_shape %transposed_46 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %120 = linalg.batch_matmul ins(%collapsed_52, %collapsed_53 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_54 = tensor.expand_shape %120 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_55 = linalg.transpose ins(%expanded_54 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_56 = tensor.collapse_shape %transposed_55 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_57 = linalg.transpose ins(%arg27 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %121 = linalg.matmul ins(%collapsed_56, %transposed_57 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %122 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %123 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%121, %122 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_58 = tensor.expand_shape %123 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58, %102 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%124 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %126 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %126 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %127 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %129 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%128 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %133 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %132 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %arg29 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %arg30 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_59 = tensor.collapse_shape %135 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_60 = linalg.transpose ins(%arg31 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %136 = linalg.matmul ins(%collapsed_59, %transposed_60 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %137 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg32 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %138 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%136, %137 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_61 = tensor.expand_shape %138 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_62 = tensor.collapse_shape %139 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_63 = linalg.transpose ins(%arg33 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %140 = linalg.matmul ins(%collapsed_62, %transposed_63 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %141 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg34 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %142 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%140, %141 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_64 = tensor.expand_shape %142 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %135 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%143 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %145 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %145 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %146 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%147 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %149 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %151 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %152 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %151 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %153 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %arg35 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %154 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %arg36 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_65 = tensor.collapse_shape %154 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_66 = linalg.transpose ins(%arg37 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %155 = linalg.matmul ins(%collapsed_65, %transposed_66 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %156 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg38 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %157 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%155, %156 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_67 = tensor.expand_shape %157 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_68 = linalg.transpose ins(%expanded_67 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_69 = linalg.transpose ins(%arg39 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %158 = linalg.matmul ins(%collapsed_65, %transposed_69 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %159 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg40 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %160 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%158, %159 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_70 = tensor.expand_shape %160 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_71 = linalg.transpose ins(%arg41 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %161 = linalg.matmul ins(%collapsed_65, %transposed_71 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %162 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg42 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %163 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%161, %162 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_72 = tensor.expand_shape %163 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_73 = linalg.transpose ins(%expanded_72 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_74 = linalg.transpose ins(%expanded_70 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_75 = tensor.collapse_shape %transposed_68 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_76 = tensor.collapse_shape %transposed_74 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %164 = linalg.batch_matmul ins(%collapsed_75, %collapsed_76 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_77 = tensor.expand_shape %164 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %165 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_77 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %166 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %165, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %167:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%166 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_78 = tensor.expand_shape %167#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %168 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166, %expanded_78 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %169 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %170 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%169 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %171 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169, %170 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_79 = tensor.collapse_shape %171 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_80 = tensor.collapse_shape %transposed_73 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %172 = linalg.batch_matmul ins(%collapsed_79, %collapsed_80 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_81 = tensor.expand_shape %172 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_82 = linalg.transpose ins(%expanded_81 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_83 = tensor.collapse_shape %transposed_82 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_84 = linalg.transpose ins(%arg43 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %173 = linalg.matmul ins(%collapsed_83, %transposed_84 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %174 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg44 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %175 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%173, %174 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_85 = tensor.expand_shape %175 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %176 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_85, %154 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%176 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %178 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %179 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %178 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %180 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %179 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %181 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%180 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %182 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %183 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %184 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %185 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %184 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %186 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185, %arg45 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %187 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %arg46 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_86 = tensor.collapse_shape %187 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_87 = linalg.transpose ins(%arg47 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %188 = linalg.matmul ins(%collapsed_86, %transposed_87 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %189 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg48 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %190 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%188, %189 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_88 = tensor.expand_shape %190 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %191 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_88 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_89 = tensor.collapse_shape %191 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_90 = linalg.transpose ins(%arg49 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %192 = linalg.matmul ins(%collapsed_89, %transposed_90 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %193 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg50 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %194 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%192, %193 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_91 = tensor.expand_shape %194 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %195 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_91, %187 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %196 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%195 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %197 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %198 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %197 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %199 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198, %198 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %200 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%199 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %201 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %202 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %203 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %204 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198, %203 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %205 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %arg51 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %206 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %arg52 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_92 = tensor.collapse_shape %206 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_93 = linalg.transpose ins(%arg53 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %207 = linalg.matmul ins(%collapsed_92, %transposed_93 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %208 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg54 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %209 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%207, %208 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_94 = tensor.expand_shape %209 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_95 = linalg.transpose ins(%expanded_94 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_96 = linalg.transpose ins(%arg55 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %210 = linalg.matmul ins(%collapsed_92, %transposed_96 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %211 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg56 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %212 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%210, %211 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_97 = tensor.expand_shape %212 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_98 = linalg.transpose ins(%arg57 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %213 = linalg.matmul ins(%collapsed_92, %transposed_98 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %214 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg58 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %215 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%213, %214 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_99 = tensor.expand_shape %215 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_100 = linalg.transpose ins(%expanded_99 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_101 = linalg.transpose ins(%expanded_97 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_102 = tensor.collapse_shape %transposed_95 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_103 = tensor.collapse_shape %transposed_101 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %216 = linalg.batch_matmul ins(%collapsed_102, %collapsed_103 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_104 = tensor.expand_shape %216 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %217 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_104 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %218 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %217, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %219:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%218 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_105 = tensor.expand_shape %219#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %220 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%218, %expanded_105 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %221 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%220 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %222 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%221 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %223 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221, %222 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_106 = tensor.collapse_shape %223 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_107 = tensor.collapse_shape %transposed_100 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %224 = linalg.batch_matmul ins(%collapsed_106, %collapsed_107 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_108 = tensor.expand_shape %224 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_109 = linalg.transpose ins(%expanded_108 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_110 = tensor.collapse_shape %transposed_109 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_111 = linalg.transpose ins(%arg59 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %225 = linalg.matmul ins(%collapsed_110, %transposed_111 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %226 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg60 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %227 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%225, %226 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_112 = tensor.expand_shape %227 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %228 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_112, %206 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %229 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%228 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %230 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %231 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228, %230 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %232 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231, %231 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %233 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%232 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %234 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %235 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%234 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %236 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%235 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %237 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231, %236 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %238 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%237, %arg61 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %239 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%238, %arg62 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_113 = tensor.collapse_shape %239 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_114 = linalg.transpose ins(%arg63 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %240 = linalg.matmul ins(%collapsed_113, %transposed_114 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %241 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg64 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %242 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%240, %241 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_115 = tensor.expand_shape %242 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %243 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_115 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_116 = tensor.collapse_shape %243 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_117 = linalg.transpose ins(%arg65 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %244 = linalg.matmul ins(%collapsed_116, %transposed_117 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %245 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg66 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %246 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%244, %245 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_118 = tensor.expand_shape %246 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %247 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_118, %239 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %248 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%247 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %249 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %250 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247, %249 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %251 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%250, %250 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %252 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%251 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %253 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %254 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %255 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%254 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %256 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%250, %255 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %257 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256, %arg67 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %258 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%257, %arg68 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_119 = tensor.collapse_shape %258 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_120 = linalg.transpose ins(%arg69 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %259 = linalg.matmul ins(%collapsed_119, %transposed_120 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %260 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg70 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %261 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%259, %260 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_121 = tensor.expand_shape %261 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_122 = linalg.transpose ins(%expanded_121 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_123 = linalg.transpose ins(%arg71 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %262 = linalg.matmul ins(%collapsed_119, %transposed_123 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %263 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg72 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %264 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%262, %263 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_124 = tensor.expand_shape %264 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_125 = linalg.transpose ins(%arg73 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %265 = linalg.matmul ins(%collapsed_119, %transposed_125 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %266 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg74 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %267 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%265, %266 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_126 = tensor.expand_shape %267 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_127 = linalg.transpose ins(%expanded_126 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_128 = linalg.transpose ins(%expanded_124 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_129 = tensor.collapse_shape %transposed_122 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_130 = tensor.collapse_shape %transposed_128 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %268 = linalg.batch_matmul ins(%collapsed_129, %collapsed_130 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_131 = tensor.expand_shape %268 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %269 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_131 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %270 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %269, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %271:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%270 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_132 = tensor.expand_shape %271#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %272 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%270, %expanded_132 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %273 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %274 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%273 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %275 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%273, %274 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_133 = tensor.collapse_shape %275 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_134 = tensor.collapse_shape %transposed_127 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %276 = linalg.batch_matmul ins(%collapsed_133, %collapsed_134 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_135 = tensor.expand_shape %276 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_136 = linalg.transpose ins(%expanded_135 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_137 = tensor.collapse_shape %transposed_136 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_138 = linalg.transpose ins(%arg75 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %277 = linalg.matmul ins(%collapsed_137, %transposed_138 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %278 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg76 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %279 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%277, %278 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_139 = tensor.expand_shape %279 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %280 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_139, %258 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %281 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%280 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %282 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%281 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %283 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%280, %282 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %284 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%283, %283 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %285 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%284 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %286 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%285 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %287 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%286 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %288 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %289 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%283, %288 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %290 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289, %arg77 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %291 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290, %arg78 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_140 = tensor.collapse_shape %291 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_141 = linalg.transpose ins(%arg79 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %292 = linalg.matmul ins(%collapsed_140, %transposed_141 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %293 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg80 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %294 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%292, %293 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_142 = tensor.expand_shape %294 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %295 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_142 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_143 = tensor.collapse_shape %295 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_144 = linalg.transpose ins(%arg81 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %296 = linalg.matmul ins(%collapsed_143, %transposed_144 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %297 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg82 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %298 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%296, %297 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_145 = tensor.expand_shape %298 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %299 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_145, %291 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %300 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%299 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %301 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %302 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299, %301 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %303 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %302 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %304 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%303 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %305 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%304 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %306 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %307 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %308 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %307 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %309 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308, %arg83 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %310 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%309, %arg84 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_146 = tensor.collapse_shape %310 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_147 = linalg.transpose ins(%arg85 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %311 = linalg.matmul ins(%collapsed_146, %transposed_147 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %312 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg86 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %313 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%311, %312 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_148 = tensor.expand_shape %313 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_149 = linalg.transpose ins(%expanded_148 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_150 = linalg.transpose ins(%arg87 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %314 = linalg.matmul ins(%collapsed_146, %transposed_150 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %315 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg88 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %316 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%314, %315 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_151 = tensor.expand_shape %316 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_152 = linalg.transpose ins(%arg89 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %317 = linalg.matmul ins(%collapsed_146, %transposed_152 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %318 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %319 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%317, %318 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_153 = tensor.expand_shape %319 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_154 = linalg.transpose ins(%expanded_153 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_155 = linalg.transpose ins(%expanded_151 : tensor<8x32x12x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_156 = tensor.collapse_shape %transposed_149 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_157 = tensor.collapse_shape %transposed_155 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %320 = linalg.batch_matmul ins(%collapsed_156, %collapsed_157 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_158 = tensor.expand_shape %320 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %321 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_158 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_5 : f64 to f32
      %377 = arith.mulf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x12x32x32xf32>
    %322 = linalg.generic {indexing_maps = [#map14, #map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %321, %cst_3 : tensor<8x1x32x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_174: f32, %in_175: f32, %out: f32):
      %376 = arith.select %in, %in_174, %in_175 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %323:2 = linalg.generic {indexing_maps = [#map7, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%322 : tensor<8x12x32x32xf32>) outs(%54, %52 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_174: i64):
      %376 = linalg.index 3 : index
      %377 = arith.index_cast %376 : index to i64
      %378 = arith.maximumf %in, %out : f32
      %379 = arith.cmpf ogt, %in, %out : f32
      %380 = arith.select %379, %377, %out_174 : i64
      linalg.yield %378, %380 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_159 = tensor.expand_shape %323#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %324 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%322, %expanded_159 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %325 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%324 : tensor<8x12x32x32xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.exp %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %326 = linalg.generic {indexing_maps = [#map7, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%325 : tensor<8x12x32x32xf32>) outs(%59 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x1xf32>
    %327 = linalg.generic {indexing_maps = [#map7, #map16, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%325, %326 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%39 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_160 = tensor.collapse_shape %327 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_161 = tensor.collapse_shape %transposed_154 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %328 = linalg.batch_matmul ins(%collapsed_160, %collapsed_161 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%47 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_162 = tensor.expand_shape %328 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_163 = linalg.transpose ins(%expanded_162 : tensor<8x12x32x32xf32>) outs(%63 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_164 = tensor.collapse_shape %transposed_163 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_165 = linalg.transpose ins(%arg91 : tensor<384x384xf32>) outs(%33 : tensor<384x384xf32>) permutation = [1, 0] 
    %329 = linalg.matmul ins(%collapsed_164, %transposed_165 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %330 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg92 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %331 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%329, %330 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_166 = tensor.expand_shape %331 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %332 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_166, %310 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %333 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%332 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %334 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %335 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%332, %334 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %336 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %335 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %337 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%336 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %338 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %339 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %340 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%339 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %341 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %340 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %342 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341, %arg93 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %343 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342, %arg94 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_167 = tensor.collapse_shape %343 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_168 = linalg.transpose ins(%arg95 : tensor<1536x384xf32>) outs(%79 : tensor<384x1536xf32>) permutation = [1, 0] 
    %344 = linalg.matmul ins(%collapsed_167, %transposed_168 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%81 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %345 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg96 : tensor<1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %346 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%344, %345 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%80 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x1536xf32>
    %expanded_169 = tensor.expand_shape %346 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %347 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_169 : tensor<8x32x1536xf32>) outs(%85 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_8 : f32
      %377 = math.erf %376 : f32
      %378 = arith.addf %377, %cst_1 : f32
      %379 = arith.mulf %378, %cst_2 : f32
      %380 = arith.mulf %in, %379 : f32
      linalg.yield %380 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_170 = tensor.collapse_shape %347 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_171 = linalg.transpose ins(%arg97 : tensor<384x1536xf32>) outs(%87 : tensor<1536x384xf32>) permutation = [1, 0] 
    %348 = linalg.matmul ins(%collapsed_170, %transposed_171 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%35 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %349 = linalg.generic {indexing_maps = [#map13, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg98 : tensor<384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %350 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%348, %349 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%34 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<256x384xf32>
    %expanded_172 = tensor.expand_shape %350 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %351 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_172, %343 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %352 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%351 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %353 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %354 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %353 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.subf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %355 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354, %354 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %356 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%355 : tensor<8x32x384xf32>) outs(%10 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %357 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%356 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.divf %in, %cst_7 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %358 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%357 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.truncf %cst_6 : f64 to f32
      %377 = arith.addf %in, %376 : f32
      linalg.yield %377 : f32
    } -> tensor<8x32x1xf32>
    %359 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358 : tensor<8x32x1xf32>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.rsqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %360 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354, %359 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %361 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%360, %arg99 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %362 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %arg100 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.addf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %expanded_173 = tensor.expand_shape %arg102 [[0], [1, 2]] output_shape [8, 32, 1] : tensor<8x32xi64> into tensor<8x32x1xi64>
    %363 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_173 : tensor<8x32x1xi64>) outs(%9 : tensor<8x32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %376 = arith.sitofp %in : i64 to f32
      linalg.yield %376 : f32
    } -> tensor<8x32x1xf32>
    %364 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%362, %363 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%2 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x32x384xf32>
    %365 = tensor.empty() : tensor<8x384xf32>
    %366 = linalg.fill ins(%cst : f32) outs(%365 : tensor<8x384xf32>) -> tensor<8x384xf32>
    %367 = linalg.generic {indexing_maps = [#map2, #map17], iterator_types = ["parallel", "reduction", "parallel"]} ins(%364 : tensor<8x32x384xf32>) outs(%366 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x384xf32>
    %368 = tensor.empty() : tensor<8x1xf32>
    %369 = linalg.fill ins(%cst : f32) outs(%368 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %370 = linalg.generic {indexing_maps = [#map2, #map17], iterator_types = ["parallel", "reduction", "parallel"]} ins(%363 : tensor<8x32x1xf32>) outs(%369 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x1xf32>
    %371 = linalg.generic {indexing_maps = [#map6, #map18, #map6], iterator_types = ["parallel", "parallel"]} ins(%367, %370 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%365 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x384xf32>
    %372 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%371, %371 : tensor<8x384xf32>, tensor<8x384xf32>) outs(%365 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.mulf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x384xf32>
    %373 = linalg.generic {indexing_maps = [#map6, #map18], iterator_types = ["parallel", "reduction"]} ins(%372 : tensor<8x384xf32>) outs(%369 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = arith.addf %in, %out : f32
      linalg.yield %376 : f32
    } -> tensor<8x1xf32>
    %374 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%373 : tensor<8x1xf32>) outs(%368 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %376 = math.sqrt %in : f32
      linalg.yield %376 : f32
    } -> tensor<8x1xf32>
    %375 = linalg.generic {indexing_maps = [#map6, #map18, #map6], iterator_types = ["parallel", "parallel"]} ins(%371, %374 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%365 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_174: f32, %out: f32):
      %376 = arith.divf %in, %in_174 : f32
      linalg.yield %376 : f32
    } -> tensor<8x384xf32>
    return %375 : tensor<8x384xf32>
  }
}
