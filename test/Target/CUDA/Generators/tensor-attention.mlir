// The kernel of attention on the tensor cores of warps: fragments of queries stay in registers, two slots of keys and values, and the softmax
// of a tile between its scores and its outputs. Then the three kernels of its gradient.
// RUN: sbp-cuda-region --chip=sm_80 --print-kernels --print-launches %s 2>&1 | FileCheck %s

// CHECK: remark: kernel: tensor_attention (128 queries, tiles of 128 keys, 2 slots)
// CHECK: llvm.func @
// CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: nvvm.barrier0
// CHECK-COUNT-4: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>
// CHECK: scf.for
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: nvvm.barrier0
// CHECK: nvvm.cp.async.commit.group
// Scores of 16 queries and 128 keys, 64 columns.
// CHECK-COUNT-64: nvvm.mma.sync
// CHECK: ex2.approx.ftz.f32
// CHECK: cvt.rn.bf16x2.f32
// CHECK: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<col>
// CHECK-COUNT-64: nvvm.mma.sync
// CHECK: scf.yield
// CHECK: rcp.approx.ftz.f32
func.func @attention(%q: tensor<1x16x2048x64xbf16>, %k: tensor<1x8x2048x64xbf16>, %v: tensor<1x8x2048x64xbf16>)
    -> tensor<1x16x2048x64xbf16> {
  %y, %l = nn.attention %q, %k, %v {scale = 0.125 : f64, causal}
      : (tensor<1x16x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x8x2048x64xbf16>) -> (tensor<1x16x2048x64xbf16>, tensor<1x16x2048xf32>)
  return %y : tensor<1x16x2048x64xbf16>
}

// CHECK: remark: kernel: tensor_attention_gradient (
// CHECK: attention: tensor_attention 256 x 256
// CHECK: gradient: tensor_attention_gradient 1024 x 256
// CHECK: gradient: tensor_attention_gradient 256 x 128
// CHECK: gradient: tensor_attention_gradient 512 x 128
func.func @gradient(%q: tensor<1x16x2048x64xbf16>, %k: tensor<1x8x2048x64xbf16>, %v: tensor<1x8x2048x64xbf16>, %y: tensor<1x16x2048x64xbf16>,
    %l: tensor<1x16x2048xf32>, %g: tensor<1x16x2048x64xbf16>)
    -> (tensor<1x16x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x8x2048x64xbf16>) {
  %d:3 = nn.attention_gradient %q, %k, %v of %y, %l cotangent %g {scale = 0.125 : f64, causal}
      : (tensor<1x16x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x16x2048x64xbf16>, tensor<1x16x2048xf32>, tensor<1x16x2048x64xbf16>)
      -> (tensor<1x16x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x8x2048x64xbf16>)
  return %d#0, %d#1, %d#2 : tensor<1x16x2048x64xbf16>, tensor<1x8x2048x64xbf16>, tensor<1x8x2048x64xbf16>
}
