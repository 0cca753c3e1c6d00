// Integers wrap, shifts by the width give 0, comparisons of unsigned values see their bits, i1 is a bool in files.
// RUN: sbp-interpret %s --input a=5xi8=127,-128,7,-7,100 --input b=5xi8=1,-1,2,2,8 --output sum=@%t.s.npy --output quotient=@%t.q.npy --output shifted=@%t.h.npy --output above=@%t.u.npy
// RUN: %python -c "import numpy as np; l = lambda n: np.load(r'%t.' + n + '.npy').tolist(); assert l('s') == [-128, 127, 9, -5, 108]; assert l('q') == [127, -128, 3, -4, 12]; assert l('h') == [-2, 0, 28, -28, 0]; assert l('u') == [True, False, True, True, True]"
#map = affine_map<(d0) -> (d0)>
func.func @main(%a: tensor<5xi8> {sbp.name = "a"}, %b: tensor<5xi8> {sbp.name = "b"})
    -> (tensor<5xi8> {sbp.name = "sum"}, tensor<5xi8> {sbp.name = "quotient"}, tensor<5xi8> {sbp.name = "shifted"}, tensor<5xi1> {sbp.name = "above"}) {
  %e = tensor.empty() : tensor<5xi8>
  %p = tensor.empty() : tensor<5xi1>
  %r:4 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<5xi8>, tensor<5xi8>) outs(%e, %e, %e, %p : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi1>) {
  ^bb0(%x: i8, %y: i8, %o0: i8, %o1: i8, %o2: i8, %o3: i1):
    %s = arith.addi %x, %y : i8
    %q = arith.floordivsi %x, %y : i8
    %h = arith.shli %x, %y : i8
    %u = arith.cmpi ugt, %x, %y : i8
    linalg.yield %s, %q, %h, %u : i8, i8, i8, i1
  } -> (tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi1>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi1>
}
