// RUN: sbp-interpret %s --input x=f64=0 --output g=@%t.g.npy
// RUN: %python -c "import numpy, sys; print(numpy.load(sys.argv[1]))" %t.g.npy | FileCheck %s

// Scalars outside of bodies: the logarithm of 0 is not selected.
// CHECK: 1.0
func.func @main(%x: tensor<f64> {sbp.name = "x"}) -> (tensor<f64> {sbp.name = "g"}) {
  %zero = arith.constant 0.0 : f64
  %v = tensor.extract %x[] : tensor<f64>
  %c = arith.cmpf ogt, %v, %zero : f64
  %l = math.log %v : f64
  %s = arith.select %c, %l, %v : f64
  %y = tensor.from_elements %s : tensor<f64>
  %g = nn.gradient %y wrt (%x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %g : tensor<f64>
}
