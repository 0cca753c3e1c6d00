// RUN: sbp-interpret %s --input x=4xf64=0,1,-1,2 --input rows=2x2xf64=0,0,3,4 --input s=2xf64=1,1 --input w=2x1xf64=0.5,0.2 --input p=3xf64=1,2,3 --output log=@%t.log.npy --output slices=@%t.slices.npy --output norm=@%t.norm.npy --output windows=@%t.windows.npy --output softmax=@%t.softmax.npy --input masked=2x2xf64=-inf,-inf,0,0
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).round(4).tolist() for name in sys.argv[1:]), sep='\n')" %t.log.npy %t.slices.npy %t.norm.npy %t.windows.npy %t.softmax.npy | FileCheck %s

// A branch that is not selected contributes no NaN, however far away the select is.
#w = affine_map<(i, k) -> (i * 2 + k)>
#k = affine_map<(i, k) -> (i, k)>
#i = affine_map<(i, k) -> (i)>
func.func @main(%x: tensor<4xf64> {sbp.name = "x"}, %rows: tensor<2x2xf64> {sbp.name = "rows"}, %s: tensor<2xf64> {sbp.name = "s"}, %w: tensor<2x1xf64> {sbp.name = "w"},
                %p: tensor<3xf64> {sbp.name = "p"}, %masked: tensor<2x2xf64> {sbp.name = "masked"})
    -> (tensor<4xf64> {sbp.name = "log"}, tensor<4xf64> {sbp.name = "slices"}, tensor<2x2xf64> {sbp.name = "norm"}, tensor<3xf64> {sbp.name = "windows"},
        tensor<2x2xf64> {sbp.name = "softmax"}) {
  // x log x by x is log x + 1, and 0 where 0 is selected.
  // CHECK: [0.0, 1.0, 0.0, 1.6931]
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %ones = arith.constant dense<1.0> : tensor<4xf64>
  %c = arith.cmpf ogt, %x, %zeros : tensor<4xf64>
  %l = math.log %x : tensor<4xf64>
  %m = arith.mulf %x, %l : tensor<4xf64>
  %y = arith.select %c, %m, %zeros : tensor<4xi1>, tensor<4xf64>
  %g = nn.gradient %y seed %ones wrt (%x) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  // Between the function and the select elements move.
  // CHECK-NEXT: [0.0, 1.0, 0.0, 0.5]
  %r = tensor.expand_shape %l [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %cr = tensor.expand_shape %c [[0, 1]] output_shape [2, 2] : tensor<4xi1> into tensor<2x2xi1>
  %z2 = arith.constant dense<0.0> : tensor<2x2xf64>
  %o2 = arith.constant dense<1.0> : tensor<2x2xf64>
  %v = arith.select %cr, %r, %z2 : tensor<2x2xi1>, tensor<2x2xf64>
  %h = nn.gradient %v seed %o2 wrt (%x) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<4xf64>) -> tensor<4xf64>
  // Rows are divided by their norm, and rows of zeros are left: the root of 0 has no slope.
  // CHECK-NEXT: {{\[}}[1.0, 1.0], [0.032, -0.024]]
  %f = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %start = linalg.fill ins(%f : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %squares = arith.mulf %rows, %rows : tensor<2x2xf64>
  %sums = linalg.reduce { arith.addf } ins(%squares : tensor<2x2xf64>) outs(%start : tensor<2xf64>) dimensions = [1]
  %norms = math.sqrt %sums : tensor<2xf64>
  %e2 = tensor.empty() : tensor<2x2xf64>
  %wide = linalg.broadcast ins(%norms : tensor<2xf64>) outs(%e2 : tensor<2x2xf64>) dimensions = [1]
  %isZero = arith.cmpf oeq, %wide, %z2 : tensor<2x2xf64>
  %unit = arith.divf %rows, %wide : tensor<2x2xf64>
  %n = arith.select %isZero, %rows, %unit : tensor<2x2xi1>, tensor<2x2xf64>
  %j = nn.gradient %n seed %o2 wrt (%rows) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  // The second derivative of windows with gaps between them: no element there equals a maximum, and their number, which divides, is 0.
  // CHECK-NEXT: [-0.1199, 0.0, -0.0226]
  %low = arith.constant 0xFFF0000000000000 : f64
  %lowest = linalg.fill ins(%low : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %q = linalg.generic {indexing_maps = [#w, #k, #i], iterator_types = ["parallel", "reduction"]} ins(%p, %w : tensor<3xf64>, tensor<2x1xf64>) outs(%lowest : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %product = arith.mulf %a, %b : f64
    %sine = math.sin %product : f64
    %max = arith.maximumf %o, %sine : f64
    linalg.yield %max : f64
  } -> tensor<2xf64>
  %o3 = arith.constant dense<1.0> : tensor<3xf64>
  %t = nn.gradient %q seed %s wrt (%p) : (tensor<2xf64>, tensor<2xf64>, tensor<3xf64>) -> tensor<3xf64>
  %u = nn.gradient %t seed %o3 wrt (%p) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  // A row in which everything is masked has a softmax of NaN, which is not selected.
  // CHECK-NEXT: {{\[}}[0.0, 0.0], [-0.25, 0.25]]
  %weights = linalg.softmax dimension(1) ins(%masked : tensor<2x2xf64>) outs(%e2 : tensor<2x2xf64>) -> tensor<2x2xf64>
  %isNaN = arith.cmpf uno, %weights, %weights : tensor<2x2xf64>
  %kept = arith.select %isNaN, %z2, %weights : tensor<2x2xi1>, tensor<2x2xf64>
  %seeds = arith.constant dense<[[1.0, 2.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %v2 = nn.gradient %kept seed %seeds wrt (%masked) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %g, %h, %j, %u, %v2 : tensor<4xf64>, tensor<4xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>
}
