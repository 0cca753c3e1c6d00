// RUN: sbp-interpret %s --input rows=2x2xf64=0,0,3,4 --output root=@%t.root.npy --output power=@%t.power.npy --output unit=@%t.unit.npy
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).round(4).tolist() for name in sys.argv[1:]), sep='\n')" %t.root.npy %t.power.npy %t.unit.npy | FileCheck %s

// The norm of a row of zeros has the slope 0, as in PyTorch; the slope of a root there is infinite.
func.func @main(%rows: tensor<2x2xf64> {sbp.name = "rows"})
    -> (tensor<2x2xf64> {sbp.name = "root"}, tensor<2x2xf64> {sbp.name = "power"}, tensor<2x2xf64> {sbp.name = "unit"}) {
  %zero = arith.constant 0.0 : f64
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %e = tensor.empty() : tensor<2xf64>
  %start = linalg.fill ins(%zero : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  // CHECK: {{\[}}[0.0, 0.0], [0.6, 0.8]]
  %squares = arith.mulf %rows, %rows : tensor<2x2xf64>
  %sums = linalg.reduce { arith.addf } ins(%squares : tensor<2x2xf64>) outs(%start : tensor<2xf64>) dimensions = [1]
  %roots = math.sqrt %sums : tensor<2xf64>
  %g = nn.gradient %roots seed %ones wrt (%rows) : (tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  // PyTorch's form, by powers of absolute values.
  // CHECK-NEXT: {{\[}}[0.0, 0.0], [0.6, 0.8]]
  %two = arith.constant dense<2.0> : tensor<2x2xf64>
  %half = arith.constant dense<0.5> : tensor<2xf64>
  %sizes = math.absf %rows : tensor<2x2xf64>
  %powers = math.powf %sizes, %two : tensor<2x2xf64>
  %totals = linalg.reduce { arith.addf } ins(%powers : tensor<2x2xf64>) outs(%start : tensor<2xf64>) dimensions = [1]
  %norms = math.powf %totals, %half : tensor<2xf64>
  %h = nn.gradient %norms seed %ones wrt (%rows) : (tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  // PyTorch's normalize divides by at least a small number: 1 / 0.001 here.
  // CHECK-NEXT: {{\[}}[1000.0, 1000.0], [0.032, -0.024]]
  %least = arith.constant dense<0.001> : tensor<2xf64>
  %isSmall = arith.cmpf ult, %norms, %least : tensor<2xf64>
  %bounded = arith.select %isSmall, %least, %norms : tensor<2xi1>, tensor<2xf64>
  %e2 = tensor.empty() : tensor<2x2xf64>
  %wide = linalg.broadcast ins(%bounded : tensor<2xf64>) outs(%e2 : tensor<2x2xf64>) dimensions = [1]
  %unit = arith.divf %rows, %wide : tensor<2x2xf64>
  %o2 = arith.constant dense<1.0> : tensor<2x2xf64>
  %i = nn.gradient %unit seed %o2 wrt (%rows) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %g, %h, %i : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>
}
