// GemmBlocks.h: a product cut into blocks that fit the caches, and the blocks
// into tiles
//
// Blocks of rows of A (second-level cache), blocks of k, panels of B (two
// vectors of columns, packed if they are read often enough or lie n x k), tiles
// of rows. Blocks of k are a function of k alone: they are part of the bits.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMBLOCKS_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMBLOCKS_H

#include "Gemm.h"
#include "GemmPack.h"
#include "GemmTile.h"

namespace {

/// Equal for all instruction sets: 768 (f32) or 384 (f64).
template <typename T> constexpr int64_t kMaxDepth = 3072 / int64_t(sizeof(T));
constexpr int64_t kMaxRows = 504;
constexpr int64_t kMaxPackedRows = 168; ///< of an A that is packed
/// Columns of C so few that their transpose is computed: its vectors lie along
/// m.
constexpr int64_t kNarrowColumns = 4;
constexpr int64_t kNarrowRows = 256; ///< of C at a time
/// A panel of B that no more rows than these read is read where it lies.
constexpr int64_t kRowsWithoutPacking = 2 * kTileRows;

SBP_INLINE int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }
SBP_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/// The size of blocks if `size` is cut into as few of at most `most` as
/// possible, all but the last equal.
SBP_INLINE int64_t cutEvenly(int64_t size, int64_t most) {
  return ceilDivide(size, ceilDivide(size, most));
}

/// Pieces in the order of reading; on the stack of the caller.
template <typename T> struct Scratch {
  alignas(64) T panel[kMaxDepth<T> * 2 * Vectors<T>::kLanes];
  alignas(64) T a[kLiesAlongK<T> ? 1 : kMaxDepth<T> * kMaxPackedRows];
  alignas(64) Sum<T> narrow[kNarrowColumns * kNarrowRows];
};

/// One product of what is stored as In.
template <typename In, typename Out> struct ProductOf {
  int64_t m, n, k;
  const In *a, *b;
  Out *c;
  int64_t lda, ldb, ldc;
  bool transposeA, transposeB, accumulate;
};
template <typename T> using Product = ProductOf<T, Sum<T>>;

/// Rows of A and steps of k, cut into tiles of about equally many rows.
template <typename T> struct Block {
  int64_t row, rows, step, depth;
  int64_t tiles = 1;
  const T *packedA = nullptr; ///< or A is read where it lies

  int getRows(int64_t tile) const {
    return int(rows / tiles + (tile < rows % tiles));
  }
};

/// C^T = B^T A^T, with C^T somewhere else.
template <typename T>
SBP_INLINE Product<T> transpose(const Product<T> &product, Sum<T> *c,
                                int64_t ldc) {
  return {product.n,           product.m,           product.k,
          product.b,           product.a,           c,
          product.ldb,         product.lda,         ldc,
          !product.transposeB, !product.transposeA, product.accumulate};
}

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

/// What tile `t` fetches of the next panel, of which `b` is the first element:
/// weights come from memory, and packing would wait for them.
template <typename T>
Ahead getAhead(const Product<T> &product, const Block<T> &block, int64_t t,
               const T *b, int64_t columns) {
  auto at = [&](int64_t row) {
    return reinterpret_cast<const char *>(b + row * product.ldb);
  };
  int64_t bytes = sizeof(T), rowBytes = product.ldb * bytes;
  if (product.transposeB && 2 * t + 1 < columns)
    return {at(2 * t), rowBytes, 2 * bytes}; // two rows, all along
  if (!product.transposeB && t < 2 && columns > 0)
    return {at(t * (block.depth / 2)), 64, rowBytes}; // two lines of each row
  return {at(0), 0, 0};
}

/// All tiles of the block under one panel of `Count` vectors; `ahead` columns
/// of the next begin at `next`.
template <typename T, int Count>
void runTiles(const Product<T> &product, const Block<T> &block, Tile<T> tile,
              const T *next, int64_t ahead) {
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
      tile.aStep = tile.aRow = product.lda; // each form reads one of the two
    }
    tile.ahead = getAhead(product, block, t, next, ahead);
    if (!product.transposeA)
      runTile<T, Count, true>(rows, tile);
    else if constexpr (!kLiesAlongK<T>)
      runTile<T, Count, false>(rows, tile);
    row += rows;
    tile.c += rows * tile.ldc;
  }
}

/// The panel of B at `tile.b`, of which `left` columns are left; returns how
/// many it took.
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
  int64_t ahead = smaller(left - tile.columns, 2 * lanes);
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
    runTiles<T, 1>(product, block, tile, next, ahead);
  else
    runTiles<T, 2>(product, block, tile, next, ahead);
  return tile.columns;
}

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

/// Whether the product has no terms: C is what it was, or zero.
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

/// Blocks of as many rows of A and steps of k: `run` gets where each begins and
/// how many it has.
template <typename In, typename Out, typename Run>
SBP_INLINE void forEachBlock(const ProductOf<In, Out> &product, int64_t rows,
                             int64_t depth, Run run) {
  for (int64_t i = 0; i < product.m; i += rows)
    for (int64_t p = 0; p < product.k; p += depth)
      run(i, smaller(rows, product.m - i), p, smaller(depth, product.k - p));
}

template <typename T> void runWide(Product<T> product, Scratch<T> &scratch) {
  if (product.m == 1 && product.transposeA && product.lda == 1) {
    product.transposeA = false; // a column without gaps is a row
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

/// A piece of C is transposed into the scratch and back.
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

/// Every product of the batch, its operands where they lie.
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

/// A function of the service table.
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
