#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map6 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2)>
module @jit_recurrent {
  func.func public @main(%arg0: tensor<3x3xf32> {sbp.name = "w"}, %arg1: tensor<4x2x3xf32> {sbp.name = "x"}) -> (tensor<f32> {sbp.name = "result.0"}, tensor<3x3xf32> {sbp.name = "result.1.0"}, tensor<4x2x3xf32> {sbp.name = "result.1.1"}) {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3xf32>
    %2 = tensor.empty() : tensor<0x2x3xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%2 : tensor<0x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<0x2x3xf32>
    %extracted_slice = tensor.extract_slice %arg1[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %4:5 = call @closed_call(%arg0, %1, %collapsed) : (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_3 = tensor.extract_slice %arg1[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_4 = tensor.collapse_shape %extracted_slice_3 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %5:5 = call @closed_call(%arg0, %4#0, %collapsed_4) : (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_5 = tensor.extract_slice %arg1[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %6:5 = call @closed_call(%arg0, %5#0, %collapsed_6) : (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_7 = tensor.extract_slice %arg1[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %7:5 = call @closed_call(%arg0, %6#0, %collapsed_8) : (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %8 = tensor.empty() : tensor<1x2x3xf32>
    %9 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4#1 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5#1 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6#1 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %12 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7#1 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %13 = tensor.empty() : tensor<4x2x3xf32>
    %14 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c1 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %9[%56, %54, %55] : tensor<1x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.cmpi ult, %56, %c2 : index
        %60 = scf.if %59 -> (f32) {
          %61 = arith.subi %56, %c1 : index
          %extracted = tensor.extract %10[%61, %54, %55] : tensor<1x2x3xf32>
          scf.yield %extracted : f32
        } else {
          %61 = arith.cmpi ult, %56, %c3 : index
          %62 = scf.if %61 -> (f32) {
            %63 = arith.subi %56, %c2 : index
            %extracted = tensor.extract %11[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          } else {
            %63 = arith.subi %56, %c3 : index
            %extracted = tensor.extract %12[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          }
          scf.yield %62 : f32
        }
        scf.yield %60 : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %19 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c1 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %15[%56, %54, %55] : tensor<1x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.cmpi ult, %56, %c2 : index
        %60 = scf.if %59 -> (f32) {
          %61 = arith.subi %56, %c1 : index
          %extracted = tensor.extract %16[%61, %54, %55] : tensor<1x2x3xf32>
          scf.yield %extracted : f32
        } else {
          %61 = arith.cmpi ult, %56, %c3 : index
          %62 = scf.if %61 -> (f32) {
            %63 = arith.subi %56, %c2 : index
            %extracted = tensor.extract %17[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          } else {
            %63 = arith.subi %56, %c3 : index
            %extracted = tensor.extract %18[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          }
          scf.yield %62 : f32
        }
        scf.yield %60 : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4#3 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5#3 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6#3 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7#3 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %24 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c1 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %20[%56, %54, %55] : tensor<1x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.cmpi ult, %56, %c2 : index
        %60 = scf.if %59 -> (f32) {
          %61 = arith.subi %56, %c1 : index
          %extracted = tensor.extract %21[%61, %54, %55] : tensor<1x2x3xf32>
          scf.yield %extracted : f32
        } else {
          %61 = arith.cmpi ult, %56, %c3 : index
          %62 = scf.if %61 -> (f32) {
            %63 = arith.subi %56, %c2 : index
            %extracted = tensor.extract %22[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          } else {
            %63 = arith.subi %56, %c3 : index
            %extracted = tensor.extract %23[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          }
          scf.yield %62 : f32
        }
        scf.yield %60 : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4#4 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5#4 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6#4 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7#4 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %29 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c1 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %25[%56, %54, %55] : tensor<1x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.cmpi ult, %56, %c2 : index
        %60 = scf.if %59 -> (f32) {
          %61 = arith.subi %56, %c1 : index
          %extracted = tensor.extract %26[%61, %54, %55] : tensor<1x2x3xf32>
          scf.yield %extracted : f32
        } else {
          %61 = arith.cmpi ult, %56, %c3 : index
          %62 = scf.if %61 -> (f32) {
            %63 = arith.subi %56, %c2 : index
            %extracted = tensor.extract %27[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          } else {
            %63 = arith.subi %56, %c3 : index
            %extracted = tensor.extract %28[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          }
          scf.yield %62 : f32
        }
        scf.yield %60 : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %30 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c0 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %3[%56, %54, %55] : tensor<0x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %extracted = tensor.extract %14[%56, %54, %55] : tensor<4x2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %31 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c0 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %3[%56, %54, %55] : tensor<0x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %extracted = tensor.extract %19[%56, %54, %55] : tensor<4x2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %32 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c0 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %3[%56, %54, %55] : tensor<0x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %extracted = tensor.extract %24[%56, %54, %55] : tensor<4x2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %33 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c0 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %3[%56, %54, %55] : tensor<0x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %extracted = tensor.extract %29[%56, %54, %55] : tensor<4x2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %30 : tensor<4x2x3xf32>, tensor<4x2x3xf32>) outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %54 = arith.mulf %in, %in_41 : f32
      linalg.yield %54 : f32
    } -> tensor<4x2x3xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x3xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %30 : tensor<4x2x3xf32>, tensor<4x2x3xf32>) outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %54 = arith.mulf %in, %in_41 : f32
      linalg.yield %54 : f32
    } -> tensor<4x2x3xf32>
    %37 = tensor.empty() : tensor<f32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<f32>) -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction", "reduction", "reduction"]} ins(%34 : tensor<4x2x3xf32>) outs(%38 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %out, %in : f32
      linalg.yield %54 : f32
    } -> tensor<f32>
    %40 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x3xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %36 : tensor<4x2x3xf32>, tensor<4x2x3xf32>) outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %54 = arith.mulf %in, %in_41 : f32
      linalg.yield %54 : f32
    } -> tensor<4x2x3xf32>
    %42 = tensor.empty() : tensor<3x3xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%42 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3xf32>
    %extracted_slice_9 = tensor.extract_slice %41[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_11 = tensor.extract_slice %31[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_13 = tensor.extract_slice %32[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_15 = tensor.extract_slice %33[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %44:3 = call @closed_call_0(%arg0, %43, %1, %collapsed_10, %collapsed_12, %collapsed_14, %collapsed_16) : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_17 = tensor.extract_slice %41[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_18 = tensor.collapse_shape %extracted_slice_17 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_19 = tensor.extract_slice %31[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_20 = tensor.collapse_shape %extracted_slice_19 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_21 = tensor.extract_slice %32[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_22 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_23 = tensor.extract_slice %33[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice_23 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %45:3 = call @closed_call_0(%arg0, %44#0, %44#1, %collapsed_18, %collapsed_20, %collapsed_22, %collapsed_24) : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_25 = tensor.extract_slice %41[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_25 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_27 = tensor.extract_slice %31[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_28 = tensor.collapse_shape %extracted_slice_27 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_29 = tensor.extract_slice %32[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_30 = tensor.collapse_shape %extracted_slice_29 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_31 = tensor.extract_slice %33[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_32 = tensor.collapse_shape %extracted_slice_31 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %46:3 = call @closed_call_0(%arg0, %45#0, %45#1, %collapsed_26, %collapsed_28, %collapsed_30, %collapsed_32) : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %extracted_slice_33 = tensor.extract_slice %41[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_34 = tensor.collapse_shape %extracted_slice_33 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_35 = tensor.extract_slice %31[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_36 = tensor.collapse_shape %extracted_slice_35 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_37 = tensor.extract_slice %32[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_38 = tensor.collapse_shape %extracted_slice_37 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %extracted_slice_39 = tensor.extract_slice %33[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x3xf32>
    %collapsed_40 = tensor.collapse_shape %extracted_slice_39 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %47:3 = call @closed_call_0(%arg0, %46#0, %46#1, %collapsed_34, %collapsed_36, %collapsed_38, %collapsed_40) : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
    %48 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44#2 : tensor<2x3xf32>) outs(%8 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x3xf32>
    %52 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c1 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %48[%56, %54, %55] : tensor<1x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.cmpi ult, %56, %c2 : index
        %60 = scf.if %59 -> (f32) {
          %61 = arith.subi %56, %c1 : index
          %extracted = tensor.extract %49[%61, %54, %55] : tensor<1x2x3xf32>
          scf.yield %extracted : f32
        } else {
          %61 = arith.cmpi ult, %56, %c3 : index
          %62 = scf.if %61 -> (f32) {
            %63 = arith.subi %56, %c2 : index
            %extracted = tensor.extract %50[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          } else {
            %63 = arith.subi %56, %c3 : index
            %extracted = tensor.extract %51[%63, %54, %55] : tensor<1x2x3xf32>
            scf.yield %extracted : f32
          }
          scf.yield %62 : f32
        }
        scf.yield %60 : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    %53 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<4x2x3xf32>) {
    ^bb0(%out: f32):
      %54 = linalg.index 1 : index
      %55 = linalg.index 2 : index
      %56 = linalg.index 0 : index
      %57 = arith.cmpi ult, %56, %c4 : index
      %58 = scf.if %57 -> (f32) {
        %extracted = tensor.extract %52[%56, %54, %55] : tensor<4x2x3xf32>
        scf.yield %extracted : f32
      } else {
        %59 = arith.subi %56, %c4 : index
        %extracted = tensor.extract %3[%59, %54, %55] : tensor<0x2x3xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %58 : f32
    } -> tensor<4x2x3xf32>
    return %39, %47#0, %53 : tensor<f32>, tensor<3x3xf32>, tensor<4x2x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = linalg.matmul ins(%arg1, %arg0 : tensor<2x3xf32>, tensor<3x3xf32>) outs(%1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.addf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<2x3xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = math.tanh %in : f32
      linalg.yield %7 : f32
    } -> tensor<2x3xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x3xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %4 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %7 = arith.subf %in, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<2x3xf32>
    return %4, %4, %arg1, %4, %6 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<3x3xf32>, %arg1: tensor<3x3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<2x3xf32>, %arg4: tensor<2x3xf32>, %arg5: tensor<2x3xf32>, %arg6: tensor<2x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg3 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<2x3xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg6 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.mulf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<2x3xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %arg5 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.mulf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<2x3xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<2x3xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4, %arg4 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%6 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.mulf %in, %in_0 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<3x3xf32>
    %8 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<3x3xf32>) outs(%5 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %8 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%5 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<3x3xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %11 = linalg.generic {indexing_maps = [#map9, #map4, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4, %arg0 : tensor<2x3xf32>, tensor<3x3xf32>) outs(%10 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.mulf %in, %in_0 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<2x3xf32>
    return %9, %11, %4 : tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  }
}
