// GemmBlocks.h: the loops of a matrix product around its tiles
//
// The loop nest of Goto and van de Geijn ("Anatomy of high-performance matrix
// multiplication", 2008) with fixed blocks: rows of A that fit the second-level
// cache, blocks of k, panels of B of two vectors of columns, tiles of rows.
// Panels of B are packed where enough rows read them or where B is stored n x
// k. Blocks of k are a function of k alone, since they determine the order of
// the sum. Example for AVX-512, f32, m = 600, n = 40, k = 1000: rows of 300,
// steps of 500, panels of 32 and 8 columns, tiles of 14 or 13 rows.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMBLOCKS_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMBLOCKS_H

#include "Gemm.h"
#include "GemmPack.h"
#include "GemmTile.h"

namespace {

/// The largest block of k: 768 for f32, 384 for f64. It is equal for all
/// instruction sets.
template <typename T> constexpr int64_t kMaxDepth = 3072 / int64_t(sizeof(T));
constexpr int64_t kMaxRows = 504;       ///< rows of A in a block
constexpr int64_t kMaxPackedRows = 168; ///< rows of A that are packed at a time
/// A C of at most this many columns is computed as its transpose, whose vectors
/// lie along m.
constexpr int64_t kNarrowColumns = 4;
constexpr int64_t kNarrowRows =
    256; ///< rows of C that are transposed at a time
/// A panel of B that at most this many rows read is not packed.
constexpr int64_t kRowsWithoutPacking = 2 * kTileRows;

/// Returns a / b rounded up, for a >= 0 and b > 0.
SBP_INLINE int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }
SBP_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/// Returns the block size that cuts `size` > 0 into as few blocks of at most
/// `most` as possible, all but the last of them equal.
SBP_INLINE int64_t cutEvenly(int64_t size, int64_t most) {
  return ceilDivide(size, ceilDivide(size, most));
}

/// The packed panels of one call, on the stack of the caller. They need no
/// initialisation.
template <typename T> struct Scratch {
  alignas(64) T panel[kMaxDepth<T> * 2 * Vectors<T>::kLanes];
  alignas(64) T a[kLiesAlongK<T> ? 1 : kMaxDepth<T> * kMaxPackedRows];
  alignas(64) Sum<T> narrow[kNarrowColumns * kNarrowRows];
};

/// A product C = A B, or C += A B, of matrices of In, summed in Out: C is m x
/// n, and A and B are stored k x m and n x k where transposed. Rows are lda,
/// ldb and ldc elements apart. The matrices belong to the caller.
template <typename In, typename Out> struct ProductOf {
  int64_t m, n, k;
  const In *a, *b;
  Out *c;
  int64_t lda, ldb, ldc;
  bool transposeA, transposeB, accumulate;
};
/// A product of matrices of T, summed in the type for T.
template <typename T> using Product = ProductOf<T, Sum<T>>;

/// A block of `rows` rows of A from `row` on, and `depth` steps of k from
/// `step` on, cut into tiles of about equally many rows.
template <typename T> struct Block {
  int64_t row, rows, step, depth;
  int64_t tiles = 1;
  const T *packedA = nullptr; ///< null where A is read in place

  /// Returns the number of rows of a tile.
  int getRows(int64_t tile) const {
    return int(rows / tiles + (tile < rows % tiles));
  }
};

/// Returns the product C^T = B^T A^T with the result at `c`.
template <typename T>
SBP_INLINE Product<T> transpose(const Product<T> &product, Sum<T> *c,
                                int64_t ldc) {
  return {product.n,           product.m,           product.k,
          product.b,           product.a,           c,
          product.ldb,         product.lda,         ldc,
          !product.transposeB, !product.transposeA, product.accumulate};
}

/// Packs the rows of a block of a transposed A to `to`, tile by tile, and sets
/// `block.packedA`.
template <typename T>
void packA(const Product<T> &product, Block<T> &block, T *to) {
  block.packedA = to;
  const T *from = product.a + block.step * product.lda + block.row;
  for (int64_t t = 0; t < block.tiles; ++t) {
    int rows = block.getRows(t);
    packTileOfA(from, product.lda, block.depth, rows, to);
    from += rows;
    to += rows * block.depth;
  }
}

/// Returns what tile `t` prefetches of the next panel of `columns` columns,
/// whose first element is `b`; nothing useful without columns. Weights come
/// from memory, and packing would otherwise wait for them.
template <typename T>
Prefetch getPrefetch(const Product<T> &product, const Block<T> &block,
                     int64_t t, const T *b, int64_t columns) {
  auto at = [&](int64_t row) {
    return reinterpret_cast<const char *>(b + row * product.ldb);
  };
  int64_t bytes = sizeof(T), rowBytes = product.ldb * bytes;
  if (product.transposeB && 2 * t + 1 < columns)
    return {at(2 * t), rowBytes, 2 * bytes}; // two rows of the panel
  if (!product.transposeB && t < 2 && columns > 0)
    return {at(t * (block.depth / 2)), 64,
            rowBytes}; // two cache lines of every row
  return {at(0), 0, 0};
}

/// Computes all tiles of a block with one panel of `Count` vectors. `tile` has
/// the panel and the first row of the block in C; its members of A and its
/// prefetch are set here. `prefetch` columns of the next panel begin at `next`,
/// which may be any address where there are none.
template <typename T, int Count>
void runTiles(const Product<T> &product, const Block<T> &block, Tile<T> tile,
              const T *next, int64_t prefetch) {
  const T *packed = block.packedA;
  int64_t row = block.row;
  for (int64_t t = 0; t < block.tiles; ++t) {
    int rows = block.getRows(t);
    if (packed) {
      tile.a = packed;
      tile.aStep = rows;
      packed += rows * block.depth;
    } else {
      tile.a = product.transposeA ? product.a + block.step * product.lda + row
                                  : product.a + row * product.lda + block.step;
      tile.aStep = tile.aRow =
          product.lda; // each form of the tile reads one of them
    }
    tile.prefetch = getPrefetch(product, block, t, next, prefetch);
    if (!product.transposeA)
      runTile<T, Count, true>(rows, tile);
    else if constexpr (!kLiesAlongK<T>)
      runTile<T, Count, false>(rows, tile);
    row += rows;
    tile.c += rows * tile.ldc;
  }
}

/// Computes one panel of columns, of which `left` remain, and returns the
/// number of columns that it covered.
template <typename T>
int64_t runPanel(const Product<T> &product, const Block<T> &block, int64_t left,
                 Tile<T> tile, T *panel) {
  constexpr int lanes = Vectors<T>::kLanes;
  if (product.transposeB && !product.transposeA && left >= lanes &&
      block.rows <= kColumnsRows) {
    tile.a = product.a + block.row * product.lda + block.step;
    tile.aRow = product.lda;
    int count = left >= 2 * lanes ? 2 : 1;
    tile.columns = count * lanes;
    if (count == 2)
      runColumns<T, 2>(int(block.rows), tile);
    else
      runColumns<T, 1>(int(block.rows), tile);
    return tile.columns;
  }
  if constexpr (!kLiesAlongK<T>)
    if (!product.transposeB && left >= 4 * lanes && block.rows <= kWideRows) {
      tile.columns = 4 * lanes;
      runTiles<T, 4>(product, block, tile, tile.b, 0);
      return 4 * lanes;
    }
  tile.columns = int(smaller(left, 2 * lanes));
  int64_t prefetch = smaller(left - tile.columns, 2 * lanes);
  const T *next =
      tile.b + (product.transposeB ? tile.columns * product.ldb : tile.columns);
  int width = tile.columns > lanes ? 2 * lanes : lanes;
  if (product.transposeB || tile.columns < width ||
      block.rows > kRowsWithoutPacking) {
    Panel<T> packed = {panel, block.depth, tile.columns, width};
    if (product.transposeB)
      packColumns(tile.b, tile.bStep, packed);
    else if constexpr (!kLiesAlongK<T>)
      packRows(tile.b, tile.bStep, packed);
    tile.b = panel;
    tile.bStep = width;
  }
  if (width == lanes)
    runTiles<T, 1>(product, block, tile, next, prefetch);
  else
    runTiles<T, 2>(product, block, tile, next, prefetch);
  return tile.columns;
}

/// Computes the contribution of a block to all columns of C. Step 0 overwrites
/// C unless the product accumulates.
template <typename T>
void runBlock(const Product<T> &product, Block<T> block, Scratch<T> &scratch) {
  block.tiles = ceilDivide(block.rows, kTileRows);
  if constexpr (!kLiesAlongK<T>)
    if (product.transposeA && product.n > 2 * Vectors<T>::kLanes)
      packA(product, block, scratch.a);
  Tile<T> tile = {};
  tile.bStep = product.ldb;
  tile.ldc = product.ldc;
  tile.depth = block.depth;
  tile.accumulate = product.accumulate || block.step > 0;
  for (int64_t j = 0; j < product.n;) {
    tile.c = product.c + block.row * product.ldc + j;
    tile.b = product.transposeB ? product.b + j * product.ldb + block.step
                                : product.b + block.step * product.ldb + j;
    j += runPanel(product, block, product.n - j, tile, scratch.panel);
  }
}

/// Handles a product without terms (k = 0): C stays unchanged, or becomes zero
/// where the product does not accumulate. Returns false, and does nothing, for
/// all others.
template <typename In, typename Out>
bool isWithoutTerms(const ProductOf<In, Out> &product) {
  if (product.k > 0)
    return false;
  if (product.accumulate)
    return true;
  for (int64_t i = 0; i < product.m; ++i)
    for (int64_t j = 0; j < product.n; ++j)
      product.c[i * product.ldc + j] = 0;
  return true;
}

/// Calls `run` with the position and size of every block of `rows` rows and
/// `depth` steps.
template <typename In, typename Out, typename Run>
SBP_INLINE void forEachBlock(const ProductOf<In, Out> &product, int64_t rows,
                             int64_t depth, Run run) {
  for (int64_t i = 0; i < product.m; i += rows)
    for (int64_t p = 0; p < product.k; p += depth)
      run(i, smaller(rows, product.m - i), p, smaller(depth, product.k - p));
}

/// Computes a product whose vectors lie along n, block by block.
template <typename T> void runWide(Product<T> product, Scratch<T> &scratch) {
  if (product.m == 1 && product.transposeA && product.lda == 1) {
    product.transposeA = false; // a contiguous column is a row
    product.lda = product.k;
  }
  int64_t most = product.transposeA ? kMaxPackedRows : kMaxRows;
  int64_t rows = cutEvenly(product.m, most);
  int64_t depth = cutEvenly(product.k, kMaxDepth<T>);
  forEachBlock(product, rows, depth,
               [&](int64_t row, int64_t rows, int64_t step, int64_t depth) {
                 runBlock(product, {row, rows, step, depth}, scratch);
               });
}

/// Computes a C of few columns through its transpose, piece by piece.
template <typename T>
void runNarrow(const Product<T> &product, Scratch<T> &scratch) {
  for (int64_t row = 0; row < product.m; row += kNarrowRows) {
    Product<T> piece = product;
    piece.m = smaller(kNarrowRows, product.m - row);
    piece.a += product.transposeA ? row : row * product.lda;
    Sum<T> *c = product.c + row * product.ldc, *turned = scratch.narrow;
    if (product.accumulate)
      for (int64_t i = 0; i < piece.m; ++i)
        for (int64_t j = 0; j < product.n; ++j)
          turned[j * kNarrowRows + i] = c[i * product.ldc + j];
    runWide(transpose(piece, turned, kNarrowRows), scratch);
    for (int64_t i = 0; i < piece.m; ++i)
      for (int64_t j = 0; j < product.n; ++j)
        c[i * product.ldc + j] = turned[j * kNarrowRows + i];
  }
}

/// Computes a product in the form that suits its shape. The bits of an element
/// do not depend on the form.
template <typename T> void run(const Product<T> &product, Scratch<T> &scratch) {
  bool hasManyRows = product.m >= Vectors<T>::kLanes;
  if (isWithoutTerms(product))
    return;
  if (product.n == 1 && product.ldc == 1 && hasManyRows) {
    runWide(transpose(product, product.c, product.m), scratch);
  } else if (product.n <= kNarrowColumns && hasManyRows) {
    runNarrow(product, scratch);
  } else {
    runWide(product, scratch);
  }
}

/// Calls `run` with every product of the batch, whose sizes and strides `gemm`
/// holds.
template <typename In, typename Out, typename Run>
void forEachProduct(const sbp_gemm *gemm, const In *a, const In *b, Out *c,
                    Run run) {
  for (int64_t i = 0; i < gemm->batch0; ++i)
    for (int64_t j = 0; j < gemm->batch1; ++j)
      run(ProductOf<In, Out>{gemm->m, gemm->n, gemm->k,
                             a + i * gemm->stride_a0 + j * gemm->stride_a1,
                             b + i * gemm->stride_b0 + j * gemm->stride_b1,
                             c + i * gemm->stride_c0 + j * gemm->stride_c1,
                             gemm->lda, gemm->ldb, gemm->ldc,
                             gemm->transpose_a != 0, gemm->transpose_b != 0,
                             gemm->beta != 0});
}

/// Implements the services gemm_f32 and gemm_f64. Does nothing for a C without
/// elements.
template <typename T>
void multiply(const sbp_gemm *gemm, const T *a, const T *b, T *c) {
  if (gemm->m <= 0 || gemm->n <= 0)
    return;
  Scratch<T> scratch;
  forEachProduct(gemm, a, b, c, [&](const ProductOf<T, T> &product) {
    run<T>(product, scratch);
  });
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMBLOCKS_H
