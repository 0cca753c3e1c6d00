// RUN: split-file %s %t
// RUN: sbp-host-region %t/large.mlir -o %t.so --print-llvm 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: sbp-host-region %t/small.mlir -o %t.so --print-llvm 2>&1 | FileCheck %s --check-prefix=SMALL

// Rows chosen by numbers out of memory are asked for early, to be written, a line of 64 bytes at a time.
// LARGE: call void @llvm.prefetch{{.*}}, i32 1, i32 3, i32 1)
// LARGE-NEXT: getelementptr i8, ptr %{{.+}}, i64 64
// LARGE-NEXT: call void @llvm.prefetch{{.*}}, i32 1, i32 3, i32 1)

// A small table stays in the cache.
// SMALL: define {{.*}}@region_
// SMALL-NOT: prefetch

//--- large.mlir
func.func @main(%table: tensor<16384x32xf32>, %rows: tensor<64xi32>, %updates: tensor<64x32xf32>) -> tensor<16384x32xf32> {
  %y = nn.scatter_add %table, %rows, %updates {axis = 0 : i64} : (tensor<16384x32xf32>, tensor<64xi32>, tensor<64x32xf32>) -> tensor<16384x32xf32>
  return %y : tensor<16384x32xf32>
}

//--- small.mlir
func.func @main(%table: tensor<64x32xf32>, %rows: tensor<64xi32>, %updates: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = nn.scatter_add %table, %rows, %updates {axis = 0 : i64} : (tensor<64x32xf32>, tensor<64xi32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
