// What is chosen costs the same when it is annotated: stored weights and results in pieces have a price, whoever asks for them.
// RUN: rm -rf %t && mkdir -p %t
// RUN: sed "s/OF_W//; s/OF_Y//" %s > %t/free.mlir
// RUN: sed "s/OF_W/, sbp.distribution = #sbp.distribution<@p, [S(0)]>/; s/OF_Y//" %s > %t/weight.mlir
// RUN: sed "s/OF_W/, sbp.distribution = #sbp.distribution<@p, [S(0)]>/; s/OF_Y/, sbp.distribution = #sbp.distribution<@p, [S(0)]>/" %s > %t/all.mlir
// RUN: sbp-opt %t/free.mlir --sbp-compile-to=distributed -o %t/free && FileCheck %s --input-file=%t/free
// RUN: sbp-opt %t/weight.mlir --sbp-compile-to=distributed | grep -v "^module attr" > %t/weight
// RUN: grep -v "^module attr" %t/free | diff - %t/weight
// RUN: grep -o "cost_seconds = [^ ]*" %t/free > %t/cost
// RUN: sbp-opt %t/weight.mlir --sbp-compile-to=distributed | grep -o "cost_seconds = [^ ]*" | diff %t/cost -
// RUN: sbp-opt %t/all.mlir --sbp-compile-to=distributed | grep -o "cost_seconds = [^ ]*" | diff %t/cost -
// RUN: sbp-opt %t/all.mlir --sbp-import --sbp-place-operations --sbp-select-distributions=strict=true | grep -o "cost_seconds = [^ ]*" | diff %t/cost -

sbp.placement @p ["x" = 4]
// CHECK: %arg1: tensor<4096x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>, sbp.name = "w"}) -> (tensor<4096x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>
func.func @main(%x: tensor<4096x512xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>}, %w: tensor<4096x512xf32> {sbp.name = "w"OF_W})
    -> (tensor<4096x512xf32> {sbp.name = "y"OF_Y}) {
  %a = math.exp %x : tensor<4096x512xf32>
  %y = arith.addf %a, %w : tensor<4096x512xf32>
  return %y : tensor<4096x512xf32>
}
