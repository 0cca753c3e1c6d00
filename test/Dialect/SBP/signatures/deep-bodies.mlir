// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s
// RUN: sbp-compile %s -o %t.sbpx

// Every scalar is read twice by the next: what a body reads is found once per scalar, not once per path.
// CHECK-LABEL: signatures of @doubled
// CHECK:      linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NEXT: (P, P) -> (P)
func.func @doubled(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%v1: f32, %y: f32):
    %v2 = arith.addf %v1, %v1 : f32
    %v3 = arith.addf %v2, %v2 : f32
    %v4 = arith.addf %v3, %v3 : f32
    %v5 = arith.addf %v4, %v4 : f32
    %v6 = arith.addf %v5, %v5 : f32
    %v7 = arith.addf %v6, %v6 : f32
    %v8 = arith.addf %v7, %v7 : f32
    %v9 = arith.addf %v8, %v8 : f32
    %v10 = arith.addf %v9, %v9 : f32
    %v11 = arith.addf %v10, %v10 : f32
    %v12 = arith.addf %v11, %v11 : f32
    %v13 = arith.addf %v12, %v12 : f32
    %v14 = arith.addf %v13, %v13 : f32
    %v15 = arith.addf %v14, %v14 : f32
    %v16 = arith.addf %v15, %v15 : f32
    %v17 = arith.addf %v16, %v16 : f32
    %v18 = arith.addf %v17, %v17 : f32
    %v19 = arith.addf %v18, %v18 : f32
    %v20 = arith.addf %v19, %v19 : f32
    %v21 = arith.addf %v20, %v20 : f32
    %v22 = arith.addf %v21, %v21 : f32
    %v23 = arith.addf %v22, %v22 : f32
    %v24 = arith.addf %v23, %v23 : f32
    %v25 = arith.addf %v24, %v24 : f32
    %v26 = arith.addf %v25, %v25 : f32
    %v27 = arith.addf %v26, %v26 : f32
    %v28 = arith.addf %v27, %v27 : f32
    %v29 = arith.addf %v28, %v28 : f32
    %v30 = arith.addf %v29, %v29 : f32
    %v31 = arith.addf %v30, %v30 : f32
    %v32 = arith.addf %v31, %v31 : f32
    %v33 = arith.addf %v32, %v32 : f32
    %v34 = arith.addf %v33, %v33 : f32
    %v35 = arith.addf %v34, %v34 : f32
    %v36 = arith.addf %v35, %v35 : f32
    %v37 = arith.addf %v36, %v36 : f32
    %v38 = arith.addf %v37, %v37 : f32
    %v39 = arith.addf %v38, %v38 : f32
    %v40 = arith.addf %v39, %v39 : f32
    %v41 = arith.addf %v40, %v40 : f32
    %s = arith.addf %v41, %y : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @scalars
func.func @scalars(%n: tensor<i64>, %x: tensor<8xf32>) -> tensor<4xf32> {
  %e = tensor.extract %n[] : tensor<i64>
  %v1 = arith.index_cast %e : i64 to index
  %v2 = arith.addi %v1, %v1 : index
  %v3 = arith.addi %v2, %v2 : index
  %v4 = arith.addi %v3, %v3 : index
  %v5 = arith.addi %v4, %v4 : index
  %v6 = arith.addi %v5, %v5 : index
  %v7 = arith.addi %v6, %v6 : index
  %v8 = arith.addi %v7, %v7 : index
  %v9 = arith.addi %v8, %v8 : index
  %v10 = arith.addi %v9, %v9 : index
  %v11 = arith.addi %v10, %v10 : index
  %v12 = arith.addi %v11, %v11 : index
  %v13 = arith.addi %v12, %v12 : index
  %v14 = arith.addi %v13, %v13 : index
  %v15 = arith.addi %v14, %v14 : index
  %v16 = arith.addi %v15, %v15 : index
  %v17 = arith.addi %v16, %v16 : index
  %v18 = arith.addi %v17, %v17 : index
  %v19 = arith.addi %v18, %v18 : index
  %v20 = arith.addi %v19, %v19 : index
  %v21 = arith.addi %v20, %v20 : index
  %v22 = arith.addi %v21, %v21 : index
  %v23 = arith.addi %v22, %v22 : index
  %v24 = arith.addi %v23, %v23 : index
  %v25 = arith.addi %v24, %v24 : index
  %v26 = arith.addi %v25, %v25 : index
  %v27 = arith.addi %v26, %v26 : index
  %v28 = arith.addi %v27, %v27 : index
  %v29 = arith.addi %v28, %v28 : index
  %v30 = arith.addi %v29, %v29 : index
  %v31 = arith.addi %v30, %v30 : index
  %v32 = arith.addi %v31, %v31 : index
  %v33 = arith.addi %v32, %v32 : index
  %v34 = arith.addi %v33, %v33 : index
  %v35 = arith.addi %v34, %v34 : index
  %v36 = arith.addi %v35, %v35 : index
  %v37 = arith.addi %v36, %v36 : index
  %v38 = arith.addi %v37, %v37 : index
  %v39 = arith.addi %v38, %v38 : index
  %v40 = arith.addi %v39, %v39 : index
  %v41 = arith.addi %v40, %v40 : index
  %r = tensor.extract_slice %x[%v41] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
