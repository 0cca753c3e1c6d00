// GemmTile.h: the register tile of a matrix product
//
// A tile multiplies up to kTileRows rows of A by one or two vectors of columns
// of B (four for few rows). Its accumulators stay in registers: they start at
// zero, add the products in the order of k, and are then stored to C or added
// to it.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMTILE_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMTILE_H

#include "GemmVectors.h"

namespace {

/// Memory to prefetch: `first` and `first` + `second`, then `step` bytes
/// further for each pair of steps of k. Any address is allowed, null included.
struct Prefetch {
  const char *first = nullptr;
  int64_t second = 0, step = 0;
};

/// The operands of one tile. Strides are in elements; the caller owns all
/// memory.
template <typename T> struct Tile {
  const T *a;          ///< element (i, p) is a[i * aRow + p * aStep]
  int64_t aRow, aStep; ///< each form of the tile takes one of them as 1
  const T *b;          ///< element (p, j) is b[p * bStep + j]
  int64_t bStep;
  Sum<T> *c; ///< element (i, j) is c[i * ldc + j]
  int64_t ldc;
  int64_t depth; ///< steps of k in the block
  int columns;   ///< columns in all vectors; the last vector has at least one
  Prefetch prefetch; ///< source of the next panel
  bool accumulate;   ///< false where C is overwritten without being read
};

/// Stores the sums of a tile to C, or adds them to it. Elements of C after
/// `tile.columns` are not touched.
template <typename T, int Rows, int Count>
SBP_INLINE void storeTile(const Tile<T> &tile,
                          Vector<Sum<T>> (&sums)[Rows][Count]) {
  constexpr int lanes = Vectors<T>::kLanes;
  const int last = tile.columns - (Count - 1) * lanes;
  SBP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    Sum<T> *c = tile.c + i * tile.ldc;
    SBP_UNROLL
    for (int v = 0; v < Count; ++v, c += lanes) {
      if (v + 1 < Count || last == lanes)
        store(c, tile.accumulate ? load(c) + sums[i][v] : sums[i][v]);
      else
        storeFirst(
            c, tile.accumulate ? loadFirst(c, last) + sums[i][v] : sums[i][v],
            last);
    }
  }
}

/// Computes a tile. `ContiguousA` is true where aStep is 1, else aRow is 1. The
/// pointers are hidden from the compiler once per step: it would otherwise keep
/// one pointer per row, which exceeds the registers, instead of one per three
/// rows.
template <typename T, int Rows, int Count, bool ContiguousA>
__attribute__((noinline)) void computeTile(const Tile<T> &tile) {
  constexpr int lanes = Vectors<T>::kLanes;
  constexpr int pointers = ContiguousA ? (Rows + 2) / 3 : 1;
  const int64_t aRow = tile.aRow, aStep = ContiguousA ? 1 : tile.aStep;
  const int64_t bStep = tile.bStep;
  const T *b = tile.b;
  const T *a[pointers];
  SBP_UNROLL
  for (int g = 0; g < pointers; ++g)
    a[g] = tile.a + 3 * g * aRow;
  Vector<Sum<T>> sums[Rows][Count];
  SBP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    __builtin_prefetch(tile.c + i * tile.ldc, 1);
    __builtin_prefetch(tile.c + i * tile.ldc + tile.columns - 1, 1);
    SBP_UNROLL
    for (int v = 0; v < Count; ++v)
      sums[i][v] = Vector<Sum<T>>{};
  }
  Prefetch prefetch = tile.prefetch;
  auto step = [&](int p) __attribute__((always_inline)) {
    Vector<T> right[Count];
    SBP_UNROLL
    for (int v = 0; v < Count; ++v)
      right[v] = load(b + p * bStep + v * lanes);
    SBP_UNROLL
    for (int i = 0; i < Rows; ++i) {
      Vector<T> left = broadcast(ContiguousA ? a[i / 3][p + (i % 3) * aRow]
                                             : a[0][i + p * aStep]);
      SBP_UNROLL
      for (int v = 0; v < Count; ++v)
        sums[i][v] = multiplyAdd(left, right[v], sums[i][v]);
    }
  };
  auto advance = [&](int steps) __attribute__((always_inline)) {
    b += steps * bStep;
    asm volatile("" : "+r"(b));
    SBP_UNROLL
    for (int g = 0; g < pointers; ++g) {
      a[g] += steps * aStep;
      asm volatile("" : "+r"(a[g]));
    }
  };
  int64_t left = tile.depth;
  SBP_ROLLED
  for (; left >= 2; left -= 2) {
    __builtin_prefetch(prefetch.first, 0, 2);
    __builtin_prefetch(prefetch.first + prefetch.second, 0, 2);
    prefetch.first += prefetch.step;
    asm volatile("" : "+r"(prefetch.first));
    step(0);
    step(1);
    advance(2);
  }
  if (left)
    step(0);
  storeTile<T, Rows, Count>(tile, sums);
}

/// Multiplies few contiguous rows of A by `Count` vectors of columns of a B
/// that is stored n x k, with rows `tile.bStep` apart. B is transposed in
/// registers, since packing it would cost more than the product.
template <typename T, int Rows, int Count>
__attribute__((noinline)) void computeColumns(const Tile<T> &tile) {
  constexpr int part = Vectors<T>::kPartLanes, lanes = Vectors<T>::kLanes;
  Vector<Sum<T>> sums[Rows][Count] = {};
  auto add = [&](int64_t p, int v,
                 Vector<T> right) __attribute__((always_inline)) {
    SBP_UNROLL
    for (int i = 0; i < Rows; ++i)
      sums[i][v] =
          multiplyAdd(broadcast(tile.a[i * tile.aRow + p]), right, sums[i][v]);
  };
  int64_t p = 0;
  SBP_ROLLED
  for (; p + part <= tile.depth; p += part) {
    SBP_UNROLL
    for (int v = 0; v < Count; ++v) {
      Vector<T> right[part];
      loadColumns(tile.b + v * lanes * tile.bStep + p, tile.bStep, right);
      SBP_UNROLL
      for (int q = 0; q < part; ++q)
        add(p + q, v, right[q]);
    }
  }
  SBP_ROLLED
  for (; p < tile.depth; ++p) {
    SBP_UNROLL
    for (int v = 0; v < Count; ++v) {
      Vector<T> right;
      for (int j = 0; j < lanes; ++j)
        right[j] = tile.b[(v * lanes + j) * tile.bStep + p];
      add(p, v, right);
    }
  }
  storeTile<T, Rows, Count>(tile, sums);
}

/// The table of tile functions for 1, 2, ... rows, of which `run` calls the one
/// for `rows` rows.
template <typename T, int Count, bool ContiguousA, int... Rows>
struct TileTable {
  static void run(int rows, const Tile<T> &tile) {
    using Function = void(const Tile<T> &);
    static Function *const table[] = {
        computeTile<T, Rows, Count, ContiguousA>...};
    table[rows - 1](tile);
  }
};

/// Computes a tile of `rows` rows: 1 to kTileRows, for four vectors to
/// kWideRows.
template <typename T, int Count, bool ContiguousA>
void runTile(int rows, const Tile<T> &tile) {
#ifdef __AVX512F__
  if constexpr (Count == 4)
    TileTable<T, Count, ContiguousA, 1, 2, 3, 4, 5, 6>::run(rows, tile);
  else
    TileTable<T, Count, ContiguousA, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
              14>::run(rows, tile);
#else
  if constexpr (Count == 4)
    TileTable<T, Count, ContiguousA, 1, 2>::run(rows, tile);
  else
    TileTable<T, Count, ContiguousA, 1, 2, 3, 4, 5, 6>::run(rows, tile);
#endif
}

/// Calls computeColumns for 1 to kColumnsRows rows.
template <typename T, int Count>
void runColumns(int rows, const Tile<T> &tile) {
  using Function = void(const Tile<T> &);
  static Function *const table[] = {
      computeColumns<T, 1, Count>, computeColumns<T, 2, Count>,
      computeColumns<T, 3, Count>, computeColumns<T, 4, Count>};
  table[rows - 1](tile);
}
constexpr int kColumnsRows = 4; ///< the most rows of runColumns

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMTILE_H
