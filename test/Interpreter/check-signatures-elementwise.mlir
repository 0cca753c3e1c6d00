// Every enumerated signature of named elementwise ops is executed on random states; an unsound one is an error.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// CHECK: {{^}}linalg.exp 2:
func.func @exp(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.exp ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.log 2:
func.func @log(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.log ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.abs 2:
func.func @abs(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.abs ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.ceil 2:
func.func @ceil(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.ceil ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.floor 2:
func.func @floor(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.floor ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.negf 2:
func.func @negf(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.negf ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.reciprocal 2:
func.func @reciprocal(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.reciprocal ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.round 2:
func.func @round(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.round ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.sqrt 2:
func.func @sqrt(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.sqrt ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.rsqrt 2:
func.func @rsqrt(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.rsqrt ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.square 2:
func.func @square(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.square ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.tanh 2:
func.func @tanh(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.tanh ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.erf 2:
func.func @erf(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.erf ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.copy 2:
func.func @copy(%i0: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.copy ins(%i0 : tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.add 2:
func.func @add(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.add ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.sub 2:
func.func @sub(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.sub ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.mul 2:
func.func @mul(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.mul ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.div 2:
func.func @div(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.div ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.max 2:
func.func @max(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.max ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.min 2:
func.func @min(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.min ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.powf 2:
func.func @powf(%i0: tensor<3x5xf32>, %i1: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.powf ins(%i0, %i1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.add 2:
func.func @add_i8(%i0: tensor<3x5xi8>, %i1: tensor<3x5xi8>, %o: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %r = linalg.add ins(%i0, %i1 : tensor<3x5xi8>, tensor<3x5xi8>) outs(%o : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %r : tensor<3x5xi8>
}

// CHECK: {{^}}linalg.sub 2:
func.func @sub_i8(%i0: tensor<3x5xi8>, %i1: tensor<3x5xi8>, %o: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %r = linalg.sub ins(%i0, %i1 : tensor<3x5xi8>, tensor<3x5xi8>) outs(%o : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %r : tensor<3x5xi8>
}

// CHECK: {{^}}linalg.mul 2:
func.func @mul_i8(%i0: tensor<3x5xi8>, %i1: tensor<3x5xi8>, %o: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %r = linalg.mul ins(%i0, %i1 : tensor<3x5xi8>, tensor<3x5xi8>) outs(%o : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %r : tensor<3x5xi8>
}

// CHECK: {{^}}linalg.max 2:
func.func @max_i8(%i0: tensor<3x5xi8>, %i1: tensor<3x5xi8>, %o: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %r = linalg.max ins(%i0, %i1 : tensor<3x5xi8>, tensor<3x5xi8>) outs(%o : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %r : tensor<3x5xi8>
}

// CHECK: {{^}}linalg.min 2:
func.func @min_i8(%i0: tensor<3x5xi8>, %i1: tensor<3x5xi8>, %o: tensor<3x5xi8>) -> tensor<3x5xi8> {
  %r = linalg.min ins(%i0, %i1 : tensor<3x5xi8>, tensor<3x5xi8>) outs(%o : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %r : tensor<3x5xi8>
}

// CHECK: {{^}}linalg.div 2:
func.func @div_i32(%i0: tensor<5xi32>, %i1: tensor<5xi32> {test.range = [1, 9]}, %o: tensor<5xi32>) -> tensor<5xi32> {
  %r = linalg.div ins(%i0, %i1 : tensor<5xi32>, tensor<5xi32>) outs(%o : tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// CHECK: {{^}}linalg.div_unsigned 2:
func.func @div_unsigned(%i0: tensor<5xi32>, %i1: tensor<5xi32> {test.range = [1, 9]}, %o: tensor<5xi32>) -> tensor<5xi32> {
  %r = linalg.div_unsigned ins(%i0, %i1 : tensor<5xi32>, tensor<5xi32>) outs(%o : tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// CHECK: {{^}}linalg.select 2:
func.func @select(%i0: tensor<5xi1>, %i1: tensor<5xf32>, %i2: tensor<5xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %r = linalg.select ins(%i0, %i1, %i2 : tensor<5xi1>, tensor<5xf32>, tensor<5xf32>) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.elementwise 2:
func.func @elementwise(%i0: tensor<5xf32>, %i1: tensor<5xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%i0, %i1 : tensor<5xf32>, tensor<5xf32>) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.map 2:
func.func @map(%a: tensor<3x5xf32>, %b: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.map { arith.addf } ins(%a, %b : tensor<3x5xf32>, tensor<3x5xf32>) outs(%o : tensor<3x5xf32>)
  return %r : tensor<3x5xf32>
}

// CHECK: executed signatures: {{[0-9]{3,}$}}

