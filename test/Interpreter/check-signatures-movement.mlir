// Every enumerated signature of ops that move or make values is executed on random states; an unsound one is an error.
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// CHECK: {{^}}linalg.transpose 2:
func.func @transpose(%x: tensor<3x5xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %r = linalg.transpose ins(%x : tensor<3x5xf32>) outs(%o : tensor<5x3xf32>) permutation = [1, 0]
  return %r : tensor<5x3xf32>
}

// CHECK: {{^}}linalg.broadcast 2:
func.func @broadcast(%x: tensor<3xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.broadcast ins(%x : tensor<3xf32>) outs(%o : tensor<3x5xf32>) dimensions = [1]
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_zero(%o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 0.0 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_minus_zero(%o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant -0.0 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_one(%o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 1.0 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_minus_infinity(%o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 0xFF800000 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_nan(%o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 0x7FC00000 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK: {{^}}linalg.fill 2:
func.func @fill_integer(%o: tensor<5xi8>) -> tensor<5xi8> {
  %c = arith.constant -128 : i8
  %r = linalg.fill ins(%c : i8) outs(%o : tensor<5xi8>) -> tensor<5xi8>
  return %r : tensor<5xi8>
}

// Positions are global on every shard.
// CHECK: {{^}}linalg.generic 2:
func.func @iota(%o: tensor<5x3xi64>) -> tensor<5x3xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<5x3xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.constant 10 : index
    %m = arith.muli %i, %c : index
    %s = arith.addi %m, %j : index
    %v = arith.index_cast %s : index to i64
    linalg.yield %v : i64
  } -> tensor<5x3xi64>
  return %r : tensor<5x3xi64>
}

// CHECK: {{^}}arith.constant 2:
func.func @constant(%u: tensor<1xf32>) -> tensor<2x3xf32> {
  %r = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK: {{^}}arith.constant 2:
func.func @constant_splat(%u: tensor<1xf32>) -> tensor<5xf32> {
  %r = arith.constant dense<0.0> : tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}tensor.expand_shape 2:
func.func @expand(%x: tensor<12x3xf32>) -> tensor<4x3x3xf32> {
  %r = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 3, 3] : tensor<12x3xf32> into tensor<4x3x3xf32>
  return %r : tensor<4x3x3xf32>
}

// CHECK: {{^}}tensor.collapse_shape 2:
func.func @collapse(%x: tensor<4x3x3xf32>) -> tensor<12x3xf32> {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x3x3xf32> into tensor<12x3xf32>
  return %r : tensor<12x3xf32>
}

// CHECK: {{^}}tensor.collapse_shape 2:
func.func @collapse_three(%x: tensor<4x2x3xf32>) -> tensor<24xf32> {
  %r = tensor.collapse_shape %x [[0, 1, 2]] : tensor<4x2x3xf32> into tensor<24xf32>
  return %r : tensor<24xf32>
}

// CHECK: {{^}}tensor.extract_slice 2:
func.func @extract_slice(%x: tensor<5x4xf32>) -> tensor<3x4xf32> {
  %r = tensor.extract_slice %x[1, 0] [3, 4] [1, 1] : tensor<5x4xf32> to tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK: {{^}}tensor.extract_slice 2:
func.func @extract_slice_row(%x: tensor<5x4xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %x[2, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK: {{^}}tensor.extract_slice 2:
func.func @extract_slice_stride(%x: tensor<6x4xi8>) -> tensor<3x4xi8> {
  %r = tensor.extract_slice %x[1, 0] [3, 4] [2, 1] : tensor<6x4xi8> to tensor<3x4xi8>
  return %r : tensor<3x4xi8>
}

// CHECK: {{^}}tensor.insert_slice 2:
func.func @insert_slice(%s: tensor<3x4xf32>, %x: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %r = tensor.insert_slice %s into %x[1, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// Positions are computed, and clamped in the whole tensor: pieces hold all, some or none of the slice.
// CHECK: {{^}}tensor.extract_slice 2:
func.func @extract_slice_at(%x: tensor<5x4xf32>, %i: index {test.range = [-2, 6]}, %j: index {test.range = [-2, 6]}) -> tensor<3x2xf32> {
  %r = tensor.extract_slice %x[%i, %j] [3, 2] [1, 1] : tensor<5x4xf32> to tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK: {{^}}tensor.extract_slice 2:
func.func @extract_row_at(%x: tensor<5x4x3xf16>, %i: index {test.range = [-2, 6]}, %j: index {test.range = [-2, 6]}) -> tensor<2x3xf16> {
  %r = tensor.extract_slice %x[%i, %j, 0] [1, 2, 3] [1, 2, 1] : tensor<5x4x3xf16> to tensor<2x3xf16>
  return %r : tensor<2x3xf16>
}

// CHECK: {{^}}tensor.insert_slice 2:
func.func @insert_slice_at(%s: tensor<3x2xf32>, %x: tensor<5x4xf32>, %i: index {test.range = [-2, 6]}, %j: index {test.range = [-2, 6]}) -> tensor<5x4xf32> {
  %r = tensor.insert_slice %s into %x[%i, %j] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// CHECK: {{^}}tensor.insert_slice 2:
func.func @insert_row_at(%s: tensor<4xi8>, %x: tensor<5x4xi8>, %i: index {test.range = [-2, 6]}) -> tensor<5x4xi8> {
  %r = tensor.insert_slice %s into %x[%i, 0] [1, 4] [1, 1] : tensor<4xi8> into tensor<5x4xi8>
  return %r : tensor<5x4xi8>
}

// CHECK: {{^}}tensor.insert_slice 2:
func.func @insert_in_steps(%s: tensor<3x2xi1>, %x: tensor<7x4x2xi1>, %i: index {test.range = [-2, 6]}, %j: index {test.range = [-2, 6]}) -> tensor<7x4x2xi1> {
  %r = tensor.insert_slice %s into %x[%i, %j, 0] [3, 1, 2] [2, 1, 1] : tensor<3x2xi1> into tensor<7x4x2xi1>
  return %r : tensor<7x4x2xi1>
}

// Steps at a known position have no windows of the destination.
// CHECK: {{^}}tensor.insert_slice 2:
func.func @insert_in_known_steps(%s: tensor<3x4xf64>, %x: tensor<6x4xf64>) -> tensor<6x4xf64> {
  %r = tensor.insert_slice %s into %x[1, 0] [3, 4] [2, 1] : tensor<3x4xf64> into tensor<6x4xf64>
  return %r : tensor<6x4xf64>
}

// CHECK: {{^}}tensor.concat 2:
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %r : tensor<6x3xf32>
}

// CHECK: {{^}}tensor.pad 2:
func.func @pad_zero(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
  %c = arith.constant 0.0 : f32
  %r = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x4xf32> to tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// CHECK: {{^}}tensor.pad 2:
func.func @pad_one(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x4xf32> to tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// CHECK: {{^}}tensor.splat 2:
func.func @splat(%u: tensor<1xf32>) -> tensor<5x3xf32> {
  %c = arith.constant 0.0 : f32
  %r = tensor.splat %c : tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// CHECK: {{^}}linalg.transpose 2:
func.func @empty_of_zero_size(%x: tensor<0x3xf32>, %o: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %r = linalg.transpose ins(%x : tensor<0x3xf32>) outs(%o : tensor<3x0xf32>) permutation = [1, 0]
  return %r : tensor<3x0xf32>
}

// CHECK: {{^}}tensor.generate 2:
func.func @generate() -> tensor<5x3xi32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = arith.subi %i, %j : index
    %v = arith.index_cast %s : index to i32
    tensor.yield %v : i32
  } : tensor<5x3xi32>
  return %r : tensor<5x3xi32>
}

// CHECK: {{^}}nn.gather 2:
func.func @gather_5x3_4(%d: tensor<5x3xf32>, %i: tensor<4xi64> {test.range = [0, 4]}) -> tensor<4x3xf32> {
  %r = nn.gather %d, %i {axis = 0 : i64} : (tensor<5x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// CHECK: {{^}}nn.gather 2:
func.func @gather_3x5_2x2(%d: tensor<3x5xf32>, %i: tensor<2x2xi64> {test.range = [0, 4]}) -> tensor<3x2x2xf32> {
  %r = nn.gather %d, %i {axis = 1 : i64} : (tensor<3x5xf32>, tensor<2x2xi64>) -> tensor<3x2x2xf32>
  return %r : tensor<3x2x2xf32>
}

// CHECK: {{^}}nn.gather 2:
func.func @gather_5_3(%d: tensor<5xf32>, %i: tensor<3xi64> {test.range = [0, 4]}) -> tensor<3xf32> {
  %r = nn.gather %d, %i {axis = 0 : i64} : (tensor<5xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK: {{^}}nn.gather 2:
func.func @gather_i8(%d: tensor<5x3xi8>, %i: tensor<4xi32> {test.range = [0, 4]}) -> tensor<4x3xi8> {
  %r = nn.gather %d, %i {axis = 0 : i64} : (tensor<5x3xi8>, tensor<4xi32>) -> tensor<4x3xi8>
  return %r : tensor<4x3xi8>
}

// CHECK: executed signatures: {{[0-9][0-9][0-9]+$}}
