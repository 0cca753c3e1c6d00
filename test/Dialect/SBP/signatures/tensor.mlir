// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s
// RUN: sbp-opt %s --sbp-check-signatures=placements=3,2x2 -o /dev/null

// CHECK-LABEL: signatures of @empty{{$}}
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: () -> (B)
// CHECK-NEXT: () -> (S(0))
// CHECK-NEXT: () -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @empty() -> tensor<4x6xf32> {
  %r = tensor.empty() : tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @splat_of_zero{{$}}
// CHECK-NEXT: tensor.splat
// CHECK-NEXT: (-) -> (B)
// CHECK-NEXT: (-) -> (S(0))
// CHECK-NEXT: (-) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @splat_of_zero() -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.splat %z : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @splat_of_argument{{$}}
// CHECK-NEXT: tensor.splat
// CHECK-NEXT: (-) -> (B)
// CHECK-NEXT: (-) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @splat_of_argument(%z: f32) -> tensor<4xf32> {
  %r = tensor.splat %z : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @constant_splat{{$}}
// CHECK-NEXT: arith.constant
// CHECK-NEXT: () -> (B)
// CHECK-NEXT: () -> (S(0))
// CHECK-NEXT: () -> (S(1))
// CHECK-NEXT: () -> (P(prod))
// CHECK-NOT: {{->|blocked}}
func.func @constant_splat() -> tensor<4x6xf32> {
  %r = arith.constant dense<1.0> : tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// Each shard is cut out of the constant.
// CHECK-LABEL: signatures of @constant{{$}}
// CHECK-NEXT: arith.constant
// CHECK-NEXT: () -> (B)
// CHECK-NEXT: () -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @constant() -> tensor<3xi64> {
  %r = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
  return %r : tensor<3xi64>
}

// A split of 12 over 2 is a split of 4 over 2, but not of 3.
// CHECK-LABEL: signatures of @expand_divisible{{$}}
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @expand_divisible(%x: tensor<12xf32>) -> tensor<4x3xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// 6 | 6 elements are not 8 | 4.
// CHECK-LABEL: signatures of @expand_indivisible{{$}}
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @expand_indivisible(%x: tensor<12xf32>) -> tensor<3x4xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// Dims of size 1 are no parts: any split goes through.
// CHECK-LABEL: signatures of @expand_units{{$}}
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(1))
// CHECK-NEXT: (S(1)) -> (S(3))
// CHECK-NEXT: (P(and)) -> (P(and))
// CHECK-NEXT: (P(or)) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @expand_units(%x: tensor<5x6xi1>) -> tensor<1x5x1x6xi1> {
  %r = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [1, 5, 1, 6] : tensor<5x6xi1> into tensor<1x5x1x6xi1>
  return %r : tensor<1x5x1x6xi1>
}

// CHECK-LABEL: signatures of @collapse{{$}}
// CHECK-NEXT: tensor.collapse_shape
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (S(2)) -> (S(1))
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(umax)) -> (P(umax))
// CHECK-NEXT: (P(umin)) -> (P(umin))
// CHECK-NOT: {{->|blocked}}
func.func @collapse(%x: tensor<4x3x5xi32>) -> tensor<12x5xi32> {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x3x5xi32> into tensor<12x5xi32>
  return %r : tensor<12x5xi32>
}

// Several elements at a known position are read in windows, a single one is a partial sum.
// CHECK-LABEL: signatures of @extract_slice{{$}}
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 2 windows of 1 from 3)) -> (S(1))
// CHECK-NEXT: (S(2)) -> (P)
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(umax)) -> (P(umax))
// CHECK-NEXT: (P(umin)) -> (P(umin))
// CHECK-NOT: {{->|blocked}}
func.func @extract_slice(%x: tensor<8x6x4xi32>) -> tensor<8x2xi32> {
  %r = tensor.extract_slice %x[0, 3, 1] [8, 2, 1] [1, 1, 1] : tensor<8x6x4xi32> to tensor<8x2xi32>
  return %r : tensor<8x2xi32>
}

// Slices that overlap can share windows that hold all of them.
// CHECK-LABEL: signatures of @extract_slices{{$}}
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0, 6 windows of 1)) -> (S(0))
// CHECK-NEXT: (S(0, 6 windows of 3)) -> (S(0))
// CHECK:      tensor.extract_slice
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0, 6 windows of 1 from 2)) -> (S(0))
// CHECK-NEXT: (S(0, 6 windows of 3)) -> (S(0))
// CHECK-NOT:  blocked
func.func @extract_slices(%x: tensor<8xi1>) -> tensor<6xi1> {
  %r = tensor.extract_slice %x[0] [6] [1] : tensor<8xi1> to tensor<6xi1>
  %s = tensor.extract_slice %x[2] [6] [1] : tensor<8xi1> to tensor<6xi1>
  %t = arith.andi %r, %s : tensor<6xi1>
  return %t : tensor<6xi1>
}

// A slice that ends where its source does can be cut as its reader reads it.
// CHECK-LABEL: signatures of @extract_slices_for_concat{{$}}
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0, 5 windows of 1 from 3)) -> (S(0))
// CHECK-NEXT: (S(0, 8 windows of 1 from 3)) -> (S(0, 8 windows of 1))
// CHECK:      tensor.extract_slice
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0, 3 windows of 1)) -> (S(0))
// CHECK-NEXT: (S(0, 8 windows of 1 from -5)) -> (S(0, 8 windows of 1 from -5))
func.func @extract_slices_for_concat(%x: tensor<8xi1>) -> tensor<8xi1> {
  %a = tensor.extract_slice %x[3] [5] [1] : tensor<8xi1> to tensor<5xi1>
  %b = tensor.extract_slice %x[0] [3] [1] : tensor<8xi1> to tensor<3xi1>
  %r = tensor.concat dim(0) %a, %b : (tensor<5xi1>, tensor<3xi1>) -> tensor<8xi1>
  return %r : tensor<8xi1>
}

// At a computed position each rank reads what it holds.
// CHECK-LABEL: signatures of @extract_slice_at{{$}}
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: (B, -) -> (B)
// CHECK-NEXT: (S(0), -) -> (S(0))
// CHECK-NEXT: (S(1), -) -> (P(or))
// CHECK-NEXT: (P(and), -) -> (P(and))
// CHECK-NEXT: (P(or), -) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @extract_slice_at(%x: tensor<8x6xi1>, %i: index {test.range = [0, 3]}) -> tensor<8x2xi1> {
  %r = tensor.extract_slice %x[0, %i] [8, 2] [1, 1] : tensor<8x6xi1> to tensor<8x2xi1>
  return %r : tensor<8x2xi1>
}

// CHECK-LABEL: signatures of @insert_slice{{$}}
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 6 windows of 1 from -3), S(1)) -> (S(1))
// CHECK-NEXT: (B, S(1)) -> (S(1))
// CHECK-NEXT: (P, P) -> (P)
// CHECK-NEXT: (P(prod), P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max), P(max)) -> (P(max))
// CHECK-NEXT: (P(min), P(min)) -> (P(min))
// CHECK-NEXT: (P(umax), P(umax)) -> (P(umax))
// CHECK-NEXT: (P(umin), P(umin)) -> (P(umin))
// CHECK-NOT: {{->|blocked}}
func.func @insert_slice(%x: tensor<8x2xi32>, %y: tensor<8x6xi32>) -> tensor<8x6xi32> {
  %r = tensor.insert_slice %x into %y[0, 3] [8, 2] [1, 1] : tensor<8x2xi32> into tensor<8x6xi32>
  return %r : tensor<8x6xi32>
}

// Each rank writes what falls into its piece of the destination, in two dimensions too.
// CHECK-LABEL: signatures of @insert_slice_at{{$}}
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: (B, B, -, -) -> (B)
// CHECK-NEXT: (B, S(0), -, -) -> (S(0))
// CHECK-NEXT: (B, S(1), -, -) -> (S(1))
// CHECK-NEXT: (S(1), S(2), -, -) -> (S(2))
// CHECK-NEXT: (P(and), P(and), -, -) -> (P(and))
// CHECK-NEXT: (P(or), P(or), -, -) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @insert_slice_at(%x: tensor<2x4xi1>, %y: tensor<8x6x4xi1>, %i: index {test.range = [-1, 8]}, %j: index {test.range = [-1, 6]}) -> tensor<8x6x4xi1> {
  %r = tensor.insert_slice %x into %y[%i, %j, 0] [1, 2, 4] [1, 1, 1] : tensor<2x4xi1> into tensor<8x6x4xi1>
  return %r : tensor<8x6x4xi1>
}

// A computed position of as many elements as there are is 0.
// CHECK-LABEL: signatures of @insert_all{{$}}
// CHECK-NEXT: tensor.insert_slice
// CHECK-NEXT: (B, B, -) -> (B)
// CHECK-NEXT: (S(0), S(0), -) -> (S(0))
// CHECK-NEXT: (P(and), P(and), -) -> (P(and))
// CHECK-NEXT: (P(or), P(or), -) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @insert_all(%x: tensor<8xi1>, %y: tensor<8xi1>, %i: index {test.range = [-1, 3]}) -> tensor<8xi1> {
  %r = tensor.insert_slice %x into %y[%i] [8] [1] : tensor<8xi1> into tensor<8xi1>
  return %r : tensor<8xi1>
}

// CHECK-LABEL: signatures of @concat{{$}}
// CHECK-NEXT: tensor.concat
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 5 windows of 1), S(1, 5 windows of 1 from -2)) -> (S(1))
// CHECK-NEXT: (P(and), P(and)) -> (P(and))
// CHECK-NEXT: (P(or), P(or)) -> (P(or))
// CHECK-NOT: {{->|blocked}}
func.func @concat(%x: tensor<8x2xi1>, %y: tensor<8x3xi1>) -> tensor<8x5xi1> {
  %r = tensor.concat dim(1) %x, %y : (tensor<8x2xi1>, tensor<8x3xi1>) -> tensor<8x5xi1>
  return %r : tensor<8x5xi1>
}

// CHECK-LABEL: signatures of @pad_with_zero{{$}}
// CHECK-NEXT: tensor.pad
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 9 windows of 1 from -1)) -> (S(1))
// CHECK-NEXT: (P) -> (P)
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @pad_with_zero(%x: tensor<4x6xf32>) -> tensor<4x9xf32> {
  %v = arith.constant 0.0 : f32
  %r = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// CHECK-LABEL: signatures of @pad_with_one{{$}}
// CHECK-NEXT: tensor.pad
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 9 windows of 1 from -1)) -> (S(1))
// CHECK-NEXT: (P(prod)) -> (P(prod))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @pad_with_one(%x: tensor<4x6xf32>) -> tensor<4x9xf32> {
  %v = arith.constant 1.0 : f32
  %r = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// CHECK-LABEL: signatures of @pad_with_two{{$}}
// CHECK-NEXT: tensor.pad
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NEXT: (S(1, 9 windows of 1 from -1)) -> (S(1))
// CHECK-NEXT: (P(max)) -> (P(max))
// CHECK-NEXT: (P(min)) -> (P(min))
// CHECK-NEXT: (P(maxnum)) -> (P(maxnum))
// CHECK-NEXT: (P(minnum)) -> (P(minnum))
// CHECK-NOT: {{->|blocked}}
func.func @pad_with_two(%x: tensor<4x6xf32>) -> tensor<4x9xf32> {
  %v = arith.constant 2.0 : f32
  %r = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x6xf32> to tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// CHECK-LABEL: signatures of @pad_by_position{{$}}
// CHECK-NEXT: tensor.pad
// CHECK-NEXT: refused: the padding depends on the position
// CHECK-NEXT: (B) -> (B)
// CHECK-NOT: {{->|blocked}}
func.func @pad_by_position(%x: tensor<4xindex>) -> tensor<6xindex> {
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %r : tensor<6xindex>
}

// CHECK-LABEL: signatures of @generate{{$}}
// CHECK-NEXT: tensor.generate
// CHECK-NEXT: () -> (B)
// CHECK-NEXT: () -> (S(0))
// CHECK-NEXT: () -> (S(1))
// CHECK-NOT: {{->|blocked}}
func.func @generate() -> tensor<4x6xi64> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %v = arith.index_cast %i : index to i64
    tensor.yield %v : i64
  } : tensor<4x6xi64>
  return %r : tensor<4x6xi64>
}

// CHECK-LABEL: signatures of @generate_from_a_table{{$}}
// CHECK-NEXT: tensor.generate
// CHECK-NEXT: error: the body reads a tensor or has side effects (tensor.extract)
// CHECK-NOT: {{->|blocked}}
func.func @generate_from_a_table(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = tensor.generate {
  ^bb0(%i: index):
    %v = tensor.extract %t[%i] : tensor<4xf32>
    tensor.yield %v : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}

// A scalar is the same on all ranks, so it is read from a whole tensor.
// CHECK-LABEL: signatures of @extract{{$}}
// CHECK-NEXT: tensor.extract
// CHECK-NEXT: refused: reads or makes single elements: its tensors must be whole
// CHECK-NEXT: (B, -) -> (-)
// CHECK-NOT: {{->|blocked}}
func.func @extract(%t: tensor<4xf32>, %i: index {test.range = [0, 3]}) -> f32 {
  %r = tensor.extract %t[%i] : tensor<4xf32>
  return %r : f32
}

// CHECK-LABEL: signatures of @from_elements{{$}}
// CHECK-NEXT: tensor.from_elements
// CHECK-NEXT: refused: reads or makes single elements: its tensors must be whole
// CHECK-NEXT: (-, -) -> (B)
// CHECK-NOT: {{->|blocked}}
func.func @from_elements(%x: f32, %y: f32) -> tensor<2xf32> {
  %r = tensor.from_elements %x, %y : tensor<2xf32>
  return %r : tensor<2xf32>
}

// Before normalisation; the linalg.generic it becomes knows P, P -> P too.
// CHECK-LABEL: signatures of @elementwise{{$}}
// CHECK-NEXT: arith.addf
// CHECK-NEXT: (B, B) -> (B)
// CHECK-NEXT: (S(0), S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @elementwise(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %x, %y : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @bitcast{{$}}
// CHECK-NEXT: tensor.bitcast
// CHECK-NEXT: (B) -> (B)
// CHECK-NEXT: (S(0)) -> (S(0))
// CHECK-NOT: {{->|blocked}}
func.func @bitcast(%x: tensor<4xf32>) -> tensor<4xi32> {
  %r = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: signatures of @cast_of_shape{{$}}
// CHECK-NEXT: tensor.cast
// CHECK-NEXT: error: changes how much of the shape is known; give every dimension a size and drop the cast
// CHECK-NOT: {{->|blocked}}
func.func @cast_of_shape(%x: tensor<?xf32>) -> tensor<4xf32> {
  %r = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @insert{{$}}
// CHECK-NEXT: tensor.insert
// CHECK-NEXT: refused: reads or makes single elements: its tensors must be whole
// CHECK-NEXT: (-, B, -) -> (B)
// CHECK-NOT: {{->|blocked}}
func.func @insert(%v: f32, %x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = tensor.insert %v into %x[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}
