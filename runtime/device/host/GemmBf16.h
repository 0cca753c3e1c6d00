// GemmBf16.h: products of bf16 matrices, summed in f32
//
// The tiles of GemmTile.h on elements E: a Pair of two bf16 where the processor
// has AVX512_BF16, else one bf16 widened to f32. In both forms an element of C
// depends on its row of A, its column of B and k alone. The two forms round
// differently; each is within the error bound of a sum of k terms.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H

#include "GemmBlocks.h"

namespace {

/// The number of steps of k that one element E holds.
template <typename E> constexpr int64_t kTermsOf = 1;
template <> constexpr int64_t kTermsOf<Pair> = 2;
constexpr int64_t kBf16Rows =
    128; ///< number of rows of A that are converted at a time

/// Makes an element of one bf16, widened exactly, or of two.
SBP_INLINE void combine(uint16_t low, uint16_t, float &to) {
  uint32_t bits = uint32_t(low) << 16;
  __builtin_memcpy(&to, &bits, sizeof(to));
}
SBP_INLINE void combine(uint16_t low, uint16_t high, Pair &to) {
  to.bits = low | uint32_t(high) << 16;
}

/// A product of bf16 matrices, given by their bits, with a C of f32.
using Bf16Product = ProductOf<uint16_t, float>;

/// The packed rows of A and panels of B of one call, on the stack of the
/// caller. It needs no initialisation.
template <typename E> struct Bf16Scratch {
  alignas(64) E a[kBf16Rows * kMaxDepth<E>];
  alignas(64) E panel[kMaxDepth<E> * 2 * Vectors<float>::kLanes];
  alignas(64) E columns[kMaxDepth<E> * 2 * Vectors<float>::kLanes];
};

/// Converts `depth` steps of a row, `stride` apart, to contiguous elements. An
/// incomplete last pair is padded with 0.
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

/// Packs columns of a B that is stored k x n to [steps][width]; the columns
/// from `columns` on are 0.
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

/// Packs columns of a B that is stored n x k: its rows become elements in
/// `rows`, which are transposed to `to`. Both have room for a panel.
template <typename E>
void packBf16Columns(const uint16_t *b, int64_t stride, int64_t depth,
                     int columns, int width, E *rows, E *to) {
  int64_t steps = ceilDivide(depth, kTermsOf<E>);
  for (int j = 0; j < columns; ++j)
    widen(b + j * stride, 1, depth, rows + j * steps);
  // A transposition does not interpret the bits: that of f32 serves both forms.
  packColumns(
      reinterpret_cast<const float *>(rows), steps,
      Panel<float>{reinterpret_cast<float *>(to), steps, columns, width});
}

/// Returns A as elements E without a copy, or null where it has to be packed.
/// `depth` is the number of steps of k.
template <typename E>
const E *viewA(const Bf16Product &product, int64_t depth) {
  bool inPairs = depth % 2 == 0 && product.lda % 2 == 0;
  if (kTermsOf<E> == 1 || product.transposeA || !inPairs)
    return nullptr;
  return reinterpret_cast<const E *>(product.a);
}

/// Computes the contribution of a block of rows of A and steps of k to all
/// columns of C. Step 0 overwrites C unless the product accumulates.
template <typename E>
void runBf16Block(const Bf16Product &product, int64_t row, int64_t rows,
                  int64_t step, int64_t depth, Bf16Scratch<E> &scratch) {
  constexpr int lanes = Vectors<float>::kLanes;
  constexpr int64_t terms = kTermsOf<E>;
  int64_t steps = ceilDivide(depth, terms);
  const E *a = viewA<E>(product, depth);
  Tile<E> tile = {};
  tile.aRow = a ? product.lda / terms : steps;
  a = a ? a + row * tile.aRow + step / terms : scratch.a;
  for (int64_t i = 0; a == scratch.a && i < rows; ++i)
    widen(product.transposeA ? product.a + step * product.lda + row + i
                             : product.a + (row + i) * product.lda + step,
          product.transposeA ? product.lda : 1, depth, scratch.a + i * steps);
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
      tile.a = a + first * tile.aRow;
      tile.c = product.c + (row + first) * product.ldc + j;
      if (width == lanes)
        runTile<E, 1, true>(count, tile);
      else
        runTile<E, 2, true>(count, tile);
      first += count;
    }
  }
}

/// Computes a product, converting bf16 in `scratch`.
template <typename E>
void runBf16(const Bf16Product &product, Bf16Scratch<E> &scratch) {
  if (isWithoutTerms(product))
    return;
  constexpr int64_t terms = kTermsOf<E>;
  // The same cuts as in GemmBlocks.h: they determine the order of the sum.
  int64_t depth = terms * cutEvenly(ceilDivide(product.k, terms), kMaxDepth<E>);
  int64_t rows =
      cutEvenly(product.m, viewA<E>(product, product.k) ? kMaxRows : kBf16Rows);
  forEachBlock(product, rows, depth,
               [&](int64_t row, int64_t rows, int64_t step, int64_t depth) {
                 runBf16Block(product, row, rows, step, depth, scratch);
               });
}

/// Returns true where A and B consist of whole pairs along k.
SBP_INLINE bool liesInPairs(const sbp_gemm &gemm) {
  return !gemm.transpose_a && gemm.transpose_b && gemm.k % 2 == 0 &&
         gemm.lda % 2 == 0 && gemm.ldb % 2 == 0;
}

/// Multiplies matrices of pairs in place, by the general product. Requires
/// liesInPairs.
template <typename E>
void multiplyInPlace(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
                     float *c) {
  Scratch<E> scratch;
  forEachProduct(gemm, a, b, c, [&](const Bf16Product &product) {
    run<E>({product.m, product.n, product.k / 2,
            reinterpret_cast<const E *>(product.a),
            reinterpret_cast<const E *>(product.b), product.c, product.lda / 2,
            product.ldb / 2, product.ldc, /*transposeA=*/false,
            /*transposeB=*/true, product.accumulate},
           scratch);
  });
}

/// Implements the service gemm_bf16 with elements E. Does nothing for a C
/// without elements.
template <typename E>
void multiplyBf16(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
                  float *c) {
  if (gemm->m <= 0 || gemm->n <= 0)
    return;
  if constexpr (kLiesAlongK<E>)
    if (liesInPairs(*gemm))
      return multiplyInPlace<E>(gemm, a, b, c);
  Bf16Scratch<E> scratch;
  forEachProduct(gemm, a, b, c, [&](const Bf16Product &product) {
    runBf16(product, scratch);
  });
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMBF16_H
