// Slices of 16 of both factors go through shared memory; a thread has 4 x 4 sums, and the bias is added before they are stored.
// RUN: split-file %s %t && sbp-cuda-region --print-kernels %t/many.mlir -o %t.ptx | FileCheck %t/many.mlir
// Few results are tiles of 32 x 32, whose slices are longer.
// RUN: sbp-cuda-region --print-kernels %t/few.mlir -o %t.ptx | FileCheck %t/few.mlir

//--- many.mlir
// CHECK-COUNT-2: llvm.mlir.global internal {{.*}}array<4352 x i8>
// CHECK:       llvm.func @region_
// CHECK:         scf.for
// CHECK:           nvvm.barrier
// CHECK-COUNT-256: math.fma
// CHECK:           nvvm.barrier
// CHECK:         arith.addf
// CHECK:         llvm.store {{.*}}!llvm.ptr<1>
func.func @product(%x: tensor<1024x64xf32>, %w: tensor<64x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1024x64xf32>, tensor<64x1024xf32>) outs(%f : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y = arith.addf %p, %b : tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}

//--- few.mlir
// CHECK-COUNT-2: llvm.mlir.global internal {{.*}}array<9216 x i8>
// CHECK:       llvm.func @region_
// CHECK:           nvvm.barrier
// CHECK:           scf.for
// CHECK-COUNT-256: math.fma
// CHECK-NOT:       math.fma
// CHECK:         arith.addf
func.func @product(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = arith.addf %p, %b : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
