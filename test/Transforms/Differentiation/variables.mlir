// RUN: sbp-interpret %s --input x=2xf64=1,2 --input b=2xf64=10,20 --input m=2x3xf64=1,2,3,4,5,6 --output copy=@%t.copy.npy --output twin=@%t.twin.npy --output wide=@%t.wide.npy --output returned=@%t.returned.npy --output times=@%t.times.npy --output casts=@%t.casts.npy --output both=@%t.both.npy
// RUN: %python -c "import numpy, sys; print(*(numpy.load(name).tolist() for name in sys.argv[1:]), sep='\n')" %t.copy.npy %t.twin.npy %t.wide.npy %t.returned.npy %t.times.npy %t.casts.npy %t.both.npy | FileCheck %s

// A gradient is taken by the value that is named, not by one that it equals.
func.func private @same(%x: tensor<2xf64>) -> tensor<2xf64> {
  return %x : tensor<2xf64>
}
func.func @main(%x: tensor<2xf64> {sbp.name = "x"}, %b: tensor<2xf64> {sbp.name = "b"}, %m: tensor<2x3xf64> {sbp.name = "m"})
    -> (tensor<2xf64> {sbp.name = "copy"}, tensor<2xf64> {sbp.name = "twin"}, tensor<2x3xf64> {sbp.name = "wide"}, tensor<2xf64> {sbp.name = "returned"},
        tensor<2xf64> {sbp.name = "times"}, tensor<2xf64> {sbp.name = "casts"}, tensor<2xf64> {sbp.name = "both"}) {
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %z = arith.mulf %x, %x : tensor<2xf64>
  // CHECK: [10.0, 20.0]
  %e = tensor.empty() : tensor<2xf64>
  %w = linalg.copy ins(%x : tensor<2xf64>) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %y = arith.mulf %w, %b : tensor<2xf64>
  %u = arith.addf %y, %z : tensor<2xf64>
  %g = nn.gradient %u seed %ones wrt (%w) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  // One of two equal values.
  // CHECK-NEXT: [10.0, 20.0]
  %s = math.tanh %x : tensor<2xf64>
  %t = math.tanh %x : tensor<2xf64>
  %p = arith.mulf %s, %b : tensor<2xf64>
  %q = arith.mulf %t, %t : tensor<2xf64>
  %v = arith.addf %p, %q : tensor<2xf64>
  %h = nn.gradient %v seed %ones wrt (%s) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  // A broadcast that its reader could read through.
  // CHECK-NEXT: {{\[}}[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
  %em = tensor.empty() : tensor<2x3xf64>
  %om = arith.constant dense<1.0> : tensor<2x3xf64>
  %wide = linalg.broadcast ins(%s : tensor<2xf64>) outs(%em : tensor<2x3xf64>) dimensions = [1]
  %product = arith.mulf %wide, %m : tensor<2x3xf64>
  %i:2 = nn.gradient %product seed %om wrt (%wide, %m) : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  // What a private function returns is a value of its own.
  // CHECK-NEXT: [10.0, 20.0]
  %r = func.call @same(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %yr = arith.mulf %r, %b : tensor<2xf64>
  %ur = arith.addf %yr, %z : tensor<2xf64>
  %j = nn.gradient %ur seed %ones wrt (%r) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  // CHECK-NEXT: [10.0, 20.0]
  %o = arith.mulf %x, %ones : tensor<2xf64>
  %yo = arith.mulf %o, %b : tensor<2xf64>
  %uo = arith.addf %yo, %z : tensor<2xf64>
  %k = nn.gradient %uo seed %ones wrt (%o) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  // Casts there and back.
  // CHECK-NEXT: [10.0, 20.0]
  %open = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %closed = tensor.cast %open : tensor<?xf64> to tensor<2xf64>
  %yc = arith.mulf %closed, %b : tensor<2xf64>
  %uc = arith.addf %yc, %z : tensor<2xf64>
  %n = nn.gradient %uc seed %ones wrt (%closed) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  // By what the copy is made of, the gradient goes through the copy as well.
  // CHECK-NEXT: [12.0, 24.0]
  %l:2 = nn.gradient %u seed %ones wrt (%x, %w) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %g, %h, %i#0, %j, %k, %n, %l#0 : tensor<2xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
