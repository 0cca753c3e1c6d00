// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: signatures of @abs{{$}}
// CHECK-NEXT: linalg.abs
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @abs(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.abs ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @ceil{{$}}
// CHECK-NEXT: linalg.ceil
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @ceil(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.ceil ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @erf{{$}}
// CHECK-NEXT: linalg.erf
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @erf(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.erf ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @exp{{$}}
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @exp(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.exp ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @floor{{$}}
// CHECK-NEXT: linalg.floor
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @floor(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.floor ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @log{{$}}
// CHECK-NEXT: linalg.log
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @log(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.log ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @negf{{$}}
// CHECK-NEXT: linalg.negf
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(max), _) -> (P(min))
// CHECK-NEXT: (P(min), _) -> (P(max))
// CHECK-NEXT: (P(maxnum), _) -> (P(minnum))
// CHECK-NEXT: (P(minnum), _) -> (P(maxnum))
// CHECK-NOT: {{->|blocked}}
func.func @negf(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.negf ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @reciprocal{{$}}
// CHECK-NEXT: linalg.reciprocal
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @reciprocal(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.reciprocal ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @round{{$}}
// CHECK-NEXT: linalg.round
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @round(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.round ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @rsqrt{{$}}
// CHECK-NEXT: linalg.rsqrt
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @rsqrt(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.rsqrt ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @sqrt{{$}}
// CHECK-NEXT: linalg.sqrt
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @sqrt(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.sqrt ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @square{{$}}
// CHECK-NEXT: linalg.square
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @square(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.square ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @tanh{{$}}
// CHECK-NEXT: linalg.tanh
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @tanh(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.tanh ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @copy{{$}}
// CHECK-NEXT: linalg.copy
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, _) -> (P)
// CHECK-NEXT: (P(prod), _) -> (P(prod))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @copy(%a0: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.copy ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @add{{$}}
// CHECK-NEXT: linalg.add
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @add(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.add ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @sub{{$}}
// CHECK-NEXT: linalg.sub
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @sub(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.sub ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @mul{{$}}
// CHECK-NEXT: linalg.mul
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, _) -> (P)
// CHECK-NEXT: (B, P, _) -> (P)
// CHECK-NEXT: (P(prod), P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @mul(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.mul ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @div{{$}}
// CHECK-NEXT: linalg.div
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, _) -> (P)
// CHECK-NEXT: (P(prod), P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @div(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.div ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @max{{$}}
// CHECK-NEXT: linalg.max
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), B, _) -> (P(min))
// CHECK-NEXT: (B, P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), B, _) -> (P(maxnum))
// CHECK-NEXT: (B, P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), B, _) -> (P(minnum))
// CHECK-NEXT: (B, P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @max(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.max ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @min{{$}}
// CHECK-NEXT: linalg.min
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), B, _) -> (P(max))
// CHECK-NEXT: (B, P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), B, _) -> (P(maxnum))
// CHECK-NEXT: (B, P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), B, _) -> (P(minnum))
// CHECK-NEXT: (B, P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @min(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.min ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @powf{{$}}
// CHECK-NEXT: linalg.powf
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @powf(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.powf ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @add_i32{{$}}
// CHECK-NEXT: linalg.add
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @add_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.add ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @sub_i32{{$}}
// CHECK-NEXT: linalg.sub
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @sub_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.sub ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @mul_i32{{$}}
// CHECK-NEXT: linalg.mul
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, B, _) -> (P)
// CHECK-NEXT: (B, P, _) -> (P)
// CHECK-NEXT: (P(prod), P(prod), _) -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @mul_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.mul ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @div_i32{{$}}
// CHECK-NEXT: linalg.div
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @div_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.div ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @div_unsigned_i32{{$}}
// CHECK-NEXT: linalg.div_unsigned
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @div_unsigned_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.div_unsigned ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @max_i32{{$}}
// CHECK-NEXT: linalg.max
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), B, _) -> (P(min))
// CHECK-NEXT: (B, P(min), _) -> (P(min))
// CHECK-NOT: {{->|blocked}}
func.func @max_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.max ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @min_i32{{$}}
// CHECK-NEXT: linalg.min
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), B, _) -> (P(max))
// CHECK-NEXT: (B, P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), P(min), _) -> (P(min))
// CHECK-NOT: {{->|blocked}}
func.func @min_i32(%a0: tensor<4x6xi32>, %a1: tensor<4x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.min ins(%a0, %a1 : tensor<4x6xi32>, tensor<4x6xi32>) outs(%o: tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// CHECK-LABEL: signatures of @select{{$}}
// CHECK-NEXT: linalg.select
// CHECK-NEXT: (B, B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (B, P, P, _) -> (P)
// CHECK-NEXT: (B, P(prod), P(prod), _) -> (P(prod))
// CHECK-NEXT: (B, P(max), P(max), _) -> (P(max))
// CHECK-NEXT: (B, P(min), P(min), _) -> (P(min))
// CHECK-NEXT: (B, P(maxnum), P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (B, P(minnum), P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @select(%a0: tensor<4x6xi1>, %a1: tensor<4x6xf32>, %a2: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @select_i1{{$}}
// CHECK-NEXT: linalg.select
// CHECK-NEXT: (B, B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (B, P(and), P(and), _) -> (P(and))
// CHECK-NEXT: (B, P(or), P(or), _) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @select_i1(%a0: tensor<4x6xi1>, %a1: tensor<4x6xi1>, %a2: tensor<4x6xi1>, %o: tensor<4x6xi1>) -> tensor<4x6xi1> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xi1>) outs(%o: tensor<4x6xi1>) -> tensor<4x6xi1>
  return %r : tensor<4x6xi1>
}

// CHECK-LABEL: signatures of @elementwise{{$}}
// CHECK-NEXT: linalg.elementwise
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @elementwise(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%a0, %a1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @elementwise_select{{$}}
// CHECK-NEXT: linalg.elementwise
// CHECK-NEXT: (B, B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (B, P, P, _) -> (P)
// CHECK-NEXT: (B, P(prod), P(prod), _) -> (P(prod))
// CHECK-NEXT: (B, P(max), P(max), _) -> (P(max))
// CHECK-NEXT: (B, P(min), P(min), _) -> (P(min))
// CHECK-NEXT: (B, P(maxnum), P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (B, P(minnum), P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @elementwise_select(%a0: tensor<4x6xi1>, %a1: tensor<4x6xf32>, %a2: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%a0, %a1, %a2 : tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) outs(%o: tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @map{{$}}
// CHECK-NEXT: linalg.map
// CHECK-NEXT: (B, B, _) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P, P, _) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @map(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.map { arith.addf } ins(%x, %y : tensor<4x6xf32>, tensor<4x6xf32>) outs(%o : tensor<4x6xf32>)
  return %r : tensor<4x6xf32>
}

// Rounding is not linear, but monotone.
// CHECK-LABEL: signatures of @copy_narrows{{$}}
// CHECK-NEXT: linalg.copy
// CHECK-NEXT: (B, _) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(1)) -> (S(1))
// CHECK-NEXT: (P(max), _) -> (P(max))
// CHECK-NEXT: (P(min), _) -> (P(min))
// CHECK-NEXT: (P(maxnum), _) -> (P(maxnum))
// CHECK-NEXT: (P(minnum), _) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @copy_narrows(%a0: tensor<4x6xf32>, %o: tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  %r = linalg.copy ins(%a0 : tensor<4x6xf32>) outs(%o: tensor<4x6xbf16>) -> tensor<4x6xbf16>
  return %r : tensor<4x6xbf16>
}
