// What a limit on memory counts: a fresh table that rows are added to is held by
// every rank that has it, although nobody made it: 1,024 x 64 x 4 bytes whole.
// RUN: sbp-opt %s --sbp-import --sbp-place-operations --sbp-select-distributions=memory-limit=1000000 | FileCheck %s
// CHECK: sbp.selection = {{.*}}peak_bytes = 2.66{{[0-9]+}}e+05

// What is chosen without a limit is taken wherever it fits.
// RUN: sbp-opt %S/../../../examples/regression/regression.mlir --sbp-import --sbp-place-operations --sbp-select-distributions -o %t.free
// RUN: sbp-opt %S/../../../examples/regression/regression.mlir --sbp-import --sbp-place-operations --sbp-select-distributions=memory-limit=100000000 -o %t.limited
// RUN: FileCheck %s --check-prefix=FITS < %t.limited
// RUN: sed 's/, peak_bytes = [^}]*//' %t.limited | diff %t.free -
// FITS: sbp.selection = {{.*}}gap = 0.000000e+00{{.*}}peak_bytes

sbp.placement @p ["a" = 2]
func.func @main(%rows: tensor<5x3xi32> {sbp.name = "rows", sbp.distribution = #sbp.distribution<@p, [B]>},
                %t: tensor<5x3x64xf32> {sbp.name = "t", sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<1024x64xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x64xf32>) -> tensor<1024x64xf32>
  %y = nn.scatter_add %init, %rows, %t {axis = 0 : i64, drop_outside} : (tensor<1024x64xf32>, tensor<5x3xi32>, tensor<5x3x64xf32>) -> tensor<1024x64xf32>
  return %y : tensor<1024x64xf32>
}
