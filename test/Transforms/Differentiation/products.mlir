// RUN: sbp-interpret %s --input x=3xf64=1,2,3 --input zeros=4xf64=0,2,0,5 --input init=2xf64=2,0 --input rows=2x2xf64=3,4,5,6 --input c=4xf64=1,10,100,1000 --output two=@%t.two.npy --output none=@%t.none.npy --output live=@%t.live.npy --output by_init=@%t.by_init.npy --output again=@%t.again.npy --output scaled=@%t.scaled.npy --output by_start=@%t.by_start.npy
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).tolist() for name in sys.argv[1:]), sep='\n')" %t.two.npy %t.none.npy %t.live.npy %t.by_init.npy %t.again.npy %t.scaled.npy %t.by_start.npy | FileCheck %s

func.func @main(%x: tensor<3xf64> {sbp.name = "x"}, %zeros: tensor<4xf64> {sbp.name = "zeros"}, %init: tensor<2xf64> {sbp.name = "init"},
                %rows: tensor<2x2xf64> {sbp.name = "rows"}, %c: tensor<4xf64> {sbp.name = "c"})
    -> (tensor<3xf64> {sbp.name = "two"}, tensor<3xf64> {sbp.name = "none"}, tensor<2x2xf64> {sbp.name = "live"}, tensor<2xf64> {sbp.name = "by_init"},
        tensor<4xf64> {sbp.name = "again"}, tensor<2x2xf64> {sbp.name = "scaled"}, tensor<2xf64> {sbp.name = "by_start"}) {
  // A product that starts at 2 is 2 x0 x1 x2.
  // CHECK: [12.0, 6.0, 4.0]
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f = linalg.fill ins(%two : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %y = linalg.reduce { arith.mulf } ins(%x : tensor<3xf64>) outs(%f : tensor<f64>) dimensions = [0]
  %a = nn.gradient %y wrt (%x) : (tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
  // One that starts at 0 is 0.
  // CHECK-NEXT: [0.0, 0.0, 0.0]
  %zero = arith.constant 0.0 : f64
  %f0 = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %y0 = linalg.reduce { arith.mulf } ins(%x : tensor<3xf64>) outs(%f0 : tensor<f64>) dimensions = [0]
  %b = nn.gradient %y0 wrt (%x) : (tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
  // An init with a value of the program is one more factor, with a cotangent of its own: 2 * 3 * 4 and 0 * 5 * 6.
  // CHECK-NEXT: {{\[}}[8.0, 6.0], [0.0, 0.0]]
  // CHECK-NEXT: [12.0, 30.0]
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %p = linalg.reduce { arith.mulf } ins(%rows : tensor<2x2xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  %d:2 = nn.gradient %p seed %one wrt (%rows, %init) : (tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  // Second derivatives of x0 x1 x2 x3 at (0, 2, 0, 5), in the direction c: that by x0 and x2 is 2 * 5, all others have a factor 0.
  // CHECK-NEXT: [1000.0, 0.0, 10.0, 0.0]
  %start = arith.constant 1.0 : f64
  %f1 = linalg.fill ins(%start : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %q = linalg.reduce { arith.mulf } ins(%zeros : tensor<4xf64>) outs(%f1 : tensor<f64>) dimensions = [0]
  %g = nn.gradient %q wrt (%zeros) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
  %h = nn.gradient %g seed %c wrt (%zeros) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  // Of init * r0 * r1 by r0, the derivatives by rows and init: (0, init) and r1 in the first element of each row.
  // CHECK-NEXT: {{\[}}[0.0, 2.0], [0.0, 0.0]]
  // CHECK-NEXT: [4.0, 6.0]
  %first = arith.constant dense<[[1.0, 0.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %p1 = linalg.reduce { arith.mulf } ins(%rows : tensor<2x2xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  %inner = nn.gradient %p1 seed %one wrt (%rows) : (tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %o:2 = nn.gradient %inner seed %first wrt (%rows, %init) : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  return %a, %b, %d#0, %d#1, %h, %o#0, %o#1 : tensor<3xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<4xf64>, tensor<2x2xf64>, tensor<2xf64>
}
