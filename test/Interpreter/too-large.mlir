// A tensor that this machine has no memory for is refused before it is asked for; assertions of importers are dropped, as compiled.
// RUN: not sbp-interpret %s --entry=argument 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: too-large.mlir:[[#@LINE+3]]:1: error: argument 'a' has 1099511627776 elements, for which the interpreter needs 8796093022208 bytes; this machine has {{[0-9]+}}
// RUN: not sbp-interpret %s --entry=value 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: too-large.mlir:[[#@LINE+5]]:8: error: 'tensor.empty' op gives 'tensor<1099511627776xf32>', which has 1099511627776 elements
func.func @argument(%a: tensor<1099511627776xf32> {sbp.name = "a"}) -> tensor<1099511627776xf32> {
  return %a : tensor<1099511627776xf32>
}
func.func @value(%a: tensor<f32> {sbp.name = "a", sbp.state = "a", sbp.init = dense<1.0> : tensor<f32>}) -> tensor<1099511627776xf32> {
  %e = tensor.empty() : tensor<1099511627776xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a : tensor<f32>) outs(%e : tensor<1099511627776xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<1099511627776xf32>
  return %r : tensor<1099511627776xf32>
}
