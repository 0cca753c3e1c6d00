// A scan over the columns of many rows has a thread for each row.
// RUN: sbp-cuda-region --print-kernels %s -o %t.ptx | FileCheck %s
// CHECK:       func.func @region_
// CHECK:         nvvm.read.ptx.sreg.ctaid.x
// CHECK:         nvvm.read.ptx.sreg.tid.x
// CHECK:         scf.for
// CHECK:           memref.load
// CHECK:           memref.store
func.func @order(%x: tensor<64x40xf32>) -> (tensor<64x40xf32>, tensor<64x40xi64>) {
  %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<64x40xf32>) -> (tensor<64x40xf32>, tensor<64x40xi64>)
  return %v, %i : tensor<64x40xf32>, tensor<64x40xi64>
}
