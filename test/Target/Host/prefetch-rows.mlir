// RUN: split-file %s %t
// RUN: sbp-host-region %t/large.mlir -o %t.so --print-llvm 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: sbp-host-region %t/small.mlir -o %t.so --print-llvm 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: sbp-host-region %t/update.mlir -o %t.so --print-llvm 2>&1 | FileCheck %s --check-prefix=UPDATE

// Rows chosen by numbers out of memory are asked for early, to be written, a line of 64 bytes at a time; none beyond the table.
// LARGE: call i32 @llvm.umin.i32(i32 %{{.+}}, i32 16383)
// LARGE: call void @llvm.prefetch{{.*}}, i32 1, i32 3, i32 1)
// LARGE-NEXT: getelementptr i8, ptr %{{.+}}, i64 64
// LARGE-NEXT: call void @llvm.prefetch{{.*}}, i32 1, i32 3, i32 1)

// A small table stays in the cache.
// SMALL: define {{.*}}@region_
// SMALL-NOT: prefetch

// An update goes through the rows in order: their numbers are temporaries, beside those that it writes. A table and two moments, two lines each.
// UPDATE-COUNT-6: call void @llvm.prefetch{{.*}}, i32 1, i32 3, i32 1)

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

//--- update.mlir
func.func @main(%table: tensor<16384x32xf32>, %mean: tensor<16384x32xf32>, %square: tensor<16384x32xf32>, %rows: tensor<8x8xi32>, %scores: tensor<8x8xf32>,
                %z: tensor<8x32xf32>, %rate: tensor<f32>, %step: tensor<i64>) -> (tensor<16384x32xf32>, tensor<16384x32xf32>, tensor<16384x32xf32>) {
  %u:3 = memory_layer.update lazy_adam %table, (%mean, %square), %rows, %scores, %z, %rate, %step : (tensor<16384x32xf32>, tensor<16384x32xf32>,
      tensor<16384x32xf32>, tensor<8x8xi32>, tensor<8x8xf32>, tensor<8x32xf32>, tensor<f32>, tensor<i64>) -> (tensor<16384x32xf32>, tensor<16384x32xf32>, tensor<16384x32xf32>)
  return %u#0, %u#1, %u#2 : tensor<16384x32xf32>, tensor<16384x32xf32>, tensor<16384x32xf32>
}
