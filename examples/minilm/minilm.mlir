#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map14 = affine_map<(d0, d1) -> (d0, 0)>
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
    %c0_i64 = arith.constant 0 : i64
    %c2 = arith.constant 2 : index
    %c30522 = arith.constant 30522 : index
    %c512 = arith.constant 512 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_4 = arith.constant 0.17677669529663689 : f64
    %cst_5 = arith.constant 9.9999999999999998E-13 : f64
    %cst_6 = arith.constant 3.840000e+02 : f32
    %cst_7 = arith.constant 1.41421354 : f32
    %cst_8 = arith.constant dense<0> : tensor<8x32xi64>
    %0 = tensor.empty() : tensor<32xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %367 = linalg.index 0 : index
      %368 = arith.index_cast %367 : index to i64
      linalg.yield %368 : i64
    } -> tensor<32xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %expanded_9 = tensor.expand_shape %arg102 [[0], [1, 2, 3]] output_shape [8, 1, 1, 32] : tensor<8x32xi64> into tensor<8x1x1x32xi64>
    %2 = tensor.empty() : tensor<8x1x1x32xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<8x1x1x32xi64>) outs(%2 : tensor<8x1x1x32xi1>) {
    ^bb0(%in: i64, %out: i1):
      %367 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %367 : i1
    } -> tensor<8x1x1x32xi1>
    %4 = tensor.empty() : tensor<8x32x384xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg101 : tensor<8x32xi64>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %367 = arith.index_cast %in : i64 to index
      %368 = linalg.index 2 : index
      %369 = arith.cmpi slt, %367, %c30522 : index
      cf.assert %369, "index must be smaller than dim size"
      %370 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %370, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%367, %368] : tensor<30522x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x32x384xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<8x32xi64>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %367 = arith.index_cast %in : i64 to index
      %368 = linalg.index 2 : index
      %369 = arith.cmpi slt, %367, %c2 : index
      cf.assert %369, "index must be smaller than dim size"
      %370 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %370, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%367, %368] : tensor<2x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x32x384xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %6 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %8 = tensor.empty() : tensor<1x32x384xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x32xi64>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: i64, %out: f32):
      %367 = arith.index_cast %in : i64 to index
      %368 = linalg.index 2 : index
      %369 = arith.cmpi slt, %367, %c512 : index
      cf.assert %369, "index must be smaller than dim size"
      %370 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %370, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%367, %368] : tensor<512x384xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x384xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %9 : tensor<8x32x384xf32>, tensor<1x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %11 = tensor.empty() : tensor<8x32x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<8x32x1xf32>) -> tensor<8x32x1xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %14 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %15 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %20 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg3 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed = tensor.collapse_shape %23 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %24 = tensor.empty() : tensor<384x384xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %25 = tensor.empty() : tensor<256x384xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %27 = linalg.matmul ins(%collapsed, %transposed : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%27, %28 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_10 = tensor.expand_shape %29 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %30 = tensor.empty() : tensor<8x12x32x32xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg7 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %31 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %32 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %33 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%31, %32 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_13 = tensor.expand_shape %33 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_14 = linalg.transpose ins(%arg9 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %34 = linalg.matmul ins(%collapsed, %transposed_14 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %36 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%34, %35 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_15 = tensor.expand_shape %36 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%expanded_13 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_18 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %37 = tensor.empty() : tensor<96x32x32xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %39 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_20 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %41 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %40, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %42 = tensor.empty() : tensor<8x12x32xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<8x12x32xi64>) -> tensor<8x12x32xi64>
    %44 = tensor.empty() : tensor<8x12x32xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<8x12x32xf32>) -> tensor<8x12x32xf32>
    %46:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_21 = tensor.expand_shape %46#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_21 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %49 = tensor.empty() : tensor<8x12x32x1xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<8x12x32x1xf32>) -> tensor<8x12x32x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%48 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %51 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_22 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %53 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_24 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %54 = tensor.empty() : tensor<8x32x12x32xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_27 = linalg.transpose ins(%arg11 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %55 = linalg.matmul ins(%collapsed_26, %transposed_27 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %57 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%55, %56 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_28 = tensor.expand_shape %57 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28, %23 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %60 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %61 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %67 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %66 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg13 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg14 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_29 = tensor.collapse_shape %69 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %70 = tensor.empty() : tensor<384x1536xf32>
    %transposed_30 = linalg.transpose ins(%arg15 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %71 = tensor.empty() : tensor<256x1536xf32>
    %72 = linalg.fill ins(%cst : f32) outs(%71 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %73 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %74 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%73, %74 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_31 = tensor.expand_shape %75 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %76 = tensor.empty() : tensor<8x32x1536xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_32 = tensor.collapse_shape %77 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %78 = tensor.empty() : tensor<1536x384xf32>
    %transposed_33 = linalg.transpose ins(%arg17 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %79 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %81 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%79, %80 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_34 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %69 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %84 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %85 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %87 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %90 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %arg19 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %arg20 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_35 = tensor.collapse_shape %93 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_36 = linalg.transpose ins(%arg21 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %94 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %95 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %96 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%94, %95 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_37 = tensor.expand_shape %96 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_38 = linalg.transpose ins(%expanded_37 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_39 = linalg.transpose ins(%arg23 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %97 = linalg.matmul ins(%collapsed_35, %transposed_39 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %99 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%97, %98 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_40 = tensor.expand_shape %99 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_41 = linalg.transpose ins(%arg25 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %100 = linalg.matmul ins(%collapsed_35, %transposed_41 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %101 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %102 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%100, %101 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_42 = tensor.expand_shape %102 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_44 = linalg.transpose ins(%expanded_40 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_45 = tensor.collapse_shape %transposed_38 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %103 = linalg.batch_matmul ins(%collapsed_45, %collapsed_46 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_47 = tensor.expand_shape %103 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %105 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %104, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %106:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%105 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_48 = tensor.expand_shape %106#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %expanded_48 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%108 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %109 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_49 = tensor.collapse_shape %110 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_50 = tensor.collapse_shape %transposed_43 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %111 = linalg.batch_matmul ins(%collapsed_49, %collapsed_50 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_51 = tensor.expand_shape %111 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_54 = linalg.transpose ins(%arg27 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %112 = linalg.matmul ins(%collapsed_53, %transposed_54 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %114 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%112, %113 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_55 = tensor.expand_shape %114 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55, %93 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %118 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %123 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg29 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %arg30 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_56 = tensor.collapse_shape %126 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_57 = linalg.transpose ins(%arg31 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %127 = linalg.matmul ins(%collapsed_56, %transposed_57 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %128 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg32 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %129 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%127, %128 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_58 = tensor.expand_shape %129 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_59 = tensor.collapse_shape %130 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_60 = linalg.transpose ins(%arg33 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %131 = linalg.matmul ins(%collapsed_59, %transposed_60 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %132 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg34 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %133 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%131, %132 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_61 = tensor.expand_shape %133 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61, %126 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %135 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%134 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %136 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %137 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%138 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %141 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %142 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %arg35 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %arg36 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_62 = tensor.collapse_shape %145 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_63 = linalg.transpose ins(%arg37 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %146 = linalg.matmul ins(%collapsed_62, %transposed_63 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %147 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg38 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %148 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%146, %147 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_64 = tensor.expand_shape %148 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_65 = linalg.transpose ins(%expanded_64 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_66 = linalg.transpose ins(%arg39 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %149 = linalg.matmul ins(%collapsed_62, %transposed_66 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %150 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg40 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %151 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%149, %150 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_67 = tensor.expand_shape %151 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_68 = linalg.transpose ins(%arg41 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %152 = linalg.matmul ins(%collapsed_62, %transposed_68 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %153 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg42 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %154 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%152, %153 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_69 = tensor.expand_shape %154 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_70 = linalg.transpose ins(%expanded_69 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_71 = linalg.transpose ins(%expanded_67 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_72 = tensor.collapse_shape %transposed_65 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_73 = tensor.collapse_shape %transposed_71 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %155 = linalg.batch_matmul ins(%collapsed_72, %collapsed_73 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_74 = tensor.expand_shape %155 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_74 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %157 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %156, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %158:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%157 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_75 = tensor.expand_shape %158#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %expanded_75 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%160 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %161 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_76 = tensor.collapse_shape %162 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_77 = tensor.collapse_shape %transposed_70 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %163 = linalg.batch_matmul ins(%collapsed_76, %collapsed_77 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_78 = tensor.expand_shape %163 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_79 = linalg.transpose ins(%expanded_78 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_80 = tensor.collapse_shape %transposed_79 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_81 = linalg.transpose ins(%arg43 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %164 = linalg.matmul ins(%collapsed_80, %transposed_81 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %165 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg44 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %166 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%164, %165 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_82 = tensor.expand_shape %166 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_82, %145 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%167 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167, %169 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %170 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %175 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %arg45 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %arg46 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_83 = tensor.collapse_shape %178 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_84 = linalg.transpose ins(%arg47 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %179 = linalg.matmul ins(%collapsed_83, %transposed_84 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %180 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg48 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %181 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%179, %180 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_85 = tensor.expand_shape %181 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_85 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_86 = tensor.collapse_shape %182 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_87 = linalg.transpose ins(%arg49 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %183 = linalg.matmul ins(%collapsed_86, %transposed_87 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %184 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg50 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %185 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%183, %184 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_88 = tensor.expand_shape %185 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %186 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_88, %178 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%186 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %189 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %188 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %189 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%190 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %194 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %arg51 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %arg52 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_89 = tensor.collapse_shape %197 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_90 = linalg.transpose ins(%arg53 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %198 = linalg.matmul ins(%collapsed_89, %transposed_90 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %199 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg54 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %200 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%198, %199 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_91 = tensor.expand_shape %200 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_92 = linalg.transpose ins(%expanded_91 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_93 = linalg.transpose ins(%arg55 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %201 = linalg.matmul ins(%collapsed_89, %transposed_93 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %202 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg56 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %203 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%201, %202 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_94 = tensor.expand_shape %203 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_95 = linalg.transpose ins(%arg57 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %204 = linalg.matmul ins(%collapsed_89, %transposed_95 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %205 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg58 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %206 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%204, %205 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_96 = tensor.expand_shape %206 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_97 = linalg.transpose ins(%expanded_96 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_98 = linalg.transpose ins(%expanded_94 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_99 = tensor.collapse_shape %transposed_92 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_100 = tensor.collapse_shape %transposed_98 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %207 = linalg.batch_matmul ins(%collapsed_99, %collapsed_100 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_101 = tensor.expand_shape %207 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_101 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %209 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %208, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %210:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%209 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_102 = tensor.expand_shape %210#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %211 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209, %expanded_102 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %212 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %213 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%212 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %214 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%212, %213 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_103 = tensor.collapse_shape %214 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_104 = tensor.collapse_shape %transposed_97 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %215 = linalg.batch_matmul ins(%collapsed_103, %collapsed_104 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_105 = tensor.expand_shape %215 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_106 = linalg.transpose ins(%expanded_105 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_107 = tensor.collapse_shape %transposed_106 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_108 = linalg.transpose ins(%arg59 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %216 = linalg.matmul ins(%collapsed_107, %transposed_108 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %217 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg60 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %218 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%216, %217 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_109 = tensor.expand_shape %218 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %219 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_109, %197 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %220 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%219 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %221 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %221 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %223 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %222 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%223 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %225 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %226 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %227 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %228 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %227 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %229 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228, %arg61 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %230 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229, %arg62 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_110 = tensor.collapse_shape %230 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_111 = linalg.transpose ins(%arg63 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %231 = linalg.matmul ins(%collapsed_110, %transposed_111 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %232 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg64 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %233 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%231, %232 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_112 = tensor.expand_shape %233 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %234 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_112 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_113 = tensor.collapse_shape %234 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_114 = linalg.transpose ins(%arg65 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %235 = linalg.matmul ins(%collapsed_113, %transposed_114 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %236 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg66 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %237 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%235, %236 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_115 = tensor.expand_shape %237 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %238 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_115, %230 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %239 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%238 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %240 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %241 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%238, %240 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %242 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241, %241 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %243 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%242 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %244 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %245 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%244 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %246 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %247 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241, %246 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %248 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247, %arg67 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %249 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248, %arg68 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_116 = tensor.collapse_shape %249 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_117 = linalg.transpose ins(%arg69 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %250 = linalg.matmul ins(%collapsed_116, %transposed_117 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %251 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg70 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %252 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%250, %251 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_118 = tensor.expand_shape %252 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_119 = linalg.transpose ins(%expanded_118 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_120 = linalg.transpose ins(%arg71 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %253 = linalg.matmul ins(%collapsed_116, %transposed_120 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %254 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg72 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %255 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%253, %254 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_121 = tensor.expand_shape %255 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_122 = linalg.transpose ins(%arg73 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %256 = linalg.matmul ins(%collapsed_116, %transposed_122 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %257 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg74 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %258 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%256, %257 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_123 = tensor.expand_shape %258 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_124 = linalg.transpose ins(%expanded_123 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_125 = linalg.transpose ins(%expanded_121 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_126 = tensor.collapse_shape %transposed_119 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_127 = tensor.collapse_shape %transposed_125 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %259 = linalg.batch_matmul ins(%collapsed_126, %collapsed_127 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_128 = tensor.expand_shape %259 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_128 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %261 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %260, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %262:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%261 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_129 = tensor.expand_shape %262#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %263 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261, %expanded_129 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %264 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %265 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%264 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %266 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264, %265 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_130 = tensor.collapse_shape %266 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_131 = tensor.collapse_shape %transposed_124 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %267 = linalg.batch_matmul ins(%collapsed_130, %collapsed_131 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_132 = tensor.expand_shape %267 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_133 = linalg.transpose ins(%expanded_132 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_134 = tensor.collapse_shape %transposed_133 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_135 = linalg.transpose ins(%arg75 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %268 = linalg.matmul ins(%collapsed_134, %transposed_135 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %269 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg76 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %270 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%268, %269 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_136 = tensor.expand_shape %270 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %271 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_136, %249 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %272 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%271 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %273 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%272 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %274 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271, %273 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %275 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274, %274 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %276 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%275 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %277 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%276 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %278 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%277 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %279 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%278 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %280 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274, %279 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %281 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%280, %arg77 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %282 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%281, %arg78 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_137 = tensor.collapse_shape %282 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_138 = linalg.transpose ins(%arg79 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %283 = linalg.matmul ins(%collapsed_137, %transposed_138 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %284 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg80 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %285 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%283, %284 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_139 = tensor.expand_shape %285 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %286 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_139 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_140 = tensor.collapse_shape %286 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_141 = linalg.transpose ins(%arg81 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %287 = linalg.matmul ins(%collapsed_140, %transposed_141 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %288 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg82 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %289 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%287, %288 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_142 = tensor.expand_shape %289 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %290 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_142, %282 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %291 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%290 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %292 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %293 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290, %292 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %294 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293, %293 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %295 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%294 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %296 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %297 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%296 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %298 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%297 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %299 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293, %298 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %300 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299, %arg83 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %301 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %arg84 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_143 = tensor.collapse_shape %301 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_144 = linalg.transpose ins(%arg85 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %302 = linalg.matmul ins(%collapsed_143, %transposed_144 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %303 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg86 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %304 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%302, %303 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_145 = tensor.expand_shape %304 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_146 = linalg.transpose ins(%expanded_145 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_147 = linalg.transpose ins(%arg87 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %305 = linalg.matmul ins(%collapsed_143, %transposed_147 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %306 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg88 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %307 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%305, %306 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_148 = tensor.expand_shape %307 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_149 = linalg.transpose ins(%arg89 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %308 = linalg.matmul ins(%collapsed_143, %transposed_149 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %309 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %310 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%308, %309 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_150 = tensor.expand_shape %310 [[0, 1], [2, 3]] output_shape [8, 32, 12, 32] : tensor<256x384xf32> into tensor<8x32x12x32xf32>
    %transposed_151 = linalg.transpose ins(%expanded_150 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_152 = linalg.transpose ins(%expanded_148 : tensor<8x32x12x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_153 = tensor.collapse_shape %transposed_146 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_154 = tensor.collapse_shape %transposed_152 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %311 = linalg.batch_matmul ins(%collapsed_153, %collapsed_154 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_155 = tensor.expand_shape %311 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %312 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_155 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_4 : f64 to f32
      %368 = arith.mulf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x12x32x32xf32>
    %313 = linalg.generic {indexing_maps = [#map9, #map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %312, %cst_3 : tensor<8x1x1x32xi1>, tensor<8x12x32x32xf32>, tensor<f32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: i1, %in_171: f32, %in_172: f32, %out: f32):
      %367 = arith.select %in, %in_171, %in_172 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %314:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%313 : tensor<8x12x32x32xf32>) outs(%45, %43 : tensor<8x12x32xf32>, tensor<8x12x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_171: i64):
      %367 = linalg.index 3 : index
      %368 = arith.index_cast %367 : index to i64
      %369 = arith.maximumf %in, %out : f32
      %370 = arith.cmpf ogt, %in, %out : f32
      %371 = arith.select %370, %368, %out_171 : i64
      linalg.yield %369, %371 : f32, i64
    } -> (tensor<8x12x32xf32>, tensor<8x12x32xi64>)
    %expanded_156 = tensor.expand_shape %314#0 [[0], [1], [2, 3]] output_shape [8, 12, 32, 1] : tensor<8x12x32xf32> into tensor<8x12x32x1xf32>
    %315 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%313, %expanded_156 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %316 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%315 : tensor<8x12x32x32xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.exp %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %317 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%316 : tensor<8x12x32x32xf32>) outs(%50 : tensor<8x12x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x1xf32>
    %318 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316, %317 : tensor<8x12x32x32xf32>, tensor<8x12x32x1xf32>) outs(%30 : tensor<8x12x32x32xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x12x32x32xf32>
    %collapsed_157 = tensor.collapse_shape %318 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %collapsed_158 = tensor.collapse_shape %transposed_151 [[0, 1], [2], [3]] : tensor<8x12x32x32xf32> into tensor<96x32x32xf32>
    %319 = linalg.batch_matmul ins(%collapsed_157, %collapsed_158 : tensor<96x32x32xf32>, tensor<96x32x32xf32>) outs(%38 : tensor<96x32x32xf32>) -> tensor<96x32x32xf32>
    %expanded_159 = tensor.expand_shape %319 [[0, 1], [2], [3]] output_shape [8, 12, 32, 32] : tensor<96x32x32xf32> into tensor<8x12x32x32xf32>
    %transposed_160 = linalg.transpose ins(%expanded_159 : tensor<8x12x32x32xf32>) outs(%54 : tensor<8x32x12x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_161 = tensor.collapse_shape %transposed_160 [[0, 1], [2, 3]] : tensor<8x32x12x32xf32> into tensor<256x384xf32>
    %transposed_162 = linalg.transpose ins(%arg91 : tensor<384x384xf32>) outs(%24 : tensor<384x384xf32>) permutation = [1, 0] 
    %320 = linalg.matmul ins(%collapsed_161, %transposed_162 : tensor<256x384xf32>, tensor<384x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %321 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg92 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %322 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%320, %321 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_163 = tensor.expand_shape %322 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %323 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_163, %301 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %324 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%323 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %325 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%324 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %326 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %325 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %327 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326, %326 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %328 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%327 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %329 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %330 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%329 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %331 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%330 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %332 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326, %331 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %333 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%332, %arg93 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %334 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333, %arg94 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %collapsed_164 = tensor.collapse_shape %334 [[0, 1], [2]] : tensor<8x32x384xf32> into tensor<256x384xf32>
    %transposed_165 = linalg.transpose ins(%arg95 : tensor<1536x384xf32>) outs(%70 : tensor<384x1536xf32>) permutation = [1, 0] 
    %335 = linalg.matmul ins(%collapsed_164, %transposed_165 : tensor<256x384xf32>, tensor<384x1536xf32>) outs(%72 : tensor<256x1536xf32>) -> tensor<256x1536xf32>
    %336 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg96 : tensor<1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1536xf32>
    %337 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%335, %336 : tensor<256x1536xf32>, tensor<256x1536xf32>) outs(%71 : tensor<256x1536xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x1536xf32>
    %expanded_166 = tensor.expand_shape %337 [[0, 1], [2]] output_shape [8, 32, 1536] : tensor<256x1536xf32> into tensor<8x32x1536xf32>
    %338 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_166 : tensor<8x32x1536xf32>) outs(%76 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_7 : f32
      %368 = math.erf %367 : f32
      %369 = arith.addf %368, %cst_1 : f32
      %370 = arith.mulf %369, %cst_2 : f32
      %371 = arith.mulf %in, %370 : f32
      linalg.yield %371 : f32
    } -> tensor<8x32x1536xf32>
    %collapsed_167 = tensor.collapse_shape %338 [[0, 1], [2]] : tensor<8x32x1536xf32> into tensor<256x1536xf32>
    %transposed_168 = linalg.transpose ins(%arg97 : tensor<384x1536xf32>) outs(%78 : tensor<1536x384xf32>) permutation = [1, 0] 
    %339 = linalg.matmul ins(%collapsed_167, %transposed_168 : tensor<256x1536xf32>, tensor<1536x384xf32>) outs(%26 : tensor<256x384xf32>) -> tensor<256x384xf32>
    %340 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%arg98 : tensor<384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x384xf32>
    %341 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%339, %340 : tensor<256x384xf32>, tensor<256x384xf32>) outs(%25 : tensor<256x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<256x384xf32>
    %expanded_169 = tensor.expand_shape %341 [[0, 1], [2]] output_shape [8, 32, 384] : tensor<256x384xf32> into tensor<8x32x384xf32>
    %342 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_169, %334 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %343 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%342 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %344 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %345 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342, %344 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.subf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %346 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345, %345 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %347 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%346 : tensor<8x32x384xf32>) outs(%12 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %348 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.divf %in, %cst_6 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %349 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.truncf %cst_5 : f64 to f32
      %368 = arith.addf %in, %367 : f32
      linalg.yield %368 : f32
    } -> tensor<8x32x1xf32>
    %350 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<8x32x1xf32>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.rsqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %351 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345, %350 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %352 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %arg99 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %353 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352, %arg100 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.addf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %expanded_170 = tensor.expand_shape %arg102 [[0], [1, 2]] output_shape [8, 32, 1] : tensor<8x32xi64> into tensor<8x32x1xi64>
    %354 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_170 : tensor<8x32x1xi64>) outs(%11 : tensor<8x32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %367 = arith.sitofp %in : i64 to f32
      linalg.yield %367 : f32
    } -> tensor<8x32x1xf32>
    %355 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%353, %354 : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%4 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x32x384xf32>
    %356 = tensor.empty() : tensor<8x384xf32>
    %357 = linalg.fill ins(%cst : f32) outs(%356 : tensor<8x384xf32>) -> tensor<8x384xf32>
    %358 = linalg.generic {indexing_maps = [#map3, #map13], iterator_types = ["parallel", "reduction", "parallel"]} ins(%355 : tensor<8x32x384xf32>) outs(%357 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x384xf32>
    %359 = tensor.empty() : tensor<8x1xf32>
    %360 = linalg.fill ins(%cst : f32) outs(%359 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %361 = linalg.generic {indexing_maps = [#map3, #map13], iterator_types = ["parallel", "reduction", "parallel"]} ins(%354 : tensor<8x32x1xf32>) outs(%360 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x1xf32>
    %362 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel"]} ins(%358, %361 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%356 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x384xf32>
    %363 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%362, %362 : tensor<8x384xf32>, tensor<8x384xf32>) outs(%356 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.mulf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x384xf32>
    %364 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "reduction"]} ins(%363 : tensor<8x384xf32>) outs(%360 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = arith.addf %in, %out : f32
      linalg.yield %367 : f32
    } -> tensor<8x1xf32>
    %365 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%364 : tensor<8x1xf32>) outs(%359 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %367 = math.sqrt %in : f32
      linalg.yield %367 : f32
    } -> tensor<8x1xf32>
    %366 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel"]} ins(%362, %365 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%356 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_171: f32, %out: f32):
      %367 = arith.divf %in, %in_171 : f32
      linalg.yield %367 : f32
    } -> tensor<8x384xf32>
    return %366 : tensor<8x384xf32>
  }
}
