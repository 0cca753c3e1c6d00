// RUN: sbp-interpret %s --input x=5xf64=1,1,1,1,1 --input seed=3xf64=3,3,3 --input row=4xf64=2,1,2,0 --output windows=@%t.windows.npy --output rows=@%t.rows.npy
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).tolist() for name in sys.argv[1:]))" %t.windows.npy %t.rows.npy | FileCheck %s

// Elements that equal a maximum share its cotangent: three in each of three overlapping windows, and two in a row.
// CHECK: {{\[}}1.0, 2.0, 3.0, 2.0, 1.0] [0.5, 0.0, 0.5, 0.0]
func.func @main(%x: tensor<5xf64> {sbp.name = "x"}, %seed: tensor<3xf64> {sbp.name = "seed"}, %row: tensor<4xf64> {sbp.name = "row"})
    -> (tensor<5xf64> {sbp.name = "windows"}, tensor<4xf64> {sbp.name = "rows"}) {
  %low = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%low : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %k = tensor.empty() : tensor<3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<5xf64>, tensor<3xf64>) outs(%f : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.maximumf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<3xf64>, tensor<3xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e0 = tensor.empty() : tensor<f64>
  %f0 = linalg.fill ins(%low : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %z = linalg.reduce { arith.maximumf } ins(%row : tensor<4xf64>) outs(%f0 : tensor<f64>) dimensions = [0]
  %h = nn.gradient %z wrt (%row) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
  return %g, %h : tensor<5xf64>, tensor<4xf64>
}
