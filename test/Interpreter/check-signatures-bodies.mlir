// Every enumerated signature of bodies of generics is executed on random states; an unsound one is an error.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// a*x + b*y is additive in {a, b}, {x, y}, {a, y} and {x, b}.
// CHECK: {{^}}linalg.generic 2:
func.func @two_products(%x0: tensor<5xf32>, %x1: tensor<5xf32>, %x2: tensor<5xf32>, %x3: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1, %x2, %x3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %out: f32):
    %p = arith.mulf %a0, %a1 : f32
    %q = arith.mulf %a2, %a3 : f32
    %v = arith.addf %p, %q : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @difference(%x0: tensor<5xf32>, %x1: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %v = arith.subf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @quotient(%x0: tensor<5xf32>, %x1: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %v = arith.divf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @plus_literal(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 2.0 : f32
    %v = arith.addf %a0, %c : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @relu_maximum(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.0 : f32
    %v = arith.maximumf %a0, %c : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @relu_maxnum(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.0 : f32
    %v = arith.maxnumf %a0, %c : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @exp(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = math.exp %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @tanh(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = math.tanh %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @sqrt(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = math.sqrt %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @negate(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = arith.negf %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @negative_scale(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant -3.0 : f32
    %v = arith.mulf %a0, %c : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @double_use(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = arith.addf %a0, %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @square(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = arith.mulf %a0, %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @absolute(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %v = math.absf %a0 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @extend_float(%x0: tensor<5xbf16>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xbf16>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: bf16, %out: f32):
    %v = arith.extf %a0 : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @truncate_float(%x0: tensor<5xf32>) -> tensor<5xbf16> {
  %e = tensor.empty() : tensor<5xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xbf16>) {
  ^bb0(%a0: f32, %out: bf16):
    %v = arith.truncf %a0 : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<5xbf16>
  return %r : tensor<5xbf16>
}

// CHECK: {{^}}linalg.generic 2:
func.func @extend_signed(%x0: tensor<5xi8>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xi8>) outs(%e : tensor<5xi32>) {
  ^bb0(%a0: i8, %out: i32):
    %v = arith.extsi %a0 : i8 to i32
    linalg.yield %v : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @extend_unsigned(%x0: tensor<5xi8>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xi8>) outs(%e : tensor<5xi32>) {
  ^bb0(%a0: i8, %out: i32):
    %v = arith.extui %a0 : i8 to i32
    linalg.yield %v : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @truncate_integer(%x0: tensor<5xi32>) -> tensor<5xi8> {
  %e = tensor.empty() : tensor<5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xi32>) outs(%e : tensor<5xi8>) {
  ^bb0(%a0: i32, %out: i8):
    %v = arith.trunci %a0 : i32 to i8
    linalg.yield %v : i8
  } -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK: {{^}}linalg.generic 2:
func.func @to_float(%x0: tensor<5xi32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xi32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: i32, %out: f32):
    %v = arith.sitofp %a0 : i32 to f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @to_integer(%x0: tensor<5xf32>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xi32>) {
  ^bb0(%a0: f32, %out: i32):
    %v = arith.fptosi %a0 : f32 to i32
    linalg.yield %v : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @to_bool(%x0: tensor<5xf32>) -> tensor<5xi1> {
  %e = tensor.empty() : tensor<5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xi1>) {
  ^bb0(%a0: f32, %out: i1):
    %c = arith.constant 0.0 : f32
    %v = arith.cmpf ogt, %a0, %c : f32
    linalg.yield %v : i1
  } -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// CHECK: {{^}}linalg.generic 2:
func.func @select_linear(%x0: tensor<5xi1>, %x1: tensor<5xf32>, %x2: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1, %x2 : tensor<5xi1>, tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: i1, %a1: f32, %a2: f32, %out: f32):
    %v = arith.select %a0, %a1, %a2 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @select_zero(%x0: tensor<5xi1>, %x1: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi1>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: i1, %a1: f32, %out: f32):
    %c = arith.constant 0.0 : f32
    %v = arith.select %a0, %a1, %c : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @fused_multiply_add(%x0: tensor<5xf32>, %x1: tensor<5xf32>, %x2: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1, %x2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f32):
    %v = math.fma %a0, %a1, %a2 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @largest_of_two(%x0: tensor<5xf32>, %x1: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %v = arith.maximumf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @largest_number_of_two(%x0: tensor<5xf32>, %x1: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %v = arith.maxnumf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.generic 2:
func.func @largest_signed(%x0: tensor<5xi8>, %x1: tensor<5xi8>) -> tensor<5xi8> {
  %e = tensor.empty() : tensor<5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi8>, tensor<5xi8>) outs(%e : tensor<5xi8>) {
  ^bb0(%a0: i8, %a1: i8, %out: i8):
    %v = arith.maxsi %a0, %a1 : i8
    linalg.yield %v : i8
  } -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK: {{^}}linalg.generic 2:
func.func @largest_unsigned(%x0: tensor<5xi8>, %x1: tensor<5xi8>) -> tensor<5xi8> {
  %e = tensor.empty() : tensor<5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi8>, tensor<5xi8>) outs(%e : tensor<5xi8>) {
  ^bb0(%a0: i8, %a1: i8, %out: i8):
    %v = arith.maxui %a0, %a1 : i8
    linalg.yield %v : i8
  } -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK: {{^}}linalg.generic 2:
func.func @add_integers(%x0: tensor<5xi8>, %x1: tensor<5xi8>) -> tensor<5xi8> {
  %e = tensor.empty() : tensor<5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi8>, tensor<5xi8>) outs(%e : tensor<5xi8>) {
  ^bb0(%a0: i8, %a1: i8, %out: i8):
    %v = arith.addi %a0, %a1 : i8
    linalg.yield %v : i8
  } -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK: {{^}}linalg.generic 2:
func.func @shift(%x0: tensor<5xi8>, %x1: tensor<5xi8>) -> tensor<5xi8> {
  %e = tensor.empty() : tensor<5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi8>, tensor<5xi8>) outs(%e : tensor<5xi8>) {
  ^bb0(%a0: i8, %a1: i8, %out: i8):
    %v = arith.shli %a0, %a1 : i8
    linalg.yield %v : i8
  } -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK: {{^}}linalg.generic 2:
func.func @and_bools(%x0: tensor<5xi1>, %x1: tensor<5xi1>) -> tensor<5xi1> {
  %e = tensor.empty() : tensor<5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi1>, tensor<5xi1>) outs(%e : tensor<5xi1>) {
  ^bb0(%a0: i1, %a1: i1, %out: i1):
    %v = arith.andi %a0, %a1 : i1
    linalg.yield %v : i1
  } -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// CHECK: {{^}}linalg.generic 2:
func.func @or_bools(%x0: tensor<5xi1>, %x1: tensor<5xi1>) -> tensor<5xi1> {
  %e = tensor.empty() : tensor<5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<5xi1>, tensor<5xi1>) outs(%e : tensor<5xi1>) {
  ^bb0(%a0: i1, %a1: i1, %out: i1):
    %v = arith.ori %a0, %a1 : i1
    linalg.yield %v : i1
  } -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// CHECK: {{^}}linalg.generic 2:
func.func @not_bool(%x0: tensor<5xi1>) -> tensor<5xi1> {
  %e = tensor.empty() : tensor<5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xi1>) outs(%e : tensor<5xi1>) {
  ^bb0(%a0: i1, %out: i1):
    %c = arith.constant true
    %v = arith.xori %a0, %c : i1
    linalg.yield %v : i1
  } -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// CHECK: {{^}}linalg.generic 2:
func.func @gelu(%x0: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %h = arith.constant 0.5 : f32
    %o = arith.constant 1.0 : f32
    %q = arith.constant 0.70710678 : f32
    %s = arith.mulf %a0, %q : f32
    %t = math.erf %s : f32
    %u = arith.addf %t, %o : f32
    %w = arith.mulf %a0, %h : f32
    %v = arith.mulf %w, %u : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// A scalar that is read from a tensor, and a choice.
// CHECK: {{^}}linalg.generic 2:
func.func @captured_scalar(%x: tensor<5xf32>, %s: tensor<f32>) -> tensor<5xf32> {
  %v = tensor.extract %s[] : tensor<f32>
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c = arith.cmpf ogt, %a, %v : f32
    %m = scf.if %c -> (f32) {
      scf.yield %a : f32
    } else {
      %n = arith.mulf %a, %v : f32
      scf.yield %n : f32
    }
    linalg.yield %m : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: executed signatures: {{[0-9][0-9][0-9]+$}}
