// RUN: sbp-opt %s --sbp-check-model -split-input-file -verify-diagnostics

// expected-error @+1 {{argument #0 of @main, 'tensor<?x4xf32>', has a dynamic shape; write one entry per shape, each with static sizes}}
func.func @main(%x: tensor<?x4xf32>) {
  return
}

// -----

// expected-error @+1 {{argument #0 of @main, 'f32', is not a tensor; write a tensor without dimensions, tensor<f32>}}
func.func @main(%x: f32) {
  return
}

// -----

// expected-error @+1 {{argument #0 of @main, 'index', is not a tensor; write a tensor without dimensions, tensor<i64>}}
func.func @main(%x: index) {
  return
}

// -----

// expected-error @+1 {{argument #0 of @main, 'tensor<4xui8>', has elements of ui8; supported are f64 f32 f16 bf16 i64 i32 i8 i1 f8E4M3FN f8E5M2 (signless: write i64 for index and unsigned)}}
func.func @main(%x: tensor<4xui8>) {
  return
}

// -----

// expected-error @+1 {{argument #0 of @main, 'tensor<4xcomplex<f32>>', has elements of complex<f32>; supported are}}
func.func @main(%x: tensor<4xcomplex<f32>>) {
  return
}

// -----

// expected-error @+1 {{argument #0 of @main, 'tensor<*xf32>', is not a ranked tensor; write tensor<2x3xf32>}}
func.func @main(%x: tensor<*xf32>) {
  return
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{gives 'tensor<?xf32>', a dynamic shape; sizes must be constants}}
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

// expected-error @+1 {{@outside has no body; every function of a model needs one: define it or remove it}}
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-note @+1 {{called here from itself}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{call of @f is recursive, which is not supported; unroll the recursion}}
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{@main has 2 blocks; control flow between tensors is not supported}}
func.func @main() {
  cf.br ^next
^next:
  return
}

// -----

// expected-error @+1 {{the module has no public function; a model needs an entry}}
module {
  func.func private @f() {
    return
  }
}

// -----

// expected-note @+1 {{first used here}}
func.func @train(%w: tensor<4xf32> {sbp.state = "w"}) -> (tensor<4xf32> {sbp.state = "w"}) {
  return %w : tensor<4xf32>
}
// expected-error @+1 {{state 'w' has type 'tensor<5xf32>' in @eval but 'tensor<4xf32>' in @train}}
func.func @eval(%w: tensor<5xf32> {sbp.state = "w"}) {
  return
}

// -----

// expected-note @below {{its next value is made here}}
// expected-error @+1 {{result #0 of @main is state 'w', which is not an argument; add the argument that holds its value}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32> {sbp.state = "w"}) {
  return %x : tensor<4xf32>
}

// -----

sbp.placement @p ["dp" = 2]
// expected-error @+2 {{result #0 of @main, the next value of state 'w', has distribution #sbp.distribution<@p, [S(0)]> but the state has #sbp.distribution<@p, [B]>}}
// expected-note @+1 {{the state}}
func.func @main(%w: tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  return %w : tensor<4xf32>
}

// -----

// expected-note @+1 {{first used here}}
func.func @train(%w: tensor<4xf32> {sbp.state = "w", sbp.init = dense<0.0> : tensor<4xf32>}) {
  return
}
func.func @eval(
    // expected-error @+1 {{state 'w' has first value dense<1.000000e+00> : tensor<4xf32> in @eval but dense<0.000000e+00> : tensor<4xf32> in @train}}
    %w: tensor<4xf32> {sbp.state = "w", sbp.init = dense<1.0> : tensor<4xf32>}) {
  return
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a value that is resource 'w', whose data is not among the dialect_resources of the file}}
  %w = arith.constant dense_resource<w> : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a value that is resource 'short' of 8 bytes, expected 16}}
  %w = arith.constant dense_resource<short> : tensor<4xf32>
  return %w : tensor<4xf32>
}
{-# dialect_resources: { builtin: { short: "0x040000000000803F00008040" } } #-}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a value that is neither dense<...> nor dense_resource<...>}}
  %w = arith.constant sparse<[[0]], [1.0]> : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

// expected-error @+1 {{has more than 2^53 elements; no machine holds them}}
func.func @main(%x: tensor<4294967296x4294967296xf32>) {
  return
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{gives elements of 'f8E4M3'; supported are f64 f32 f16 bf16 i64 i32 i8 i1 f8E4M3FN f8E5M2}}
  %a = arith.truncf %x : tensor<4xf32> to tensor<4xf8E4M3>
  %b = arith.extf %a : tensor<4xf8E4M3> to tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 has extent 6 in dimension 0, which 4 micro-batches do not divide; expected a multiple of sbp.microbatches}}
func.func @main(%x: tensor<6xf32> {sbp.microbatch = 0 : i64}) attributes {sbp.microbatches = 4 : i64} {
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<4x6xf32>', comes from here}}
func.func @main(%x: tensor<4x6xf32>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  // expected-error @+1 {{takes element 9 of dimension 1, which has 6}}
  %0 = tensor.extract %x[%c2, %c9] : tensor<4x6xf32>
  return
}

// -----

// expected-note @below {{operand #0, 'tensor<4x6xf32>', comes from here}}
func.func @main(%x: tensor<4x6xf32>) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{takes element 3 to 4 of dimension 0, which has 4}}
  %0 = tensor.extract_slice %x[%c3, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  return
}

// -----

// expected-note @below {{operand #1, 'tensor<4x6xf32>', comes from here}}
func.func @main(%x: tensor<4x6xf32>, %s: tensor<4x2xf32>) {
  %c1 = arith.constant -1 : index
  // expected-error @+1 {{takes element -1 to 0 of dimension 1, which has 6}}
  %0 = tensor.insert_slice %s into %x[0, %c1] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<4x6xf32>
  return
}

// -----

// expected-error @+1 {{argument #0 of the private @layer is a state; declare it in the entry and hand in its value}}
func.func private @layer(%w: tensor<4xf32> {sbp.state = "w"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @layer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.fill' op has a body that is not the one of its name; write linalg.generic}}
  %0 = "linalg.fill"(%one, %empty) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%in: f32, %out: f32):
    linalg.yield %two : f32
  }) : (f32, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @below {{operand #0, 'tensor<3xf32>', comes from here}}
func.func @main(%n: tensor<i64>, %x: tensor<3xf32>) -> tensor<4xf32> {
  %e = tensor.extract %n[] : tensor<i64>
  %i = arith.index_cast %e : i64 to index
  // expected-error @+1 {{takes 4 elements of dimension 0, which has 3, wherever it begins}}
  %r = tensor.extract_slice %x[%i] [4] [1] : tensor<3xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{has stride -1 in dimension 1; strides are 1 or more: linalg.generic repeats, and nn.gather reads in any order}}
  %0 = tensor.extract_slice %x[0, 1] [4, 4] [1, -1] : tensor<4x6xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @main(%x: tensor<9xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{has stride 0 in dimension 0}}
  %0 = tensor.insert_slice %y into %x[3] [3] [0] : tensor<3xf32> into tensor<9xf32>
  return
}

// -----

func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{uses a function as a value; functions are called by name: call @f(...)}}
  %f = constant @f : (tensor<3xf32>) -> tensor<3xf32>
  %r = call_indirect %f(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
