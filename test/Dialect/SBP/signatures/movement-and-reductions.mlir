// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: signatures of @broadcast{{$}}
// CHECK-NEXT: linalg.broadcast
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (B, S(0)) -> (S(0))
// CHECK-NEXT: (S(0), S(1)) -> (S(1))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @broadcast(%x: tensor<6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.broadcast ins(%x : tensor<6xf32>) outs(%o : tensor<4x6xf32>) dimensions = [0]
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @transpose{{$}}
// CHECK-NEXT: linalg.transpose
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(1), S(0)) -> (S(0))
// CHECK-NEXT: (S(0), S(1)) -> (S(1))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @transpose(%x: tensor<4x6xf32>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%o : tensor<6x4xf32>) permutation = [1, 0]
  return %r : tensor<6x4xf32>
}

// CHECK-LABEL: signatures of @reduce_sum_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @reduce_sum_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_prod_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(prod)) -> (P(prod))
// CHECK-NEXT: (P(prod), P(prod)) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_prod_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.mulf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_max_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(max)) -> (P(max))
// CHECK-NEXT: (P(max), P(max)) -> (P(max))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_max_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_maxnum_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(maxnum), P(maxnum)) -> (P(maxnum))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_maxnum_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.maxnumf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_min_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(min)) -> (P(min))
// CHECK-NEXT: (P(min), P(min)) -> (P(min))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_min_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.minimumf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_minnum_f32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(minnum)) -> (P(minnum))
// CHECK-NEXT: (P(minnum), P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_minnum_f32(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.minnumf } ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reduce_sum_i32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @reduce_sum_i32(%x: tensor<4x6xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.reduce { arith.addi } ins(%x : tensor<4x6xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @reduce_max_i32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(max)) -> (P(max))
// CHECK-NEXT: (P(max), P(max)) -> (P(max))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_max_i32(%x: tensor<4x6xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @reduce_umax_i32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(umax)) -> (P(umax))
// CHECK-NEXT: (P(umax), P(umax)) -> (P(umax))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_umax_i32(%x: tensor<4x6xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.reduce { arith.maxui } ins(%x : tensor<4x6xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @reduce_umin_i32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(umin)) -> (P(umin))
// CHECK-NEXT: (P(umin), P(umin)) -> (P(umin))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_umin_i32(%x: tensor<4x6xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.reduce { arith.minui } ins(%x : tensor<4x6xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @reduce_and_i1{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(and)) -> (P(and))
// CHECK-NEXT: (P(and), P(and)) -> (P(and))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_and_i1(%x: tensor<4x6xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.reduce { arith.andi } ins(%x : tensor<4x6xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @reduce_or_i1{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(or)) -> (P(or))
// CHECK-NEXT: (P(or), P(or)) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @reduce_or_i1(%x: tensor<4x6xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.reduce { arith.ori } ins(%x : tensor<4x6xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @reduce_or_of_integers_i32{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: or does not combine partial values of i32
// CHECK-NOT: {{->|blocked}}
func.func @reduce_or_of_integers_i32(%x: tensor<4x6xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.reduce { arith.ori } ins(%x : tensor<4x6xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @reduce_xor_i1{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body is not init (+) g with g independent of the inits
// CHECK-NOT: {{->|blocked}}
func.func @reduce_xor_i1(%x: tensor<4x6xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.reduce { arith.xori } ins(%x : tensor<4x6xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @reduce_max_of_booleans_i1{{$}}
// CHECK-NEXT: linalg.reduce
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: max does not combine partial values of i1
// CHECK-NOT: {{->|blocked}}
func.func @reduce_max_of_booleans_i1(%x: tensor<4x6xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @fill_0_0_f32{{$}}
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: (-, _) -> (B)
// CHECK-NEXT: (-, S(0)) -> (S(0))
// CHECK-NEXT: (-, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @fill_0_0_f32(%o: tensor<4xf32>) -> tensor<4xf32> {
  %v = arith.constant 0.0 : f32
  %r = linalg.fill ins(%v : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @fill_minus_0_0_f32{{$}}
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: (-, _) -> (B)
// CHECK-NEXT: (-, S(0)) -> (S(0))
// CHECK-NEXT: (-, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @fill_minus_0_0_f32(%o: tensor<4xf32>) -> tensor<4xf32> {
  %v = arith.constant -0.0 : f32
  %r = linalg.fill ins(%v : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @fill_1_0_f32{{$}}
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: (-, _) -> (B)
// CHECK-NEXT: (-, S(0)) -> (S(0))
// CHECK-NEXT: (-, _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @fill_1_0_f32(%o: tensor<4xf32>) -> tensor<4xf32> {
  %v = arith.constant 1.0 : f32
  %r = linalg.fill ins(%v : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @fill_2_0_f32{{$}}
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: (-, _) -> (B)
// CHECK-NEXT: (-, S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @fill_2_0_f32(%o: tensor<4xf32>) -> tensor<4xf32> {
  %v = arith.constant 2.0 : f32
  %r = linalg.fill ins(%v : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @fill_0_i32{{$}}
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: (-, _) -> (B)
// CHECK-NEXT: (-, S(0)) -> (S(0))
// CHECK-NEXT: (-, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @fill_0_i32(%o: tensor<4xi32>) -> tensor<4xi32> {
  %v = arith.constant 0 : i32
  %r = linalg.fill ins(%v : i32) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @fill_rng_2d{{$}}
// CHECK-NEXT: linalg.fill_rng_2d
// CHECK-NEXT: (-, -, -, _) -> (B)
// CHECK-NEXT: (-, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (-, -, -, S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @fill_rng_2d(%min: f64, %max: f64, %seed: i32, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.fill_rng_2d ins(%min, %max, %seed : f64, f64, i32) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @softmax{{$}}
// CHECK-NEXT: linalg.softmax
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): dimension 1 is normalised as a whole; the alternative `statistics` splits it
// CHECK-NEXT: alternative: statistics
// CHECK-NOT: {{->|blocked}}
func.func @softmax(%x: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}
