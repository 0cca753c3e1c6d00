// GemmBf16.h: products of bf16 summed in f32
//
// The same tiles on elements E: with the set for bf16 two of them at a time
// (Pair), else each widened to f32. Both keep the promise that an element of C
// depends on its row of A, its column of B and k alone; they differ from each
// other by less than the bound of a sum of k terms.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H

#include "GemmBlocks.h"

namespace {

constexpr int64_t kBf16Depth = 768; ///< of k at a time; even

template <typename E> constexpr int64_t kTermsOf = 1;
template <> constexpr int64_t kTermsOf<Pair> = 2;
/// Of A, packed: as many bytes of either.
template <typename E> constexpr int64_t kBf16Rows = 168 * kTermsOf<E>;

SBP_INLINE void combine(uint16_t low, uint16_t, float &to) {
  uint32_t bits = uint32_t(low) << 16;
  __builtin_memcpy(&to, &bits, sizeof(to));
}
SBP_INLINE void combine(uint16_t low, uint16_t high, Pair &to) {
  to.bits = low | uint32_t(high) << 16;
}

struct Bf16Product {
  int64_t m, n, k;
  const uint16_t *a, *b;
  float *c;
  int64_t lda, ldb, ldc;
  bool transposeA, transposeB, accumulate;
};

template <typename E> struct Bf16Scratch {
  alignas(64) E a[kBf16Rows<E> * kBf16Depth / kTermsOf<E>];
  alignas(64) E panel[kBf16Depth / kTermsOf<E> * 2 * Vectors<float>::kLanes];
  alignas(64) E columns[kBf16Depth / kTermsOf<E> * 2 * Vectors<float>::kLanes];
};

/// Steps p, p + 1, ... of `row`, which are `stride` apart, as elements without
/// gaps; a last pair is filled up with 0.
template <typename E>
void widen(const uint16_t *row, int64_t stride, int64_t depth, E *to) {
  constexpr int64_t terms = kTermsOf<E>;
  int64_t p = 0;
  if (stride == 1)
    for (; p + terms <= depth; p += terms)
      combine(row[p], row[p + terms - 1], *to++);
  else
    for (; p + terms <= depth; p += terms)
      combine(row[p * stride], row[(p + terms - 1) * stride], *to++);
  if (p < depth)
    combine(row[p * stride], 0, *to);
}

/// From a B that is stored k x n: [steps][width], `columns` of which are B's.
template <typename E>
void packBf16Rows(const uint16_t *b, int64_t stride, int64_t depth, int columns,
                  int width, E *to) {
  constexpr int64_t terms = kTermsOf<E>;
  const uint16_t zeros[2 * Vectors<float>::kLanes] = {};
  for (int64_t p = 0; p < depth; p += terms, to += width) {
    const uint16_t *low = b + p * stride;
    const uint16_t *high =
        p + terms <= depth ? low + (terms - 1) * stride : zeros;
    for (int j = 0; j < columns; ++j)
      combine(low[j], high[j], to[j]);
    for (int j = columns; j < width; ++j)
      combine(0, 0, to[j]);
  }
}

/// From a B that is stored n x k, through elements along its rows.
template <typename E>
void packBf16Columns(const uint16_t *b, int64_t stride, int64_t depth,
                     int columns, int width, E *rows, E *to) {
  int64_t steps = ceilDivide(depth, kTermsOf<E>);
  for (int j = 0; j < columns; ++j)
    widen(b + j * stride, 1, depth, rows + j * steps);
  // Bits are bits: the transposition of f32 serves both.
  packColumns(
      reinterpret_cast<const float *>(rows), steps,
      Panel<float>{reinterpret_cast<float *>(to), steps, columns, width});
}

template <typename E>
void runBf16Block(const Bf16Product &product, int64_t row, int64_t rows,
                  int64_t step, int64_t depth, Bf16Scratch<E> &scratch) {
  constexpr int lanes = Vectors<float>::kLanes;
  int64_t steps = ceilDivide(depth, kTermsOf<E>);
  for (int64_t i = 0; i < rows; ++i)
    widen(product.transposeA ? product.a + step * product.lda + row + i
                             : product.a + (row + i) * product.lda + step,
          product.transposeA ? product.lda : 1, depth, scratch.a + i * steps);
  Tile<E> tile = {};
  tile.aRow = steps;
  tile.aStep = 1;
  tile.b = scratch.panel;
  tile.ldc = product.ldc;
  tile.depth = steps;
  tile.accumulate = product.accumulate || step > 0;
  int64_t tiles = ceilDivide(rows, kTileRows);
  for (int64_t j = 0; j < product.n; j += tile.columns) {
    tile.columns = int(smaller(product.n - j, 2 * lanes));
    int width = tile.columns > lanes ? 2 * lanes : lanes;
    tile.bStep = width;
    if (product.transposeB)
      packBf16Columns(product.b + j * product.ldb + step, product.ldb, depth,
                      tile.columns, width, scratch.columns, scratch.panel);
    else
      packBf16Rows(product.b + step * product.ldb + j, product.ldb, depth,
                   tile.columns, width, scratch.panel);
    int64_t first = 0;
    for (int64_t t = 0; t < tiles; ++t) {
      int count = int(rows / tiles + (t < rows % tiles));
      tile.a = scratch.a + first * steps;
      tile.c = product.c + (row + first) * product.ldc + j;
      if (width == lanes)
        runTile<E, 1, true>(count, tile);
      else
        runTile<E, 2, true>(count, tile);
      first += count;
    }
  }
}

template <typename E>
void runBf16(const Bf16Product &product, Bf16Scratch<E> &scratch) {
  if (product.k <= 0 && !product.accumulate)
    for (int64_t i = 0; i < product.m; ++i)
      for (int64_t j = 0; j < product.n; ++j)
        product.c[i * product.ldc + j] = 0;
  if (product.k <= 0)
    return;
  int64_t rows = cutEvenly(product.m, kBf16Rows<E>);
  int64_t depth = (cutEvenly(product.k, kBf16Depth) + 1) / 2 * 2;
  for (int64_t i = 0; i < product.m; i += rows)
    for (int64_t p = 0; p < product.k; p += depth)
      runBf16Block(product, i, smaller(rows, product.m - i), p,
                   smaller(depth, product.k - p), scratch);
}

/// A function of the service table.
template <typename E>
void multiplyBf16(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
                  float *c) {
  if (gemm->m <= 0 || gemm->n <= 0)
    return;
  Bf16Scratch<E> scratch;
  for (int64_t i = 0; i < gemm->batch0; ++i)
    for (int64_t j = 0; j < gemm->batch1; ++j)
      runBf16({gemm->m, gemm->n, gemm->k,
               a + i * gemm->stride_a0 + j * gemm->stride_a1,
               b + i * gemm->stride_b0 + j * gemm->stride_b1,
               c + i * gemm->stride_c0 + j * gemm->stride_c1, gemm->lda,
               gemm->ldb, gemm->ldc, gemm->transpose_a != 0,
               gemm->transpose_b != 0, gemm->beta != 0},
              scratch);
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H
