// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s

// Six signatures, from the maps and the body alone: two parallel loops, the reduction, two additive sets, all B.
// CHECK-LABEL: signatures of @matmul{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matmul(%a0: tensor<4x6xf32>, %a1: tensor<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xf32>, tensor<6x8xf32>) outs(%o: tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: signatures of @matmul_transposed{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(1), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(0), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @matmul_transposed(%a: tensor<6x4xf32>, %b: tensor<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<6x4xf32>, tensor<6x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The type of the init is the precision that is communicated: accumulated wider inside a rank, rounded once.
// CHECK-LABEL: signatures of @matmul_bf16{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matmul_bf16(%a0: tensor<4x6xbf16>, %a1: tensor<6x8xbf16>, %o: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xbf16>, tensor<6x8xbf16>) outs(%o: tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %r : tensor<4x8xbf16>
}

// CHECK-LABEL: signatures of @matmul_bf16_into_f32{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matmul_bf16_into_f32(%a0: tensor<4x6xbf16>, %a1: tensor<6x8xbf16>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xbf16>, tensor<6x8xbf16>) outs(%o: tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// Widening integers is not additive: 100 + 100 is -56 in i8.
// CHECK-LABEL: signatures of @matmul_i8_into_i32{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matmul_i8_into_i32(%a0: tensor<4x6xi8>, %a1: tensor<6x8xi8>, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xi8>, tensor<6x8xi8>) outs(%o: tensor<4x8xi32>) -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: signatures of @matmul_i32{{$}}
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matmul_i32(%a0: tensor<4x6xi32>, %a1: tensor<6x8xi32>, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<4x6xi32>, tensor<6x8xi32>) outs(%o: tensor<4x8xi32>) -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: signatures of @batch_matmul{{$}}
// CHECK-NEXT: linalg.batch_matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), B, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(2), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @batch_matmul(%a0: tensor<2x4x6xf32>, %a1: tensor<2x6x8xf32>, %o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<2x4x6xf32>, tensor<2x6x8xf32>) outs(%o: tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}

// CHECK-LABEL: signatures of @batch_matvec{{$}}
// CHECK-NEXT: linalg.batch_matvec
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), B, S(1)) -> (S(1))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @batch_matvec(%a0: tensor<2x4x6xf32>, %a1: tensor<2x6xf32>, %o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = linalg.batch_matvec ins(%a0, %a1 : tensor<2x4x6xf32>, tensor<2x6xf32>) outs(%o: tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: signatures of @batch_vecmat{{$}}
// CHECK-NEXT: linalg.batch_vecmat
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (B, S(2), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @batch_vecmat(%a0: tensor<2x6xf32>, %a1: tensor<2x6x8xf32>, %o: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %r = linalg.batch_vecmat ins(%a0, %a1 : tensor<2x6xf32>, tensor<2x6x8xf32>) outs(%o: tensor<2x8xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: signatures of @matvec{{$}}
// CHECK-NEXT: linalg.matvec
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @matvec(%a0: tensor<4x6xf32>, %a1: tensor<6xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.matvec ins(%a0, %a1 : tensor<4x6xf32>, tensor<6xf32>) outs(%o: tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: signatures of @vecmat{{$}}
// CHECK-NEXT: linalg.vecmat
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (B, S(1), S(0)) -> (S(0))
// CHECK-NEXT: (S(0), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @vecmat(%a0: tensor<6xf32>, %a1: tensor<6x8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.vecmat ins(%a0, %a1 : tensor<6xf32>, tensor<6x8xf32>) outs(%o: tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: signatures of @dot{{$}}
// CHECK-NEXT: linalg.dot
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @dot(%a0: tensor<6xf32>, %a1: tensor<6xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<6xf32>, tensor<6xf32>) outs(%o: tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: signatures of @mmt4d{{$}}
// CHECK-NEXT: linalg.mmt4d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(1), P) -> (P)
// CHECK-NEXT: (S(2), B, S(2)) -> (S(2))
// CHECK-NEXT: (B, S(2), S(3)) -> (S(3))
// CHECK-NEXT: (S(3), S(3), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @mmt4d(%a0: tensor<2x3x4x5xf32>, %a1: tensor<6x3x8x5xf32>, %o: tensor<2x6x4x8xf32>) -> tensor<2x6x4x8xf32> {
  %r = linalg.mmt4d ins(%a0, %a1 : tensor<2x3x4x5xf32>, tensor<6x3x8x5xf32>) outs(%o: tensor<2x6x4x8xf32>) -> tensor<2x6x4x8xf32>
  return %r : tensor<2x6x4x8xf32>
}

// CHECK-LABEL: signatures of @batch_mmt4d{{$}}
// CHECK-NEXT: linalg.batch_mmt4d
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), S(0)) -> (S(0))
// CHECK-NEXT: (S(1), B, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(1), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(2), P) -> (P)
// CHECK-NEXT: (S(3), B, S(3)) -> (S(3))
// CHECK-NEXT: (B, S(3), S(4)) -> (S(4))
// CHECK-NEXT: (S(4), S(4), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @batch_mmt4d(%a0: tensor<2x2x3x4x5xf32>, %a1: tensor<2x6x3x8x5xf32>, %o: tensor<2x2x6x4x8xf32>) -> tensor<2x2x6x4x8xf32> {
  %r = linalg.batch_mmt4d ins(%a0, %a1 : tensor<2x2x3x4x5xf32>, tensor<2x6x3x8x5xf32>) outs(%o: tensor<2x2x6x4x8xf32>) -> tensor<2x2x6x4x8xf32>
  return %r : tensor<2x2x6x4x8xf32>
}

// CHECK-LABEL: signatures of @batch_reduce_matmul{{$}}
// CHECK-NEXT: linalg.batch_reduce_matmul
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(0), P) -> (P)
// CHECK-NEXT: (S(1), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(2), S(1)) -> (S(1))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @batch_reduce_matmul(%a0: tensor<2x4x6xf32>, %a1: tensor<2x6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<2x4x6xf32>, tensor<2x6x8xf32>) outs(%o: tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: signatures of @contract{{$}}
// CHECK-NEXT: linalg.contract
// CHECK-NEXT: (B, B, B) -> (B)
// CHECK-NEXT: (S(0), S(2), S(1)) -> (S(1))
// CHECK-NEXT: (S(1), B, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(0), S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), P) -> (P)
// CHECK-NEXT: (P, B, P) -> (P)
// CHECK-NEXT: (B, P, P) -> (P)
// CHECK-NOT: {{->|blocked}}
#d = affine_map<(b, m, n, k) -> (b, m, k)>
#e = affine_map<(b, m, n, k) -> (n, k, b)>
#f = affine_map<(b, m, n, k) -> (m, b, n)>
func.func @contract(%a: tensor<2x4x6xf32>, %b: tensor<8x6x2xf32>, %o: tensor<4x2x8xf32>) -> tensor<4x2x8xf32> {
  %r = linalg.contract indexing_maps = [#d, #e, #f] ins(%a, %b : tensor<2x4x6xf32>, tensor<8x6x2xf32>) outs(%o : tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  return %r : tensor<4x2x8xf32>
}

// CHECK-LABEL: signatures of @quantized_matmul{{$}}
// CHECK-NEXT: linalg.quantized_matmul
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), B, -, -, S(0)) -> (S(0))
// CHECK-NEXT: (B, S(1), -, -, S(1)) -> (S(1))
// CHECK-NEXT: (S(1), S(0), -, -, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @quantized_matmul(%a0: tensor<4x6xi8>, %a1: tensor<6x8xi8>, %a2: i32, %a3: i32, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<4x6xi8>, tensor<6x8xi8>, i32, i32) outs(%o: tensor<4x8xi32>) -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: signatures of @quantized_batch_matmul{{$}}
// CHECK-NEXT: linalg.quantized_batch_matmul
// CHECK-NEXT: (B, B, -, -, B) -> (B)
// CHECK-NEXT: (S(0), S(0), -, -, S(0)) -> (S(0))
// CHECK-NEXT: (S(1), B, -, -, S(1)) -> (S(1))
// CHECK-NEXT: (B, S(2), -, -, S(2)) -> (S(2))
// CHECK-NEXT: (S(2), S(1), -, -, P) -> (P)
// CHECK-NOT: {{->|blocked}}
func.func @quantized_batch_matmul(%a0: tensor<2x4x6xi8>, %a1: tensor<2x6x8xi8>, %a2: i32, %a3: i32, %o: tensor<2x4x8xi32>) -> tensor<2x4x8xi32> {
  %r = linalg.quantized_batch_matmul ins(%a0, %a1, %a2, %a3 : tensor<2x4x6xi8>, tensor<2x6x8xi8>, i32, i32) outs(%o: tensor<2x4x8xi32>) -> tensor<2x4x8xi32>
  return %r : tensor<2x4x8xi32>
}
