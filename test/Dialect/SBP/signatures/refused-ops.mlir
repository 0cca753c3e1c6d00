// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// CHECK-LABEL: signatures of @pack{{$}}
// CHECK-NEXT: linalg.pack
// CHECK-NEXT: error: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op
// CHECK-NOT: {{->|blocked}}
func.func @pack(%x: tensor<8x6xf32>, %o: tensor<4x6x2x1xf32>) -> tensor<4x6x2x1xf32> {
  %r = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %o : tensor<8x6xf32> -> tensor<4x6x2x1xf32>
  return %r : tensor<4x6x2x1xf32>
}

// CHECK-LABEL: signatures of @unpack{{$}}
// CHECK-NEXT: linalg.unpack
// CHECK-NEXT: error: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op
// CHECK-NOT: {{->|blocked}}
func.func @unpack(%x: tensor<4x6x2x1xf32>, %o: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %o : tensor<4x6x2x1xf32> -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// CHECK-LABEL: signatures of @winograd_filter_transform{{$}}
// CHECK-NEXT: linalg.winograd_filter_transform
// CHECK-NEXT: error: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op
// CHECK-NOT: {{->|blocked}}
func.func @winograd_filter_transform(%x: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

// CHECK-LABEL: signatures of @winograd_input_transform{{$}}
// CHECK-NEXT: linalg.winograd_input_transform
// CHECK-NEXT: error: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op
// CHECK-NOT: {{->|blocked}}
func.func @winograd_input_transform(%x: tensor<2x10x10x5xf32>, %o: tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32> {
  %r = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%o : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %r : tensor<6x6x2x2x2x5xf32>
}

// CHECK-LABEL: signatures of @winograd_output_transform{{$}}
// CHECK-NEXT: linalg.winograd_output_transform
// CHECK-NEXT: error: belongs to the inside of a target, not to a model: it changes the layout or the algorithm; write the plain op
// CHECK-NOT: {{->|blocked}}
func.func @winograd_output_transform(%x: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32> {
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return %r : tensor<2x8x8x2xf32>
}

// CHECK-LABEL: signatures of @gather{{$}}
// CHECK-NEXT: tensor.gather
// CHECK-NEXT: error: gathers at coordinates of several dimensions; write nn.gather along one
// CHECK-NOT: {{->|blocked}}
func.func @gather(%x: tensor<4x6xf32>, %i: tensor<3x2xindex>) -> tensor<3x1x1xf32> {
  %r = tensor.gather %x[%i] gather_dims([0, 1]) : (tensor<4x6xf32>, tensor<3x2xindex>) -> tensor<3x1x1xf32>
  return %r : tensor<3x1x1xf32>
}

// CHECK-LABEL: signatures of @scatter{{$}}
// CHECK-NEXT: tensor.scatter
// CHECK-NEXT: error: scatters to coordinates that must be unique and are not checked; write nn.scatter or nn.scatter_add along one dimension, or tensor.insert_slice
// CHECK-NOT: {{->|blocked}}
func.func @scatter(%x: tensor<3x1x1xf32>, %o: tensor<4x6xf32>, %i: tensor<3x2xindex>) -> tensor<4x6xf32> {
  %r = tensor.scatter %x into %o[%i] scatter_dims([0, 1]) unique : (tensor<3x1x1xf32>, tensor<4x6xf32>, tensor<3x2xindex>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: signatures of @reshape{{$}}
// CHECK-NEXT: tensor.reshape
// CHECK-NEXT: error: takes its shape from a value; write tensor.expand_shape and tensor.collapse_shape
// CHECK-NOT: {{->|blocked}}
func.func @reshape(%x: tensor<4x6xf32>, %shape: tensor<1xindex>) -> tensor<24xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<4x6xf32>, tensor<1xindex>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}

// CHECK-LABEL: signatures of @dim{{$}}
// CHECK-NEXT: tensor.dim
// CHECK-NEXT: error: reads a size that is static; fold it with --canonicalize
// CHECK-NOT: {{->|blocked}}
func.func @dim(%x: tensor<4x6xf32>) -> index {
  %d = arith.constant 1 : index
  %r = tensor.dim %x, %d : tensor<4x6xf32>
  return %r : index
}

// CHECK-LABEL: signatures of @rank{{$}}
// CHECK-NEXT: tensor.rank
// CHECK-NEXT: error: reads a rank that is static; fold it with --canonicalize
// CHECK-NOT: {{->|blocked}}
func.func @rank(%x: tensor<4x6xf32>) -> index {
  %r = tensor.rank %x : tensor<4x6xf32>
  return %r : index
}
