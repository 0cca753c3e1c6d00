// Every enumerated signature of reductions with every combiner is executed on random states; an unsound one is an error.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_mulf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.mulf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_maximumf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_minimumf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.minimumf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_maxnumf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.maxnumf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_minnumf_f32(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.minnumf } ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addi_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.addi } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_muli_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.muli } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_maxsi_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.maxsi } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_minsi_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.minsi } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_maxui_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.maxui } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_minui_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.minui } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_andi_i1(%x: tensor<3x5xi1>, %o: tensor<3xi1>) -> tensor<3xi1> {
  %r = linalg.reduce { arith.andi } ins(%x : tensor<3x5xi1>) outs(%o : tensor<3xi1>) dimensions = [1]
  return %r : tensor<3xi1>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_ori_i1(%x: tensor<3x5xi1>, %o: tensor<3xi1>) -> tensor<3xi1> {
  %r = linalg.reduce { arith.ori } ins(%x : tensor<3x5xi1>) outs(%o : tensor<3xi1>) dimensions = [1]
  return %r : tensor<3xi1>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_xori_i8(%x: tensor<3x5xi8>, %o: tensor<3xi8>) -> tensor<3xi8> {
  %r = linalg.reduce { arith.xori } ins(%x : tensor<3x5xi8>) outs(%o : tensor<3xi8>) dimensions = [1]
  return %r : tensor<3xi8>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addf_bf16(%x: tensor<3x5xbf16>, %o: tensor<3xbf16>) -> tensor<3xbf16> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x5xbf16>) outs(%o : tensor<3xbf16>) dimensions = [1]
  return %r : tensor<3xbf16>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addf_f16(%x: tensor<3x5xf16>, %o: tensor<3xf16>) -> tensor<3xf16> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf16>) outs(%o : tensor<3xf16>) dimensions = [1]
  return %r : tensor<3xf16>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addf_f64(%x: tensor<3x5xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf64>) outs(%o : tensor<3xf64>) dimensions = [1]
  return %r : tensor<3xf64>
}

// CHECK: {{^}}linalg.reduce 2:
func.func @reduce_addi_i64(%x: tensor<3x5xi64>, %o: tensor<3xi64>) -> tensor<3xi64> {
  %r = linalg.reduce { arith.addi } ins(%x : tensor<3x5xi64>) outs(%o : tensor<3xi64>) dimensions = [1]
  return %r : tensor<3xi64>
}

// CHECK: {{^}}linalg.softmax 2:
func.func @softmax(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// Sums of squares are not linear in what they square.
// CHECK: {{^}}linalg.generic 2:
func.func @sum_of_squares(%x: tensor<3x5xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%o : tensor<3xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.mulf %a, %a : f32
    %n = arith.addf %acc, %s : f32
    linalg.yield %n : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// The index of the largest element is not separable from the element.
// CHECK: {{^}}linalg.generic 2:
func.func @argmax(%x: tensor<3x5xf32>, %m: tensor<3xf32>, %k: tensor<3xi64>) -> tensor<3xi64> {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%m, %k : tensor<3xf32>, tensor<3xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %a, %best : f32
    %n = arith.select %c, %a, %best : f32
    %p = arith.select %c, %j, %at : i64
    linalg.yield %n, %p : f32, i64
  } -> (tensor<3xf32>, tensor<3xi64>)
  return %r#1 : tensor<3xi64>
}

// CHECK: executed signatures: {{[0-9][0-9][0-9]+$}}
