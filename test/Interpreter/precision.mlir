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
