// RUN: sbp-opt %s --sbp-check-model --split-input-file --verify-diagnostics

// A parallel loop that no result names writes its elements once per step.
func.func @main(%a: tensor<3x4xi32> {sbp.name="a"}, %b: tensor<2x4x3xi32> {sbp.name="b"}) -> (tensor<2x3xi32> {sbp.name="y"}) {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x3xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x3xi32>) -> tensor<2x3xi32>
  // expected-error @+1 {{writes every element of result #0 once for each step of loop d1, which is parallel; name the loop in the result's map or make it a reduction}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2,d3)->(d0+d1,d2)>, affine_map<(d0,d1,d2,d3)->(d1,d2,d3)>, affine_map<(d0,d1,d2,d3)->(d0,d3)>], iterator_types = ["parallel","parallel","reduction","parallel"]}
    ins(%a, %b : tensor<3x4xi32>, tensor<2x4x3xi32>) outs(%f : tensor<2x3xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %s = arith.addi %m, %o : i32
    linalg.yield %s : i32
  } -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// -----

// Also where the map is constant.
func.func @main(%a: tensor<3xi32> {sbp.name="a"}) -> (tensor<1xi32> {sbp.name="y"}) {
  %e = tensor.empty() : tensor<1xi32>
  // expected-error @+1 {{writes every element of result #0 once for each step of loop d0, which is parallel}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(0)>], iterator_types = ["parallel"]}
    ins(%a : tensor<3xi32>) outs(%e : tensor<1xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// -----

// Two steps of parallel loops meet in an element.
func.func @main(%a: tensor<3x4xi32> {sbp.name="a"}) -> (tensor<6xi32> {sbp.name="y"}) {
  %e = tensor.empty() : tensor<6xi32>
  // expected-error @+1 {{writes elements of result #0 in more than one step of its parallel loops; write each once, or make the loops reductions}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d0,d1)>, affine_map<(d0,d1)->(d0+d1)>], iterator_types = ["parallel","parallel"]}
    ins(%a : tensor<3x4xi32>) outs(%e : tensor<6xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// -----

// Element 0 of a dimension that has none.
func.func @main(%a: tensor<6x0xf32> {sbp.name="a"}, %b: tensor<6x4xf32> {sbp.name="b"}) -> (tensor<6x4xf32> {sbp.name="y"}) {
  %e = tensor.empty() : tensor<6x4xf32>
  // expected-error @+1 {{reads element 0 of dimension 1 of operand #0, which has 0}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d0,0)>, affine_map<(d0,d1)->(d0,d1)>, affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel","parallel"]}
    ins(%a, %b : tensor<6x0xf32>, tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// -----

// A difference of loops: the verifier of MLIR looks at the first and the last step only.
func.func @main(%a: tensor<4xf32>) -> tensor<3x3xf32> {
  %e = tensor.empty() : tensor<3x3xf32>
  // expected-error @+1 {{reads element -2 to 2 of dimension 0 of operand #0, which has 4}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 - d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<4xf32>) outs(%e : tensor<3x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

// -----

// What is written outside.
func.func @main(%a: tensor<3x3xf32>) -> tensor<5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  // expected-error @+1 {{writes element -2 to 2 of dimension 0 of operand #1, which has 5}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 - d1)>], iterator_types = ["reduction", "reduction"]}
    ins(%a : tensor<3x3xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// A tensor.empty is no value.
func.func @main() -> (tensor<3xf32> {sbp.name="y"}) {
  // expected-note @+1 {{created here}}
  %e = tensor.empty() : tensor<3xf32>
  // expected-error @+1 {{returns operand #0, a tensor.empty whose elements are undefined; fill it first (linalg.fill)}}
  return %e : tensor<3xf32>
}

// -----

// Nor is it one in another shape.
func.func @main() -> (tensor<3x1xf32> {sbp.name="y"}) {
  // expected-note @+1 {{created here}}
  %e = tensor.empty() : tensor<3xf32>
  %r = tensor.expand_shape %e [[0,1]] output_shape [3,1] : tensor<3xf32> into tensor<3x1xf32>
  // expected-error @+1 {{returns operand #0, whose elements are only partly written; fill the tensor.empty that it is built on first (linalg.fill)}}
  return %r : tensor<3x1xf32>
}

// -----

// Nor where only some elements are written.
func.func @main(%a: tensor<3xf32> {sbp.name="a"}) -> (tensor<6xf32> {sbp.name="y"}) {
  // expected-note @+1 {{created here}}
  %e = tensor.empty() : tensor<6xf32>
  %r = tensor.insert_slice %a into %e[1][3][1] : tensor<3xf32> into tensor<6xf32>
  // expected-error @+1 {{returns operand #0, whose elements are only partly written}}
  return %r : tensor<6xf32>
}

// -----

// A structured op writes all of a result: what an init holds elsewhere would be lost.
func.func @main(%a: tensor<3xf32> {sbp.name="a"}) -> (tensor<6xf32> {sbp.name="y"}) {
  %e = tensor.empty() : tensor<6xf32>
  // expected-error @+1 {{writes only some elements of result #0; write all, and put them into a larger tensor with tensor.insert_slice}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0*2)>], iterator_types = ["parallel"]}
    ins(%a : tensor<3xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// An init that is read before it is written.
func.func @main(%a: tensor<3xf32> {sbp.name="a"}) -> (tensor<3xf32> {sbp.name="y"}) {
  %c0 = arith.constant 0.0 : f32
  // expected-note @+1 {{created here}}
  %e = tensor.empty() : tensor<3xf32>
  // expected-error @+1 {{adds to operand #2, a tensor.empty whose elements are undefined; fill it first (linalg.fill)}}
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel"]}
    ins(%a : tensor<3xf32>) outs(%e, %e : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %s = arith.addf %x, %p : f32
    linalg.yield %s, %p : f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>)
  return %r#0 : tensor<3xf32>
}

// -----

// A loop of no steps writes nothing.
func.func @main(%a: tensor<3x0xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  // expected-error @+1 {{writes only some elements of result #0}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<3x0xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// A call reads what it is handed.
func.func private @layer(%a: tensor<3xf32>) -> tensor<3xf32> {
  return %a : tensor<3xf32>
}
func.func @main() -> tensor<3xf32> {
  // expected-note @+1 {{created here}}
  %e = tensor.empty() : tensor<3xf32>
  // expected-error @+1 {{reads operand #0, a tensor.empty whose elements are undefined}}
  %r = call @layer(%e) : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// A body reads what it captures.
func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  // expected-note @+1 {{created here}}
  %t = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    // expected-error @+1 {{reads operand #0, a tensor.empty whose elements are undefined}}
    %y = tensor.extract %t[%i] : tensor<3xf32>
    linalg.yield %y : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// All this has a meaning: reductions that results do not name, or name in a sum;
// inputs that are read many times; a window that only says how far loops go; a
// flattened result; pieces that together are the whole; nothing of nothing.
func.func @main(%a: tensor<3x4xf32>, %b: tensor<1x5x5x1xf32>, %c: tensor<3xf32>)
    -> (tensor<3xf32>, tensor<6xf32>, tensor<1x3x3x1xf32>, tensor<12xf32>, tensor<6x2xf32>, tensor<2x0xf32>) {
  %z = arith.constant 0.0 : f32
  %e3 = tensor.empty() : tensor<3xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<3x4xf32>) outs(%f3 : tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %e6 = tensor.empty() : tensor<6xf32>
  %f6 = linalg.fill ins(%z : f32) outs(%e6 : tensor<6xf32>) -> tensor<6xf32>
  %diagonals = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["reduction", "reduction"]}
    ins(%a : tensor<3x4xf32>) outs(%f6 : tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %e9 = tensor.empty() : tensor<1x3x3x1xf32>
  %f9 = linalg.fill ins(%z : f32) outs(%e9 : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %pool = linalg.pooling_nhwc_sum ins(%b, %window : tensor<1x5x5x1xf32>, tensor<3x3xf32>) outs(%f9 : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %e12 = tensor.empty() : tensor<12xf32>
  %flat = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 * 4 + d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<3x4xf32>) outs(%e12 : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<12xf32>
  %e62 = tensor.empty() : tensor<6x2xf32>
  %p0 = tensor.insert_slice %c into %e62[0, 0] [3, 1] [1, 1] : tensor<3xf32> into tensor<6x2xf32>
  %p1 = tensor.insert_slice %c into %p0[0, 1] [3, 1] [2, 1] : tensor<3xf32> into tensor<6x2xf32>
  %p2 = tensor.insert_slice %c into %p1[1, 1] [3, 1] [2, 1] : tensor<3xf32> into tensor<6x2xf32>
  %p3 = tensor.insert_slice %c into %p2[3, 0] [3, 1] [1, 1] : tensor<3xf32> into tensor<6x2xf32>
  %nothing = tensor.empty() : tensor<2x0xf32>
  return %rows, %diagonals, %pool, %flat, %p3, %nothing
    : tensor<3xf32>, tensor<6xf32>, tensor<1x3x3x1xf32>, tensor<12xf32>, tensor<6x2xf32>, tensor<2x0xf32>
}

// -----

// Upstream believes maps that are written beside strides and dilations.
func.func @main(%x: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  // expected-error @+1 {{has linalg.memoized_indexing_maps that are not those of its strides and dilations; leave it out}}
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<-1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>,
      linalg.memoized_indexing_maps = [affine_map<(a, b, c, d, e, f, g) -> (a, b + e, c + f, g)>,
                                       affine_map<(a, b, c, d, e, f, g) -> (e, f, g, d)>, affine_map<(a, b, c, d, e, f, g) -> (a, b, c, d)>]}
      ins(%x, %k : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %y : tensor<1x6x6x4xf32>
}
