// RUN: sbp-opt %s --pass-pipeline='builtin.module(func.func(sbp-raise-captures))' -split-input-file -verify-diagnostics | FileCheck %s

// How torch-mlir writes an embedding; the checks of its bounds happen when it runs.
// CHECK-LABEL: func @embedding
// CHECK-SAME:    (%[[TABLE:.+]]: tensor<10x4xf32>, %[[IDS:.+]]: tensor<2x3xi64>)
// CHECK:         %[[ROWS:.+]] = nn.gather %[[TABLE]], %[[IDS]] {axis = 0 : i64}
// CHECK:         linalg.generic {{.*}} ins(%[[IDS]], %[[ROWS]]
// CHECK-NEXT:    ^bb0(%{{.+}}: i64, %[[ROW:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT:      linalg.yield %[[ROW]]
// CHECK-NOT:     cf.assert
func.func @embedding(%table: tensor<10x4xf32>, %ids: tensor<2x3xi64>) -> tensor<2x3x4xf32> {
  %bound = arith.constant 10 : index
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<2x3xi64>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 2 : index
    %inside = arith.cmpi slt, %row, %bound : index
    cf.assert %inside, "index must be smaller than dim size"
    %v = tensor.extract %table[%row, %column] : tensor<10x4xf32>
    linalg.yield %v : f32
  } -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Negative indices count from the end: the sum is computed by an op of its own.
// CHECK-LABEL: func @negative
// CHECK:         %[[FIXED:.+]] = linalg.generic
// CHECK:           arith.select
// CHECK:           linalg.yield %{{.+}} : i64
// CHECK:         nn.gather %{{.+}}, %[[FIXED]] {axis = 1 : i64} : (tensor<4x10xf32>, tensor<3xi64>) -> tensor<4x3xf32>
func.func @negative(%data: tensor<4x10xf32>, %ids: tensor<3xi64>) -> tensor<4x3xf32> {
  %zero = arith.constant 0 : i64
  %size = arith.constant 10 : i64
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = linalg.index 0 : index
    %negative = arith.cmpi slt, %id, %zero : i64
    %wrapped = arith.addi %id, %size : i64
    %chosen = arith.select %negative, %wrapped, %id : i64
    %column = arith.index_cast %chosen : i64 to index
    %v = tensor.extract %data[%row, %column] : tensor<4x10xf32>
    linalg.yield %v : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// Indexed by loops alone: an operand like any other, as far as the loops go.
// CHECK-LABEL: func @loop_indices
// CHECK:         %[[PART:.+]] = tensor.extract_slice %{{.+}}[0, 0] [3, 2] [1, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[PART]] : tensor<3x2xf32>)
func.func @loop_indices(%data: tensor<3x8xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 0 : index
    %v = tensor.extract %data[%i, %j] : tensor<3x8xf32>
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The index of a loop of one step has become a constant.
// CHECK-LABEL: func @concatenate_of_one_row
// CHECK-SAME:    %[[A:.+]]: tensor<1x3x2xf32>, %[[B:.+]]: tensor<1x1x2xf32>
// CHECK:         %[[C:.+]] = tensor.concat dim(1) %[[A]], %[[B]]
// CHECK:         return %[[C]]
func.func @concatenate_of_one_row(%a: tensor<1x3x2xf32>, %b: tensor<1x1x2xf32>) -> tensor<1x4x2xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<1x4x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<1x4x2xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c = arith.cmpi ult, %j, %c3 : index
    %v = scf.if %c -> (f32) {
      %x = tensor.extract %a[%c0, %j, %k] : tensor<1x3x2xf32>
      scf.yield %x : f32
    } else {
      %s = arith.subi %j, %c3 : index
      %x = tensor.extract %b[%c0, %s, %k] : tensor<1x1x2xf32>
      scf.yield %x : f32
    }
    linalg.yield %v : f32
  } -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}

// How StableHLO's concatenate reaches linalg.
// CHECK-LABEL: func @concatenate
// CHECK-SAME:    (%[[A:.+]]: tensor<2x3xf32>, %[[B:.+]]: tensor<2x5xf32>)
// CHECK:         %[[C:.+]] = tensor.concat dim(1) %[[A]], %[[B]]
// CHECK-NEXT:    return %[[C]]
func.func @concatenate(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<2x8xf32> {
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<2x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c3 : index
    %v = scf.if %first -> (f32) {
      %x = tensor.extract %a[%i, %j] : tensor<2x3xf32>
      scf.yield %x : f32
    } else {
      %k = arith.subi %j, %c3 : index
      %x = tensor.extract %b[%i, %k] : tensor<2x5xf32>
      scf.yield %x : f32
    }
    linalg.yield %v : f32
  } -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// Neighbouring dimensions are one to the gather; each index stays in its own.
// CHECK-LABEL: func @two_computed_indices
// CHECK-SAME:    (%[[DATA:.+]]: tensor<4x5xf32>, %[[IDS:.+]]: tensor<3xi64>)
// CHECK:         %[[ROWS:.+]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1]]
// CHECK:         %[[FLAT:.+]] = linalg.generic {{.+}} ins(%[[IDS]]
// CHECK:           arith.minsi
// CHECK:           arith.muli
// CHECK:           arith.addi
// CHECK:         nn.gather %[[ROWS]], %[[FLAT]] {axis = 0 : i64}
func.func @two_computed_indices(%data: tensor<4x5xf32>, %ids: tensor<3xi64>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %v = tensor.extract %data[%i, %i] : tensor<4x5xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @distant_computed_indices(%data: tensor<4x3x4xf32>, %ids: tensor<3xi64>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %a = linalg.index 0 : index
    // expected-error @+1 {{reads a tensor that is not an operand of the linalg.generic around it, at computed indices of dimensions that are not neighbours; write it as an operand or as nn.gather}}
    %v = tensor.extract %data[%i, %a, %i] : tensor<4x3x4xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @conditional(%data: tensor<3xf32>) -> tensor<3xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %v = scf.if %first -> (f32) {
      // expected-error @+1 {{reads a tensor that is not an operand of the linalg.generic around it, under a condition}}
      %x = tensor.extract %data[%i] : tensor<3xf32>
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Read at the same loop as its indices: each row is chosen from by indices of its own (take_along_axis).
// CHECK-LABEL: func @along_axis
// CHECK-SAME:    (%[[DATA:.+]]: tensor<3x5xf32>, %[[IDS:.+]]: tensor<3x2xi64>)
// CHECK:         %[[TAKEN:.+]] = nn.gather %[[DATA]], %[[IDS]] {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<3x5xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[IDS]], %[[TAKEN]]
func.func @along_axis(%data: tensor<3x5xf32>, %ids: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3x2xi64>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = linalg.index 0 : index
    %column = arith.index_cast %id : i64 to index
    %v = tensor.extract %data[%row, %column] : tensor<3x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Batch dimensions that do not lead are brought in front; the reader reads them where they are then.
// CHECK-LABEL: func @along_middle_axis
// CHECK-SAME:    (%[[DATA:.+]]: tensor<3x5x4xf32>, %[[IDS:.+]]: tensor<3x2x4xi64>)
// CHECK-DAG:     %[[TABLE:.+]] = linalg.transpose ins(%[[DATA]] : {{.*}} permutation = [0, 2, 1]
// CHECK-DAG:     %[[PLACES:.+]] = linalg.transpose ins(%[[IDS]] : {{.*}} permutation = [0, 2, 1]
// CHECK:         nn.gather %[[TABLE]], %[[PLACES]] {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<3x4x5xf32>, tensor<3x4x2xi64>) -> tensor<3x4x2xf32>
func.func @along_middle_axis(%data: tensor<3x5x4xf32>, %ids: tensor<3x2x4xi64>) -> tensor<3x2x4xf32> {
  %e = tensor.empty() : tensor<3x2x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<3x2x4xi64>) outs(%e : tensor<3x2x4xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = linalg.index 0 : index
    %plane = linalg.index 2 : index
    %column = arith.index_cast %id : i64 to index
    %v = tensor.extract %data[%row, %column, %plane] : tensor<3x5x4xf32>
    linalg.yield %v : f32
  } -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// A row whose number was computed outside of the body: a gather at that number.
// CHECK-LABEL: func @row_at_a_position
// CHECK-SAME:    (%[[TABLE:.+]]: tensor<5x3xf32>, %{{.+}}: tensor<i64>)
// CHECK:         %[[AT:.+]] = tensor.extract
// CHECK:         %[[CAST:.+]] = arith.index_cast %[[AT]] : i64 to index
// CHECK:         %[[INDICES:.+]] = linalg.generic
// CHECK:           arith.index_cast %[[CAST]] : index to i64
// CHECK:         nn.gather %[[TABLE]], %[[INDICES]] {axis = 0 : i64}
func.func @row_at_a_position(%table: tensor<5x3xf32>, %position: tensor<i64>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %n = tensor.extract %position[] : tensor<i64>
  %row = arith.index_cast %n : i64 to index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%out: f32):
    %column = linalg.index 0 : index
    %v = tensor.extract %table[%row, %column] : tensor<5x3xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
