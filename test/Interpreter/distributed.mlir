// Level 1 on simulated ranks: pieces, partial sums and copies are what the distributions say.
// RUN: sbp-interpret %s --entry=good --input x=2x3xf32=1,2,3,4,5,6 --output-shards=%t
// RUN: %python -c "import numpy as np; l = lambda n: np.load(r'%t/' + n + '.npy').tolist(); assert l('sum.rank0') == [[3.0], [9.0]] and l('sum.rank1') == [[3.0], [6.0]]; assert l('whole.rank0') == l('whole.rank1') == [[6.0], [15.0]]"
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/distributions.json
// JSON:      "sum": {
// JSON:        "distribution": "@p, [P]"
// JSON:        "file": "sum.rank0.npy"
// JSON:      "whole": {
// JSON:        "distribution": "@p, [B]"
sbp.placement @p ["x" = 2]
func.func @good(%x: tensor<2x3xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<2x1xf32> {sbp.name = "sum", sbp.distribution = #sbp.distribution<@p, [P]>},
        tensor<2x1xf32> {sbp.name = "whole", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [P]>]>} : tensor<2x1xf32>
  %g = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [S(0)]>]>} : tensor<3x1xf32>
  %f = linalg.fill {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [P]>] -> [<@p, [P]>]>} ins(%zero : f32) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %w = linalg.fill {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [S(0)]>] -> [<@p, [S(0)]>]>} ins(%one : f32) outs(%g : tensor<3x1xf32>) -> tensor<3x1xf32>
  %s = linalg.matmul {sbp.signature = #sbp.signature<[<@p, [S(1)]>, <@p, [S(0)]>, <@p, [P]>] -> [<@p, [P]>]>}
      ins(%x, %w : tensor<2x3xf32>, tensor<3x1xf32>) outs(%f : tensor<2x1xf32>) -> tensor<2x1xf32>
  %b = sbp.boxing %s from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> : tensor<2x1xf32>
  return %s, %b : tensor<2x1xf32>, tensor<2x1xf32>
}

// A missing boxing is found where the shapes do not fit.
// RUN: not sbp-interpret %s --entry=missing_boxing --input 0=4xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: distributed.mlir:[[@LINE+5]]:8: error: 'linalg.exp' op operand #0 has on rank 0 a piece of type 'tensor<2xf32>' of [S(0)] but is seen as [B]; insert a boxing
func.func @missing_boxing(%x: tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<4xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [B]>]>} : tensor<4xf32>
  // The distribution of the operand is not what the argument says.
  %y = linalg.exp {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [B]>] -> [<@p, [B]>]>} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// A partial sum passed off as copies is found by comparing them.
// RUN: not sbp-interpret %s --entry=false_copies --input 0=2xf32=1,2 2>&1 | FileCheck %s --check-prefix=COPIES
// COPIES: error: 'linalg.exp' op operand #0 is [B] but element 0 differs: 1 on rank 0 and -0 on rank 1
func.func @false_copies(%x: tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [P]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %e = tensor.empty() {sbp.signature = #sbp.signature<[] -> [<@p, [B]>]>} : tensor<2xf32>
  %y = linalg.exp {sbp.signature = #sbp.signature<[<@p, [B]>, <@p, [B]>] -> [<@p, [B]>]>} ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// Shards as input: chosen partial values, and copies that are none.
// RUN: rm -rf %t.in && mkdir %t.in
// RUN: %python -c "import numpy as np; [np.save(r'%t.in/0.rank%%d.npy' %% r, np.array(v, np.float32)) for r, v in enumerate([[5, 1], [-2, 3]])]"
// RUN: sbp-interpret %s --entry=reduce --input-shards=%t.in | FileCheck %s --check-prefix=SHARDS
// RUN: not sbp-interpret %s --entry=copies --input-shards=%t.in 2>&1 | FileCheck %s --check-prefix=DIFFER
// SHARDS: 0: 2xf32 min 3 max 4
// DIFFER: 0.rank0.npy' and '{{.*}}0.rank1.npy' should be equal copies, but differ in element 0
func.func @reduce(%x: tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [P]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %b = sbp.boxing %x from #sbp.distribution<@p, [P]> to #sbp.distribution<@p, [B]> : tensor<2xf32>
  return %b : tensor<2xf32>
}
func.func @copies(%x: tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<2xf32> {sbp.distribution = #sbp.distribution<@p, [B]>}) {
  return %x : tensor<2xf32>
}
