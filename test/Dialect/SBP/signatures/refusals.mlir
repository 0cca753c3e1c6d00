// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// The maps never see a captured tensor.
// CHECK-LABEL: signatures of @captured_table{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: error: the body reads a tensor that is not an operand (tensor.extract); raise it to nn.gather
// CHECK-NOT: {{->|blocked}}
func.func @captured_table(%x: tensor<4xi64>, %o: tensor<4xf32>, %t: tensor<9xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: i64, %out: f32):
    %i = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%i] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @assertion_in_the_body{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: error: the body has side effects (cf.assert); remove it
// CHECK-NOT: {{->|blocked}}
func.func @assertion_in_the_body(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %t = arith.cmpf oge, %a, %z : f32
    cf.assert %t, "negative"
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An init that the body does not read constrains nothing.
// CHECK-LABEL: signatures of @dead_init{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, B, _) -> (P)
// CHECK-NEXT: (B, P, _) -> (P)
// CHECK-NEXT: (P(prod), P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @dead_init(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An init that is added to counts once: it is partial with the rest.
// CHECK-LABEL: signatures of @live_init{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @live_init(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %v = arith.addf %a, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A ring homomorphism; the order of the integers does not survive it.
// CHECK-LABEL: signatures of @integers_narrow{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @integers_narrow(%x: tensor<4xi32>, %o: tensor<4xi8>) -> tensor<4xi8> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xi8>) {
  ^bb0(%a: i32, %out: i8):
    %v = arith.trunci %a : i32 to i8
    linalg.yield %v : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// 100 + 100 is -56 before and 200 after.
// CHECK-LABEL: signatures of @integers_widen{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NOT: {{->|blocked}}
func.func @integers_widen(%x: tensor<4xi8>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi8>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i8, %out: i32):
    %v = arith.extsi %a : i8 to i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @integers_to_floats{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @integers_to_floats(%x: tensor<4xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: i32, %out: f32):
    %v = arith.sitofp %a : i32 to f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// 0.6 + 0.6 is 1, but 0 + 0 is 0.
// CHECK-LABEL: signatures of @floats_to_integers{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @floats_to_integers(%x: tensor<4xf32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: f32, %out: i32):
    %v = arith.fptosi %a : f32 to i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// 1 and -1 are both true, their sum is not.
// CHECK-LABEL: signatures of @floats_to_booleans{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @floats_to_booleans(%x: tensor<4xf32>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: f32, %out: i1):
    %z = arith.constant 0.0 : f32
    %v = arith.cmpf une, %a, %z : f32
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// Rounding is not linear. It is monotone.
// CHECK-LABEL: signatures of @floats_narrow{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @floats_narrow(%x: tensor<4xf32>, %o: tensor<4xbf16>) -> tensor<4xbf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xbf16>) {
  ^bb0(%a: f32, %out: bf16):
    %v = arith.truncf %a : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// The author may allow it.
// CHECK-LABEL: signatures of @floats_narrow_with_leave{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @floats_narrow_with_leave(%x: tensor<4xf32>, %o: tensor<4xbf16>) -> tensor<4xbf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xbf16>) attrs = {sbp.allow_rounding_partials} {
  ^bb0(%a: f32, %out: bf16):
    %v = arith.truncf %a : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// CHECK-LABEL: signatures of @floats_widen{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @floats_widen(%x: tensor<4xbf16>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xbf16>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: bf16, %out: f32):
    %v = arith.extf %a : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The sum of squares may be partial; what goes into the squares may not.
// CHECK-LABEL: signatures of @sum_of_squares{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @sum_of_squares(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.mulf %a, %a : f32
    %v = arith.addf %s, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// sqrt(9 + 16) is 5, not 7; partials 4 and -1 of a maximum give NaN.
// CHECK-LABEL: signatures of @root_of_a_sum{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @root_of_a_sum(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %v = math.sqrt %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Rounded once per rank, as the type of the init asks for.
// CHECK-LABEL: signatures of @accumulates_at_higher_precision{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @accumulates_at_higher_precision(%x: tensor<4x6xbf16>, %o: tensor<4xbf16>) -> tensor<4xbf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xbf16>) outs(%o : tensor<4xbf16>) {
  ^bb0(%a: bf16, %out: bf16):
    %e = arith.extf %out : bf16 to f32
    %x32 = arith.extf %a : bf16 to f32
    %s = arith.addf %e, %x32 : f32
    %v = arith.truncf %s : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// decay * out + g depends on the sequence.
// CHECK-LABEL: signatures of @decays{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body is not init (+) g with g independent of the inits
// CHECK-NOT: {{->|blocked}}
func.func @decays(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %k = arith.constant 0.5 : f32
    %d = arith.mulf %out, %k : f32
    %v = arith.addf %d, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @subtracts_from_init{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P) -> (P)
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @subtracts_from_init(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %v = arith.subf %out, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @subtracts_init{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body is not init (+) g with g independent of the inits
// CHECK-NOT: {{->|blocked}}
func.func @subtracts_init(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %v = arith.subf %a, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @reads_init_twice{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body is not init (+) g with g independent of the inits
// CHECK-NOT: {{->|blocked}}
func.func @reads_init_twice(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %out : f32
    %v = arith.addf %s, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @last_one_wins{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body does not combine with its init
// CHECK-NOT: {{->|blocked}}
func.func @last_one_wins(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A product over the dimension of sums over the ranks is not a sum.
// CHECK-LABEL: signatures of @product_of_sums{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), P(prod)) -> (P(prod))
// CHECK-NEXT: (P(prod), P(prod)) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @product_of_sums(%x: tensor<4x6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %v = arith.mulf %out, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The position follows the maximum: not separable per result.
// CHECK-LABEL: signatures of @argmax{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, B) -> (B, B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0), S(0))
// CHECK-NEXT: blocked d1 (6): result #0: the body is not init (+) g with g independent of the inits
// CHECK-NOT: {{->|blocked}}
func.func @argmax(%x: tensor<4x6xf32>, %m: tensor<4xf32>, %k: tensor<4xi64>) -> tensor<4xf32> {
  %r, %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%m, %k : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %better = arith.cmpf ogt, %a, %best : f32
    %value = arith.select %better, %a, %best : f32
    %where = arith.select %better, %here, %at : i64
    linalg.yield %value, %where : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r : tensor<4xf32>
}

// Two accumulators that do not see each other.
// CHECK-LABEL: signatures of @two_sums{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, B) -> (B, B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0), S(0))
// CHECK-NEXT: (S(1), P, P) -> (P, P)
// CHECK-NOT: {{->|blocked}}
func.func @two_sums(%x: tensor<4x6xf32>, %m: tensor<4xf32>, %k: tensor<4xf32>) -> tensor<4xf32> {
  %r, %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%m, %k : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32, %squares: f32):
    %s = arith.addf %a, %sum : f32
    %q = arith.mulf %a, %a : f32
    %t = arith.addf %q, %squares : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @diagonal{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NEXT: blocked d0 (4): operand #0 is not indexed by the plain dimension once (d0, d0)
// CHECK-NOT: {{->|blocked}}
func.func @diagonal(%x: tensor<4x4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4x4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Windows need a loop that steps forwards, with nothing but reductions inside.

// CHECK-LABEL: signatures of @backwards{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NEXT: blocked d0 (4): operand #0 is not indexed by the plain dimension once (-d0 + 3)
// CHECK-NOT: {{->|blocked}}
func.func @backwards(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * -1 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @two_loops_step{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NEXT: blocked d0 (4): operand #0 is not indexed by the plain dimension once (d0 + d1)
// CHECK-NEXT: blocked d1 (4): operand #0 is not indexed by the plain dimension once (d0 + d1)
// CHECK-NOT: {{->|blocked}}
func.func @two_loops_step(%x: tensor<7xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<7xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Split with the offset of the shard.
// CHECK-LABEL: signatures of @iota{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (_) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @iota(%o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%o : tensor<4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
