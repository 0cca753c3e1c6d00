// RUN: sbp-interpret %s --input x=4xf64=2,1,2,0 --input z=f64=2 --input high=f64=9 --output shared=@%t.shared.npy --output by_init=@%t.by_init.npy --output beaten=@%t.beaten.npy --output winner=@%t.winner.npy --output constant=@%t.constant.npy --output lowest=@%t.lowest.npy
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).tolist() for name in sys.argv[1:]), sep='\n')" %t.shared.npy %t.by_init.npy %t.beaten.npy %t.winner.npy %t.constant.npy %t.lowest.npy | FileCheck %s

func.func @main(%x: tensor<4xf64> {sbp.name = "x"}, %z: tensor<f64> {sbp.name = "z"}, %high: tensor<f64> {sbp.name = "high"})
    -> (tensor<4xf64> {sbp.name = "shared"}, tensor<f64> {sbp.name = "by_init"}, tensor<4xf64> {sbp.name = "beaten"}, tensor<f64> {sbp.name = "winner"},
        tensor<4xf64> {sbp.name = "constant"}, tensor<4xf64> {sbp.name = "lowest"}) {
  // An init with a value of the program that ties with two elements: a third each.
  // CHECK: [0.333{{3+}}, 0.0, 0.333{{3+}}, 0.0]
  // CHECK-NEXT: 0.333
  %a = linalg.reduce { arith.maximumf } ins(%x : tensor<4xf64>) outs(%z : tensor<f64>) dimensions = [0]
  %g:2 = nn.gradient %a wrt (%x, %z) : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> (tensor<4xf64>, tensor<f64>)
  // One that wins.
  // CHECK-NEXT: [0.0, 0.0, 0.0, 0.0]
  // CHECK-NEXT: 1.0
  %b = linalg.reduce { arith.maximumf } ins(%x : tensor<4xf64>) outs(%high : tensor<f64>) dimensions = [0]
  %h:2 = nn.gradient %b wrt (%x, %high) : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> (tensor<4xf64>, tensor<f64>)
  // A constant takes the whole of a tie, as in relu(0).
  // CHECK-NEXT: [0.0, 0.0, 0.0, 0.0]
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %c = linalg.reduce { arith.minimumf } ins(%x : tensor<4xf64>) outs(%f : tensor<f64>) dimensions = [0]
  %i = nn.gradient %c wrt (%x) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
  // The identity takes none.
  // CHECK-NEXT: [0.0, 0.0, 0.0, 1.0]
  %large = arith.constant 0x7FF0000000000000 : f64
  %l = linalg.fill ins(%large : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.reduce { arith.minimumf } ins(%x : tensor<4xf64>) outs(%l : tensor<f64>) dimensions = [0]
  %j = nn.gradient %d wrt (%x) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
  return %g#0, %g#1, %h#0, %h#1, %i, %j : tensor<4xf64>, tensor<f64>, tensor<4xf64>, tensor<f64>, tensor<4xf64>, tensor<4xf64>
}
