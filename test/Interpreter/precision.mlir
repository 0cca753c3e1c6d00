// A bf16 contraction adds in f32 and rounds once: 256 ones and a half are 256.5 -> 256, not stuck at 256 from the start.
// Elementwise ops round one by one; --float64 rounds nothing.
// RUN: %python -c "import numpy as np; one = np.full((1, 512), 1, np.float32); np.save(r'%t.a.npy', (one.view(np.uint32) >> 16).astype(np.uint16).view('V2'))"
// RUN: sbp-interpret %s --entry=contraction --input 0=@%t.a.npy | FileCheck %s --check-prefix=ONCE
// ONCE: 0: 1x1xbf16 min 512 max 512
func.func @contraction(%a: tensor<1x512xbf16>) -> tensor<1x1xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant dense<1.0> : tensor<512x1xbf16>
  %e = tensor.empty() : tensor<1x1xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<1x1xbf16>) -> tensor<1x1xbf16>
  %r = linalg.matmul ins(%a, %one : tensor<1x512xbf16>, tensor<512x1xbf16>) outs(%f : tensor<1x1xbf16>) -> tensor<1x1xbf16>
  return %r : tensor<1x1xbf16>
}

// RUN: sbp-interpret %s --entry=elementwise --input 0=1xf32=16777216 | FileCheck %s --check-prefix=EACH
// RUN: sbp-interpret %s --entry=elementwise --input 0=1xf32=16777216 --float64 | FileCheck %s --check-prefix=WIDE
// EACH: 0: 1xf32 min 0 max 0
// WIDE: 0: 1xf32 min 1 max 1
func.func @elementwise(%x: tensor<1xf32>) -> tensor<1xf32> {
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %s = arith.addf %x, %one : tensor<1xf32>
  %d = arith.subf %s, %x : tensor<1xf32>
  return %d : tensor<1xf32>
}

// A square that f32 does not hold is infinite, and the step 0; in f64 it is 1.
// RUN: sbp-interpret %s --entry=square --input 0=1x1xf32=3 --input 1=1xf32=0 --input 2=1x1xf32=1e30 | FileCheck %s --check-prefix=NARROW
// RUN: sbp-interpret %s --entry=square --input 0=1x1xf32=3 --input 1=1xf32=0 --input 2=1x1xf32=1e30 --float64 | FileCheck %s --check-prefix=HELD
// NARROW: 0: 1x1xf32 min 3 max 3
// HELD: 0: 1x1xf32 min 2 max 2
func.func @square(%table: tensor<1x1xf32>, %squares: tensor<1xf32>, %gradient: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>) {
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %row = arith.constant dense<0> : tensor<1x1xi32>
  %rate = arith.constant dense<1.0> : tensor<f32>
  %step = arith.constant dense<1> : tensor<i64>
  %t, %s = memory_layer.update row_adagrad %table, (%squares), %row, %one, %gradient, %rate, %step
      : (tensor<1x1xf32>, tensor<1xf32>, tensor<1x1xi32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>, tensor<i64>) -> (tensor<1x1xf32>, tensor<1xf32>)
  return %t, %s : tensor<1x1xf32>, tensor<1xf32>
}

// A body may have a table of its own.
// RUN: sbp-interpret %s --entry=table --input 0=3xi32=2,0,2 | FileCheck %s --check-prefix=TABLE
// TABLE: 0: 3xf32 min 1 max 5 mean 3.66667
func.func @table(%i: tensor<3xi32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<3xi32>) outs(%e : tensor<3xf32>) {
  ^bb0(%in: i32, %out: f32):
    %table = arith.constant dense<[1.0, 2.0, 5.0]> : tensor<3xf32>
    %k = arith.index_cast %in : i32 to index
    %v = tensor.extract %table[%k] : tensor<3xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
