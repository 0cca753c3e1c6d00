// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s
// RUN: sbp-opt %s --sbp-check-signatures=placements=3,2x2 -o /dev/null

// Additive in one factor of each product: a set of sets.
// CHECK-LABEL: signatures of @sums_of_products{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, B, P, B, _) -> (P)
// CHECK-NEXT: (B, P, P, B, _) -> (P)
// CHECK-NEXT: (P, B, B, P, _) -> (P)
// CHECK-NEXT: (B, P, B, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @sums_of_products(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %u: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y, %z, %u : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %c, %d : f32
    %v = arith.addf %p, %q : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @linear_combination{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @linear_combination(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %k = arith.constant 3.0 : f32
    %p = arith.mulf %a, %k : f32
    %v = arith.subf %p, %b : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The constant would be counted once per rank; a maximum does not mind.
// CHECK-LABEL: signatures of @adds_a_constant{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @adds_a_constant(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %k = arith.constant 3.0 : f32
    %v = arith.addf %a, %k : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The -inf of an empty shard and +inf give NaN.
// CHECK-LABEL: signatures of @adds_an_infinity{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @adds_an_infinity(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %k = arith.constant 0x7F800000 : f32
    %v = arith.addf %a, %k : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The other operand may be infinite: no maxima here.
// CHECK-LABEL: signatures of @maximum_plus_a_tensor{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @maximum_plus_a_tensor(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A decreasing function turns maxima into minima.
// CHECK-LABEL: signatures of @scales_by_a_negative{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(max), _) -> (P(min))
// CHECK-NEXT: (P(min), _) -> (P(max))
// CHECK-NEXT: (P(maxnum), _) -> (P(minnum))
// CHECK-NEXT: (P(minnum), _) -> (P(maxnum))
// CHECK-NOT: {{->|blocked}}
func.func @scales_by_a_negative(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %k = arith.constant -3.0 : f32
    %v = arith.mulf %a, %k : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @divides{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, B, _) -> (P)
// CHECK-NEXT: (P(prod), P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @divides(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %v = arith.divf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @relu{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @relu(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %v = arith.maximumf %a, %z : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// minnum(NaN, 0) = 0 would win over minnum(-5, 0) in a P(maxnum).
// CHECK-LABEL: signatures of @clamp_that_drops_nan{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @clamp_that_drops_nan(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %v = arith.minnumf %a, %z : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Zero is a partial sum of zeros, and B is a partial maximum.
// CHECK-LABEL: signatures of @masks{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (B, P, _) -> (P)
// CHECK-NEXT: (B, P(max), _) -> (P(max))
// CHECK-NEXT: (B, P(min), _) -> (P(min))
// CHECK-NEXT: (B, P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (B, P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @masks(%x: tensor<4xi1>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi1>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: i1, %b: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %v = arith.select %a, %b, %z : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Some partial exceeds it; a NaN is neutral for maxnum and absorbs in max.
// CHECK-LABEL: signatures of @exceeds{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(min), _) -> (P(and))
// CHECK-NEXT: (P(maxnum), _) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @exceeds(%x: tensor<4xf32>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: f32, %out: i1):
    %k = arith.constant 1.0 : f32
    %v = arith.cmpf ogt, %a, %k : f32
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @exceeds_or_nan{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(or))
// CHECK-NEXT: (P(minnum), _) -> (P(and))
// CHECK-NOT: {{->|blocked}}
func.func @exceeds_or_nan(%x: tensor<4xf32>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: f32, %out: i1):
    %k = arith.constant 1.0 : f32
    %v = arith.cmpf ugt, %a, %k : f32
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @exceeds_integer{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(max), _) -> (P(or))
// CHECK-NEXT: (P(min), _) -> (P(and))
// CHECK-NOT: {{->|blocked}}
func.func @exceeds_integer(%x: tensor<4xi32>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i32, %out: i1):
    %k = arith.constant 1 : i32
    %v = arith.cmpi sgt, %a, %k : i32
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// Unsigned order is another combiner.
// CHECK-LABEL: signatures of @exceeds_unsigned{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(umax), _) -> (P(and))
// CHECK-NEXT: (P(umin), _) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @exceeds_unsigned(%x: tensor<4xi32>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i32, %out: i1):
    %k = arith.constant 1 : i32
    %v = arith.cmpi ult, %a, %k : i32
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @negates{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(and), _) -> (P(or))
// CHECK-NEXT: (P(or), _) -> (P(and))
// CHECK-NOT: {{->|blocked}}
func.func @negates(%x: tensor<4xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi1>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i1, %out: i1):
    %t = arith.constant true
    %v = arith.xori %a, %t : i1
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @conjunction{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(and), P(and), _) -> (P(and))
// CHECK-NEXT: (P(or), B, _) -> (P(or))
// CHECK-NEXT: (B, P(or), _) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @conjunction(%x: tensor<4xi1>, %y: tensor<4xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi1>, tensor<4xi1>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i1, %b: i1, %out: i1):
    %v = arith.andi %a, %b : i1
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @exclusive_or{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @exclusive_or(%x: tensor<4xi1>, %y: tensor<4xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi1>, tensor<4xi1>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i1, %b: i1, %out: i1):
    %v = arith.xori %a, %b : i1
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// On i1 it is an exclusive or.
// CHECK-LABEL: signatures of @boolean_addition{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @boolean_addition(%x: tensor<4xi1>, %y: tensor<4xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi1>, tensor<4xi1>) outs(%o : tensor<4xi1>) {
  ^bb0(%a: i1, %b: i1, %out: i1):
    %v = arith.addi %a, %b : i1
    linalg.yield %v : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// CHECK-LABEL: signatures of @shift{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @shift(%x: tensor<4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i32, %out: i32):
    %k = arith.constant 2 : i32
    %v = arith.shli %a, %k : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @integer_extrema{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P(umax), P(umax), _) -> (P(umax))
// CHECK-NEXT: (P(umin), B, _) -> (P(umin))
// CHECK-NEXT: (B, P(umin), _) -> (P(umin))
// CHECK-NOT: {{->|blocked}}
func.func @integer_extrema(%x: tensor<4xi32>, %y: tensor<4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %v = arith.maxui %a, %b : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// More than six operands: the sums are found still.
// CHECK-LABEL: signatures of @many_operands{{$}}
// CHECK-NEXT: linalg.generic
// CHECK-NEXT: (B, B, B, B, B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0), S(0), S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (P, P, P, P, P, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @many_operands(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %u: tensor<4xf32>, %p0: tensor<4xf32>, %p1: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y, %z, %u, %p0, %p1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %f: f32, %out: f32):
    %p = arith.addf %a, %b : f32
    %q = arith.addf %c, %d : f32
    %s = arith.addf %p, %q : f32
    %t = arith.addf %s, %e : f32
    %u6 = arith.addf %t, %f : f32
    %v = arith.addf %u6, %out : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
