// A nest whose iterations need more scratch than there is for a thread each has fewer threads, not one: of 300 rows of
// 100000 numbers a thread sorts 6. Scratch of 300 short rows fits.
// RUN: sbp-cuda-region --print-launches %s 2>&1 | FileCheck %s --implicit-check-not=remark
// CHECK: narrow: loops 3 x 128
// CHECK: wide: loops {{[0-9]+}} x {{[0-9][0-9]+}}{{$}}
func.func @narrow(%x: tensor<300x20xf32>) -> (tensor<300x20xf32>, tensor<300x20xi32>) {
  %y, %i = nn.sort %x {axis = 1 : i64} : (tensor<300x20xf32>) -> (tensor<300x20xf32>, tensor<300x20xi32>)
  return %y, %i : tensor<300x20xf32>, tensor<300x20xi32>
}
func.func @wide(%x: tensor<300x100000xf32>) -> (tensor<300x100000xf32>, tensor<300x100000xi32>) {
  %y, %i = nn.sort %x {axis = 1 : i64} : (tensor<300x100000xf32>) -> (tensor<300x100000xf32>, tensor<300x100000xi32>)
  return %y, %i : tensor<300x100000xf32>, tensor<300x100000xi32>
}
